//! Bodies of requests and answers under `/api`.

use crate::game::{GameEnd, GameView, OwnView};
use crate::refusal::Refusal;
use crate::server::HistoryStep;
use crate::table::{PlayOnCards, PlayedOn, PlayerColor, SeatInfo, Settings, Status};
use capolinea_engine::{Event, Seat};
use serde::{Deserialize, Serialize};

/// The answer to any request that was refused.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct ErrorBody {
    /// Why.
    pub refusal: Refusal,
}

/// `POST /api/tables`: make a table.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct CreateTable {
    /// The map's id.
    pub map: String,
    /// The seats: as many as the map allows.
    pub seats: Vec<SeatRequest>,
    /// The settings; those left out have their usual values.
    #[serde(default)]
    #[cfg_attr(feature = "typescript", ts(type = "Partial<Settings>"))]
    pub settings: Settings,
    /// Start at once: possible when no seat is open.
    #[serde(default)]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<bool>"))]
    pub start: bool,
}

/// `POST /api/play_on`: make a table whose game goes on from a moment of a recorded game, against bots. It starts at once.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct PlayOn {
    /// The record, JSON or text.
    pub record: String,
    /// How many of its actions are kept; 0 is the deal.
    pub step: usize,
    /// The client's seat.
    pub seat: Seat,
    /// The cards it goes on with.
    pub cards: PlayOnCards,
    /// The name: 1 to 24 characters.
    pub name: String,
    /// The levels of the bots in the other seats, in the order of seats.
    pub bots: Vec<String>,
    /// The colours, by seat; the usual ones if left out.
    #[serde(default)]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub colors: Option<Vec<PlayerColor>>,
    /// The settings; those left out have their usual values. `first` and `pieces` are the record's.
    #[serde(default)]
    #[cfg_attr(feature = "typescript", ts(type = "Partial<Settings>"))]
    pub settings: Settings,
}

/// A seat as it is asked for.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct SeatRequest {
    /// The person or bot in it.
    pub who: Sitter,
    /// The colour; any free one if none is named.
    #[serde(default)]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub color: Option<PlayerColor>,
}

/// The person or bot that is to have a seat.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(tag = "sitter", rename_all = "snake_case", deny_unknown_fields)]
pub enum Sitter {
    /// Anybody with the link.
    Open,
    /// A person at this screen; several seats of one screen are a hot-seat game.
    Here {
        /// The name: 1 to 24 characters, and unlike the others' at the table.
        name: String,
    },
    /// A bot.
    Bot {
        /// The id of its level.
        level: String,
    },
}

/// The answer: the table and the client's seats there. Also for a rematch and for a seat moved to this device.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Seated {
    /// The table's id.
    pub table: String,
    /// The client's seats.
    pub seats: Vec<Seat>,
}

/// `POST /api/tables/{id}/join`: take a free seat.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Join {
    /// The name: 1 to 24 characters, and unlike the others' at the table.
    pub name: String,
    /// The seat; the first free one if none is named.
    #[serde(default)]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub seat: Option<Seat>,
    /// The colour; the seat's own if none is named.
    #[serde(default)]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub color: Option<PlayerColor>,
}

/// `POST /api/tables/{id}/chat`: join the chat as a spectator. Players need not: their lines have the name of their seat.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct JoinChat {
    /// The name: 1 to 24 characters, and unlike the others' at the table.
    pub name: String,
}

/// `POST /api/tables/{id}/seats`: change a seat before the game begins. Its owner may change name and colour or leave
/// it (`open`); the host may also put a bot or a person at the same screen in a free seat, free a bot's, or send a person away
/// (`open`), who can't sit down there again.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct ChangeSeat {
    /// Which.
    pub seat: Seat,
    /// The new player in the seat; unchanged if left out.
    #[serde(default)]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub who: Option<Sitter>,
    /// The colour; as before if left out.
    #[serde(default)]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub color: Option<PlayerColor>,
}

/// The answer to `POST /api/tables/{id}/seats/{seat}/link`: a link that moves the seat to the device that opens it,
/// once.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct SeatLink {
    /// The path and fragment to open, as in `/seat#…`. What follows `#` is the token.
    pub path: String,
    /// When it ends, in milliseconds since 1970.
    pub expires: u64,
}

