//! People at a table: whole games, resending, reloading, undo, hot-seat, bots, chat, rematch.

use capolinea_server::store::memory::MemoryStore;
use capolinea_tests::server::http::request;
use capolinea_tests::server::*;
use serde_json::{Value, json};
use std::net::SocketAddr;
use std::sync::Arc;

#[tokio::test]
async fn two_people_play_a_whole_game_on_every_map() {
    let server = server().await;
    for map in ["usa", "europe", "germany", "san_francisco", "berlin"] {
        let (table, [anna, _], mut screens) = two_players(server.address(), map).await;
        let seal = screens[0].table["seal"].as_str().unwrap().to_string();
        let mut dice = Dice(7);
        let mut actions = 0;
        while one_action(&mut screens, &mut dice).await {
            actions += 1;
            assert!(actions < 2000, "{map} does not end");
        }
        for screen in &mut screens {
            screen.wait(|screen| screen.status() == "finished").await;
            assert!(screen.is_over());
            assert_eq!(screen.update["end"]["seal"], json!(seal));
            assert_eq!(screen.update["end"]["scores"]["sheets"].as_array().unwrap().len(), 2);
        }
        let record = anna.get(&format!("/api/tables/{table}/record")).await;
        let record = capolinea_engine::GameRecord::from_json(&record.text()).unwrap();
        assert_eq!(record.actions.len(), actions);
        let map = &capolinea_maps::find(map).unwrap().map;
        assert!(record.replay(map).unwrap().is_over());
        assert_eq!(capolinea_engine::record::seal(&record.seed), seal);
    }
    server.stop().await;
}

#[tokio::test]
async fn a_solo_game_against_bots_takes_one_request() {
    let server = server().await;
    let mut anna = Browser::new(server.address());
    let seats = json!([
        {"who": {"sitter": "here", "name": "Anna"}},
        {"who": {"sitter": "bot", "level": "beginner"}},
        {"who": {"sitter": "bot", "level": "beginner"}},
    ]);
    let table =
        anna.create(json!({"map": "berlin", "seats": seats, "settings": {"pace": "instant"}, "start": true})).await;
    let mut screen = anna.sit(&table).await;
    screen.wait(|screen| screen.status() == "playing" && !screen.update.is_null()).await;
    assert_eq!(screen.table["seats"][1]["name"], "Rosa");
    assert_eq!(screen.table["seats"][2]["name"], "Gino");
    finish_alone(&mut screen, &mut Dice(3)).await;
    let games: Value = anna.get("/api/games").await.json();
    assert_eq!(games["games"][0]["table"], json!(table));
    assert_eq!(games["games"][0]["status"], "finished");
    assert_eq!(games["games"][0]["winners"], screen.update["end"]["scores"]["winners"]);
    assert_ne!(games["games"][0]["winners"], json!([]));
    let rematch = anna.post(&format!("/api/tables/{table}/rematch"), json!({})).await.json();
    let next = rematch["table"].as_str().unwrap();
    assert_ne!(next, table);
    let mut screen = anna.sit(next).await;
    screen.wait(|screen| screen.status() == "playing").await;
    server.stop().await;
}

/// The newest revision that any of the screens shows, once all of them show it.
async fn settle(screens: &mut [Screen]) -> u64 {
    let newest = screens.iter().map(Screen::revision).max().unwrap();
    for screen in screens.iter_mut() {
        screen.wait(|screen| screen.revision() >= newest).await;
    }
    newest
}

/// Plays until somebody has claimed a route that may be undone; returns whose screen that is.
async fn until_a_claim(screens: &mut [Screen], dice: &mut Dice) -> usize {
    loop {
        settle(screens).await;
        let decider = screens.iter().position(|screen| screen.must_decide()).expect("the game goes on");
        let all = legal(&screens[decider].update["legal_actions"]);
        let claim = all.iter().find(|action| action["do"] == "claim_route").cloned();
        let action = claim.unwrap_or_else(|| all[dice.roll() as usize % all.len()].clone());
        let is_claim = action["do"] == "claim_route";
        let id = screens[decider].play(action).await;
        screens[decider].answer(id).await;
        if is_claim && screens[decider].update["can_undo"] == json!(true) {
            return decider;
        }
    }
}

