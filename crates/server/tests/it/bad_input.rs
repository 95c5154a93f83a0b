//! Bad input: too large, malformed, out of order, flooding, half-open and slow clients. They get a clear error or are cut
//! off, and nobody else notices.

use capolinea_server::store::memory::MemoryStore;
use capolinea_server::{Config, Server};
use capolinea_tests::server::http::{raw, request};
use capolinea_tests::server::*;
use serde_json::{Value, json};
use std::sync::Arc;
use std::time::Duration;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::time::timeout;

async fn limited(change: impl FnOnce(&mut Config)) -> Server {
    let mut config = config();
    change(&mut config);
    server_with(config, Arc::new(MemoryStore::default())).await
}

/// Sends something and waits for the goodbye.
async fn goodbye(screen: &mut Screen, text: &str) -> Value {
    screen.send_text(text).await;
    while !screen.is_closed && screen.last["type"] != "goodbye" {
        screen.next().await;
    }
    let goodbye = screen.last.clone();
    while !screen.is_closed {
        screen.next().await;
    }
    goodbye
}

#[tokio::test]
async fn a_message_that_makes_no_sense_ends_its_own_connection_only() {
    let server = server().await;
    let (table, [_, bruno], [mut anna, _]) = two_players(server.address(), "usa").await;
    let deep = format!("{}{}", "[".repeat(5000), "]".repeat(5000));
    let nested = format!(r#"{{"type":"play","action":{}}}"#, "{\"do\":".repeat(500));
    for bad in [
        "",
        "x",
        "{}",
        "[]",
        "null",
        "{\"type\":\"play\"}",
        "{\"type\":\"nonsense\"}",
        "\u{0}",
        &deep,
        &nested,
        r#"{"type":"play","id":-1,"seat":0,"revision":0,"action":{"do":"pass"}}"#,
        r#"{"type":"play","id":1,"seat":0,"revision":0,"action":{"do":"pass"},"extra":1}"#,
        r#"{"type":"play","id":1,"seat":300,"revision":0,"action":{"do":"pass"}}"#,
        r#"{"type":"play","id":1,"seat":0,"revision":0,"action":{"do":"claim_route","route":0,"payment":{"color":"mauve","wilds":0}}}"#,
        r#"{"type":"play","id":1e400,"seat":0,"revision":0,"action":{"do":"pass"}}"#,
    ] {
        let mut screen = bruno.sit(&table).await;
        let goodbye = goodbye(&mut screen, bad).await;
        assert_eq!(goodbye["refusal"]["code"], "bad_request", "{bad:.60}: {goodbye}");
        assert!(goodbye["refusal"]["words"].as_str().unwrap().starts_with("the message is not valid"));
    }
    let mut screen = bruno.sit(&table).await;
    let large = goodbye(&mut screen, &format!(r#"{{"type":"chat","id":1,"text":"{}"}}"#, "x".repeat(100_000))).await;
    assert!(large["refusal"]["code"] == "too_large" || screen.is_closed, "{large}");
    let id = anna.play(json!({"do": "keep_tickets", "offered": 7})).await;
    assert_eq!(anna.answer(id).await["type"], "update", "nobody else has noticed");
    server.stop().await;
}

#[tokio::test]
async fn messages_out_of_order_are_refused_in_words() {
    let server = server().await;
    let mut anna = Browser::new(server.address());
    let seats = json!([{"who": {"sitter": "here", "name": "Anna"}}, {"who": {"sitter": "open"}}]);
    let table = anna.create(json!({"map": "usa", "seats": seats})).await;
    let mut screen = anna.sit(&table).await;
    for message in [
        json!({"type": "play", "id": 1, "seat": 0, "revision": 0, "action": {"do": "draw_blind"}}),
        json!({"type": "undo", "id": 1, "seat": 0, "revision": 0}),
        json!({"type": "propose", "id": 1, "seat": 0, "proposal": {"proposal": "takeback"}}),
        json!({"type": "propose", "id": 1, "seat": 0, "proposal": {"proposal": "replace", "seat": 9}}),
        json!({"type": "return", "id": 1, "seat": 0}),
        json!({"type": "vote", "id": 1, "seat": 0, "vote": 7, "agree": true}),
    ] {
        screen.send(message.clone()).await;
        let refusal = screen.answer(1).await["refusal"].clone();
        assert!(["wrong_status", "stale"].contains(&refusal["code"].as_str().unwrap()), "{message}: {refusal}");
        assert!(!refusal["words"].as_str().unwrap().is_empty());
    }
    screen.ask(json!({"type": "history", "from": 0}), "refused").await;
    screen.ask(json!({"type": "explain", "request": 1, "targets": []}), "refused").await;
    assert_eq!(anna.post(&format!("/api/tables/{table}/start"), json!({})).await.code(), "wrong_status");
    server.stop().await;
}

#[tokio::test]
async fn who_floods_is_cut_off() {
    let server = limited(|config| config.limits.messages_per_second = 1).await;
    let (table, [_, bruno], [mut anna, _]) = two_players(server.address(), "usa").await;
    let mut screen = bruno.sit(&table).await;
    for at in 0..100 {
        screen.send(json!({"type": "ping", "at": at})).await;
    }
    while !screen.is_closed && screen.last["type"] != "goodbye" {
        screen.next().await;
    }
    assert_eq!(screen.last["refusal"]["code"], "too_many");
    assert!(screen.last["retry_after"].as_u64().is_some_and(|wait| wait > 0), "{}", screen.last);
    let pong = anna.ask(json!({"type": "ping", "at": 5}), "pong").await;
    assert_eq!(pong["at"], 5);
    server.stop().await;
}

#[tokio::test]
async fn one_address_can_not_have_everything() {
    let server = limited(|config| {
        config.limits.sockets_per_address = 3;
        config.limits.tables_per_hour = 2;
    })
    .await;
    let mut anna = Browser::new(server.address());
    let seats = json!([{"who": {"sitter": "here", "name": "Anna"}}, {"who": {"sitter": "open"}}]);
    let table = anna.create(json!({"map": "usa", "seats": seats})).await;
    anna.create(json!({"map": "usa", "seats": seats})).await;
    let third = anna.post("/api/tables", json!({"map": "usa", "seats": seats})).await;
    assert_eq!((third.status, third.code().as_str()), (429, "too_many"));
    let mut screens = Vec::new();
    for _ in 0..3 {
        screens.push(anna.sit(&table).await);
    }
    assert!(anna.try_sit(&table).await.is_err(), "a fourth socket");
    screens.pop().unwrap().close().await;
    // A closed socket makes room.
    until(async || anna.try_sit(&table).await.is_ok()).await;
    server.stop().await;
    let server = limited(|config| config.limits.requests_per_second = 1).await;
    let browser = Browser::new(server.address());
    until(async || {
        let answer = browser.get("/api/levels").await;
        assert!(answer.status == 200 || answer.header("retry-after").is_some(), "{}", answer.head);
        answer.status == 429
    })
    .await;
    server.stop().await;
}

#[tokio::test]
async fn requests_that_make_no_sense_get_an_answer() {
    let server = limited(|config| config.limits.io_timeout = WAIT_LIMIT).await;
    let address = server.address();
    assert_eq!(raw(address, b"\x16\x03\x01\x02garbage\r\n\r\n").await.status, 400);
    let long = format!("GET / HTTP/1.1\r\nHost: x\r\nX: {}\r\n\r\n", "y".repeat(100_000));
    assert!([431, 400, 0].contains(&raw(address, long.as_bytes()).await.status));
    let json_type = [("Content-Type".to_string(), "application/json".to_string())];
    let post = |path: &'static str, body: Vec<u8>| {
        let headers = json_type.clone();
        async move { request(address, "POST", path, &headers, Some(body)).await }
    };
    let large = post("/api/tables", vec![b'x'; 100_000]).await;
    assert_eq!((large.status, large.code().as_str()), (413, "too_large"));
    let too_large_record = post("/api/replay", vec![b'{'; 5_000_000]).await;
    assert!([413, 0].contains(&too_large_record.status));
    for body in
        ["", "{", "null", "[[[[[[[[", "{\"map\":\"usa\"}", "{\"map\":\"usa\",\"seats\":[],\"settings\":{\"x\":1}}"]
    {
        let answer = post("/api/tables", body.into()).await;
        assert_eq!((answer.status, answer.code().as_str()), (400, "bad_request"), "{body}");
    }
    for (asked, words) in [
        (json!({"map": "atlantis", "seats": []}), "no map"),
        (json!({"map": "usa", "seats": []}), "not for 0"),
        (json!({"map": "usa", "seats": vec![json!({"who": {"sitter": "open"}}); 6]}), "not for 6"),
        (json!({"map": "usa", "seats": vec![json!({"who": {"sitter": "bot", "level": "hal"}}); 2]}), "no level"),
        (
            json!({"map": "usa", "seats": vec![json!({"who": {"sitter": "open"}}); 2], "settings": {"first": 2}}),
            "first player",
        ),
        (
            json!({"map": "usa", "seats": vec![json!({"who": {"sitter": "open"}}); 2], "settings": {"turn_limit": 0}}),
            "turn limit",
        ),
        (json!({"map": "usa", "seats": vec![json!({"who": {"sitter": "open"}}); 2], "start": true}), "open seat"),
    ] {
        let answer = post("/api/tables", asked.to_string().into()).await;
        assert!(answer.text().contains(words), "{asked}: {}", answer.text());
    }
    let browser = Browser::new(address);
    for (path, status) in [
        ("/api/nothing", 404),
        ("/api/maps/atlantis", 404),
        ("/api/maps/..%2f..%2fusa", 404),
        ("/nothing.js", 404),
        ("/../Cargo.toml", 404),
        ("/%2e%2e/Cargo.toml", 404),
        ("/api/tables/x/socket", 400),
        ("/api/tables/x/replay?from=x", 400),
        ("/api/tables/%ff", 400),
        ("/t/abc", 200),
    ] {
        assert_eq!(browser.get(path).await.status, status, "{path}");
    }
    for path in ["/api/tables/x/replay?from=x", "/api/tables/%ff"] {
        assert_eq!(browser.get(path).await.code(), "bad_request", "{path}");
    }
    assert_eq!(post("/api/tables/x/seats/999/link", b"{}".to_vec()).await.code(), "bad_request");
    let endless = post("/api/replay", "0 pass\n".repeat(50_000).into()).await;
    assert!(endless.text().contains("50000 lines"), "{}", endless.text());
    assert_eq!(request(address, "DELETE", "/api/tables", &[], None).await.status, 404);
    server.stop().await;
}

#[tokio::test]
async fn a_body_that_never_comes_is_not_waited_for() {
    let server = limited(|config| config.limits.io_timeout = Duration::from_secs(1)).await;
    let slow = raw(server.address(), b"POST /api/tables HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 50\r\nConnection: close\r\n\r\n{").await;
    assert_eq!(slow.status, 408);
    server.stop().await;
}

/// Much longer than a slow and busy machine takes to answer.
const SILENCE: Duration = Duration::from_secs(5);

#[tokio::test]
async fn who_says_nothing_at_all_is_cut_off() {
    let server = limited(|config| config.limits.idle_timeout = SILENCE).await;
    let (table, _, [mut anna, _]) = two_players(server.address(), "usa").await;
    // A client that opens a socket and then neither reads nor answers, as behind a broken line.
    let mut stream = TcpStream::connect(server.address()).await.unwrap();
    let hello = format!(
        "GET /api/tables/{table}/socket HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\
         Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
    );
    stream.write_all(hello.as_bytes()).await.unwrap();
    let mut received = Vec::new();
    let is_cut_off = std::cell::Cell::new(false);
    let gives_up = async {
        timeout(WAIT_LIMIT, stream.read_to_end(&mut received)).await.expect("the server gives up").unwrap();
        is_cut_off.set(true);
    };
    // A client that sends something stays connected.
    let stays = async {
        while !is_cut_off.get() {
            anna.ask(json!({"type": "ping", "at": 1}), "pong").await;
            tokio::time::sleep(SILENCE / 50).await;
        }
        anna.ask(json!({"type": "ping", "at": 2}), "pong").await;
    };
    tokio::join!(gives_up, stays);
    assert!(String::from_utf8_lossy(&received).contains("welcome"));
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_reads_too_slowly_is_cut_off_and_nobody_waits() {
    let server = limited(|config| config.limits.io_timeout = SILENCE).await;
    let (table, _, [mut anna, mut bruno]) = two_players(server.address(), "usa").await;
    let mut lazy = Browser::new(server.address()).sit(&table).await;
    let text = "\u{1f682}".repeat(500);
    for id in 1..=6000 {
        anna.send(json!({"type": "chat", "id": id, "text": text})).await;
        anna.answer(id).await;
        anna.received.clear();
        // The other player gets every line.
        bruno.wait(|screen| screen.last["type"] == "chat").await;
        bruno.last = Value::Null;
        bruno.received.clear();
    }
    anna.wait(|screen| screen.table["spectators"] == 0).await;
    // What was sent before is still there to read, and then nothing more.
    while !lazy.is_closed {
        lazy.next().await;
        lazy.received.clear();
    }
    server.stop().await;
}

/// Whether the server answers a new connection.
async fn has_room(server: &Server) -> bool {
    raw(server.address(), b"GET /api/levels HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n").await.status == 200
}

async fn until_there_is_room(server: &Server) {
    until(async || has_room(server).await).await;
}

#[tokio::test]
async fn connections_are_counted_and_those_that_say_nothing_are_cut_off() {
    let server = limited(|config| {
        config.limits.connections = 3;
        config.limits.io_timeout = SILENCE;
    })
    .await;
    // One says nothing, one begins a request and does not end it, one goes on for ever.
    let mut idle = Vec::new();
    for beginning in ["", "GET / HT", "GET / HTTP/1.1\r\nHost: x\r\nX-More: "] {
        let mut stream = TcpStream::connect(server.address()).await.unwrap();
        stream.write_all(beginning.as_bytes()).await.unwrap();
        idle.push(stream);
    }
    let mut fourth = TcpStream::connect(server.address()).await.unwrap();
    let mut told = String::new();
    timeout(WAIT_LIMIT, fourth.read_to_string(&mut told)).await.unwrap().unwrap();
    assert!(told.starts_with("HTTP/1.1 503") && told.contains("\"code\":\"too_many\""), "{told}");
    until_there_is_room(&server).await;
    for mut stream in idle {
        let mut rest = Vec::new();
        assert!(timeout(WAIT_LIMIT, stream.read_to_end(&mut rest)).await.is_ok(), "the server gives up");
    }
    server.stop().await;
}

#[tokio::test]
async fn who_does_not_take_an_answer_is_cut_off() {
    let server = limited(|config| {
        config.limits.connections = 1;
        config.limits.io_timeout = Duration::from_millis(700);
    })
    .await;
    // Asks for much, again and again, and reads nothing: at some time the server can send no more.
    let (mut never_read, mut asking) = TcpStream::connect(server.address()).await.unwrap().into_split();
    let request = "GET /api/maps/usa HTTP/1.1\r\nHost: x\r\n\r\n".repeat(500);
    let asks = tokio::spawn(async move { while asking.write_all(request.as_bytes()).await.is_ok() {} });
    timeout(WAIT_LIMIT, asks).await.expect("the server ends the connection").unwrap();
    until_there_is_room(&server).await;
    let mut rest = Vec::new();
    drop(never_read.read_to_end(&mut rest).await);
    server.stop().await;
}

#[tokio::test]
async fn nobody_talks_a_table_down() {
    let server = limited(|config| config.table.chat_per_minute = 6).await;
    let (table, [anna, bruno], [mut first, mut second]) = two_players(server.address(), "usa").await;
    let mut other_tab = anna.sit(&table).await;
    let mut refused = 0;
    for id in 1..=10 {
        let screen = if id % 2 == 0 { &mut first } else { &mut other_tab };
        screen.send(json!({"type": "chat", "id": id, "text": "spam"})).await;
        let answer = screen.answer(id).await;
        refused += u32::from(answer["refusal"]["code"] == "too_many");
    }
    assert_eq!(refused, 8, "two at once, on however many sockets");
    second.send(json!({"type": "chat", "id": 1, "text": "ciao"})).await;
    assert_eq!(second.answer(1).await["type"], "done", "others may talk");
    // Nobody without a name talks.
    let mut stranger = Browser::new(server.address()).sit(&table).await;
    assert_eq!(stranger.you["chat"], json!(false));
    stranger.send(json!({"type": "chat", "id": 1, "text": "spam"})).await;
    assert_eq!(stranger.answer(1).await["refusal"]["code"], "not_allowed");
    let before = bruno.sit(&table).await.welcome["chat"].as_array().unwrap().len();
    assert_eq!(before, 3);
    server.stop().await;
}

#[tokio::test]
async fn one_session_can_not_sit_everywhere() {
    let server = limited(|config| config.limits.tables_per_session = 2).await;
    let mut anna = Browser::new(server.address());
    let seats = json!([{"who": {"sitter": "here", "name": "Anna"}}, {"who": {"sitter": "open"}}]);
    let body = json!({"map": "usa", "seats": seats});
    anna.create(body.clone()).await;
    anna.create(body.clone()).await;
    assert_eq!(anna.post("/api/tables", body.clone()).await.code(), "too_many");
    let table = Browser::new(server.address()).create(body).await;
    let third = anna.post(&format!("/api/tables/{table}/join"), json!({"name": "A"})).await;
    assert_eq!((third.status, third.code().as_str()), (429, "too_many"));
    server.stop().await;
}
