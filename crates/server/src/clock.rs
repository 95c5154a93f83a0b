//! The time of day, which outlives the program. Whatever must happen at some time is counted by it.

use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

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

/// Notices when the clock is set back, by another that only ever goes on.
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
