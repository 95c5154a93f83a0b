//! A full disk or a failing write: the action is refused in words, the table goes on, nothing is half-saved.

#![allow(clippy::unwrap_used, reason = "a test's helpers may fail loudly")]

mod support;

use capolinea_server::store::memory::MemoryStore;
use capolinea_server::store::*;
use capolinea_server::{TableId, TokenHash};
use serde_json::json;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use support::*;

/// A store that fails when told to.
#[derive(Default)]
struct Faulty {
    inner: MemoryStore,
    fails: AtomicBool,
    reads_fail: AtomicBool,
}

impl Faulty {
    fn write<T: Send + 'static>(&self, write: impl FnOnce(&MemoryStore) -> Answer<T>) -> Answer<T> {
        if self.fails.load(Ordering::SeqCst) {
            let problem = "database or disk is full (secret detail)".to_string();
            return Box::pin(std::future::ready(Err(StoreError::Failed { problem })));
        }
        write(&self.inner)
    }
}

impl Store for Faulty {
    fn create(&self, table: NewTable) -> Answer<()> {
        self.write(|inner| inner.create(table))
    }
    fn load(&self, id: TableId) -> Answer<Option<StoredTable>> {
        if self.reads_fail.load(Ordering::SeqCst) {
            return Box::pin(std::future::ready(Err(StoreError::Failed { problem: "it can't be read".into() })));
        }
        self.inner.load(id)
    }
    fn save_sheet(&self, id: TableId, version: u64, sheet: Sheet, head: Head) -> Answer<()> {
        self.write(|inner| inner.save_sheet(id, version, sheet, head))
    }
    fn append(&self, id: TableId, step: StoredStep, head: Head) -> Answer<()> {
        self.write(|inner| inner.append(id, step, head))
    }
    fn add_chat(&self, id: TableId, line: ChatRow) -> Answer<()> {
        self.write(|inner| inner.add_chat(id, line))
    }
    fn chat(&self, id: TableId, at_most: u32) -> Answer<Vec<ChatRow>> {
        self.inner.chat(id, at_most)
    }
    fn tables_of(&self, session: TokenHash, at_most: u32) -> Answer<Vec<TableRow>> {
        self.inner.tables_of(session, at_most)
    }
    fn listed(&self, at_most: u32) -> Answer<Vec<TableRow>> {
        self.inner.listed(at_most)
    }
    fn alarms(&self) -> Answer<Vec<Alarm>> {
        self.inner.alarms()
    }
    fn add_session(&self, session: TokenHash, at: u64) -> Answer<()> {
        self.write(|inner| inner.add_session(session, at))
    }
    fn has_session(&self, session: TokenHash) -> Answer<bool> {
        self.inner.has_session(session)
    }
    fn add_link(&self, link: SeatLinkRow) -> Answer<()> {
        self.write(|inner| inner.add_link(link))
    }
    fn link(&self, token: TokenHash, now: u64) -> Answer<Option<SeatLinkRow>> {
        self.inner.link(token, now)
    }
    fn spend_link(&self, token: TokenHash, by: TokenHash) -> Answer<()> {
        self.write(|inner| inner.spend_link(token, by))
    }
    fn count_open(&self, session: TokenHash, since: u64) -> Answer<u32> {
        self.inner.count_open(session, since)
    }
    fn forget_old(&self, now: u64) -> Answer<()> {
        self.write(|inner| inner.forget_old(now))
    }
    fn check(&self) -> Answer<()> {
        self.write(|inner| inner.check())
    }
}

#[tokio::test]
async fn an_action_that_can_not_be_saved_has_not_happened() {
    let store = Arc::new(Faulty::default());
    let server = server_with(config(), store.clone()).await;
    let (table, [mut anna, _], mut screens) = two_players(server.address(), "berlin").await;
    let mut dice = Dice(3);
    for _ in 0..10 {
        one_action(&mut screens, &mut dice).await;
    }
    let newest = screens.iter().map(Screen::revision).max().unwrap();
    for screen in &mut screens {
        screen.wait(|screen| screen.revision() == newest).await;
    }
    let decider = screens.iter().position(Screen::must_decide).unwrap();
    store.fails.store(true, Ordering::SeqCst);
    for _ in 0..3 {
        let action = screens[decider].choose(1).unwrap();
        let id = screens[decider].play(action).await;
        let refusal = screens[decider].answer(id).await["refusal"].clone();
        assert_eq!(refusal["code"], "not_saved");
        assert!(!refusal.to_string().contains("secret detail"), "the details are for the log");
        assert_eq!(screens[decider].revision(), newest);
    }
    screens[decider].send(json!({"type": "chat", "id": 5, "text": "ciao"})).await;
    assert_eq!(screens[decider].answer(5).await["refusal"]["code"], "not_saved");
    assert_eq!(anna.get("/healthz").await.status, 503);
    let refused = anna
        .post("/api/tables", json!({"map": "usa", "seats": [{"who": {"sitter": "open"}}, {"who": {"sitter": "open"}}]}))
        .await;
    assert_eq!((refused.status, refused.code().as_str()), (503, "not_saved"));
    assert_eq!(store.inner.load(table.parse().unwrap()).await.unwrap().unwrap().steps.len() as u64, newest);

    // The disk has room again: the table goes on as if nothing had been.
    store.fails.store(false, Ordering::SeqCst);
    assert_eq!(anna.get("/healthz").await.status, 200);
    while one_action(&mut screens, &mut dice).await {}
    screens[0].wait(|screen| screen.status() == "finished").await;
    server.stop().await;
}

