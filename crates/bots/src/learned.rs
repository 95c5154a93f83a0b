//! The learned data of bots: their types, the functions that use them as weights, and the one rule that finds the entry for a
//! game. `capolinea-arena` learns the data; a bot needs none of this to play.

pub use crate::searcher::beliefs::{Evidence, FEATURES as TICKET_FEATURES, LearnedBeliefs, chance};
pub use crate::searcher::value::{
    FEATURES as VALUE_FEATURES, LearnedValue, ValueFunction, features as value_features, share_left,
};

use crate::planner::Tuned;

/// An entry of learned data.
pub(crate) trait ForGame {
    /// The id of the map and the number of players it was learned for.
    fn game(&self) -> (&str, u8);
}

impl ForGame for Tuned {
    fn game(&self) -> (&str, u8) {
        (&self.map, self.players)
    }
}

impl ForGame for LearnedValue {
    fn game(&self) -> (&str, u8) {
        (&self.map, self.players)
    }
}

impl ForGame for LearnedBeliefs {
    fn game(&self) -> (&str, u8) {
        (&self.map, self.players)
    }
}

/// The entry for exactly this map and number of players. Entries for other numbers are not used in its place: where one is
/// missing, a bot plays better without (see the values of two players in `docs/BOTS.md`), or nobody has measured it.
pub(crate) fn for_game<'a, T: ForGame>(entries: &'a [T], map: &str, players: u8) -> Option<&'a T> {
    entries.iter().find(|entry| entry.game() == (map, players))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::planner::TUNED;
    use crate::searcher::{beliefs, value};

    fn nearest<'a, T: ForGame>(entries: &'a [T], map: &str, players: u8) -> Option<&'a T> {
        let of_map = entries.iter().filter(|entry| entry.game().0 == map);
        of_map.min_by_key(|entry| entry.game().1.abs_diff(players))
    }

    #[test]
    fn every_built_in_game_has_weights_and_beliefs_of_its_own() {
        for map in capolinea_maps::built_in().map(|built_in| &built_in.map) {
            for players in map.min_players()..=map.max_players() {
                let game = Some((map.id(), players));
                assert_eq!(for_game(&TUNED, map.id(), players).map(ForGame::game), game);
                assert_eq!(for_game(&beliefs::LEARNED, map.id(), players).map(ForGame::game), game);
                // So the nearest entry, which these two used earlier, is the same one.
                assert_eq!(nearest(&TUNED, map.id(), players).map(ForGame::game), game);
                assert_eq!(nearest(&beliefs::LEARNED, map.id(), players).map(ForGame::game), game);
            }
        }
    }

    #[test]
    fn values_are_used_with_three_and_more_players_except_on_europe() {
        for map in capolinea_maps::built_in().map(|built_in| &built_in.map) {
            for players in map.min_players()..=map.max_players() {
                let found = for_game(&value::LEARNED, map.id(), players);
                assert_eq!(found.is_some(), players > 2 && map.id() != "europe", "{} {players}", map.id());
            }
        }
    }

    #[test]
    fn nothing_is_found_for_another_map_or_number_of_players() {
        assert!(for_game(&TUNED, "nowhere", 2).is_none());
        assert!(for_game(&TUNED, "berlin", 5).is_none());
    }
}
