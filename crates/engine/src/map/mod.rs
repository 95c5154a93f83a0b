//! A map: everything about a board and its rules that never changes, with the tables made once when it is loaded.

mod check;
pub mod file;

use crate::analysis::links::Links;
use crate::analysis::piece_search::SearchGraph;
use crate::cards::{Color, Price};
use crate::ids::{DeckId, FleetId, LocationId, LocationSet, NodeId, NodeSet, RouteId, RouteSet, Seat, TicketId};
use crate::mechanics::Settings;
use crate::rules::{EmptyDeck, FirstPlayerChosen, MAX_DECKS, MAX_FLEETS, MAX_PRICE, Rules};
pub(crate) use check::Check;
pub use check::is_id;
pub use file::{LocationKind, MapFile, Names, Origin};
use std::borrow::Cow;
use std::fmt;

/// A checked map: the board and its rules, which never change.
///
/// [`Map::new`] is the only way to make one, and nothing can change it afterwards. So every id in it is valid, and every
/// count fits the tables of the engine.
#[derive(Clone, Debug)]
pub struct Map {
    id: String,
    name: Names,
    origin: Origin,
    provenance: String,
    min_players: u8,
    max_players: u8,
    rules: Rules,
    locations: Vec<Location>,
    routes: Vec<Route>,
    tickets: Vec<Ticket>,
    decks: Vec<String>,
    node_count: usize,
    digest: String,
    /// The digest in records of version 1 of the rules.
    digest_1: String,
    pub(crate) tables: Tables,
}

/// Tables computed once from the map, for questions that are asked all the time.
#[derive(Clone, Debug)]
pub(crate) struct Tables {
    /// The routes of each colour that ask for at most this many cards.
    pub(crate) colored_within: [[RouteSet; MAX_PRICE + 1]; 8],
    /// The routes that ask for at most this many wilds.
    pub(crate) wilds_at_most: [RouteSet; MAX_PRICE + 1],
    /// The gray routes by their price, cheapest first.
    pub(crate) gray: Vec<PriceClass>,
    /// All routes by their price, in the order of the first route of each.
    pub(crate) prices: Vec<PriceClass>,
    /// The routes by their points, most points first.
    pub(crate) by_points: Vec<(u8, RouteSet)>,
    /// The routes for which this many pieces of a fleet are enough.
    pub(crate) fitting: [[RouteSet; MAX_PRICE + 1]; MAX_FLEETS],
    /// The settings of the map's mechanics.
    pub(crate) settings: Settings,
    /// How many tickets each deck has in the box.
    pub(crate) deck_sizes: [usize; MAX_DECKS],
    /// The cities where a station may stand.
    pub(crate) cities: LocationSet,
    /// Which nodes have a link, for the search of paths.
    pub(crate) links: Links,
    /// The network, for the search of ways with few pieces.
    pub(crate) pieces: SearchGraph,
}

/// Routes that cost the same.
#[derive(Clone, Debug)]
pub(crate) struct PriceClass {
    pub(crate) price: Price,
    pub(crate) routes: RouteSet,
}

/// A city, landmark or neighbouring country.
#[derive(Clone, Debug, PartialEq)]
pub struct Location {
    /// Its id in files and notation.
    pub id: String,
    /// Its names.
    pub name: Names,
    /// Its kind.
    pub kind: LocationKind,
    /// The routes that touch it.
    pub routes: RouteSet,
}

/// A route.
#[derive(Clone, Debug, PartialEq)]
pub struct Route {
    /// One end.
    pub a: LocationId,
    /// The other end.
    pub b: LocationId,
    /// Its colour, unless it is gray.
    pub color: Option<Color>,
    /// How many pieces it takes.
    pub spaces: u8,
    /// How many cards it asks for.
    pub cards: u8,
    /// How many of these must be wild (E02).
    pub wilds: u8,
    /// Whether it is a tunnel (E03).
    pub is_tunnel: bool,
    /// The kind of piece it takes.
    pub fleet: FleetId,
    /// Its points (C25).
    pub points: u8,
    /// Where it joins the network: its locations, or for a country an end of its own (G05).
    pub nodes: [NodeId; 2],
    /// The other routes between the same two locations with as many spaces (C23).
    pub parallels: RouteSet,
    /// Its number among all routes between the same two locations, from 1.
    pub lane: u8,
    /// How many routes there are between the same two locations, of any length.
    pub lanes: u8,
}

impl Route {
    /// Its cost.
    #[inline]
    pub fn price(&self) -> Price {
        Price { color: self.color, cards: self.cards, wilds: self.wilds }
    }

    /// The node at the other end, if the route ends at `node`.
    #[inline]
    pub fn other_end(&self, node: NodeId) -> Option<NodeId> {
        match self.nodes {
            [a, b] if a == node => Some(b),
            [a, b] if b == node => Some(a),
            _ => None,
        }
    }

    /// Whether the route touches `location`.
    pub fn touches(&self, location: LocationId) -> bool {
        self.a == location || self.b == location
    }
}

