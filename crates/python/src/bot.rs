//! The built-in bots, as opponents and as policies.

use crate::action::PyAction;
use crate::errors::error;
use crate::game::Game;
use capolinea_bots::rand_chacha::ChaCha8Rng;
use capolinea_bots::rand_core::SeedableRng as _;
use capolinea_bots::{BOTS, Entrant, LEVELS, Level, Player, game_seed};
use capolinea_engine::Viewer;
use pyo3::prelude::*;
use std::fmt::Display;
use std::str::FromStr;
use std::sync::Mutex;

/// A bot by a level's id, or by its name and budget; as a [`Contestant`](capolinea_arena::Contestant) also by `exec:` with an
/// engine's command.
pub(crate) fn find_bot<B>(name: &str) -> PyResult<B>
where
    B: From<Entrant> + FromStr<Err: Display>,
{
    match Level::find(name) {
        Some(level) => Ok(level.entrant().into()),
        None => name.parse().map_err(error),
    }
}

/// A bot in one seat of one game. It sees what a person in that seat sees.
#[pyclass(name = "Bot", module = "capolinea", frozen)]
pub(crate) struct PyBot {
    name: String,
    at_work: Mutex<(Player, ChaCha8Rng)>,
}

#[pymethods]
impl PyBot {
    #[new]
    #[pyo3(signature = (name, *, seed = 0))]
    fn new(name: &str, seed: u64) -> PyResult<Self> {
        let entrant: Entrant = find_bot(name)?;
        let rng = ChaCha8Rng::from_seed(game_seed(seed, u32::MAX));
        Ok(PyBot { name: entrant.to_string(), at_work: Mutex::new((entrant.player(), rng)) })
    }

    /// The bot's name, with its budget.
    #[getter]
    fn name(&self) -> &str {
        &self.name
    }

    /// The bot's choice for the seat that decides now.
    fn choose(&self, py: Python<'_>, game: &Game) -> PyResult<PyAction> {
        let seat = game.decider_or_error(None)?;
        let view = game.lane.state.view(game.map.map(), Viewer::Seat(seat));
        let action = py.detach(|| {
            let mut at_work = self.at_work.lock().map_err(|_| error("this bot failed before; make a new one"))?;
            let (player, rng) = &mut *at_work;
            Ok::<_, PyErr>(player.choose(&view, rng))
        })?;
        Ok(game.describe(seat, action))
    }

    fn __repr__(&self) -> String {
        format!("Bot('{}')", self.name)
    }
}

/// The bots' names, each with a line on how it plays.
#[pyfunction]
pub(crate) fn bots() -> Vec<(&'static str, &'static str)> {
    BOTS.iter().map(|kind| (kind.name, kind.line)).collect()
}

/// The levels' ids, from the weakest to the strongest, each with a line on how it plays.
#[pyfunction]
pub(crate) fn levels() -> Vec<(&'static str, &'static str)> {
    LEVELS.iter().map(|level| (level.id, level.line)).collect()
}
