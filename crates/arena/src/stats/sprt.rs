//! When to stop: the sequential probability ratio test of two Elo hypotheses, generalised to deals of unknown variance.

use super::{Moments, elo};
use serde::Serialize;
use std::fmt;
use std::str::FromStr;

/// The chance of a wrong verdict, in either direction.
const ERROR: f64 = 0.05;

/// Two Elo differences to distinguish, written `0,10`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hypotheses {
    /// The lower: A is at most this much stronger.
    pub low: f64,
    /// The higher: A is at least this much stronger.
    pub high: f64,
}

/// A text that is not a pair of hypotheses.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{text}` is not a pair of Elo differences; write the lower, a comma and the higher (`0,10`)")]
pub struct HypothesesError {
    text: String,
}

impl FromStr for Hypotheses {
    type Err = HypothesesError;

    fn from_str(text: &str) -> Result<Self, HypothesesError> {
        let number = |digits: &str| digits.trim().parse::<f64>().ok().filter(|number| number.is_finite());
        text.split_once(',')
            .and_then(|(low, high)| Some(Hypotheses { low: number(low)?, high: number(high)? }))
            .filter(|both| both.low < both.high)
            .ok_or_else(|| HypothesesError { text: text.into() })
    }
}

/// The result of the test.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum SprtVerdict {
    /// A is stronger: the higher hypothesis.
    Stronger,
    /// A is not stronger: the lower hypothesis.
    NotStronger,
    /// Not enough deals to say.
    None,
}

/// Where a test stands.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct SprtReport {
    /// The lower hypothesis, in Elo.
    pub low: f64,
    /// The higher hypothesis, in Elo.
    pub high: f64,
    /// The logarithm of how much likelier the higher makes the results than the lower.
    pub llr: f64,
    /// The test stops when `llr` is beyond one of these.
    pub bounds: [f64; 2],
    /// The result so far.
    pub verdict: SprtVerdict,
    /// After how many deals.
    pub deals: u64,
}

impl Hypotheses {
    /// Where the test stands after these results of deals; a deal's result goes from 0 to `whole`, `par` is what equal
    /// players win.
    ///
    /// The ratio is that of normal distributions with the sample's variance `v`: `n (s1 - s0) (2 m - s0 - s1) / (2 v)` for the
    /// mean `m` of `n` deals and the expected rates `s0` and `s1`. A variance below `1 / 4n`, that of one odd deal among
    /// equal ones, is not used: the first few deals may well agree by chance.
    pub fn test(&self, results: &Moments, whole: f64, par: f64) -> SprtReport {
        let deals = results.count() as f64;
        let mean = results.mean() / whole;
        let variance = (results.variance() / (whole * whole)).max(0.25 / deals.max(1.0));
        let [low, high] = [self.low, self.high].map(|difference| elo::rate(difference, par));
        let llr = deals * (high - low) * (2.0 * mean - low - high) / (2.0 * variance);
        let bounds = [(ERROR / (1.0 - ERROR)).ln(), ((1.0 - ERROR) / ERROR).ln()];
        let verdict = if llr >= bounds[1] {
            SprtVerdict::Stronger
        } else if llr <= bounds[0] {
            SprtVerdict::NotStronger
        } else {
            SprtVerdict::None
        };
        SprtReport { low: self.low, high: self.high, llr, bounds, verdict, deals: results.count() }
    }
}

impl fmt::Display for SprtReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.verdict {
            SprtVerdict::Stronger => write!(f, "A is stronger (≥ {})", self.high),
            SprtVerdict::NotStronger => write!(f, "not stronger (≤ {})", self.low),
            SprtVerdict::None => write!(f, "no verdict after {} deals", self.deals),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const USUAL: Hypotheses = Hypotheses { low: 0.0, high: 10.0 };

    fn test(results: impl IntoIterator<Item = i64>) -> SprtReport {
        USUAL.test(&results.into_iter().collect(), 2.0, 0.5)
    }

    #[test]
    fn the_ratio_is_the_one_worked_out_by_hand() {
        // 100 deals: 40 won, 40 halved, 20 lost. Mean 0.6, variance (40 * 0.16 + 40 * 0.01 + 20 * 0.36) / 99 = 0.141414.
        // s0 = 0.5, s1 = 0.514387; 100 * 0.014387 * (1.2 - 1.014387) / 0.282828 = 0.9442.
        let report = test([2, 2, 1, 1, 0].into_iter().cycle().take(100));
        assert!((report.llr - 0.9442).abs() < 1e-3, "{report:?}");
        assert!((report.bounds[1] - 2.9444).abs() < 1e-4 && report.bounds[0] == -report.bounds[1], "{report:?}");
        assert_eq!((report.verdict, report.to_string()), (SprtVerdict::None, "no verdict after 100 deals".into()));
    }

    #[test]
    fn a_strong_player_is_found_soon_and_an_equal_one_in_the_end() {
        let strong = test([2, 2, 2, 1].into_iter().cycle().take(64));
        assert_eq!((strong.verdict, strong.to_string()), (SprtVerdict::Stronger, "A is stronger (≥ 10)".into()));
        let equal = test([2, 0, 1, 1].into_iter().cycle().take(8000));
        assert_eq!((equal.verdict, equal.to_string()), (SprtVerdict::NotStronger, "not stronger (≤ 0)".into()));
        assert_eq!(test([2, 0, 1, 1].into_iter().cycle().take(800)).verdict, SprtVerdict::None);
    }

    #[test]
    fn a_few_deals_that_agree_are_no_proof() {
        assert_eq!(test([1; 32]).verdict, SprtVerdict::None);
        assert_eq!(test([1; 128]).verdict, SprtVerdict::NotStronger);
        assert_eq!(test([2; 32]).verdict, SprtVerdict::Stronger);
        assert_eq!(test([]).verdict, SprtVerdict::None);
    }

    #[test]
    fn hypotheses_are_two_numbers_in_order() {
        assert_eq!("0,10".parse(), Ok(USUAL));
        assert_eq!("-10, 0".parse(), Ok(Hypotheses { low: -10.0, high: 0.0 }));
        for wrong in ["", "5", "10,0", "0,0", "a,b", "0,inf", "nan,1", "0,1,2"] {
            assert!(wrong.parse::<Hypotheses>().is_err(), "{wrong}");
        }
    }
}
