//! Saved before shown: whatever any client has seen is there after the server was killed, in order, and once.

use super::program::Program;
use capolinea_tests::server::{Browser, Dice, Screen, one_action, until};
use serde_json::{Value, json};
use std::collections::HashSet;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use tokio::task::JoinSet;

const TABLES: usize = 200;
const KILLS: usize = 4;
/// So many actions at least are played before each kill, however busy the machine.
const ACTIONS: usize = TABLES * 3;

/// Two people at a table, and everything that the server has told them it has done.
struct Pair {
    table: String,
    browsers: [Browser; 2],
    /// Revision, seat and number of each action of theirs that was acknowledged.
    acknowledged: Vec<(u64, u64, u64)>,
    /// Messages sent and not answered.
    pending: Option<(usize, Value)>,
    next_id: u64,
    dice: Dice,
}

impl Pair {
    async fn sit_down(address: SocketAddr, number: usize) -> Pair {
        let (mut anna, mut bruno) = (Browser::new(address), Browser::new(address));
        let seats = json!([{"who": {"sitter": "here", "name": "Anna"}}, {"who": {"sitter": "open"}}]);
        let map = ["berlin", "san_francisco"][number % 2];
        let table = anna.create(json!({"map": map, "seats": seats})).await;
        bruno.join(&table, "Bruno").await;
        anna.start(&table).await;
        Pair {
            table,
            browsers: [anna, bruno],
            acknowledged: Vec::new(),
            pending: None,
            next_id: 1000,
            dice: Dice(number as u64 + 1),
        }
    }

    /// Plays until the connection breaks; counts what was acknowledged.
    async fn play(&mut self, played: &AtomicUsize) {
        let (Ok(anna), Ok(bruno)) =
            (self.browsers[0].try_sit(&self.table).await, self.browsers[1].try_sit(&self.table).await)
        else {
            return;
        };
        let mut screens = [anna, bruno];
        loop {
            let newest = screens.iter().map(Screen::revision).max().unwrap();
            for screen in &mut screens {
                while screen.revision() < newest {
                    if screen.next().await.is_null() {
                        return;
                    }
                }
            }
            let Some(seat) = screens.iter().position(Screen::must_decide) else { return };
            let action = screens[seat].choose(self.dice.roll()).unwrap();
            self.next_id += 1;
            let (id, revision) = (self.next_id, screens[seat].revision());
            let message = json!({"type": "play", "id": id, "seat": seat, "revision": revision, "action": action});
            self.pending = Some((seat, message.clone()));
            screens[seat].send(message).await;
            let answer = loop {
                let answer = screens[seat].next().await;
                if answer.is_null() {
                    return;
                }
                if answer["cause"]["id"] == json!(id) {
                    break answer;
                }
                assert_ne!(answer["type"], "refused", "{answer}");
            };
            self.acknowledged.push((answer["revision"].as_u64().unwrap(), seat as u64, id));
            self.pending = None;
            played.fetch_add(1, Ordering::Relaxed);
        }
    }

    /// Compares what the server knows with what it has told.
    async fn check(&mut self, address: SocketAddr) {
        for browser in &mut self.browsers {
            browser.address = address;
        }
        if let Some((seat, message)) = self.pending.take() {
            // Sent again after the connection was lost: done now, or done already, but not twice.
            let mut screen = self.browsers[seat].sit(&self.table).await;
            let id = message["id"].as_u64().unwrap();
            screen.send(message).await;
            let answer = screen.answer(id).await;
            assert_ne!(answer["type"], "refused", "{answer}");
            let history = screen.ask(json!({"type": "history", "from": 1}), "history").await;
            let done = history["steps"].as_array().unwrap().iter().find(|step| step["cause"]["id"] == json!(id));
            self.acknowledged.push((done.unwrap()["revision"].as_u64().unwrap(), seat as u64, id));
        }
        let mut screen = self.browsers[0].sit(&self.table).await;
        let history = screen.ask(json!({"type": "history", "from": 1}), "history").await;
        let steps = history["steps"].as_array().unwrap();
        for (index, step) in steps.iter().enumerate() {
            assert_eq!(step["revision"], json!(index + 1), "revisions follow each other");
        }
        for (revision, seat, id) in &self.acknowledged {
            let step = &steps[*revision as usize - 1];
            assert_eq!((&step["cause"]["seat"], &step["cause"]["id"]), (&json!(seat), &json!(id)), "{step}");
        }
        let ids: HashSet<String> =
            steps.iter().map(|step| format!("{}/{}", step["cause"]["seat"], step["cause"]["id"])).collect();
        assert_eq!(ids.len(), steps.len(), "nothing was done twice");
        assert_eq!(steps.len(), self.acknowledged.len(), "nothing was done that nobody asked for");
    }

    async fn finish(&mut self) {
        let mut screens = [self.browsers[0].sit(&self.table).await, self.browsers[1].sit(&self.table).await];
        while one_action(&mut screens, &mut self.dice).await {}
        screens[0].wait(|screen| screen.status() == "finished").await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nothing_that_anybody_saw_is_lost_when_the_server_is_killed_again_and_again() {
    let folder = tempfile::tempdir().unwrap();
    let mut program = Program::start(folder.path(), &["--log", "info"]);
    let mut pairs = Vec::new();
    for number in 0..TABLES {
        pairs.push(Pair::sit_down(program.address, number).await);
    }
    for kill in 0..KILLS {
        let played = Arc::new(AtomicUsize::new(0));
        let mut playing = JoinSet::new();
        for mut pair in pairs.drain(..) {
            let played = played.clone();
            playing.spawn(async move {
                pair.play(&played).await;
                pair
            });
        }
        // Each time a little later in the games.
        until(async || played.load(Ordering::Relaxed) >= ACTIONS + kill * 50).await;
        program.kill();
        pairs = playing.join_all().await;
        program = Program::start(folder.path(), &["--log", "info"]);
        for pair in &mut pairs {
            pair.check(program.address).await;
        }
    }
    let saved: usize = pairs.iter().map(|pair| pair.acknowledged.len()).sum();
    assert!(saved >= ACTIONS * KILLS, "only {saved} actions were played between the kills");
    let mut playing = JoinSet::new();
    for mut pair in pairs.drain(..) {
        playing.spawn(async move { pair.finish().await });
    }
    playing.join_all().await;
    assert!(program.stop());
}