#[tokio::test]
async fn a_claim_can_be_undone_until_the_next_player_acts() {
    let server = server().await;
    let (_, _, mut screens) = two_players(server.address(), "usa").await;
    let mut dice = Dice(11);
    let one = until_a_claim(&mut screens, &mut dice).await;
    settle(&mut screens).await;
    let other = 1 - one;
    assert_eq!(screens[other].update["can_undo"], json!(false), "only its player may undo a claim");
    let (id, seat, revision) = (screens[other].new_id(), screens[other].eyes(), screens[other].revision());
    screens[other].send(json!({"type": "undo", "id": id, "seat": seat, "revision": revision})).await;
    assert_eq!(screens[other].answer(id).await["refusal"]["code"], "cannot_undo");

    let claimed = screens[one].update.clone();
    let (id, seat) = (screens[one].new_id(), screens[one].eyes());
    screens[one].send(json!({"type": "undo", "id": id, "seat": seat, "revision": revision})).await;
    let undone = screens[one].answer(id).await;
    assert_eq!(undone["revision"], json!(revision + 1), "an undo is itself a revision");
    assert_eq!(undone["cause"]["cause"], "undo");
    assert_eq!(undone["cause"]["back_to"], json!(revision - 1));
    let hand = |update: &Value| update["view"]["players"][one]["hand"].as_u64().unwrap();
    assert!(hand(&undone) > hand(&claimed), "the cards are back in the hand");
    // The history keeps both.
    let history = screens[one].ask(json!({"type": "history", "from": revision}), "history").await;
    let steps = history["steps"].as_array().unwrap();
    assert_eq!((&steps[0]["undone"], &steps[1]["undone"]), (&json!(true), &json!(false)));
    assert_eq!(steps[1]["cause"]["cause"], "undo");

    // The same claim again; then the other acts, and it stands.
    until_a_claim(&mut screens, &mut dice).await;
    settle(&mut screens).await;
    let next = screens.iter().position(|screen| screen.must_decide()).unwrap();
    assert_eq!(next, other);
    let id = screens[other].play(json!({"do": "draw_blind"})).await;
    screens[other].answer(id).await;
    settle(&mut screens).await;
    let (id, revision) = (screens[one].new_id(), screens[one].revision());
    screens[one].send(json!({"type": "undo", "id": id, "seat": seat, "revision": revision})).await;
    assert_eq!(screens[one].answer(id).await["refusal"]["code"], "cannot_undo");
    server.stop().await;
}

#[tokio::test]
async fn draws_and_tickets_are_never_undone() {
    let server = server().await;
    for map in ["usa", "europe", "germany", "san_francisco", "berlin"] {
        let (_, _, mut screens) = two_players(server.address(), map).await;
        let mut dice = Dice(21);
        while one_action(&mut screens, &mut dice).await {
            let newest = screens.iter().max_by_key(|screen| screen.revision()).unwrap();
            let events = newest.update["events"].to_string();
            let shows = ["card_drawn", "market_refilled", "market_swept", "deck_reshuffled", "tunnel_revealed"];
            let shows = shows.iter().chain(&["tickets_offered", "tickets_kept", "game_ended"]);
            let mut shows = shows.filter(|event| events.contains(&format!("\"event\":\"{event}\"")));
            if newest.update["can_undo"] == json!(true) {
                assert_eq!(shows.next(), None, "{map}: {events}");
            }
        }
    }
    server.stop().await;
}

