//! What a viewer may do, sorted by kind and without repetition. Every entry stands for actions that the rules allow now.

use capolinea_engine::action::Action;
use capolinea_engine::cards::{CardCounts, Color, Payment, Price};
use capolinea_engine::ids::{LocationId, RouteId, RouteSet, TouristKind};
use capolinea_engine::map::{LocationKind, Map};
use capolinea_engine::phase::Phase;
use capolinea_engine::view::{Own, View};
use serde::Serialize;
use ts_rs::TS;

/// What a viewer may do now. What is left out of a message is not possible.
#[derive(Clone, Debug, Default, PartialEq, Serialize, TS)]
pub struct LegalActions {
    /// `claim_route`: any of a group's routes with any of its payments.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<ClaimGroup>>")]
    pub claims: Vec<ClaimGroup>,
    /// `build_station`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub stations: Option<StationChoice>,
    /// `draw_open`: the places of the market.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<u8>>")]
    pub draw_open: Vec<u8>,
    /// `draw_blind`.
    #[serde(skip_serializing_if = "is_false")]
    #[ts(optional, as = "Option<bool>")]
    pub draw_blind: bool,
    /// `draw_tickets`.
    #[serde(skip_serializing_if = "is_false")]
    #[ts(optional, as = "Option<bool>")]
    pub draw_tickets: bool,
    /// `keep_tickets`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub keep: Option<KeepChoice>,
    /// `choose_split`: how many from the first deck and how many from the second.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<SplitChoice>>")]
    pub splits: Vec<SplitChoice>,
    /// `place_tourists`: any of the kinds at any of the locations.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub place: Option<PlaceChoice>,
    /// `pay_tunnel`: with so many wilds.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<u8>>")]
    pub pay_tunnel: Vec<u8>,
    /// `leave_tunnel`.
    #[serde(skip_serializing_if = "is_false")]
    #[ts(optional, as = "Option<bool>")]
    pub leave_tunnel: bool,
    /// `take_passenger`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<PassengerChoice>>")]
    pub passengers: Vec<PassengerChoice>,
    /// `leave_passengers`.
    #[serde(skip_serializing_if = "is_false")]
    #[ts(optional, as = "Option<bool>")]
    pub leave_passengers: bool,
    /// `take_tourist`: where.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<LocationId>>")]
    pub tourists: Vec<LocationId>,
    /// `pass`.
    #[serde(skip_serializing_if = "is_false")]
    #[ts(optional, as = "Option<bool>")]
    pub pass: bool,
}

fn is_false(possible: &bool) -> bool {
    !possible
}

/// Routes that can be paid for in the same ways.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
pub struct ClaimGroup {
    /// The routes.
    pub routes: RouteSet,
    /// The payments, from few wilds to many: the first is the sensible one for its colour.
    pub payments: Vec<Payment>,
}

/// Where a station may be built, and how it may be paid for.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
pub struct StationChoice {
    /// The cities.
    pub locations: Vec<LocationId>,
    /// The payments, from few wilds to many.
    pub payments: Vec<Payment>,
}

/// How many of the offered tickets must be kept: any that many or more.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, TS)]
pub struct KeepChoice {
    /// How many are offered.
    pub offered: u8,
    /// How many must be kept at least.
    pub at_least: u8,
}

/// A split of the tickets to be drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, TS)]
pub struct SplitChoice {
    /// How many from the first deck.
    pub first: u8,
    /// How many from the second.
    pub second: u8,
}

/// Which stacks may be placed, and where.
#[derive(Clone, Debug, Default, PartialEq, Serialize, TS)]
pub struct PlaceChoice {
    /// The kinds.
    pub kinds: Vec<TouristKind>,
    /// The locations.
    pub locations: Vec<LocationId>,
}

/// A passenger that may be taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, TS)]
pub struct PassengerChoice {
    /// Where.
    pub location: LocationId,
    /// The passenger's colour.
    pub color: Color,
}

/// The routes of a map by what they cost; made once for each map.
#[derive(Clone, Debug)]
pub struct PriceTable {
    classes: Vec<PriceClass>,
}

#[derive(Clone, Copy, Debug)]
struct PriceClass {
    price: Price,
    routes: RouteSet,
}

impl PriceTable {
    /// The routes of `map`.
    pub fn new(map: &Map) -> PriceTable {
        let mut classes: Vec<PriceClass> = Vec::new();
        for route in map.route_ids() {
            let price = map.route(route).price();
            match classes.iter_mut().find(|class| class.price == price) {
                Some(class) => class.routes.insert(route),
                None => classes.push(PriceClass { price, routes: RouteSet(1 << route.0) }),
            }
        }
        PriceTable { classes }
    }
}

impl LegalActions {
    /// What the viewer may do now: nothing for a spectator, or while others decide.
    pub fn of(view: &View<'_>, prices: &PriceTable) -> LegalActions {
        let mut legal = LegalActions::default();
        let Some(own) = view.own.filter(|own| view.deciders().contains(own.seat)) else { return legal };
        match view.public.phase {
            Phase::Turn { .. } => legal.turn(view, own, prices),
            Phase::ChoosingTickets { .. } => legal.keep_of(own, view.map.rules.start.keep),
            Phase::KeepingTickets { .. } => legal.keep_of(own, view.map.rules.draw.keep),
            Phase::ChoosingSplits { .. }
            | Phase::ChoosingSplit { .. }
            | Phase::PlacingTourists { .. }
            | Phase::SecondCard { .. }
            | Phase::PayingTunnel { .. }
            | Phase::TakingPassengers { .. }
            | Phase::TakingTourist { .. }
            | Phase::Over => view.legal_actions().iter().for_each(|action| legal.add(action)),
        }
        legal
    }

