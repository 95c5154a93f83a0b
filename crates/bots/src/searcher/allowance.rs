//! The remaining budget of a search: time by an injected clock, or a number of rollouts without any clock.

use super::clock::Stopwatch;
use crate::{Budget, Limit};
use std::time::Duration;

/// The budget of a search for one decision.
pub(super) enum Allowance {
    Time { limit: Duration, elapsed: Stopwatch },
    Rollouts(u32),
}

impl Allowance {
    /// Starts a stopwatch only for a budget of time: there is no clock where a bot runs in a browser.
    pub(super) fn new(budget: Budget, start: &dyn Fn() -> Stopwatch) -> Allowance {
        match budget.limit {
            Limit::Time(limit) => Allowance::Time { limit, elapsed: start() },
            Limit::Rollouts(most) => Allowance::Rollouts(most),
        }
    }

    /// The part that is spent after this many rollouts.
    pub(super) fn spent(&self, rollouts: u32) -> f64 {
        match self {
            Allowance::Time { limit, elapsed } => elapsed().as_secs_f64() / limit.as_secs_f64().max(1e-9),
            Allowance::Rollouts(most) if rollouts < *most => f64::from(rollouts) / f64::from(*most),
            Allowance::Rollouts(_) => 1.0,
        }
    }

    /// How many options can be tried in this many worlds each, with a share of the budget. A budget of time sets no limit.
    pub(super) fn most_options(&self, share: f64, worlds: u32) -> usize {
        match self {
            Allowance::Time { .. } => usize::MAX,
            Allowance::Rollouts(most) => (f64::from(*most) * share) as usize / worlds as usize,
        }
    }

    /// Whether no time is left; never true for a number of rollouts.
    pub(super) fn is_time_up(&self) -> bool {
        match self {
            Allowance::Time { limit, elapsed } => elapsed() >= *limit,
            Allowance::Rollouts(_) => false,
        }
    }
}
