//! The time of day, which outlives the program. Whatever must happen at some time is counted by it.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// Whoever waits for some time of day looks again after this long: the clock may have been set, or the machine have slept.
pub const LOOK_AGAIN: Duration = Duration::from_secs(60);

/// Milliseconds since 1970.
pub fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |passed| passed.as_millis() as u64)
}

/// How long it is until then; nothing if it is past.
pub fn until(at: u64) -> Duration {
    Duration::from_millis(at.saturating_sub(now()))
}
