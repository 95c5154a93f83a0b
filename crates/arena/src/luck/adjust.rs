//! Results without luck: a mean from which luck is subtracted in the proportion that explains most of it.

use super::{LUCK_FEATURES, Luck};
use crate::learning::System;

/// The deals are divided into this many parts. The weight of luck in one part is learned from the others alone, so it does not depend
/// on that part's luck, and the mean stays free of bias.
const PARTS: usize = 10;
/// Fewer deals say too little about how luck counts.
const MIN_DEALS: usize = 2 * PARTS;
/// The regularisation of each feature, in deals. With few deals, little is subtracted.
const DECAY: f64 = 200.0;

/// Results of deals after luck was subtracted: their mean, and how far they deviate.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Adjusted {
    /// The mean.
    pub mean: f64,
    /// The standard deviation of a deal's result.
    pub sd: f64,
    /// The standard deviation of a deal's result as it was.
    pub plain_sd: f64,
    /// How many deals there were.
    pub deals: usize,
}

impl Adjusted {
    /// The standard error of the mean.
    pub fn error(&self) -> f64 {
        self.sd / (self.deals as f64).sqrt()
    }

    /// How many times smaller the interval is than that of the plain results.
    pub fn gain(&self) -> f64 {
        self.plain_sd / self.sd.max(1e-12)
    }
}

/// Subtracts luck from the results of deals. `None` for too few deals, or if all had the same result.
pub fn adjust(results: &[f64], luck: &[Luck]) -> Option<Adjusted> {
    let (deals, plain_sd) = (results.len(), moments(results).1);
    if deals < MIN_DEALS || luck.len() != deals || plain_sd == 0.0 {
        return None;
    }
    let scale = scales(luck);
    let scaled: Vec<Luck> =
        luck.iter().map(|luck| std::array::from_fn(|feature| luck[feature] * scale[feature])).collect();
    let weights: Vec<Luck> = (0..PARTS).map(|part| learn(results, &scaled, part)).collect();
    let subtract = |(deal, result): (usize, &f64)| {
        let weights = &weights[deal % PARTS];
        result - scaled[deal].iter().zip(weights).map(|(luck, weight)| luck * weight).sum::<f64>()
    };
    let adjusted: Vec<f64> = results.iter().enumerate().map(subtract).collect();
    let (mean, sd) = moments(&adjusted);
    Some(Adjusted { mean, sd, plain_sd, deals })
}

/// The weights of luck, learned from all deals except those of one part.
fn learn(results: &[f64], luck: &[Luck], part: usize) -> Luck {
    let others = || results.iter().zip(luck).enumerate().filter(|(deal, _)| deal % PARTS != part).map(|(_, pair)| pair);
    let (mean, _) = moments(&others().map(|(result, _)| *result).collect::<Vec<_>>());
    let mut system = System::<LUCK_FEATURES>::default();
    for (result, luck) in others() {
        system.add_square(luck, 1.0);
        system.add_right(luck, result - mean);
    }
    system.solve(DECAY)
}

/// The scale that makes the deviation of every feature one.
fn scales(luck: &[Luck]) -> Luck {
    std::array::from_fn(|feature| {
        let squares: f64 = luck.iter().map(|luck| luck[feature] * luck[feature]).sum();
        if squares > 1e-12 { (luck.len() as f64 / squares).sqrt() } else { 0.0 }
    })
}

/// The mean and the sample's standard deviation.
fn moments(numbers: &[f64]) -> (f64, f64) {
    let count = numbers.len() as f64;
    let mean = numbers.iter().sum::<f64>() / count.max(1.0);
    let squares: f64 = numbers.iter().map(|number| (number - mean).powi(2)).sum();
    (mean, (squares / (count - 1.0).max(1.0)).sqrt())
}

#[cfg(test)]
mod tests {
    use super::*;
    use capolinea_bots::rand_chacha::ChaCha8Rng;
    use capolinea_bots::rand_core::{Rng as _, SeedableRng as _};

    /// A number from -1 to 1.
    fn number(rng: &mut ChaCha8Rng) -> f64 {
        f64::from(rng.next_u32()) / f64::from(u32::MAX) * 2.0 - 1.0
    }

    /// Deals whose results are 3, twice the luck of one feature, and noise.
    fn deals(count: usize, noise: f64, rng: &mut ChaCha8Rng) -> (Vec<f64>, Vec<Luck>) {
        let luck: Vec<Luck> = (0..count).map(|_| std::array::from_fn(|_| number(rng))).collect();
        let results = luck.iter().map(|luck| 3.0 + 2.0 * luck[5] + noise * number(rng)).collect();
        (results, luck)
    }

    #[test]
    fn luck_that_explains_nearly_everything_is_nearly_all_removed() {
        let (results, luck) = deals(1000, 0.2, &mut ChaCha8Rng::from_seed([1; 32]));
        let adjusted = adjust(&results, &luck).unwrap();
        assert!(adjusted.gain() > 4.0, "{adjusted:?}");
        assert!((adjusted.mean - 3.0).abs() < 4.0 * adjusted.error(), "{adjusted:?}");
    }

    #[test]
    fn luck_that_explains_nothing_makes_no_interval_smaller() {
        let mut rng = ChaCha8Rng::from_seed([2; 32]);
        let (_, luck) = deals(400, 1.0, &mut rng);
        let results: Vec<f64> = (0..400).map(|_| number(&mut rng)).collect();
        let adjusted = adjust(&results, &luck).unwrap();
        assert!(adjusted.gain() < 1.02, "{adjusted:?}");
    }

    #[test]
    fn adjusted_means_are_right_on_average_even_of_few_deals() {
        let mut rng = ChaCha8Rng::from_seed([3; 32]);
        let runs = 2000;
        let means: Vec<f64> = (0..runs)
            .map(|_| {
                let (results, luck) = deals(24, 1.0, &mut rng);
                adjust(&results, &luck).unwrap().mean
            })
            .collect();
        let (mean, sd) = moments(&means);
        assert!((mean - 3.0).abs() < 3.5 * sd / f64::from(runs).sqrt(), "{mean} {sd}");
    }

    #[test]
    fn too_few_deals_and_no_luck_at_all_are_no_trouble() {
        assert_eq!(adjust(&[1.0; 19], &[[0.0; LUCK_FEATURES]; 19]), None);
        assert_eq!(adjust(&[1.0; 40], &[[0.5; LUCK_FEATURES]; 40]), None);
        let results: Vec<f64> = (0..40).map(f64::from).collect();
        let adjusted = adjust(&results, &vec![[0.0; LUCK_FEATURES]; 40]).unwrap();
        assert!((adjusted.mean - 19.5).abs() < 1e-9 && (adjusted.gain() - 1.0).abs() < 1e-9);
    }
}
