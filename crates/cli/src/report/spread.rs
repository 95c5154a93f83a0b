//! The distribution of whole numbers: scores, turns.

use capolinea_arena::Moments;
use std::collections::BTreeMap;

/// How often each number came up.
#[derive(Clone, Debug, Default)]
pub(super) struct Spread {
    counts: BTreeMap<i32, u64>,
    moments: Moments,
}

/// The numbers from `from` up to, but without, `from` + the bins' width.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Bin {
    pub(super) from: i32,
    pub(super) count: u64,
}

impl Spread {
    pub(super) fn add(&mut self, number: i32) {
        *self.counts.entry(number).or_default() += 1;
        self.moments = self.moments.merge(Moments::single(number.into()));
    }

    pub(super) fn merge(&mut self, other: &Spread) {
        for (&number, &count) in &other.counts {
            *self.counts.entry(number).or_default() += count;
        }
        self.moments = self.moments.merge(other.moments);
    }

    pub(super) fn count(&self) -> u64 {
        self.moments.count()
    }

    pub(super) fn moments(&self) -> &Moments {
        &self.moments
    }

    /// The least and the greatest number; 0 and 0 without numbers.
    pub(super) fn ends(&self) -> [i32; 2] {
        let ends = self.counts.first_key_value().zip(self.counts.last_key_value());
        ends.map_or([0, 0], |((&least, _), (&greatest, _))| [least, greatest])
    }

    /// The least number that at least this share of all does not exceed; 0 without numbers.
    pub(super) fn quantile(&self, share: f64) -> i32 {
        let rank = (share * self.count() as f64).ceil().max(1.0) as u64;
        let mut seen = 0;
        let found = self.counts.iter().find(|&(_, &count)| {
            seen += count;
            seen >= rank
        });
        found.map_or(0, |(&number, _)| number)
    }

    /// The counts in bins of one width, from the bin that `from` is in to the one that `to` is in.
    pub(super) fn bins(&self, [from, to]: [i32; 2], width: i32) -> Vec<Bin> {
        let first = from.div_euclid(width);
        let mut bins: Vec<Bin> =
            (first..=to.div_euclid(width)).map(|bin| Bin { from: bin * width, count: 0 }).collect();
        for (number, count) in &self.counts {
            if let Some(bin) = bins.get_mut((number.div_euclid(width) - first) as usize) {
                bin.count += count;
            }
        }
        bins
    }
}

impl FromIterator<i32> for Spread {
    fn from_iter<I: IntoIterator<Item = i32>>(numbers: I) -> Self {
        let mut spread = Spread::default();
        numbers.into_iter().for_each(|number| spread.add(number));
        spread
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_of_a_few_numbers_and_of_none() {
        let spread: Spread = [5, -3, 5, 9].into_iter().collect();
        assert_eq!([0.0, 0.25, 0.5, 0.75, 1.0].map(|share| spread.quantile(share)), [-3, -3, 5, 5, 9]);
        assert_eq!((spread.ends(), spread.count()), ([-3, 9], 4));
        assert_eq!((Spread::default().quantile(0.5), Spread::default().ends()), (0, [0, 0]));
    }

    #[test]
    fn bins_hold_every_number_once_below_zero_too() {
        let spread: Spread = [-11, -10, -1, 0, 9, 10].into_iter().collect();
        let bins = spread.bins(spread.ends(), 10);
        assert_eq!(
            bins.iter().map(|bin| (bin.from, bin.count)).collect::<Vec<_>>(),
            [(-20, 1), (-10, 2), (0, 2), (10, 1)]
        );
    }
}