    /// The few actions of a decision within a turn, one by one.
    fn add(&mut self, action: Action) {
        match action {
            Action::ChooseSplit { first, second } => self.splits.push(SplitChoice { first, second }),
            Action::PlaceTourists { kind, location } => {
                let place = self.place.get_or_insert_default();
                if !place.kinds.contains(&kind) {
                    place.kinds.push(kind);
                }
                if !place.locations.contains(&location) {
                    place.locations.push(location);
                }
            }
            Action::DrawOpen { slot } => self.draw_open.push(slot),
            Action::DrawBlind => self.draw_blind = true,
            Action::DrawTickets => self.draw_tickets = true,
            Action::PayTunnel { wilds } => self.pay_tunnel.push(wilds),
            Action::LeaveTunnel => self.leave_tunnel = true,
            Action::TakePassenger { location, color } => self.passengers.push(PassengerChoice { location, color }),
            Action::LeavePassengers => self.leave_passengers = true,
            Action::TakeTourist { location } => self.tourists.push(location),
            Action::Pass => self.pass = true,
            Action::KeepTickets { .. } | Action::ClaimRoute { .. } | Action::BuildStation { .. } => {
                unreachable!("these belong to phases that are not listed one by one")
            }
        }
    }

    fn keep_of(&mut self, own: &Own, keep: u8) {
        let offered = own.offer.len();
        self.keep = Some(KeepChoice { offered, at_least: keep.min(offered) });
    }

    fn turn(&mut self, view: &View<'_>, own: &Own, prices: &PriceTable) {
        if view.can_draw_cards() {
            let market = view.public.market.iter().enumerate();
            self.draw_open = market.filter(|(_, card)| card.is_some()).map(|(slot, _)| slot as u8).collect();
            self.draw_blind = view.public.deck_size > 0;
        }
        self.draw_tickets = view.public.tickets_left() > 0;
        self.claims(view, own, prices);
        self.stations(view, own);
        self.pass = *self == LegalActions::default();
    }

    fn claims(&mut self, view: &View<'_>, own: &Own, prices: &PriceTable) {
        let player = &view.public.seats[own.seat];
        let shut = view.public.unavailable.union(player.barred);
        for class in &prices.classes {
            let open = class.routes.without(shut);
            if open.is_empty() || class.price.ways(&own.hand) == 0 {
                continue;
            }
            let fits = |&route: &RouteId| {
                let facts = view.map.route(route);
                facts.spaces <= player.pieces[facts.fleet.index()]
            };
            let routes: RouteSet = open.filter(fits).collect();
            if !routes.is_empty() {
                self.claims.push(ClaimGroup { routes, payments: payments(class.price, &own.hand) });
            }
        }
    }

    fn stations(&mut self, view: &View<'_>, own: &Own) {
        let Some(stations) = view.map.stations() else { return };
        let built = view.public.seats[own.seat].stations_built();
        let Some(&cards) = stations.costs.get(usize::from(built)) else { return };
        let payments = payments(Price { color: None, cards, wilds: 0 }, &own.hand);
        if payments.is_empty() {
            return;
        }
        let is_free = |&location: &LocationId| {
            view.map.location(location).kind != LocationKind::Country && view.public.station_owner(location).is_none()
        };
        let locations: Vec<LocationId> = view.map.location_ids().filter(is_free).collect();
        if !locations.is_empty() {
            self.stations = Some(StationChoice { locations, payments });
        }
    }

    /// Every action it stands for.
    pub fn actions(&self) -> Vec<Action> {
        let mut all: Vec<Action> = Vec::new();
        for group in &self.claims {
            for route in group.routes {
                all.extend(group.payments.iter().map(|&payment| Action::ClaimRoute { route, payment }));
            }
        }
        if let Some(choice) = &self.stations {
            for &location in &choice.locations {
                all.extend(choice.payments.iter().map(|&payment| Action::BuildStation { location, payment }));
            }
        }
        all.extend(self.draw_open.iter().map(|&slot| Action::DrawOpen { slot }));
        all.extend(self.draw_blind.then_some(Action::DrawBlind));
        all.extend(self.draw_tickets.then_some(Action::DrawTickets));
        if let Some(KeepChoice { offered, at_least }) = self.keep {
            let enough = |chosen: &u8| chosen.count_ones() >= u32::from(at_least);
            all.extend((0..1u8 << offered).filter(enough).map(|offered| Action::KeepTickets { offered }));
        }
        all.extend(self.splits.iter().map(|&SplitChoice { first, second }| Action::ChooseSplit { first, second }));
        if let Some(place) = &self.place {
            for &kind in &place.kinds {
                all.extend(place.locations.iter().map(|&location| Action::PlaceTourists { kind, location }));
            }
        }
        all.extend(self.pay_tunnel.iter().map(|&wilds| Action::PayTunnel { wilds }));
        all.extend(self.leave_tunnel.then_some(Action::LeaveTunnel));
        let take = |&PassengerChoice { location, color }: &PassengerChoice| Action::TakePassenger { location, color };
        all.extend(self.passengers.iter().map(take));
        all.extend(self.leave_passengers.then_some(Action::LeavePassengers));
        all.extend(self.tourists.iter().map(|&location| Action::TakeTourist { location }));
        all.extend(self.pass.then_some(Action::Pass));
        all
    }
}

/// Every way a hand can pay a price, from few wilds to many.
fn payments(price: Price, hand: &CardCounts) -> Vec<Payment> {
    let mut payments: Vec<Payment> = (0..price.ways(hand)).filter_map(|number| price.payment(hand, number)).collect();
    payments.sort_by_key(|payment| payment.wilds);
    payments
}
