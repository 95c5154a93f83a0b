//! Threads on which bots think, so that no bot ever keeps a socket waiting. A bot is given a view and nothing else.

use capolinea_bots::Player;
use capolinea_engine::action::Action;
use capolinea_engine::map::Map;
use capolinea_engine::state::Public;
use capolinea_engine::view::{Own, View};
use rand_chacha::ChaCha8Rng;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, PoisonError, mpsc};
use std::thread;
use tokio::sync::oneshot;

/// A decision for a bot to make.
pub struct Job {
    /// The map.
    pub map: &'static Map,
    /// What everybody sees.
    pub public: Public,
    /// What the bot's seat sees besides.
    pub own: Own,
    /// The bot.
    pub player: Player,
    /// Its random numbers, which have nothing to do with the game's.
    pub rng: ChaCha8Rng,
}

/// What a bot decided, and the bot itself for its next turn.
pub struct Decided {
    /// The decision.
    pub action: Action,
    /// The bot; none if it failed.
    pub player: Option<Player>,
}

/// A fixed number of threads.
#[derive(Clone)]
pub struct BotPool {
    jobs: mpsc::Sender<Asked>,
}

struct Asked {
    job: Job,
    answer: oneshot::Sender<Option<Decided>>,
}

impl BotPool {
    /// Starts the threads.
    ///
    /// # Errors
    /// The system has no more threads.
    pub fn start(threads: usize) -> std::io::Result<BotPool> {
        let (jobs, asked) = mpsc::channel::<Asked>();
        let asked = Arc::new(Mutex::new(asked));
        for number in 0..threads.max(1) {
            let asked = asked.clone();
            thread::Builder::new().name(format!("bot-{number}")).spawn(move || {
                loop {
                    // The lock is held while waiting: one thread waits at the queue, the others behind it.
                    let next = asked.lock().unwrap_or_else(PoisonError::into_inner).recv();
                    let Ok(Asked { job, answer }) = next else { return };
                    // The table may have gone on without an answer; then nobody listens.
                    drop(answer.send(think(job)));
                }
            })?;
        }
        Ok(BotPool { jobs })
    }

    /// A bot's decision; `None` if there is nothing to decide or the pool has ended.
    pub async fn decide(&self, job: Job) -> Option<Decided> {
        let (answer, answered) = oneshot::channel();
        self.jobs.send(Asked { job, answer }).ok()?;
        answered.await.ok()?
    }
}

fn think(job: Job) -> Option<Decided> {
    let Job { map, public, own, mut player, mut rng } = job;
    let view = View { map, public: &public, own: Some(&own) };
    let first = view.legal_actions().get(0)?;
    let chosen = catch_unwind(AssertUnwindSafe(|| player.choose(&view, &mut rng)));
    match chosen {
        Ok(action) => Some(Decided { action, player: Some(player) }),
        Err(_) => {
            // The people at the table should not have to wait for ever because of a bot's fault.
            tracing::error!(map = %map.id, "a bot failed; the first legal action is played for it");
            Some(Decided { action: first, player: None })
        }
    }
}
