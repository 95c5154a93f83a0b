//! Games that began under older rules go on by them, and unknown rules are refused in words.

use capolinea_engine::GameRecord;
use capolinea_engine::rules::RULES_VERSION;
use capolinea_server::store::Seating;
use capolinea_server::store::memory::MemoryStore;
use capolinea_tests::server::*;
use serde_json::{Value, json};
use std::sync::Arc;

/// A game of two on `map` that has just been dealt, in a store where its seating was changed since; the server is another.
async fn dealt_before(
    map: &str,
    change: impl FnOnce(&mut Seating),
) -> (capolinea_server::Server, String, [Browser; 2]) {
    let store = Arc::new(MemoryStore::default());
    let server = server_with(config(), store.clone()).await;
    let (table, mut browsers, screens) = two_players_with(server.address(), map, json!({"pace": "instant"})).await;
    for screen in screens {
        screen.close().await;
    }
    server.stop().await;
    alter(&*store, &table, |seating, _| {
        assert_eq!(seating.rules, RULES_VERSION);
        change(seating);
    })
    .await;
    let server = server_with(config(), store).await;
    for browser in &mut browsers {
        browser.address = server.address();
    }
    (server, table, browsers)
}

#[tokio::test]
async fn a_game_of_version_1_goes_on_by_its_rules() {
    for id in ["berlin", "usa"] {
        let map = &capolinea_maps::find(id).unwrap().map;
        let older = |seating: &mut Seating| {
            (seating.rules, seating.digest) = (1, map.by_rules(1).unwrap().digest().to_owned());
        };
        let (server, table, [anna, bruno]) = dealt_before(id, older).await;
        let mut screens = [anna.sit(&table).await, bruno.sit(&table).await];
        let view = &screens[0].update["view"];
        assert_eq!(view["phase"]["phase"], "choosing_tickets", "{id}");
        assert!(view["first"].is_u64(), "{id}: version 1 chose the first player before the tickets");
        let mut dice = Dice(9);
        while one_action(&mut screens, &mut dice).await {}
        let record = anna.get(&format!("/api/tables/{table}/record")).await.text();
        let record = GameRecord::from_json(&record).unwrap();
        assert_eq!(record.rules, 1, "{id}");
        assert!(record.replay(map).unwrap().is_over(), "{id}");
        server.stop().await;
    }
}

#[tokio::test]
async fn a_game_of_unknown_rules_is_refused_in_words() {
    let (server, table, [anna, _]) = dealt_before("usa", |seating| seating.rules = 99).await;
    let answer: Value = anna.get(&format!("/api/tables/{table}/record")).await.json();
    assert!(answer.to_string().contains("version 99 of the rules"), "{answer}");
    server.stop().await;
}
