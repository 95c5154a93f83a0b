//! Nobody wins time, room or a vote over others: the lobby, people who are away, votes.

use capolinea_server::store::memory::MemoryStore;
use capolinea_tests::server::*;
use serde_json::{Value, json};
use std::sync::Arc;
use std::time::Duration;

const LONG: Duration = Duration::from_secs(60 * 60);

async fn lobby(server: &capolinea_server::Server) -> Vec<Value> {
    Browser::new(server.address()).get("/api/tables").await.json()["tables"].as_array().unwrap().clone()
}

#[tokio::test]
async fn the_lobby_lists_tables_whose_host_is_there() {
    let server = server().await;
    let mut anna = Browser::new(server.address());
    let seats = json!([{"who": {"sitter": "here", "name": "Anna"}}, {"who": {"sitter": "open"}}]);
    let body = json!({"map": "usa", "seats": seats, "settings": {"listed": true}});
    let table = anna.create(body.clone()).await;
    assert!(lobby(&server).await.is_empty(), "nobody has come yet");
    let screen = anna.sit(&table).await;
    assert_eq!(lobby(&server).await[0]["id"], json!(table));
    screen.close().await;
    while !lobby(&server).await.is_empty() {
        tokio::task::yield_now().await;
    }
    // The host comes back, and leaves: a guest alone keeps nothing in the lobby.
    let mut bruno = Browser::new(server.address());
    bruno.join(&table, "Bruno").await;
    let _guest = bruno.sit(&table).await;
    assert!(lobby(&server).await.is_empty());
    let screen = anna.sit(&table).await;
    assert_eq!(lobby(&server).await.len(), 1, "no seat is free, but people may watch");
    anna.start(&table).await;
    assert_eq!(lobby(&server).await[0]["status"], "playing", "for those who want to watch");
    drop(screen);
    server.stop().await;
}

#[tokio::test]
async fn a_game_that_is_over_leaves_the_lobby() {
    let server = server().await;
    let mut anna = Browser::new(server.address());
    let seats = json!([{"who": {"sitter": "here", "name": "Anna"}}, {"who": {"sitter": "bot", "level": "beginner"}}]);
    let settings = json!({"listed": true, "pace": "instant"});
    let table = anna.create(json!({"map": "berlin", "seats": seats, "settings": settings, "start": true})).await;
    let mut screen = anna.sit(&table).await;
    screen.wait(|screen| !screen.update.is_null()).await;
    assert_eq!(lobby(&server).await.len(), 1);
    finish_alone(&mut screen, &mut Dice(3)).await;
    until(async || lobby(&server).await.is_empty()).await;
    server.stop().await;
}

#[tokio::test]
async fn a_table_is_not_offered_to_those_it_has_sent_away() {
    let server = server().await;
    let (mut anna, mut stranger) = (Browser::new(server.address()), Browser::new(server.address()));
    let seats = json!([{"who": {"sitter": "here", "name": "Anna"}}, {"who": {"sitter": "open"}}]);
    let table = anna.create(json!({"map": "usa", "seats": seats, "settings": {"listed": true}})).await;
    let _screen = anna.sit(&table).await;
    stranger.join(&table, "Nobody").await;
    let away = json!({"seat": 1, "who": {"sitter": "open"}});
    assert_eq!(anna.post(&format!("/api/tables/{table}/seats"), away).await.status, 200);
    assert!(stranger.get("/api/tables").await.json()["tables"].as_array().unwrap().is_empty());
    assert_eq!(lobby(&server).await.len(), 1);
    server.stop().await;
}

#[tokio::test]
async fn one_address_does_not_fill_the_lobby() {
    let server = server().await;
    let mut anna = Browser::new(server.address());
    let seats = json!([{"who": {"sitter": "here", "name": "Anna"}}, {"who": {"sitter": "open"}}]);
    let mut screens = Vec::new();
    for _ in 0..30 {
        let table = anna.create(json!({"map": "usa", "seats": seats, "settings": {"listed": true}})).await;
        screens.push(anna.sit(&table).await);
    }
    assert_eq!(lobby(&server).await.len(), 10);
    server.stop().await;
}

#[tokio::test]
async fn a_connection_that_is_lost_for_a_moment_takes_nobody_away() {
    let config = config_with(|table| table.away_after = LONG);
    let server = server_with(config, Arc::new(MemoryStore::default())).await;
    let (table, [anna, _], [mut screen, other]) = two_players(server.address(), "berlin").await;
    other.close().await;
    let propose = json!({"type": "propose", "id": 1, "seat": 0, "proposal": {"proposal": "replace", "seat": 1}});
    let mut refusal = Value::Null;
    // Until the server has noticed, the player is here; then they were here a moment ago.
    for id in 1.. {
        let message = json!({"type": "propose", "id": id, "seat": 0, "proposal": propose["proposal"]});
        screen.send(message).await;
        refusal = screen.answer(id).await["refusal"].clone();
        assert_eq!(refusal["code"], "wrong_status", "{refusal}");
        if refusal["words"].as_str().unwrap().contains("a moment ago") {
            break;
        }
    }
    assert!(!refusal.is_null());
    let view = anna.get(&format!("/api/tables/{table}")).await.json();
    assert_eq!(view["seats"][1]["connected"], true);
    server.stop().await;
}

