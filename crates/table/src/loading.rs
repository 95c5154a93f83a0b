//! How a stored table and its game are resumed.

use crate::game::{Beginning, Game, LoadError};
use crate::ids::from_hex;
use crate::stored::{NewTable, Seating, StoredStep, StoredTable};
use crate::{Loaded, Maps};
use capolinea_engine::record::seal;
use capolinea_engine::{FirstPlayer, GameRecord, Map, Setup};
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

pub(crate) fn load_game(maps: &Maps, seating: &Seating, steps: &[StoredStep]) -> Result<Option<Box<Game>>, Refusal> {
    let Some(setup) = setup_of(seating) else { return Ok(None) };
    let broken = |words: String| Refusal::new(RefusalCode::Internal, words);
    find_map(maps, seating)?;
    let unknown = || broken(format!("this game was begun by version {} of the rules, not known here", seating.rules));
    let map = maps.find_by_rules(&seating.map, seating.rules).ok_or_else(unknown)?;
    if map.digest() != seating.digest {
        return Err(broken(format!("the map `{}` has changed since this game was played", seating.map)));
    }
    let game = match &seating.played_on {
        Some(branch) => go_on(maps, &branch.record, steps),
        None => Beginning::deal(map, &setup).and_then(|beginning| Game::load(map.clone(), beginning, steps)),
    };
    let game = game.map_err(|error| broken(format!("this game can't be read: {error}")))?;
    Ok(Some(Box::new(game)))
}

/// A game that goes on from a record, by the rules of the record.
fn go_on(maps: &Maps, record: &str, steps: &[StoredStep]) -> Result<Game, LoadError> {
    let broken = |problem: String| LoadError::Setup { problem };
    let record = GameRecord::from_json(record).map_err(|error| broken(error.to_string()))?;
    let unknown = || broken(format!("version {} of the rules is not known here", record.rules));
    let map = maps.find_by_rules(&record.map, record.rules).ok_or_else(unknown)?.clone();
    let beginning = Beginning::of_record(&map, record)?;
    Game::load(map, beginning, steps)
}

/// The map of a table, by the present rules.
pub(crate) fn find_map<'a>(maps: &'a Maps, seating: &Seating) -> Result<&'a Arc<Map>, Refusal> {
    let unknown = || Refusal::new(RefusalCode::Internal, format!("the map `{}` is not known here", seating.map));
    maps.find(&seating.map).ok_or_else(unknown)
}

/// The SHA-256 of the seed of the game's shuffles, once it has begun.
pub(crate) fn seal_of(seating: &Seating) -> Option<String> {
    let setup = setup_of(seating)?;
    Some(seating.played_on.as_ref().map_or_else(|| seal(&setup.seed), |branch| branch.seal.clone()))
}

/// The setup of the game, once it has begun.
pub(crate) fn setup_of(seating: &Seating) -> Option<Setup> {
    let seed = from_hex(seating.seed.as_deref()?)?;
    let first = seating.settings.first.map_or(FirstPlayer::Random, FirstPlayer::Named);
    Some(Setup { players: seating.seats.len() as u8, first, seed, pieces: seating.settings.pieces })
}