#[tokio::test]
async fn a_message_sent_twice_is_done_once() {
    let server = server().await;
    let (table, [anna, _], mut screens) = two_players(server.address(), "usa").await;
    let message = json!({"type": "play", "id": 99, "seat": 0, "revision": 0,
        "action": {"do": "keep_tickets", "offered": 7}});
    screens[0].send(message.clone()).await;
    screens[0].answer(99).await;
    screens[0].send(message.clone()).await;
    assert_eq!(screens[0].answer(99).await["type"], "done");
    // After a reload too: the new page knows the seat, and the old message changes nothing.
    let mut reloaded = anna.sit(&table).await;
    assert_eq!(reloaded.revision(), 1);
    assert_eq!(reloaded.eyes(), Some(0));
    reloaded.send(message).await;
    assert_eq!(reloaded.answer(99).await["type"], "done");
    assert_eq!(anna.sit(&table).await.revision(), 1);
    server.stop().await;
}

#[tokio::test]
async fn a_stale_revision_is_refused_but_starting_tickets_are_chosen_at_once() {
    let server = server().await;
    let (_, _, mut screens) = two_players(server.address(), "europe").await;
    for (seat, screen) in screens.iter_mut().enumerate() {
        // Both answer what they saw at revision 0.
        let keep = json!({"do": "keep_tickets", "offered": 15});
        screen.send(json!({"type": "play", "id": 5, "seat": seat, "revision": 0, "action": keep})).await;
        assert_eq!(screen.answer(5).await["type"], "update");
    }
    settle(&mut screens).await;
    let draw = json!({"do": "draw_blind"});
    screens[0].send(json!({"type": "play", "id": 6, "seat": 0, "revision": 0, "action": draw})).await;
    assert_eq!(screens[0].answer(6).await["refusal"]["code"], "stale");
    screens[0].send(json!({"type": "play", "id": 7, "seat": 0, "revision": 99, "action": draw})).await;
    assert_eq!(screens[0].answer(7).await["refusal"]["code"], "stale");
    screens[0].send(json!({"type": "play", "id": 8, "seat": 0, "revision": 2, "action": {"do": "pass"}})).await;
    let refusal = screens[0].answer(8).await["refusal"].clone();
    assert_eq!((&refusal["code"], &refusal["rule"]), (&json!("rule"), &json!("C18")));
    assert_eq!(refusal["facts"]["why"], "can_do_something");
    server.stop().await;
}

#[tokio::test]
async fn at_a_shared_screen_nobody_sees_a_hand_until_they_look() {
    let server = server().await;
    let mut both = Browser::new(server.address());
    let seats = json!([{"who": {"sitter": "here", "name": "Ada"}}, {"who": {"sitter": "here", "name": "Bea"}}]);
    let table = both.create(json!({"map": "berlin", "seats": seats, "start": true})).await;
    let mut screen = both.sit(&table).await;
    screen.wait(|screen| screen.status() == "playing" && !screen.update.is_null()).await;
    assert_eq!(screen.you["seats"], json!([0, 1]));
    assert!(screen.update["view"]["own"].is_null());
    let mut dice = Dice(5);
    while !screen.is_over() {
        let seat = screen.update["view"]["deciders"][0].as_u64().unwrap();
        screen.send(json!({"type": "look", "seat": seat})).await;
        screen.wait(|screen| screen.eyes() == Some(seat) || screen.is_over()).await;
        let action = screen.choose(dice.roll()).unwrap();
        let id = screen.play(action).await;
        screen.answer(id).await;
        screen.send(json!({"type": "look", "seat": null})).await;
        screen.wait(|screen| screen.eyes().is_none()).await;
    }
    server.stop().await;
}

