//! How a stored table and its game are taken up again.

use crate::game::Game;
use crate::ids::from_hex;
use crate::stored::{NewTable, Seating, StoredStep, StoredTable};
use crate::{Loaded, Maps};
use capolinea_engine::{FirstPlayer, Map, Setup};
use capolinea_protocol::refusal::{Refusal, RefusalCode};
use std::sync::Arc;

impl Loaded {
    /// Replays the game of a stored table, if it has begun. A long game takes milliseconds.
    ///
    /// # Errors
    /// The game can't be replayed.
    pub fn new(maps: &Maps, stored: StoredTable) -> Result<Loaded, Refusal> {
        let StoredTable { created, version, seating, status, steps } = stored;
        let game = load_game(maps, &seating, &steps)?;
        Ok(Loaded { created, version, seating, status, game })
    }

    /// A new table, whose game has not begun.
    pub fn unplayed(table: NewTable) -> Loaded {
        let NewTable { created, seating, status, .. } = table;
        Loaded { created, version: 0, seating, status, game: None }
    }
}

fn load_game(maps: &Maps, seating: &Seating, steps: &[StoredStep]) -> Result<Option<Box<Game>>, Refusal> {
    let Some(setup) = setup_of(seating) else { return Ok(None) };
    let broken = |words: String| Refusal::new(RefusalCode::Internal, words);
    find_map(maps, seating)?;
    let unknown = || broken(format!("this game was begun by version {} of the rules, not known here", seating.rules));
    let map = maps.find_by_rules(&seating.map, seating.rules).ok_or_else(unknown)?;
    if map.digest() != seating.digest {
        return Err(broken(format!("the map `{}` has changed since this game was played", seating.map)));
    }
    let game = Game::load(map.clone(), setup, steps);
    let game = game.map_err(|error| broken(format!("this game can't be read: {error}")))?;
    Ok(Some(Box::new(game)))
}

/// The map of a table, by the present rules.
pub(crate) fn find_map<'a>(maps: &'a Maps, seating: &Seating) -> Result<&'a Arc<Map>, Refusal> {
    let unknown = || Refusal::new(RefusalCode::Internal, format!("the map `{}` is not known here", seating.map));
    maps.find(&seating.map).ok_or_else(unknown)
}

/// The setup of the game, once it has begun.
pub(crate) fn setup_of(seating: &Seating) -> Option<Setup> {
    let seed = from_hex(seating.seed.as_deref()?)?;
    let first = seating.settings.first.map_or(FirstPlayer::Random, FirstPlayer::Named);
    Some(Setup { players: seating.seats.len() as u8, first, seed, pieces: seating.settings.pieces })
}
