//! Everything a player may do now, without a list in memory: counted, numbered and walked through in groups.

use crate::action::Action;
use crate::cards::{Card, Color, Payment};
use crate::ids::{LocationSet, RouteSet, TouristKind};
use crate::mechanics::{stations, tourists};
use crate::phase::Phase;
use crate::rules::{MARKET_SIZE, MAX_PRICE};
use crate::view::{Own, View};
use arrayvec::ArrayVec;

/// The most groups of actions a list has room for; a map that could need more is refused.
pub const MAX_GROUPS: usize = 255;

/// The legal actions of one viewer: a fixed order, the same for the same view.
#[derive(Clone, Debug)]
pub struct LegalActions<'a> {
    view: View<'a>,
    /// The routes the player could claim with cards enough.
    routes: RouteSet,
    /// The locations where a station or a stack may be put.
    sites: LocationSet,
    groups: ArrayVec<Group, MAX_GROUPS>,
    len: usize,
}

/// Actions that differ in one or two respects only.
#[derive(Clone, Copy, Debug)]
struct Group {
    kind: Kind,
    len: u16,
}

#[derive(Clone, Copy, Debug)]
enum Kind {
    One(Action),
    /// Any route of a price class, paid in any of these ways.
    Claims {
        class: u8,
        ways: Ways,
    },
    /// A station at any site, paid in any of these ways.
    Stations {
        ways: Ways,
    },
    /// A stack of one kind at any site.
    Placements {
        kind: TouristKind,
    },
}

/// Payments with one colour: so many wilds at least, and so many different numbers of them.
#[derive(Clone, Copy, Debug)]
struct Ways {
    color: Option<Color>,
    fewest_wilds: u8,
    count: u8,
}

impl Ways {
    /// The payment with `rank` more wilds than the least; wilds alone have no colour.
    fn nth(self, rank: usize, price: u8) -> Payment {
        let wilds = self.fewest_wilds + rank as u8;
        Payment { color: if wilds == price { None } else { self.color }, wilds }
    }
}

impl<'a> LegalActions<'a> {
    /// Everything the viewer may do now: nothing for a spectator, or while others decide.
    #[inline]
    pub fn of(view: View<'a>) -> Self {
        let mut list =
            LegalActions { view, routes: RouteSet::EMPTY, sites: LocationSet::EMPTY, groups: ArrayVec::new(), len: 0 };
        if let Some(own) = view.own
            && view.deciders().contains(own.seat)
        {
            list.fill(own);
        }
        list
    }

    /// How many there are.
    #[inline]
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The action with this number, from 0.
    #[inline]
    pub fn get(&self, number: usize) -> Option<Action> {
        let mut rest = number;
        for group in &self.groups {
            let len = usize::from(group.len);
            if rest < len {
                return self.nth(group.kind, rest);
            }
            rest -= len;
        }
        None
    }

