//! The events that the worker passes to its tables, and the commands that they return: JSON, as in `web/src/local/messages.ts`.

use crate::rows::{ChatLineRow, StepRow, TableRow, WriteRow};
use capolinea_engine::Action;
use capolinea_engine::Seat;
use capolinea_protocol::client::ClientMessage;
use capolinea_protocol::server::ServerMessage;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

/// The number of something that the page has asked for, or of one of its connections.
pub type Number = u64;

/// Something that has happened: `{"connect": {"connection": 1, "table": "..."}}`. Externally tagged, because the code that
/// reads an internally tagged enum would be as large as all the rules.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EngineEvent {
    /// The page asks for something, as a browser asks a server.
    Request {
        /// The number for the answer.
        number: Number,
        /// `GET` or `POST`.
        method: String,
        /// The path with its query.
        path: String,
        /// The body.
        #[serde(default)]
        body: Option<String>,
    },
    /// The page opens a connection to a table.
    Connect {
        /// The page's number for it.
        connection: Number,
        /// The table.
        table: String,
    },
    /// The page sends a message.
    Message {
        /// The connection.
        connection: Number,
        /// The message.
        message: Box<ClientMessage>,
    },
    /// The page has closed a connection, or is gone.
    Disconnect {
        /// The connection.
        connection: Number,
    },
    /// The time that was asked for has come.
    Alarm {},
    /// A table was read.
    Loaded {
        /// The table.
        table: String,
        /// The table as it is stored; none if there is no such table.
        stored: Option<Box<Stored>>,
    },
    /// A table can't be read.
    NotLoaded {
        /// The table.
        table: String,
        /// Why.
        problem: String,
    },
    /// The chat of a table was read again.
    ChatLoaded {
        /// The table.
        table: String,
        /// Its lines.
        chat: Vec<ChatLineRow>,
    },
    /// A change was written, or not.
    Saved {
        /// The table.
        table: String,
        /// Why not.
        #[serde(default)]
        failure: Option<Failure>,
    },
    /// A new table was written, or not.
    Created {
        /// The number of the request.
        number: Number,
        /// Why not.
        #[serde(default)]
        failure: Option<Failure>,
    },
    /// A bot has decided elsewhere; nothing if it failed.
    Decided {
        /// The table.
        table: String,
        /// The bot's seat.
        seat: Seat,
        /// The number of the question.
        question: u64,
        /// The decision.
        action: Option<Action>,
    },
    /// Another page has written to this table.
    Changed {
        /// The table.
        table: String,
    },
}

/// A table with its game, as it is stored.
#[derive(Debug, Deserialize)]
pub struct Stored {
    /// The table.
    pub table: TableRow,
    /// Its steps.
    pub steps: Vec<StepRow>,
    /// Its chat.
    pub chat: Vec<ChatLineRow>,
}

/// Why something was not written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Failure {
    /// The stored table has changed meanwhile.
    Conflict,
    /// The browser can't write: no room, or it is forbidden.
    Failed,
}

/// Something that the worker must do.
#[derive(Debug, Serialize)]
#[serde(tag = "output", rename_all = "snake_case")]
pub enum Output {
    /// Answer a request.
    Answer {
        /// Its number.
        number: Number,
        /// Whether it was done.
        ok: bool,
        /// The answer, or why it was not done.
        body: Box<RawValue>,
    },
    /// Send a message to the page.
    Send {
        /// The connection.
        connection: Number,
        /// The message.
        message: Box<ServerMessage>,
    },
    /// Close a connection.
    Close {
        /// The connection.
        connection: Number,
    },
    /// Read a table with its game; answered with [`EngineEvent::Loaded`].
    Load {
        /// The table.
        table: String,
    },
    /// Read the chat of a table; answered with [`EngineEvent::ChatLoaded`].
    LoadChat {
        /// The table.
        table: String,
    },
    /// Write a change, all of it or nothing; answered with [`EngineEvent::Saved`].
    Save {
        /// The table.
        table: String,
        /// The change.
        write: Box<WriteRow>,
    },
    /// Write a line of chat; answered with [`EngineEvent::Saved`].
    SaveChat {
        /// The table.
        table: String,
        /// The line.
        line: Box<ChatLineRow>,
    },
    /// Write a new table; answered with [`EngineEvent::Created`].
    Create {
        /// The number of the request.
        number: Number,
        /// The table.
        table: Box<TableRow>,
    },
    /// Find this map, give it to the tables if there is one, and hand in the same request again.
    NeedMap {
        /// The number of the request.
        number: Number,
        /// The map's id.
        map: String,
    },
    /// Let a bot think; answered with [`EngineEvent::Decided`].
    Think(Box<Thought>),
    /// Write to the console.
    Log {
        /// Whether it is an error of the program.
        error: bool,
        /// The text.
        text: String,
    },
}

/// A decision for a bot that searches: with the record of the game so far it is rebuilt elsewhere, as the bot's seat sees it.
#[derive(Debug, Serialize)]
pub struct Thought {
    /// The table.
    pub table: String,
    /// The bot's seat.
    pub seat: Seat,
    /// The number of the question.
    pub question: u64,
    /// The bot and its budget: `searcher:300`.
    pub bot: String,
    /// The map of the game, by its digest.
    pub digest: String,
    /// The record of the game so far.
    pub record: String,
    /// The seed of the bot's random numbers.
    pub random: [u8; 32],
    /// Whether the same question must always get the same answer.
    pub is_repeatable: bool,
}
