//! A map as a client needs it: facts, words and drawing. It never changes and is fetched once.

mod board;
mod mechanic;

pub use board::{BoardInfo, CountryEndInfo, DrawnLocationInfo, DrawnRouteInfo, LabelInfo, LandInfo, SpaceInfo};
pub use mechanic::MechanicInfo;

use capolinea_engine::ids::{DeckId, FleetId};
use capolinea_engine::map::{Location, LocationKind, Names, Origin, Route, Ticket};
use capolinea_engine::rules::{EmptyDeck, FirstPlayerChosen, Piece, Returned, StartDeal, TieBreak, WildName};
use capolinea_engine::{CardCounts, Color, LocationId, Map};
use serde::Serialize;

/// A map in the list of maps.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct MapSummary {
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: NameInfo,
    /// The origin of the board.
    pub origin: Origin,
    /// Where its facts come from.
    pub provenance: String,
    /// The fewest players.
    pub min_players: u8,
    /// The most players.
    pub max_players: u8,
    /// How many locations.
    pub locations: usize,
    /// How many routes.
    pub routes: usize,
    /// How many tickets.
    pub tickets: usize,
    /// The rules that only some maps have.
    pub mechanics: Vec<MechanicInfo>,
}

/// The two files of a map, in the answer to `GET /api/maps/{id}/files`: a browser that has them can play it without a server.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct MapFilesInfo {
    /// The `map.json`, as text.
    pub map: String,
    /// The `board.json`, as text.
    pub board: String,
}

/// Everything about a map.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct MapInfo {
    /// Its id.
    pub id: String,
    /// Which version of the map this is.
    pub digest: String,
    /// Its name.
    pub name: NameInfo,
    /// The origin of the board.
    pub origin: Origin,
    /// Where its facts come from.
    pub provenance: String,
    /// The fewest players.
    pub min_players: u8,
    /// The most players.
    pub max_players: u8,
    /// The numbers of its rulebook.
    pub rules: RulesInfo,
    /// Its locations, by their numbers.
    pub locations: Vec<LocationInfo>,
    /// Its routes, by their numbers.
    pub routes: Vec<RouteInfo>,
    /// Its tickets, by their numbers.
    pub tickets: Vec<TicketInfo>,
    /// The names of its ticket decks, by their numbers.
    pub decks: Vec<String>,
    /// Where everything is drawn.
    pub board: BoardInfo,
}

/// The numbers of a rulebook.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct RulesInfo {
    /// The whole card deck.
    pub cards: CardCounts,
    /// The picture on the wilds.
    pub wild: WildName,
    /// Cards dealt to each player.
    pub starting_hand: u8,
    /// The kinds of pieces, by their numbers.
    pub fleets: Vec<FleetInfo>,
    /// This many pieces or fewer left at the end of a turn bring the last round.
    pub last_round_at: u8,
    /// With this many players or fewer, one claimed route closes those parallel to it.
    pub single_lane_up_to: u8,
    /// Whether a turn may take face-up cards while deck and discards are empty.
    pub empty_deck: EmptyDeck,
    /// When the first player is chosen.
    pub first_player: FirstPlayerChosen,
    /// How many starting tickets each player is dealt.
    pub start_count: u8,
    /// How many of them from each deck, by the decks' numbers; null where the player says how many from which.
    pub start_by_deck: Option<Vec<u8>>,
    /// How many starting tickets must be kept.
    pub start_keep: u8,
    /// Where the others go.
    pub start_returned: Returned,
    /// How many tickets are drawn in a turn.
    pub draw_count: u8,
    /// How many of them must be kept.
    pub draw_keep: u8,
    /// The decks to draw from; with two of them the player says how many from which.
    pub draw_decks: Vec<DeckId>,
    /// The rules that only some maps have.
    pub mechanics: Vec<MechanicInfo>,
    /// The tie-breaks, first to last.
    pub tie_breaks: Vec<TieBreak>,
}

/// A kind of piece.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct FleetInfo {
    /// Its kind.
    pub piece: Piece,
    /// How many each player starts with.
    pub count: u8,
    /// Points for a route, by the number of cards it asks for; null where there is no such route.
    pub points: Vec<Option<u8>>,
}

/// A name in the languages people read.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct NameInfo {
    /// English.
    pub en: String,
    /// Italian.
    pub it: String,
    /// The local name, where it differs.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub local: Option<String>,
    /// Today's name, where the board has an older one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub modern: Option<String>,
}

