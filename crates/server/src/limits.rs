//! The limits of the server that a host does not set, all in one place. Those that a host sets are in [`crate::config`], those
//! of one table in [`capolinea_table::limits`].

use std::time::Duration;

// Connections and messages.

/// How long an idle table keeps the text of its last update and the progress of its tickets.
pub const UPDATES_KEPT_FOR: Duration = Duration::from_secs(10);

/// The largest message a client may send.
pub const MAX_MESSAGE_BYTES: usize = 16 * 1024;

/// How many messages may wait for a slow client.
pub const MAX_QUEUED_MESSAGES: usize = 64;

/// When a client that sent too many messages may come back.
pub const FLOOD_RETRY: Duration = Duration::from_secs(5);

/// When to come back if the server has no room for another client.
pub const FULL_RETRY: Duration = Duration::from_secs(10);

/// How long a client that is disconnected may take to read the reason.
pub const FAREWELL: Duration = Duration::from_secs(2);

/// How long a server that stops waits for its clients to read the reason.
pub const STOP_WAIT: Duration = Duration::from_secs(5);

/// To how many connections a table writes itself; further ones write on their own tasks, at the same time.
pub const WRITTEN_BY_TABLE: usize = 8;

/// How many more connections than sockets one address may have: a browser opens six for each page it loads.
pub const PLAIN_CONNECTIONS: usize = 100;

/// How many seconds' worth of requests may come at once: a class of thirty opens the same link from one address.
pub const REQUESTS_AT_ONCE: f64 = 20.0;

/// When to come back after a refusal that names no time.
pub const RETRY_AFTER: Duration = Duration::from_secs(3);

// Bodies of requests.

/// The largest body of an ordinary request.
pub const MAX_BODY_BYTES: usize = 8 * 1024;

/// The largest record that is replayed for a client; the page sends no larger one (`LARGEST` in `ReplayPage.svelte`).
pub const MAX_RECORD_BYTES: usize = 1024 * 1024;

/// The least room that is reserved for a body.
pub const MIN_BODY_ROOM: usize = 1024;

/// When to come back if there is no room for a body.
pub const BODY_RETRY: Duration = Duration::from_secs(2);

// Replays.

/// When to come back if too many replays wait.
pub const REPLAY_RETRY: Duration = Duration::from_secs(3);

/// How many replays of one address may wait.
pub const MAX_WAITING_REPLAYS: usize = 64;

// Lists, links and sessions.

/// The most tables in the lobby.
pub const MAX_LOBBY_TABLES: usize = 100;

/// The most tables of one address in the lobby.
pub const MAX_LOBBY_TABLES_PER_ADDRESS: usize = 10;

/// How long a table is listed after its last connection: long enough to reload a page.
pub const LISTED_AFTER: Duration = Duration::from_secs(10);

/// How long a table that waits for players is listed.
pub const SEEKING_FOR: Duration = Duration::from_secs(60 * 60);

/// The most games in the list of a person's games.
pub const MAX_GAMES_LISTED: u32 = 100;

/// How long a link that moves a seat works.
pub const LINK_LIFETIME: Duration = Duration::from_secs(24 * 60 * 60);

/// How long a cookie lasts: browsers keep none longer than 400 days.
pub const COOKIE_LIFETIME: Duration = Duration::from_secs(400 * 24 * 60 * 60);

/// How often it is noted that a session is still in use.
pub const SEEN_EVERY: Duration = Duration::from_secs(24 * 60 * 60);

/// The most sessions that are kept in memory, so that the store need not be asked.
pub const SESSIONS_KNOWN: usize = 10_000;

/// A table where nothing has happened for this long does not count among the open tables of a session.
pub const RECENT: Duration = Duration::from_secs(24 * 60 * 60);

// Challenges.

/// How many results of a challenge are computed for one request: each is a game replayed.
pub const RESULTS_AT_ONCE: usize = 20;

/// Of how many past days the deals are shown.
pub const DEALS_SHOWN_FOR: u64 = 30;

// Tables in memory.

/// How many inputs may wait for a table.
pub const MAX_QUEUED_INPUTS: usize = 64;

/// How many games are read and replayed at the same time.
pub const LOADS_AT_ONCE: usize = 2;

/// How often a table is woken for one request: it may fall asleep between being found and being asked.
pub const WAKE_TRIES: usize = 3;

/// How often the store is asked to delete expired data.
pub const FORGET_EVERY: Duration = Duration::from_secs(60 * 60);

/// The pause between two parts of that.
pub const FORGET_PAUSE: Duration = Duration::from_millis(100);

/// How long to wait for a store that failed.
pub const STORE_RETRY: Duration = Duration::from_secs(2);

// Stored data.

/// How many lines of chat are kept of a table.
pub const CHAT_KEPT: u64 = 500;

/// How long a line of chat is kept.
pub const CHAT_KEPT_FOR: Duration = Duration::from_secs(180 * 24 * 60 * 60);

/// How long a session that is not seen is kept: no browser keeps its cookie longer.
pub const SESSION_KEPT_FOR: Duration = Duration::from_secs(400 * 24 * 60 * 60);

/// How long a challenge is kept. Its games are tables like others.
pub const CHALLENGE_KEPT_FOR: Duration = Duration::from_secs(180 * 24 * 60 * 60);

/// The most games of one challenge.
pub const MAX_PLAYS: u32 = 2000;

/// How long the result of an attempt is kept.
pub const ATTEMPT_KEPT_FOR: Duration = Duration::from_secs(24 * 60 * 60);

/// How many links of one seat are kept.
pub const LINKS_KEPT: usize = 10;

