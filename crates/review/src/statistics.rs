//! Sums of whole numbers, so that their order never matters, and the estimates made of them.

use crate::report::Estimate;
use capolinea_bots::study::VICTORY;

/// A chance is counted in these parts.
pub(crate) const CHANCE: f64 = VICTORY as f64;
/// The searcher's value is counted in these parts.
pub(crate) const WORTH: f64 = 1_048_576.0;

/// The sum of some numbers and of their squares.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Sum {
    count: i64,
    sum: i64,
    squares: i64,
}

impl Sum {
    pub(crate) fn add(&mut self, number: i64) {
        self.count += 1;
        self.sum += number;
        self.squares += number * number;
    }

    /// All numbers of both.
    pub(crate) fn with(self, other: Sum) -> Sum {
        Sum { count: self.count + other.count, sum: self.sum + other.sum, squares: self.squares + other.squares }
    }

    /// The mean and its standard error, of numbers that count parts of which `unit` are a whole.
    pub(crate) fn estimate(&self, unit: f64) -> Estimate {
        let count = self.count.max(1) as f64;
        let mean = self.sum as f64 / count;
        let variance = (self.squares as f64 - self.sum as f64 * mean) / (count - 1.0).max(1.0);
        Estimate { value: mean / unit, error: (variance.max(0.0) / count).sqrt() / unit }
    }

    /// The same for a chance. A few games that all end alike don't make it certain.
    pub(crate) fn chance(&self) -> Estimate {
        let estimate = self.estimate(CHANCE);
        Estimate { error: estimate.error.max(0.5 / self.count.max(1) as f64), ..estimate }
    }
}

impl FromIterator<i64> for Sum {
    fn from_iter<I: IntoIterator<Item = i64>>(numbers: I) -> Self {
        let mut sum = Sum::default();
        numbers.into_iter().for_each(|number| sum.add(number));
        sum
    }
}

impl Estimate {
    /// By how many standard errors it is above zero.
    pub(crate) fn significance(&self) -> f64 {
        if self.error > 0.0 { self.value / self.error } else { 0.0 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_estimate_is_a_mean_with_its_standard_error() {
        let Estimate { value, error } = [60, 0, 60, 0].into_iter().collect::<Sum>().estimate(CHANCE);
        assert_eq!(value, 0.5);
        assert!((error - (1.0f64 / 3.0 / 4.0).sqrt()).abs() < 1e-12, "{error}");
        assert_eq!([60, 60].into_iter().collect::<Sum>().chance(), Estimate { value: 1.0, error: 0.25 });
    }
}
