//! Learning what a position will come to, from games between planners who now and then make any move at all.

use crate::game_seed;
use crate::planner::Planner;
use crate::searcher::value::{FEATURES, Learned, Value, features, share_left};
use crate::{Bot as _, Budget};
use capolinea_engine::ids::BySeat;
use capolinea_engine::legal::LegalActions;
use capolinea_engine::map::Map;
use capolinea_engine::phase::Phase;
use capolinea_engine::setup::{FirstPlayer, Setup};
use capolinea_engine::shuffle::below;
use capolinea_engine::state::State;
use capolinea_engine::view::Viewer;
use rand_chacha::ChaCha8Rng;
use rand_core::SeedableRng as _;
use rayon::prelude::*;

/// What to learn from.
#[derive(Clone, Copy, Debug)]
pub struct Learning<'a> {
    /// The map.
    pub map: &'a Map,
    /// How many play.
    pub players: u8,
    /// How many games to learn from; a quarter as many are kept to see how good it is.
    pub games: u32,
    /// What decides everything.
    pub seed: u64,
}

/// A position and what came of it.
struct Sample {
    features: BySeat<[f64; FEATURES]>,
    left: f64,
    margins: BySeat<f64>,
}

/// One decision in so many is any legal action.
const SLIPS: u32 = 100;
/// One turn in so many is a sample.
const SAMPLED: u32 = 8;

impl Learning<'_> {
    /// Plays, learns, and measures on other games.
    pub fn run(&self, run: String) -> Learned {
        let system = self.samples(0..self.games, System::default(), |mut system, sample| {
            for seat in Map::seats(self.players) {
                system.add(&sample.features[seat], sample.margins[seat]);
            }
            system
        });
        let system = system.into_iter().fold(System::default(), System::together);
        let mut value = Value { weights: system.solve(), margin_error: [1.0; 2] };
        let fresh = self.games..self.games + (self.games / 4).max(1);
        let quality = self.samples(fresh, Quality::default(), |mut quality, sample| {
            quality.add(self.players, &value, &sample);
            quality
        });
        let quality = quality.into_iter().fold(Quality::default(), Quality::together);
        value.margin_error = quality.margin_error();
        Learned {
            map: self.map.id.clone(),
            players: self.players,
            run,
            explained: round(quality.explained()),
            margin_error: value.margin_error.map(round),
            weights: value.weights.iter().copied().map(round).collect(),
        }
    }

    /// Folds the samples of some games, part by part.
    fn samples<T: Clone + Send + Sync>(
        &self,
        games: std::ops::Range<u32>,
        empty: T,
        add: impl Fn(T, Sample) -> T + Sync,
    ) -> Vec<T> {
        // Parts of a fixed size: sums of floats depend on their order.
        let parts: Vec<u32> = games.clone().step_by(256).collect();
        let part = |first: u32| {
            (first..(first + 256).min(games.end)).flat_map(|game| self.play(game)).fold(empty.clone(), &add)
        };
        parts.into_par_iter().map(part).collect()
    }

    fn play(&self, game: u32) -> Vec<Sample> {
        let seed = game_seed(self.seed, game);
        let mut rng = ChaCha8Rng::from_seed(seed);
        rng.set_stream(u64::MAX);
        let setup = Setup { players: self.players, first: FirstPlayer::Random, seed };
        let Ok(mut state) = State::new(self.map, &setup) else { return Vec::new() };
        let mut planners = vec![Planner::ready(self.map, self.players); usize::from(self.players)];
        let mut samples = Vec::new();
        while let Some(seat) = state.deciders().lowest() {
            if matches!(state.public().phase, Phase::Turn { .. }) && below(&mut rng, SAMPLED) == 0 {
                let features = features(self.map, &state, &mut planners);
                samples.push(Sample { features, left: share_left(self.map, &state), margins: BySeat::default() });
            }
            let view = state.view(self.map, Viewer::Seat(seat));
            let slip = (below(&mut rng, SLIPS) == 0)
                .then(|| LegalActions::pick(&view, |count| below(&mut rng, count as u32) as usize))
                .flatten();
            let action = slip.unwrap_or_else(|| planners[seat.index()].choose(&view, Budget::NONE, &mut rng));
            state.apply(self.map, seat, action).expect("bots choose legal actions");
        }
        let tallies = state.tally(self.map);
        let mut margins = BySeat::default();
        for seat in Map::seats(self.players) {
            let others = Map::seats(self.players).filter(|&other| other != seat).map(|other| tallies[other].total);
            margins[seat] = f64::from(tallies[seat].total - others.max().unwrap_or(0));
        }
        samples.iter_mut().for_each(|sample| sample.margins = margins);
        samples
    }
}

/// The least-squares problem, as it grows.
#[derive(Clone)]
struct System {
    products: Vec<[f64; FEATURES]>,
    right: [f64; FEATURES],
}

impl Default for System {
    fn default() -> Self {
        System { products: vec![[0.0; FEATURES]; FEATURES], right: [0.0; FEATURES] }
    }
}

impl System {
    fn add(&mut self, features: &[f64; FEATURES], margin: f64) {
        for (row, feature) in self.products.iter_mut().zip(features) {
            row.iter_mut().zip(features).for_each(|(sum, other)| *sum += feature * other);
        }
        self.right.iter_mut().zip(features).for_each(|(sum, feature)| *sum += feature * margin);
    }

    fn together(mut self, other: System) -> System {
        for (row, more) in self.products.iter_mut().zip(&other.products) {
            row.iter_mut().zip(more).for_each(|(sum, more)| *sum += more);
        }
        self.right.iter_mut().zip(other.right).for_each(|(sum, more)| *sum += more);
        self
    }

    /// The weights that fit best, by elimination; a little weight decay keeps features that never vary at nothing.
    fn solve(mut self) -> [f64; FEATURES] {
        for (place, row) in self.products.iter_mut().enumerate() {
            row[place] += 1.0;
        }
        for pivot in 0..FEATURES {
            let best = (pivot..FEATURES)
                .max_by(|&a, &b| self.products[a][pivot].abs().total_cmp(&self.products[b][pivot].abs()));
            let best = best.unwrap_or(pivot);
            self.products.swap(pivot, best);
            self.right.swap(pivot, best);
            let (row, right) = (self.products[pivot], self.right[pivot]);
            for other in 0..FEATURES {
                let factor = self.products[other][pivot] / row[pivot];
                if other != pivot && factor != 0.0 {
                    self.products[other].iter_mut().zip(row).for_each(|(cell, pivot)| *cell -= factor * pivot);
                    self.right[other] -= factor * right;
                }
            }
        }
        std::array::from_fn(|place| self.right[place] / self.products[place][place])
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
    fn add(&mut self, players: u8, value: &Value, sample: &Sample) {
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

fn round(number: f64) -> f64 {
    (number * 1e5).round() / 1e5
}
