//! The bots that people can choose, by level.

use capolinea_bots::{Budget, Entrant, LEVELS, Limit};
use capolinea_protocol::http::Level;
use std::time::Duration;

/// The level that stands in for a person who is away.
pub const STAND_IN: &str = "skilled";

/// A number of rollouts takes no longer, unless the machine is very busy.
const ROLLOUTS_TAKE: Duration = Duration::from_millis(130);

/// Every level, from easy to hard.
pub fn all() -> Vec<Level> {
    LEVELS.iter().map(|level| Level { id: level.id.into(), name: level.name.into() }).collect()
}

/// The name of a bot of this level.
pub fn name(id: &str) -> Option<&'static str> {
    capolinea_bots::Level::find(id).map(|level| level.name)
}

/// The bot that plays at this level.
pub fn entrant(id: &str) -> Option<Entrant> {
    capolinea_bots::Level::find(id).map(capolinea_bots::Level::entrant)
}

/// How long a bot of this level may think. Its answers come no sooner: its real thinking time would reveal something about its cards.
pub fn longest_thought(id: &str) -> Duration {
    match entrant(id).map(|entrant| entrant.budget) {
        None | Some(Budget::NONE) => Duration::ZERO,
        Some(budget) => thinking_time(budget) + Duration::from_millis(20),
    }
}

/// How long a bot with this budget may take.
pub fn thinking_time(budget: Budget) -> Duration {
    match budget.limit {
        Limit::Time(time) => time,
        Limit::Rollouts(_) => ROLLOUTS_TAKE,
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn somebody_stands_in() {
        assert!(super::entrant(super::STAND_IN).is_some());
    }
}
