//! Where the game is: who must decide what.

use crate::cards::Payment;
use crate::ids::{LocationId, RouteId, Seat, SeatSet};
use serde::Serialize;
use std::fmt;

/// What the game waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(tag = "phase", rename_all = "snake_case")]
pub enum Phase {
    /// Before the first turn, all at once: how many tickets from which deck (C03, G02).
    ChoosingSplits {
        /// Who has not chosen yet.
        waiting: SeatSet,
    },
    /// Before the first turn, all at once: which tickets to keep (C03).
    ChoosingTickets {
        /// Who has not chosen yet.
        waiting: SeatSet,
    },
    /// Before the first turn: where the tourists left over go (S02).
    PlacingTourists {
        /// Who places.
        seat: Seat,
    },
    /// A turn begins (C10).
    Turn {
        /// Whose turn it is.
        seat: Seat,
    },
    /// One card has been drawn, a second is to be had (C11).
    SecondCard {
        /// Whose turn it is.
        seat: Seat,
    },
    /// Tickets are to be drawn from two decks: how many from which (G02).
    ChoosingSplit {
        /// Whose turn it is.
        seat: Seat,
    },
    /// Tickets have been drawn: which to keep (C17).
    KeepingTickets {
        /// Whose turn it is.
        seat: Seat,
    },
    /// A tunnel asks for more cards (E03).
    PayingTunnel {
        /// Whose turn it is.
        seat: Seat,
        /// The tunnel.
        route: RouteId,
        /// What has been laid.
        laid: Payment,
        /// How many more cards are asked for.
        extra: u8,
    },
    /// A route has been claimed: passengers may be taken at its ends (G04).
    TakingPassengers {
        /// Whose turn it is.
        seat: Seat,
        /// The ends from which none has been taken yet.
        ends: [Option<LocationId>; 2],
    },
    /// A route has been claimed with tokens at both ends: which to take (S03).
    TakingTourist {
        /// Whose turn it is.
        seat: Seat,
        /// The route.
        route: RouteId,
    },
    /// The game is over.
    Over,
}

impl Phase {
    /// Those who choose at the same time, in the phases before the first turn where all do.
    pub fn choosing_at_once(self) -> Option<SeatSet> {
        match self {
            Phase::ChoosingSplits { waiting } | Phase::ChoosingTickets { waiting } => Some(waiting),
            Phase::PlacingTourists { .. }
            | Phase::Turn { .. }
            | Phase::SecondCard { .. }
            | Phase::ChoosingSplit { .. }
            | Phase::KeepingTickets { .. }
            | Phase::PayingTunnel { .. }
            | Phase::TakingPassengers { .. }
            | Phase::TakingTourist { .. }
            | Phase::Over => None,
        }
    }

    /// Whose decision the game waits for: several before the first turn, none when it is over.
    #[inline]
    pub fn deciders(self) -> SeatSet {
        match self {
            Phase::ChoosingSplits { waiting } | Phase::ChoosingTickets { waiting } => waiting,
            Phase::PlacingTourists { seat }
            | Phase::Turn { seat }
            | Phase::SecondCard { seat }
            | Phase::ChoosingSplit { seat }
            | Phase::KeepingTickets { seat }
            | Phase::PayingTunnel { seat, .. }
            | Phase::TakingPassengers { seat, .. }
            | Phase::TakingTourist { seat, .. } => SeatSet(1 << seat.0),
            Phase::Over => SeatSet::EMPTY,
        }
    }
}

impl fmt::Display for Phase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Phase::ChoosingSplits { .. } | Phase::ChoosingSplit { .. } => {
                "how many tickets to draw from which deck is to be chosen"
            }
            Phase::ChoosingTickets { .. } | Phase::KeepingTickets { .. } => "the tickets to keep are to be chosen",
            Phase::PlacingTourists { .. } => "a stack of tourist tokens is to be placed",
            Phase::Turn { .. } => {
                "a turn begins, and it is one thing: draw cards, claim a route, draw tickets, or what else the map has"
            }
            Phase::SecondCard { .. } => "the second card is to be drawn",
            Phase::PayingTunnel { .. } => "the tunnel is to be paid or left",
            Phase::TakingPassengers { .. } => "passengers are to be taken or left",
            Phase::TakingTourist { .. } => "a tourist token is to be chosen",
            Phase::Over => "the game is over",
        })
    }
}
