//! The clocks of the server: the time of day, which outlives the program, and one that only ever goes forward.

use capolinea_table::Now;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

/// A clock that only ever goes forward.
#[derive(Clone, Copy, Debug)]
pub struct Clock {
    start: tokio::time::Instant,
}

impl Clock {
    /// Starts to count.
    pub fn start() -> Clock {
        Clock { start: tokio::time::Instant::now() }
    }

    /// The time since its start.
    pub fn uptime(&self) -> Duration {
        self.start.elapsed()
    }

    /// Now, by this clock and by the time of day.
    pub fn now(&self) -> Now {
        Now { uptime: self.uptime(), unix_ms: now() }
    }

    /// A moment of this clock, to wait for.
    pub fn at(&self, uptime: Duration) -> tokio::time::Instant {
        self.start + uptime
    }
}

/// Milliseconds since 1970.
pub fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |passed| passed.as_millis() as u64)
}

/// How long it is until then; nothing if it is past.
pub fn until(at: u64) -> Duration {
    Duration::from_millis(at.saturating_sub(now()))
}

/// Notices when the time of day is set back, by a clock that only ever goes forward.
pub struct Watch {
    time: u64,
    seen: Instant,
}

impl Watch {
    /// Begins to watch.
    pub fn new() -> Watch {
        Watch { time: now(), seen: Instant::now() }
    }

    /// By how many milliseconds the clock was set back since the last look.
    pub fn set_back(&mut self) -> u64 {
        let expected = self.time + self.seen.elapsed().as_millis() as u64;
        *self = Watch::new();
        expected.saturating_sub(self.time)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clock_that_is_set_back_is_noticed_once() {
        const DAY: u64 = 24 * 60 * 60 * 1000;
        let mut watch = Watch { time: now() + DAY, seen: Instant::now() };
        assert!(watch.set_back().abs_diff(DAY) < 60_000);
        assert!(watch.set_back() < 60_000);
        watch.time -= DAY;
        assert_eq!(watch.set_back(), 0, "a clock set ahead is another matter");
    }
}
