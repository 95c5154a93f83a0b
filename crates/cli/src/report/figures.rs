//! Means and rates with their intervals, and numbers in words.

use super::notes::{ByBot, Notes};
use capolinea_arena::{Interval, Moments, WHOLE, interval_of_rate};

/// With fewer cases than this a figure is called uncertain, and no interval is trusted.
pub(super) const FEW: u64 = 30;
/// The 97.5 % point of the normal distribution.
const Z: f64 = 1.96;

/// A mean, and half of its 95 % interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Mean {
    pub(super) value: f64,
    /// None with fewer than two cases.
    pub(super) reach: Option<f64>,
}

impl Mean {
    /// The mean of a sample whose entries are sums of `parts` numbers.
    pub(super) fn new(moments: &Moments, parts: usize) -> Mean {
        let parts = parts.max(1) as f64;
        let reach = || Z * moments.sd() / (moments.count() as f64).sqrt() / parts;
        Mean { value: moments.mean() / parts, reach: (moments.count() > 1).then(reach) }
    }

    pub(super) fn words(self) -> String {
        let reach = self.reach.map_or_else(String::new, |reach| format!(" ± {reach:.1}"));
        format!("{}{reach}", decimal(self.value))
    }
}

/// A share of victories, its interval and how many games it comes from.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Rate {
    pub(super) value: f64,
    /// None with fewer than two games.
    pub(super) interval: Option<Interval>,
    pub(super) count: u64,
}

impl Rate {
    /// The rate of a sample whose entries are sums of `parts` shares.
    pub(super) fn new(share: &Moments, parts: usize) -> Rate {
        let whole = f64::from(WHOLE) * parts.max(1) as f64;
        let interval = (share.count() > 1).then(|| interval_of_rate(share, whole));
        Rate { value: share.mean() / whole, interval, count: share.count() }
    }

    pub(super) fn words(&self) -> String {
        match self.interval {
            _ if self.count == 0 => "–".into(),
            Some(Interval { low, high }) => {
                format!("{} ({:.1} to {:.1})", percent(self.value), 100.0 * low, 100.0 * high)
            }
            None => percent(self.value),
        }
    }
}

/// How often players who did something won, compared with the usual rate of their bots.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Lift {
    pub(super) rate: f64,
    /// The rate less par.
    pub(super) value: f64,
    /// Half of the difference's 95 % interval.
    pub(super) reach: f64,
    pub(super) count: u64,
}

impl Lift {
    /// From each bot's shares of victories when it did it; none if nobody did.
    pub(super) fn new(shares: ByBot<Moments>, pars: &ByBot<f64>) -> Option<Lift> {
        let whole = f64::from(WHOLE);
        let all = shares.into_iter().fold(Moments::default(), Moments::merge);
        let count = all.count() as f64;
        let mut par = 0.0;
        let mut squares = 0.0;
        for (share, bot_par) in shares.iter().zip(pars) {
            let cases = share.count() as f64;
            par += cases * bot_par;
            squares += (cases - 1.0).max(0.0) * share.variance() / (whole * whole)
                + cases * (share.mean() / whole - bot_par).powi(2);
        }
        let rate = all.mean() / whole;
        let value = rate - par / count;
        let variance = (squares - count * value * value).max(0.0) / (count - 1.0).max(1.0);
        (all.count() > 0).then(|| Lift { rate, value, reach: Z * (variance / count).sqrt(), count: all.count() })
    }

    pub(super) fn is_few(&self) -> bool {
        self.count < FEW
    }

    /// Whether the difference is significant.
    pub(super) fn is_clear(&self) -> bool {
        !self.is_few() && self.value.abs() > self.reach
    }

    pub(super) fn words(&self) -> String {
        format!("{} ± {:.1}", signed(100.0 * self.value), 100.0 * self.reach)
    }
}

/// The win rate of each bot over all its seats.
pub(super) fn pars(notes: &Notes<'_>) -> ByBot<f64> {
    std::array::from_fn(|bot| Rate::new(&notes.bots[bot].results.share, notes.line_up.seats_of(bot)).value)
}

/// `part` of `whole`; 0 if the whole is 0.
pub(super) fn share(part: u64, whole: u64) -> f64 {
    part as f64 / whole.max(1) as f64
}

/// `52.1 %`.
pub(super) fn percent(share: f64) -> String {
    format!("{:.1} %", 100.0 * share)
}

/// One decimal and a proper minus.
pub(super) fn decimal(number: f64) -> String {
    let rounded = (number * 10.0).round() / 10.0 + 0.0;
    format!("{rounded:.1}").replace('-', "−")
}

/// One decimal and always a sign.
pub(super) fn signed(number: f64) -> String {
    let words = decimal(number);
    if words.starts_with('−') || words == "0.0" { words } else { format!("+{words}") }
}

/// `12,345`.
pub(super) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut words = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            words.push(',');
        }
        words.push(digit);
    }
    words
}

/// `1 game`, `12,345 games`.
pub(super) fn counted(number: u64, thing: &str) -> String {
    format!("{} {thing}{}", grouped(number), if number == 1 { "" } else { "s" })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shares(shares: &[i64]) -> Moments {
        shares.iter().map(|share| share * i64::from(WHOLE)).collect()
    }

    #[test]
    fn a_lift_is_measured_from_what_each_claimer_wins_anyway() {
        let mut by_bot = ByBot::default();
        // A strong bot wins 3 of 4 with it, a weak one 1 of 4: no better than without it.
        by_bot[0] = shares(&[1, 1, 1, 0]);
        by_bot[1] = shares(&[0, 0, 0, 1]);
        let lift = Lift::new(by_bot, &[0.75, 0.25, 0.0, 0.0, 0.0]).unwrap();
        assert_eq!((lift.rate, lift.count), (0.5, 8));
        assert!(lift.value.abs() < 1e-12);
        // Each deviation squared: six of 1/16, two of 9/16; over 7 and 8.
        assert!((lift.reach - 1.96 * (1.5_f64 / 7.0 / 8.0).sqrt()).abs() < 1e-12, "{lift:?}");
        assert_eq!(Lift::new(ByBot::default(), &[0.5; 5]), None);
    }

    #[test]
    fn one_case_is_few_and_divides_by_nothing() {
        let mut by_bot = ByBot::default();
        by_bot[0] = shares(&[1]);
        let lift = Lift::new(by_bot, &[1.0; 5]).unwrap();
        assert_eq!((lift.value, lift.reach), (0.0, 0.0));
        assert!(lift.is_few() && !lift.is_clear());
        assert_eq!(Rate::new(&by_bot[0], 1).interval, None);
        assert_eq!(Mean::new(&Moments::single(7), 1).words(), "7.0");
        assert_eq!(Rate::new(&Moments::default(), 1).words(), "–");
    }

    #[test]
    fn numbers_in_words() {
        assert_eq!([0, 999, 1000, 1234567].map(grouped), ["0", "999", "1,000", "1,234,567"]);
        assert_eq!([-0.04, -1.25, 3.0].map(signed), ["0.0", "−1.3", "+3.0"]);
        assert_eq!((counted(1, "game"), counted(2000, "game")), ("1 game".into(), "2,000 games".into()));
        assert_eq!(percent(0.5214), "52.1 %");
    }
}
