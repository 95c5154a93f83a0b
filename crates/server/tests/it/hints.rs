//! Help: only where the table allows it, only at one's own decision, told to all, kept in the record, and computed from the player's own view alone.

use capolinea_engine::GameRecord;
use capolinea_tests::server::*;
use serde_json::{Value, json};
use std::net::SocketAddr;

fn people(second: Value) -> Value {
    json!([{"who": {"sitter": "here", "name": "Anna"}}, {"who": second}])
}

async fn against_a_bot(address: SocketAddr, settings: Value) -> (String, Browser, Screen) {
    let mut anna = Browser::new(address);
    let seats = people(json!({"sitter": "bot", "level": "beginner"}));
    let table = anna.create(json!({"map": "usa", "seats": seats, "settings": settings, "start": true})).await;
    let mut screen = anna.sit(&table).await;
    // The bot has kept its tickets: nothing moves until Anna does.
    screen.wait(|screen| screen.update["view"]["deciders"] == json!([screen.eyes()])).await;
    (table, anna, screen)
}

async fn ask(screen: &mut Screen, wish: Value) -> u64 {
    let (id, seat, revision) = (screen.new_id(), screen.eyes(), screen.revision());
    screen.send(json!({"type": "hint", "id": id, "seat": seat.unwrap_or(0), "revision": revision, "wish": wish})).await;
    id
}

fn a_move(level: &str) -> Value {
    json!({"hint": "move", "level": level})
}

async fn hinted(screen: &mut Screen) -> Value {
    loop {
        let message = screen.next().await;
        assert_ne!(message["type"], "refused", "{message}");
        if message["type"] == "hinted" {
            return message;
        }
    }
}

#[tokio::test]
async fn one_person_against_bots_is_helped_and_the_record_says_how_often() {
    let server = server().await;
    let (table, anna, mut screen) = against_a_bot(server.address(), json!({"pace": "instant"})).await;
    assert_eq!(screen.welcome["table"]["settings"]["help"], true);
    let before = screen.revision();
    // While tickets are chosen there is something to decide, and nothing to plan for.
    ask(&mut screen, a_move("skilled")).await;
    let hint = hinted(&mut screen).await;
    assert_eq!(hint["hint"]["hint"], "move");
    assert_eq!(hint["hint"]["action"]["do"], "keep_tickets", "{hint}");
    assert_eq!(hint["revision"], json!(screen.revision()));
    assert!(screen.revision() > before, "that it was asked for is a step");
    let id = screen.play(hint["hint"]["action"].clone()).await;
    assert_eq!(screen.answer(id).await["type"], "update", "a hint is a legal action");
    screen.wait(|screen| screen.must_decide()).await;
    for level in ["beginner", "casual", "strong"] {
        ask(&mut screen, a_move(level)).await;
        let hint = hinted(&mut screen).await;
        assert_eq!(hint["hint"]["level"], level);
        assert!(legal(&screen.update["legal_actions"]).contains(&hint["hint"]["action"]), "{hint}");
    }
    ask(&mut screen, json!({"hint": "plans"})).await;
    let hint = hinted(&mut screen).await;
    let held = screen.update["view"]["own"]["tickets"].as_array().unwrap().len();
    assert_eq!(hint["hint"]["plan"]["goal"]["tickets"].as_array().unwrap().len(), held);
    assert!(!hint["hint"]["plan"]["to_claim"].as_array().unwrap().is_empty());

    let history = screen.ask(json!({"type": "history", "from": 1}), "history").await;
    let steps = history["steps"].as_array().unwrap();
    let asked = steps.iter().filter(|step| step["cause"]["cause"] == "hint").count();
    assert_eq!(asked, 5);
    finish_alone(&mut screen, &mut Dice(3)).await;
    let text = anna.get(&format!("/api/tables/{table}/record")).await.text();
    let record = GameRecord::from_json(&text).unwrap();
    assert_eq!(record.help, Some(vec![5, 0]));
    let map = &capolinea_maps::find("usa").unwrap().map;
    assert!(record.replay(map).unwrap().is_over(), "asking changes nothing of the game");
    assert_eq!(GameRecord::from_text(&record.to_text(map), |_| Some(map)).unwrap(), record);
    server.stop().await;
}