#[tokio::test]
async fn friends_may_agree_to_undo_a_turn() {
    let server = server().await;
    let (_, _, mut screens) = two_players(server.address(), "usa").await;
    let mut dice = Dice(2);
    for _ in 0..8 {
        one_action(&mut screens, &mut dice).await;
    }
    let revision = settle(&mut screens).await;
    let proposal = json!({"proposal": "takeback"});
    screens[0].send(json!({"type": "propose", "id": 50, "seat": 0, "proposal": proposal})).await;
    assert_eq!(screens[0].answer(50).await["type"], "done");
    screens[1].wait(|screen| !screen.table["vote"].is_null()).await;
    let vote = screens[1].table["vote"].clone();
    assert_eq!((&vote["by"], &vote["waiting"]), (&json!(0), &json!([1])));
    screens[1].send(json!({"type": "vote", "id": 51, "seat": 1, "vote": vote["vote"], "agree": true})).await;
    for screen in &mut screens {
        screen.wait(|screen| screen.revision() == revision + 1).await;
        assert_eq!(screen.update["cause"]["cause"], "takeback");
        assert_eq!(screen.update["view"]["phase"], json!({"phase": "turn", "seat": 0}), "a turn is undone as a whole");
    }
    // A no ends it.
    screens[1].send(json!({"type": "propose", "id": 52, "seat": 1, "proposal": {"proposal": "takeback"}})).await;
    screens[0].wait(|screen| !screen.table["vote"].is_null()).await;
    let vote = screens[0].table["vote"]["vote"].clone();
    screens[0].send(json!({"type": "vote", "id": 53, "seat": 0, "vote": vote, "agree": false})).await;
    screens[1].wait(|screen| screen.table["vote"].is_null()).await;
    assert_eq!(settle(&mut screens).await, revision + 1);
    while one_action(&mut screens, &mut dice).await {}
    server.stop().await;
}

#[tokio::test]
async fn a_bot_stands_in_for_who_has_left_until_they_return() {
    let server = server().await;
    let (table, [anna, bruno], [mut here, away]) = two_players(server.address(), "berlin").await;
    let proposal = json!({"proposal": "replace", "seat": 1});
    here.send(json!({"type": "propose", "id": 50, "seat": 0, "proposal": proposal})).await;
    assert_eq!(here.answer(50).await["refusal"]["words"], "this player is here");
    away.close().await;
    here.wait(|screen| screen.table["seats"][1]["connected"] == json!(false)).await;
    here.send(json!({"type": "propose", "id": 51, "seat": 0, "proposal": proposal})).await;
    here.wait(|screen| !screen.table["seats"][1]["stand_in"].is_null()).await;
    // The bot chooses starting tickets and plays its turns.
    let id = here.play(json!({"do": "keep_tickets", "offered": 3})).await;
    here.answer(id).await;
    here.wait(|screen| screen.must_decide()).await;
    let mut dice = Dice(4);
    for _ in 0..6 {
        here.wait(|screen| screen.must_decide() || screen.is_over()).await;
        let action = here.choose(dice.roll()).unwrap();
        let id = here.play(action).await;
        here.answer(id).await;
    }
    let mut back = bruno.sit(&table).await;
    back.wait(|screen| screen.table["seats"][1]["stand_in"].is_null()).await;
    assert_eq!(back.eyes(), Some(1), "the same seat");
    let mut screens = [here, back];
    while one_action(&mut screens, &mut dice).await {}
    drop(anna);
    server.stop().await;
}

#[tokio::test]
async fn a_turn_limit_is_kept_by_the_server() {
    // A bot that pauses, so that the one who stands in does not end the game before anybody returns.
    let config = config_with(|table| table.bot_delay = 1.0);
    let server = server_with(config, Arc::new(MemoryStore::default())).await;
    let mut anna = Browser::new(server.address());
    let seats = json!([{"who": {"sitter": "here", "name": "Anna"}}, {"who": {"sitter": "bot", "level": "beginner"}}]);
    let settings = json!({"pace": "normal", "turn_limit": 4});
    let table = anna.create(json!({"map": "berlin", "seats": seats, "settings": settings, "start": true})).await;
    let mut screen = anna.sit(&table).await;
    screen.wait(|screen| screen.status() == "playing" && !screen.update.is_null()).await;
    let deadline = screen.update["deadline"].as_u64().unwrap();
    assert!(deadline > screen.welcome["now"].as_u64().unwrap());
    screen.wait(|screen| !screen.table["seats"][0]["stand_in"].is_null()).await;
    // A person who is here after all says so.
    screen.send(json!({"type": "return", "id": 70, "seat": 0})).await;
    assert_eq!(screen.answer(70).await["type"], "done");
    screen.wait(|screen| screen.table["seats"][0]["stand_in"].is_null()).await;
    screen.wait(|screen| !screen.table["seats"][0]["stand_in"].is_null()).await;
    server.stop().await;
}

