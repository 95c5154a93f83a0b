//! The data that outlives the program: tables, their steps, chat, sessions, links. One trait; behind it SQLite for one server,
//! PostgreSQL for one or several.
//!
//! A change names the version of the seating and the revision of the game that its writer knows. If the table has moved on,
//! the change is a conflict, never an overwrite: that settles every race, whether between two tasks or two servers.

mod challenges;
pub mod copy;
pub mod memory;
pub mod postgres;
pub mod shared_memory;
pub mod sqlite;
mod status_number;

pub use crate::limits::{
    ALARM_GRACE, ATTEMPT_KEPT_FOR, CHAT_KEPT, CHAT_KEPT_FOR, CLAIMED_FOR, FORGOTTEN_AT_ONCE, LINKS_KEPT,
    SERVER_LOST_AFTER, SESSION_KEPT_FOR,
};
pub use capolinea_table::stored::*;
pub use challenges::*;

use capolinea_engine::{Seat, SeatSet};
use capolinea_protocol::table::Status;
use capolinea_table::{TableId, TokenHash};
use std::future::Future;
use std::pin::Pin;
use tokio::sync::broadcast;

/// An answer that comes later.
pub type StoreFuture<T> = Pin<Box<dyn Future<Output = Result<T, StoreError>> + Send>>;

/// Why something was not stored or read. Nothing of it was stored, unless the error is [`StoreError::Unknown`].
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StoreError {
    /// The table is not at the revision the writer knows.
    #[error("the table has moved on")]
    Conflict,
    /// No such table.
    #[error("there is no such table")]
    NoSuchTable,
    /// The stored data can't be read: a broken disk, a damaged database.
    #[error("the store can't read it: {problem}")]
    Unreadable {
        /// The problem.
        problem: String,
    },
    /// The store failed at the last moment, and could not find out whether it has written it. A caller can safely ask again: a
    /// change of a table that was written after all is a conflict, not a second change.
    #[error("the store can't say whether it was saved: {problem}")]
    Unknown {
        /// The problem.
        problem: String,
    },
    /// It can't be written: a full disk, a broken one, a store that is closed.
    #[error("the store failed: {problem}")]
    Failed {
        /// The problem.
        problem: String,
    },
}

/// The answer of a task on another thread, if the request was sent.
pub(crate) fn later<T: Send + 'static>(
    sent: bool,
    answered: tokio::sync::oneshot::Receiver<Result<T, StoreError>>,
) -> StoreFuture<T> {
    Box::pin(async move {
        let closed = || StoreError::Failed { problem: "it is closed".into() };
        if !sent {
            return Err(closed());
        }
        answered.await.unwrap_or_else(|_| Err(closed()))
    })
}

/// The place where games are kept.
pub trait Store: Send + Sync + 'static {
    /// Keeps a new table.
    fn create(&self, table: NewTable) -> StoreFuture<()>;
    /// Keeps a new table and the attempt that made it, both or neither; a conflict if the attempt is known already.
    fn create_once(&self, table: NewTable, attempt: AttemptRow) -> StoreFuture<()>;
    /// The result of an attempt, by its key.
    fn attempt(&self, key: TokenHash) -> StoreFuture<Option<AttemptRow>>;
    /// A table with all its steps, in order.
    fn load(&self, id: TableId) -> StoreFuture<Option<StoredTable>>;
    /// Writes a change of a table, all of it or nothing, if the table is as the writer knows it: its seating has the
    /// version and its game the revision that the change names. Otherwise it is a conflict.
    fn commit(&self, id: TableId, write: Write) -> StoreFuture<()>;
    /// Adds a line of chat; of each table the last [`CHAT_KEPT`] are kept.
    fn add_chat(&self, id: TableId, line: ChatRow) -> StoreFuture<()>;
    /// The last lines of chat, oldest first.
    fn chat(&self, id: TableId, at_most: u32) -> StoreFuture<Vec<ChatRow>>;
    /// The tables at which a session has or had a seat, newest first.
    fn tables_of(&self, session: TokenHash, at_most: u32) -> StoreFuture<Vec<TableRow>>;
    /// At how many tables that are not over, and where something happened since then, a session has or had a seat.
    fn count_open(&self, session: TokenHash, since: u64) -> StoreFuture<u32>;
    /// Deletes some expired data; returns whether there is more. It deletes expired links and attempts; chat after
    /// [`CHAT_KEPT_FOR`]; and sessions not seen for [`SESSION_KEPT_FOR`], unless something happened since then in a game of
    /// theirs that is not over; and challenges after [`CHALLENGE_KEPT_FOR`].
    fn forget_old(&self, now: u64) -> StoreFuture<bool>;
    /// Every table that must be woken at some time, and when.
    fn alarms(&self) -> StoreFuture<Vec<Alarm>>;
    /// Keeps a session, and when it was seen.
    fn add_session(&self, session: TokenHash, at: u64) -> StoreFuture<()>;
    /// When a session was last seen, if it is kept.
    fn session_seen(&self, session: TokenHash) -> StoreFuture<Option<u64>>;
    /// Keeps a link that moves a seat; of each seat the last [`LINKS_KEPT`] are kept.
    fn add_link(&self, link: SeatLinkRow) -> StoreFuture<()>;
    /// Such a link; `None` if it is unknown or expired.
    fn link(&self, token: TokenHash, now: u64) -> StoreFuture<Option<SeatLinkRow>>;
    /// Stores which session has used a link.
    fn spend_link(&self, token: TokenHash, by: TokenHash) -> StoreFuture<()>;
    /// Whether the store can write and read now.
    fn check(&self) -> StoreFuture<()>;

    /// Where challenges are kept.
    fn challenges(&self) -> &dyn ChallengeStore;

    /// The interface for servers that share the store; `None` if there can be only one.
    fn shared(&self) -> Option<&dyn SharedStore> {
        None
    }
}

