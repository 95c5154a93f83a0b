//! Stations: each borrows, at the end, one route of another player that touches its city (E06–E08).

use super::{Attempt, Decision, MechanicKind, Rule, parts};
use crate::action::Action;
use crate::actions::payment;
use crate::cards::{Payment, Price};
use crate::error::IllegalAction;
use crate::event::{Event, Observer};
use crate::ids::{BySeat, LocationId, LocationSet, RouteId, RouteSet, Seat, TicketSet};
use crate::legal::List;
use crate::map::file::Fields;
use crate::map::{Check, LocationKind, Map, Route};
use crate::network::Components;
use crate::notation::{self, Form, NotationError};
use crate::phase::Phase;
use crate::play::Play;
use crate::rules::MAX_PRICE;
pub use crate::scoring::Borrowing;
use crate::scoring::{Gain, MAX_BORROWED, MechanicLine, ScoreLine, Tally};
use crate::state::{Public, PublicSeat, State};
use crate::view::{Own, View};
use arrayvec::ArrayVec;
use std::cmp::Reverse;

/// The most stations a player may have.
pub const MAX_STATIONS: usize = MAX_BORROWED;

parts! {
    actions {
        /// Build a station (E06).
        BuildStation {
            /// The city.
            location: LocationId,
            /// The cards laid.
            payment: Payment,
        },
    }
    events {
        /// A station was built (E06).
        StationBuilt {
            /// The player.
            seat: Seat,
            /// Where.
            location: LocationId,
            /// The cards paid.
            paid: CardCounts,
        } reveals others,
    }
    refusals {
        /// A map without stations.
        #[error("there are no stations on this map")]
        NoStationsHere = "E06",
        /// No station left.
        #[error("no station is left: {} built already", several(*built, "station"))]
        NoStationLeft {
            /// How many there were.
            built: u8,
        } = "E06",
        /// Another station.
        #[error("the city has a station already")]
        StationAlreadyHere = "E06",
        /// A country.
        #[error("a station stands in a city, not in a country")]
        StationInCountry = "E06",
    }
    lines {
        /// A station and the route it borrows (E07).
        Station {
            /// Where it stands.
            location: LocationId,
            /// The route it borrows, if one helps.
            borrowed: Option<RouteId>,
        } = 0,
    }
    tie_breaks {
        /// Fewer stations built.
        FewerStations = "fewer_stations" by |unbuilt| unbuilt.count as i16,
    }
    player {
        /// Where the player has built stations.
        stations: [Option<LocationId>; crate::mechanics::stations::MAX_STATIONS] =
            [None; crate::mechanics::stations::MAX_STATIONS],
    }
}

/// The settings of stations.
#[derive(Clone, Debug, PartialEq)]
pub struct Stations {
    /// The price in cards of the first, the second, ...
    pub costs: Vec<u8>,
    /// Points for each one not built.
    pub unused_points: u8,
}

impl Rule for Stations {
    type File = Self;

    fn read(fields: &mut impl Fields) -> Option<Self> {
        let (costs, unused_points) = (fields.counts("costs"), fields.count("unused_points"));
        Some(Stations { costs: costs?, unused_points: unused_points? })
    }

    fn check(file: &Self, check: &mut Check<'_>) -> Self {
        check.field((1..=MAX_STATIONS).contains(&file.costs.len()), "costs", || {
            format!("{} stations; from 1 to {MAX_STATIONS} are possible", file.costs.len())
        });
        for (number, cost) in file.costs.iter().enumerate() {
            check.field((1..=MAX_PRICE).contains(&usize::from(*cost)), &format!("costs[{number}]"), || {
                format!("{cost} cards; from 1 to {MAX_PRICE} are possible")
            });
        }
        file.clone()
    }

    /// A station can look at every route that touches its city.
    fn check_routes(&self, routes: &[Route], check: &mut Check<'_>) {
        for (place, entry) in check.file.locations.iter().enumerate() {
            let touching = routes.iter().filter(|route| route.touches(LocationId(place as u8))).count();
            check.at(touching <= MAX_BORROWABLE, format!("locations[{}]", entry.index), || {
                format!("{touching} routes touch it; with stations at most {MAX_BORROWABLE} may")
            });
        }
    }

    fn is_possible(map: &Map, public: &Public) -> bool {
        let mut stations = Map::seats(public.players).flat_map(|seat| public.seats[seat].stations).flatten();
        stations.all(|location| location.index() < map.locations().len())
    }

