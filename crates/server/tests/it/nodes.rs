//! Several servers with one store: each sees what the others do, and none can be made to believe what is over.

use capolinea_server::Server;
use capolinea_server::store::Store;
use capolinea_server::store::memory::MemoryStore;
use capolinea_server::store::postgres::{PostgresOptions, PostgresStore};
use capolinea_server::store::shared_memory::SharedMemoryStore;
use capolinea_test_database::shared;
use capolinea_tests::server::*;
use serde_json::{Value, json};
use std::sync::Arc;

/// Two servers, with a store of each kind that can be shared.
async fn pairs() -> Vec<[Server; 2]> {
    let memory = Arc::new(MemoryStore::default());
    let url = shared().create_database().unwrap();
    let mut pairs = Vec::new();
    for stores in [
        [0, 1].map(|_| Arc::new(SharedMemoryStore::new(&memory)) as Arc<dyn Store>),
        [
            Arc::new(PostgresStore::open(&PostgresOptions::new(&url)).await.unwrap()),
            Arc::new(PostgresStore::open(&PostgresOptions::new(&url)).await.unwrap()),
        ],
    ] {
        let [first, second] = stores;
        pairs.push([server_with(config(), first).await, server_with(config(), second).await]);
    }
    pairs
}

async fn stop(servers: [Server; 2]) {
    for server in servers {
        server.stop().await;
    }
}

/// The same browser at another server.
fn at(server: &Server, browser: &Browser) -> Browser {
    Browser { address: server.address(), ..browser.clone() }
}

#[tokio::test]
async fn people_at_two_servers_play_one_game_and_talk() {
    for servers in pairs().await {
        let (table, [anna, bruno], screens) = two_players(servers[0].address(), "berlin").await;
        drop(screens);
        let mut screens = [anna.sit(&table).await, at(&servers[1], &bruno).sit(&table).await];
        let mut dice = Dice(4);
        for _ in 0..30 {
            let newest = screens.iter().map(Screen::revision).max().unwrap();
            for screen in &mut screens {
                screen.wait(|screen| screen.revision() >= newest).await;
            }
            assert!(one_action(&mut screens, &mut dice).await);
        }
        screens[1].send(json!({"type": "chat", "id": 7, "text": "ciao"})).await;
        screens[0].wait(|screen| screen.last["line"]["text"] == "ciao").await;
        screens[0].send(json!({"type": "chat", "id": 8, "text": "a te"})).await;
        screens[1].wait(|screen| screen.last["line"]["text"] == "a te").await;
        stop(servers).await;
    }
}

#[tokio::test]
async fn each_server_knows_who_is_at_the_other() {
    for servers in pairs().await {
        let (table, [anna, bruno], screens) = two_players(servers[0].address(), "berlin").await;
        drop(screens);
        let is_there = |screen: &Screen, seat: usize| screen.table["seats"][seat]["connected"] == json!(true);
        let mut first = anna.sit(&table).await;
        let mut second = at(&servers[1], &bruno).sit(&table).await;
        first.wait(|screen| is_there(screen, 1)).await;
        second.wait(|screen| is_there(screen, 0)).await;
        // Somebody who is at the other server is not away.
        first
            .send(json!({"type": "propose", "id": 5, "seat": 0, "proposal": {"proposal": "replace", "seat": 1}}))
            .await;
        let answer = first.answer(5).await;
        assert_eq!(answer["type"], "refused", "{answer}");
        let mut watcher = Browser::new(servers[1].address()).sit(&table).await;
        first.wait(|screen| screen.table["spectators"] == json!(1)).await;
        watcher.wait(|screen| screen.table["spectators"] == json!(1)).await;
        second.close().await;
        first.wait(|screen| !is_there(screen, 1)).await;
        stop(servers).await;
    }
}

#[tokio::test]
async fn a_vote_is_seen_and_answered_at_every_server() {
    for servers in pairs().await {
        let settings = json!({"pace": "instant", "first": 0, "takebacks": true});
        let (table, [anna, bruno], screens) = two_players_with(servers[0].address(), "berlin", settings).await;
        drop(screens);
        let mut screens = [anna.sit(&table).await, at(&servers[1], &bruno).sit(&table).await];
        let mut dice = Dice(4);
        let mut seat = None;
        // Until somebody has had a turn that can be taken back.
        for _ in 0..12 {
            let newest = screens.iter().map(Screen::revision).max().unwrap();
            for screen in &mut screens {
                screen.wait(|screen| screen.revision() >= newest).await;
            }
            seat = screens.iter().position(Screen::must_decide);
            one_action(&mut screens, &mut dice).await;
        }
        let newest = screens.iter().map(Screen::revision).max().unwrap();
        for screen in &mut screens {
            screen.wait(|screen| screen.revision() >= newest).await;
        }
        let asker = seat.unwrap();
        let propose = json!({"type": "propose", "id": 5, "seat": asker, "proposal": {"proposal": "takeback"}});
        screens[asker].send(propose).await;
        let answer = screens[asker].answer(5).await;
        assert_eq!(answer["type"], "done", "{answer}");
        let other = 1 - asker;
        screens[other].wait(|screen| !screen.table["vote"].is_null()).await;
        let vote = screens[other].table["vote"]["vote"].clone();
        screens[other].send(json!({"type": "vote", "id": 6, "seat": other, "vote": vote, "agree": true})).await;
        screens[asker].wait(|screen| screen.revision() > newest).await;
        screens[asker].wait(|screen| screen.table["vote"].is_null()).await;
        stop(servers).await;
    }
}

