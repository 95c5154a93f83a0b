//! The state of a game: a plain value of at most 1 KiB that copies like bytes. All changes are made in `actions/`,
//! `mechanics/` and `play`; here are the data and read-only questions about them.

// Mechanics declare fields of any of these types.
use crate::cards::*;
use crate::ids::*;
use crate::map::Map;
use crate::mechanics::extend;
use crate::phase::Phase;
use crate::rules::{MARKET_SIZE, MAX_CARDS, MAX_DECKS, MAX_FLEETS};
use crate::view::{Own, View, Viewer};

/// A game at one moment: what everybody sees, and what is secret.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct State {
    pub(crate) public: Public,
    pub(crate) secret: Secret,
}

extend! { board:
    /// The public part of the state, which everybody at the table sees (C34).
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct Public {
        /// Where the game is.
        pub phase: Phase = Phase::Over,
        /// How many play.
        pub players: u8 = 0,
        /// The player with the first turn; `None` until that is chosen (C04).
        pub first: Option<Seat> = None,
        /// The face-up cards.
        pub market: [Option<Card>; MARKET_SIZE] = [None; MARKET_SIZE],
        /// How many cards the deck has.
        pub deck_size: u8 = 0,
        /// The discards: all were seen when they got there.
        pub discards: CardCounts = CardCounts::NONE,
        /// Cards turned up from the deck, as by a tunnel, until the end of the turn (E05).
        pub revealed: CardCounts = CardCounts::NONE,
        /// How many tickets each deck has.
        pub ticket_decks: [u8; MAX_DECKS] = [0; MAX_DECKS],
        /// Turns left once the last round has begun (C30).
        pub turns_left: Option<u8> = None,
        /// How many players have passed in a row (C18).
        pub passes: u8 = 0,
        /// The public state of each player.
        pub seats: BySeat<PublicSeat> = BySeat([PublicSeat::EMPTY; MAX_SEATS]),
        /// The routes that nobody can claim any more: claimed, or closed by a parallel one (C24).
        pub unavailable: RouteSet = RouteSet::EMPTY,
    }
}

extend! { player:
    /// The public state of a player.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub struct PublicSeat {
        /// The routes claimed.
        pub routes: RouteSet = RouteSet::EMPTY,
        /// The routes parallel to these, which the player may not claim (C23).
        pub barred: RouteSet = RouteSet::EMPTY,
        /// Points so far.
        pub score: i16 = 0,
        /// The pieces left, by kind.
        pub pieces: [u8; MAX_FLEETS] = [0; MAX_FLEETS],
        /// How many cards the player holds.
        pub hand_size: u8 = 0,
        /// Cards everybody knows to be in the hand: taken from the market or shown in a tunnel, and not paid since.
        pub known: CardCounts = CardCounts::NONE,
        /// How many tickets the player keeps, by the deck they were drawn from; where the backs are alike, all count for the first.
        pub tickets: [u8; MAX_DECKS] = [0; MAX_DECKS],
    }
}

impl PublicSeat {
    /// All pieces left, of any kind.
    #[inline]
    pub fn pieces_left(&self) -> u8 {
        self.pieces.iter().sum()
    }
}

/// The hidden state, and the private state of each player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Secret {
    /// The key of every shuffle.
    pub(crate) seed: [u8; 32],
    /// How many shuffles there have been.
    pub(crate) shuffles: u32,
    /// The deck; its top is at `deck_size` - 1.
    pub(crate) deck: [Card; MAX_CARDS],
    /// The ticket decks: each a ring in its own part of the list.
    pub(crate) tickets: [TicketId; MAX_TICKETS],
    /// The place of each deck's top ticket in its part.
    pub(crate) ticket_tops: [u8; MAX_DECKS],
    /// The private state of each player.
    pub(crate) own: BySeat<Own>,
}

impl State {
    /// The public state.
    #[inline]
    pub fn public(&self) -> &Public {
        &self.public
    }

    /// The game as `viewer` sees it; a seat that nobody has sees what a spectator does.
    #[inline]
    pub fn view<'a>(&'a self, map: &'a Map, viewer: Viewer) -> View<'a> {
        let own = match viewer {
            Viewer::Seat(seat) if seat.0 < self.public.players => Some(&self.secret.own[seat]),
            Viewer::Seat(_) | Viewer::Spectator => None,
        };
        View { map, public: &self.public, own }
    }

    /// Whose decision the game waits for.
    #[inline]
    pub fn deciders(&self) -> SeatSet {
        self.public.phase.deciders()
    }

    /// Whether the game is over.
    #[inline]
    pub fn is_over(&self) -> bool {
        self.public.phase == Phase::Over
    }
}

impl Public {
    /// Every seat, in turn order from the first player, or from the first seat before one is chosen.
    pub fn turn_order(&self) -> impl DoubleEndedIterator<Item = Seat> + use<> {
        let (players, first) = (self.players, self.first.map_or(0, |seat| seat.0));
        (0..players).map(move |place| Seat((first + place) % players))
    }

    /// The seat whose turn comes after `seat`'s.
    #[inline]
    pub fn next(&self, seat: Seat) -> Seat {
        if seat.0 + 1 == self.players { Seat(0) } else { Seat(seat.0 + 1) }
    }

    /// The owner of `route`.
    pub fn owner(&self, route: RouteId) -> Option<Seat> {
        Map::seats(self.players).find(|&seat| self.seats[seat].routes.contains(route))
    }

    /// How many tickets can still be drawn.
    #[inline]
    pub fn tickets_left(&self) -> u8 {
        self.ticket_decks.iter().sum()
    }
}
