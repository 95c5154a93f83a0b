//! The game as one viewer sees it. A view borrows the public part of a state and one player's own secrets: there is no way
//! from it to anything else.

use crate::action::Action;
use crate::apply;
use crate::cards::CardCounts;
use crate::error::IllegalAction;
use crate::ids::{RouteSet, Seat, SeatSet, TicketId, TicketSet};
use crate::legal::{ActionGroups, LegalActions};
use crate::map::{Map, PriceClass};
use crate::phase::{Phase, mechanic_phase};
use crate::rules::{EmptyDeck, MAX_OFFER, MAX_PRICE};
use crate::state::Public;

/// A viewer of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Viewer {
    /// A player.
    Seat(Seat),
    /// Anybody else: sees what is public.
    Spectator,
}

/// A game as one viewer sees it.
#[derive(Clone, Copy)]
pub struct View<'a> {
    /// The map.
    pub map: &'a Map,
    /// The public state.
    pub public: &'a Public,
    /// The viewer's own cards and tickets; a spectator has none.
    pub own: Option<&'a Own>,
}

impl<'a> View<'a> {
    /// The viewer's seat.
    pub fn seat(&self) -> Option<Seat> {
        self.own.map(|own| own.seat)
    }

    /// Whose decision the game waits for.
    pub fn deciders(&self) -> SeatSet {
        self.public.phase.deciders()
    }

    /// Whether drawing cards is an action a turn may begin with (C15).
    #[inline]
    pub fn can_draw_cards(&self) -> bool {
        let public = self.public;
        let has_deck = public.deck_size > 0 || public.discards != CardCounts::NONE;
        has_deck || self.map.rules().empty_deck == EmptyDeck::FaceUp && public.market.iter().any(Option::is_some)
    }

    /// The routes that a player may claim given enough cards: free ones for which the pieces left are enough.
    #[inline]
    pub fn open_routes(&self, seat: Seat) -> RouteSet {
        let player = &self.public.seats[seat];
        let mut fitting = RouteSet::EMPTY;
        for (routes, &left) in self.map.tables.fitting.iter().zip(&player.pieces) {
            fitting = fitting.union(routes[usize::from(left).min(MAX_PRICE)]);
        }
        fitting.without(self.public.unavailable).without(player.barred)
    }

    /// The routes that a player with these cards may claim.
    #[inline]
    pub fn payable_routes(&self, seat: Seat, hand: &CardCounts) -> RouteSet {
        let (tables, wilds) = (&self.map.tables, usize::from(hand.wilds()));
        let mut payable = RouteSet::EMPTY;
        for (within, &held) in tables.colored_within.iter().zip(&hand.0) {
            payable = payable.union(within[(usize::from(held) + wilds).min(MAX_PRICE)]);
        }
        payable = payable.intersection(tables.wilds_at_most[wilds.min(MAX_PRICE)]);
        for PriceClass { price, routes } in &tables.gray {
            if price.cards <= hand.most() + hand.wilds() && price.wilds <= hand.wilds() {
                payable = payable.union(*routes);
            }
        }
        payable.intersection(self.open_routes(seat))
    }

    /// The viewer's cards; a spectator has none.
    pub(crate) fn hand(&self) -> CardCounts {
        self.own.map_or(CardCounts::NONE, |own| own.hand)
    }

    /// The cards in the deck and in other hands, except those that everybody knows to be in a hand. A spectator sees no hand.
    pub fn unseen_cards(&self) -> CardCounts {
        let public = self.public;
        let mut unseen = self.map.rules().cards;
        unseen.take(public.discards);
        unseen.take(public.revealed);
        unseen.take(public.market.iter().flatten().copied().collect());
        if let mechanic_phase!(_) = public.phase {
            unseen.take(public.phase.mechanic().laid(self.map));
        }
        for seat in Map::seats(public.players) {
            unseen.take(match self.own {
                Some(own) if own.seat == seat => own.hand,
                Some(_) | None => public.seats[seat].known,
            });
        }
        unseen
    }

    /// Whether the viewer may do `action` now.
    ///
    /// # Errors
    /// The rule that the action would break.
    pub fn check(&self, action: Action) -> Result<(), IllegalAction> {
        let seat = self.seat().ok_or(IllegalAction::NotYourDecision { waiting: self.deciders() })?;
        apply::check(*self, seat, action)
    }

    /// Everything the viewer may do now.
    pub fn legal_actions(&self) -> LegalActions<'a> {
        LegalActions::new(*self)
    }

    /// The same, sorted into groups of actions that differ only in place and payment.
    pub fn action_groups(&self) -> ActionGroups {
        ActionGroups::new(self)
    }
}

/// The map is named only: it is large and always the same.
impl std::fmt::Debug for View<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let map = self.map.id();
        f.debug_struct("View").field("map", &map).field("public", self.public).field("own", &self.own).finish()
    }
}

/// Two views are equal when nobody could tell them apart.
impl PartialEq for View<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.map.digest() == other.map.digest() && self.public == other.public && self.own == other.own
    }
}

/// The private state of one player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Own {
    /// The player.
    pub seat: Seat,
    /// The cards in hand.
    pub hand: CardCounts,
    /// The tickets kept.
    pub tickets: TicketSet,
    /// The tickets to choose from; after a choice before the first turn, those to be returned.
    pub offer: Offer,
    /// The split chosen before the first turn, until all have chosen.
    pub split: Option<[u8; 2]>,
}

/// Tickets to choose from, in the order drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Offer {
    tickets: [TicketId; MAX_OFFER],
    count: u8,
}

impl Offer {
    /// No tickets.
    pub const NONE: Offer = Offer { tickets: [TicketId(0); MAX_OFFER], count: 0 };

    /// The tickets.
    #[inline]
    pub fn tickets(&self) -> &[TicketId] {
        &self.tickets[..usize::from(self.count)]
    }

    /// How many there are.
    #[inline]
    pub fn len(&self) -> u8 {
        self.count
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// The tickets as a set.
    pub fn set(&self) -> TicketSet {
        self.tickets().iter().copied().collect()
    }

    /// Tickets to choose from; those beyond the most that fit are left out.
    pub fn new(tickets: &[TicketId]) -> Offer {
        let mut offer = Offer::NONE;
        for &ticket in tickets.iter().take(MAX_OFFER) {
            offer.push(ticket);
        }
        offer
    }

    #[inline]
    pub(crate) fn push(&mut self, ticket: TicketId) {
        self.tickets[usize::from(self.count)] = ticket;
        self.count += 1;
    }

    /// Parts the tickets into those whose bit is set in `chosen` and the others.
    pub(crate) fn part(&self, chosen: u8) -> (TicketSet, Offer) {
        let (mut kept, mut others) = (TicketSet::EMPTY, Offer::NONE);
        for (place, &ticket) in self.tickets().iter().enumerate() {
            if chosen >> place & 1 == 1 {
                kept.insert(ticket);
            } else {
                others.push(ticket);
            }
        }
        (kept, others)
    }
}
