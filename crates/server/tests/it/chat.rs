//! Spectators in the chat: a browser that has only opened the link joins with a name, within the same limits as others.

use capolinea_server::store::memory::MemoryStore;
use capolinea_tests::server::*;
use serde_json::{Value, json};
use std::sync::Arc;

async fn say(screen: &mut Screen, id: u64, text: &str) -> Value {
    screen.send(json!({"type": "chat", "id": id, "text": text})).await;
    screen.answer(id).await
}

async fn join_chat(browser: &mut Browser, table: &str, name: &str) -> http::HttpAnswer {
    browser.post(&format!("/api/tables/{table}/chat"), json!({"name": name})).await
}

#[tokio::test]
async fn a_spectator_joins_the_chat_by_name() {
    let server = server().await;
    let (table, [anna, _], [mut player, _]) = two_players(server.address(), "usa").await;
    let mut carla = Browser::new(server.address());
    let mut screen = carla.sit(&table).await;
    assert_eq!(screen.you["chat"], json!(false), "nobody knows her name yet");
    let refused = say(&mut screen, 1, "ciao").await;
    assert_eq!(refused["refusal"]["code"], "not_allowed");
    assert!(refused["refusal"]["words"].as_str().unwrap().contains("name"), "{refused}");

    let joined = join_chat(&mut carla, &table, "Carla").await;
    assert_eq!((joined.status, joined.json()["id"].as_str()), (200, Some(table.as_str())), "{}", joined.text());
    assert!(carla.cookie.is_some(), "she is known by a cookie from now on");
    let mut screen = carla.sit(&table).await;
    assert_eq!((&screen.you["chat"], &screen.you["seats"]), (&json!(true), &json!([])));
    assert_eq!(say(&mut screen, 2, "ciao").await["type"], "done");
    assert_eq!(say(&mut screen, 2, "ciao").await["type"], "done", "a line sent again is said once");
    player.wait(|screen| screen.last["type"] == "chat").await;
    let line = &player.last["line"];
    assert_eq!((&line["name"], &line["seat"], &line["text"]), (&json!("Carla"), &Value::Null, &json!("ciao")));
    assert_eq!(anna.sit(&table).await.welcome["chat"].as_array().unwrap().len(), 1);
    server.stop().await;
}

#[tokio::test]
async fn names_in_the_chat_differ_from_all_others() {
    let server = server().await;
    let (table, [mut anna, _], _screens) = two_players(server.address(), "usa").await;
    let mut carla = Browser::new(server.address());
    for (name, code) in
        [("", "bad_request"), ("\u{200b}", "bad_request"), ("Anna", "name_taken"), ("BRUN0", "name_taken")]
    {
        assert_eq!(join_chat(&mut carla, &table, name).await.code(), code, "{name:?}");
    }
    assert!(carla.cookie.is_none(), "a refusal keeps nobody");
    assert_eq!(join_chat(&mut carla, &table, "Carla").await.status, 200);
    assert_eq!(join_chat(&mut carla, &table, "Carla").await.status, 200, "a request sent again changes nothing");
    assert_eq!(join_chat(&mut Browser::new(server.address()), &table, "carla").await.code(), "name_taken");
    // A player speaks by the name of the seat.
    assert_eq!(join_chat(&mut anna, &table, "Somebody").await.status, 200);
    let mut screen = anna.sit(&table).await;
    screen.send(json!({"type": "chat", "id": 1, "text": "ciao"})).await;
    let line = screen.ask(json!({"type": "ping", "at": 1}), "chat").await["line"].clone();
    assert_eq!((&line["name"], &line["seat"]), (&json!("Anna"), &json!(0)));
    server.stop().await;
}

#[tokio::test]
async fn who_sits_down_takes_the_name_from_a_spectator() {
    let server = server().await;
    let mut anna = Browser::new(server.address());
    let seats = json!([{"who": {"sitter": "here", "name": "Anna"}}, {"who": {"sitter": "open"}}]);
    let table = anna.create(json!({"map": "usa", "seats": seats})).await;
    let (mut first, mut second) = (Browser::new(server.address()), Browser::new(server.address()));
    join_chat(&mut first, &table, "Bruno").await;
    let mut screen = first.sit(&table).await;
    assert_eq!(say(&mut screen, 1, "ciao").await["type"], "done");
    second.join(&table, "Bruno").await;
    screen.wait(|screen| screen.you["chat"] == json!(false)).await;
    assert_eq!(say(&mut screen, 2, "it is me").await["refusal"]["code"], "not_allowed");
    assert_eq!(join_chat(&mut first, &table, "Bruno").await.code(), "name_taken");
    assert_eq!(join_chat(&mut first, &table, "Berta").await.status, 200);
    screen.wait(|screen| screen.you["chat"] == json!(true)).await;
    assert_eq!(say(&mut screen, 3, "now I am Berta").await["type"], "done");
    server.stop().await;
}

#[tokio::test]
async fn a_table_may_keep_spectators_out_of_its_chat() {
    let server = server().await;
    let (table, _, _screens) = two_players_with(server.address(), "usa", json!({"spectator_chat": false})).await;
    let mut carla = Browser::new(server.address());
    let refused = join_chat(&mut carla, &table, "Carla").await;
    assert_eq!((refused.status, refused.code().as_str()), (403, "not_allowed"));
    assert!(carla.cookie.is_none());
    assert_eq!(say(&mut carla.sit(&table).await, 1, "ciao").await["refusal"]["code"], "not_allowed");
    // Where nobody may watch, nobody without a seat may talk either.
    let (closed, _, _screens) = two_players_with(server.address(), "usa", json!({"spectators": false})).await;
    assert_eq!(join_chat(&mut carla, &closed, "Carla").await.code(), "not_allowed");
    server.stop().await;
}

#[tokio::test]
async fn a_spectator_who_has_spoken_keeps_the_name_over_a_restart() {
    let store = Arc::new(MemoryStore::default());
    let server = server_with(config(), store.clone()).await;
    let (table, _, _screens) = two_players(server.address(), "usa").await;
    let mut carla = Browser::new(server.address());
    join_chat(&mut carla, &table, "Carla").await;
    say(&mut carla.sit(&table).await, 1, "ciao").await;
    server.stop().await;
    let server = server_with(config(), store).await;
    carla.address = server.address();
    let mut screen = carla.sit(&table).await;
    assert_eq!(screen.you["chat"], json!(true));
    assert_eq!(say(&mut screen, 2, "back").await["type"], "done");
    server.stop().await;
}
