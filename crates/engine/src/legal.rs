//! Everything a player may do now, without a list in memory: counted, numbered and walked through in groups.

use crate::action::Action;
use crate::cards::{Card, CardCounts, Color, Payment};
use crate::ids::{LocationSet, RouteSet, TouristKind};
use crate::map::PriceClass;
use crate::mechanics::{stations, tourists};
use crate::phase::Phase;
use crate::rules::{MARKET_SIZE, MAX_PRICE};
use crate::view::{Own, View};
use arrayvec::ArrayVec;

/// The most groups of actions: a number of wilds for coloured routes, a gray price of so many cards and wilds, and few
/// more.
const MAX_GROUPS: usize = MAX_PRICE + (MAX_PRICE * (MAX_PRICE + 3)) / 2 + 3;
/// The most actions listed one by one: every choice of five tickets, or of passengers at two ends.
const MAX_SINGLE: usize = 40;

/// The legal actions of one viewer: a fixed order, the same for the same view.
#[derive(Clone, Debug)]
pub struct LegalActions<'a> {
    view: View<'a>,
    /// What can be drawn: a bit for each place of the market, one for the deck, one for tickets.
    draws: u8,
    single: ArrayVec<Action, MAX_SINGLE>,
    groups: ArrayVec<Group, MAX_GROUPS>,
    /// The routes the player could claim with cards enough.
    routes: RouteSet,
    /// The locations where a station or a stack may be put.
    sites: LocationSet,
    len: usize,
}

const DECK: u8 = 1 << MARKET_SIZE;
const TICKETS: u8 = DECK << 1;

/// The draw of one of the bits above.
#[inline]
fn draw(bit: u32) -> Action {
    const DECK_BIT: u32 = DECK.trailing_zeros();
    match bit {
        DECK_BIT => Action::DrawBlind,
        slot if slot < DECK_BIT => Action::DrawOpen { slot: slot as u8 },
        _ => Action::DrawTickets,
    }
}

/// Actions that differ only in the place, and in how it is paid for.
#[derive(Clone, Copy, Debug)]
struct Group {
    kind: Kind,
    ways: u16,
    len: u16,
}

#[derive(Clone, Copy, Debug)]
enum Kind {
    /// Any coloured route that this many wilds and the hand's cards of its colour pay for.
    Colored { wilds: u8 },
    /// Any coloured route that wilds alone pay for.
    AllWild,
    /// Any gray route of one price, paid in any way.
    Gray { class: u8 },
    /// A station at any site, paid in any way.
    Stations,
    /// A stack of one kind at any site.
    Placements { kind: TouristKind },
}

impl<'a> LegalActions<'a> {
    /// Everything the viewer may do now: nothing for a spectator, or while others decide.
    pub fn of(view: View<'a>) -> Self {
        let mut list = Self::empty(view);
        list.fill();
        list
    }

    /// The action whose number `choose` returns when told how many there are; `None` if there are none.
    ///
    /// Does what [`LegalActions::get`] does on a list that never moves, which is much the quicker way to take one.
    #[inline]
    pub fn pick(view: View<'a>, choose: impl FnOnce(usize) -> usize) -> Option<Action> {
        let mut list = Self::empty(view);
        list.fill();
        let count = list.len();
        if count == 0 { None } else { list.get(choose(count)) }
    }

    #[inline(always)]
    fn empty(view: View<'a>) -> Self {
        LegalActions {
            view,
            draws: 0,
            single: ArrayVec::new(),
            groups: ArrayVec::new(),
            routes: RouteSet::EMPTY,
            sites: LocationSet::EMPTY,
            len: 0,
        }
    }

