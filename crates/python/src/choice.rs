//! How Python names an action, and a seed.

use crate::action::PyAction;
use crate::errors::error;
use crate::game::Game;
use capolinea_bots::game_seed;
use capolinea_engine::notation::parse_action;
use capolinea_engine::{Action, Seat, Viewer};
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// An action as Python may name it.
#[derive(FromPyObject)]
pub(crate) enum Choice<'py> {
    Action(PyRef<'py, PyAction>),
    Id(usize),
    Text(String),
    Facts(Bound<'py, PyDict>),
}

/// A seed: a number for one of many games, or 64 hexadecimal digits as in records.
#[derive(FromPyObject)]
pub(crate) enum Seed {
    Number(u64),
    Digits(String),
}

impl Seed {
    /// The seed of the deal.
    pub(crate) fn bytes(&self) -> PyResult<[u8; 32]> {
        match self {
            Seed::Number(number) => Ok(game_seed(*number, 0)),
            Seed::Digits(digits) => hex::FromHex::from_hex(digits)
                .map_err(|_| error("a seed is a whole number from 0, or a text of 64 hexadecimal digits")),
        }
    }
}

impl Game {
    /// The action that a choice stands for.
    pub(crate) fn choice(&self, seat: Seat, choice: Choice<'_>) -> PyResult<Action> {
        let view = self.lane.state.view(self.map.map(), Viewer::Seat(seat));
        match choice {
            Choice::Action(action) => Ok(action.action),
            Choice::Id(id) => self.map.tables.actions.action(&view, id).ok_or_else(|| self.no_action(id)),
            Choice::Text(text) => parse_action(&view, &text).map_err(error),
            Choice::Facts(facts) => {
                let text: String = facts.py().import("json")?.call_method1("dumps", (facts,))?.extract()?;
                serde_json::from_str(&text).map_err(|problem| error(format!("this is not an action: {problem}")))
            }
        }
    }

    /// The error for an id that stands for nothing legal.
    pub(crate) fn no_action(&self, id: usize) -> PyErr {
        match self.map.tables.actions.describe(self.map.map(), id) {
            Some(text) => error(format!("`{text}` (id {id}) is not possible now; `legal_ids()` lists what is")),
            None => error(format!(
                "there is no action id {id}; they are numbered from 0 to {}",
                self.map.tables.actions.len() - 1
            )),
        }
    }
}
