//! Limits per client: memory for its messages, and work done for it. Clients that ask for no more than people ask
//! for are never refused.

use capolinea_server::store::memory::MemoryStore;
use capolinea_server::{Config, Limits, Server};
use capolinea_tests::server::http::{HttpAnswer, connect, parse, raw, request_from};
use capolinea_tests::server::*;
use serde_json::{Value, json};
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::time::timeout;

/// Longer than anything here takes on a busy machine.
const LONG: Duration = Duration::from_secs(120);

async fn limited(change: impl FnOnce(&mut Limits)) -> Server {
    let mut config = config();
    config.limits.io_timeout = LONG;
    change(&mut config.limits);
    server_with(config, Arc::new(MemoryStore::default())).await
}

fn source(last: u8) -> IpAddr {
    IpAddr::from([127, 0, 0, last])
}

/// A figure that the server tells of itself.
async fn figure(address: SocketAddr, name: &str) -> u64 {
    let text = Browser::from(address, 9).get("/metrics").await.text();
    let line = text.lines().find_map(|line| line.strip_prefix(&format!("capolinea_{name} ")));
    line.unwrap_or_else(|| panic!("no {name} in {text}")).parse().unwrap()
}

/// Sends a part of a body and never the rest; the answer, or none as long as the server waits for more.
async fn unfinished(from: u8, to: SocketAddr, sent: usize, declared: usize) -> Option<HttpAnswer> {
    let mut stream = connect(source(from), to).await.unwrap();
    let head = format!("POST /api/replay HTTP/1.1\r\nHost: x\r\nContent-Length: {declared}\r\n\r\n");
    stream.write_all(head.as_bytes()).await.unwrap();
    // A server that refuses early takes no more.
    drop(stream.write_all(&vec![b' '; sent]).await);
    let mut answer = Vec::new();
    // Refused, the connection is closed; otherwise nothing comes until the client is given up.
    drop(stream.read_to_end(&mut answer).await);
    (!answer.is_empty()).then(|| parse(&answer))
}

#[tokio::test]
async fn unfinished_bodies_have_a_budget_by_address_and_in_all() {
    let server = limited(|_| {}).await;
    let address = server.address();
    let mut bodies = tokio::task::JoinSet::new();
    for from in 1..=20 {
        for _ in 0..8 {
            bodies.spawn(async move { (from, unfinished(from, address, 900_000, 1_000_000).await) });
        }
    }
    // 6 MiB of each address and 48 MiB in all are for records, 1 MiB each.
    let mut refused = 0;
    while refused < 160 - 48 {
        let (_, answer) = timeout(LONG, bodies.join_next()).await.expect("some are refused").unwrap().unwrap();
        let answer = answer.expect("a refused client is told so");
        assert_eq!((answer.status, answer.code().as_str()), (503, "too_many"), "{}", answer.head);
        assert!(answer.header("retry-after").is_some(), "{}", answer.head);
        refused += 1;
    }
    let held = figure(address, "body_bytes").await;
    assert!(held <= 48 * 1024 * 1024, "{held}");
    // Records never keep anybody from a seat, wherever they are.
    for from in [1, 20, 30] {
        let mut other = Browser::from(address, from);
        let seats = json!([{"who": {"sitter": "here", "name": "Anna"}}, {"who": {"sitter": "open"}}]);
        other.create(json!({"map": "usa", "seats": seats})).await;
    }
    // A client that goes away leaves nothing behind.
    bodies.shutdown().await;
    until(async || figure(address, "body_bytes").await == 0).await;
    assert_eq!(replay_file(address, 1, "{}").await.status, 400, "there is room again");
    server.stop().await;
}

#[tokio::test]
async fn one_address_leaves_room_for_others() {
    let server = limited(|_| {}).await;
    let address = server.address();
    let mut bodies = tokio::task::JoinSet::new();
    for _ in 0..30 {
        bodies.spawn(unfinished(1, address, 900_000, 1_000_000));
    }
    for _ in 0..30 - 6 {
        let answer = timeout(LONG, bodies.join_next()).await.expect("some are refused").unwrap().unwrap();
        assert_eq!(answer.expect("an answer").status, 503);
    }
    assert_eq!(replay_file(address, 2, "{}").await.status, 400, "another address has its own");
    bodies.shutdown().await;
    server.stop().await;
}

