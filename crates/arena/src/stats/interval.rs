//! The 95 % interval of a win rate.

use super::Moments;
use serde::{Serialize, Serializer};

/// The 97.5 % point of the normal distribution.
const Z: f64 = 1.959_963_984_540_054;

/// An interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

impl Interval {
    /// The 95 % interval of a normally distributed mean with this standard error.
    pub fn around(mean: f64, error: f64) -> Interval {
        Interval { low: mean - Z * error, high: mean + Z * error }
    }

    /// Applies a function to both ends.
    #[must_use]
    pub fn map(self, change: impl Fn(f64) -> f64) -> Interval {
        Interval { low: change(self.low), high: change(self.high) }
    }
}

/// As a list of two; an end that is not finite is `null`.
impl Serialize for Interval {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        [self.low, self.high].map(|end| end.is_finite().then_some(end)).serialize(serializer)
    }
}

/// The 95 % interval of a rate, from the results of deals; a deal's result goes from 0 to `whole`.
///
/// The normal interval, within 0 and 1. If every deal was won, it is the exact one-sided bound instead (the rate at which such
/// a series has a chance of 5 %), since the sample has no variance; in the same way if every deal was lost. A single deal says nothing.
pub fn interval_of_rate(results: &Moments, whole: f64) -> Interval {
    let deals = results.count() as f64;
    let rate = results.mean() / whole;
    if results.count() < 2 {
        Interval { low: 0.0, high: 1.0 }
    } else if rate >= 1.0 {
        Interval { low: 0.05_f64.powf(1.0 / deals), high: 1.0 }
    } else if rate <= 0.0 {
        Interval { low: 0.0, high: 1.0 - 0.05_f64.powf(1.0 / deals) }
    } else {
        let reach = Z * results.sd() / whole / deals.sqrt();
        Interval { low: (rate - reach).max(0.0), high: (rate + reach).min(1.0) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn deals_won_lost_and_halved() {
        // Mean 0.5, squared deviations 0.25 + 0 + 0 + 0.25, variance 0.5 / 3, standard error sqrt(1 / 24) = 0.204124.
        let results: Moments = [2, 1, 1, 0].into_iter().collect();
        let interval = interval_of_rate(&results, 2.0);
        assert!((interval.low - (0.5 - 1.959964 * 0.204124)).abs() < 1e-5, "{interval:?}");
        assert!((interval.high - (0.5 + 1.959964 * 0.204124)).abs() < 1e-5, "{interval:?}");
    }

    #[test]
    fn an_interval_never_leaves_what_a_rate_can_be() {
        let results: Moments = [2, 2, 2, 1].into_iter().collect();
        assert_eq!(interval_of_rate(&results, 2.0).high, 1.0);
        assert_eq!(interval_of_rate(&Moments::single(2), 2.0), Interval { low: 0.0, high: 1.0 });
    }

    #[test]
    fn what_was_always_won_has_a_lower_bound_below_one() {
        let won: Moments = [2; 59].into_iter().collect();
        let interval = interval_of_rate(&won, 2.0);
        // Fifty-nine successes in a row: the textbook case of 95 % confidence in 95 %.
        assert!((interval.low - 0.9505).abs() < 1e-4 && interval.high == 1.0, "{interval:?}");
        let lost: Moments = [0; 59].into_iter().collect();
        assert!((interval_of_rate(&lost, 2.0).high - 0.0495).abs() < 1e-4);
    }

    #[test]
    fn deals_that_all_ended_halved_leave_no_doubt() {
        assert_eq!(interval_of_rate(&[1; 9].into_iter().collect(), 2.0), Interval { low: 0.5, high: 0.5 });
    }

    #[test]
    fn ends_that_are_not_finite_are_null_in_json() {
        let json = serde_json::to_string(&Interval { low: 1.5, high: f64::INFINITY }).unwrap();
        assert_eq!(json, "[1.5,null]");
    }
}
