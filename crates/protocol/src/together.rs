//! A replay that several people look at together: one leads, the others follow.

use capolinea_engine::{LocationId, RouteId};
use serde::{Deserialize, Serialize};

/// An act of somebody who looks at a replay together with others.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(tag = "act", rename_all = "snake_case", deny_unknown_fields)]
pub enum TogetherAct {
    /// Join the people who look together. The first one leads, from this moment on.
    Join {
        /// The name: 1 to 24 characters.
        name: String,
        /// The moment that is looked at.
        at: ReplayMoment,
    },
    /// Look alone again.
    Leave {},
    /// Go to a moment; only the leader may.
    Go {
        /// The moment.
        at: ReplayMoment,
    },
    /// Point at something, or with `null` at nothing.
    Point {
        /// What is pointed at.
        at: Option<PointedAt>,
    },
    /// Let somebody else lead; only the leader may.
    HandOver {
        /// The other's number.
        to: u32,
    },
}

/// A moment of a replay, and whose eyes it is seen through.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct ReplayMoment {
    /// The step; 0 is the deal.
    pub step: u32,
    /// Whose eyes: a seat's, all together, or a spectator's.
    pub viewer: ReplayEyes,
}

/// Whose eyes a replay is seen through.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum ReplayEyes {
    /// With every hand open.
    #[default]
    All,
    /// A spectator's.
    Spectator,
    /// The player's in this seat.
    Seat(u8),
}

/// Something on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum PointedAt {
    /// A route.
    Route(RouteId),
    /// A city or another location.
    Location(LocationId),
}

/// The people who look at a replay together.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Together {
    /// The client's own number.
    pub you: u32,
    /// Everybody, in the order in which they came.
    pub people: Vec<Companion>,
    /// The moment that the leader looks at.
    pub at: ReplayMoment,
}

/// Somebody who looks at a replay with others.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Companion {
    /// A number that stays the same until they leave.
    pub number: u32,
    /// The name.
    pub name: String,
    /// Whether the others follow this one.
    pub leads: bool,
    /// What this one points at.
    pub points: Option<PointedAt>,
}
