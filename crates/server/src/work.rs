//! Work done for one client. It is counted and charged to the client's session and address, and a client that has used more
//! than its share waits: many sockets of one address have one budget.
//!
//! A unit is about the work to send one step of a game, some microseconds.

use crate::clock::Clock;
use crate::config::Limits;
use crate::limits::{MAX_WORK_WAIT, SESSION_SHARE, WORK_AT_ONCE};
use crate::metrics::Metrics;
use capolinea_bots::Budget;
use capolinea_protocol::client::ClientMessage;
use capolinea_protocol::hint::HintWish;
use capolinea_protocol::plan::Goal;
use capolinea_protocol::refusal::{Refusal, RefusalCode};
use capolinea_table::rate::{Buckets, Rate};
use capolinea_table::{TokenHash, levels};
use std::net::IpAddr;
use std::sync::atomic::Ordering;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// Any request.
pub const REQUEST: usize = 5;
/// A table in a list.
pub const LISTED_TABLE: usize = 2;
/// A whole view of a game, as one seat has it.
pub const VIEW: usize = 3;
/// A plan, by its number of tickets: the search for the cheapest common network takes much longer with each. More tickets than
/// these are not searched through, and cost no more.
const PLANNED_TICKETS: [usize; 7] = [4, 8, 16, 32, 64, 200, 1000];
/// A millisecond of a bot's thinking, for a player who asks for a hint.
const THOUGHT_MILLISECOND: usize = 10;
/// A file of the web client: bytes per unit.
pub const FILE_BYTES: usize = 4096;
/// Bytes of a request per unit: they are read as JSON.
const READ_BYTES: usize = 256;
/// Actions of a record that are executed per unit.
const REPLAYED_ACTIONS: usize = 8;

/// The client that work is charged to.
#[derive(Clone, Copy, Debug)]
pub struct Payer {
    /// Where the client is.
    pub address: IpAddr,
    /// Its session, if it has one.
    pub session: Option<TokenHash>,
}

/// The budgets of all.
pub struct Work {
    clock: Clock,
    address_rate: Rate,
    session_rate: Rate,
    by_address: Mutex<Buckets<IpAddr>>,
    by_session: Mutex<Buckets<TokenHash>>,
}

/// Too much was asked for.
#[derive(Clone, Copy, Debug)]
pub struct TooMuch {
    /// When to come back.
    pub retry_after: Duration,
}

impl TooMuch {
    /// The refusal for the client.
    pub fn refusal(self) -> Refusal {
        Refusal::new(RefusalCode::TooMany, "this address or browser has asked for too much; wait a few seconds")
    }
}

impl Work {
    /// All budgets are full.
    pub fn new(limits: &Limits) -> Work {
        let per_second = f64::from(limits.work_per_second);
        let rate = |share: f64| Rate { size: per_second * share * WORK_AT_ONCE, per_second: per_second * share };
        Work {
            clock: Clock::start(),
            address_rate: rate(1.0),
            session_rate: rate(SESSION_SHARE),
            by_address: Mutex::default(),
            by_session: Mutex::default(),
        }
    }

    /// Charges for work that is about to be done, and returns how long it must wait first.
    ///
    /// # Errors
    /// It would be too long: nothing is charged, and the work must not be done.
    pub fn admit(&self, payer: Payer, units: usize, metrics: &Metrics) -> Result<Duration, TooMuch> {
        let (now, cost) = (self.clock.uptime(), units as f64);
        let (mut addresses, mut sessions) = (lock(&self.by_address), lock(&self.by_session));
        let address = addresses.bucket(payer.address, self.address_rate, now);
        let session = payer.session.map(|session| sessions.bucket(session, self.session_rate, now));
        let of_session = session.as_ref().map_or(Duration::ZERO, |bucket| bucket.wait(self.session_rate, now));
        let wait = address.wait(self.address_rate, now).max(of_session);
        if wait > MAX_WORK_WAIT {
            return Err(TooMuch { retry_after: wait });
        }
        address.charge(cost, self.address_rate, now);
        if let Some(bucket) = session {
            bucket.charge(cost, self.session_rate, now);
        }
        metrics.work.fetch_add(units as u64, Ordering::Relaxed);
        if !wait.is_zero() {
            metrics.work_delayed.fetch_add(1, Ordering::Relaxed);
        }
        Ok(wait)
    }

