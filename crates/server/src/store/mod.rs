//! What must outlive the program: tables, their steps, chat, sessions, links. One trait; SQLite is behind it now.
//!
//! A step is appended at the revision that its writer knows. If the table has moved on the append is a conflict, never an
//! overwrite: that is what settles a race, whether between two tasks or two servers.

pub mod memory;
pub mod sqlite;
mod sqlite_files;
mod sqlite_forgets;
mod sqlite_reads;
mod sqlite_writes;

use crate::ids::{TableId, TokenHash};
use capolinea_engine::action::Action;
use capolinea_engine::ids::{Seat, SeatSet};
use capolinea_protocol::table::{ChatLine, PlayerColor, Settings, Status};
use serde::{Deserialize, Serialize};
use std::future::Future;
use std::pin::Pin;

/// An answer that comes later.
pub type Answer<T> = Pin<Box<dyn Future<Output = Result<T, StoreError>> + Send>>;

/// Why something was not stored or read. Nothing of it was stored, unless the error is [`StoreError::Unknown`].
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StoreError {
    /// The table is not at the revision the writer knows.
    #[error("the table has moved on")]
    Conflict,
    /// No such table.
    #[error("there is no such table")]
    NoSuchTable,
    /// What is there can't be read: a broken disk, a damaged database.
    #[error("the store can't read it: {problem}")]
    Unreadable {
        /// What is wrong.
        problem: String,
    },
    /// The store failed at the last moment: this store does not show what was written, but after a crash it may be there.
    /// The next write that succeeds settles it: then it is not there.
    #[error("the store can't say whether it was saved: {problem}")]
    Unknown {
        /// What is wrong.
        problem: String,
    },
    /// It can't be written: a full disk, a broken one, a store that is closed.
    #[error("the store can't do it: {problem}")]
    Failed {
        /// What is wrong.
        problem: String,
    },
}

/// Where games are kept.
pub trait Store: Send + Sync + 'static {
    /// Keeps a new table.
    fn create(&self, table: NewTable) -> Answer<()>;
    /// Keeps a new table and the attempt that made it, both or neither; a conflict if the attempt is known already.
    fn create_once(&self, table: NewTable, attempt: AttemptRow) -> Answer<()>;
    /// What an attempt has made, by its key.
    fn attempt(&self, key: TokenHash) -> Answer<Option<AttemptRow>>;
    /// A table with all its steps, in order.
    fn load(&self, id: TableId) -> Answer<Option<StoredTable>>;
    /// Replaces a table's sheet, if it still has this version; the new one has the next.
    fn save_sheet(&self, id: TableId, version: u64, sheet: Sheet, head: Head) -> Answer<()>;
    /// Appends a step and replaces the head, if the table is at the revision before the step's.
    fn append(&self, id: TableId, step: StoredStep, head: Head) -> Answer<()>;
    /// Adds a line of chat; of each table the last [`CHAT_KEPT`] are kept.
    fn add_chat(&self, id: TableId, line: ChatRow) -> Answer<()>;
    /// The last lines of chat, oldest first.
    fn chat(&self, id: TableId, at_most: u32) -> Answer<Vec<ChatRow>>;
    /// The tables at which a session has or had a seat, newest first.
    fn tables_of(&self, session: TokenHash, at_most: u32) -> Answer<Vec<TableRow>>;
    /// At how many tables that are not over, and where something happened since then, a session has or had a seat.
    fn count_open(&self, session: TokenHash, since: u64) -> Answer<u32>;
    /// Forgets what is past its time, some of it at a time; whether there is more. That is: links and attempts; chat after
    /// [`CHAT_KEPT_FOR`]; and sessions not seen for [`SESSION_KEPT_FOR`], unless something happened since then in a game of
    /// theirs that is not over.
    fn forget_old(&self, now: u64) -> Answer<bool>;
    /// Every table that must be woken at some time, and when.
    fn alarms(&self) -> Answer<Vec<Alarm>>;
    /// Keeps a session, and when it was seen.
    fn add_session(&self, session: TokenHash, at: u64) -> Answer<()>;
    /// When a session was last seen, if it is kept.
    fn session_seen(&self, session: TokenHash) -> Answer<Option<u64>>;
    /// Keeps a link that moves a seat; of each seat the last [`LINKS_KEPT`] are kept.
    fn add_link(&self, link: SeatLinkRow) -> Answer<()>;
    /// Such a link; `None` if it is unknown or past its time.
    fn link(&self, token: TokenHash, now: u64) -> Answer<Option<SeatLinkRow>>;
    /// Keeps in mind who has used a link.
    fn spend_link(&self, token: TokenHash, by: TokenHash) -> Answer<()>;
    /// Whether the store can write and read now.
    fn check(&self) -> Answer<()>;
}

