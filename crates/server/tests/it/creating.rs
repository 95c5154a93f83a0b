//! Making a table and sitting down there: a request sent again makes no second table, and names can be told apart.

use capolinea_server::store::sqlite::SqliteStore;
use capolinea_tests::server::*;
use serde_json::{Value, json};
use std::sync::Arc;

fn asked() -> Value {
    json!({"map": "usa", "seats": [{"who": {"sitter": "here", "name": "Anna"}}, {"who": {"sitter": "open"}}]})
}

fn attempt(digit: char) -> Option<String> {
    Some(digit.to_string().repeat(64))
}

#[tokio::test]
async fn a_table_is_made_once_however_often_it_is_asked_for() {
    let folder = tempfile::tempdir().unwrap();
    let server = server_with(config(), Arc::new(SqliteStore::open(folder.path()).unwrap())).await;
    let address = server.address();
    // The answer was lost, and the cookie with it.
    let first = Browser { attempt: attempt('a'), ..Browser::new(address) }.create(asked()).await;
    let mut anna = Browser { attempt: attempt('a'), ..Browser::new(address) };
    let again = anna.post("/api/tables", asked()).await;
    assert_eq!(again.json(), json!({"table": first, "seats": [0]}));
    // With the cookie, too.
    assert_eq!(anna.create(asked()).await, first);
    let games = anna.get("/api/games").await.json();
    assert_eq!(games["games"].as_array().unwrap().len(), 1, "{games}");
    // All at once.
    let mut racing = tokio::task::JoinSet::new();
    for _ in 0..8 {
        let mut browser = Browser { attempt: attempt('b'), ..anna.clone() };
        racing.spawn(async move { browser.create(asked()).await });
    }
    let raced = racing.join_all().await;
    assert!(raced.iter().all(|table| *table == raced[0]) && raced[0] != first, "{raced:?}");
    // Another table needs another key, and a key is its owner's alone.
    let other = json!({"map": "europe", "seats": asked()["seats"]});
    let refused = anna.post("/api/tables", other.clone()).await;
    assert_eq!((refused.status, refused.code().as_str()), (400, "bad_request"), "{}", refused.text());
    let mut stranger = Browser { attempt: attempt('c'), ..Browser::new(address) };
    stranger.create(asked()).await;
    stranger.attempt = attempt('a');
    assert_eq!(stranger.post("/api/tables", asked()).await.code(), "bad_request");
    anna.attempt = attempt('d');
    assert_ne!(anna.create(other).await, first);
    anna.attempt = None;
    assert_ne!(anna.create(asked()).await, anna.create(asked()).await, "without a key each request makes a table");
    server.stop().await;
}

#[tokio::test]
async fn a_repeated_request_finds_its_table_after_a_restart() {
    let folder = tempfile::tempdir().unwrap();
    let mut tables = Vec::new();
    for _ in 0..2 {
        let store = Arc::new(SqliteStore::open(folder.path()).unwrap());
        let server = server_with(config(), store.clone()).await;
        tables.push(Browser { attempt: attempt('e'), ..Browser::new(server.address()) }.create(asked()).await);
        server.stop().await;
        // The task of a request may hold the store a moment longer.
        until(async || Arc::strong_count(&store) == 1).await;
        Arc::into_inner(store).unwrap().close();
    }
    assert_eq!(tables[0], tables[1]);
}

#[tokio::test]
async fn nobody_takes_a_name_that_looks_like_anothers() {
    let server = server().await;
    for (taken, alike) in [("Alice", "AIice"), ("Paul", "PauI"), ("BOB", "B0B"), ("Bob", "B0B"), ("Anna", "Аnna")] {
        let mut host = Browser::new(server.address());
        let seats = json!([{"who": {"sitter": "here", "name": taken}}, {"who": {"sitter": "open"}}]);
        let table = host.create(json!({"map": "usa", "seats": seats})).await;
        let mut guest = Browser::new(server.address());
        let refused = guest.post(&format!("/api/tables/{table}/join"), json!({"name": alike})).await;
        assert_eq!((refused.status, refused.code().as_str()), (409, "name_taken"), "{taken} {alike}");
        guest.join(&table, "Bruno").await;
    }
    server.stop().await;
}
