//! The web client from a folder (`--web`): nothing outside is served, and no name that another system reads as a way out.

use capolinea_server::store::memory::MemoryStore;
use capolinea_server::{Config, WebClient};
use capolinea_tests::server::*;
use std::sync::Arc;

#[tokio::test]
async fn names_that_lead_out_on_some_system_are_served_on_none() {
    let folder = tempfile::tempdir().unwrap();
    let web = folder.path().join("web");
    // On this system these are plain names in the folder; on Windows they are a drive, a device and a stream.
    for name in ["index.html", "assets/page.js", "C:/Windows/win.ini", "a/nul.txt", "b/index.html:stream.txt"] {
        let file = web.join(name);
        std::fs::create_dir_all(file.parent().unwrap()).unwrap();
        std::fs::write(file, "here").unwrap();
    }
    std::fs::write(folder.path().join("secret.txt"), "secret").unwrap();
    let config = Config { web: WebClient::Folder(web), ..config() };
    let server = server_with(config, Arc::new(MemoryStore::default())).await;
    let browser = Browser::new(server.address());
    for path in ["/", "/index.html", "/assets/page.js"] {
        assert_eq!((browser.get(path).await.status, browser.get(path).await.text().as_str()), (200, "here"), "{path}");
    }
    for path in [
        "/C:/Windows/win.ini",
        "//C:/Windows/win.ini",
        "/C%3a/Windows/win.ini",
        "/C:%5cWindows%5cwin.ini",
        "/%5c%5cserver%5cshare%5cfile.txt",
        "/a/nul.txt",
        "/b/index.html:stream.txt",
        "/../secret.txt",
        "/%2e%2e/secret.txt",
        "/..%2fsecret.txt",
        "/..%5csecret.txt",
        "/assets/..%5c..%5csecret.txt",
    ] {
        assert_eq!(browser.get(path).await.status, 404, "{path}");
    }
    server.stop().await;
}
