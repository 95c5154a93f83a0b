//! The limits of the server that a host does not set, all in one place. Those that a host sets are in [`crate::config`], those
//! of one table in [`capolinea_table`].

use std::time::Duration;

// Connections and messages.

/// The largest message a client may send.
pub const MAX_MESSAGE_BYTES: usize = 16 * 1024;

/// How many messages may wait for a slow client.
pub const MAX_QUEUED_MESSAGES: usize = 64;

/// When a client that sent too many messages may come back.
pub const FLOOD_RETRY: Duration = Duration::from_secs(5);

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

/// A table where nothing has happened for so long does not count among the open tables of a session.
pub const RECENT: Duration = Duration::from_secs(24 * 60 * 60);

// Challenges.

/// How many results of a challenge are worked out for one request: each is a game replayed.
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

/// How often the store is asked to forget what is past its time.
pub const FORGET_EVERY: Duration = Duration::from_secs(60 * 60);

/// The pause between two parts of that.
pub const FORGET_PAUSE: Duration = Duration::from_millis(100);

/// How long to wait for a store that failed.
pub const STORE_RETRY: Duration = Duration::from_secs(2);

// Other servers.

/// How often tables that are awake are compared with the store, though no hint came.
pub const COMPARE_EVERY: Duration = Duration::from_secs(5);

/// How many tables are compared at a time.
pub const COMPARED_AT_ONCE: usize = 500;

/// How often alarms are taken over that no server has seen to.
pub const CLAIM_EVERY: Duration = Duration::from_secs(1);

/// How many of them at a time.
pub const CLAIMED_AT_ONCE: u32 = 50;

/// How often servers exchange their lobby entries.
pub const LOBBY_EVERY: Duration = Duration::from_secs(1);

/// How often the store's clock is read.
pub const CLOCK_EVERY: Duration = Duration::from_secs(5);

// Budgets of work.

/// How many seconds' worth of work may be done at once.
pub const WORK_AT_ONCE: f64 = 20.0;

/// A session's share of its address's budget, so that others at the same address have theirs.
pub const SESSION_SHARE: f64 = 0.25;

/// A client that would have to wait longer is refused.
pub const MAX_WORK_WAIT: Duration = Duration::from_secs(8);
