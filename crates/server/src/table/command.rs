//! What a table can be asked, and where the answers go.

use super::ViewerId;
use crate::bot_pool::Decided;
use crate::ids::TokenHash;
use axum::extract::ws::Utf8Bytes;
use capolinea_engine::ids::Seat;
use capolinea_engine::record::GameRecord;
use capolinea_protocol::client::ClientMessage;
use capolinea_protocol::http::{ChangeSeat, Join, Seated, SeenRecord};
use capolinea_protocol::refusal::Refusal;
use capolinea_protocol::table::{PlayerColor, TableView};
use std::net::IpAddr;
use tokio::sync::{mpsc, oneshot};
use tokio::time::Instant;

/// Where an answer goes.
pub type Reply<T> = oneshot::Sender<Result<T, Refusal>>;

/// What a table can be asked.
pub enum Command {
    /// A socket was opened.
    Connect {
        /// Whose it is.
        session: Option<TokenHash>,
        /// Where it comes from.
        address: IpAddr,
        /// Where messages to it go.
        out: mpsc::Sender<Utf8Bytes>,
        /// Tells the viewer's number.
        answer: Reply<ViewerId>,
    },
    /// A socket was closed.
    Disconnect {
        /// Which.
        viewer: ViewerId,
    },
    /// A message came.
    Message {
        /// From which socket.
        viewer: ViewerId,
        /// The message.
        message: Box<ClientMessage>,
        /// When.
        arrived: Instant,
    },
    /// Somebody looks at the table without a socket.
    See {
        /// Who.
        session: Option<TokenHash>,
        /// Tells what there is to see.
        answer: Reply<TableView>,
    },
    /// Somebody takes a seat.
    Join {
        /// Who.
        session: TokenHash,
        /// Which, and how.
        join: Join,
        /// Tells the seats.
        answer: Reply<Seated>,
    },
    /// A spectator gives a name to chat by.
    JoinChat {
        /// Who.
        session: TokenHash,
        /// From which address.
        address: IpAddr,
        /// The name.
        name: String,
        /// Tells the outcome.
        answer: Reply<TableView>,
    },
    /// A seat is changed before the game.
    ChangeSeat {
        /// By whom.
        session: TokenHash,
        /// How.
        change: ChangeSeat,
        /// Tells the outcome.
        answer: Reply<TableView>,
    },
    /// The game is to begin.
    Start {
        /// Who says so.
        session: TokenHash,
        /// Tells the outcome.
        answer: Reply<TableView>,
    },
    /// The same people want another game.
    Rematch {
        /// Who says so.
        session: TokenHash,
        /// Tells the new table.
        answer: Reply<Seated>,
    },
    /// Somebody wants a link that moves a seat: is it theirs?
    OwnsSeat {
        /// Who.
        session: TokenHash,
        /// Which.
        seat: Seat,
        /// Tells that it is.
        answer: Reply<()>,
    },
    /// Such a link was used.
    MoveSeat {
        /// Which seat.
        seat: Seat,
        /// Who made the link.
        owner: TokenHash,
        /// Whose it is now.
        session: TokenHash,
        /// Tells the seats.
        answer: Reply<Seated>,
    },
    /// The record is asked for.
    Record {
        /// By whom.
        session: Option<TokenHash>,
        /// Tells it.
        answer: Reply<RecordAnswer>,
    },
    /// A bot has decided.
    Decided {
        /// For which seat.
        seat: Seat,
        /// The number of the question.
        ask: u64,
        /// What.
        decided: Option<Decided>,
    },
    /// The server stops.
    Stop {
        /// Tells that all is done.
        answer: oneshot::Sender<()>,
    },
}

/// A record as the asker may have it.
pub enum RecordAnswer {
    /// All of it: the game is over.
    Whole {
        /// The record.
        record: Box<GameRecord>,
        /// The players' colours.
        colors: Vec<PlayerColor>,
    },
    /// What the asker has seen.
    Seen(Box<SeenRecord>),
}
