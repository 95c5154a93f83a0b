//! Where a game begins: with a deal, or at a moment of another game.

use super::LoadError;
use capolinea_engine::{GameRecord, Map, Setup, State};

/// The part of a game that exists before the first action at the table.
#[derive(Clone, Debug)]
pub struct Beginning {
    /// Its record; the names are left to the table.
    record: GameRecord,
    state: State,
}

impl Beginning {
    /// A new deal.
    ///
    /// # Errors
    /// The map is for more or fewer players.
    pub fn deal(map: &Map, setup: &Setup) -> Result<Beginning, LoadError> {
        let state = State::new(map, setup).map_err(|error| LoadError::Setup { problem: error.to_string() })?;
        let names = vec![String::new(); usize::from(setup.players)];
        Ok(Beginning { record: GameRecord::new(map, setup, names), state })
    }

    /// The end of a record, from which the game goes on.
    ///
    /// # Errors
    /// It does not replay.
    pub fn of_record(map: &Map, record: GameRecord) -> Result<Beginning, LoadError> {
        let state = record.replay(map).map_err(|error| LoadError::Setup { problem: error.to_string() })?;
        Ok(Beginning { record, state })
    }

    /// The game at its beginning.
    pub fn state(&self) -> &State {
        &self.state
    }

    /// Its record, with these names.
    pub(super) fn record(&self, players: Vec<String>) -> GameRecord {
        GameRecord { players, ..self.record.clone() }
    }
}
