//! A state in the middle of a change: the steps that several actions share.

use crate::cards::{Card, CardCounts};
use crate::event::{Event, Observer};
use crate::ids::{DeckId, Seat, TicketId, TicketSet};
use crate::map::Map;
use crate::phase::Phase;
use crate::random::Shuffle;
use crate::rules::{MARKET_SIZE, MARKET_WILDS, MAX_DECKS};
use crate::setup::random_first;
use crate::state::{Public, Secret, State};
use crate::view::Offer;

/// A state that is being changed, and the observer of its events.
pub(crate) struct Play<'a, O> {
    pub(crate) map: &'a Map,
    pub(crate) public: &'a mut Public,
    pub(crate) secret: &'a mut Secret,
    pub(crate) observer: &'a mut O,
}

impl<'a, O: Observer> Play<'a, O> {
    #[inline]
    pub(crate) fn new(map: &'a Map, state: &'a mut State, observer: &'a mut O) -> Self {
        Play { map, public: &mut state.public, secret: &mut state.secret, observer }
    }

    #[inline]
    pub(crate) fn emit(&mut self, event: Event) {
        self.observer.on_event(event);
    }

    /// The next shuffle's random numbers.
    pub(crate) fn next_shuffle(&mut self) -> Shuffle {
        let number = self.secret.shuffles;
        self.secret.shuffles += 1;
        Shuffle::new(&self.secret.seed, number)
    }

    /// The top card of the deck. The caller emits its event first, and then calls [`Play::reshuffle_if_empty`].
    #[inline]
    pub(crate) fn draw_from_deck(&mut self) -> Option<Card> {
        let top = self.public.deck_size.checked_sub(1)?;
        self.public.deck_size = top;
        Some(self.secret.deck[usize::from(top)])
    }

    /// C14: the discards become the new deck when that is empty.
    #[inline]
    pub(crate) fn reshuffle_if_empty(&mut self) {
        if self.public.deck_size == 0 && self.public.discards != CardCounts::NONE {
            self.reshuffle();
        }
    }

    #[cold]
    fn reshuffle(&mut self) {
        let mut size = 0;
        for (card, count) in self.public.discards.kinds() {
            let end = size + usize::from(count);
            self.secret.deck[size..end].fill(card);
            size = end;
        }
        self.public.discards = CardCounts::NONE;
        self.public.deck_size = size as u8;
        let mut shuffle = self.next_shuffle();
        shuffle.shuffle(&mut self.secret.deck[..size]);
        self.emit(Event::DeckReshuffled { cards: size as u8 });
    }

    /// Puts cards on the discards. C14: an empty deck and an incomplete market get them at once.
    #[inline]
    pub(crate) fn discard(&mut self, cards: CardCounts) {
        self.public.discards.add(cards);
        self.reshuffle_if_empty();
        self.settle_market();
    }

    /// How many face-up cards are wild.
    #[inline]
    fn market_wilds(&self) -> usize {
        self.public.market.iter().filter(|&&card| card == Some(Card::Wild)).count()
    }

    /// Completes the market, or sweeps it, if that is due.
    #[inline]
    pub(crate) fn settle_market(&mut self) {
        if self.market_wilds() >= MARKET_WILDS || (self.public.deck_size > 0 && self.public.market.contains(&None)) {
            self.fill_market();
        }
    }

    /// C12, C13: turns up cards until the market is full, and again while it has too many wilds.
    pub(crate) fn fill_market(&mut self) {
        let mut just_swept = None;
        loop {
            for slot in 0..MARKET_SIZE {
                if self.public.market[slot].is_none() {
                    let Some(card) = self.draw_from_deck() else { return };
                    self.public.market[slot] = Some(card);
                    self.emit(Event::MarketRefilled { slot: slot as u8, card });
                    self.reshuffle_if_empty();
                }
            }
            if !self.must_sweep(just_swept) {
                return;
            }
            let swept: CardCounts = self.public.market.iter().flatten().copied().collect();
            just_swept = Some(swept);
            self.public.market = [None; MARKET_SIZE];
            self.public.discards.add(swept);
            self.emit(Event::MarketSwept { cards: swept });
            self.reshuffle_if_empty();
        }
    }

    /// C13: whether a full market has too many wilds, and new cards could help.
    #[inline]
    fn must_sweep(&self, just_swept: Option<CardCounts>) -> bool {
        // A deck of exactly the five cards that were just swept would bring them back, without end.
        let deck = &self.secret.deck[..usize::from(self.public.deck_size)];
        let would_return = just_swept.is_some_and(|swept| {
            self.public.discards == CardCounts::NONE && deck.iter().copied().collect::<CardCounts>() == swept
        });
        self.market_wilds() >= MARKET_WILDS
            && !would_return
            && self.others_in_circulation() > MARKET_SIZE - MARKET_WILDS
    }

    /// The cards of deck, discards and market that are not wild.
    #[cold]
    fn others_in_circulation(&self) -> usize {
        let deck = &self.secret.deck[..usize::from(self.public.deck_size)];
        let seen = deck.iter().chain(self.public.market.iter().flatten());
        let discards = self.public.discards.total() - usize::from(self.public.discards.wilds());
        discards + seen.filter(|&&card| card != Card::Wild).count()
    }

    /// Moves cards from a hand to the discards.
    pub(crate) fn pay(&mut self, seat: Seat, cards: CardCounts) {
        self.lay(seat, cards);
        self.discard(cards);
    }