#[tokio::test]
async fn a_link_moves_a_seat_to_another_device_once() {
    let server = server().await;
    let (table, [mut anna, _], [mut old, _]) = two_players(server.address(), "usa").await;
    let link = anna.post(&format!("/api/tables/{table}/seats/0/link"), json!({})).await.json();
    let token = link["path"].as_str().unwrap().strip_prefix("/seat#").unwrap().to_string();
    let mut phone = Browser::new(server.address());
    let seated = phone.post("/api/seat", json!({"token": token})).await.json();
    assert_eq!(seated, json!({"table": table, "seats": [0]}));
    old.wait(|screen| screen.you["seats"] == json!([])).await;
    old.wait(|screen| screen.update["view"]["own"].is_null()).await;
    let mut new = phone.sit(&table).await;
    let id = new.play(json!({"do": "keep_tickets", "offered": 7})).await;
    assert_eq!(new.answer(id).await["type"], "update");
    let again = Browser::new(server.address()).post("/api/seat", json!({"token": token})).await;
    assert_eq!((again.status, again.code().as_str()), (404, "not_found"));
    server.stop().await;
}

/// A request whose answer is lost on the way: whatever it does is done, but no cookie comes back.
async fn unheard(browser: &Browser, attempt: &str, path: &str, body: &Value) -> Browser {
    let mut lost = browser.clone();
    lost.attempt = Some(attempt.into());
    assert_eq!(lost.post(path, body.clone()).await.status, 200);
    Browser { cookie: browser.cookie.clone(), ..lost }
}

#[tokio::test]
async fn who_hears_no_answer_asks_again_and_has_the_seat() {
    let server = server().await;
    let attempt = "5e".repeat(32);
    let (table, [mut anna, _], _screens) = two_players(server.address(), "usa").await;
    let link = anna.post(&format!("/api/tables/{table}/seats/0/link"), json!({})).await.json();
    let link = json!({"token": link["path"].as_str().unwrap().strip_prefix("/seat#").unwrap()});
    let mut phone = unheard(&Browser::new(server.address()), &attempt, "/api/seat", &link).await;
    assert_eq!(phone.post("/api/seat", link.clone()).await.json(), json!({"table": table, "seats": [0]}));
    assert_eq!(phone.sit(&table).await.you["seats"], json!([0]));
    let mut other = Browser { attempt: Some("ab".repeat(32)), ..Browser::new(server.address()) };
    assert_eq!(other.post("/api/seat", link.clone()).await.code(), "not_found", "the link works for nobody else");

    // A browser that is known already asks again too; but not once it has given the seat away.
    assert_eq!(phone.post("/api/seat", link.clone()).await.status, 200);
    let back = phone.post(&format!("/api/tables/{table}/seats/0/link"), json!({})).await.json();
    let back = json!({"token": back["path"].as_str().unwrap().strip_prefix("/seat#").unwrap()});
    assert_eq!(anna.post("/api/seat", back).await.json(), json!({"table": table, "seats": [0]}));
    assert_eq!(phone.post("/api/seat", link).await.code(), "not_found");

    // The same at a table where one sits down.
    let seats = json!([{"who": {"sitter": "here", "name": "Anna"}}, {"who": {"sitter": "open"}}]);
    let table = anna.create(json!({"map": "usa", "seats": seats})).await;
    let (path, join) = (format!("/api/tables/{table}/join"), json!({"name": "Bruno", "seat": 1}));
    let mut bruno = unheard(&Browser::new(server.address()), &"b0".repeat(32), &path, &join).await;
    assert_eq!(bruno.post(&path, join).await.json(), json!({"table": table, "seats": [1]}));
    bruno.attempt = Some("not random at all".into());
    bruno.cookie = None;
    assert_eq!(bruno.post(&path, json!({"name": "Clara"})).await.code(), "bad_request");
    server.stop().await;
}