/// How many rows of a kind are forgotten at a time, so that nobody waits long for their own.
pub const FORGOTTEN_AT_ONCE: usize = 500;

// Other servers.

/// How often tables that are awake are compared with the store, even without hints.
pub const COMPARE_EVERY: Duration = Duration::from_secs(5);

/// How many tables are compared at a time.
pub const COMPARED_AT_ONCE: usize = 500;

/// How often alarms that no server has handled are taken over.
pub const CLAIM_EVERY: Duration = Duration::from_secs(1);

/// How many of them at a time.
pub const CLAIMED_AT_ONCE: u32 = 50;

/// How often servers exchange their lobby entries.
pub const LOBBY_EVERY: Duration = Duration::from_secs(1);

/// An answer with the store's time that was longer than this on its way is too imprecise.
pub const CLOCK_TOLERANCE: Duration = Duration::from_millis(500);

/// How often the store's clock is read.
pub const CLOCK_EVERY: Duration = Duration::from_secs(5);

/// How long a table that has an alarm is left to one server.
pub const CLAIMED_FOR: Duration = Duration::from_secs(15);

/// An alarm that a server holds in memory rings on time; others take over if it is this late.
pub const ALARM_GRACE: Duration = Duration::from_secs(2);

/// A server that was not heard from for this long has ended.
pub const SERVER_LOST_AFTER: Duration = Duration::from_secs(10);

// Budgets of work.

/// How many seconds' worth of work may be done at once.
pub const WORK_AT_ONCE: f64 = 20.0;

/// A session's share of its address's budget, so that others at the same address have theirs.
pub const SESSION_SHARE: f64 = 0.25;

/// A client that would have to wait longer is refused.
pub const MAX_WORK_WAIT: Duration = Duration::from_secs(8);

/// The least part of its budget that a bot is given, however many wait.
pub const LEAST_SHARE: f64 = 0.05;

/// Of the PostgreSQL store.
pub mod postgres {
    use std::time::Duration;

    /// How long a connection may take to open.
    pub const CONNECT_TIMEOUT: Duration = Duration::from_secs(3);

    /// After how much silence the system checks that a connection still exists.
    pub const KEEPALIVE_AFTER: Duration = Duration::from_secs(10);

    /// How long an answer of the database is waited for: longer than it lets a statement run.
    pub const ANSWER_TIMEOUT: Duration = Duration::from_secs(8);

    /// How long a lane tries to find out the outcome of a write. Its caller waits as long.
    pub const SETTLE_FOR: Duration = Duration::from_secs(10);

    /// The pause between two attempts to reach a database that is away.
    pub const RETRY_PAUSE: Duration = Duration::from_millis(200);

    /// How often a read is tried: an idle connection may turn out to be dead.
    pub const READ_TRIES: usize = 2;

    /// How often an idempotent write is sent again.
    pub const WRITE_TRIES: usize = 3;

    /// How often a change that was certainly not written is sent again.
    pub const COMMIT_TRIES: usize = 3;

    /// The most changes in one statement.
    pub const MAX_BATCH: usize = 1024;

    /// Connections that write everything but the changes of tables.
    pub const OTHER_LANES: usize = 2;

    /// How many hints a server may be behind; one that is further behind looks at everything.
    pub const HINTS_KEPT: usize = 16 * 1024;

    /// How long hints are gathered.
    pub const HINTS_GATHERED_FOR: Duration = Duration::from_millis(10);

    /// How long the people of another server are remembered; tables forget them after as long.
    pub const PRESENCE_KEPT: Duration = Duration::from_secs(30);

    /// The longest text of one notification, in bytes; PostgreSQL takes 8000.
    pub const MAX_HINT_BYTES: usize = 7000;

    /// How often the connection that listens is tried.
    pub const PROBE_EVERY: Duration = Duration::from_secs(3);

    /// How long to wait before it is opened again.
    pub const LISTEN_RETRY: Duration = Duration::from_millis(200);

    /// The most listings of others that are read.
    pub const MAX_LISTINGS: i64 = 300;
}

/// Of the SQLite store.
pub mod sqlite {
    use std::time::Duration;

    /// The most writes that share a transaction.
    pub const MAX_BATCH: usize = 2048;

    /// After a batch of this size, the next one waits a moment for more writes: a commit costs the same for one as for fifty.
    pub const BUSY_BATCH: usize = 4;

    /// How long it waits.
    pub const GATHER_FOR: Duration = Duration::from_micros(200);

    /// After this many writes the log is moved into the database. Everybody waits meanwhile, so it is done seldom; the more is moved at
    /// once, the fewer pages are moved more than once.
    pub const CHECKPOINT_AFTER: usize = 8000;

    /// The log is also moved when nobody has written for this long: a log is easily lost or damaged, and it takes space.
    pub const QUIET_FOR: Duration = Duration::from_secs(1);

    /// How long a connection waits for another one's lock, at the start.
    pub const LOCK_WAIT: Duration = Duration::from_secs(2);

    /// Pages of the database in memory. The system has others: more here did not make anything faster.
    pub const CACHE_KIBIBYTES: u32 = 16 * 1024;

    /// More than there are different statements, so that each is prepared once.
    pub const CACHED_STATEMENTS: usize = 64;

    /// A log that grew beyond this is truncated when it restarts, in bytes.
    pub const MAX_LOG_BYTES: i64 = 64 * 1024 * 1024;

    /// The most tables whose key, version and revision are kept in memory.
    pub const POSITIONS_KNOWN: usize = 100_000;

    /// How many rows are read at a time.
    pub const EXPORT_CHUNK: u32 = 500;
}