    /// E06: a station in every free city, in every way of paying for it.
    #[inline]
    fn list_turn(&self, view: &View<'_>, own: &Own, list: &mut List) {
        let Some(price) = self.next_price(view.public, own.seat) else { return };
        let ways = price.ways(&own.hand);
        if ways > 0 {
            list.sites(MechanicKind::Stations, free_sites(*view), [(0, ways)]);
        }
    }

    fn at_site(view: &View<'_>, own: &Own, _part: u8, location: LocationId, way: usize) -> Option<Action> {
        let price = view.map.stations()?.next_price(view.public, own.seat)?;
        Some(Action::BuildStation { location, payment: price.payment(&own.hand, way)? })
    }

    const FORMS: &'static [Form] = &[Form { verb: "station", example: "station wien red" }];

    fn parse(view: &View<'_>, verb: &str, rest: &str) -> Result<Option<Action>, NotationError> {
        let Some((name, paid)) = notation::last_word(rest).filter(|_| verb == "station") else { return Ok(None) };
        let location = notation::location(view.map, name)?;
        let price = view.seat().and_then(|seat| view.map.stations()?.next_price(view.public, seat));
        let payment = notation::payment(paid, price.map_or(1, |price| price.cards))?;
        Ok(Some(Action::BuildStation { location, payment }))
    }

    fn attempt_at(&self, view: &View<'_>, location: LocationId) -> Option<Attempt> {
        let price = view.next_station_price();
        let payment = price.map_or(Payment { color: None, wilds: 0 }, |price| price.nearest_payment(&view.hand()));
        Some(Attempt { action: Action::BuildStation { location, payment }, price })
    }

    #[inline]
    fn borrow(&self, map: &Map, public: &Public, seat: Seat, tickets: TicketSet) -> Option<Borrowing> {
        Some(best_borrowing(map, public, seat, tickets))
    }

    /// E08: points for those not built.
    fn count(&self, _map: &Map, public: &Public, _tallies: &BySeat<Tally>) -> Option<BySeat<Gain>> {
        Some(BySeat(public.seats.0.map(|player| {
            let unbuilt = self.costs.len() as u8 - player.stations_built();
            Gain { count: unbuilt.into(), points: i16::from(unbuilt) * i16::from(self.unused_points) }
        })))
    }

    fn explain(&self, _map: &Map, state: &State, tally: &Tally, seat: Seat, line: MechanicLine) -> Vec<ScoreLine> {
        let built = state.public.seats[seat].stations.into_iter().zip(tally.borrowed);
        let borrowings =
            built.filter_map(|(location, borrowed)| Some(ScoreLine::Station { location: location?, borrowed }));
        borrowings.chain([ScoreLine::Mechanic(line)]).collect()
    }
}

impl Stations {
    /// The price of a player's next station; `None` when all are built.
    #[inline]
    fn next_price(&self, public: &Public, seat: Seat) -> Option<Price> {
        let built = public.seats[seat].stations_built();
        self.costs.get(usize::from(built)).map(|&cards| Price { color: None, cards, wilds: 0 })
    }
}

impl PublicSeat {
    /// How many stations the player has built.
    pub fn stations_built(&self) -> u8 {
        self.stations.iter().flatten().count() as u8
    }
}

impl Public {
    /// Whose station stands at `location`.
    pub fn station_owner(&self, location: LocationId) -> Option<Seat> {
        Map::seats(self.players).find(|&seat| self.seats[seat].stations.contains(&Some(location)))
    }
}

impl View<'_> {
    /// The price of the viewer's next station; `None` without stations, or when all are built.
    #[inline]
    pub fn next_station_price(&self) -> Option<Price> {
        self.map.stations()?.next_price(self.public, self.seat()?)
    }
}

/// The cities that have no station.
pub fn free_sites(view: View<'_>) -> LocationSet {
    let mut sites = view.map.tables.cities;
    for seat in Map::seats(view.public.players) {
        for location in view.public.seats[seat].stations.into_iter().flatten() {
            sites.remove(location);
        }
    }
    sites
}

impl Decision for ActionPart {
    fn check(self, view: View<'_>, own: &Own) -> Result<(), IllegalAction> {
        let ActionPart::BuildStation { location, payment } = self;
        let Phase::Turn { .. } = view.public.phase else {
            return Err(IllegalAction::NotNow { phase: view.public.phase });
        };
        let stations = view.map.stations().ok_or(IllegalAction::NoStationsHere)?;
        let Some(price) = stations.next_price(view.public, own.seat) else {
            return Err(IllegalAction::NoStationLeft { built: view.public.seats[own.seat].stations_built() });
        };
        let facts = view.map.locations().get(location.index()).ok_or(IllegalAction::NoSuchLocation)?;
        if facts.kind == LocationKind::Country {
            return Err(IllegalAction::StationInCountry);
        }
        if view.public.station_owner(location).is_some() {
            return Err(IllegalAction::StationAlreadyHere);
        }
        payment::check(own, price, payment)
    }

