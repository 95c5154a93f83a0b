//! The bots that people can choose, by level.

use crate::Question;
use capolinea_bots::{Budget, Entrant, LEVELS, Limit, Player};
use capolinea_protocol::http::LevelInfo;
use std::time::Duration;

/// The level that stands in for a person who is away.
pub const STAND_IN: &str = "skilled";

/// The longest that one rollout takes, unless the machine is very busy.
const ROLLOUT_TAKES: Duration = Duration::from_micros(440);

/// The rollouts of a level that usually thinks for a time, where the same question must always get the same answer.
const REPEATABLE_ROLLOUTS: u32 = 3000;

/// Every level, from easy to hard.
pub fn all() -> Vec<LevelInfo> {
    LEVELS.iter().map(|level| LevelInfo { id: level.id.into(), name: level.name.into() }).collect()
}

/// The name of a bot of this level.
pub fn name(id: &str) -> Option<&'static str> {
    capolinea_bots::Level::find(id).map(|level| level.name)
}

/// The bot that plays at this level.
pub fn entrant(id: &str) -> Option<Entrant> {
    capolinea_bots::Level::find(id).map(capolinea_bots::Level::entrant)
}

/// The bot that plays at this level where the same question must always get the same answer, on any machine: it counts its
/// rollouts and looks at no clock.
pub fn repeatable(id: &str) -> Option<Entrant> {
    let (entrant, budget) = (entrant(id)?, budget(id, true)?);
    Some(if budget == entrant.budget { entrant } else { entrant.with_budget(budget) })
}

/// The budget of this level's bot for a decision.
pub fn budget(id: &str, is_repeatable: bool) -> Option<Budget> {
    let budget = capolinea_bots::Level::find(id)?.budget;
    Some(match budget.limit {
        Limit::Time(_) if is_repeatable => Budget { limit: Limit::Rollouts(REPEATABLE_ROLLOUTS), threads: 1 },
        Limit::Time(_) | Limit::Rollouts(_) => budget,
    })
}

/// A new player of this level, if its bot answers at once.
pub fn prompt_player(id: &str) -> Option<Player> {
    capolinea_bots::Level::find(id)?.prompt_player()
}

/// The player for a question: one that was kept from the seat's last question, or a new one.
pub fn player_for(question: &Question, kept: Option<Player>) -> Option<Player> {
    kept.filter(|_| !question.is_repeatable).or_else(|| new_player(&question.level, question.is_repeatable))
}

/// A new player of this level.
pub fn new_player(id: &str, is_repeatable: bool) -> Option<Player> {
    let entrant = if is_repeatable { repeatable(id) } else { entrant(id) };
    Some(entrant?.player())
}

/// How long a bot of this level may think. Its answers come no sooner: its real thinking time would reveal something about its cards.
pub fn longest_thought(id: &str, is_repeatable: bool) -> Duration {
    match budget(id, is_repeatable) {
        None | Some(Budget::NONE) => Duration::ZERO,
        Some(budget) => thinking_time(budget) + Duration::from_millis(20),
    }
}

/// How long a bot with this budget may take.
pub fn thinking_time(budget: Budget) -> Duration {
    match budget.limit {
        Limit::Time(time) => time,
        Limit::Rollouts(count) => ROLLOUT_TAKES * count,
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn somebody_stands_in() {
        assert!(super::entrant(super::STAND_IN).is_some());
    }

    #[test]
    fn no_repeatable_level_looks_at_a_clock() {
        for level in super::all() {
            let budget = super::repeatable(&level.id).unwrap().budget;
            assert!(matches!(budget.limit, super::Limit::Rollouts(_)), "{}", level.id);
        }
    }
}