#[tokio::test]
async fn a_link_is_worth_nothing_once_the_seat_has_changed_hands() {
    let server = server().await;
    let mut anna = Browser::new(server.address());
    let seats = json!([{"who": {"sitter": "here", "name": "Anna"}}, {"who": {"sitter": "open"}}]);
    let table = anna.create(json!({"map": "usa", "seats": seats})).await;
    let mut first = Browser::new(server.address());
    first.join(&table, "First").await;
    let link = first.post(&format!("/api/tables/{table}/seats/1/link"), json!({})).await.json();
    let token = link["path"].as_str().unwrap().strip_prefix("/seat#").unwrap().to_string();
    let left = first.post(&format!("/api/tables/{table}/seats"), json!({"seat": 1, "who": {"sitter": "open"}})).await;
    assert_eq!(left.status, 200, "{}", left.text());
    let mut second = Browser::new(server.address());
    second.join(&table, "Second").await;
    let stolen = first.post("/api/seat", json!({"token": token})).await;
    assert_eq!((stolen.status, stolen.code().as_str()), (404, "not_found"));
    server.stop().await;
}

#[tokio::test]
async fn people_who_may_not_watch_are_disconnected_when_the_game_begins() {
    let server = server().await;
    let mut anna = Browser::new(server.address());
    let seats = json!([{"who": {"sitter": "here", "name": "Anna"}}, {"who": {"sitter": "bot", "level": "beginner"}}]);
    let settings = json!({"pace": "instant", "spectators": false});
    let table = anna.create(json!({"map": "usa", "seats": seats, "settings": settings})).await;
    let mut stranger = Browser::new(server.address()).sit(&table).await;
    let mut player = anna.sit(&table).await;
    anna.start(&table).await;
    player.wait(|screen| !screen.update.is_null()).await;
    stranger.wait(|screen| screen.is_closed).await;
    assert!(stranger.update.is_null(), "it was told of the game");
    server.stop().await;
}

#[tokio::test]
async fn a_line_sent_again_after_a_restart_is_said_once() {
    let store = std::sync::Arc::new(MemoryStore::default());
    let server = server_with(config(), store.clone()).await;
    let (table, [mut anna, _], [mut screen, _]) = two_players(server.address(), "usa").await;
    let line = json!({"type": "chat", "id": 7, "text": "ciao"});
    screen.send(line.clone()).await;
    screen.answer(7).await;
    server.stop().await;
    let server = server_with(config(), store).await;
    anna.address = server.address();
    let mut screen = anna.sit(&table).await;
    screen.send(line).await;
    assert_eq!(screen.answer(7).await["type"], "done");
    assert_eq!(anna.sit(&table).await.welcome["chat"].as_array().unwrap().len(), 1);
    server.stop().await;
}

/// Two servers at one store: the one that loses the race tells its people the current state.
#[tokio::test]
async fn after_a_conflict_everybody_sees_what_was_stored() {
    let store = std::sync::Arc::new(MemoryStore::default());
    let (one, other) = (server_with(config(), store.clone()).await, server_with(config(), store).await);
    let (table, [mut anna, bruno], [mut first, _second]) = two_players(one.address(), "usa").await;
    anna.address = other.address();
    let (mut there, mut watcher) = (anna.sit(&table).await, Browser::new(other.address()).sit(&table).await);
    let id = first.play(json!({"do": "keep_tickets", "offered": 7})).await;
    assert_eq!(first.answer(id).await["revision"], 1);
    assert_eq!(there.revision(), 0, "the other server has not heard of it");
    let id = there.play(json!({"do": "keep_tickets", "offered": 3})).await;
    assert_eq!(there.answer(id).await["refusal"]["code"], "stale");
    watcher.wait(|screen| screen.revision() == 1).await;
    assert_eq!(there.revision(), 1, "it was told before the refusal");
    // The table goes on from there.
    let mut bruno = Browser { address: other.address(), ..bruno }.sit(&table).await;
    let id = bruno.play(json!({"do": "keep_tickets", "offered": 7})).await;
    assert_eq!(bruno.answer(id).await["revision"], 2);
    one.stop().await;
    other.stop().await;
}

