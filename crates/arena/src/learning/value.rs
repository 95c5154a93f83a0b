//! Learning how a position will end: the margin over the best opponent, by least squares.

use super::system::System;
use super::{Learning, round};
use capolinea_bots::learned::{LearnedValue, VALUE_FEATURES as FEATURES, ValueFunction, share_left, value_features};
use capolinea_engine::Map;
use capolinea_engine::ids::BySeat;

/// A position and the margin at the end of its game.
struct Sample {
    features: BySeat<[f64; FEATURES]>,
    left: f64,
    margins: BySeat<f64>,
}

impl Learning<'_> {
    /// Plays, learns how positions end, and measures on other games.
    pub fn value(&self, run: String) -> LearnedValue {
        let add = |system: &mut System<FEATURES>, game| {
            for sample in self.samples(game) {
                for seat in Map::seats(self.players) {
                    system.add_square(&sample.features[seat], 1.0);
                    system.add_right(&sample.features[seat], sample.margins[seat]);
                }
            }
        };
        let system = self.add_up(0..self.games, add, System::together);
        let mut value = ValueFunction { weights: system.solve(1.0), margin_error: [1.0; 2] };
        let judge = |quality: &mut Quality, game| {
            self.samples(game).iter().for_each(|sample| quality.add(self.players, &value, sample));
        };
        let quality = self.add_up(self.fresh_games(), judge, Quality::together);
        value.margin_error = quality.margin_error();
        LearnedValue {
            map: self.map.id().to_owned(),
            players: self.players,
            run,
            explained: round(quality.explained()),
            margin_error: value.margin_error.map(round),
            weights: value.weights.iter().copied().map(round).collect(),
        }
    }

    fn samples(&self, game: u32) -> Vec<Sample> {
        let mut samples = Vec::new();
        let end = self.play(game, |state, planners| {
            let features = value_features(self.map, state, planners);
            samples.push(Sample { features, left: share_left(self.map, state), margins: BySeat::default() });
        });
        let Some(end) = end else { return Vec::new() };
        let tallies = end.tally(self.map);
        let mut margins = BySeat::default();
        for seat in Map::seats(self.players) {
            let others = Map::seats(self.players).filter(|&other| other != seat).map(|other| tallies[other].total);
            margins[seat] = f64::from(tallies[seat].total - others.max().unwrap_or(0));
        }
        samples.iter_mut().for_each(|sample| sample.margins = margins);
        samples
    }
}

/// How well a value does.
#[derive(Clone, Default)]
struct Quality {
    count: f64,
    sum: f64,
    squares: f64,
    errors: f64,
    /// Squared errors of margins in the second and in the first half of games, and how many.
    late: [f64; 2],
    early: [f64; 2],
}

impl Quality {
    fn add(&mut self, players: u8, value: &ValueFunction, sample: &Sample) {
        for seat in Map::seats(players) {
            let margin = sample.margins[seat];
            let error = (margin - value.margin(&sample.features[seat])).powi(2);
            self.count += 1.0;
            self.sum += margin;
            self.squares += margin * margin;
            self.errors += error;
            let half = if sample.left < 0.5 { &mut self.late } else { &mut self.early };
            half[0] += error;
            half[1] += 1.0;
        }
    }

    fn together(self, other: Quality) -> Quality {
        let pair = |a: [f64; 2], b: [f64; 2]| [a[0] + b[0], a[1] + b[1]];
        Quality {
            count: self.count + other.count,
            sum: self.sum + other.sum,
            squares: self.squares + other.squares,
            errors: self.errors + other.errors,
            late: pair(self.late, other.late),
            early: pair(self.early, other.early),
        }
    }

    fn explained(&self) -> f64 {
        1.0 - self.errors / (self.squares - self.sum * self.sum / self.count)
    }

    /// At the start and at the end, on the line through the two halves' middles.
    fn margin_error(&self) -> [f64; 2] {
        let [early, late] = [self.early, self.late].map(|[squares, count]| (squares / count.max(1.0)).sqrt());
        let slope = (early - late) / 0.5;
        [early + 0.25 * slope, (late - 0.25 * slope).max(1.0)]
    }
}
