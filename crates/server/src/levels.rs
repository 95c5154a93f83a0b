//! The bots that people can choose, by level.

use capolinea_bots::Entrant;
use capolinea_protocol::http::Level;

/// A level: its id, its name, and the bot that plays at it.
struct Entry {
    id: &'static str,
    name: &'static str,
    entrant: &'static str,
}

const LEVELS: &[Entry] = &[
    Entry { id: "beginner", name: "Beginner", entrant: "one_step_thinker" },
    Entry { id: "easy", name: "Easy", entrant: "greedy" },
    Entry { id: "medium", name: "Medium", entrant: "planner" },
    Entry { id: "hard", name: "Hard", entrant: "searcher:100ms" },
    Entry { id: "expert", name: "Expert", entrant: "searcher:400ms" },
];

/// The level that stands in for a person who is away.
pub const STAND_IN: &str = "medium";

/// Every level, from easy to hard.
pub fn all() -> Vec<Level> {
    LEVELS.iter().map(|level| Level { id: level.id.into(), name: level.name.into() }).collect()
}

/// What a bot of this level is called.
pub fn name(id: &str) -> Option<&'static str> {
    LEVELS.iter().find(|level| level.id == id).map(|level| level.name)
}

/// The bot that plays at this level.
pub fn entrant(id: &str) -> Option<Entrant> {
    LEVELS.iter().find(|level| level.id == id)?.entrant.parse().ok()
}

#[cfg(test)]
mod tests {
    #[test]
    fn every_level_has_a_bot() {
        for level in super::all() {
            assert!(super::entrant(&level.id).is_some(), "{}", level.id);
        }
        assert!(super::entrant(super::STAND_IN).is_some());
    }
}
