//! The actions of players. Small plain values, which people, bots and records share.

// Mechanics declare fields of any of these types.
use crate::cards::*;
use crate::ids::*;
use crate::mechanics::extend;

extend! { actions:
    /// One decision of one player.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(tag = "do", rename_all = "snake_case", deny_unknown_fields))]
    #[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
    pub enum Action {
        /// Announce how many tickets to draw from the first deck and how many from the second (G02).
        ChooseSplit {
            /// How many from the first deck (Germany: short).
            first: u8,
            /// How many from the second deck (Germany: long).
            second: u8,
        },
        /// Keep some of the tickets offered (C03, C17).
        KeepTickets {
            /// Which: bit 0 is the first ticket offered, bit 1 the second, ...
            offered: u8,
        },
        /// Take a card from the market (C11).
        DrawOpen {
            /// Its place, from 0.
            slot: u8,
        },
        /// Draw the top card of the deck (C11).
        DrawBlind,
        /// Draw tickets (C17).
        DrawTickets,
        /// Claim a route (C20).
        ClaimRoute {
            /// The route.
            route: RouteId,
            /// The cards laid.
            payment: Payment,
        },
        /// Do nothing: allowed only to a player who can do nothing else (C18).
        Pass,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_action_is_at_most_eight_bytes() {
        assert!(size_of::<Action>() <= 8);
    }
}