/// `POST /api/seat`: use such a link.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct UseSeatLink {
    /// The text after `#`.
    pub token: String,
}

/// The answer to `GET /api/tables`: the open tables.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct OpenTables {
    /// The newest first.
    pub tables: Vec<LobbyTable>,
}

/// A table in the lobby.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct LobbyTable {
    /// Its id.
    pub id: String,
    /// The map's id.
    pub map: String,
    /// How far it is.
    pub status: Status,
    /// The seats.
    pub seats: Vec<SeatInfo>,
    /// Whether others may watch.
    pub spectators: bool,
    /// Seconds for a turn.
    pub turn_limit: Option<u32>,
    /// When it was made, in milliseconds since 1970.
    pub created: u64,
}

/// The answer to `GET /api/games`: the client's games, those that wait for it first.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct MyGames {
    /// The games.
    pub games: Vec<MyGame>,
}

/// One of the client's games.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct MyGame {
    /// The table's id.
    pub table: String,
    /// The map's id.
    pub map: String,
    /// How far it is.
    pub status: Status,
    /// The seats.
    pub seats: Vec<SeatInfo>,
    /// The client's seats.
    pub yours: Vec<Seat>,
    /// The winners, if it is over. Empty for games that ended before this was kept.
    pub winners: Vec<Seat>,
    /// Whether the game waits for one of them.
    pub your_turn: bool,
    /// When the turn's time is up, in milliseconds since 1970.
    pub deadline: Option<u64>,
    /// When something last happened, in milliseconds since 1970.
    pub updated: u64,
}

/// A level of bots, in the answer to `GET /api/levels`.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct LevelInfo {
    /// Its id.
    pub id: String,
    /// Its English name.
    pub name: String,
}

/// The answer to `GET /api/tables/{id}/replay` and `POST /api/replay`: steps of a finished game through one viewer's
/// eyes. Query: `viewer` (a seat's number, or `all`; a spectator if left out), `from`, `count` (at most 100).
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Replay {
    /// The map's id.
    pub map: String,
    /// The players' names, by seat.
    pub players: Vec<String>,
    /// The players' colours, by seat.
    pub colors: Vec<PlayerColor>,
    /// How many steps there are; step 0 is the deal.
    pub steps_in_all: usize,
    /// The steps asked for.
    pub steps: Vec<ReplayStep>,
    /// How it ended; none for a record that stops before.
    pub end: Option<GameEnd>,
    /// The game that this one goes on from, if it was played on from a record.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub played_on: Option<PlayedOn>,
    /// Where the players were allowed to ask for help: how often each did, by seat.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub help: Option<Vec<u16>>,
}

/// One step of a replay.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct ReplayStep {
    /// Its number; 0 is the deal.
    pub step: usize,
    /// The number of the turn it belongs to; 0 before the first.
    pub turn: u32,
    /// The player who acted; none at the deal.
    pub seat: Option<Seat>,
    /// The action, in notation; none where the viewer may not know it.
    pub notation: Option<String>,
    /// The events, as the viewer saw them.
    pub events: Vec<Event>,
    /// The view at that moment.
    pub view: GameView,
    /// The private state of each player, by seat, if `all` was requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub hands: Option<Vec<OwnView>>,
}

/// The answer to `GET /api/tables/{id}/record` while the game runs: what the asker has seen, and nothing else. Once it
/// is over the answer is the whole record, as `capolinea replay` reads it.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct SeenRecord {
    /// `capolinea seen record`.
    pub format: String,
    /// The version of this form.
    pub version: u32,
    /// The map's id.
    pub map: String,
    /// The map's digest.
    pub digest: String,
    /// The players' names, by seat.
    pub players: Vec<String>,
    /// The SHA-256 of the seed.
    pub seal: String,
    /// The seat whose view it is; none for a spectator.
    pub seat: Option<Seat>,
    /// The events.
    pub steps: Vec<HistoryStep>,
    /// The current view.
    pub view: GameView,
}