    fn execute(self, play: &mut Play<'_, impl Observer>, seat: Seat) {
        let ActionPart::BuildStation { location, payment } = self;
        let price = play.map.stations().and_then(|stations| stations.next_price(play.public, seat));
        let built = usize::from(play.public.seats[seat].stations_built());
        play.public.seats[seat].stations[built] = Some(location);
        let paid = payment.cards(price.map_or(0, |price| price.cards));
        play.emit(Event::StationBuilt { seat, location, paid });
        play.pay(seat, paid);
        play.end_turn(seat);
    }

    fn write(self, map: &Map) -> String {
        let ActionPart::BuildStation { location, payment } = self;
        format!("station {} {}", notation::location_name(map, location), notation::write_payment(payment))
    }
}

/// The best choice of borrowed routes (E07): most ticket points, then most tickets, then fewest and first routes.
pub fn best_borrowing(map: &Map, public: &Public, seat: Seat, tickets: TicketSet) -> Borrowing {
    let player = &public.seats[seat];
    let own = Components::new(map, player.routes);
    let done: TicketSet = tickets.iter().filter(|&ticket| own.joins(map.ticket(ticket))).collect();
    let none = Borrowing { routes: [None; MAX_STATIONS], completed: done };
    let open = tickets.without(done);
    if open.is_empty() || player.stations_built() == 0 {
        return none;
    }
    let others = Map::seats(public.players)
        .filter(|&other| other != seat)
        .fold(RouteSet::EMPTY, |routes, other| routes.union(public.seats[other].routes));
    let choices = player.stations.map(|station| useful_routes(map, &own, station, others));
    // Most tickets could not be completed even with all of these together.
    let mut together = own;
    for route in choices.iter().flatten() {
        together.join(map.route(*route).nodes);
    }
    let open: TicketSet = open.iter().filter(|&ticket| together.joins(map.ticket(ticket))).collect();
    if open.is_empty() {
        return none;
    }
    let mut search = Search {
        map,
        open,
        choices: &choices,
        best: none,
        best_worth: (0, 0, Reverse(0)),
        chosen: [None; MAX_STATIONS],
    };
    search.station(0, own);
    search.best.completed = search.best.completed.union(done);
    search.best
}

/// The most routes that may touch a city where a station can stand.
pub(crate) const MAX_BORROWABLE: usize = 32;

type Choices = ArrayVec<RouteId, MAX_BORROWABLE>;

/// The routes a station could borrow: those that join separate groups of places, one for each pair of groups.
fn useful_routes(map: &Map, own: &Components, station: Option<LocationId>, others: RouteSet) -> Choices {
    let mut choices = Choices::new();
    let Some(station) = station else { return choices };
    for route in map.location(station).routes.intersection(others) {
        let pair = |id: RouteId| map.route(id).nodes.map(|node| own.root(node));
        let [a, b] = pair(route);
        let is_new = a != b && !choices.iter().any(|&other| pair(other) == [a, b] || pair(other) == [b, a]);
        if is_new {
            choices.push(route);
        }
    }
    choices
}

/// Tries every combination of borrowed routes.
struct Search<'a> {
    map: &'a Map,
    /// The tickets that the player's own routes leave open and borrowed ones could complete.
    open: TicketSet,
    choices: &'a [Choices; MAX_STATIONS],
    best: Borrowing,
    /// Points, tickets, and how few routes are borrowed.
    best_worth: (u32, usize, Reverse<usize>),
    chosen: [Option<RouteId>; MAX_STATIONS],
}

impl Search<'_> {
    fn station(&mut self, number: usize, joined: Components) {
        if number == MAX_STATIONS {
            return self.weigh(&joined);
        }
        self.station(number + 1, joined);
        let choices = self.choices;
        for &route in &choices[number] {
            let mut more = joined;
            if more.join(self.map.route(route).nodes) {
                self.chosen[number] = Some(route);
                self.station(number + 1, more);
            }
        }
        self.chosen[number] = None;
    }

    fn weigh(&mut self, joined: &Components) {
        let completed: TicketSet = self.open.iter().filter(|&ticket| joined.joins(self.map.ticket(ticket))).collect();
        let points = completed.iter().map(|ticket| u32::from(self.map.ticket(ticket).points)).sum();
        let worth = (points, completed.len(), Reverse(self.chosen.iter().flatten().count()));
        if worth > self.best_worth {
            self.best_worth = worth;
            self.best = Borrowing { routes: self.chosen, completed };
        }
    }
}
