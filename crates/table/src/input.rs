//! Everything that can happen to a table.

use crate::game::Game;
use crate::ids::TokenHash;
use crate::stored::{ChatRow, Seating, TableStatus};
use capolinea_engine::{Action, Seat, SeatSet};
use capolinea_protocol::client::ClientMessage;
use capolinea_protocol::http::{ChangeSeat, Join};
use capolinea_protocol::refusal::Refusal;
use std::net::IpAddr;

/// The number of an open connection at its table.
pub type ConnectionId = u64;

/// The number of a request. The shell chooses it, and the answer has the same one.
pub type RequestId = u64;

/// Something that happens to a table.
#[derive(Debug)]
pub enum Input {
    /// A client opens a connection. Answered with [`Answer::Connected`](crate::Answer::Connected).
    Connect {
        /// The number for the answer.
        request: RequestId,
        /// The client's session, if it has one.
        session: Option<TokenHash>,
        /// The client's address.
        address: IpAddr,
    },
    /// A connection was closed, or its client reads too slowly.
    Disconnect {
        /// The connection.
        connection: ConnectionId,
    },
    /// A message came.
    Message {
        /// Its connection.
        connection: ConnectionId,
        /// The message.
        message: Box<ClientMessage>,
    },
    /// Something is asked for without a connection.
    Request {
        /// The number for the answer.
        request: RequestId,
        /// The request itself.
        ask: Ask,
    },
    /// A bot has decided; `None` if it failed.
    BotDecided {
        /// The bot's seat.
        seat: Seat,
        /// The number of the question.
        question: u64,
        /// The decision.
        action: Option<Action>,
    },
    /// The answer to [`Effect::Save`](crate::Effect::Save) and [`Effect::SaveChat`](crate::Effect::SaveChat).
    Saved(Result<(), SaveError>),
    /// The answer to [`Effect::Load`](crate::Effect::Load).
    Loaded(Result<Box<Loaded>, Refusal>),
    /// The answer to [`Effect::LoadChat`](crate::Effect::LoadChat).
    ChatLoaded(Result<Vec<ChatRow>, Refusal>),
    /// Another server may have changed the table: where it is now, as the store shows it.
    Changed {
        /// The version of the seating.
        version: u64,
        /// The revision of the game.
        revision: u64,
        /// The number of the last line of chat; 0 if there is none.
        chat: u64,
    },
    /// Somebody is connected to this table at another server, or nobody any more.
    PresentElsewhere {
        /// The server.
        server: u64,
        /// The seats of the people who are connected there.
        seats: SeatSet,
        /// How many others watch there.
        spectators: u32,
    },
    /// Other servers are to be told again which people are connected here.
    TellPresence,
    /// The time of [`Table::next_alarm`](crate::Table::next_alarm) has come.
    Alarm,
    /// The server stops.
    Stop,
}

/// A request to a table.
#[derive(Clone, Debug)]
pub enum Ask {
    /// Show the table.
    See {
        /// The session that asks, if it has one.
        session: Option<TokenHash>,
    },
    /// Take a seat.
    Join {
        /// The person's session.
        session: TokenHash,
        /// The seat, name and colour.
        join: Join,
    },
    /// Give a spectator a name for the chat.
    JoinChat {
        /// The spectator's session.
        session: TokenHash,
        /// The spectator's address.
        address: IpAddr,
        /// The name.
        name: String,
    },
    /// Change a seat before the game.
    ChangeSeat {
        /// The session that asks.
        session: TokenHash,
        /// The change.
        change: ChangeSeat,
    },
    /// Begin the game.
    Start {
        /// The session that asks.
        session: TokenHash,
    },
    /// Make a table for another game of the same people.
    Rematch {
        /// The session that asks.
        session: TokenHash,
    },
    /// Make the finished game part of a challenge.
    JoinChallenge {
        /// The session that asks.
        session: TokenHash,
        /// The challenge.
        challenge: String,
    },
    /// Check that a seat belongs to a session, before a link that moves it is made.
    OwnsSeat {
        /// The session.
        session: TokenHash,
        /// The seat.
        seat: Seat,
    },
    /// Move a seat to another session, by such a link.
    MoveSeat {
        /// The seat.
        seat: Seat,
        /// The session that made the link.
        owner: TokenHash,
        /// The session that gets the seat.
        session: TokenHash,
    },
    /// The record of the game.
    Record {
        /// The session that asks, if it has one.
        session: Option<TokenHash>,
        /// Whether the shell has found that the asker may know this deal, although others still play it.
        knows_deal: bool,
    },
}

/// Why a write failed.
#[derive(Clone, Debug, PartialEq)]
pub enum SaveError {
    /// The stored table is not as the writer knew it. Nothing was written.
    Conflict,
    /// The store failed, as the refusal says.
    Failed(Refusal),
}

/// A table as it is stored, its game replayed.
#[derive(Debug)]
pub struct Loaded {
    /// When it was made, in milliseconds since 1970.
    pub created: u64,
    /// The version of the seating.
    pub version: u64,
    /// Its players and settings.
    pub seating: Seating,
    /// Its progress.
    pub status: TableStatus,
    /// The game, once it has begun.
    pub game: Option<Box<Game>>,
}
