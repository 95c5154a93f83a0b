//! Win rates as Elo differences, and back.

/// The Elo difference that a win rate shows: `400 log10(odds(rate) / odds(par))`, where `odds(p) = p / (1 - p)` and `par` is
/// what equal players win, one over their number.
///
/// For two players that is the usual `-400 log10(1 / rate - 1)`. For more it is the difference between one player and each of
/// the equal others if each wins in proportion to a strength. Infinite for 0 and 1.
pub fn elo(rate: f64, par: f64) -> f64 {
    400.0 * (odds(rate) / odds(par)).log10()
}

/// The win rate to expect from an Elo difference: the inverse of [`elo`].
pub fn rate(elo: f64, par: f64) -> f64 {
    let odds = 10_f64.powf(elo / 400.0) * odds(par);
    odds / (1.0 + odds)
}

fn odds(rate: f64) -> f64 {
    rate / (1.0 - rate)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_differences_of_two_players() {
        assert_eq!(elo(0.5, 0.5), 0.0);
        for (rate, difference) in [(0.75, 190.8485), (0.25, -190.8485), (10.0 / 11.0, 400.0), (0.64, 99.95)] {
            assert!((elo(rate, 0.5) - difference).abs() < 0.01, "{rate}: {}", elo(rate, 0.5));
            assert!((elo(rate, 0.5) + 400.0 * (1.0 / rate - 1.0).log10()).abs() < 1e-9);
        }
        assert_eq!((elo(1.0, 0.5), elo(0.0, 0.5)), (f64::INFINITY, f64::NEG_INFINITY));
    }

    #[test]
    fn at_a_larger_table_par_is_a_smaller_share() {
        assert!(elo(0.25, 0.25).abs() < 1e-9);
        // Odds of 1 against odds of 1 to 3.
        assert!((elo(0.5, 0.25) - 190.8485).abs() < 0.01);
    }

    #[test]
    fn a_rate_and_its_elo_go_together() {
        for par in [0.5, 0.25] {
            for difference in [-300.0, -10.0, 0.0, 10.0, 700.0] {
                assert!((elo(rate(difference, par), par) - difference).abs() < 1e-6);
            }
        }
    }
}