/// How many lines of chat are kept of a table.
pub const CHAT_KEPT: u64 = 500;
/// How long a line of chat is kept, in milliseconds.
pub const CHAT_KEPT_FOR: u64 = 180 * DAY;
/// How long a session that is not seen is kept, in milliseconds: no browser keeps its cookie longer.
pub const SESSION_KEPT_FOR: u64 = 400 * DAY;
/// How long it is known what an attempt has made, in milliseconds.
pub const ATTEMPT_KEPT_FOR: u64 = DAY;
/// How many links of one seat are kept.
pub const LINKS_KEPT: usize = 10;
/// How many rows of a kind are forgotten at a time, so that nobody waits long for their own.
pub const FORGOTTEN_AT_ONCE: usize = 500;

const DAY: u64 = 24 * 60 * 60 * 1000;

/// A table that is to be kept.
#[derive(Clone, Debug)]
pub struct NewTable {
    /// Its id.
    pub id: TableId,
    /// When it was made, in milliseconds since 1970.
    pub created: u64,
    /// Who sits there and what was agreed.
    pub sheet: Sheet,
    /// How far it is.
    pub head: Head,
}

/// A request that has made a table, in case it is sent again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AttemptRow {
    /// The hash of the key that the client chose.
    pub key: TokenHash,
    /// Whose it is.
    pub session: TokenHash,
    /// The hash of what was asked for.
    pub asked: [u8; 32],
    /// The table.
    pub table: TableId,
    /// The seats that were given.
    pub seats: SeatSet,
    /// When.
    pub at: u64,
}

/// What changes seldom at a table: who sits there and what was agreed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Sheet {
    /// The map's id.
    pub map: String,
    /// The map's digest when the game began.
    pub digest: String,
    /// The version of the rules when the game began.
    pub rules: u32,
    /// Who made the table.
    pub host: TokenHash,
    /// What was agreed.
    pub settings: Settings,
    /// The seats.
    pub seats: Vec<SheetSeat>,
    /// The key of every shuffle, in hexadecimal; once the game has begun.
    pub seed: Option<String>,
    /// Begin as soon as everybody is there (a rematch).
    pub auto_start: bool,
    /// The table of the rematch.
    pub rematch: Option<String>,
    /// Whom who made the table has sent away: they may not sit down again.
    #[serde(default)]
    pub sent_away: Vec<TokenHash>,
    /// How the seed was made, where several people's devices made it together.
    #[serde(default)]
    pub shuffle: Option<SharedShuffle>,
    /// The number of the last attempt to shuffle together.
    #[serde(default)]
    pub rounds: u32,
    /// The number of the last vote.
    #[serde(default)]
    pub votes: u32,
}

/// The parts that a seed was made of.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SharedShuffle {
    /// How often it was tried.
    pub round: u32,
    /// The server's part, in hexadecimal.
    pub secret: String,
    /// The players' parts.
    pub parts: Vec<ShufflePart>,
}

/// A player's part of a seed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ShufflePart {
    /// The player's first seat.
    pub seat: Seat,
    /// The part, in hexadecimal.
    pub value: String,
}

/// A seat.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SheetSeat {
    /// Whose it is.
    pub holder: Holder,
    /// The name shown.
    pub name: String,
    /// The colour of its pieces.
    pub color: PlayerColor,
    /// The level of the bot that plays for a person who is away.
    pub stand_in: Option<String>,
}

/// Whose a seat is.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "holder", rename_all = "snake_case")]
pub enum Holder {
    /// Nobody's yet.
    Open,
    /// A person's.
    Person {
        /// Their session.
        session: TokenHash,
    },
    /// A bot's.
    Bot {
        /// Its level.
        level: String,
    },
}