/// A city, landmark or neighbouring country.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct LocationInfo {
    /// Its id in files and notation.
    pub id: String,
    /// Its names.
    pub name: NameInfo,
    /// Its kind.
    pub kind: LocationKind,
}

/// A route.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct RouteInfo {
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
    pub tunnel: bool,
    /// The kind of piece it takes.
    pub fleet: FleetId,
    /// Its points (C25).
    pub points: u8,
    /// Its number among all routes between the same two locations, from 1.
    pub lane: u8,
}

/// A ticket.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct TicketInfo {
    /// Its deck.
    pub deck: DeckId,
    /// One end.
    pub a: LocationId,
    /// The other end.
    pub b: LocationId,
    /// Its value.
    pub points: u8,
}

impl From<&Names> for NameInfo {
    fn from(name: &Names) -> Self {
        let Names { en, it, local, modern } = name.clone();
        NameInfo { en, it, local, modern }
    }
}

impl From<&Location> for LocationInfo {
    fn from(location: &Location) -> Self {
        LocationInfo { id: location.id.clone(), name: (&location.name).into(), kind: location.kind }
    }
}

impl From<&Route> for RouteInfo {
    fn from(route: &Route) -> Self {
        RouteInfo {
            a: route.a,
            b: route.b,
            color: route.color,
            spaces: route.spaces,
            cards: route.cards,
            wilds: route.wilds,
            tunnel: route.is_tunnel,
            fleet: route.fleet,
            points: route.points,
            lane: route.lane,
        }
    }
}

impl From<&Ticket> for TicketInfo {
    fn from(ticket: &Ticket) -> Self {
        TicketInfo { deck: ticket.deck, a: ticket.a, b: ticket.b, points: ticket.points }
    }
}

impl MapSummary {
    /// The entry of `map` in the list of maps.
    pub fn new(map: &Map) -> MapSummary {
        MapSummary {
            id: map.id().to_owned(),
            name: map.name().into(),
            origin: map.origin(),
            provenance: map.provenance().to_owned(),
            min_players: map.min_players(),
            max_players: map.max_players(),
            locations: map.locations().len(),
            routes: map.routes().len(),
            tickets: map.tickets().len(),
            mechanics: map.rules().mechanics.iter().map(MechanicInfo::from).collect(),
        }
    }
}

impl MapInfo {
    /// Everything about `map`, drawn as `board` says.
    pub fn new(map: &Map, board: BoardInfo) -> MapInfo {
        let rules = map.rules();
        MapInfo {
            id: map.id().to_owned(),
            digest: map.digest().to_owned(),
            name: map.name().into(),
            origin: map.origin(),
            provenance: map.provenance().to_owned(),
            min_players: map.min_players(),
            max_players: map.max_players(),
            rules: RulesInfo {
                cards: rules.cards,
                wild: rules.wild,
                starting_hand: rules.starting_hand,
                fleets: rules
                    .fleets
                    .iter()
                    .map(|fleet| FleetInfo { piece: fleet.piece, count: fleet.count, points: fleet.points.to_vec() })
                    .collect(),
                last_round_at: rules.last_round_at,
                single_lane_up_to: rules.single_lane_up_to,
                empty_deck: rules.empty_deck,
                first_player: rules.first_player,
                start_count: dealt(&rules.start.deal),
                start_by_deck: dealt_by_deck(map),
                start_keep: rules.start.keep,
                start_returned: rules.start.returned,
                draw_count: rules.draw.count,
                draw_keep: rules.draw.keep,
                draw_decks: rules.draw.decks.clone(),
                mechanics: rules.mechanics.iter().map(MechanicInfo::from).collect(),
                tie_breaks: rules.tie_breaks.clone(),
            },
            locations: map.locations().iter().map(LocationInfo::from).collect(),
            routes: map.routes().iter().map(RouteInfo::from).collect(),
            tickets: map.tickets().iter().map(TicketInfo::from).collect(),
            decks: map.decks().to_vec(),
            board,
        }
    }
}

fn dealt(deal: &StartDeal) -> u8 {
    match deal {
        StartDeal::Fixed(shares) => shares.iter().map(|share| share.count).sum(),
        StartDeal::Split(count) => *count,
    }
}

fn dealt_by_deck(map: &Map) -> Option<Vec<u8>> {
    let StartDeal::Fixed(shares) = &map.rules().start.deal else { return None };
    let mut by_deck = vec![0; map.decks().len()];
    for share in shares {
        by_deck[share.deck.index()] += share.count;
    }
    Some(by_deck)
}
