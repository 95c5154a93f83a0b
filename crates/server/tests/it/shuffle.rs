//! A shuffle that nobody can choose: seals first, then parts, and proof at the end.

use capolinea_engine::GameRecord;
use capolinea_engine::record::{seal, shared_seed};
use capolinea_server::Server;
use capolinea_server::store::memory::MemoryStore;
use capolinea_tests::server::*;
use serde_json::{Value, json};
use std::sync::Arc;
use std::time::Duration;

const PARTS: [[u8; 32]; 2] = [[5; 32], [6; 32]];

fn bytes(hex: &Value) -> [u8; 32] {
    hex::decode(hex.as_str().unwrap()).unwrap().try_into().unwrap()
}

/// Devices are waited for as long as it takes.
async fn patient_server() -> Server {
    let config = config_with(|table| (table.shuffle_wait, table.test_seed) = (Duration::from_secs(3600), None));
    server_with(config, Arc::new(MemoryStore::default())).await
}

/// Two people at a table, both there, who are asked to seal their parts.
async fn about_to_begin(server: &Server) -> (String, [Browser; 2], [Screen; 2]) {
    let (mut anna, mut bruno) = (Browser::new(server.address()), Browser::new(server.address()));
    let seats = json!([{"who": {"sitter": "here", "name": "Anna"}}, {"who": {"sitter": "open"}}]);
    let table = anna.create(json!({"map": "berlin", "seats": seats})).await;
    bruno.join(&table, "Bruno").await;
    let mut screens = [anna.sit(&table).await, bruno.sit(&table).await];
    anna.start(&table).await;
    for screen in &mut screens {
        screen.wait(|screen| screen.last["type"] == "shuffle").await;
        assert!(screen.last["parts"].is_null());
    }
    (table, [anna, bruno], screens)
}

async fn seal_part(screen: &mut Screen, part: &[u8; 32]) {
    screen.send(json!({"type": "seal", "round": screen.last["round"], "seal": seal(part)})).await;
}

async fn show_part(screen: &mut Screen, part: &[u8; 32]) {
    screen.send(json!({"type": "show", "round": screen.last["round"], "part": hex::encode(part)})).await;
}

fn are_sealed(screen: &Screen) -> bool {
    screen.last["type"] == "shuffle" && screen.last["parts"].is_array()
}

#[tokio::test]
async fn the_seed_is_made_of_everybodys_parts_and_proved_at_the_end() {
    let server = patient_server().await;
    let (table, [anna, _], mut screens) = about_to_begin(&server).await;
    let announced = screens[0].last["seal"].clone();
    assert_eq!(announced, screens[1].last["seal"]);
    // A part that was not sealed is not taken, and nobody sees a part before all are sealed.
    show_part(&mut screens[0], &PARTS[0]).await;
    for (screen, part) in screens.iter_mut().zip(&PARTS) {
        seal_part(screen, part).await;
    }
    for screen in &mut screens {
        screen.wait(are_sealed).await;
        assert_eq!(screen.last["seal"], announced, "the server's own part was sealed before");
        assert_eq!(screen.last["parts"][0]["seal"], json!(seal(&PARTS[0])));
        assert_eq!(screen.last["parts"][1]["seal"], json!(seal(&PARTS[1])));
        assert!(!screen.received.concat().contains(&hex::encode(PARTS[0])));
    }
    show_part(&mut screens[0], &PARTS[1]).await;
    for (screen, part) in screens.iter_mut().zip(&PARTS) {
        show_part(screen, part).await;
    }
    for screen in &mut screens {
        screen.wait(|screen| !screen.update.is_null()).await;
        let shuffle = &screen.table["shuffle"];
        assert_eq!((&shuffle["seal"], &shuffle["round"]), (&announced, &json!(1)));
        assert!(
            shuffle["secret"].is_null() && shuffle["parts"][0]["value"].is_null(),
            "secret while the game is played"
        );
    }
    let mut dice = Dice(3);
    while one_action(&mut screens, &mut dice).await {}
    screens[0].wait(|screen| screen.status() == "finished").await;
    let shuffle = screens[0].table["shuffle"].clone();
    let secret = bytes(&shuffle["secret"]);
    assert_eq!(json!(seal(&secret)), announced);
    let record = anna.get(&format!("/api/tables/{table}/record")).await.text();
    let record = GameRecord::from_json(&record).unwrap();
    assert_eq!(record.seed, shared_seed(&secret, &PARTS));
    server.stop().await;
}