/// A ticket.
#[derive(Clone, Debug, PartialEq)]
pub struct Ticket {
    /// Its deck.
    pub deck: DeckId,
    /// One end.
    pub a: LocationId,
    /// The other end.
    pub b: LocationId,
    /// Its value.
    pub points: u8,
    /// The nodes at which either end is reached: several for a country (G05).
    pub ends: [NodeSet; 2],
}

impl Map {
    /// Checks a map file and makes the map.
    ///
    /// # Errors
    /// Every mistake in the file, each with the path of its entry.
    pub fn new(file: &MapFile) -> Result<Map, Vec<Mistake>> {
        check::build(file)
    }

    /// The map by the rules of `version`, for games that were played by them; `None` if the version is not known.
    pub fn by_rules(&self, version: u32) -> Option<Cow<'_, Map>> {
        if version == self.rules.version {
            return Some(Cow::Borrowed(self));
        }
        (version == 1).then(|| {
            let mut map = self.clone();
            map.rules.version = 1;
            map.rules.empty_deck = EmptyDeck::FaceUp;
            map.rules.first_player = FirstPlayerChosen::BeforeTickets;
            map.digest = map.digest_1.clone();
            Cow::Owned(map)
        })
    }

    /// The map's id: the name of its folder.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// The map's name for people.
    pub fn name(&self) -> &Names {
        &self.name
    }

    /// The origin of the board.
    pub fn origin(&self) -> Origin {
        self.origin
    }

    /// Where its facts come from.
    pub fn provenance(&self) -> &str {
        &self.provenance
    }

    /// The fewest players.
    #[inline]
    pub fn min_players(&self) -> u8 {
        self.min_players
    }

    /// The most players.
    #[inline]
    pub fn max_players(&self) -> u8 {
        self.max_players
    }

    /// Its rules.
    #[inline]
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// All locations; a [`LocationId`] is the index.
    #[inline]
    pub fn locations(&self) -> &[Location] {
        &self.locations
    }

    /// All routes; a [`RouteId`] is the index.
    #[inline]
    pub fn routes(&self) -> &[Route] {
        &self.routes
    }

    /// All tickets; a [`TicketId`] is the index.
    #[inline]
    pub fn tickets(&self) -> &[Ticket] {
        &self.tickets
    }

    /// The names of its ticket decks; a [`DeckId`] is the index.
    #[inline]
    pub fn decks(&self) -> &[String] {
        &self.decks
    }

    /// How many nodes the network has: the locations, then one for each route's end in a country.
    #[inline]
    pub fn node_count(&self) -> usize {
        self.node_count
    }

    /// SHA-256, in hexadecimal, of everything in the map's file except names, origin and provenance. Maps with the
    /// same digest play the same game.
    pub fn digest(&self) -> &str {
        &self.digest
    }

    /// The route with this id.
    ///
    /// # Panics
    /// The id is not from this map.
    #[inline]
    pub fn route(&self, route: RouteId) -> &Route {
        &self.routes[route.index()]
    }

    /// The ticket with this id.
    ///
    /// # Panics
    /// The id is not from this map.
    #[inline]
    pub fn ticket(&self, ticket: TicketId) -> &Ticket {
        &self.tickets[ticket.index()]
    }

    /// The location with this id.
    ///
    /// # Panics
    /// The id is not from this map.
    #[inline]
    pub fn location(&self, location: LocationId) -> &Location {
        &self.locations[location.index()]
    }

    /// Every route's id.
    pub fn route_ids(&self) -> impl Iterator<Item = RouteId> + use<> {
        (0..self.routes.len()).map(|index| RouteId(index as u8))
    }

    /// The routes of each number of points, most points first.
    #[inline]
    pub fn routes_by_points(&self) -> impl Iterator<Item = (u8, RouteSet)> + use<'_> {
        self.tables.by_points.iter().copied()
    }

    /// Every location's id.
    pub fn location_ids(&self) -> impl Iterator<Item = LocationId> + use<> {
        (0..self.locations.len()).map(|index| LocationId(index as u8))
    }

    /// Every ticket's id.
    pub fn ticket_ids(&self) -> impl Iterator<Item = TicketId> + use<> {
        (0..self.tickets.len()).map(|index| TicketId(index as u8))
    }

    /// The location with this id in files and notation.
    pub fn find_location(&self, id: &str) -> Option<LocationId> {
        self.location_ids().find(|&location| self.location(location).id == id)
    }

    /// The tickets of one deck.
    pub fn deck_tickets(&self, deck: DeckId) -> impl Iterator<Item = TicketId> + '_ {
        self.ticket_ids().filter(move |&ticket| self.ticket(ticket).deck == deck)
    }

    /// The seats of a game with `players` players.
    pub fn seats(players: u8) -> impl DoubleEndedIterator<Item = Seat> {
        (0..players).map(Seat)
    }
}

/// Something wrong in a map file, and where.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Mistake {
    /// The entry's path in the file, as in `routes[3].color`.
    pub path: String,
    /// The problem, and how to fix it.
    pub problem: String,
}

impl fmt::Display for Mistake {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.path, self.problem)
    }
}
