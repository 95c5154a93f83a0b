//! The opponents that people meet, from beginner to master. `docs/BOTS.md` has the measured strength of each.

use crate::novice::Novice;
use crate::planner::Planner;
use crate::{Bot, Budget, Entrant, Limit, Player};
use std::time::Duration;

/// An opponent for people.
#[derive(Clone, Copy, Debug)]
pub struct Level {
    /// Its id in settings and messages.
    pub id: &'static str,
    /// Its name.
    pub name: &'static str,
    /// How it plays, in one line.
    pub line: &'static str,
    /// The bot that plays it, and its budget.
    entrant: &'static str,
    /// The same budget.
    pub budget: Budget,
    /// Whether it thinks longer than that where a table leaves it more time.
    pub takes_time: bool,
    /// Makes the bot, if it answers at once.
    make: Option<fn() -> Box<dyn Bot>>,
}

/// Every level, from the weakest to the strongest.
pub const LEVELS: &[Level] = &[
    Level {
        id: "beginner",
        name: "Beginner",
        line: "knows the rules, keeps its cheapest tickets, and often takes the wrong card or route",
        entrant: "novice",
        budget: Budget::NONE,
        takes_time: false,
        make: Some(|| Box::new(Novice::new(35))),
    },
    Level {
        id: "casual",
        name: "Casual",
        line: "follows its tickets and slips now and then",
        entrant: "amateur",
        budget: Budget::NONE,
        takes_time: false,
        make: Some(|| Box::new(Novice::new(10))),
    },
    Level {
        id: "skilled",
        name: "Skilled",
        line: "plans all its tickets together, knows what is worth it, and makes no slips",
        entrant: "planner",
        budget: Budget::NONE,
        takes_time: false,
        make: Some(|| Box::new(Planner::new())),
    },
    Level {
        id: "strong",
        name: "Strong",
        line: "tries its moves out in a few hundred imagined games",
        entrant: "searcher:300",
        budget: Budget { limit: Limit::Rollouts(300), threads: 1 },
        takes_time: false,
        make: None,
    },
    Level {
        id: "expert",
        name: "Expert",
        line: "thinks for up to a second, in tens of thousands of imagined games",
        entrant: "searcher:1s*2",
        budget: Budget { limit: Limit::Time(Duration::from_secs(1)), threads: 2 },
        takes_time: false,
        make: None,
    },
    Level {
        id: "master",
        name: "Master",
        line: "thinks as Expert does, for as long as its table allows",
        entrant: "searcher:4s*2",
        budget: Budget { limit: Limit::Time(Duration::from_secs(4)), threads: 2 },
        takes_time: true,
        make: None,
    },
];

impl Level {
    /// The level with this id.
    pub fn find(id: &str) -> Option<&'static Level> {
        LEVELS.iter().find(|level| level.id == id)
    }

    /// A new player of it, if its bot answers at once. A program that calls this and never [`Level::entrant`] has no code of bots that search.
    pub fn prompt_player(&self) -> Option<Player> {
        Some(Player::boxed(self.make?(), self.budget))
    }

    /// Its bot with a budget, as an [`Entrant`] is written. A program that calls this alone has no code of bots that search.
    pub fn entrant_name(&self, budget: Budget) -> String {
        let name = self.entrant.split(':').next().unwrap_or(self.entrant);
        if self.budget.is_none() { name.to_owned() } else { format!("{name}:{budget}") }
    }

    /// Its bot as an entrant.
    pub fn entrant(&self) -> Entrant {
        self.entrant.parse().expect("a test reads every level's entrant")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_level_is_played_by_somebody_and_found_by_its_id() {
        for level in LEVELS {
            let entrant = level.entrant();
            assert_eq!(entrant.to_string(), level.entrant_name(level.budget));
            assert_eq!(entrant.budget, level.budget, "{}", level.id);
            assert_eq!(level.prompt_player().is_some(), level.budget.is_none(), "{}", level.id);
            assert_eq!(Level::find(level.id).map(|found| found.name), Some(level.name));
        }
        assert!(Level::find("hopeless").is_none());
    }
}
