//! The proxies of docs/HOSTING.md, run as they are written down: people of one table meet at one server, and when that dies they
//! go on at another.

use super::program::Program;
use capolinea_test_database::shared;
use capolinea_tests::server::{Browser, Dice, Screen, one_action, two_players, until};
use std::net::{SocketAddr, TcpListener};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

/// So many tables that each of two servers has some, whatever their ids.
const TABLES: usize = 20;

/// A proxy that runs.
struct Proxy {
    child: Child,
    address: SocketAddr,
    _folder: tempfile::TempDir,
}

impl Drop for Proxy {
    fn drop(&mut self) {
        // SIGTERM, so that nginx ends its workers too.
        drop(Command::new("kill").args(["-TERM", &self.child.id().to_string()]).status());
        drop(self.child.wait());
    }
}

fn find(program: &str) -> PathBuf {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders = std::env::split_paths(&path).chain(["/usr/sbin".into(), "/usr/local/sbin".into()]);
    let mut programs = folders.map(|folder| folder.join(program));
    programs.find(|file| file.is_file()).unwrap_or_else(|| panic!("no {program}: `cargo xtask test` installs it"))
}

/// The file of the repository, with these servers and another port in it.
fn configuration(name: &str, servers: &[Program; 2], port: u16) -> String {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../deploy").join(name);
    let mut text = std::fs::read_to_string(file).unwrap().replace("8080", &port.to_string());
    for (index, server) in servers.iter().enumerate() {
        let written = format!("capolinea-{}:8321", index + 1);
        assert!(text.contains(&written), "{name} names {written}");
        text = text.replace(&written, &server.address.to_string());
    }
    text
}

fn free_port() -> u16 {
    TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port()
}

/// Starts a proxy with a configuration, and waits until it serves.
async fn start(program: &str, text: &str, port: u16, folder: tempfile::TempDir, arguments: &[&str]) -> Proxy {
    let file = folder.path().join("proxy.conf");
    std::fs::write(&file, text).unwrap();
    let mut command = Command::new(find(program));
    command.args(arguments).arg(&file).stdin(Stdio::null()).stdout(Stdio::null());
    let child = command.spawn().unwrap();
    let address = SocketAddr::from(([127, 0, 0, 1], port));
    let mut proxy = Proxy { child, address, _folder: folder };
    until(async || {
        assert!(proxy.child.try_wait().unwrap().is_none(), "{program} has ended");
        tokio::net::TcpStream::connect(address).await.is_ok()
            && Browser::new(address).get("/healthz").await.status == 200
    })
    .await;
    proxy
}

async fn nginx(servers: &[Program; 2]) -> Proxy {
    let (folder, port) = (tempfile::tempdir().unwrap(), free_port());
    let place = folder.path().display();
    // A proxy for a moment: everything it writes goes to a folder of its own.
    let temporary: String = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
        .map(|name| format!("{name}_temp_path {place}/{name};\n"))
        .concat();
    let text = configuration("nginx.conf", servers, port).replacen(
        "http {",
        &format!("http {{\naccess_log off;\n{temporary}"),
        1,
    );
    let global = format!("daemon off; error_log /dev/null crit; pid {place}/pid;");
    start("nginx", &text, port, folder, &["-g", &global, "-c"]).await
}

async fn haproxy(servers: &[Program; 2]) -> Proxy {
    let (folder, port) = (tempfile::tempdir().unwrap(), free_port());
    let text = configuration("haproxy.cfg", servers, port);
    start("haproxy", &text, port, folder, &["-q", "-db", "-f"]).await
}

async fn open_sockets(server: &Program) -> u32 {
    let metrics = Browser::new(server.address).get("/metrics").await.text();
    metrics.lines().find_map(|line| line.strip_prefix("capolinea_sockets_open ")).unwrap().parse().unwrap()
}

fn servers() -> [Program; 2] {
    let url = shared().create_database().unwrap();
    [Program::start_on(&url, &[]), Program::start_on(&url, &[])]
}

/// Sits down through the proxy again, until there is a server that lets them.
async fn sit_again(browser: &Browser, table: &str) -> Screen {
    let mut screen = None;
    until(async || {
        screen = browser.try_sit(table).await.ok();
        screen.is_some()
    })
    .await;
    screen.unwrap()
}

async fn check(servers: [Program; 2], proxy: Proxy) {
    assert_eq!(Browser::new(proxy.address).get("/metrics").await.status, 403, "figures are not for everybody");
    let mut tables = Vec::new();
    for number in 0..TABLES {
        let (table, browsers, mut screens) = two_players(proxy.address, "berlin").await;
        let mut dice = Dice(number as u64 + 1);
        for _ in 0..4 {
            assert!(one_action(&mut screens, &mut dice).await);
        }
        // One table after the other: two sockets more at one server, none at the other.
        tables.push((table, browsers, screens));
        let open = [open_sockets(&servers[0]).await, open_sockets(&servers[1]).await];
        assert!(open.iter().all(|count| count.is_multiple_of(2)), "both people are at one server: {open:?}");
        assert_eq!(open.iter().sum::<u32>() as usize, 2 * tables.len(), "{open:?}");
    }
    let [first, second] = servers;
    let at_first = open_sockets(&first).await;
    assert!(at_first > 0 && (at_first as usize) < 2 * TABLES, "both servers have tables: {at_first} sockets");
    // Those who were at the server that dies go on at the other.
    first.kill();
    for (table, browsers, screens) in tables {
        let revision = screens.iter().map(Screen::revision).max().unwrap();
        drop(screens);
        let mut screens = [sit_again(&browsers[0], &table).await, sit_again(&browsers[1], &table).await];
        assert_eq!(screens[0].revision(), revision);
        assert!(one_action(&mut screens, &mut Dice(5)).await);
    }
    drop(proxy);
    assert!(second.stop());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn people_of_one_table_meet_at_one_server_behind_nginx() {
    let servers = servers();
    let proxy = nginx(&servers).await;
    check(servers, proxy).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn people_of_one_table_meet_at_one_server_behind_haproxy() {
    let servers = servers();
    let proxy = haproxy(&servers).await;
    check(servers, proxy).await;
}

#[test]
fn what_the_page_for_hosts_shows_of_nginx_is_in_its_file() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let read = |name: &str| std::fs::read_to_string(root.join(name)).unwrap();
    let (page, file) = (read("docs/HOSTING.md"), read("deploy/nginx.conf"));
    let blocks = page.split("```nginx\n").skip(1).map(|rest| rest.split("```").next().unwrap());
    let shown =
        blocks.into_iter().find(|block| block.contains("upstream")).expect("the page shows how tables are hashed");
    let known: Vec<&str> = file.lines().map(str::trim).collect();
    let missing: Vec<&str> = shown.lines().map(str::trim).filter(|line| !known.contains(line)).collect();
    assert!(missing.is_empty(), "{missing:?}");
}
