//! The beginning of a game: what is dealt and laid out before the first decision (C01–C05).

use crate::cards::Card;
use crate::event::Observer;
use crate::ids::*;
use crate::map::Map;
use crate::phase::Phase;
use crate::play::Play;
use crate::random::Shuffle;
use crate::rules::{FirstPlayerChosen, MAX_CARDS, MAX_DECKS, StartDeal};
use crate::state::{Public, PublicSeat, Secret, State};
use crate::view::{Offer, Own};

/// Everything that decides a game besides its players' actions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Setup {
    /// How many play.
    pub players: u8,
    /// The first player.
    pub first: FirstPlayer,
    /// The key of every shuffle.
    pub seed: [u8; 32],
    /// The most pieces of each kind per player, for a short game (C05); `None` for as many as the map has.
    pub pieces: Option<u8>,
}

/// Who has the first turn (C04).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FirstPlayer {
    /// Anybody, by the seed.
    Random,
    /// A seat named by the people at the table.
    Named(Seat),
}

/// Why a game can't begin.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SetupError {
    /// Too few or too many players.
    #[error("this map is for {min} to {max} players, not for {players}")]
    NumberOfPlayers {
        /// How many there would be.
        players: u8,
        /// The fewest.
        min: u8,
        /// The most.
        max: u8,
    },
    /// A first player who does not play.
    #[error("the first player's seat is {}; there are {players}", .seat.0 as u16 + 1)]
    FirstPlayer {
        /// The seat named.
        seat: Seat,
        /// How many play.
        players: u8,
    },
    /// A short game with so few pieces that it would be over at once, or with more than the map has.
    #[error("a short game on this map has {min} to {max} pieces of each kind for each player, not {pieces}")]
    Pieces {
        /// How many there would be.
        pieces: u8,
        /// The fewest.
        min: u8,
        /// The most.
        max: u8,
    },
}

impl Map {
    /// Whether a short game can have this many pieces ([`Setup::pieces`]).
    ///
    /// # Errors
    /// They are too few or too many.
    pub fn check_pieces(&self, pieces: Option<u8>) -> Result<(), SetupError> {
        let Some(pieces) = pieces else { return Ok(()) };
        let min = self.rules().last_round_at.saturating_add(1);
        let max = self.rules().fleets.iter().map(|fleet| fleet.count).max().unwrap_or(0);
        if (min..=max).contains(&pieces) { Ok(()) } else { Err(SetupError::Pieces { pieces, min, max }) }
    }

    /// Whether this many players can play on it.
    ///
    /// # Errors
    /// They are too few or too many.
    pub fn check_players(&self, players: u8) -> Result<(), SetupError> {
        let (min, max) = (self.min_players(), self.max_players());
        if (min..=max).contains(&players) { Ok(()) } else { Err(SetupError::NumberOfPlayers { players, min, max }) }
    }
}

impl State {
    /// Deals a new game.
    ///
    /// # Errors
    /// The map is for more or fewer players, the first player named does not play, or a short game has too few pieces.
    pub fn new(map: &Map, setup: &Setup) -> Result<State, SetupError> {
        Self::new_observed(map, setup, &mut ())
    }

    /// Deals a new game and passes the events to `observer`.
    ///
    /// # Errors
    /// As [`State::new`].
    pub fn new_observed(map: &Map, setup: &Setup, observer: &mut impl Observer) -> Result<State, SetupError> {
        let players = setup.players;
        map.check_players(players)?;
        map.check_pieces(setup.pieces)?;
        let first = match (setup.first, map.rules().first_player) {
            (FirstPlayer::Named(seat), _) if seat.0 < players => Some(seat),
            (FirstPlayer::Named(seat), _) => return Err(SetupError::FirstPlayer { seat, players }),
            (FirstPlayer::Random, FirstPlayerChosen::BeforeTickets) => Some(random_first(&setup.seed, players)),
            (FirstPlayer::Random, FirstPlayerChosen::AfterTickets) => None,
        };
        let mut state = empty(map, setup, first);
        let mut play = Play::new(map, &mut state, observer);
        play.public.discards = map.rules().cards;
        play.reshuffle_if_empty();
        deal_cards(&mut play);
        play.fill_market();
        shuffle_tickets(&mut play);
        for mechanic in &map.rules().mechanics {
            mechanic.set_up(&mut play);
        }
        deal_tickets(&mut play);
        Ok(state)
    }
}

/// C04: anybody, by the seed: shuffle number 0 is for this alone, whenever it is done.
pub(crate) fn random_first(seed: &[u8; 32], players: u8) -> Seat {
    Seat(Shuffle::new(seed, 0).below(u32::from(players)) as u8)
}

fn empty(map: &Map, setup: &Setup, first: Option<Seat>) -> State {
    let mut pieces = [0; crate::rules::MAX_FLEETS];
    for (left, fleet) in pieces.iter_mut().zip(&map.rules().fleets) {
        *left = fleet.count.min(setup.pieces.unwrap_or(u8::MAX));
    }
    let own = |seat| Own {
        seat: Seat(seat as u8),
        hand: Default::default(),
        tickets: TicketSet::EMPTY,
        offer: Offer::NONE,
        split: None,
    };
    State {
        public: Public {
            players: setup.players,
            first,
            seats: BySeat([PublicSeat { pieces, ..PublicSeat::EMPTY }; MAX_SEATS]),
            ..Public::EMPTY
        },
        secret: Secret {
            seed: setup.seed,
            // Number 0 is for the first player.
            shuffles: 1,
            deck: [Card::Wild; MAX_CARDS],
            tickets: [TicketId(0); MAX_TICKETS],
            ticket_tops: [0; MAX_DECKS],
            own: BySeat(std::array::from_fn(own)),
        },
    }
}

/// C02: each player's first cards, in turn order (C04: in seat order while nobody knows who begins).
fn deal_cards(play: &mut Play<'_, impl Observer>) {
    for seat in play.public.turn_order() {
        for _ in 0..play.map.rules().starting_hand {
            if let Some(card) = play.draw_from_deck() {
                play.give(seat, card);
                play.reshuffle_if_empty();
            }
        }
    }
}

fn shuffle_tickets(play: &mut Play<'_, impl Observer>) {
    for deck in (0..play.map.decks().len() as u8).map(DeckId) {
        for ticket in play.map.deck_tickets(deck) {
            play.put_under(deck, ticket);
        }
        play.shuffle_ticket_deck(deck);
    }
}

/// C03: the starting tickets, or the question how many from which deck.
fn deal_tickets(play: &mut Play<'_, impl Observer>) {
    let waiting = SeatSet::first(usize::from(play.public.players));
    match &play.map.rules().start.deal {
        StartDeal::Split(_) => play.public.phase = Phase::ChoosingSplits { waiting },
        StartDeal::Fixed(shares) => {
            for seat in play.public.turn_order() {
                let mut by_deck = [0; MAX_DECKS];
                for share in shares {
                    by_deck[share.deck.index()] = share.count;
                }
                play.offer_tickets(seat, by_deck);
            }
            play.public.phase = Phase::ChoosingTickets { waiting };
        }
    }
}
