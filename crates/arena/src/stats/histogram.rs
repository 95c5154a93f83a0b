//! How long decisions take: a histogram of fixed size with eight buckets to each doubling, so no time is off by more than an eighth.
//!
//! The package `hdrhistogram` does the same, but it brings two more packages, and making one, counting and merging return errors
//! that would have to be handled. Here every `u64` has a bucket, nothing can fail, and it is some forty lines.

use std::time::Duration;

/// Doublings are divided into `1 << PARTS` buckets; numbers below that have a bucket each.
const PARTS: u32 = 3;
const BUCKETS: usize = (65 - PARTS as usize) << PARTS;

/// Times, counted in buckets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Histogram {
    buckets: Box<[u64]>,
    count: u64,
    max: u64,
}

impl Default for Histogram {
    fn default() -> Self {
        Histogram { buckets: vec![0; BUCKETS].into(), count: 0, max: 0 }
    }
}

impl Histogram {
    /// Counts a time.
    pub fn add(&mut self, time: Duration) {
        let nanoseconds = u64::try_from(time.as_nanos()).unwrap_or(u64::MAX);
        self.buckets[bucket(nanoseconds)] += 1;
        self.count += 1;
        self.max = self.max.max(nanoseconds);
    }

    /// Adds the counts of another.
    pub fn merge(&mut self, other: &Histogram) {
        for (count, more) in self.buckets.iter_mut().zip(&other.buckets) {
            *count += more;
        }
        self.count += other.count;
        self.max = self.max.max(other.max);
    }

    /// How many times were counted.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// The longest time, exactly.
    pub fn max(&self) -> Duration {
        Duration::from_nanos(self.max)
    }

    /// The time that this part of all times does not exceed, to within its bucket's width; zero without times.
    pub fn quantile(&self, part: f64) -> Duration {
        let wanted = (part * self.count as f64).ceil().max(1.0) as u64;
        let mut seen = 0;
        for (index, count) in self.buckets.iter().enumerate() {
            seen += count;
            if seen >= wanted {
                return Duration::from_nanos(middle(index).min(self.max));
            }
        }
        self.max()
    }
}

fn bucket(number: u64) -> usize {
    let Some(octave) = number.checked_ilog2().filter(|&octave| octave >= PARTS) else { return number as usize };
    let shift = octave - PARTS;
    // The leading digit of what is left after the shift counts as one more doubling.
    ((shift as usize) << PARTS) + (number >> shift) as usize
}

fn middle(index: usize) -> u64 {
    let shift = (index >> PARTS).saturating_sub(1);
    let low = ((index - (shift << PARTS)) as u64) << shift;
    low + ((1_u64 << shift) >> 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_has_a_bucket_whose_middle_is_near() {
        let mut last = 0;
        for exponent in 0..64 {
            for number in [1_u64 << exponent, (1 << exponent) + (1_u64 << exponent) / 3, (u64::MAX >> (63 - exponent))]
            {
                let index = bucket(number);
                assert!(index < BUCKETS && index >= last, "{number}");
                let off = middle(index).abs_diff(number) as f64;
                assert!(off <= number as f64 / 16.0 + 0.5, "{number} is in the bucket of {}", middle(index));
                last = index;
            }
        }
        assert_eq!(bucket(u64::MAX), BUCKETS - 1);
    }

    #[test]
    fn quantiles_are_right_to_within_a_bucket() {
        let mut histogram = Histogram::default();
        for microseconds in 1..=1000 {
            histogram.add(Duration::from_micros(microseconds));
        }
        for (part, exact) in [(0.5, 500.0), (0.99, 990.0), (0.01, 10.0)] {
            let found = histogram.quantile(part).as_secs_f64() * 1e6;
            assert!((found - exact).abs() <= exact / 8.0, "{part}: {found}");
        }
        assert_eq!((histogram.count(), histogram.max()), (1000, Duration::from_millis(1)));
        assert_eq!(Histogram::default().quantile(0.5), Duration::ZERO);
    }

    #[test]
    fn merged_halves_are_the_whole() {
        let (mut whole, mut even, mut odd) = (Histogram::default(), Histogram::default(), Histogram::default());
        for number in 0..500 {
            let time = Duration::from_nanos(number * number);
            whole.add(time);
            if number % 2 == 0 { even.add(time) } else { odd.add(time) }
        }
        even.merge(&odd);
        assert_eq!(even, whole);
    }
}
