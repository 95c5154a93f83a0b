//! Events, and the part of them that a viewer may see.

// Mechanics declare fields of any of these types.
use crate::cards::*;
use crate::ids::*;
use crate::mechanics::extend;
use crate::rules::MAX_DECKS;

extend! { events:
    /// Something that happened in the game. Facts that are hidden from a viewer are `None`.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    #[cfg_attr(feature = "serde", derive(serde::Serialize), serde(tag = "event", rename_all = "snake_case"))]
    #[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
    pub enum Event {
        /// A player has made a choice that stays secret until all have chosen (C03).
        StartChosen {
            /// The player.
            seat: Seat,
        },
        /// A player was offered tickets to choose from (C03, C17).
        TicketsOffered {
            /// The player.
            seat: Seat,
            /// How many, by deck.
            by_deck: [u8; MAX_DECKS],
            /// Which tickets.
            tickets: Option<TicketSet>,
        } hides tickets reveals own,
        /// A player kept tickets and gave the others back (C03, C17).
        TicketsKept {
            /// The player.
            seat: Seat,
            /// How many were kept, by deck.
            by_deck: [u8; MAX_DECKS],
            /// How many went back.
            returned: u8,
            /// Which were kept.
            tickets: Option<TicketSet>,
        } hides tickets reveals others,
        /// All have chosen their starting tickets, and the first player was chosen (C04).
        FirstPlayerChosen {
            /// The first player.
            seat: Seat,
        } reveals all,
        /// A turn began.
        TurnBegan {
            /// The player.
            seat: Seat,
        },
        /// A card was taken from the market (C11).
        CardTaken {
            /// The player.
            seat: Seat,
            /// The card's place.
            slot: u8,
            /// The card.
            card: Card,
        },
        /// A card was drawn from the deck (C11).
        CardDrawn {
            /// The player.
            seat: Seat,
            /// The card.
            card: Option<Card>,
        } hides card reveals own,
        /// A card was turned up in the market (C12).
        MarketRefilled {
            /// Its place.
            slot: u8,
            /// The card.
            card: Card,
        } reveals all,
        /// Too many wilds: the whole market was discarded (C13).
        MarketSwept {
            /// The discarded cards.
            cards: CardCounts,
        } reveals all,
        /// The discards became the new deck (C14).
        DeckReshuffled {
            /// How many cards it has.
            cards: u8,
        } reveals all,
        /// A route was claimed (C20).
        RouteClaimed {
            /// The player.
            seat: Seat,
            /// The route.
            route: RouteId,
            /// The cards paid, those for a tunnel's extra included.
            paid: CardCounts,
            /// The points it scored.
            points: u8,
        } reveals others, // The cards that another player pays with were in a hidden hand.
        /// A player could do nothing (C18).
        Passed {
            /// The player.
            seat: Seat,
        },
        /// A player is short of pieces: everybody has one more turn (C30).
        LastRoundBegan {
            /// The player.
            seat: Seat,
        },
        /// The game is over.
        GameEnded reveals all,
    }
}

/// Receives every event while an action is executed.
pub trait Observer {
    /// Called once per event, in order.
    fn on_event(&mut self, event: Event);
}

/// Discards events.
impl Observer for () {
    #[inline]
    fn on_event(&mut self, _event: Event) {}
}

/// Collects events.
impl Observer for Vec<Event> {
    fn on_event(&mut self, event: Event) {
        self.push(event);
    }
}
