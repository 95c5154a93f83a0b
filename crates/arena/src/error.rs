//! Why games in the arena can't be played to their end.

use capolinea_bot_engine::{EngineError, Forfeit};
use capolinea_bots::GameError;
use capolinea_engine::record::RecordError;
use capolinea_engine::{Seat, SetupError};
use std::io;

/// Any error of a watcher or follower.
pub type BoxError = Box<dyn std::error::Error + Send + Sync>;

/// Why games can't be played.
#[derive(Debug, thiserror::Error)]
pub enum ArenaError {
    /// The map is for more or fewer players, or a bot does not keep to the rules.
    #[error(transparent)]
    Game(#[from] GameError),
    /// Too many threads for this computer.
    #[error("can't start the threads: {0}")]
    Threads(#[from] io::Error),
    /// A bot is on a ladder twice.
    #[error("`{0}` is named twice")]
    NamedTwice(String),
    /// An engine can't be started, or does not speak the protocol.
    #[error(transparent)]
    Engine(#[from] EngineError),
    /// An engine lost a game of a simulation, which counts only whole games.
    #[error("game {}: the engine in seat {} lost without playing to the end: {reason}", .game + 1, .seat.0 + 1)]
    Forfeit {
        /// The game, from 0.
        game: u32,
        /// The engine's seat.
        seat: Seat,
        /// Why.
        reason: Forfeit,
    },
    /// The record of a game that was played before can't be replayed.
    #[error(transparent)]
    Record(#[from] RecordError),
    /// The watcher or follower can't go on.
    #[error(transparent)]
    Watcher(BoxError),
}

impl From<SetupError> for ArenaError {
    fn from(error: SetupError) -> ArenaError {
        ArenaError::Game(error.into())
    }
}
