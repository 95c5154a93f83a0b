//! The parts of a rulebook that differ between maps: numbers, options, and the mechanics a map uses.

use crate::cards::CardCounts;
use crate::ids::DeckId;
use crate::mechanics::{Mechanic, extend};

/// The face-up row of cards has this many places on every map.
pub const MARKET_SIZE: usize = 5;
/// This many face-up wilds sweep the market (C13).
pub const MARKET_WILDS: usize = 3;
/// The most tickets a player is ever offered at once.
pub const MAX_OFFER: usize = 5;
/// The most cards a route asks for.
pub const MAX_PRICE: usize = 9;
/// The most cards in a map's deck.
pub const MAX_CARDS: usize = 128;
/// The most pieces a player may have, of all kinds together.
pub const MAX_PIECES: usize = 64;
/// The most kinds of pieces on a map.
pub const MAX_FLEETS: usize = 2;
/// The most ticket decks on a map.
pub const MAX_DECKS: usize = 2;

/// The version of the rules: games of older versions are played on as they began ([`Map::by_rules`]).
///
/// Version 2 has [`Rules::empty_deck`] and [`Rules::first_player`].
///
/// [`Map::by_rules`]: crate::map::Map::by_rules
pub const RULES_VERSION: u32 = 2;

/// The rules of one map.
#[derive(Clone, Debug)]
pub struct Rules {
    /// Which version of the rules these are.
    pub version: u32,
    /// The whole card deck (C01).
    pub cards: CardCounts,
    /// This map's name for its wilds.
    pub wild: WildName,
    /// Cards dealt to each player (C02).
    pub starting_hand: u8,
    /// The kinds of pieces and how many of each a player owns (C05).
    pub fleets: Vec<Fleet>,
    /// This many pieces or fewer left at the end of a turn bring the last round (C30).
    pub last_round_at: u8,
    /// With this many players or fewer, one claimed route closes those parallel to it (C24).
    pub single_lane_up_to: u8,
    /// Whether a turn may take face-up cards while deck and discards are empty (C15).
    pub empty_deck: EmptyDeck,
    /// When the first player is chosen (C04).
    pub first_player: FirstPlayerChosen,
    /// How tickets are dealt before the first turn (C03).
    pub start: StartingTickets,
    /// How tickets are drawn in a turn (C17).
    pub draw: TicketDraw,
    /// The rules that only some maps have.
    pub mechanics: Vec<Mechanic>,
    /// The tie-breaks, first to last (C33).
    pub tie_breaks: Vec<TieBreak>,
}

/// A kind of piece, how many a player owns, and what its routes score (C25, B02).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fleet {
    /// The kind of the piece.
    pub piece: Piece,
    /// How many each player starts with.
    pub count: u8,
    /// Points for a route, by the number of cards it asks for; `None` where the map has no such route.
    pub points: [Option<u8>; MAX_PRICE + 1],
}

/// Words from a map file that stand for one of a few things.
macro_rules! words {
    ($(#[$doc:meta])* $name:ident { $($(#[$variant_doc:meta])* $variant:ident = $word:literal,)+ }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "snake_case"))]
        #[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
        pub enum $name { $($(#[$variant_doc])* $variant,)+ }

        impl $name {
            /// Every one of them.
            pub const ALL: &[$name] = &[$($name::$variant),+];

            /// The word for it in files.
            pub const fn as_str(self) -> &'static str {
                match self { $($name::$variant => $word,)+ }
            }
        }
    };
}

words!(
    /// The picture on a map's wild cards.
    WildName {
        /// A locomotive.
        Locomotive = "locomotive",
        /// A ferry.
        Ferry = "ferry",
        /// A bicycle.
        Bicycle = "bicycle",
    }
);

words!(
    /// A kind of piece that players put on routes.
    Piece {
        /// A train.
        Train = "train",
        /// A tram.
        Tram = "tram",
        /// A subway.
        Subway = "subway",
    }
);

words!(
    /// Whether a turn may take face-up cards while deck and discards are empty (C15).
    EmptyDeck {
        /// The face-up cards may be taken.
        FaceUp = "face_up",
        /// No card may be drawn: the player must choose another action.
        NoDraw = "no_draw",
    }
);

words!(
    /// When the first player is chosen (C04), unless the people at the table name one.
    FirstPlayerChosen {
        /// When the game is dealt.
        BeforeTickets = "before_tickets",
        /// Once all have chosen their starting tickets; nobody knows it earlier.
        AfterTickets = "after_tickets",
    }
);

words!(
    /// Where starting tickets go that a player does not keep.
    Returned {
        /// To the bottom of their deck.
        Bottom = "bottom",
        /// Out of the game, unseen.
        Removed = "removed",
        /// Back into their decks, which are shuffled again.
        Reshuffled = "reshuffled",
    }
);

extend! { tie_breaks:
    /// A rule that decides between players with the same score.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    #[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "snake_case"))]
    #[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
    pub enum TieBreak {
        /// More completed tickets.
        CompletedTickets = "completed_tickets" by |tally| tally.completed.len() as i16,
    }
}

/// How tickets are dealt before the first turn (C03).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StartingTickets {
    /// The tickets dealt to each player.
    pub deal: StartDeal,
    /// How many must be kept.
    pub keep: u8,
    /// Where the others go.
    pub returned: Returned,
}

/// The tickets dealt to each player before the first turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StartDeal {
    /// A number of tickets from each deck.
    Fixed(Vec<DeckShare>),
    /// A number of tickets in all, split between the two decks as the player announces.
    Split(u8),
}

/// A number of tickets from one deck.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DeckShare {
    /// The deck.
    pub deck: DeckId,
    /// How many.
    pub count: u8,
}

/// How tickets are drawn in a turn (C17). With two decks the player announces a split (G02).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TicketDraw {
    /// How many tickets are drawn.
    pub count: u8,
    /// How many must be kept.
    pub keep: u8,
    /// The decks that are there to draw from; any other is out of the game after the start.
    pub decks: Vec<DeckId>,
}

impl TicketDraw {
    /// Whether the player announces how many to draw from which of two decks.
    pub fn is_split(&self) -> bool {
        self.decks.len() > 1
    }
}