impl Sheet {
    /// The sessions that have seats.
    pub fn sessions(&self) -> Vec<TokenHash> {
        let mut sessions: Vec<TokenHash> = Vec::new();
        for seat in &self.seats {
            if let Holder::Person { session } = seat.holder
                && !sessions.contains(&session)
            {
                sessions.push(session);
            }
        }
        sessions
    }

    /// Whether a person has a seat.
    pub fn has_people(&self) -> bool {
        self.seats.iter().any(|seat| matches!(seat.holder, Holder::Person { .. }))
    }

    /// The seats that belong to bots; not those where a bot stands in for a person.
    pub fn bots(&self) -> SeatSet {
        let seats = self.seats.iter().enumerate();
        let bots = seats.filter(|(_, seat)| matches!(seat.holder, Holder::Bot { .. }));
        bots.map(|(index, _)| Seat(index as u8)).collect()
    }

    /// The seats of a session.
    pub fn seats_of(&self, session: TokenHash) -> SeatSet {
        let seats = self.seats.iter().enumerate();
        let is_theirs =
            |seat: &SheetSeat| matches!(seat.holder, Holder::Person { session: theirs } if theirs == session);
        seats.filter(|(_, seat)| is_theirs(seat)).map(|(index, _)| Seat(index as u8)).collect()
    }
}

/// What changes with every step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Head {
    /// The last step's revision; 0 before any.
    pub revision: u64,
    /// How far the table is.
    pub status: Status,
    /// The seats whose decision the game waits for.
    pub waiting: SeatSet,
    /// Who has won; nobody while the game goes on.
    pub winners: SeatSet,
    /// When the turn's time is up, in milliseconds since 1970.
    pub deadline: Option<u64>,
    /// When the table must be woken though nobody comes: for its deadline, or for a bot's move.
    pub wakes_at: Option<u64>,
    /// When something last happened.
    pub updated: u64,
}

/// A step as it is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredStep {
    /// Its revision, from 1.
    pub revision: u64,
    /// When, in milliseconds since 1970.
    pub at: u64,
    /// The number the client gave it.
    pub id: Option<u64>,
    /// What was done.
    pub done: Done,
    /// The events it caused, as JSON: a replay must cause the same.
    pub events: String,
}

/// What a step did.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "done", rename_all = "snake_case")]
pub enum Done {
    /// A player acted.
    Action {
        /// Who.
        seat: Seat,
        /// What.
        action: Action,
    },
    /// A player undid their last turn.
    Undo {
        /// Who.
        seat: Seat,
        /// The game is as it was at this revision.
        back_to: u64,
    },
    /// All agreed to undo a player's last turn.
    Takeback {
        /// Who asked.
        seat: Seat,
        /// The game is as it was at this revision.
        back_to: u64,
    },
}

impl Done {
    /// Who did it, or asked for it.
    pub fn seat(&self) -> Seat {
        match self {
            Done::Action { seat, .. } | Done::Undo { seat, .. } | Done::Takeback { seat, .. } => *seat,
        }
    }
}

/// A table as it is kept.
#[derive(Clone, Debug, PartialEq)]
pub struct StoredTable {
    /// When it was made.
    pub created: u64,
    /// How often the sheet was saved.
    pub version: u64,
    /// Who sits there and what was agreed.
    pub sheet: Sheet,
    /// How far it is.
    pub head: Head,
    /// All steps.
    pub steps: Vec<StoredStep>,
}

/// A table in a list.
#[derive(Clone, Debug, PartialEq)]
pub struct TableRow {
    /// Its id.
    pub id: TableId,
    /// When it was made.
    pub created: u64,
    /// Who sits there and what was agreed.
    pub sheet: Sheet,
    /// How far it is.
    pub head: Head,
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

/// A line of chat as it is kept.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ChatRow {
    /// What everybody sees.
    #[serde(flatten)]
    pub line: ChatLine,
    /// Who said it and the number their client gave it, in case it is sent again.
    #[serde(default)]
    pub said: Option<Said>,
}

/// By whom something was said, and their number for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Said {
    /// Who.
    pub by: TokenHash,
    /// The client's number.
    pub id: u64,
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
    /// Who made it: it is good only while the seat is theirs.
    pub owner: TokenHash,
    /// When it ends.
    pub expires: u64,
    /// Who has used it, and may ask again if the answer was lost.
    pub spent_by: Option<TokenHash>,
}