#[tokio::test]
async fn somebody_who_stays_away_is_shown_so_and_can_be_replaced() {
    let config = config_with(|table| table.away_after = Duration::from_millis(50));
    let server = server_with(config, Arc::new(MemoryStore::default())).await;
    let (_, _, [mut screen, other]) = two_players(server.address(), "berlin").await;
    screen.wait(|screen| screen.table["seats"][1]["connected"] == json!(true)).await;
    other.close().await;
    screen.wait(|screen| screen.table["seats"][1]["connected"] == json!(false)).await;
    screen.send(json!({"type": "propose", "id": 7, "seat": 0, "proposal": {"proposal": "replace", "seat": 1}})).await;
    let answer = screen.answer(7).await;
    assert_eq!(answer["type"], "done", "{answer}");
    screen.wait(|screen| screen.table["seats"][1]["stand_in"] == json!("skilled")).await;
    server.stop().await;
}

/// Anna asks to undo her choice of tickets.
async fn ask_for_a_takeback(screens: &mut [Screen; 2], id: u64) -> Value {
    screens[0].send(json!({"type": "propose", "id": id, "seat": 0, "proposal": {"proposal": "takeback"}})).await;
    screens[0].answer(id).await
}

#[tokio::test]
async fn the_numbers_of_votes_never_repeat() {
    let store = Arc::new(MemoryStore::default());
    let mut server = server_with(config(), store.clone()).await;
    let (table, mut browsers, mut screens) = two_players(server.address(), "berlin").await;
    one_action(&mut screens, &mut Dice(3)).await;
    let mut numbers = Vec::new();
    for _ in 0..3 {
        assert_eq!(ask_for_a_takeback(&mut screens, 500).await["type"], "done");
        screens[1].wait(|screen| !screen.table["vote"].is_null()).await;
        numbers.push(screens[1].table["vote"]["vote"].as_u64().unwrap());
        server.stop().await;
        server = server_with(config(), store.clone()).await;
        for browser in &mut browsers {
            browser.address = server.address();
        }
        screens = [browsers[0].sit(&table).await, browsers[1].sit(&table).await];
        // It is still open. Bruno says no.
        assert_eq!(screens[1].table["vote"]["vote"].as_u64(), numbers.last().copied());
        let no = json!({"type": "vote", "id": 8, "seat": 1, "vote": numbers.last(), "agree": false});
        screens[1].send(no).await;
        for screen in &mut screens {
            screen.wait(|screen| screen.table["vote"].is_null()).await;
        }
    }
    assert!(numbers.is_sorted_by(|a, b| a < b), "{numbers:?}");
    let old = json!({"type": "vote", "id": 9, "seat": 1, "vote": numbers[0], "agree": true});
    assert_eq!(ask_for_a_takeback(&mut screens, 501).await["type"], "done");
    screens[1].send(old).await;
    assert_eq!(screens[1].answer(9).await["refusal"]["code"], "stale");
    server.stop().await;
}

#[tokio::test]
async fn a_rejected_proposal_cannot_be_repeated_at_once() {
    let config = config_with(|table| table.vote_pause = LONG);
    let server = server_with(config, Arc::new(MemoryStore::default())).await;
    let (_, _, mut screens) = two_players(server.address(), "berlin").await;
    for _ in 0..2 {
        one_action(&mut screens, &mut Dice(3)).await;
    }
    assert_eq!(ask_for_a_takeback(&mut screens, 1).await["type"], "done");
    screens[1].wait(|screen| !screen.table["vote"].is_null()).await;
    let vote = screens[1].table["vote"]["vote"].clone();
    screens[1].send(json!({"type": "vote", "id": 2, "seat": 1, "vote": vote, "agree": false})).await;
    assert_eq!(screens[1].answer(2).await["type"], "done");
    let refused = ask_for_a_takeback(&mut screens, 3).await;
    assert_eq!(refused["refusal"]["code"], "too_many", "{refused}");
    // The other player may.
    screens[1].send(json!({"type": "propose", "id": 4, "seat": 1, "proposal": {"proposal": "takeback"}})).await;
    assert_eq!(screens[1].answer(4).await["type"], "done");
    server.stop().await;
}
