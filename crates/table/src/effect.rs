//! Everything that a table asks its shell to do.

use crate::ids::TokenHash;
use crate::input::{ConnectionId, RequestId};
use crate::stored::{ChatRow, Write};
use capolinea_bots::Budget;
use capolinea_engine::{GameRecord, Map, Own, Public, Seat, SeatSet, View};
use capolinea_protocol::http::{LobbyTable, Seated, SeenRecord};
use capolinea_protocol::refusal::{Refusal, RefusalCode};
use capolinea_protocol::server::ServerMessage;
use capolinea_protocol::table::{PlayerColor, TableView};
use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

/// Something to do. The shell does all effects of one input, in their order.
#[derive(Debug)]
pub enum Effect {
    /// Write this, then tell the table with [`Input::Saved`](crate::Input::Saved). The table waits for that.
    Save(Box<Write>),
    /// Write a line of chat, then tell the table with [`Input::Saved`](crate::Input::Saved). The table waits for that.
    SaveChat(Box<ChatRow>),
    /// Read the table, then tell it with [`Input::Loaded`](crate::Input::Loaded). The table waits for that.
    Load,
    /// Read the chat, then tell the table with [`Input::ChatLoaded`](crate::Input::ChatLoaded). The table waits for that.
    LoadChat,
    /// Send one message to each of these connections.
    Send {
        /// The connections.
        to: Vec<ConnectionId>,
        /// The message.
        message: Box<ServerMessage>,
    },
    /// Close a connection. The table has forgotten it already.
    Close {
        /// The connection.
        connection: ConnectionId,
    },
    /// Answer a request.
    Answer {
        /// Its number.
        request: RequestId,
        /// The answer.
        answer: Result<Answer, Refusal>,
    },
    /// Ask a bot for a decision, then tell the table with [`Input::BotDecided`](crate::Input::BotDecided). The table does
    /// not wait: much may happen meanwhile.
    AskBot(Box<Question>),
    /// Cancel a question to a bot.
    ForgetQuestion {
        /// The number of the question.
        question: u64,
    },
    /// List the table in the lobby like this, or not at all.
    List(Option<Box<Listing>>),
    /// Tell other servers which people are connected here. A single server does nothing.
    Present {
        /// The seats of the people who are connected.
        seats: SeatSet,
        /// How many others watch.
        spectators: u32,
    },
    /// Charge a client for work whose cost was not known before.
    Charge {
        /// The client's address.
        address: IpAddr,
        /// The client's session, if it has one.
        session: Option<TokenHash>,
        /// The work: a unit is about one step of a game.
        units: usize,
    },
    /// Count something for the server's metrics.
    Count(Counted),
    /// Write to the log.
    Log(LogLine),
    /// The table can be dropped from memory. It is the last effect: the table waits for nothing, and does nothing any more.
    Sleep {
        /// When it must be woken even if nobody connects, in milliseconds since 1970.
        wakes_at: Option<u64>,
    },
}

/// The answer to a request.
#[derive(Debug)]
pub enum Answer {
    /// The connection is open.
    Connected(ConnectionId),
    /// The table.
    View(Box<TableView>),
    /// The seats of the session that asked.
    Seated(Seated),
    /// The seat belongs to the session that asked.
    Owned,
    /// The record.
    Record(RecordAnswer),
}

/// A record, as much of it as the asker may have.
#[derive(Debug)]
pub enum RecordAnswer {
    /// All of it: the game is over.
    Whole {
        /// The record.
        record: Box<GameRecord>,
        /// The players' colours.
        colors: Vec<PlayerColor>,
    },
    /// The state that the asker has seen.
    Seen(Box<SeenRecord>),
}

/// A decision for a bot to make. It holds what the bot's seat sees and nothing else.
#[derive(Debug)]
pub struct Question {
    /// The number of the question.
    pub number: u64,
    /// The bot's seat.
    pub seat: Seat,
    /// The bot's level.
    pub level: String,
    /// The bot's budget.
    pub budget: Budget,
    /// The map.
    pub map: Arc<Map>,
    /// The public state.
    pub public: Public,
    /// The private state of the bot's seat.
    pub own: Own,
    /// The seed of the bot's random numbers, which have nothing to do with the game's.
    pub seed: [u8; 32],
    /// The address of a person who looks at the table; none if nobody does.
    pub address: Option<IpAddr>,
    /// Whether the same question must always get the same answer: then the bot is a new one, and its budget is a number of
    /// rollouts of which nothing is taken away.
    pub is_repeatable: bool,
    /// Whether it is a hint for a player: then there is no fallback for a bot that fails.
    pub is_hint: bool,
}

impl Question {
    /// The game as the bot sees it.
    pub fn view(&self) -> View<'_> {
        View { map: &self.map, public: &self.public, own: Some(&self.own) }
    }
}

/// A table in the lobby.
#[derive(Clone, Debug, PartialEq)]
pub struct Listing {
    /// The address of the person who keeps it there.
    pub address: IpAddr,
    /// When they lost their connection, by the clock that never goes back; none if they are connected.
    pub left: Option<Duration>,
    /// The sessions that were sent away and can't join.
    pub sent_away: Vec<TokenHash>,
    /// The table as the lobby shows it.
    pub table: LobbyTable,
}

/// Something that the server counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Counted {
    /// An action was done.
    Action,
    /// The message that is being handled was an action, and it was done.
    Played,
    /// Actions were taken back.
    Undone,
    /// A game has ended.
    Finished,
    /// Something was refused.
    Refused(RefusalCode),
}

/// A line for the log. It never holds anything secret.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LogLine {
    /// Whether it is an error of the program; otherwise it is a warning.
    pub is_error: bool,
    /// The message.
    pub message: &'static str,
    /// The details.
    pub problem: String,
}
