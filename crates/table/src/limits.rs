//! The limits of a table that no setting changes, all in one place. Those that the shell sets are in [`TableConfig`](crate::TableConfig).

use std::time::Duration;

// Names and chat.

/// The longest name, in characters.
pub(crate) const NAME_LENGTH: usize = 24;

/// The longest line of chat, in characters.
pub(crate) const CHAT_LENGTH: usize = 500;

/// The most combining marks on one letter in any written language.
pub(crate) const MAX_MARKS: usize = 4;

/// How many lines a new connection is sent. A line that is sent again is recognised among these.
pub const CHAT_SHOWN: u32 = 100;

/// How many lines may be written at once, as a part of those allowed in a minute.
pub(crate) const CHAT_AT_ONCE: f64 = 1.0 / 3.0;

/// How much more a whole table may write than one person.
pub(crate) const TABLE_SHARE: f64 = 4.0;

/// How much more all spectators together may write than one person.
pub(crate) const SPECTATORS_SHARE: f64 = 2.0;

// Seats and presence.

/// How many people sent away from a table it remembers.
pub(crate) const MAX_SENT_AWAY: usize = 100;

/// How long arrivals and departures are collected before all clients get them together.
pub(crate) const ANNOUNCE_AFTER: Duration = Duration::from_millis(150);

/// How long a message about presence from another server is valid; servers repeat it more often.
pub(crate) const ELSEWHERE_FOR: Duration = Duration::from_secs(30);

/// The turn limit at which people count as away after the usual time.
pub(crate) const USUAL_TURN: Duration = Duration::from_secs(60);

/// The least part of the usual time after which people count as away.
pub(crate) const SHORTEST_GRACE: f64 = 0.25;

/// The longest time after which people count as away, as a multiple of the usual time.
pub(crate) const LONGEST_GRACE: f64 = 60.0;

// Turns and undo.

/// The longest turn limit.
pub(crate) const LONGEST_TURN: Duration = Duration::from_secs(14 * 24 * 60 * 60);

/// A player who undoes an action has at least this long for another.
pub(crate) const UNDO_TIME: Duration = Duration::from_secs(10);

/// The least time for a player who comes back in their own turn, unless the limit is shorter.
pub(crate) const RETURN_TIME: Duration = Duration::from_secs(60);

/// How often a player can undo the same turn at once: everybody else waits meanwhile.
pub(crate) const MAX_UNDOS: usize = 10;

/// How often a player may ask for help in one game: each time is a step, and the number of steps in a game is limited.
pub(crate) const MAX_HINTS: u16 = 100;

/// The most steps a game may have, those taken back included. Random games of five players on Germany, the longest there are,
/// have 498 on average; without a limit a tunnel could be entered and left without end.
pub const MAX_STEPS: u64 = 2000;

// Answers and records.

/// The most revisions in one answer.
pub(crate) const HISTORY_LENGTH: usize = 500;

/// The most targets that are explained at once.
pub(crate) const MAX_TARGETS: usize = 256;

/// The most goals that are planned for at once.
pub(crate) const MAX_GOALS: usize = 8;

/// The most people who may look at a replay together: each of them gets every move of the leader.
pub(crate) const MAX_COMPANY: usize = 20;

/// The most steps of a replay in one answer.
pub const MAX_REPLAY_STEPS: usize = 100;

/// The most actions of a record: no game is longer.
pub const MAX_RECORD_ACTIONS: usize = 10_000;

// Clocks and the store.

/// How long to wait for a time of day before looking at the clock again: it may have been set, or the machine have slept.
pub const LOOK_AGAIN: Duration = Duration::from_secs(60);

/// How long alarms wait after the store could not be read.
pub(crate) const READ_AGAIN_AFTER: Duration = Duration::from_secs(1);

/// How far the clocks of two servers may be apart: both follow the store's clock.
pub(crate) const CLOCK_TOLERANCE: Duration = Duration::from_secs(5);

/// How long to wait before a bot is asked again whose action could not be saved.
pub(crate) const BOT_RETRY: Duration = Duration::from_millis(200);

// Rates.

/// Practically forever.
pub(crate) const LONGEST_WAIT: Duration = Duration::from_secs(3600);

/// From this number of buckets on, those that are full again are dropped.
pub(crate) const FORGET_FROM: usize = 10_000;
