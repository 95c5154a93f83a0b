//! Count, sum and sum of squares of whole numbers: exact, so that the order of adding does not matter.
//!
//! Packages for statistics (`average`, `statrs`) keep a running mean and variance as floats. Merging those rounds, so the last
//! digits of a report would depend on the number of threads.

/// The sums from which a mean and a standard deviation are computed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Moments {
    count: u64,
    sum: i64,
    squares: i64,
}

impl Moments {
    /// One number.
    pub fn single(value: i64) -> Self {
        Moments { count: 1, sum: value, squares: value * value }
    }

    /// The sums of both.
    #[must_use]
    pub fn merge(self, other: Self) -> Self {
        Moments { count: self.count + other.count, sum: self.sum + other.sum, squares: self.squares + other.squares }
    }

    /// How many numbers.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// Their sum.
    pub fn sum(&self) -> i64 {
        self.sum
    }

    /// Their mean; 0 without numbers.
    pub fn mean(&self) -> f64 {
        self.sum as f64 / self.count.max(1) as f64
    }

    /// The sample variance; 0 with fewer than two numbers.
    pub fn variance(&self) -> f64 {
        let (count, sum) = (i128::from(self.count), i128::from(self.sum));
        let spread = count * i128::from(self.squares) - sum * sum;
        spread as f64 / (count * (count - 1)).max(1) as f64
    }

    /// The standard deviation of the sample.
    pub fn sd(&self) -> f64 {
        self.variance().sqrt()
    }
}

impl FromIterator<i64> for Moments {
    fn from_iter<I: IntoIterator<Item = i64>>(values: I) -> Self {
        values.into_iter().map(Moments::single).fold(Moments::default(), Moments::merge)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mean_and_deviation_of_a_few_numbers() {
        let moments: Moments = [2, 4, 4, 4, 5, 5, 7, 9].into_iter().collect();
        assert_eq!((moments.count(), moments.sum(), moments.mean()), (8, 40, 5.0));
        assert!((moments.variance() - 32.0 / 7.0).abs() < 1e-12);
    }

    #[test]
    fn equal_numbers_do_not_deviate_at_all_nor_does_one_or_none() {
        assert_eq!([1234567; 77].into_iter().collect::<Moments>().sd(), 0.0);
        assert_eq!(Moments::single(-3).sd(), 0.0);
        assert_eq!((Moments::default().mean(), Moments::default().sd()), (0.0, 0.0));
    }
}
