//! Positions arranged by hand: for tests, puzzles, and worlds that a bot imagines behind what it sees.

use crate::cards::{CARD_KINDS, Card, CardCounts};
use crate::ids::{BySeat, DeckId, MAX_TICKETS, RouteSet, Seat, TicketId, TicketSet};
use crate::map::Map;
use crate::mechanics;
use crate::phase::Phase;
use crate::rules::{MAX_CARDS, MAX_DECKS};
use crate::state::{Public, Secret, State};
use crate::view::Own;

/// A state as plain data, which can be edited and turned into a state again by [`State::from_position`].
///
/// Sizes and sets that follow from the rest (`hand_size`, `deck_size`, `ticket_decks`, `barred`, `unavailable`) need not be
/// kept up to date: they are recomputed.
#[derive(Clone, Debug)]
pub struct Position {
    /// The public state.
    pub public: Public,
    /// The key of every shuffle to come.
    pub seed: [u8; 32],
    /// How many shuffles there have been.
    pub shuffles: u32,
    /// The deck; its top is the last.
    pub deck: Vec<Card>,
    /// The ticket decks; their tops are the first.
    pub ticket_decks: [Vec<TicketId>; MAX_DECKS],
    /// The private state of each player, by seat.
    pub own: BySeat<Own>,
}

/// Why a position is not possible.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PositionError {
    /// Too many or too few cards.
    #[error("there are {there} {card} cards in all; the map has {right}")]
    Cards {
        /// The kind of card.
        card: Card,
        /// How many the position has.
        there: usize,
        /// How many there are in the box.
        right: u8,
    },
    /// A ticket in two places, or of another map, or in the wrong deck.
    #[error("ticket {} is in two places, in the wrong deck, or not of this map", .ticket.0)]
    Ticket {
        /// The ticket.
        ticket: TicketId,
    },
    /// A route with two owners, two parallel routes with one, or one of another map.
    #[error("seat {} can't own all the routes it has", .seat.0 + 1)]
    Routes {
        /// The seat.
        seat: Seat,
    },
    /// A seat, a place or a number that does not exist.
    #[error("the phase, the first player, the turns left or a station names something that does not exist")]
    Phase,
    /// More players than the map seats.
    #[error("the map does not seat {players} players")]
    Players {
        /// How many the position has.
        players: u8,
    },
}

impl State {
    /// The state as data that can be edited. It contains every secret.
    pub fn to_position(&self, map: &Map) -> Position {
        let deck = |deck: usize| {
            let start: usize = map.tables.deck_sizes[..deck].iter().sum();
            let ring = map.tables.deck_sizes[deck];
            let top = usize::from(self.secret.ticket_tops[deck]);
            let size = usize::from(self.public.ticket_decks[deck]);
            (0..size).map(|place| self.secret.tickets[start + (top + place) % ring]).collect()
        };
        Position {
            public: self.public,
            seed: self.secret.seed,
            shuffles: self.secret.shuffles,
            deck: self.secret.deck[..usize::from(self.public.deck_size)].to_vec(),
            ticket_decks: std::array::from_fn(deck),
            own: self.secret.own,
        }
    }

    /// Builds a state.
    ///
    /// # Errors
    /// The cards, tickets or routes are not those of the map.
    pub fn from_position(map: &Map, position: &Position) -> Result<State, PositionError> {
        let mut public = position.public;
        if map.check_players(public.players).is_err() {
            return Err(PositionError::Players { players: public.players });
        }
        check_phase(map, &public)?;
        check_cards(map, position)?;
        check_tickets(map, position)?;
        settle_routes(map, &mut public)?;
        let mut secret = Secret {
            seed: position.seed,
            shuffles: position.shuffles,
            deck: [Card::Wild; MAX_CARDS],
            tickets: [TicketId(0); MAX_TICKETS],
            ticket_tops: [0; MAX_DECKS],
            own: position.own,
        };
        secret.deck[..position.deck.len()].copy_from_slice(&position.deck);
        public.deck_size = position.deck.len() as u8;
        let mut start = 0;
        for (deck, tickets) in position.ticket_decks.iter().enumerate() {
            secret.tickets[start..start + tickets.len()].copy_from_slice(tickets);
            public.ticket_decks[deck] = tickets.len() as u8;
            start += map.tables.deck_sizes[deck];
        }
        for seat in Map::seats(public.players) {
            secret.own[seat].seat = seat;
            public.seats[seat].hand_size = secret.own[seat].hand.total() as u8;
        }
        Ok(State { public, secret })
    }
}