#[tokio::test]
async fn what_is_too_large_is_refused_before_it_comes() {
    let server = limited(|_| {}).await;
    for (path, length) in [("/api/replay", 3_000_000), ("/api/tables", 20_000)] {
        let head = format!(
            "POST {path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: {length}\r\n\r\n"
        );
        let answer = raw(server.address(), head.as_bytes()).await;
        assert_eq!((answer.status, answer.code().as_str()), (413, "too_large"), "{path}");
    }
    // Without a length it is refused as soon as it is too large.
    let mut chunked = b"POST /api/tables HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n\
        Transfer-Encoding: chunked\r\n\r\n4000\r\n"
        .to_vec();
    chunked.extend([b' '; 0x4000]);
    let answer = raw(server.address(), &chunked).await;
    assert_eq!((answer.status, answer.code().as_str()), (413, "too_large"));
    server.stop().await;
}

async fn replay_file(address: SocketAddr, from: u8, record: &str) -> HttpAnswer {
    let path = "/api/replay?viewer=all&count=100";
    request_from(source(from), address, "POST", path, &[], Some(record.as_bytes().to_vec())).await
}

fn record() -> String {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/games/germany-4-players.json");
    std::fs::read_to_string(file).unwrap()
}

fn explain(count: usize) -> Value {
    let targets: Vec<Value> = (0..count).map(|_| json!({"target": "deck"})).collect();
    json!({"type": "explain", "request": 1, "targets": targets})
}

#[tokio::test]
async fn all_sockets_of_an_address_share_one_budget_of_work() {
    // 40 units at once: an address that owes as much again pays for 20 seconds.
    let server = limited(|limits| limits.work_per_second = 2).await;
    let address = server.address();
    let (table, _, [mut anna, _]) = two_players(address, "usa").await;
    let flood = Browser::from(address, 2);
    let (mut one, mut other) = (flood.sit(&table).await, flood.sit(&table).await);
    one.ask(explain(256), "explained").await;
    for screen in [&mut one, &mut other] {
        screen.send(json!({"type": "ping", "at": 1})).await;
        while !screen.is_closed && screen.last["type"] != "goodbye" {
            screen.next().await;
            assert_ne!(screen.last["type"], "pong", "an address that owes much is sent away");
        }
        assert_eq!(screen.last["refusal"]["code"], "too_many", "{}", screen.last);
        assert!(screen.last["retry_after"].as_u64().unwrap() > 1000, "{}", screen.last);
    }
    let refused = flood.get("/api/levels").await;
    assert_eq!((refused.status, refused.code().as_str()), (429, "too_many"));
    assert!(refused.header("retry-after").unwrap().parse::<u64>().unwrap() > 1, "{}", refused.head);
    assert_eq!(anna.ask(json!({"type": "ping", "at": 7}), "pong").await["at"], 7, "nobody else notices");
    // A client that owes little waits, and is answered.
    let mut patient = Browser::from(address, 3).sit(&table).await;
    patient.ask(explain(38), "explained").await;
    assert_eq!(patient.ask(json!({"type": "ping", "at": 8}), "pong").await["at"], 8);
    assert!(figure(address, "work_delayed_total").await >= 1);
    server.stop().await;
}

#[tokio::test]
async fn a_session_pays_wherever_it_is() {
    let server = limited(|limits| limits.work_per_second = 8).await;
    let (table, [anna, _], [mut screen, _]) = two_players(server.address(), "usa").await;
    screen.ask(explain(256), "explained").await;
    let moved = Browser { source: source(2), ..anna };
    let mut elsewhere = moved.sit(&table).await;
    elsewhere.send(json!({"type": "ping", "at": 1})).await;
    while !elsewhere.is_closed && elsewhere.last["type"] != "goodbye" {
        elsewhere.next().await;
    }
    assert_eq!(elsewhere.last["refusal"]["code"], "too_many", "{}", elsewhere.last);
    server.stop().await;
}

