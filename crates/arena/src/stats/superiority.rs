//! How likely it is that one bot is stronger than another.

use super::Moments;

/// The likelihood that the rate at which A wins is above par, from the results of deals; `par` is a deal's result at par.
///
/// By the normal distribution of the mean. If all deals ended alike, the sample has no variance: with `n` results on one side
/// of par it is the result of Bayes' rule after `n` successes in a row with a uniform prior, `1 - 0.5^(n + 1)`.
pub fn superiority(results: &Moments, par: f64) -> f64 {
    let ahead = results.mean() - par;
    let deals = results.count() as f64;
    if deals == 0.0 || ahead == 0.0 {
        return 0.5;
    }
    let error = results.sd() / deals.sqrt();
    if error > 0.0 {
        return normal(ahead / error);
    }
    let doubt = 0.5_f64.powf(deals + 1.0);
    if ahead > 0.0 { 1.0 - doubt } else { doubt }
}

/// The standard normal distribution.
fn normal(z: f64) -> f64 {
    libm::erfc(-z * std::f64::consts::FRAC_1_SQRT_2) / 2.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_of_the_normal_distribution() {
        for (z, part) in [(0.0, 0.5), (1.0, 0.841_344_7), (1.959_964, 0.975), (-1.644_854, 0.05), (-3.0, 0.001_349_9)] {
            assert!((normal(z) - part).abs() < 1e-6, "{z}: {}", normal(z));
        }
    }

    #[test]
    fn one_standard_error_above_and_below_par() {
        // Mean 1.25, variance (0.75² + 3 · 0.25²) / 3 = 0.25, standard error 0.5 / √4 = 0.25.
        let results: Moments = [2, 1, 1, 1].into_iter().collect();
        assert!((superiority(&results, 1.0) - 0.841_344_7).abs() < 1e-6);
        let turned: Moments = [0, 1, 1, 1].into_iter().collect();
        assert!((superiority(&turned, 1.0) - 0.158_655_3).abs() < 1e-6);
    }

    #[test]
    fn deals_that_all_ended_alike() {
        let all = |result, count| superiority(&std::iter::repeat_n(result, count).collect(), 1.0);
        assert_eq!((all(1, 50), all(2, 1), all(0, 1)), (0.5, 0.75, 0.25));
        assert_eq!(superiority(&Moments::default(), 1.0), 0.5);
        assert!(all(2, 10) > 0.999 && all(0, 10) < 0.001);
    }
}
