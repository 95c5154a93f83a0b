//! Why something can't be done now, in the form of messages.

use crate::refusal::Refusal;
use capolinea_engine::analysis::{self, MissingCards, why_not};
use capolinea_engine::{Color, LocationId, RouteId, View};
use serde::{Deserialize, Serialize};

/// An action that a player might want.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(tag = "target", rename_all = "snake_case", deny_unknown_fields)]
pub enum ActionTarget {
    /// Claim a route.
    Route {
        /// Which.
        route: RouteId,
    },
    /// Build a station.
    Station {
        /// Where.
        location: LocationId,
    },
    /// Take a card from the market.
    Open {
        /// Its place, from 0.
        slot: u8,
    },
    /// Draw from the deck.
    Deck,
    /// Draw tickets.
    Tickets,
    /// Take passengers or a token, or place a stack, at a location.
    Location {
        /// Where.
        location: LocationId,
    },
    /// Pass.
    Pass,
}

/// Whether something can be done now.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Explanation {
    /// The target of the question.
    pub target: ActionTarget,
    /// Why not; none if it can be done.
    pub refusal: Option<Refusal>,
    /// The cards that the hand lacks to pay for it, if that is the reason.
    pub missing: Option<Missing>,
}

/// The cards that a hand lacks for a route or a station, in the colour that lacks least.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Missing {
    /// The colour; none if wilds alone are missing (a ferry).
    pub color: Option<Color>,
    /// How many cards in all, of this colour or wild.
    pub cards: u8,
    /// How many of them must be wild.
    pub wilds: u8,
}

impl Explanation {
    /// Whether the viewer can do `target` now, and if not, why.
    pub fn new(view: &View<'_>, target: ActionTarget) -> Explanation {
        match why_not(view, target.into()) {
            None => Explanation { target, refusal: None, missing: None },
            Some(why_not) => Explanation {
                target,
                refusal: Some(why_not.reason.into()),
                missing: why_not.missing.map(Missing::from),
            },
        }
    }
}

impl From<ActionTarget> for analysis::Target {
    fn from(target: ActionTarget) -> Self {
        match target {
            ActionTarget::Route { route } => analysis::Target::Route(route),
            ActionTarget::Open { slot } => analysis::Target::Open(slot),
            ActionTarget::Deck => analysis::Target::Deck,
            ActionTarget::Tickets => analysis::Target::Tickets,
            ActionTarget::Station { location } | ActionTarget::Location { location } => {
                analysis::Target::Location(location)
            }
            ActionTarget::Pass => analysis::Target::Pass,
        }
    }
}

impl From<MissingCards> for Missing {
    fn from(MissingCards { color, cards, wilds }: MissingCards) -> Self {
        Missing { color, cards, wilds }
    }
}
