//! A table: its seats and settings, and everything besides the game.

use capolinea_engine::Seat;
use capolinea_engine::record::{BranchCards, GameRecord};
use serde::{Deserialize, Serialize};

/// The colour of a player's pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum PlayerColor {
    /// Blue.
    Blue,
    /// Red.
    Red,
    /// Green.
    Green,
    /// Yellow.
    Yellow,
    /// Black.
    Black,
}

impl PlayerColor {
    /// Every colour.
    pub const ALL: [PlayerColor; 5] =
        [PlayerColor::Blue, PlayerColor::Red, PlayerColor::Green, PlayerColor::Yellow, PlayerColor::Black];
}

/// The settings made with the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Settings {
    /// The first player: a seat, or anybody by the seed.
    #[serde(default)]
    pub first: Option<Seat>,
    /// Whether the lobby lists the table; otherwise only its link leads there.
    #[serde(default)]
    pub listed: bool,
    /// Whether all may agree to undo a turn that can't be undone at once.
    #[serde(default = "yes")]
    pub takebacks: bool,
    /// Whether others may watch.
    #[serde(default = "yes")]
    pub spectators: bool,
    /// Whether those who watch may chat.
    #[serde(default = "yes")]
    pub spectator_chat: bool,
    /// Seconds a player has for a turn, from 15 to 14 days; then a bot stands in. None: no limit.
    #[serde(default)]
    pub turn_limit: Option<u32>,
    /// How fast bots move.
    #[serde(default)]
    pub pace: Pace,
    /// The most pieces of each kind per player, for a short game. Left out: as many as the map has.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub pieces: Option<u8>,
    /// Whether players may ask for help: plans for their tickets, or a bot's move. Left out: in a game of one person against bots.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub help: Option<bool>,
}

fn yes() -> bool {
    true
}

impl Default for Settings {
    fn default() -> Self {
        Settings {
            first: None,
            listed: false,
            takebacks: true,
            spectators: true,
            spectator_chat: true,
            turn_limit: None,
            pace: Pace::default(),
            pieces: None,
            help: None,
        }
    }
}

/// How fast bots move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Pace {
    /// As soon as they can.
    Instant,
    /// Fast.
    Fast,
    /// As a person would.
    #[default]
    Normal,
    /// Slowly.
    Slow,
}

/// A table as everybody there sees it.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct TableView {
    /// Its id, part of its link.
    pub id: String,
    /// The map's id.
    pub map: String,
    /// How far it is.
    pub status: Status,
    /// The settings.
    pub settings: Settings,
    /// The players by seat.
    pub seats: Vec<SeatInfo>,
    /// How many watch.
    pub spectators: u32,
    /// The SHA-256 of the game's seed, in hexadecimal: once the game has begun.
    pub seal: Option<String>,
    /// How the seed was made, where several people's devices made it together.
    pub shuffle: Option<Shuffle>,
    /// The open vote.
    pub vote: Option<Vote>,
    /// The table that a rematch is played at.
    pub rematch: Option<String>,
    /// The challenge that this is a game of.
    pub challenge: Option<String>,
    /// The game that this one goes on from, if it was played on from a record.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub played_on: Option<PlayedOn>,
}

/// The record that a game goes on from, and the step at which it branches off.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct PlayedOn {
    /// The SHA-256 of that record's file, in hexadecimal.
    pub origin: String,
    /// How many actions are that record's.
    pub step: usize,
    /// The seat that plays on differently.
    pub seat: Seat,
    /// The cards it goes on with.
    pub cards: PlayOnCards,
}

/// The cards that a game goes on with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum PlayOnCards {
    /// All as they were.
    Same,
    /// Everything that the seat did not know is dealt again.
    Fresh,
}

impl PlayedOn {
    /// The origin of a record that goes on from another one.
    pub fn of_record(record: &GameRecord) -> Option<PlayedOn> {
        let branch = record.branches.last()?;
        let cards = match branch.cards {
            BranchCards::Same => PlayOnCards::Same,
            BranchCards::Fresh { .. } => PlayOnCards::Fresh,
        };
        Some(PlayedOn { origin: branch.origin.clone(), step: branch.step, seat: branch.seat, cards })
    }
}

/// How a seed was made by several devices together. While the game is played only seals are shown.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Shuffle {
    /// The number of attempts: a new one begins whenever somebody withholds the part that they have sealed.
    pub round: u32,
    /// The SHA-256 of the server's part, shown before any other part.
    pub seal: String,
    /// The server's part, once the game is over: 32 bytes in hexadecimal.
    pub secret: Option<String>,
    /// The players' parts, in the order of their seats.
    pub parts: Vec<ShuffleSeal>,
}

/// A player's part of a shuffle.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct ShuffleSeal {
    /// The player's (first) seat.
    pub seat: Seat,
    /// The SHA-256 of the part.
    pub seal: String,
    /// The part, once the game is over.
    pub value: Option<String>,
}

/// How far a table is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Status {
    /// People are taking their seats.
    Waiting,
    /// The game is on.
    Playing,
    /// The game is over.
    Finished,
    /// The game was given up: nobody plays any more, or it would never end.
    Abandoned,
}

impl Status {
    /// Whether nothing more will happen.
    pub fn is_over(self) -> bool {
        match self {
            Status::Waiting | Status::Playing => false,
            Status::Finished | Status::Abandoned => true,
        }
    }
}

/// A seat and its player.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct SeatInfo {
    /// The player or bot in the seat.
    pub who: SeatHolder,
    /// The name shown; empty for a free seat.
    pub name: String,
    /// The colour of its pieces.
    pub color: PlayerColor,
    /// Whether the person is connected; a bot always is.
    pub connected: bool,
    /// The level of the bot that plays for a person who is away.
    pub stand_in: Option<String>,
}

/// The player of a seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(tag = "who", rename_all = "snake_case")]
pub enum SeatHolder {
    /// Nobody yet: anybody with the link may take it.
    Open,
    /// A person.
    Person,
    /// A bot.
    Bot {
        /// The id of its level.
        level: String,
    },
}

/// The role of a client at a table.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct You {
    /// The client's seats: none for a spectator, several at a shared screen.
    pub seats: Vec<Seat>,
    /// The seat as which the client looks.
    pub eyes: Option<Seat>,
    /// Whether the client made the table: may change seats and start.
    pub host: bool,
    /// Whether the client may chat. A spectator must join the chat first.
    pub chat: bool,
}

/// Something that all people at the table must agree to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(tag = "proposal", rename_all = "snake_case", deny_unknown_fields)]
pub enum Proposal {
    /// Undo the whole last turn of the seat that asks, and everything that was done since.
    Takeback {},
    /// Let a bot stand in for a player who is away. The player has no vote.
    Replace {
        /// The seat.
        seat: Seat,
    },
}

/// An open vote.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Vote {
    /// Its number.
    pub vote: u32,
    /// The seat that asked.
    pub by: Seat,
    /// The proposal.
    pub proposal: Proposal,
    /// The seats that have agreed.
    pub agreed: Vec<Seat>,
    /// The seats that have not answered yet.
    pub waiting: Vec<Seat>,
}

/// A line of chat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct ChatLine {
    /// Its number at this table.
    pub number: u64,
    /// When, in milliseconds since 1970.
    pub at: u64,
    /// The seat; none for a spectator.
    pub seat: Option<Seat>,
    /// The speaker's name.
    pub name: String,
    /// Plain text.
    pub text: String,
}
