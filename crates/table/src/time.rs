//! The time as the shell around a table gives it.

use crate::limits::LOOK_AGAIN;
use std::time::Duration;

/// A moment, by two clocks.
///
/// Times that must survive a restart, such as a turn's end, are times of day. All others come from a clock that
/// only ever goes forward.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Now {
    /// The time since some fixed moment, by a clock that never goes back.
    pub uptime: Duration,
    /// Milliseconds since 1970, by a clock that may be set.
    pub unix_ms: u64,
}

impl Now {
    /// When a time of day comes, by the clock that never goes back. At the latest after [`LOOK_AGAIN`]: the clock may be
    /// set meanwhile.
    pub(crate) fn until_unix(self, unix_ms: u64) -> Duration {
        let left = Duration::from_millis(unix_ms.saturating_sub(self.unix_ms));
        self.uptime + left.min(LOOK_AGAIN)
    }
}
