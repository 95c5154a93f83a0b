//! Builds the numbering of a map. Its order is part of the encoding's version.

use super::{ActionEntry, ActionSpace, NONE, Payments, PriceClass, Starts};
use capolinea_engine::cards::Price;
use capolinea_engine::ids::{MAX_LOCATIONS, TouristKind};
use capolinea_engine::map::LocationKind;
use capolinea_engine::rules::StartDeal;
use capolinea_engine::{Action, Card, Color, LocationId, Map, Payment, RouteId, RouteSet};

/// Numbers everything that can be done on a map, kind by kind.
pub(super) fn build(map: &Map, payments: Payments) -> ActionSpace {
    let mut table = Numbering { payments, entries: Vec::new() };
    let pass = table.fixed([Action::Pass]);
    let draw_card = table.add(Card::ALL.map(ActionEntry::DrawCard));
    let draw_blind = table.fixed([Action::DrawBlind]);
    let draw_tickets = table.fixed([Action::DrawTickets]);
    let keep = table.fixed((0..1u8 << most_offered(map)).map(|offered| Action::KeepTickets { offered }));
    let split = table.fixed(splits(map));
    let split_end = table.next();
    let claims: Vec<u16> = map.route_ids().map(|route| table.claims(map, route)).collect();
    let (pay_tunnel, pay_tunnel_end, leave_tunnel) = table.tunnels(map);
    let (stations, station_price) = table.stations(map);
    let (passengers, leave_passengers) = table.passengers(map);
    let (place_tourists, take_tourist) = table.tourists(map);
    let starts = Starts {
        pass,
        draw_card,
        draw_blind,
        draw_tickets,
        keep,
        keep_end: split,
        split,
        split_end,
        pay_tunnel,
        pay_tunnel_end,
        leave_tunnel,
        leave_passengers,
        place_tourists,
        take_tourist,
    };
    ActionSpace {
        payments,
        entries: table.entries,
        starts,
        claims,
        gray: gray_classes(map),
        stations,
        station_price,
        passengers,
        locations: map.location_ids().count() as u16,
    }
}

/// The most tickets a player is offered at once.
fn most_offered(map: &Map) -> u8 {
    let at_start = match &map.rules().start.deal {
        StartDeal::Fixed(shares) => shares.iter().map(|share| share.count).sum(),
        StartDeal::Split(count) => *count,
    };
    at_start.max(map.rules().draw.count)
}

/// Every split that may be announced, of as many tickets as asked for or of those that are left.
fn splits(map: &Map) -> Vec<Action> {
    let at_start = match map.rules().start.deal {
        StartDeal::Split(count) => count,
        StartDeal::Fixed(_) => 0,
    };
    let in_turn = if map.rules().draw.is_split() { map.rules().draw.count } else { 0 };
    let all = (1..=at_start.max(in_turn)).rev();
    all.flat_map(|sum| (0..=sum).rev().map(move |first| Action::ChooseSplit { first, second: sum - first })).collect()
}

/// Gray routes by their price, in the order of the first route of each.
fn gray_classes(map: &Map) -> Vec<PriceClass> {
    let mut classes: Vec<PriceClass> = Vec::new();
    for route in map.route_ids().filter(|&route| map.route(route).color.is_none()) {
        let price = map.route(route).price();
        match classes.iter_mut().find(|class| class.price == price) {
            Some(class) => class.routes.insert(route),
            None => classes.push(PriceClass { price, routes: [route].into_iter().collect::<RouteSet>() }),
        }
    }
    classes
}

struct Numbering {
    payments: Payments,
    entries: Vec<ActionEntry>,
}

impl Numbering {
    fn next(&self) -> u16 {
        u16::try_from(self.entries.len()).expect("the largest map that is allowed has some 14,000 actions")
    }

    /// Adds entries and returns the number of the first.
    fn add(&mut self, entries: impl IntoIterator<Item = ActionEntry>) -> u16 {
        let start = self.next();
        self.entries.extend(entries);
        start
    }

