//! Help that a player may ask for, where the table allows it. It says nothing that the player could not compute from the view.

use crate::plan::PlanView;
use capolinea_engine::Action;
use serde::{Deserialize, Serialize};

/// The help that is asked for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(tag = "hint", rename_all = "snake_case", deny_unknown_fields)]
pub enum HintWish {
    /// The cheapest plan for all tickets that are not completed.
    Plans {},
    /// The move that a bot would make.
    Move {
        /// The id of its level.
        level: String,
    },
}

impl HintWish {
    /// Its kind.
    pub fn kind(&self) -> HintKind {
        match self {
            HintWish::Plans {} => HintKind::Plans,
            HintWish::Move { .. } => HintKind::Move,
        }
    }
}

/// A kind of help.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum HintKind {
    /// Plans for the tickets.
    Plans,
    /// A bot's move.
    Move,
}

/// The help that is given.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(tag = "hint", rename_all = "snake_case")]
pub enum Hint {
    /// The cheapest plan for all tickets that are not completed.
    Plans {
        /// The plan.
        plan: Box<PlanView>,
    },
    /// The move that a bot would make.
    Move {
        /// The id of its level.
        level: String,
        /// The action.
        action: Action,
    },
}