#[tokio::test]
async fn work_is_charged_by_what_was_done() {
    let mut config = config_with(|table| table.sleep_after = Duration::from_millis(100));
    config.limits.io_timeout = LONG;
    let server = server_with(config, Arc::new(MemoryStore::default())).await;
    let address = server.address();
    let (table, [anna, _], mut screens) = two_players(address, "berlin").await;
    let mut dice = Dice(5);
    while one_action(&mut screens, &mut dice).await {}
    screens[0].wait(|screen| screen.status() == "finished").await;
    let steps = screens[0].revision();
    assert!(steps > 50);
    let worked = async || figure(address, "work_total").await;
    let mut screen = anna.sit(&table).await;

    let before = worked().await;
    let told = screen.ask(json!({"type": "history", "from": 0}), "history").await;
    assert_eq!(told["steps"].as_array().unwrap().len() as u64, steps);
    assert!(worked().await - before >= steps, "a unit for a step");

    let before = worked().await;
    screen.ask(explain(200), "explained").await;
    assert!(worked().await - before >= 200, "a unit for a target");

    let before = worked().await;
    let path = format!("/api/tables/{table}/replay?viewer=all&count=10");
    assert_eq!(anna.get(&path).await.status, 200);
    assert!(worked().await - before >= 10 * 6 * 3 + steps / 8, "ten steps with six views each, and all that led there");

    // Whoever wakes a table pays for the steps that are replayed.
    drop((screens, screen));
    until(async || tables_awake(&anna).await == "0").await;
    let before = worked().await;
    assert_eq!(anna.get(&format!("/api/tables/{table}")).await.status, 200);
    let woken = worked().await - before;
    assert!(woken >= 2 * 5 + steps / 8, "two requests and what was replayed: {woken}");

    let (before, record) = (worked().await, record());
    assert_eq!(replay_file(address, 1, &record).await.status, 200);
    let cost = worked().await - before;
    assert!(cost as usize >= 100 * 6 * 3 + record.len() / 256, "a hundred steps, and what was read: {cost}");
    server.stop().await;
}

#[tokio::test]
async fn replays_are_refused_to_a_client_that_has_had_too_many() {
    let server = limited(|limits| limits.work_per_second = 2).await;
    let address = server.address();
    let record = record();
    assert_eq!(replay_file(address, 2, &record).await.status, 200);
    let refused = replay_file(address, 2, &record).await;
    assert_eq!((refused.status, refused.code().as_str()), (429, "too_many"));
    assert!(refused.header("retry-after").unwrap().parse::<u64>().unwrap() > 1, "{}", refused.head);
    assert_eq!(replay_file(address, 3, &record).await.status, 200, "another address has its own");
    server.stop().await;
}

/// A class that plays at one table and watches it, all from one address, with the usual limits.
#[tokio::test]
async fn a_class_of_thirty_behind_one_address_is_never_refused() {
    let mut config = Config::default();
    config.table.bot_delay = 0.0;
    // On a slow machine it may take long.
    config.limits.io_timeout = WAIT_LIMIT;
    let server = server_with(config, Arc::new(MemoryStore::default())).await;
    let address = server.address();
    let (table, _, screens) = two_players(address, "usa").await;
    let mut class = tokio::task::JoinSet::new();
    let record = Arc::new(record());
    for _ in 0..30 {
        let (table, record) = (table.clone(), record.clone());
        class.spawn(async move {
            let pupil = Browser::new(address);
            // A page and what it is made of.
            for path in ["/", "/api/maps", "/api/levels", "/api/maps/usa", "/api/tables", "/api/games"] {
                for _ in 0..3 {
                    let answer = pupil.get(path).await;
                    assert_eq!(answer.status, 200, "{path}: {}", answer.text());
                }
            }
            let mut screen = pupil.sit(&table).await;
            screen.ask(json!({"type": "history", "from": 0}), "history").await;
            // Every route of the board, as a screen reader meets them. These are fewer messages than a socket may send at once.
            for request in 0..50 {
                let targets = [2 * request, 2 * request + 1].map(|route| json!({"target": "route", "route": route}));
                screen.ask(json!({"type": "explain", "request": request, "targets": targets}), "explained").await;
            }
            for from in [0, 50, 100] {
                let path = format!("/api/replay?viewer=all&from={from}&count=50");
                let sent = Some(record.as_bytes().to_vec());
                let answer = request_from(pupil.source, address, "POST", &path, &[], sent).await;
                assert_eq!(answer.status, 200, "{}", answer.text());
            }
        });
    }
    while let Some(pupil) = timeout(LONG, class.join_next()).await.expect("everybody is served") {
        pupil.unwrap();
    }
    drop(screens);
    server.stop().await;
}
