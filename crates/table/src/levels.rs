//! The bots that people can choose, by level.

use crate::Question;
use capolinea_bots::{Budget, LEVELS, Level, Limit, Player};
use capolinea_protocol::http::LevelInfo;
use capolinea_protocol::table::{Pace, Settings};
use std::time::Duration;

/// The level that stands in for a person who is away.
pub const STAND_IN: &str = "skilled";

/// The longest that one rollout takes, unless the machine is very busy.
const ROLLOUT_TAKES: Duration = Duration::from_micros(440);

/// The rollouts for each second of a level that usually thinks for a time, where the same question must always get the same answer.
const REPEATABLE_ROLLOUTS: u32 = 3000;

/// The turn limit from which on nobody sits and waits for the others' moves.
const SLOW_TURN: u32 = 3600;

/// How long a level that takes its time may think at tables with such a turn limit.
const LONG_THOUGHT: Duration = Duration::from_secs(15);

/// The part of a shorter turn limit that it may take for a decision.
const SHARE_OF_TURN: f64 = 0.2;

/// Every level, from easy to hard.
pub fn all() -> Vec<LevelInfo> {
    LEVELS.iter().map(|level| LevelInfo { id: level.id.into(), name: level.name.into() }).collect()
}

/// The name of a bot of this level.
pub fn name(id: &str) -> Option<&'static str> {
    capolinea_bots::Level::find(id).map(|level| level.name)
}

/// The budget of this level's bot for a decision, at a table that leaves it the usual time.
pub fn usual_budget(id: &str) -> Option<Budget> {
    Some(Level::find(id)?.budget)
}

/// The budget of this level's bot for a decision at a table with these settings.
pub fn budget_at(id: &str, settings: &Settings) -> Option<Budget> {
    let level = Level::find(id)?;
    Some(match level.budget.limit {
        Limit::Time(_) if level.takes_time => {
            Budget { limit: Limit::Time(time_for_thought(settings)), threads: level.budget.threads }
        }
        Limit::Time(_) | Limit::Rollouts(_) => level.budget,
    })
}

/// How long a level that takes its time may think for a decision.
fn time_for_thought(settings: &Settings) -> Duration {
    let by_pace = Duration::from_secs(match settings.pace {
        Pace::Instant => 1,
        Pace::Fast => 2,
        Pace::Normal => 4,
        Pace::Slow => 8,
    });
    match settings.turn_limit {
        None => by_pace,
        Some(limit) if limit >= SLOW_TURN => LONG_THOUGHT,
        Some(limit) => by_pace.min(Duration::from_secs(limit.into()).mul_f64(SHARE_OF_TURN)),
    }
}

/// The budget of this level's bot where the same question must always get the same answer, on any machine: it counts its
/// rollouts and looks at no clock.
pub fn repeatable_budget(id: &str) -> Option<Budget> {
    let budget = usual_budget(id)?;
    Some(match budget.limit {
        Limit::Time(time) => {
            let rollouts = (time.as_secs_f64() * f64::from(REPEATABLE_ROLLOUTS)) as u32;
            Budget { limit: Limit::Rollouts(rollouts), threads: 1 }
        }
        Limit::Rollouts(_) => budget,
    })
}

/// A new player of this level, if its bot answers at once.
pub fn prompt_player(id: &str) -> Option<Player> {
    Level::find(id)?.prompt_player()
}

/// The player for a question: one that was kept from the seat's last question, or a new one.
pub fn player_for(question: &Question, kept: Option<Player>) -> Option<Player> {
    kept.filter(|_| !question.is_repeatable).or_else(|| new_player(&question.level))
}

/// A new player of this level.
pub fn new_player(id: &str) -> Option<Player> {
    Some(Level::find(id)?.entrant().player())
}

/// How long a bot with this budget may think. Its answers come no sooner: its real thinking time would reveal something about its cards.
pub fn longest_thought(budget: Budget) -> Duration {
    if budget.is_none() { Duration::ZERO } else { thinking_time(budget) + Duration::from_millis(20) }
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
    use capolinea_protocol::table::Pace;

    #[test]
    fn somebody_stands_in() {
        assert!(super::new_player(super::STAND_IN).is_some());
    }

    #[test]
    fn no_repeatable_level_looks_at_a_clock() {
        for level in super::all() {
            let budget = super::repeatable_budget(&level.id).unwrap();
            assert!(matches!(budget.limit, super::Limit::Rollouts(_)), "{}", level.id);
        }
    }

    #[test]
    fn a_master_thinks_as_long_as_its_table_allows_and_the_others_as_always() {
        let seconds = |level, pace, turn_limit| {
            let settings = super::Settings { pace, turn_limit, ..super::Settings::default() };
            super::thinking_time(super::budget_at(level, &settings).unwrap()).as_secs()
        };
        let of_master = |pace| seconds("master", pace, None);
        assert_eq!([Pace::Instant, Pace::Fast, Pace::Normal, Pace::Slow].map(of_master), [1, 2, 4, 8]);
        assert_eq!(seconds("master", Pace::Slow, Some(15)), 3, "the others have 15 seconds for a turn");
        assert_eq!(seconds("master", Pace::Instant, Some(24 * 3600)), 15, "a game over days");
        assert_eq!(seconds("expert", Pace::Slow, Some(24 * 3600)), 1);
    }
}