    /// How many there are.
    #[inline]
    pub fn len(&self) -> usize {
        self.draws.count_ones() as usize + self.single.len() + self.len
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The action with this number, from 0.
    #[inline]
    pub fn get(&self, number: usize) -> Option<Action> {
        let draws = self.draws.count_ones() as usize;
        if number < draws {
            let mut rest = self.draws;
            for _ in 0..number {
                rest &= rest - 1;
            }
            return Some(draw(rest.trailing_zeros()));
        }
        let mut rest = number - draws;
        if let Some(&action) = self.single.get(rest) {
            return Some(action);
        }
        rest -= self.single.len();
        for group in &self.groups {
            let len = usize::from(group.len);
            if rest < len {
                return self.nth(*group, rest);
            }
            rest -= len;
        }
        None
    }

    /// Every one of them.
    pub fn iter(&self) -> impl Iterator<Item = Action> + '_ {
        let grouped = self
            .groups
            .iter()
            .flat_map(move |group| (0..usize::from(group.len)).filter_map(move |rank| self.nth(*group, rank)));
        let draws = (0..u8::BITS).filter(|&bit| self.draws >> bit & 1 == 1).map(draw);
        draws.chain(self.single.iter().copied()).chain(grouped)
    }

    fn nth(&self, group: Group, rank: usize) -> Option<Action> {
        let hand = &self.view.own?.hand;
        let (place, way) = (rank / usize::from(group.ways), rank % usize::from(group.ways));
        Some(match group.kind {
            Kind::Colored { wilds } => {
                let route = self.colored(hand, wilds).nth(place)?;
                Action::ClaimRoute { route, payment: Payment { color: self.view.map.route(route).color, wilds } }
            }
            Kind::AllWild => {
                let route = self.all_wild(hand).nth(place)?;
                let payment = Payment { color: None, wilds: self.view.map.route(route).cards };
                Action::ClaimRoute { route, payment }
            }
            Kind::Gray { class } => {
                let class = &self.view.map.tables.gray[usize::from(class)];
                let route = class.routes.intersection(self.routes).nth(place)?;
                Action::ClaimRoute { route, payment: class.price.payment(hand, way)? }
            }
            Kind::Stations => {
                let price = stations::next_price(self.view)?;
                Action::BuildStation { location: self.sites.nth(place)?, payment: price.payment(hand, way)? }
            }
            Kind::Placements { kind } => Action::PlaceTourists { kind, location: self.sites.nth(place)? },
        })
    }

    /// Adds a group of actions: so many places, each in so many ways.
    #[inline]
    fn group(&mut self, kind: Kind, places: usize, ways: usize) {
        let len = places * ways;
        if len > 0 {
            self.len += len;
            self.groups.push(Group { kind, ways: ways as u16, len: len as u16 });
        }
    }

    #[inline]
    fn one(&mut self, action: Action) {
        self.single.push(action);
    }

    #[inline]
    fn fill(&mut self) {
        let public = self.view.public;
        let Some(own) = self.view.own.filter(|own| public.phase.deciders().contains(own.seat)) else { return };
        match public.phase {
            Phase::Turn { .. } => self.turn(own),
            Phase::SecondCard { .. } => self.cards(false),
            Phase::ChoosingTickets { .. } => self.keeps(own, self.view.map.rules.start.keep),
            Phase::KeepingTickets { .. } => self.keeps(own, self.view.map.rules.draw.keep),
            Phase::ChoosingSplits { .. } | Phase::ChoosingSplit { .. } => self.splits(),
            Phase::PlacingTourists { .. } => {
                self.sites = tourists::free_sites(self.view);
                for kind in tourists::reserve(public) {
                    self.group(Kind::Placements { kind }, self.sites.len(), 1);
                }
            }
            Phase::PayingTunnel { laid, extra, .. } => {
                let least = match laid.color {
                    Some(color) => extra.saturating_sub(own.hand.of(color)),
                    None => extra,
                };
                for wilds in least..=extra.min(own.hand.wilds()) {
                    self.one(Action::PayTunnel { wilds });
                }
                self.one(Action::LeaveTunnel);
            }
            Phase::TakingPassengers { ends, .. } => {
                for location in ends.into_iter().flatten() {
                    for color in Color::ALL {
                        if public.passengers_at(self.view.map, location).any(|waiting| waiting == color) {
                            self.one(Action::TakePassenger { location, color });
                        }
                    }
                }
                self.one(Action::LeavePassengers);
            }
            Phase::TakingTourist { route, .. } => {
                let route = self.view.map.route(route);
                for location in [route.a, route.b] {
                    self.one(Action::TakeTourist { location });
                }
            }
            Phase::Over => {}
        }
    }

