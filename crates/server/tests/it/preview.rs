//! What chats show of the link of a table or a challenge.

use capolinea_server::store::memory::MemoryStore;
use capolinea_server::{Config, WebClient};
use capolinea_tests::server::*;
use serde_json::json;
use std::sync::Arc;

#[tokio::test]
async fn a_tables_link_tells_chats_the_map_the_people_and_the_picture() {
    let folder = tempfile::tempdir().unwrap();
    let page = "<!doctype html><html><head><title>Capolinea</title></head><body></body></html>";
    std::fs::write(folder.path().join("index.html"), page).unwrap();
    std::fs::create_dir(folder.path().join("pictures")).unwrap();
    std::fs::write(folder.path().join("pictures/usa.jpg"), "a picture").unwrap();
    let web = WebClient::Folder(folder.path().into());
    let config = Config { web, public_url: Some("https://trains.example/".into()), ..config() };
    let server = server_with(config, Arc::new(MemoryStore::default())).await;
    let mut anna = Browser::new(server.address());
    let name = r#"A"n<b>na"#;
    let seats = json!([{"who": {"sitter": "here", "name": name}}, {"who": {"sitter": "open"}}]);
    let table = anna.create(json!({"map": "usa", "seats": seats})).await;
    let stranger = Browser::new(server.address());
    let shown = stranger.get(&format!("/t/{table}")).await;
    let text = shown.text();
    for tag in [
        r#"property="og:title" content="North America with A&quot;n&lt;b&gt;na · Capolinea""#.to_owned(),
        r#"property="og:description" content="One seat is free. Open the link to join; no account is needed.""#.into(),
        r#"property="og:image" content="https://trains.example/pictures/usa.jpg""#.into(),
        format!(r#"property="og:url" content="https://trains.example/t/{table}""#),
    ] {
        assert!(text.contains(&tag), "{tag} in {text}");
    }
    assert!(!text.contains("<b>"), "{text}");
    assert_eq!(stranger.get("/pictures/usa.jpg").await.text(), "a picture");
    // A map without a picture, another page, and a table that there is not.
    let other = anna.create(json!({"map": "berlin", "seats": seats})).await;
    assert!(!stranger.get(&format!("/t/{other}")).await.text().contains("og:image"));
    assert_eq!(stranger.get("/new").await.text(), page);
    let unknown = stranger.get("/t/0000000000000000").await;
    assert!(unknown.status == 200 && !unknown.text().contains("og:"), "{}", unknown.text());
    // A challenge, which says what it is and nothing of its deal.
    let game = json!({"map": "usa", "seats": [null, "casual"]});
    let made =
        anna.post("/api/challenges", json!({"name": "Anna", "deal": {"deal": "new", "game": game}})).await.json();
    let text = stranger.get(&format!("/c/{}", made["id"].as_str().unwrap())).await.text();
    assert!(text.contains(r#"content="Anna challenges you: North America · Capolinea""#), "{text}");
    assert!(text.contains("Same map, same deal, same opponents."), "{text}");
    server.stop().await;
}