#[tokio::test]
async fn a_player_who_withholds_a_sealed_part_influences_nothing() {
    let server = patient_server().await;
    let (_, _, [mut anna, mut bruno]) = about_to_begin(&server).await;
    let first = anna.last["seal"].clone();
    seal_part(&mut anna, &PARTS[0]).await;
    seal_part(&mut bruno, &PARTS[1]).await;
    anna.wait(are_sealed).await;
    bruno.wait(are_sealed).await;
    show_part(&mut anna, &PARTS[0]).await;
    // Bruno has seen what there is to see, and goes.
    bruno.close().await;
    anna.wait(|screen| screen.last["type"] == "shuffle" && screen.last["round"] == json!(2)).await;
    assert_ne!(anna.last["seal"], first, "all parts are new");
    seal_part(&mut anna, &[7; 32]).await;
    anna.wait(are_sealed).await;
    assert_eq!(anna.last["parts"].as_array().unwrap().len(), 1);
    show_part(&mut anna, &[7; 32]).await;
    anna.wait(|screen| !screen.update.is_null()).await;
    assert_eq!(anna.table["shuffle"]["round"], json!(2));
    server.stop().await;
}

#[tokio::test]
async fn a_device_that_goes_is_not_waited_for() {
    let server = patient_server().await;
    let (_, _, [mut anna, bruno]) = about_to_begin(&server).await;
    seal_part(&mut anna, &PARTS[0]).await;
    bruno.close().await;
    anna.wait(are_sealed).await;
    show_part(&mut anna, &PARTS[0]).await;
    anna.wait(|screen| !screen.update.is_null()).await;
    assert_eq!(anna.table["shuffle"]["parts"].as_array().unwrap().len(), 1);
    server.stop().await;
}

#[tokio::test]
async fn a_device_that_is_back_is_asked_again() {
    let server = patient_server().await;
    let (table, [_, browser], [mut anna, bruno]) = about_to_begin(&server).await;
    let (round, announced) = (anna.last["round"].clone(), anna.last["seal"].clone());
    bruno.close().await;
    let mut bruno = browser.sit(&table).await;
    bruno.wait(|screen| screen.last["type"] == "shuffle").await;
    assert_eq!((&bruno.last["round"], &bruno.last["seal"]), (&round, &announced));
    seal_part(&mut bruno, &PARTS[1]).await;
    anna.wait(|screen| screen.last["type"] == "shuffle").await;
    anna.send(json!({"type": "seal", "round": round, "seal": seal(&PARTS[0])})).await;
    anna.wait(are_sealed).await;
    assert_eq!(anna.last["parts"].as_array().unwrap().len(), 2);
    server.stop().await;
}

#[tokio::test]
async fn a_change_of_seats_ends_the_attempt_and_no_number_comes_twice() {
    let server = patient_server().await;
    let (table, [mut anna, mut bruno], mut screens) = about_to_begin(&server).await;
    let path = format!("/api/tables/{table}/seats");
    // Another colour changes nothing.
    assert_eq!(bruno.post(&path, json!({"seat": 1, "color": "black"})).await.status, 200);
    seal_part(&mut screens[0], &PARTS[0]).await;
    assert_eq!(bruno.post(&path, json!({"seat": 1, "who": {"sitter": "open"}})).await.status, 200);
    bruno.join(&table, "Bruno").await;
    screens[0].wait(|screen| screen.table["seats"][1]["who"]["who"] == "person").await;
    anna.start(&table).await;
    screens[0].wait(|screen| screen.last["type"] == "shuffle" && screen.last["round"] == json!(2)).await;
    assert!(screens[0].last["parts"].is_null(), "everybody starts again");
    server.stop().await;
}

#[tokio::test]
async fn a_player_who_plays_alone_waits_for_nobody() {
    let server = patient_server().await;
    let mut anna = Browser::new(server.address());
    let seats = json!([{"who": {"sitter": "here", "name": "Anna"}}, {"who": {"sitter": "bot", "level": "beginner"}}]);
    let table = anna.create(json!({"map": "berlin", "seats": seats})).await;
    let _screen = anna.sit(&table).await;
    anna.start(&table).await;
    let view = anna.get(&format!("/api/tables/{table}")).await.json();
    assert_eq!((view["status"].as_str(), &view["shuffle"]), (Some("playing"), &Value::Null));
    server.stop().await;
}
