//! How often something may be done: so many times at once, so many again with time.

use std::collections::HashMap;
use std::hash::Hash;
use std::time::Duration;
use tokio::time::Instant;

/// What somebody may still do now.
#[derive(Clone, Copy, Debug)]
pub struct Bucket {
    left: f64,
    filled: Instant,
}

/// How much fits in a bucket, and how fast it fills.
#[derive(Clone, Copy, Debug)]
pub struct Rate {
    /// So many at once.
    pub size: f64,
    /// So many again in a second.
    pub per_second: f64,
}

impl Bucket {
    /// A full one.
    pub fn full(rate: Rate) -> Bucket {
        Bucket { left: rate.size, filled: Instant::now() }
    }

    /// Takes one out; whether there was one.
    pub fn take(&mut self, rate: Rate) -> bool {
        self.fill(rate);
        let is_there = self.left >= 1.0;
        if is_there {
            self.left -= 1.0;
        }
        is_there
    }

    /// Takes out what something has cost, even if that is more than is left. Whoever owes must wait; nobody can owe more than
    /// a full bucket.
    pub fn charge(&mut self, cost: f64, rate: Rate) {
        self.fill(rate);
        self.left = (self.left - cost).max(-rate.size);
    }

    /// How long until nothing is owed.
    pub fn wait(&self, rate: Rate) -> Duration {
        let left = self.left + self.filled.elapsed().as_secs_f64() * rate.per_second;
        Duration::from_secs_f64((-left / rate.per_second).clamp(0.0, LONGEST_WAIT))
    }

    fn fill(&mut self, rate: Rate) {
        let now = Instant::now();
        self.left = (self.left + now.duration_since(self.filled).as_secs_f64() * rate.per_second).min(rate.size);
        self.filled = now;
    }

    fn is_full(&self, rate: Rate) -> bool {
        self.left + self.filled.elapsed().as_secs_f64() * rate.per_second >= rate.size
    }
}

/// Longer than anybody waits, in seconds.
const LONGEST_WAIT: f64 = 3600.0;

/// From so many on, those that are full again are forgotten.
const FORGET_FROM: usize = 10_000;

/// A bucket for each.
pub struct Buckets<K> {
    by_key: HashMap<K, Bucket>,
    /// Looked through only when it has doubled: each who comes pays for two.
    forget_from: usize,
}

impl<K> Default for Buckets<K> {
    fn default() -> Self {
        Buckets { by_key: HashMap::new(), forget_from: FORGET_FROM }
    }
}

impl<K: Eq + Hash> Buckets<K> {
    /// Takes one out of somebody's; whether there was one. All of them must fill alike.
    pub fn take(&mut self, key: K, rate: Rate) -> bool {
        self.of(key, rate).take(rate)
    }

    /// Takes what something has cost out of somebody's, see [`Bucket::charge`].
    pub fn charge(&mut self, key: K, cost: f64, rate: Rate) {
        self.of(key, rate).charge(cost, rate);
    }

    /// How long until somebody owes nothing.
    pub fn wait(&self, key: &K, rate: Rate) -> Duration {
        self.by_key.get(key).map_or(Duration::ZERO, |bucket| bucket.wait(rate))
    }

    fn of(&mut self, key: K, rate: Rate) -> &mut Bucket {
        if self.by_key.len() >= self.forget_from {
            self.by_key.retain(|_, bucket| !bucket.is_full(rate));
            self.forget_from = FORGET_FROM.max(self.by_key.len() * 2);
        }
        self.by_key.entry(key).or_insert_with(|| Bucket::full(rate))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const RATE: Rate = Rate { size: 2.0, per_second: 0.001 };

    #[tokio::test(start_paused = true)]
    async fn a_bucket_empties_and_fills() {
        let mut bucket = Bucket::full(RATE);
        assert!(bucket.take(RATE) && bucket.take(RATE) && !bucket.take(RATE));
        tokio::time::advance(Duration::from_secs(1000)).await;
        assert!(bucket.take(RATE) && !bucket.take(RATE));
    }

    #[tokio::test(start_paused = true)]
    async fn who_owes_waits_and_nobody_owes_for_ever() {
        let rate = Rate { size: 10.0, per_second: 1.0 };
        let mut bucket = Bucket::full(rate);
        bucket.charge(10.0, rate);
        assert_eq!(bucket.wait(rate), Duration::ZERO, "all of it may be used");
        bucket.charge(5.0, rate);
        assert_eq!(bucket.wait(rate), Duration::from_secs(5));
        bucket.charge(1e9, rate);
        assert_eq!(bucket.wait(rate), Duration::from_secs(10));
        tokio::time::advance(Duration::from_secs(60)).await;
        assert_eq!(bucket.wait(rate), Duration::ZERO);
    }

    #[test]
    fn many_who_ask_are_not_looked_through_each_time() {
        let mut buckets = Buckets::default();
        assert!(buckets.take(0, RATE) && buckets.take(0, RATE));
        for key in 1..=50_000 {
            assert!(buckets.take(key, RATE));
        }
        // None of them is full again, so each look through finds nobody to forget and puts the next one off.
        assert!(buckets.forget_from >= 50_000, "{}", buckets.forget_from);
        assert!(!buckets.take(0, RATE), "nobody gets round a limit by many others");
        let fast = Rate { size: 2.0, per_second: 1e9 };
        assert!((0..60_000).all(|key| buckets.take(key + 100_000, fast)));
        assert!(buckets.by_key.len() < 50_000, "who is quiet is forgotten");
    }
}
