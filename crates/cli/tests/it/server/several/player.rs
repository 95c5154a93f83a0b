//! A person who plays whatever happens: goes to another server when one is silent, and sends again what was not answered. Notes
//! down everything that a server has told.

use super::site::Directory;
use capolinea_tests::server::{Browser, Dice, Screen, WAIT_LIMIT};
use serde_json::{Value, json};
use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;
use tokio::sync::Semaphore;
use tokio::time::{Instant, sleep, timeout};

/// How long somebody waits for a connection.
const CONNECT: Duration = Duration::from_secs(5);

/// How far all people are.
pub struct Progress {
    /// Each new action takes one of these.
    pub may_send: Semaphore,
    done: AtomicU64,
    refused: AtomicU64,
    connections: AtomicU64,
    /// Actions that were sent, and are neither done nor given up.
    pending: AtomicU64,
}

/// How far they are at one moment.
#[derive(Clone, Copy, Debug)]
pub struct Counts {
    /// Actions that were acknowledged.
    pub done: u64,
    /// How often an action was refused because it could not be saved.
    pub refused: u64,
    /// Connections that were opened.
    pub connections: u64,
    /// Whether everything that may be sent was sent and answered.
    pub is_quiet: bool,
}

impl Default for Progress {
    fn default() -> Progress {
        let zero = || AtomicU64::new(0);
        let may_send = Semaphore::new(0);
        Progress { may_send, done: zero(), refused: zero(), connections: zero(), pending: zero() }
    }
}

impl Progress {
    pub fn now(&self) -> Counts {
        let count = |counter: &AtomicU64| counter.load(Ordering::SeqCst);
        let is_quiet = self.may_send.available_permits() == 0 && count(&self.pending) == 0;
        Counts {
            done: count(&self.done),
            refused: count(&self.refused),
            connections: count(&self.connections),
            is_quiet,
        }
    }

    /// Waits until they are far enough, or for so long.
    pub async fn wait_at_most(&self, limit: Duration, is_enough: impl Fn(Counts) -> bool) {
        let begun = Instant::now();
        while !is_enough(self.now()) && begun.elapsed() < limit {
            sleep(Duration::from_millis(5)).await;
        }
    }

    /// Waits until they are far enough.
    pub async fn wait(&self, is_enough: impl Fn(Counts) -> bool) {
        let begun = Instant::now();
        while !is_enough(self.now()) {
            let is_patient = begun.elapsed() < WAIT_LIMIT;
            assert!(
                is_patient,
                "play does not go on: {:?}, {} pending",
                self.now(),
                self.pending.load(Ordering::SeqCst)
            );
            sleep(Duration::from_millis(5)).await;
        }
    }
}

/// An action that was sent.
#[derive(Clone, Debug)]
pub struct Sent {
    pub revision: u64,
    pub action: Value,
}

/// What a person was told, and what they had asked for.
#[derive(Default)]
pub struct Notes {
    pub table: String,
    pub seat: Option<u64>,
    /// Every action that was sent, by its number.
    pub sent: HashMap<u64, Sent>,
    /// Actions that were acknowledged, with their revision if it was told.
    pub acknowledged: Vec<(u64, Option<u64>)>,
    /// Actions that were refused when they were sent for the first and only time.
    pub refused: Vec<u64>,
    /// Every view that was shown.
    pub updates: Vec<Value>,
}

struct Pending {
    id: u64,
    is_repeated: bool,
}

pub struct Player {
    browser: Browser,
    dice: Dice,
    directory: Directory,
    progress: Arc<Progress>,
    notes: Notes,
    pending: Option<Pending>,
    next_id: u64,
}

/// Why a connection is left.
enum Left {
    Over,
    Lost,
}

