//! Why games in the arena can't be played to their end.

use capolinea_bots::GameError;
use capolinea_engine::SetupError;
use capolinea_engine::record::RecordError;
use std::io;

/// An error of a watcher or follower, whatever it is.
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
    /// A bot on a ladder can't be told from itself.
    #[error("`{0}` is named twice")]
    NamedTwice(String),
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
