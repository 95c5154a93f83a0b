//! A map as it is read: names instead of ids, nothing checked yet. [`Map::new`](super::Map::new) checks it.

use crate::cards::{CardCounts, Color};
use crate::mechanics::{MechanicFile, MechanicKind};
use crate::rules::{EmptyDeck, FirstPlayerChosen, Piece, Returned, TieBreak, WildName};

/// Everything a `map.json` says.
#[derive(Clone, Debug)]
pub struct MapFile {
    /// The map's id: its folder's name.
    pub id: String,
    /// Its name for people.
    pub name: Names,
    /// The origin of the board.
    pub origin: Origin,
    /// Where its facts come from.
    pub provenance: String,
    /// The fewest players.
    pub min_players: u8,
    /// The most players.
    pub max_players: u8,
    /// SHA-256, in hexadecimal, of all the file says but names, origin and provenance.
    pub digest: String,
    /// The same without the settings of the rules that version 1 did not have: the digest in its records.
    pub digest_1: String,
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
    /// The entry itself.
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
    /// The map's name for its wilds.
    pub wild: WildName,
    /// Cards dealt to each player.
    pub starting_hand: u8,
    /// The kinds of pieces.
    pub pieces: Vec<FleetFile>,
    /// Pieces left that bring the last round.
    pub last_round_at: u8,
    /// The most players with whom one claimed route closes its parallels.
    pub single_lane_up_to: u8,
    /// Whether a turn may take face-up cards while deck and discards are empty.
    pub empty_deck: EmptyDeck,
    /// When the first player is chosen.
    pub first_player: FirstPlayerChosen,
    /// The tickets dealt to each player before the first turn.
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
    /// A rule that decides between players with the same score.
    pub tie_breaks: Vec<TieBreak>,
}

impl RulesFile {
    /// Whether it lists this mechanic.
    pub(crate) fn lists(&self, kind: MechanicKind) -> bool {
        self.mechanics.iter().any(|entry| entry.value.kind() == kind)
    }
}

/// One kind of piece.
#[derive(Clone, Debug)]
pub struct FleetFile {
    /// The kind of the piece.
    pub piece: Piece,
    /// How many a player starts with.
    pub count: u8,
    /// Points by number of cards.
    pub points: Vec<PointsFile>,
}

/// The points for a route, by its number of cards.
#[derive(Clone, Copy, Debug)]
pub struct PointsFile {
    /// The number of cards.
    pub cards: u8,
    /// The points.
    pub points: u8,
}

/// The tickets dealt to each player before the first turn.
#[derive(Clone, Debug)]
pub enum DealFile {
    /// A number of tickets from each named deck.
    Fixed(Vec<(String, u8)>),
    /// A number of tickets in all, split as the player announces.
    Split(u8),
}

/// The fields of a mechanic's entry. Each method returns the field's value, or reports a mistake in the file and returns `None`.
pub trait Fields {
    /// A number.
    fn count(&mut self, name: &'static str) -> Option<u8>;
    /// A list of numbers.
    fn counts(&mut self, name: &'static str) -> Option<Vec<u8>>;
    /// A list of texts.
    fn texts(&mut self, name: &'static str) -> Option<Vec<String>>;
    /// Numbers by name, as in `{"berlin": 2}`.
    fn by_name(&mut self, name: &'static str) -> Option<Vec<(String, u8)>>;
    /// Numbers by number, as in `{"2": 1, "3": 2}`.
    fn by_number(&mut self, name: &'static str) -> Option<Vec<(u8, u8)>>;
    /// Numbers by colour, as in `{"red": 10}`.
    fn by_color(&mut self, name: &'static str) -> Option<Vec<(Color, u8)>>;
}

/// Whose board a map is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "snake_case"))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum Origin {
    /// The published board's routes and tickets.
    Published,
    /// A board of our own design.
    Own,
}

/// The kind of a location.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "snake_case"))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
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
    /// Its kind.
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
    /// The kind of piece it takes, where that is not the map's first kind.
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
