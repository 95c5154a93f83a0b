//! A server with a test seed: the same moves lead to the same game, so that chance decides no test.

use capolinea_server::store::memory::MemoryStore;
use capolinea_tests::server::*;
use serde_json::{Value, json};
use std::sync::Arc;

/// How a game against a bot ends, with any moves that are the same every time.
async fn play(test_seed: Option<u64>) -> Value {
    let server = server_with(config_with(|table| table.test_seed = test_seed), Arc::new(MemoryStore::default())).await;
    let mut anna = Browser::new(server.address());
    let seats = json!([{"who": {"sitter": "here", "name": "Anna"}}, {"who": {"sitter": "bot", "level": "beginner"}}]);
    let body = json!({"map": "berlin", "seats": seats, "settings": {"pace": "instant"}, "start": true});
    let table = anna.create(body).await;
    let mut screen = anna.sit(&table).await;
    finish_alone(&mut screen, &mut Dice(3)).await;
    server.stop().await;
    json!([screen.update["revision"], screen.update["end"]])
}

#[tokio::test]
async fn the_same_moves_lead_to_the_same_game() {
    let once = play(Some(7)).await;
    for _ in 0..3 {
        assert_eq!(play(Some(7)).await, once);
    }
    assert_ne!(play(Some(8)).await, once);
    assert_ne!(play(None).await, once, "without a test seed nothing repeats");
}