#[tokio::test]
async fn people_chat_and_spectators_only_if_they_may() {
    let server = server().await;
    let mut anna = Browser::new(server.address());
    let seats = json!([{"who": {"sitter": "here", "name": "Anna"}}, {"who": {"sitter": "open"}}]);
    let table = anna.create(json!({"map": "usa", "seats": seats, "settings": {"spectator_chat": false}})).await;
    let (mut player, mut spectator) = (anna.sit(&table).await, Browser::new(server.address()).sit(&table).await);
    assert_eq!((&player.you["chat"], &spectator.you["chat"]), (&json!(true), &json!(false)));
    player.send(json!({"type": "chat", "id": 1, "text": " <b>ciao</b> \u{1f682} "})).await;
    let line = spectator.ask(json!({"type": "ping", "at": 1}), "chat").await["line"].clone();
    assert_eq!((&line["text"], &line["name"]), (&json!("<b>ciao</b> \u{1f682}"), &json!("Anna")));
    player.send(json!({"type": "chat", "id": 1, "text": "<b>ciao</b>"})).await;
    assert_eq!(player.answer(1).await["type"], "done", "a line sent again is said once");
    spectator.send(json!({"type": "chat", "id": 2, "text": "hello"})).await;
    assert_eq!(spectator.answer(2).await["refusal"]["code"], "not_allowed");
    for (id, text) in [(3, String::new()), (4, "x".repeat(501))] {
        player.send(json!({"type": "chat", "id": id, "text": text})).await;
        assert_eq!(player.answer(id).await["refusal"]["code"], "bad_request");
    }
    assert_eq!(anna.sit(&table).await.welcome["chat"].as_array().unwrap().len(), 1);
    server.stop().await;
}

#[tokio::test]
async fn every_route_that_can_not_be_claimed_says_why() {
    let server = server().await;
    let (_, _, mut screens) = two_players(server.address(), "usa").await;
    let mut dice = Dice(8);
    for _ in 0..20 {
        one_action(&mut screens, &mut dice).await;
    }
    settle(&mut screens).await;
    let decider = screens.iter().position(|screen| screen.must_decide()).unwrap();
    let targets: Vec<Value> = (0..100).map(|route| json!({"target": "route", "route": route})).collect();
    let screen = &mut screens[decider];
    let explained = screen.ask(json!({"type": "explain", "request": 3, "targets": targets}), "explained").await;
    let legal = screen.update["legal_actions"]["claims"].to_string();
    let answers = explained["answers"].as_array().unwrap();
    assert_eq!(answers.len(), 100);
    for answer in answers.iter().filter(|answer| !answer["refusal"].is_null()) {
        assert!(answer["refusal"]["rule"].is_string() && !answer["refusal"]["words"].as_str().unwrap().is_empty());
    }
    let possible = answers.iter().filter(|answer| answer["refusal"].is_null()).count();
    assert_eq!(possible > 0, legal.contains("routes"));
    let none =
        screens[1 - decider].ask(json!({"type": "explain", "request": 4, "targets": targets}), "explained").await;
    assert!(none["answers"].as_array().unwrap().iter().all(|answer| answer["refusal"]["rule"] == "C04"));
    server.stop().await;
}