#[tokio::test]
async fn a_session_that_has_lost_its_seat_sees_and_does_nothing_more_at_any_server() {
    for servers in pairs().await {
        let settings = json!({"pace": "instant", "first": 0});
        let (table, [mut anna, bruno], screens) = two_players_with(servers[0].address(), "berlin", settings).await;
        drop(screens);
        let mut dice = Dice(9);
        // Anna's old browser looks through the second server.
        let mut old = at(&servers[1], &anna).sit(&table).await;
        assert_eq!(old.eyes(), Some(0));
        let link = anna.post(&format!("/api/tables/{table}/seats/0/link"), json!({})).await.json();
        let token = link["path"].as_str().unwrap().strip_prefix("/seat#").unwrap().to_string();
        let mut phone = Browser::new(servers[0].address());
        assert_eq!(phone.post("/api/seat", json!({"token": token})).await.status, 200);
        // It loses its eyes without asking, and from then on nothing of the seat reaches it.
        old.wait(|screen| screen.you["seats"] == json!([])).await;
        old.wait(|screen| screen.eyes().is_none()).await;
        let seen = old.received.len();
        let mut screens = [phone.sit(&table).await, bruno.sit(&table).await];
        for _ in 0..8 {
            let newest = screens.iter().map(Screen::revision).max().unwrap();
            for screen in &mut screens {
                screen.wait(|screen| screen.revision() >= newest).await;
            }
            one_action(&mut screens, &mut dice).await;
        }
        let newest = screens.iter().map(Screen::revision).max().unwrap();
        old.wait(|screen| screen.revision() >= newest).await;
        for text in &old.received[seen..] {
            let message: Value = serde_json::from_str(text).unwrap();
            assert!(
                message["view"]["own"].is_null()
                    && message["legal_actions"].as_object().is_none_or(|all| all.is_empty()),
                "{text}"
            );
        }
        let play = json!({"type": "play", "id": 77, "seat": 0, "revision": newest, "action": {"do": "draw_blind"}});
        old.send(play).await;
        assert_eq!(old.answer(77).await["refusal"]["code"], "not_your_seat");
        stop(servers).await;
    }
}

#[tokio::test]
async fn the_lobby_is_the_same_at_every_server() {
    for servers in pairs().await {
        let mut anna = Browser::new(servers[0].address());
        let seats = json!([{"who": {"sitter": "here", "name": "Anna"}}, {"who": {"sitter": "open"}}]);
        let table = anna.create(json!({"map": "berlin", "seats": seats, "settings": {"listed": true}})).await;
        let screen = anna.sit(&table).await;
        let listed = async |server: &Server| {
            let lobby = Browser::new(server.address()).get("/api/tables").await.json();
            lobby["tables"].as_array().unwrap().iter().any(|one| one["id"] == json!(table))
        };
        for server in &servers {
            until(async || listed(server).await).await;
        }
        // Somebody finds it at the other server and joins there.
        let mut bruno = Browser::new(servers[1].address());
        bruno.join(&table, "Bruno").await;
        drop(screen);
        stop(servers).await;
    }
}

#[tokio::test]
async fn a_dead_servers_alarms_ring_at_another() {
    for [first, second] in pairs().await {
        let mut anna = Browser::new(first.address());
        let seats =
            json!([{"who": {"sitter": "here", "name": "Anna"}}, {"who": {"sitter": "bot", "level": "beginner"}}]);
        let settings = json!({"pace": "instant", "first": 0, "turn_limit": 2});
        let table = anna.create(json!({"map": "berlin", "seats": seats, "settings": settings, "start": true})).await;
        let mut screen = anna.sit(&table).await;
        screen.wait(|screen| screen.must_decide()).await;
        // It does nothing more: the turn's end comes, and the other server lets a bot stand in.
        first.stop().await;
        let there = at(&second, &anna);
        until(async || there.get("/api/games").await.json()["games"][0]["status"] == "finished").await;
        second.stop().await;
    }
}

#[tokio::test]
async fn a_server_that_stops_sends_its_people_to_the_others_at_once() {
    for [first, second] in pairs().await {
        let (table, [anna, _], mut screens) = two_players(first.address(), "berlin").await;
        let revision = screens[0].revision();
        let stopping = tokio::spawn(first.stop());
        screens[0].wait(|screen| screen.last["type"] == "goodbye").await;
        assert_eq!(screens[0].last["retry_after"], json!(0));
        stopping.await.unwrap();
        let screen = at(&second, &anna).sit(&table).await;
        assert_eq!(screen.revision(), revision);
        second.stop().await;
    }
}
