//! A map as it is read: names instead of ids, nothing checked yet. [`Map::new`](super::Map::new) checks it.

use crate::cards::{CardCounts, Color};
use crate::rules::{Piece, Returned, TieBreak, WildName};

/// Everything a `map.json` says.
#[derive(Clone, Debug)]
pub struct MapFile {
    /// The map's id: its folder's name.
    pub id: String,
    /// What people call it.
    pub name: Names,
    /// Whose board it is.
    pub origin: Origin,
    /// Where its facts come from.
    pub provenance: String,
    /// The fewest players.
    pub min_players: u8,
    /// The most players.
    pub max_players: u8,
    /// SHA-256, in hexadecimal, of all the file says but names, origin and provenance.
    pub digest: String,
    /// Its rules.
    pub rules: RulesFile,
    /// Its locations.
    pub locations: Vec<Entry<LocationFile>>,
    /// Its routes.
    pub routes: Vec<Entry<RouteFile>>,
    /// Its tickets.
    pub tickets: Vec<Entry<TicketFile>>,
}

/// An entry of a list with its place there, which stays right when an unreadable neighbour is left out.
#[derive(Clone, Debug)]
pub struct Entry<T> {
    /// The place in the file's list.
    pub index: usize,
    /// What stands there.
    pub value: T,
}

/// A name in the languages people read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Names {
    /// English.
    pub en: String,
    /// Italian.
    pub it: String,
    /// The local name, where it differs.
    pub local: Option<String>,
    /// Today's name, where the board has an older one.
    pub modern: Option<String>,
}

/// The `rules` of a map file.
#[derive(Clone, Debug)]
pub struct RulesFile {
    /// The whole card deck.
    pub cards: CardCounts,
    /// What the map calls its wilds.
    pub wild: WildName,
    /// Cards dealt to each player.
    pub starting_hand: u8,
    /// The kinds of pieces.
    pub pieces: Vec<FleetFile>,
    /// Pieces left that bring the last round.
    pub last_round_at: u8,
    /// Players up to whom one claimed route closes its parallels.
    pub single_lane_up_to: u8,
    /// What each player is dealt before the first turn.
    pub start_deal: DealFile,
    /// How many of these must be kept.
    pub start_keep: u8,
    /// Where the others go.
    pub start_returned: Returned,
    /// How many tickets a turn draws.
    pub draw_count: u8,
    /// How many of these must be kept.
    pub draw_keep: u8,
    /// The names of the decks to draw from.
    pub draw_decks: Vec<String>,
    /// The rules that only some maps have.
    pub mechanics: Vec<Entry<MechanicFile>>,
    /// What decides between players with the same score.
    pub tie_breaks: Vec<TieBreak>,
}

/// One kind of piece.
#[derive(Clone, Debug)]
pub struct FleetFile {
    /// What the piece is.
    pub piece: Piece,
    /// How many a player starts with.
    pub count: u8,
    /// Points by number of cards.
    pub points: Vec<PointsFile>,
}

/// What a route of so many cards scores.
#[derive(Clone, Copy, Debug)]
pub struct PointsFile {
    /// The number of cards.
    pub cards: u8,
    /// The points.
    pub points: u8,
}

/// What each player is dealt before the first turn.
#[derive(Clone, Debug)]
pub enum DealFile {
    /// So many from each named deck.
    Fixed(Vec<(String, u8)>),
    /// So many in all, split as the player announces.
    Split(u8),
}

/// A mechanic and its settings.
#[derive(Clone, Debug)]
pub enum MechanicFile {
    /// How many cards a tunnel turns up.
    Tunnels {
        /// How many cards are turned up.
        reveal: u8,
    },
    /// What stations cost and score.
    Stations {
        /// The price of the first, the second, ...
        costs: Vec<u8>,
        /// Points for each one not built.
        unused_points: u8,
    },
    /// Who waits where.
    Passengers {
        /// How many passengers of each colour.
        colors: Vec<(Color, u8)>,
        /// How many wait at each location.
        per_location: Vec<(String, u8)>,
        /// Points for most of a colour.
        most: u8,
        /// Points for second most.
        second: u8,
    },
    /// The stacks of tourist tokens.
    Tourists {
        /// The kinds of tokens.
        kinds: Vec<String>,
        /// Tokens of each kind in the box.
        per_kind: u8,
        /// Where stacks stand from the beginning.
        start_locations: Vec<String>,
        /// The height of those, by number of players.
        stack_height: Vec<(u8, u8)>,
        /// The height of the stacks that players place, by number of players.
        placed_height: Vec<(u8, u8)>,
        /// Points by number of different tokens, from none on.
        score: Vec<u8>,
    },
    /// A bonus for the longest path.
    LongestPath {
        /// The bonus.
        points: u8,
    },
    /// A bonus for most completed tickets.
    Globetrotter {
        /// The bonus.
        points: u8,
    },
}

/// Whose board a map is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Origin {
    /// The published board's routes and tickets.
    Published,
    /// A board of our own design.
    Own,
}

/// What a location is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum LocationKind {
    /// A city.
    City,
    /// A landmark of one city.
    Landmark,
    /// A neighbouring country: a dead end for every route into it (G05).
    Country,
}

/// One location.
#[derive(Clone, Debug)]
pub struct LocationFile {
    /// Its id.
    pub id: String,
    /// Its names.
    pub name: Names,
    /// What it is.
    pub kind: LocationKind,
}

/// One route.
#[derive(Clone, Debug)]
pub struct RouteFile {
    /// The id of one end.
    pub a: String,
    /// The id of the other.
    pub b: String,
    /// Its colour; `None` for gray.
    pub color: Option<Color>,
    /// Its spaces.
    pub spaces: u8,
    /// The cards it asks for, where they are not as many as the spaces.
    pub cards: Option<u8>,
    /// How many of these must be wild.
    pub wilds: u8,
    /// Whether it is a tunnel.
    pub tunnel: bool,
    /// What is put on it, where it is not the map's first kind of piece.
    pub piece: Option<Piece>,
}

/// One ticket.
#[derive(Clone, Debug)]
pub struct TicketFile {
    /// The name of its deck.
    pub deck: String,
    /// The id of one end.
    pub a: String,
    /// The id of the other.
    pub b: String,
    /// Its value.
    pub points: u8,
}