/// Checks a replay with all hands open.
fn check_open_hands(replay: &Value) {
    for step in replay["steps"].as_array().unwrap() {
        let hands = step["hands"].as_array().unwrap();
        for (seat, player) in step["view"]["players"].as_array().unwrap().iter().enumerate() {
            let cards: u64 =
                hands[seat]["hand"].as_object().unwrap().values().map(|count| count.as_u64().unwrap()).sum();
            assert_eq!((hands[seat]["seat"].as_u64(), Some(cards)), (Some(seat as u64), player["hand"].as_u64()));
        }
        assert_eq!(step["notation"].is_null(), step["step"] == 0);
    }
}

/// Sends a record to be replayed, whole and broken in every way.
async fn send_records(address: SocketAddr, record: &str) {
    let send = async |query: &str, body: Vec<u8>| {
        request(address, "POST", &format!("/api/replay{query}"), &[], Some(body)).await
    };
    let sent = send("?viewer=1&count=3", record.into()).await;
    assert_eq!(sent.json()["steps"].as_array().unwrap().len(), 3);
    let changed = |change: fn(&mut Value)| {
        let mut record: Value = serde_json::from_str(record).unwrap();
        change(&mut record);
        record.to_string().into_bytes()
    };
    for (bad, code) in [
        (b"{}".to_vec(), "not_a_record"),
        (b"Dear diary".to_vec(), "not_a_record"),
        (vec![0xff; 40], "not_a_record"),
        (record.as_bytes()[..record.len() / 2].to_vec(), "not_a_record"),
        (changed(|record| record["version"] = json!(99)), "record_version"),
        (changed(|record| record["map"]["id"] = json!("atlantis")), "record_map"),
        (changed(|record| record["seed"] = json!("00".repeat(32))), "broken_record"),
        (changed(|record| drop(record["actions"].as_array_mut().unwrap().remove(5))), "broken_record"),
    ] {
        let refused = send("", bad).await;
        assert_eq!((refused.status, refused.code().as_str()), (400, code), "{}", refused.text());
    }
}

#[tokio::test]
async fn a_finished_game_is_replayed_through_any_eyes() {
    let server = server().await;
    let (table, [mut anna, _], mut screens) = two_players(server.address(), "germany").await;
    let early = anna.get(&format!("/api/tables/{table}/replay")).await;
    assert_eq!((early.status, early.code().as_str()), (409, "wrong_status"));
    let mut dice = Dice(9);
    while one_action(&mut screens, &mut dice).await {}
    let record = anna.get(&format!("/api/tables/{table}/record")).await.text();
    for viewer in ["", "viewer=0&", "viewer=1&"] {
        let mut steps = Vec::new();
        loop {
            let path = format!("/api/tables/{table}/replay?{viewer}from={}&count=60", steps.len());
            let replay = anna.get(&path).await.json();
            let more = replay["steps"].as_array().unwrap().clone();
            if more.is_empty() {
                assert_eq!(replay["steps_in_all"], json!(steps.len()));
                assert!(!replay["end"].is_null());
                break;
            }
            steps.extend(more);
        }
        let own = steps[5]["view"]["own"]["seat"].as_u64().map_or(String::new(), |seat| format!("viewer={seat}&"));
        assert_eq!(own, viewer);
        assert!(steps.windows(2).all(|pair| pair[0]["turn"].as_u64() <= pair[1]["turn"].as_u64()));
    }
    check_open_hands(&anna.get(&format!("/api/tables/{table}/replay?viewer=all&count=60")).await.json());
    let nobody = anna.get(&format!("/api/tables/{table}/replay?viewer=everyone")).await;
    assert_eq!(nobody.status, 400);
    send_records(server.address(), &record).await;
    // One click asks for a rematch; a second one finds the same table.
    let rematch = anna.post(&format!("/api/tables/{table}/rematch"), json!({})).await.json();
    screens[1].wait(|screen| screen.table["rematch"] == rematch["table"]).await;
    server.stop().await;
}
