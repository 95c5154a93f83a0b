//! Where the game is: who must decide what.

// Mechanics declare fields of any of these types.
use crate::cards::*;
use crate::ids::*;
use crate::mechanics::{MechanicPhase, extend};

extend! { phases:
    /// The decision that the game waits for.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    #[cfg_attr(feature = "serde", derive(serde::Serialize), serde(tag = "phase", rename_all = "snake_case"))]
    #[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
    // Fields stay in their order, so that the seat is at the same place in every variant: `deciders` is one load.
    #[repr(u8)]
    pub enum Phase {
        /// Before the first turn, all at once: how many tickets from which deck (C03, G02).
        ChoosingSplits {
            /// The seats that have not chosen yet.
            waiting: SeatSet,
        } = "how many tickets to draw from which deck is to be chosen",
        /// Before the first turn, all at once: which tickets to keep (C03).
        ChoosingTickets {
            /// The seats that have not chosen yet.
            waiting: SeatSet,
        } = "the tickets to keep are to be chosen",
        /// A turn begins (C10).
        Turn {
            /// Whose turn it is.
            seat: Seat,
        } = "a turn begins with one action: draw cards, claim a route, draw tickets, or an action that this map adds",
        /// One card has been drawn, and a second may be drawn (C11).
        SecondCard {
            /// Whose turn it is.
            seat: Seat,
        } = "the second card is to be drawn",
        /// Tickets are to be drawn from two decks: how many from which (G02).
        ChoosingSplit {
            /// Whose turn it is.
            seat: Seat,
        } = "how many tickets to draw from which deck is to be chosen",
        /// Tickets have been drawn: which to keep (C17).
        KeepingTickets {
            /// Whose turn it is.
            seat: Seat,
        } = "the tickets to keep are to be chosen",
        /// The game is over.
        Over = "the game is over",
    }
}

impl Phase {
    /// Those who choose at the same time, in the phases before the first turn where all do.
    pub fn choosing_at_once(self) -> Option<SeatSet> {
        match self {
            Phase::ChoosingSplits { waiting } | Phase::ChoosingTickets { waiting } => Some(waiting),
            Phase::Turn { .. }
            | Phase::SecondCard { .. }
            | Phase::ChoosingSplit { .. }
            | Phase::KeepingTickets { .. }
            | Phase::Over
            | mechanic_phase!(_) => None,
        }
    }

    /// The phase as its mechanic's own; none for a phase of every map.
    pub(crate) fn as_mechanic(self) -> Option<MechanicPhase> {
        match self {
            mechanic_phase!(_) => Some(self.mechanic()),
            Phase::ChoosingSplits { .. }
            | Phase::ChoosingTickets { .. }
            | Phase::Turn { .. }
            | Phase::SecondCard { .. }
            | Phase::ChoosingSplit { .. }
            | Phase::KeepingTickets { .. }
            | Phase::Over => None,
        }
    }

    /// Whether an action in this phase begins a turn. Before the first turn, each choice counts as one.
    pub fn begins_turn(self) -> bool {
        match self {
            Phase::ChoosingSplits { .. } | Phase::ChoosingTickets { .. } | Phase::Turn { .. } => true,
            Phase::SecondCard { .. } | Phase::ChoosingSplit { .. } | Phase::KeepingTickets { .. } | Phase::Over => {
                false
            }
            mechanic_phase!(_) => self.mechanic().begins_turn(),
        }
    }

    /// Whose decision the game waits for: several before the first turn, none when it is over.
    #[inline]
    pub fn deciders(self) -> SeatSet {
        match self {
            Phase::ChoosingSplits { waiting } | Phase::ChoosingTickets { waiting } => waiting,
            Phase::Turn { seat }
            | Phase::SecondCard { seat }
            | Phase::ChoosingSplit { seat }
            | Phase::KeepingTickets { seat }
            | mechanic_phase!(seat) => SeatSet(1 << seat.0),
            Phase::Over => SeatSet::EMPTY,
        }
    }
}
