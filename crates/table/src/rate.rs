//! Rate limits by token bucket. The caller passes the time, so that the limits work without a clock of their own: in a
//! table, in the browser, and in tests. Costs that are known only afterwards can be charged, which the usual crates
//! for rate limits do not offer.

use crate::limits::{FORGET_FROM, LONGEST_WAIT};
use std::collections::HashMap;
use std::hash::Hash;
use std::time::Duration;

/// The actions that are still possible now.
#[derive(Clone, Copy, Debug)]
pub struct Bucket {
    left: f64,
    filled: Duration,
}

/// How much fits in a bucket, and how fast it fills.
#[derive(Clone, Copy, Debug)]
pub struct Rate {
    /// How many at once.
    pub size: f64,
    /// How many are added per second.
    pub per_second: f64,
}

impl Bucket {
    /// A full one.
    pub fn full(rate: Rate, now: Duration) -> Bucket {
        Bucket { left: rate.size, filled: now }
    }

    /// Takes one out; returns whether there was one.
    pub fn take(&mut self, rate: Rate, now: Duration) -> bool {
        self.fill(rate, now);
        let is_there = self.left >= 1.0;
        if is_there {
            self.left -= 1.0;
        }
        is_there
    }

    /// Takes out the cost of something, even if that is more than is left. A client in debt must wait; nobody can owe more than
    /// a full bucket.
    pub fn charge(&mut self, cost: f64, rate: Rate, now: Duration) {
        self.fill(rate, now);
        self.left = (self.left - cost).max(-rate.size);
    }

    /// How long until the debt is paid.
    pub fn wait(&self, rate: Rate, now: Duration) -> Duration {
        let left = self.left_at(rate, now);
        Duration::from_secs_f64((-left / rate.per_second).clamp(0.0, LONGEST_WAIT.as_secs_f64()))
    }

    fn fill(&mut self, rate: Rate, now: Duration) {
        self.left = self.left_at(rate, now).min(rate.size);
        self.filled = now;
    }

    fn left_at(&self, rate: Rate, now: Duration) -> f64 {
        self.left + now.saturating_sub(self.filled).as_secs_f64() * rate.per_second
    }

    fn is_full(&self, rate: Rate, now: Duration) -> bool {
        self.left_at(rate, now) >= rate.size
    }
}

/// A bucket for each.
#[derive(Debug)]
pub struct Buckets<K> {
    by_key: HashMap<K, Bucket>,
    /// Cleaned only when it has doubled, so that the cost per new entry is constant.
    forget_from: usize,
}

impl<K> Default for Buckets<K> {
    fn default() -> Self {
        Buckets { by_key: HashMap::new(), forget_from: FORGET_FROM }
    }
}

impl<K: Eq + Hash> Buckets<K> {
    /// Takes one out of somebody's; returns whether there was one. All buckets must fill at the same rate.
    pub fn take(&mut self, key: K, rate: Rate, now: Duration) -> bool {
        self.bucket(key, rate, now).take(rate, now)
    }

    /// Charges somebody for something, see [`Bucket::charge`].
    pub fn charge(&mut self, key: K, cost: f64, rate: Rate, now: Duration) {
        self.bucket(key, rate, now).charge(cost, rate, now);
    }

    /// Somebody's bucket.
    pub fn bucket(&mut self, key: K, rate: Rate, now: Duration) -> &mut Bucket {
        if self.by_key.len() >= self.forget_from {
            self.by_key.retain(|_, bucket| !bucket.is_full(rate, now));
            self.forget_from = FORGET_FROM.max(self.by_key.len() * 2);
        }
        self.by_key.entry(key).or_insert_with(|| Bucket::full(rate, now))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const RATE: Rate = Rate { size: 2.0, per_second: 0.001 };

    const START: Duration = Duration::ZERO;

    #[test]
    fn a_bucket_empties_and_fills() {
        let mut bucket = Bucket::full(RATE, START);
        assert!(bucket.take(RATE, START) && bucket.take(RATE, START) && !bucket.take(RATE, START));
        let later = Duration::from_secs(1000);
        assert!(bucket.take(RATE, later) && !bucket.take(RATE, later));
    }

    #[test]
    fn a_debt_must_be_waited_for_and_is_bounded() {
        let rate = Rate { size: 10.0, per_second: 1.0 };
        let mut bucket = Bucket::full(rate, START);
        bucket.charge(10.0, rate, START);
        assert_eq!(bucket.wait(rate, START), Duration::ZERO, "all of it may be used");
        bucket.charge(5.0, rate, START);
        assert_eq!(bucket.wait(rate, START), Duration::from_secs(5));
        bucket.charge(1e9, rate, START);
        assert_eq!(bucket.wait(rate, START), Duration::from_secs(10));
        assert_eq!(bucket.wait(rate, Duration::from_secs(60)), Duration::ZERO);
    }

    #[test]
    fn many_who_ask_are_not_looked_through_each_time() {
        let mut buckets = Buckets::default();
        assert!(buckets.take(0, RATE, START) && buckets.take(0, RATE, START));
        for key in 1..=50_000_u32 {
            assert!(buckets.take(key, RATE, START));
        }
        // None of them is full again, so each cleaning finds nobody to forget and postpones the next.
        assert!(buckets.forget_from >= 50_000, "{}", buckets.forget_from);
        assert!(!buckets.take(0, RATE, START), "many others don't help anybody around a limit");
        let fast = Rate { size: 2.0, per_second: 1e9 };
        assert!((0..60_000_u32).all(|key| buckets.take(key + 100_000, fast, Duration::from_secs(u64::from(key)))));
        assert!(buckets.by_key.len() < 50_000, "quiet clients are forgotten");
    }
}
