//! The bots that people can choose, by level.

use capolinea_bots::{Entrant, LEVELS};
use capolinea_protocol::http::Level;

/// The level that stands in for a person who is away.
pub const STAND_IN: &str = "skilled";

/// Every level, from easy to hard.
pub fn all() -> Vec<Level> {
    LEVELS.iter().map(|level| Level { id: level.id.into(), name: level.name.into() }).collect()
}

/// What a bot of this level is called.
pub fn name(id: &str) -> Option<&'static str> {
    capolinea_bots::Level::find(id).map(|level| level.name)
}

/// The bot that plays at this level.
pub fn entrant(id: &str) -> Option<Entrant> {
    capolinea_bots::Level::find(id).map(capolinea_bots::Level::entrant)
}

#[cfg(test)]
mod tests {
    #[test]
    fn somebody_stands_in() {
        assert!(super::entrant(super::STAND_IN).is_some());
    }
}