    /// Charges for work whose cost was not known before.
    pub fn charge(&self, payer: Payer, units: usize, metrics: &Metrics) {
        metrics.work.fetch_add(units as u64, Ordering::Relaxed);
        let now = self.clock.uptime();
        lock(&self.by_address).charge(payer.address, units as f64, self.address_rate, now);
        if let Some(session) = payer.session {
            lock(&self.by_session).charge(session, units as f64, self.session_rate, now);
        }
    }
}

fn lock<K>(buckets: &Mutex<Buckets<K>>) -> MutexGuard<'_, Buckets<K>> {
    buckets.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The cost of a message before it is answered; the cost of a history is known only then.
pub fn message_cost(message: &ClientMessage, length: usize) -> usize {
    let asked = match message {
        ClientMessage::Explain { targets, .. } => targets.len(),
        ClientMessage::Plan { goals, .. } => goals.iter().map(goal_cost).sum(),
        ClientMessage::Look { .. } => VIEW,
        ClientMessage::Hint { wish, .. } => of_hint(wish),
        ClientMessage::Play { .. }
        | ClientMessage::Undo { .. }
        | ClientMessage::Propose { .. }
        | ClientMessage::Vote { .. }
        | ClientMessage::Return { .. }
        | ClientMessage::Seal { .. }
        | ClientMessage::Show { .. }
        | ClientMessage::Chat { .. }
        | ClientMessage::Together { .. }
        | ClientMessage::History { .. }
        | ClientMessage::Ping { .. } => 0,
    };
    1 + length / READ_BYTES + asked
}

/// The cost of planning for a goal.
fn goal_cost(goal: &Goal) -> usize {
    PLANNED_TICKETS[goal.tickets.len().min(PLANNED_TICKETS.len() - 1)]
}

/// The cost of help: of a plan for many tickets, or of the time that a bot may think.
fn of_hint(wish: &HintWish) -> usize {
    match wish {
        HintWish::Plans {} => PLANNED_TICKETS[PLANNED_TICKETS.len() - 1],
        HintWish::Move { level } => {
            let budget = levels::usual_budget(level).unwrap_or(Budget::NONE);
            VIEW + levels::longest_thought(budget).as_millis() as usize * THOUGHT_MILLISECOND
        }
    }
}

/// The cost of reading a record of `bytes` bytes and of showing `views` views of its game.
pub fn record_cost(bytes: usize, views: usize) -> usize {
    bytes / READ_BYTES + views * VIEW
}

/// The cost of executing this number of actions of a record.
pub fn actions_cost(actions: usize) -> usize {
    actions.div_ceil(REPLAYED_ACTIONS)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn payer(address: u8, session: Option<u8>) -> Payer {
        Payer { address: IpAddr::from([127, 0, 0, address]), session: session.map(|byte| TokenHash([byte; 32])) }
    }

    #[tokio::test(start_paused = true)]
    async fn one_address_has_one_budget_and_a_session_a_part_of_it() {
        let (work, metrics) = (Work::new(&Limits { work_per_second: 100, ..Limits::default() }), Metrics::default());
        let has_to_wait = |payer| work.admit(payer, 0, &metrics).map_or(true, |wait| !wait.is_zero());
        work.charge(payer(1, Some(1)), 600, &metrics);
        assert!(has_to_wait(payer(1, Some(1))), "a session has 500 at once");
        assert!(has_to_wait(payer(2, Some(1))), "at any address");
        assert!(!has_to_wait(payer(1, Some(2))) && !has_to_wait(payer(1, None)), "others at its address don't wait");
        work.charge(payer(1, None), 1500, &metrics);
        assert!(has_to_wait(payer(1, Some(2))) && has_to_wait(payer(1, None)), "an address has 2000 at once");
        assert!(!has_to_wait(payer(2, Some(3))), "other addresses have their own");
    }

    #[tokio::test(start_paused = true)]
    async fn who_would_wait_too_long_is_told_when_to_come_back() {
        let (work, metrics) = (Work::new(&Limits { work_per_second: 100, ..Limits::default() }), Metrics::default());
        work.charge(payer(1, None), 2500, &metrics);
        let wait = work.admit(payer(1, None), 1, &metrics).unwrap();
        assert_eq!(wait, Duration::from_secs(5));
        work.charge(payer(1, None), 1000, &metrics);
        let too_much = work.admit(payer(1, None), 1, &metrics).unwrap_err();
        assert!(too_much.retry_after > MAX_WORK_WAIT, "{too_much:?}");
    }
}
