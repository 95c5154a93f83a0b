//! A contestant: a bot of this program, or an engine that runs as a process of its own.

use crate::ArenaError;
use capolinea_bot_engine::{Choice, Engine, EngineError, EnginePlayer, Forfeit};
use capolinea_bots::rand_chacha::ChaCha8Rng;
use capolinea_bots::{Budget, Entrant, EntrantError, Player};
use capolinea_engine::Action;
use capolinea_engine::Map;
use capolinea_engine::View;
use std::fmt;
use std::str::FromStr;
use std::time::{Duration, Instant};

/// A contestant of duels, ladders and simulations. Written as a bot (`searcher:50ms`) or as a command that starts an engine
/// (`exec:python3 bot.py`, `exec:50ms:python3 bot.py`).
#[derive(Clone, Debug)]
pub enum Contestant {
    /// A bot of this program.
    Bot(Entrant),
    /// An engine that runs as a process.
    Engine(Engine),
}

/// The prefix of an engine's command.
const EXEC: &str = "exec:";

/// Why a text does not name a contestant.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ContestantError {
    /// No bot has this name.
    #[error("{0}; an engine of your own is `exec:COMMAND`")]
    Name(EntrantError),
    /// The bot can't be used like this.
    #[error(transparent)]
    Bot(EntrantError),
    /// It is not an engine.
    #[error(transparent)]
    Engine(#[from] EngineError),
}

impl FromStr for Contestant {
    type Err = ContestantError;

    fn from_str(text: &str) -> Result<Self, ContestantError> {
        match text.trim().strip_prefix(EXEC) {
            Some(command) => Ok(Contestant::Engine(command.parse()?)),
            None => text.parse().map(Contestant::Bot).map_err(|error| match error {
                EntrantError::Name { .. } => ContestantError::Name(error),
                EntrantError::NoBudget { .. } | EntrantError::Budget { .. } => ContestantError::Bot(error),
            }),
        }
    }
}

impl From<Entrant> for Contestant {
    fn from(bot: Entrant) -> Self {
        Contestant::Bot(bot)
    }
}

impl From<Engine> for Contestant {
    fn from(engine: Engine) -> Self {
        Contestant::Engine(engine)
    }
}

impl fmt::Display for Contestant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Contestant::Bot(bot) => bot.fmt(f),
            Contestant::Engine(engine) => write!(f, "{EXEC}{engine}"),
        }
    }
}

impl Contestant {
    /// Its budget for a decision; `None` for an engine that gets none.
    pub fn budget(&self) -> Option<Budget> {
        match self {
            Contestant::Bot(bot) => Some(bot.budget),
            Contestant::Engine(engine) => engine.budget(),
        }
    }

    /// Whether both are the same program with the same budget.
    pub fn is_same_as(&self, other: &Contestant) -> bool {
        match (self, other) {
            (Contestant::Bot(bot), Contestant::Bot(other)) => bot.is_same_as(other),
            (Contestant::Engine(engine), Contestant::Engine(other)) => engine.is_same_as(other),
            (Contestant::Bot(_), Contestant::Engine(_)) | (Contestant::Engine(_), Contestant::Bot(_)) => false,
        }
    }

    /// The same contestant; an engine loses a game when a decision takes this much longer than its budget.
    #[must_use]
    pub fn with_engine_timeout(self, timeout: Duration) -> Self {
        match self {
            Contestant::Bot(bot) => Contestant::Bot(bot),
            Contestant::Engine(engine) => Contestant::Engine(engine.with_timeout(timeout)),
        }
    }

    /// Finds out whether it can play on a map at all.
    ///
    /// # Errors
    /// An engine can't be started, or does not speak the protocol.
    pub(crate) fn check(&self, map: &Map) -> Result<(), ArenaError> {
        match self {
            Contestant::Bot(_) => Ok(()),
            Contestant::Engine(engine) => Ok(engine.check(map)?),
        }
    }

    /// A new player, for one game.
    pub(crate) fn player(&self) -> SeatedPlayer {
        match self {
            Contestant::Bot(bot) => SeatedPlayer::Bot(bot.player()),
            Contestant::Engine(engine) => SeatedPlayer::Engine(engine.player()),
        }
    }
}

/// A contestant in one seat of one game.
pub(crate) enum SeatedPlayer {
    Bot(Player),
    Engine(EnginePlayer),
}

impl SeatedPlayer {
    /// Its choice. A look at the clock can take as long as a quick bot's decision: this one looks at none for a bot.
    ///
    /// # Errors
    /// It is an engine, and has lost the game.
    pub(crate) fn choose(&mut self, view: &View<'_>, rng: &mut ChaCha8Rng) -> Result<Action, Forfeit> {
        match self {
            SeatedPlayer::Bot(player) => Ok(player.choose(view, rng)),
            SeatedPlayer::Engine(player) => Ok(player.choose(view, rng)?.action),
        }
    }

    /// Its choice, and how long it thought.
    ///
    /// # Errors
    /// It is an engine, and has lost the game.
    pub(crate) fn choose_timed(&mut self, view: &View<'_>, rng: &mut ChaCha8Rng) -> Result<Choice, Forfeit> {
        match self {
            SeatedPlayer::Bot(player) => {
                let begun = Instant::now();
                let action = player.choose(view, rng);
                Ok(Choice { action, time: begun.elapsed() })
            }
            SeatedPlayer::Engine(player) => player.choose(view, rng),
        }
    }
}
