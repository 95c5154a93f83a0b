//! Threads on which bots think, so that no bot ever keeps a socket waiting. A bot is given a view and nothing else.
//!
//! Bots that answer at once never wait behind those that search: each kind has a lane of its own. In a lane clients take
//! turns, so that one with a hundred tables waits for itself and not others for it.

use capolinea_bots::Player;
use capolinea_engine::action::Action;
use capolinea_engine::map::Map;
use capolinea_engine::state::Public;
use capolinea_engine::view::{Own, View};
use rand_chacha::ChaCha8Rng;
use std::collections::{HashMap, VecDeque};
use std::net::IpAddr;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
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

/// For whom a bot thinks: an address that looks at the table; all tables that nobody looks at are as one client.
pub type Client = Option<IpAddr>;

/// What a bot decided, and the bot itself for its next turn.
pub struct Decided {
    /// The decision.
    pub action: Action,
    /// The bot; none if it failed.
    pub player: Option<Player>,
}

/// A fixed number of threads. They end with the last of those who ask.
#[derive(Clone)]
pub struct BotPool {
    lanes: Arc<Lanes>,
}

struct Lanes {
    quick: Arc<Lane>,
    searching: Arc<Lane>,
}

impl Drop for Lanes {
    fn drop(&mut self) {
        self.quick.end();
        self.searching.end();
    }
}

impl BotPool {
    /// Starts the threads: so many for bots that search, and as many for those that answer at once.
    ///
    /// # Errors
    /// The system has no more threads.
    pub fn start(threads: usize) -> std::io::Result<BotPool> {
        let lane = |name: &str| {
            let lane = Arc::new(Lane::default());
            for number in 0..threads.max(1) {
                let lane = lane.clone();
                thread::Builder::new().name(format!("{name}-{number}")).spawn(move || {
                    while let Some(Asked { job, answer }) = lane.next() {
                        // The table may have gone on without an answer; then nobody listens.
                        drop(answer.send(think(job)));
                    }
                })?;
            }
            std::io::Result::Ok(lane)
        };
        Ok(BotPool { lanes: Arc::new(Lanes { quick: lane("bot")?, searching: lane("bot-search")? }) })
    }

    /// A bot's decision; `None` if there is nothing to decide or the pool has ended. Whoever stops waiting takes the question
    /// back: a bot does not begin to think about it.
    pub async fn decide(&self, client: Client, job: Job) -> Option<Decided> {
        let (answer, answered) = oneshot::channel();
        let lane = if job.player.thinks() { &self.lanes.searching } else { &self.lanes.quick };
        lane.add(client, Asked { job, answer });
        answered.await.ok()?
    }
}

struct Asked {
    job: Job,
    answer: oneshot::Sender<Option<Decided>>,
}

/// Questions that wait, and the threads that wait for them.
#[derive(Default)]
struct Lane {
    queue: Mutex<Queue<Asked>>,
    changed: Condvar,
}

impl Lane {
    fn queue(&self) -> MutexGuard<'_, Queue<Asked>> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn add(&self, client: Client, asked: Asked) {
        self.queue().add(client, asked);
        self.changed.notify_one();
    }

    fn end(&self) {
        self.queue().has_ended = true;
        self.changed.notify_all();
    }

    /// The next question whose answer somebody waits for; none when the pool has ended.
    fn next(&self) -> Option<Asked> {
        let mut queue = self.queue();
        loop {
            if queue.has_ended {
                return None;
            }
            match queue.take() {
                Some(asked) if asked.answer.is_closed() => {}
                Some(asked) => return Some(asked),
                None => queue = self.changed.wait(queue).unwrap_or_else(PoisonError::into_inner),
            }
        }
    }
}

/// What waits, by client: each has one turn, then the next has one.
struct Queue<T> {
    waiting: HashMap<Client, VecDeque<T>>,
    /// Everybody who has something waiting.
    turns: VecDeque<Client>,
    has_ended: bool,
}

impl<T> Default for Queue<T> {
    fn default() -> Self {
        Queue { waiting: HashMap::new(), turns: VecDeque::new(), has_ended: false }
    }
}

impl<T> Queue<T> {
    fn add(&mut self, client: Client, item: T) {
        let theirs = self.waiting.entry(client).or_default();
        if theirs.is_empty() {
            self.turns.push_back(client);
        }
        theirs.push_back(item);
    }

    fn take(&mut self) -> Option<T> {
        let client = self.turns.pop_front()?;
        let theirs = self.waiting.get_mut(&client)?;
        let item = theirs.pop_front();
        if theirs.is_empty() {
            self.waiting.remove(&client);
        } else {
            self.turns.push_back(client);
        }
        item
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

#[cfg(test)]
mod tests {
    use super::*;
    use capolinea_engine::ids::Seat;
    use capolinea_engine::setup::{FirstPlayer, Setup};
    use capolinea_engine::state::State;
    use capolinea_engine::view::Viewer;
    use rand_core::SeedableRng as _;
    use std::time::{Duration, Instant};

    fn job(level: &str) -> Job {
        let map = crate::maps::find("usa").unwrap().map;
        let setup = Setup { players: 2, first: FirstPlayer::Named(Seat(0)), seed: [7; 32] };
        let state = State::new(map, &setup).unwrap();
        let view = state.view(map, Viewer::Seat(Seat(0)));
        let player = crate::levels::entrant(level).unwrap().player();
        Job { map, public: *view.public, own: *view.own.unwrap(), player, rng: ChaCha8Rng::from_seed([1; 32]) }
    }

    #[test]
    fn who_asks_much_waits_for_oneself() {
        let [greedy, other, third] = [1, 2, 3].map(|number| Some(IpAddr::from([10, 0, 0, number])));
        let mut queue = Queue::default();
        (0..100).for_each(|number| queue.add(greedy, number));
        queue.add(other, 1000);
        queue.add(third, 2000);
        queue.add(other, 1001);
        let order: Vec<i32> = std::iter::from_fn(|| queue.take()).collect();
        assert_eq!(order[..6], [0, 1000, 2000, 1, 1001, 2]);
        assert_eq!(order.len(), 103);
        assert!(queue.waiting.is_empty() && queue.turns.is_empty());
    }

    #[tokio::test]
    async fn a_quick_bot_does_not_wait_for_one_that_searches() {
        let pool = BotPool::start(1).unwrap();
        let slow: Vec<_> = (0..20)
            .map(|_| {
                let pool = pool.clone();
                tokio::spawn(async move { pool.decide(None, job("expert")).await })
            })
            .collect();
        tokio::time::sleep(Duration::from_millis(50)).await;
        let begun = Instant::now();
        assert!(pool.decide(None, job("skilled")).await.is_some());
        assert!(begun.elapsed() < Duration::from_secs(10), "twenty seconds of thought stood before it");
        slow.iter().for_each(tokio::task::JoinHandle::abort);
    }

    #[tokio::test]
    async fn a_question_that_was_taken_back_is_not_thought_about() {
        let pool = BotPool::start(1).unwrap();
        for _ in 0..30 {
            let asked = pool.decide(None, job("expert"));
            assert!(tokio::time::timeout(Duration::from_millis(1), asked).await.is_err(), "an expert thinks longer");
        }
        let begun = Instant::now();
        assert!(pool.decide(None, job("expert")).await.is_some());
        assert!(begun.elapsed() < Duration::from_secs(10), "{:?}", begun.elapsed());
    }
}
