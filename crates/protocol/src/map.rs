//! A map as a client needs it: facts, words and drawing. It never changes and is fetched once.

use capolinea_engine::ids::DeckId;
use capolinea_engine::map::{Location, Names, Origin, Route, Ticket};
use capolinea_engine::mechanics::Mechanic;
use capolinea_engine::rules::{Deal, EmptyDeck, FirstPlayerChosen, Piece, Returned, TieBreak, WildName};
use capolinea_engine::{CardCounts, LocationId, Map, RouteId};
use serde::Serialize;
use ts_rs::TS;

/// A map in the list of maps.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
pub struct MapSummary {
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: Names,
    /// Whose board it is.
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
    pub mechanics: Vec<Mechanic>,
}

/// Everything about a map.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
pub struct MapInfo {
    /// Its id.
    pub id: String,
    /// Which version of the map this is.
    pub digest: String,
    /// Its name.
    pub name: Names,
    /// Whose board it is.
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
    pub locations: Vec<Location>,
    /// Its routes, by their numbers.
    pub routes: Vec<Route>,
    /// Its tickets, by their numbers.
    pub tickets: Vec<Ticket>,
    /// The names of its ticket decks, by their numbers.
    pub decks: Vec<String>,
    /// Where everything is drawn.
    pub board: BoardInfo,
}

/// The numbers of a rulebook.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
pub struct RulesInfo {
    /// The whole card deck.
    pub cards: CardCounts,
    /// What the wilds show.
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
    pub mechanics: Vec<Mechanic>,
    /// What decides between players with the same score, first to last.
    pub tie_breaks: Vec<TieBreak>,
}

/// A kind of piece.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
pub struct FleetInfo {
    /// What it is.
    pub piece: Piece,
    /// How many each player starts with.
    pub count: u8,
    /// Points for a route, by the number of cards it asks for; null where there is no such route.
    pub points: Vec<Option<u8>>,
}

impl MapSummary {
    /// What the list of maps says about `map`.
    pub fn of(map: &Map) -> MapSummary {
        MapSummary {
            id: map.id().to_owned(),
            name: map.name().clone(),
            origin: map.origin(),
            provenance: map.provenance().to_owned(),
            min_players: map.min_players(),
            max_players: map.max_players(),
            locations: map.locations().len(),
            routes: map.routes().len(),
            tickets: map.tickets().len(),
            mechanics: map.rules().mechanics.clone(),
        }
    }
}

impl MapInfo {
    /// Everything about `map`, drawn as `board` says.
    pub fn of(map: &Map, board: BoardInfo) -> MapInfo {
        let rules = map.rules();
        MapInfo {
            id: map.id().to_owned(),
            digest: map.digest().to_owned(),
            name: map.name().clone(),
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
                mechanics: rules.mechanics.clone(),
                tie_breaks: rules.tie_breaks.clone(),
            },
            locations: map.locations().to_vec(),
            routes: map.routes().to_vec(),
            tickets: map.tickets().to_vec(),
            decks: map.decks().to_vec(),
            board,
        }
    }
}

fn dealt(deal: &Deal) -> u8 {
    match deal {
        Deal::Fixed(shares) => shares.iter().map(|share| share.count).sum(),
        Deal::Split(count) => *count,
    }
}

fn dealt_by_deck(map: &Map) -> Option<Vec<u8>> {
    let Deal::Fixed(shares) = &map.rules().start.deal else { return None };
    let mut by_deck = vec![0; map.decks().len()];
    for share in shares {
        by_deck[share.deck.index()] += share.count;
    }
    Some(by_deck)
}

/// Where everything is drawn, in the board's own units, counted from the top left corner.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
pub struct BoardInfo {
    /// The width of the whole drawing.
    pub width: f64,
    /// The height of the whole drawing.
    pub height: f64,
    /// The length of one space of a route.
    pub space_width: f64,
    /// The breadth of one space of a route.
    pub space_height: f64,
    /// The radius of a location's dot.
    pub city_radius: f64,
    /// Every location of the map, by its number.
    pub locations: Vec<DrawnLocationInfo>,
    /// The ends of routes into countries.
    pub country_ends: Vec<CountryEndInfo>,
    /// Every route of the map, by its number.
    pub routes: Vec<DrawnRouteInfo>,
    /// What lies under it all, in drawing order.
    pub land: Vec<LandInfo>,
}

/// Where a location is drawn.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
pub struct DrawnLocationInfo {
    /// Its dot; for a country, where its name stands.
    pub x: f64,
    /// Its dot.
    pub y: f64,
    /// Its name.
    pub label: LabelInfo,
}

/// Where a name is written: one line.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
pub struct LabelInfo {
    /// Where the line begins, has its middle or ends, by `anchor`.
    pub x: f64,
    /// Its baseline.
    pub y: f64,
    /// `start`, `middle` or `end`, as SVG's `text-anchor`.
    pub anchor: String,
    /// The height of its letters.
    pub size: f64,
}

/// The end of one route into a country.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
pub struct CountryEndInfo {
    /// The country.
    pub country: LocationId,
    /// The route.
    pub route: RouteId,
    /// Where the route ends.
    pub x: f64,
    /// Where the route ends.
    pub y: f64,
    /// The country's name, if it stands here once more.
    pub label: Option<LabelInfo>,
}

/// Where a route is drawn.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
pub struct DrawnRouteInfo {
    /// Its spaces, from `a` to `b`: as many as the route has (a subway has one).
    pub spaces: Vec<SpaceInfo>,
    /// Its middle line from location to location, as SVG path data.
    pub path: String,
}

/// One space of a route.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, TS)]
pub struct SpaceInfo {
    /// Its middle.
    pub x: f64,
    /// Its middle.
    pub y: f64,
    /// How it is turned, in degrees clockwise.
    pub angle: f64,
}

/// A piece of the ground.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
pub struct LandInfo {
    /// `land`, `foreign`, `lake`, `river`, `border`, `park`, `street` or `bridge`.
    pub kind: String,
    /// Whether it matters less than others of its kind, as the border of a state does.
    pub minor: bool,
    /// Its shape, as SVG path data.
    pub path: String,
}