/// Checks that everything it names exists.
fn check_phase(map: &Map, public: &Public) -> Result<(), PositionError> {
    let is_seat = |seat: Seat| seat.0 < public.players;
    let is_phase = public.phase.as_mechanic().is_none_or(|phase| phase.is_possible(map));
    let holds = is_phase
        && public.phase.deciders().iter().all(is_seat)
        && public.first.map_or(public.phase.choosing_at_once().is_some(), is_seat)
        && (public.turns_left != Some(0) || public.phase == Phase::Over)
        && mechanics::is_possible(map, public);
    if holds { Ok(()) } else { Err(PositionError::Phase) }
}

fn check_cards(map: &Map, position: &Position) -> Result<(), PositionError> {
    let public = &position.public;
    let mut there = [0usize; CARD_KINDS];
    let mut add = |cards: CardCounts| {
        for (count, more) in there.iter_mut().zip(cards.0) {
            *count += usize::from(more);
        }
    };
    add(public.discards);
    add(public.revealed);
    add(public.market.iter().flatten().copied().collect());
    if let Some(phase) = public.phase.as_mechanic() {
        add(phase.laid(map));
    }
    for seat in Map::seats(public.players) {
        add(position.own[seat].hand);
    }
    for &card in &position.deck {
        add([card].into_iter().collect());
    }
    match Card::ALL.into_iter().find(|card| there[card.index()] != usize::from(map.rules().cards[*card])) {
        Some(card) => Err(PositionError::Cards { card, there: there[card.index()], right: map.rules().cards[card] }),
        None => Ok(()),
    }
}

fn check_tickets(map: &Map, position: &Position) -> Result<(), PositionError> {
    let mut seen = TicketSet::EMPTY;
    let mut place = |ticket: TicketId, deck: Option<usize>| {
        let facts = map.tickets().get(ticket.index());
        let fits = facts.is_some_and(|facts| deck.is_none_or(|deck| facts.deck == DeckId(deck as u8)));
        if !fits || seen.contains(ticket) {
            return Err(PositionError::Ticket { ticket });
        }
        seen.insert(ticket);
        Ok(())
    };
    for (deck, tickets) in position.ticket_decks.iter().enumerate() {
        tickets.iter().try_for_each(|&ticket| place(ticket, Some(deck)))?;
    }
    for seat in Map::seats(position.public.players) {
        let own = &position.own[seat];
        own.tickets.iter().try_for_each(|ticket| place(ticket, None))?;
        own.offer.tickets().iter().try_for_each(|&ticket| place(ticket, None))?;
    }
    Ok(())
}

/// Computes which routes each player can no longer claim (C23, C24).
fn settle_routes(map: &Map, public: &mut Public) -> Result<(), PositionError> {
    let single_lane = public.players <= map.rules().single_lane_up_to;
    let all = RouteSet::first(map.routes().len());
    let mut claimed = RouteSet::EMPTY;
    let mut closed = RouteSet::EMPTY;
    for seat in Map::seats(public.players) {
        let player = &mut public.seats[seat];
        let mine = player.routes;
        let parallels =
            mine.intersection(all).iter().fold(RouteSet::EMPTY, |set, route| set.union(map.route(route).parallels));
        let is_possible = mine.without(all).is_empty()
            && mine.intersection(claimed).is_empty()
            && mine.intersection(parallels).is_empty()
            && mine.intersection(closed).is_empty();
        if !is_possible {
            return Err(PositionError::Routes { seat });
        }
        player.barred = parallels;
        claimed = claimed.union(mine);
        if single_lane {
            closed = closed.union(parallels);
        }
    }
    public.unavailable = claimed.union(closed);
    Ok(())
}