    #[inline]
    fn turn(&mut self, own: &Own) {
        self.cards(true);
        if self.view.public.tickets_left() > 0 {
            self.draws |= TICKETS;
        }
        self.claims(own);
        self.stations(own);
        if self.is_empty() {
            self.one(Action::Pass);
        }
    }

    /// C11: open cards and the deck.
    #[inline]
    fn cards(&mut self, wilds: bool) {
        for (slot, card) in self.view.public.market.iter().enumerate() {
            let can_draw = card.is_some_and(|card| wilds || card != Card::Wild);
            self.draws |= u8::from(can_draw) << slot;
        }
        if self.view.public.deck_size > 0 {
            self.draws |= DECK;
        }
    }

    /// C03, C17: every choice of enough tickets.
    fn keeps(&mut self, own: &Own, keep: u8) {
        let offered = own.offer.len();
        for chosen in 0u8..1 << offered {
            if chosen.count_ones() >= u32::from(keep.min(offered)) {
                self.one(Action::KeepTickets { offered: chosen });
            }
        }
    }

    /// G02: every split that the decks allow.
    fn splits(&mut self) {
        let needed = crate::actions::choose_split::needed(self.view);
        let [in_first, in_second] = self.view.public.ticket_decks;
        for second in 0..=needed {
            let first = needed - second;
            if first <= in_first && second <= in_second {
                self.one(Action::ChooseSplit { first, second });
            }
        }
    }

    /// C20–C24: every route the player can claim, in every way of paying for it.
    #[inline]
    fn claims(&mut self, own: &Own) {
        let tables = &self.view.map.tables;
        let seat = &self.view.public.seats[own.seat];
        let mut fitting = RouteSet::EMPTY;
        for (routes, &left) in tables.fitting.iter().zip(&seat.pieces) {
            fitting = fitting.union(routes[usize::from(left).min(MAX_PRICE)]);
        }
        self.routes = fitting.without(self.view.public.unavailable).without(seat.barred);
        if self.routes.is_empty() {
            return;
        }
        let hand = &own.hand;
        for wilds in 0..=hand.wilds().min(MAX_PRICE as u8 - 1) {
            self.group(Kind::Colored { wilds }, self.colored(hand, wilds).len(), 1);
        }
        if hand.wilds() > 0 {
            self.group(Kind::AllWild, self.all_wild(hand).len(), 1);
        }
        let reach = hand.wilds() + hand.0[..8].iter().max().copied().unwrap_or(0);
        for (class, PriceClass { price, routes }) in tables.gray.iter().enumerate() {
            if price.cards > reach {
                break;
            }
            let places = routes.intersection(self.routes).len();
            if places > 0 {
                self.group(Kind::Gray { class: class as u8 }, places, price.ways(hand));
            }
        }
    }

    /// The coloured routes that exactly this many wilds and at least one card of the route's colour pay for.
    #[inline]
    fn colored(&self, hand: &CardCounts, wilds: u8) -> RouteSet {
        let tables = &self.view.map.tables;
        let alone = usize::from(wilds);
        let mut routes = RouteSet::EMPTY;
        for (within, &held) in tables.colored_within.iter().zip(&hand.0) {
            let reach = (usize::from(held) + alone).min(MAX_PRICE);
            routes = routes.union(within[reach].without(within[alone]));
        }
        routes.intersection(self.routes).intersection(tables.content_with_wilds[alone])
    }

    /// The coloured routes that wilds alone pay for.
    #[inline]
    fn all_wild(&self, hand: &CardCounts) -> RouteSet {
        let reach = usize::from(hand.wilds()).min(MAX_PRICE);
        let within = self.view.map.tables.colored_within.iter();
        let routes = within.fold(RouteSet::EMPTY, |routes, within| routes.union(within[reach]));
        routes.intersection(self.routes)
    }

    /// E06: a station in every free city, in every way of paying for it.
    #[inline]
    fn stations(&mut self, own: &Own) {
        let Some(price) = stations::next_price(self.view) else { return };
        let ways = price.ways(&own.hand);
        if ways > 0 {
            self.sites = stations::free_sites(self.view);
            self.group(Kind::Stations, self.sites.len(), ways);
        }
    }
}