/// A store that several servers use at the same time. Nothing here decides anything: [`Store::commit`] alone decides.
pub trait SharedStore: Send + Sync {
    /// The time by the store's clock, in milliseconds since 1970.
    fn time(&self) -> StoreFuture<u64>;
    /// Messages of other servers from now on. Hints may be lost, and come late or twice.
    fn hints(&self) -> broadcast::Receiver<StoreHint>;
    /// Tells other servers which people are connected to a table here.
    fn tell_presence(&self, presence: TablePresence);
    /// Where these tables are now; those that don't exist are left out.
    fn positions(&self, ids: Vec<TableId>) -> StoreFuture<Vec<TablePosition>>;
    /// Tables whose alarm has passed and that no server has handled: each is given to one server, for [`CLAIMED_FOR`].
    /// A session that has just changed a table keeps it as long.
    fn claim_alarms(&self, at_most: u32) -> StoreFuture<Vec<TableId>>;
    /// Keeps the server's listings in the lobby as they have changed, and reports that it is running; returns all tables that
    /// other servers list, as they have written them.
    fn exchange_lobby(&self, changes: Vec<LobbyChange>) -> StoreFuture<LobbyNews>;
}

/// A change of a server's listings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LobbyChange {
    /// The table.
    pub id: TableId,
    /// When it was made.
    pub created: u64,
    /// How it is listed; `None` if it is no longer.
    pub listing: Option<String>,
}

/// The listings of other servers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LobbyNews {
    /// All of them, as they were written; the newest if there are many.
    pub others: Vec<String>,
    /// Whether the store did not know this server: then it knows none of its listings.
    pub is_unknown: bool,
}

/// A message from another server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StoreHint {
    /// A table has changed.
    Changed(TablePosition),
    /// Somebody has come or gone there.
    Presence {
        /// The server.
        server: u64,
        /// The people who are there.
        presence: TablePresence,
    },
    /// Hints were lost: anything may have changed.
    Lost,
}

/// Where a table is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TablePosition {
    /// The table.
    pub id: TableId,
    /// The version of its seating.
    pub version: u64,
    /// The revision of its game.
    pub revision: u64,
    /// The number of its last line of chat; 0 if there is none, or if it is not known.
    pub chat: u64,
}

/// The people who are connected to a table at one server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TablePresence {
    /// The table.
    pub id: TableId,
    /// The seats of those who have one.
    pub seats: SeatSet,
    /// How many others watch.
    pub spectators: u32,
}

/// A request that has made a table, in case it is sent again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AttemptRow {
    /// The hash of the key that the client chose.
    pub key: TokenHash,
    /// The player.
    pub session: TokenHash,
    /// The hash of the request.
    pub asked: [u8; 32],
    /// The table.
    pub table: TableId,
    /// The seats that were given.
    pub seats: SeatSet,
    /// When.
    pub at: u64,
}

/// A table in a list.
#[derive(Clone, Debug, PartialEq)]
pub struct TableRow {
    /// Its id.
    pub id: TableId,
    /// When it was made.
    pub created: u64,
    /// Its players and settings.
    pub seating: Seating,
    /// Its progress.
    pub status: TableStatus,
}

/// A table and when it must be woken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Alarm {
    /// The table.
    pub id: TableId,
    /// When, in milliseconds since 1970.
    pub at: u64,
    /// How long that was to be when it was set, in milliseconds.
    pub wait: u64,
}

/// A link that moves a seat, once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SeatLinkRow {
    /// The hash of its token.
    pub token: TokenHash,
    /// The table.
    pub table: TableId,
    /// The seat.
    pub seat: Seat,
    /// The session that made it: it is valid only while the seat is theirs.
    pub owner: TokenHash,
    /// When it ends.
    pub expires: u64,
    /// The session that has used it, which may ask again if the answer was lost.
    pub spent_by: Option<TokenHash>,
}