    /// Every one of them.
    pub fn iter(&self) -> impl Iterator<Item = Action> + '_ {
        self.groups
            .iter()
            .flat_map(move |group| (0..usize::from(group.len)).filter_map(move |rank| self.nth(group.kind, rank)))
    }

    fn nth(&self, kind: Kind, rank: usize) -> Option<Action> {
        Some(match kind {
            Kind::One(action) => action,
            Kind::Claims { class, ways } => {
                let class = &self.view.map.tables.price_classes[usize::from(class)];
                let count = usize::from(ways.count);
                let route = class.routes.intersection(self.routes).nth(rank / count)?;
                Action::ClaimRoute { route, payment: ways.nth(rank % count, class.cards) }
            }
            Kind::Stations { ways } => {
                let price = stations::next_price(self.view)?;
                let count = usize::from(ways.count);
                let location = self.sites.nth(rank / count)?;
                Action::BuildStation { location, payment: ways.nth(rank % count, price) }
            }
            Kind::Placements { kind } => Action::PlaceTourists { kind, location: self.sites.nth(rank)? },
        })
    }

    #[inline]
    fn push(&mut self, kind: Kind, len: usize) {
        self.len += len;
        self.groups.push(Group { kind, len: len as u16 });
    }

    #[inline]
    fn one(&mut self, action: Action) {
        self.push(Kind::One(action), 1);
    }

    #[inline]
    fn fill(&mut self, own: &Own) {
        let public = self.view.public;
        match public.phase {
            Phase::Turn { .. } => self.turn(own),
            Phase::SecondCard { .. } => self.cards(false),
            Phase::ChoosingTickets { .. } => self.keeps(own, self.view.map.rules.start.keep),
            Phase::KeepingTickets { .. } => self.keeps(own, self.view.map.rules.draw.keep),
            Phase::ChoosingSplits { .. } | Phase::ChoosingSplit { .. } => self.splits(),
            Phase::PlacingTourists { .. } => {
                self.sites = tourists::free_sites(self.view);
                for kind in tourists::reserve(public) {
                    self.push(Kind::Placements { kind }, self.sites.len());
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
            self.one(Action::DrawTickets);
        }
        self.claims(own);
        self.stations(own);
        if self.len == 0 {
            self.one(Action::Pass);
        }
    }

    /// C11: open cards and the deck.
    #[inline]
    fn cards(&mut self, wilds: bool) {
        for slot in 0..MARKET_SIZE {
            match self.view.public.market[slot] {
                Some(Card::Wild) if !wilds => {}
                Some(_) => self.one(Action::DrawOpen { slot: slot as u8 }),
                None => {}
            }
        }
        if self.view.public.deck_size > 0 {
            self.one(Action::DrawBlind);
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
        let wilds = own.hand.wilds();
        for color in Color::ALL {
            let held = own.hand.of(color);
            let from = tables.class_starts[color.index()];
            let to = tables.class_starts[color.index() + 1];
            for place in from..to {
                let class = &tables.price_classes[usize::from(place)];
                if class.cards > held + wilds {
                    break;
                }
                let fewest_wilds = class.wilds.max(class.cards.saturating_sub(held));
                let count = (wilds.min(class.cards) + 1).saturating_sub(fewest_wilds);
                let routes = class.routes.intersection(self.routes).len();
                if count > 0 && routes > 0 {
                    let ways = Ways { color: Some(color), fewest_wilds, count };
                    self.push(Kind::Claims { class: place, ways }, routes * usize::from(count));
                }
            }
        }
        let most_held = own.hand.0[..8].iter().max().copied().unwrap_or(0);
        for place in tables.class_starts[8]..tables.class_starts[9] {
            let class = &tables.price_classes[usize::from(place)];
            if class.cards > most_held + wilds {
                break;
            }
            let routes = class.routes.intersection(self.routes).len();
            if routes > 0 {
                let (price, least) = (class.cards, class.wilds);
                self.any_color(own, price, least, |ways| (Kind::Claims { class: place, ways }, routes));
            }
        }
    }

    /// E06: a station in every free city, in every way of paying for it.
    #[inline]
    fn stations(&mut self, own: &Own) {
        let Some(price) = stations::next_price(self.view) else { return };
        self.sites = stations::free_sites(self.view);
        let sites = self.sites.len();
        if sites > 0 {
            self.any_color(own, price, 0, |ways| (Kind::Stations { ways }, sites));
        }
    }

    /// Every way to pay `price` cards of any one colour with `least` wilds: each colour in hand, then wilds alone.
    #[inline]
    fn any_color(&mut self, own: &Own, price: u8, least: u8, group: impl Fn(Ways) -> (Kind, usize)) {
        let wilds = own.hand.wilds();
        for color in Color::ALL {
            let fewest_wilds = least.max(price.saturating_sub(own.hand.of(color)));
            let count = (wilds.min(price - 1) + 1).saturating_sub(fewest_wilds);
            if count > 0 {
                let (kind, places) = group(Ways { color: Some(color), fewest_wilds, count });
                self.push(kind, places * usize::from(count));
            }
        }
        if wilds >= price {
            let (kind, places) = group(Ways { color: None, fewest_wilds: price, count: 1 });
            self.push(kind, places);
        }
    }
}
