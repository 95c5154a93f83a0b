//! A full disk or a failing write: the action is refused in words, the table goes on, nothing is half-saved.

use capolinea_server::store::memory::MemoryStore;
use capolinea_server::store::*;
use capolinea_server::{TableId, TokenHash};
use capolinea_tests::server::*;
use serde_json::json;
use std::sync::atomic::{AtomicBool, AtomicI64, AtomicU32, Ordering};
use std::sync::{Arc, Mutex};
use tokio::sync::{mpsc, oneshot};

/// A game that is being read: which, and how the reading goes on.
pub type Held = (TableId, oneshot::Sender<()>);

/// A store that fails or holds games back when told to.
#[derive(Default)]
pub struct Faulty {
    pub inner: MemoryStore,
    fails: AtomicBool,
    /// After so many more writes, one fails.
    fails_after: AtomicI64,
    failed: AtomicU32,
    reads_fail: AtomicBool,
    /// Told of every game that is read; it is read when the teller is answered.
    pub holding: Mutex<Option<mpsc::UnboundedSender<Held>>>,
}

impl Faulty {
    /// One that does not fail yet.
    pub fn new() -> Arc<Faulty> {
        let faulty = Faulty::default();
        faulty.fails_after.store(-1, Ordering::SeqCst);
        Arc::new(faulty)
    }

    fn write<T: Send + 'static>(&self, write: impl FnOnce(&MemoryStore) -> StoreFuture<T>) -> StoreFuture<T> {
        let is_the_one = self.fails_after.fetch_sub(1, Ordering::SeqCst) == 0;
        if is_the_one || self.fails.load(Ordering::SeqCst) {
            self.failed.fetch_add(1, Ordering::SeqCst);
            let problem = "database or disk is full (secret detail)".to_string();
            return Box::pin(std::future::ready(Err(StoreError::Failed { problem })));
        }
        write(&self.inner)
    }
}

impl Store for Faulty {
    fn create(&self, table: NewTable) -> StoreFuture<()> {
        self.write(|inner| inner.create(table))
    }
    fn create_once(&self, table: NewTable, attempt: AttemptRow) -> StoreFuture<()> {
        self.write(|inner| inner.create_once(table, attempt))
    }
    fn challenges(&self) -> &dyn ChallengeStore {
        self.inner.challenges()
    }
    fn attempt(&self, key: TokenHash) -> StoreFuture<Option<AttemptRow>> {
        self.inner.attempt(key)
    }
    fn load(&self, id: TableId) -> StoreFuture<Option<StoredTable>> {
        if self.reads_fail.load(Ordering::SeqCst) {
            return Box::pin(std::future::ready(Err(StoreError::Failed { problem: "it can't be read".into() })));
        }
        let loaded = self.inner.load(id);
        let (go_on, gone_on) = oneshot::channel();
        if let Some(holding) = &*self.holding.lock().unwrap()
            && holding.send((id, go_on)).is_ok()
        {
            return Box::pin(async move {
                // A test that has ended holds nothing back.
                drop(gone_on.await);
                loaded.await
            });
        }
        loaded
    }
    fn commit(&self, id: TableId, write: Write) -> StoreFuture<()> {
        self.write(|inner| inner.commit(id, write))
    }
    fn add_chat(&self, id: TableId, line: ChatRow) -> StoreFuture<()> {
        self.write(|inner| inner.add_chat(id, line))
    }
    fn chat(&self, id: TableId, at_most: u32) -> StoreFuture<Vec<ChatRow>> {
        self.inner.chat(id, at_most)
    }
    fn tables_of(&self, session: TokenHash, at_most: u32) -> StoreFuture<Vec<TableRow>> {
        self.inner.tables_of(session, at_most)
    }
    fn alarms(&self) -> StoreFuture<Vec<Alarm>> {
        self.inner.alarms()
    }
    fn add_session(&self, session: TokenHash, at: u64) -> StoreFuture<()> {
        self.write(|inner| inner.add_session(session, at))
    }
    fn session_seen(&self, session: TokenHash) -> StoreFuture<Option<u64>> {
        self.inner.session_seen(session)
    }
    fn add_link(&self, link: SeatLinkRow) -> StoreFuture<()> {
        self.write(|inner| inner.add_link(link))
    }
    fn link(&self, token: TokenHash, now: u64) -> StoreFuture<Option<SeatLinkRow>> {
        self.inner.link(token, now)
    }
    fn spend_link(&self, token: TokenHash, by: TokenHash) -> StoreFuture<()> {
        self.write(|inner| inner.spend_link(token, by))
    }
    fn count_open(&self, session: TokenHash, since: u64) -> StoreFuture<u32> {
        self.inner.count_open(session, since)
    }
    fn forget_old(&self, now: u64) -> StoreFuture<bool> {
        self.write(|inner| inner.forget_old(now))
    }
    fn check(&self) -> StoreFuture<()> {
        self.write(|inner| inner.check())
    }
}