impl Player {
    pub fn new(
        table: String,
        browser: Browser,
        seat: Option<u64>,
        seed: u64,
        directory: Directory,
        progress: Arc<Progress>,
    ) -> Player {
        let notes = Notes { table, seat, ..Notes::default() };
        let dice = Dice(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
        Player { browser, dice, directory, progress, notes, pending: None, next_id: seed * 100_000 }
    }

    /// Plays to the end of the game.
    pub async fn play(mut self) -> Notes {
        loop {
            // Most go where all others of their table are, as a proxy would send them.
            let random = self.dice.roll() as usize;
            let home = self.notes.table.bytes().map(usize::from).sum::<usize>();
            let server = if random % 10 < 7 { home } else { random / 10 } % 3;
            self.browser.address = self.directory.address(server);
            if let Ok(Ok(screen)) = timeout(CONNECT, self.browser.try_sit(&self.notes.table)).await {
                self.progress.connections.fetch_add(1, Ordering::SeqCst);
                if let Left::Over = self.look(screen).await {
                    return self.notes;
                }
            }
            // Most come back at once, wherever they find somebody; all at the same moment would be a storm.
            sleep(Duration::from_millis(50 + self.dice.roll() % 200)).await;
        }
    }

    /// Plays by one connection for as long as it lasts.
    async fn look(&mut self, mut screen: Screen) -> Left {
        let patience = Duration::from_secs(if self.dice.roll().is_multiple_of(2) { 2 } else { 15 });
        let (mut is_asked, progress) = (false, self.progress.clone());
        self.note_update(&screen.update.clone());
        if let Some(pending) = &mut self.pending {
            pending.is_repeated = true;
        }
        self.send_pending(&mut screen).await;
        loop {
            if screen.is_over() {
                return Left::Over;
            }
            let wants_to_act = self.pending.is_none() && screen.must_decide();
            tokio::select! {
                permit = progress.may_send.acquire(), if wants_to_act => {
                    progress.pending.fetch_add(1, Ordering::SeqCst);
                    permit.unwrap().forget();
                    self.act(&mut screen).await;
                }
                message = timeout(patience, screen.next()) => match message {
                    Ok(message) if screen.is_closed || message["type"] == "goodbye" => return Left::Lost,
                    Ok(message) => {
                        is_asked = false;
                        self.take(&mut screen, &message).await;
                    }
                    // A server that is silent is asked whether it is there, once.
                    Err(_) if is_asked => return Left::Lost,
                    Err(_) => {
                        is_asked = true;
                        screen.send(json!({"type": "ping", "at": 1})).await;
                    }
                },
            }
        }
    }

    async fn act(&mut self, screen: &mut Screen) {
        let action = screen.choose(self.dice.roll()).expect("who must decide can");
        self.next_id += 1;
        self.notes.sent.insert(self.next_id, Sent { revision: screen.revision(), action });
        self.pending = Some(Pending { id: self.next_id, is_repeated: false });
        self.send_pending(screen).await;
    }

    async fn send_pending(&mut self, screen: &mut Screen) {
        let Some(Pending { id, .. }) = self.pending else { return };
        let Sent { revision, action } = &self.notes.sent[&id];
        let seat = self.notes.seat;
        screen.send(json!({"type": "play", "id": id, "seat": seat, "revision": revision, "action": action})).await;
    }

    /// Takes one message.
    async fn take(&mut self, screen: &mut Screen, message: &Value) {
        let id = self.pending.as_ref().map(|pending| pending.id);
        match message["type"].as_str().unwrap() {
            "update" => self.note_update(message),
            "done" if message["id"].as_u64() == id => self.acknowledge(None),
            "refused" if message["id"].as_u64() == id => self.refused(screen, message).await,
            _ => {}
        }
    }

    fn note_update(&mut self, update: &Value) {
        if update.is_null() {
            return;
        }
        self.notes.updates.push(update.clone());
        let cause = &update["cause"];
        if self.pending.as_ref().is_some_and(|pending| cause["id"] == json!(pending.id)) {
            self.acknowledge(update["revision"].as_u64());
        }
    }

    fn acknowledge(&mut self, revision: Option<u64>) {
        if let Some(pending) = self.pending.take() {
            self.notes.acknowledged.push((pending.id, revision));
            self.progress.done.fetch_add(1, Ordering::SeqCst);
            self.progress.pending.fetch_sub(1, Ordering::SeqCst);
        }
    }

    async fn refused(&mut self, screen: &mut Screen, message: &Value) {
        let Some(Pending { id, is_repeated }) = self.pending else { return };
        let code = message["refusal"]["code"].as_str().unwrap();
        assert!(!message["refusal"]["words"].as_str().unwrap().is_empty(), "{message}");
        match code {
            "save_unknown" | "not_saved" => {
                self.progress.refused.fetch_add(1, Ordering::SeqCst);
                let gives_up = code == "not_saved" && self.dice.roll().is_multiple_of(2);
                if gives_up {
                    self.notes.refused.extend((!is_repeated).then_some(id));
                    self.give_up();
                } else {
                    self.pending = Some(Pending { id, is_repeated: is_repeated || code == "save_unknown" });
                    sleep(Duration::from_millis(50)).await;
                    self.send_pending(screen).await;
                }
            }
            "stale" | "wrong_status" => {
                self.notes.refused.extend((!is_repeated).then_some(id));
                self.give_up();
            }
            _ => panic!("{message} for {:?}", self.notes.sent[&id]),
        }
    }

    /// Another action is chosen later: it may be sent in place of this one.
    fn give_up(&mut self) {
        self.pending = None;
        self.progress.may_send.add_permits(1);
        self.progress.pending.fetch_sub(1, Ordering::SeqCst);
    }
}
