//! Threads on which bots think, so that no bot ever keeps a socket waiting. A bot is given a view and nothing else.
//!
//! Bots that answer at once never wait behind those that search: each kind has a lane of its own. In a lane clients take
//! turns, so that one with a hundred tables delays only itself. Tables that nobody looks at have a third lane, on threads that
//! run when the others are idle. When there are more questions than threads, bots think less, so that nobody waits longer.

use crate::fair_queue::FairQueue;
use crate::limits::LEAST_SHARE;
use capolinea_bots::{Budget, Player};
use capolinea_engine::Action;
use capolinea_table::{Question, levels};
use rand_chacha::ChaCha8Rng;
use rand_core::SeedableRng as _;
use std::net::IpAddr;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};
use tokio::sync::oneshot;

/// A decision for a bot to make.
pub struct Job {
    /// The question.
    pub question: Question,
    /// The bot.
    pub player: Player,
}

/// The client a bot thinks for: an address that looks at the table; none if nobody looks.
pub type Client = Option<IpAddr>;

/// The decision of a bot, and the bot itself for its next turn.
pub struct Decided {
    /// The decision.
    pub action: Action,
    /// The bot; none if it failed.
    pub player: Option<Player>,
}

/// A fixed number of threads. They end when the last handle is dropped.
#[derive(Clone)]
pub struct BotPool {
    lanes: Arc<Lanes>,
}

struct Lanes {
    quick: Arc<Lane>,
    searching: Arc<Lane>,
    unattended: Arc<Lane>,
}

impl Drop for Lanes {
    fn drop(&mut self) {
        self.quick.end();
        self.searching.end();
        self.unattended.end();
    }
}

impl BotPool {
    /// Starts the threads: `threads` for bots that search, as many for those that answer at once, and as many for tables that
    /// nobody looks at.
    ///
    /// # Errors
    /// The system has no more threads.
    pub fn start(threads: usize) -> std::io::Result<BotPool> {
        let threads = threads.max(1);
        let start = |name: &str, prepare: fn()| {
            let lane = Arc::new(Lane { threads, ..Lane::default() });
            for number in 0..threads {
                let lane = lane.clone();
                thread::Builder::new().name(format!("{name}-{number}")).spawn(move || {
                    prepare();
                    lane.work();
                })?;
            }
            std::io::Result::Ok(lane)
        };
        let (quick, searching) = (start("bot", || ())?, start("bot-search", || ())?);
        let unattended = start("bot-unattended", give_way)?;
        Ok(BotPool { lanes: Arc::new(Lanes { quick, searching, unattended }) })
    }

    /// A bot's decision; `None` if there is nothing to decide or the pool has ended. A caller that stops waiting cancels the
    /// question, unless a bot has begun to think about it.
    pub async fn decide(&self, job: Job) -> Option<Decided> {
        let (answer, answered) = oneshot::channel();
        let client = job.question.address;
        let lane = match client {
            None => &self.lanes.unattended,
            Some(_) if !job.question.budget.is_none() => &self.lanes.searching,
            Some(_) => &self.lanes.quick,
        };
        lane.add(client, Asked { job, at: Instant::now(), answer });
        answered.await.ok()?
    }
}

/// Lowers the priority of this thread below all others, where the system supports that.
fn give_way() {
    #[cfg(target_os = "linux")]
    if let Err(error) = rustix::process::setpriority_process(None, 19) {
        tracing::warn!(%error, "bots of tables that nobody looks at may slow others down");
    }
}

/// The part of its budget that a bot may spend, by the number of questions, the number of threads, and the time that the question has waited.
fn share(asked: usize, threads: usize, waited: Duration, limit: Duration) -> f64 {
    let room = threads as f64 / asked.max(1) as f64;
    let time = 1.0 - waited.as_secs_f64() / limit.as_secs_f64().max(1e-9);
    room.min(time).clamp(LEAST_SHARE, 1.0)
}

struct Asked {
    job: Job,
    at: Instant,
    answer: oneshot::Sender<Option<Decided>>,
}

/// Questions that wait, and the threads that wait for them.
#[derive(Default)]
struct Lane {
    threads: usize,
    queue: Mutex<Queue>,
    changed: Condvar,
}