#[tokio::test]
async fn a_bot_tries_again_until_its_action_can_be_saved() {
    let store = Arc::new(Faulty::default());
    let server = server_with(config(), store.clone()).await;
    let mut anna = Browser::new(server.address());
    let seats = json!([{"who": {"sitter": "here", "name": "Anna"}}, {"who": {"sitter": "bot", "level": "beginner"}}]);
    let settings = json!({"pace": "instant", "first": 0});
    let table = anna.create(json!({"map": "berlin", "seats": seats, "settings": settings, "start": true})).await;
    let mut screen = anna.sit(&table).await;
    let mut dice = Dice(3);
    while !screen.is_over() {
        if !screen.must_decide() {
            screen.next().await;
            continue;
        }
        let action = screen.choose(dice.roll()).unwrap();
        let id = screen.play(action).await;
        screen.answer(id).await;
        // Now and then the disk is full for a moment, while the bot is about to move.
        if dice.roll().is_multiple_of(4) {
            store.fails.store(true, Ordering::SeqCst);
            tokio::time::sleep(std::time::Duration::from_millis(20)).await;
            store.fails.store(false, Ordering::SeqCst);
        }
    }
    server.stop().await;
}

#[tokio::test]
async fn a_link_is_not_spent_on_a_move_that_fails() {
    let store = Arc::new(Faulty::default());
    let server = server_with(config(), store.clone()).await;
    let (table, [mut anna, _], _screens) = two_players(server.address(), "usa").await;
    let link = anna.post(&format!("/api/tables/{table}/seats/0/link"), json!({})).await.json();
    let token = link["path"].as_str().unwrap().strip_prefix("/seat#").unwrap().to_string();
    let mut phone = Browser::new(server.address());
    store.fails.store(true, Ordering::SeqCst);
    assert_eq!(phone.post("/api/seat", json!({"token": token})).await.code(), "not_saved");
    store.fails.store(false, Ordering::SeqCst);
    let seated = phone.post("/api/seat", json!({"token": token})).await;
    assert_eq!(seated.json(), json!({"table": table, "seats": [0]}));
    let again = Browser::new(server.address()).post("/api/seat", json!({"token": token})).await;
    assert_eq!(again.code(), "not_found");
    server.stop().await;
}

#[tokio::test]
async fn an_alarm_is_not_lost_when_its_table_can_not_be_read_at_once() {
    let store = Arc::new(Faulty::default());
    let config = capolinea_server::Config { sleep_after: std::time::Duration::from_millis(100), ..config() };
    let server = server_with(config, store.clone()).await;
    let mut anna = Browser::new(server.address());
    let seats = json!([{"who": {"sitter": "here", "name": "Anna"}}, {"who": {"sitter": "bot", "level": "beginner"}}]);
    let settings = json!({"pace": "instant", "first": 0, "turn_limit": 2});
    let table = anna.create(json!({"map": "berlin", "seats": seats, "settings": settings, "start": true})).await;
    let mut screen = anna.sit(&table).await;
    screen.wait(|screen| screen.must_decide()).await;
    screen.close().await;
    tokio::time::sleep(std::time::Duration::from_millis(500)).await;
    store.reads_fail.store(true, Ordering::SeqCst);
    let failures = async || {
        let metrics = anna.get("/metrics").await.text();
        !metrics.contains("capolinea_store_failures_total 0\n")
    };
    let mut tries = 0;
    while !failures().await {
        tries += 1;
        assert!(tries < 400, "the alarm should ring");
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    }
    store.reads_fail.store(false, Ordering::SeqCst);
    // Nobody is there: the bot that stands in plays the game to its end.
    while anna.get("/api/games").await.json()["games"][0]["status"] != "finished" {
        tries += 1;
        assert!(tries < 1000, "the alarm rings again");
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    }
    server.stop().await;
}