#[tokio::test]
async fn a_table_that_plays_without_help_gives_none() {
    let server = server().await;
    let (_, _, mut screen) = against_a_bot(server.address(), json!({"pace": "instant", "help": false})).await;
    for wish in [a_move("skilled"), json!({"hint": "plans"})] {
        let revision = screen.revision();
        let id = ask(&mut screen, wish).await;
        let refused = screen.answer(id).await;
        assert_eq!(refused["refusal"]["code"], "not_allowed", "{refused}");
        assert_eq!(screen.revision(), revision, "nobody is told of what was not done");
    }
    // Tables with people are without help unless the host says otherwise.
    let (_, _, mut screens) = two_players(server.address(), "usa").await;
    assert_eq!(screens[0].welcome["table"]["settings"]["help"], false);
    let id = ask(&mut screens[0], a_move("skilled")).await;
    assert_eq!(screens[0].answer(id).await["refusal"]["code"], "not_allowed");
    server.stop().await;
}

#[tokio::test]
async fn everybody_is_told_who_asked_and_nobody_else_what_was_answered() {
    let server = server().await;
    let settings = json!({"pace": "instant", "first": 0, "help": true});
    let (_, _, [mut anna, mut bruno]) = two_players_with(server.address(), "berlin", settings).await;
    ask(&mut anna, a_move("skilled")).await;
    let hint = hinted(&mut anna).await;
    bruno.wait(|screen| screen.update["cause"]["cause"] == "hint").await;
    assert_eq!(bruno.update["cause"]["seat"], 0);
    assert_eq!(bruno.update["cause"]["kind"], "move");
    assert_eq!(bruno.update["events"], json!([]));
    // Bruno has chosen meanwhile by what he saw before: that is not stale.
    let id = bruno.play(json!({"do": "keep_tickets", "offered": 3})).await;
    assert_eq!(bruno.answer(id).await["type"], "update");
    let answer = bruno.ask(json!({"type": "ping", "at": 1}), "pong").await;
    assert_eq!(answer["type"], "pong", "no hint came before it");
    let id = anna.play(hint["hint"]["action"].clone()).await;
    assert_eq!(anna.answer(id).await["type"], "update");
    // It is Anna's turn: Bruno has nothing to decide.
    bruno.wait(|screen| screen.update["view"]["phase"]["phase"] == "turn").await;
    assert!(!bruno.must_decide(), "the table says who begins");
    let (id, revision) = (bruno.new_id(), bruno.revision());
    bruno.send(json!({"type": "hint", "id": id, "seat": 1, "revision": revision, "wish": a_move("skilled")})).await;
    assert_eq!(bruno.answer(id).await["refusal"]["code"], "wrong_status");
    server.stop().await;
}

#[tokio::test]
async fn what_is_asked_wrongly_is_refused_in_words() {
    let server = server().await;
    let (_, _, mut screen) = against_a_bot(server.address(), json!({"pace": "instant"})).await;
    let id = ask(&mut screen, a_move("clairvoyant")).await;
    let refused = screen.answer(id).await;
    assert!(refused["refusal"]["words"].as_str().unwrap().contains("no such level"), "{refused}");
    let (id, revision) = (screen.new_id(), screen.revision());
    screen.send(json!({"type": "hint", "id": id, "seat": 1, "revision": revision, "wish": a_move("skilled")})).await;
    assert_eq!(screen.answer(id).await["refusal"]["code"], "not_your_seat");
    let id = screen.new_id();
    screen.send(json!({"type": "hint", "id": id, "seat": 0, "revision": 99, "wish": a_move("skilled")})).await;
    assert_eq!(screen.answer(id).await["refusal"]["code"], "stale");
    server.stop().await;
}