impl Lane {
    fn queue(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn add(&self, client: Client, asked: Asked) {
        self.queue().waiting.add(client, asked);
        self.changed.notify_one();
    }

    fn end(&self) {
        self.queue().has_ended = true;
        self.changed.notify_all();
    }

    /// Answers questions until the pool ends.
    fn work(&self) {
        while let Some((Asked { job, at, answer }, all)) = self.next() {
            let budget = job.question.budget;
            let limit = levels::thinking_time(budget);
            let share = share(all, self.threads, at.elapsed(), limit);
            // An answer that must always be the same can't depend on how many wait.
            let share = if job.question.is_repeatable { 1.0 } else { share };
            let budget = budget.scaled(share);
            // The table may have gone on without an answer; then nobody listens.
            drop(answer.send(think(job, budget)));
            self.queue().thinking -= 1;
        }
    }

    /// The next question whose answer somebody waits for, and how many are asked in all; none when the pool has ended.
    fn next(&self) -> Option<(Asked, usize)> {
        let mut queue = self.queue();
        loop {
            if queue.has_ended {
                return None;
            }
            match queue.waiting.take() {
                Some(asked) if asked.answer.is_closed() => {}
                Some(asked) => {
                    queue.thinking += 1;
                    return Some((asked, queue.waiting.len() + queue.thinking));
                }
                None => queue = self.changed.wait(queue).unwrap_or_else(PoisonError::into_inner),
            }
        }
    }
}

/// The questions that wait, and the number of those being answered.
#[derive(Default)]
struct Queue {
    waiting: FairQueue<Client, Asked>,
    thinking: usize,
    has_ended: bool,
}

fn think(job: Job, budget: Budget) -> Option<Decided> {
    let Job { question, mut player } = job;
    let (view, mut rng) = (question.view(), ChaCha8Rng::from_seed(question.seed));
    let first = catch_unwind(AssertUnwindSafe(|| view.legal_actions().get(0))).ok().flatten()?;
    let chosen = catch_unwind(AssertUnwindSafe(|| player.choose_within(&view, budget, &mut rng)));
    match chosen {
        Ok(action) => Some(Decided { action, player: Some(player) }),
        Err(_) if question.is_hint => None,
        Err(_) => {
            // The people at the table should not wait forever because a bot failed.
            tracing::error!(map = %question.map.id(), "a bot failed; the first legal action is played for it");
            Some(Decided { action: first, player: None })
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use capolinea_engine::{FirstPlayer, Seat, Setup, State, Viewer};
    use futures_util::FutureExt as _;

    #[test]
    fn beyond_capacity_bots_think_less_and_not_later() {
        let second = Duration::from_secs(1);
        let at_once = |asked| share(asked, 2, Duration::ZERO, second);
        assert_eq!([at_once(1), at_once(2), at_once(4), at_once(10)], [1.0, 1.0, 0.5, 0.2]);
        assert_eq!(at_once(10_000), LEAST_SHARE);
        assert_eq!(share(1, 2, second / 2, second), 0.5, "time spent waiting counts as thinking time");
        assert_eq!(share(1, 2, second * 60, second), LEAST_SHARE);
    }

    /// Ten experts on one thread: the last one thinks for the time that is left, not after nine seconds.
    #[test]
    fn a_crowded_lane_counts_those_who_wait_and_those_who_think() {
        let lane = Lane { threads: 1, ..Lane::default() };
        let mut waiting = Vec::new();
        for _ in 0..10 {
            let (answer, waits) = oneshot::channel();
            lane.add(None, Asked { job: job(None, "expert"), at: Instant::now(), answer });
            waiting.push(waits);
        }
        let crowds: Vec<usize> = (0..10).map(|_| lane.next().unwrap().1).collect();
        assert_eq!(crowds, [10; 10], "nobody has answered yet");
        assert_eq!(job(None, "expert").question.budget.scaled(0.1).to_string(), "100ms");
    }

    /// Whether a question is answered while the other lane is stuck.
    async fn is_answered_beside(pool: &BotPool, others: (Client, &str), client: Client, level: &str) -> bool {
        let waiting = (0..20).map(|_| pool.decide(job(others.0, others.1)));
        let mut waiting = std::pin::pin!(futures_util::future::join_all(waiting));
        assert!(waiting.as_mut().now_or_never().is_none());
        pool.decide(job(client, level)).await.is_some()
    }

    #[tokio::test]
    async fn a_quick_bot_does_not_wait_for_one_that_searches() {
        let pool = BotPool::start(1).unwrap();
        let somebody = Some(IpAddr::from([10, 0, 0, 1]));
        pool.lanes.searching.end();
        assert!(is_answered_beside(&pool, (somebody, "expert"), somebody, "skilled").await);
    }

    #[tokio::test]
    async fn nobody_waits_for_tables_that_nobody_looks_at() {
        let pool = BotPool::start(1).unwrap();
        let somebody = Some(IpAddr::from([10, 0, 0, 1]));
        pool.lanes.unattended.end();
        assert!(is_answered_beside(&pool, (None, "skilled"), somebody, "skilled").await);
        assert!(is_answered_beside(&pool, (None, "expert"), somebody, "strong").await);
    }

    fn job(address: Client, level: &str) -> Job {
        let map = Arc::new(capolinea_maps::find("usa").unwrap().map.clone());
        let setup = Setup { players: 2, first: FirstPlayer::Named(Seat(0)), seed: [7; 32], pieces: None };
        let state = State::new(&map, &setup).unwrap();
        let view = state.view(&map, Viewer::Seat(Seat(0)));
        let (public, own) = (*view.public, *view.own.unwrap());
        let level = String::from(level);
        let player = levels::new_player(&level).unwrap();
        let budget = levels::usual_budget(&level).unwrap();
        let question = Question {
            number: 1,
            seat: Seat(0),
            level,
            budget,
            map: map.clone(),
            public,
            own,
            seed: [1; 32],
            address,
            is_repeatable: false,
            is_hint: false,
        };
        Job { question, player }
    }

    #[test]
    fn a_question_that_was_taken_back_is_not_thought_about() {
        let lane = Lane::default();
        for _ in 0..30 {
            let (answer, nobody_waits) = oneshot::channel();
            lane.add(None, Asked { job: job(None, "beginner"), at: Instant::now(), answer });
            drop(nobody_waits);
        }
        let (answer, _waits) = oneshot::channel();
        lane.add(None, Asked { job: job(None, "beginner"), at: Instant::now(), answer });
        assert!(!lane.next().unwrap().0.answer.is_closed(), "only the last is still asked");
        assert!(lane.queue().waiting.take().is_none());
    }
}
