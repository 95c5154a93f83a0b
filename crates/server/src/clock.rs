//! The clocks of the server: the time of day, which is the same after a restart, and a monotonic one.

use capolinea_table::Now;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

/// A clock that only ever goes forward. The time of day is the system's, unless a store that several servers share provides it.
#[derive(Clone, Debug)]
pub struct Clock {
    start: tokio::time::Instant,
    told: Arc<Mutex<Option<Told>>>,
}

/// A time of day, and when it was read.
#[derive(Clone, Copy, Debug)]
struct Told {
    unix_ms: u64,
    at: tokio::time::Instant,
}

impl Clock {
    /// Starts the clock.
    pub fn start() -> Clock {
        Clock { start: tokio::time::Instant::now(), told: Arc::default() }
    }

    /// The time since its start.
    pub fn uptime(&self) -> Duration {
        self.start.elapsed()
    }

    /// Now, by this clock and by the time of day.
    pub fn now(&self) -> Now {
        Now { uptime: self.uptime(), unix_ms: self.unix_ms() }
    }

    /// Milliseconds since 1970.
    pub fn unix_ms(&self) -> u64 {
        let told = *self.told.lock().unwrap_or_else(PoisonError::into_inner);
        told.map_or_else(now, |told| told.unix_ms + told.at.elapsed().as_millis() as u64)
    }

    /// How long it is until a time of day; nothing if it is past.
    pub fn until(&self, unix_ms: u64) -> Duration {
        Duration::from_millis(unix_ms.saturating_sub(self.unix_ms()))
    }

    /// Sets the time of day. The system's clock is not used from then on.
    pub fn set(&self, unix_ms: u64) {
        let told = Told { unix_ms, at: tokio::time::Instant::now() };
        *self.told.lock().unwrap_or_else(PoisonError::into_inner) = Some(told);
    }

    /// Whether the time of day is the system's own.
    pub fn is_own(&self) -> bool {
        self.told.lock().unwrap_or_else(PoisonError::into_inner).is_none()
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

    #[tokio::test(start_paused = true)]
    async fn a_time_that_was_told_goes_on_by_itself() {
        let clock = Clock::start();
        assert!(clock.is_own() && clock.unix_ms().abs_diff(now()) < 60_000);
        clock.set(5_000);
        tokio::time::sleep(Duration::from_secs(3)).await;
        assert_eq!(
            (clock.unix_ms(), clock.until(9_000), clock.until(1)),
            (8_000, Duration::from_secs(1), Duration::ZERO)
        );
    }

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