    fn fixed(&mut self, actions: impl IntoIterator<Item = Action>) -> u16 {
        self.add(actions.into_iter().map(ActionEntry::Fixed))
    }

    fn claims(&mut self, map: &Map, route: RouteId) -> u16 {
        let price = map.route(route).price();
        match self.payments {
            Payments::All => {
                let all = all_payments(price).chain([Payment { color: None, wilds: price.cards }]);
                self.fixed(all.map(|payment| Action::ClaimRoute { route, payment }))
            }
            Payments::FewestWilds if price.color.is_some() => {
                self.add([ActionEntry::Claim { route, color: price.color }])
            }
            Payments::FewestWilds => self.add(each_color().map(|color| ActionEntry::Claim { route, color })),
        }
    }

    fn tunnels(&mut self, map: &Map) -> (u16, u16, u16) {
        let Some(tunnels) = map.tunnels() else { return (NONE, NONE, NONE) };
        let pay = match self.payments {
            Payments::All => self.fixed((0..=tunnels.reveal).map(|wilds| Action::PayTunnel { wilds })),
            Payments::FewestWilds => self.add([ActionEntry::PayTunnel]),
        };
        let end = self.next();
        (pay, end, self.fixed([Action::LeaveTunnel]))
    }

    fn stations(&mut self, map: &Map) -> ([u16; MAX_LOCATIONS], u8) {
        let mut starts = [NONE; MAX_LOCATIONS];
        let Some(stations) = map.stations() else { return (starts, 0) };
        let most = stations.costs.iter().copied().max().unwrap_or(0);
        let is_city = |location: &LocationId| map.location(*location).kind != LocationKind::Country;
        for location in map.location_ids().filter(is_city) {
            starts[location.index()] = match self.payments {
                Payments::All => {
                    let mixed = all_payments(Price { color: None, cards: most, wilds: 0 });
                    let wilds_alone = (1..=most).rev().map(|wilds| Payment { color: None, wilds });
                    let all = mixed.chain(wilds_alone);
                    self.fixed(all.map(|payment| Action::BuildStation { location, payment }))
                }
                Payments::FewestWilds => self.add(each_color().map(|color| ActionEntry::Build { location, color })),
            };
        }
        (starts, most)
    }

    fn passengers(&mut self, map: &Map) -> ([u16; MAX_LOCATIONS], u16) {
        let mut starts = [NONE; MAX_LOCATIONS];
        if map.passengers().is_none() {
            return (starts, NONE);
        }
        for location in map.location_ids().filter(|&location| map.passengers_waiting(location) > 0) {
            starts[location.index()] = self.fixed(Color::ALL.map(|color| Action::TakePassenger { location, color }));
        }
        (starts, self.fixed([Action::LeavePassengers]))
    }

    fn tourists(&mut self, map: &Map) -> (u16, u16) {
        let Some(tourists) = map.tourists() else { return (NONE, NONE) };
        let kinds = (0..tourists.kinds.len() as u8).map(TouristKind);
        let places = kinds.flat_map(|kind| map.location_ids().map(move |location| (kind, location)));
        let place = self.fixed(places.map(|(kind, location)| Action::PlaceTourists { kind, location }));
        (place, self.fixed(map.location_ids().map(|location| Action::TakeTourist { location })))
    }
}

/// Every payment that is not of wilds alone: colour by colour, each from few wilds to many.
fn all_payments(price: Price) -> impl Iterator<Item = Payment> {
    let colors = Color::ALL.into_iter().filter(move |&color| price.color.is_none_or(|asked| asked == color));
    colors.flat_map(move |color| (price.wilds..price.cards).map(move |wilds| Payment { color: Some(color), wilds }))
}

/// Every colour, then none: wilds alone.
fn each_color() -> impl Iterator<Item = Option<Color>> {
    Color::ALL.into_iter().map(Some).chain([None])
}