#[tokio::test]
async fn an_action_that_can_not_be_saved_has_not_happened() {
    let store = Faulty::new();
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
    let store = Faulty::new();
    let server = server_with(config(), store.clone()).await;
    let mut anna = Browser::new(server.address());
    let seats = json!([{"who": {"sitter": "here", "name": "Anna"}}, {"who": {"sitter": "bot", "level": "beginner"}}]);
    let settings = json!({"pace": "instant", "first": 0});
    let table = anna.create(json!({"map": "berlin", "seats": seats, "settings": settings, "start": true})).await;
    let mut screen = anna.sit(&table).await;
    let mut dice = Dice(3);
    let (mut actions, mut refused) = (0, 0);
    while !screen.is_over() {
        if !screen.must_decide() {
            screen.next().await;
            continue;
        }
        // Now and then the disk is full for a moment: not for Anna's action, but for the one after it.
        actions += 1;
        if actions % 4 == 0 {
            store.fails_after.store(1, Ordering::SeqCst);
        }
        let action = screen.choose(dice.roll()).unwrap();
        let id = screen.play(action).await;
        refused += u32::from(screen.answer(id).await["type"] == "refused");
    }
    assert!(store.failed.load(Ordering::SeqCst) > refused, "some of the bot's actions were not saved at once");
    server.stop().await;
}

#[tokio::test]
async fn a_link_is_not_spent_on_a_move_that_fails() {
    let store = Faulty::new();
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
    let store = Faulty::new();
    let server = server_with(config(), store.clone()).await;
    let mut anna = Browser::new(server.address());
    let seats = json!([{"who": {"sitter": "here", "name": "Anna"}}, {"who": {"sitter": "bot", "level": "beginner"}}]);
    let settings = json!({"pace": "instant", "first": 0, "turn_limit": 600});
    let table = anna.create(json!({"map": "berlin", "seats": seats, "settings": settings, "start": true})).await;
    let mut screen = anna.sit(&table).await;
    screen.wait(|screen| screen.must_decide()).await;
    server.stop().await;
    // The turn is over, but the table can't be read.
    alter(&*store, &table, |_, status| (status.deadline, status.wakes_at) = (Some(1), Some(1))).await;
    store.reads_fail.store(true, Ordering::SeqCst);
    let server = server_with(config(), store.clone()).await;
    anna.address = server.address();
    until(async || !anna.get("/metrics").await.text().contains("capolinea_store_failures_total 0\n")).await;
    store.reads_fail.store(false, Ordering::SeqCst);
    // Nobody is there: the bot that stands in plays the game to its end.
    until(async || anna.get("/api/games").await.json()["games"][0]["status"] == "finished").await;
    server.stop().await;
}

#[tokio::test]
async fn a_store_that_can_not_be_read_is_not_healthy() {
    let folder = tempfile::tempdir().unwrap();
    let store = Arc::new(sqlite::SqliteStore::open(folder.path()).unwrap());
    let server = server_with(config(), store).await;
    let browser = Browser::new(server.address());
    assert_eq!(browser.get("/healthz").await.status, 200);
    // It can be written as before, but what everybody needs is gone.
    let other = rusqlite::Connection::open(folder.path().join("capolinea.sqlite")).unwrap();
    other.execute_batch("ALTER TABLE heads RENAME TO lost").unwrap();
    let sick = browser.get("/healthz").await;
    assert_eq!((sick.status, sick.code().as_str()), (503, "not_saved"));
    other.execute_batch("ALTER TABLE lost RENAME TO heads").unwrap();
    assert_eq!(browser.get("/healthz").await.status, 200);
    server.stop().await;
}