    /// Takes cards out of a hand, for all to see.
    #[inline]
    pub(crate) fn lay(&mut self, seat: Seat, cards: CardCounts) {
        self.secret.own[seat].hand.take(cards);
        let public = &mut self.public.seats[seat];
        public.hand_size -= cards.total() as u8;
        public.known.take(cards);
    }

    /// Gives a hand a card.
    #[inline]
    pub(crate) fn give(&mut self, seat: Seat, card: Card) {
        self.secret.own[seat].hand[card] += 1;
        self.public.seats[seat].hand_size += 1;
    }

    /// Gives a hand cards that all have seen.
    #[inline]
    pub(crate) fn give_open(&mut self, seat: Seat, cards: CardCounts) {
        self.secret.own[seat].hand.add(cards);
        let public = &mut self.public.seats[seat];
        public.hand_size += cards.total() as u8;
        public.known.add(cards);
    }

    /// The part of the list of tickets that belongs to a deck: where it begins and how long it is.
    fn deck_ring(&self, deck: DeckId) -> (usize, usize) {
        let size = |deck| self.map.tables.deck_sizes[deck];
        let start = (0..deck.index()).map(size).sum();
        (start, size(deck.index()))
    }

    /// Puts a ticket under its deck.
    pub(crate) fn put_under(&mut self, deck: DeckId, ticket: TicketId) {
        let (start, ring) = self.deck_ring(deck);
        let size = &mut self.public.ticket_decks[deck.index()];
        let place = usize::from(self.secret.ticket_tops[deck.index()]) + usize::from(*size);
        self.secret.tickets[start + place % ring] = ticket;
        *size += 1;
    }

    fn draw_ticket(&mut self, deck: DeckId) -> Option<TicketId> {
        let (start, ring) = self.deck_ring(deck);
        let size = &mut self.public.ticket_decks[deck.index()];
        *size = size.checked_sub(1)?;
        let top = &mut self.secret.ticket_tops[deck.index()];
        let ticket = self.secret.tickets[start + usize::from(*top)];
        *top = ((usize::from(*top) + 1) % ring) as u8;
        Some(ticket)
    }

    pub(crate) fn shuffle_ticket_deck(&mut self, deck: DeckId) {
        let (start, ring) = self.deck_ring(deck);
        let size = usize::from(self.public.ticket_decks[deck.index()]);
        let part = &mut self.secret.tickets[start..start + ring];
        part.rotate_left(usize::from(self.secret.ticket_tops[deck.index()]));
        self.secret.ticket_tops[deck.index()] = 0;
        let mut shuffle = self.next_shuffle();
        shuffle.shuffle(&mut self.secret.tickets[start..start + size]);
    }

    /// Offers a player `by_deck` tickets from the top of each deck, the last deck's first.
    pub(crate) fn offer_tickets(&mut self, seat: Seat, by_deck: [u8; MAX_DECKS]) {
        let mut offer = Offer::NONE;
        let mut drawn = [0; MAX_DECKS];
        for deck in (0..MAX_DECKS).rev() {
            for _ in 0..by_deck[deck] {
                if let Some(ticket) = self.draw_ticket(DeckId(deck as u8)) {
                    offer.push(ticket);
                    drawn[deck] += 1;
                }
            }
        }
        self.secret.own[seat].offer = offer;
        self.emit(Event::TicketsOffered { seat, by_deck: drawn, tickets: Some(offer.set()) });
    }

    /// How many tickets of each deck are in a set. Where only one deck is drawn from, backs say nothing: all count
    /// for the first.
    pub(crate) fn by_deck(&self, tickets: TicketSet) -> [u8; MAX_DECKS] {
        let mut by_deck = [0; MAX_DECKS];
        for ticket in tickets {
            let deck = if self.map.rules().draw.is_split() { self.map.ticket(ticket).deck.index() } else { 0 };
            by_deck[deck] += 1;
        }
        by_deck
    }

    /// Ends a turn: clears the table, counts the last round, and gives the next player the turn (C30).
    pub(crate) fn end_turn(&mut self, seat: Seat) {
        if self.public.revealed != CardCounts::NONE {
            let revealed = std::mem::take(&mut self.public.revealed);
            self.discard(revealed);
        }
        match &mut self.public.turns_left {
            Some(left) => *left -= 1,
            None => {
                if self.public.seats[seat].pieces_left() <= self.map.rules().last_round_at {
                    self.public.turns_left = Some(self.public.players);
                    self.emit(Event::LastRoundBegan { seat });
                }
            }
        }
        let all_passed = self.public.passes == self.public.players;
        if self.public.turns_left == Some(0) || all_passed {
            self.public.phase = Phase::Over;
            self.emit(Event::GameEnded);
        } else {
            self.begin_turn(self.public.next(seat));
        }
    }

    /// C04: the first player; chosen now if not chosen before.
    pub(crate) fn first_player(&mut self) -> Seat {
        if let Some(seat) = self.public.first {
            return seat;
        }
        let seat = random_first(&self.secret.seed, self.public.players);
        self.public.first = Some(seat);
        self.emit(Event::FirstPlayerChosen { seat });
        seat
    }

    pub(crate) fn begin_turn(&mut self, seat: Seat) {
        self.public.phase = Phase::Turn { seat };
        self.emit(Event::TurnBegan { seat });
    }
}
