//! Learning from games between planners that now and then make a random move: how a position will end, and which tickets a
//! player may hold.

mod system;
mod tickets;
mod value;

pub(crate) use system::System;

use capolinea_bots::{Bot as _, Budget, Planner, game_seed};
use capolinea_engine::random::below;
use capolinea_engine::{FirstPlayer, LegalActions, Map, Phase, Setup, State, Viewer};
use rand_chacha::ChaCha8Rng;
use rand_core::SeedableRng as _;
use rayon::prelude::*;
use std::ops::Range;

/// The games to learn from.
#[derive(Clone, Copy, Debug)]
pub struct Learning<'a> {
    /// The map.
    pub map: &'a Map,
    /// How many play.
    pub players: u8,
    /// How many games to learn from; a quarter of that number again is kept for validation.
    pub games: u32,
    /// The seed of everything random.
    pub seed: u64,
}

/// One decision in this many is a random legal action.
const SLIPS: u32 = 100;
/// One turn in this many is sampled.
const LOOKS: u32 = 8;

impl Learning<'_> {
    /// The games kept for validation.
    fn fresh_games(&self) -> Range<u32> {
        self.games..self.games + (self.games / 4).max(1)
    }

    /// Adds up the results of some games, by their numbers.
    fn add_up<T: Clone + Default + Send + Sync>(
        &self,
        games: Range<u32>,
        add: impl Fn(&mut T, u32) + Sync,
        together: impl Fn(T, T) -> T,
    ) -> T {
        // Parts of a fixed size: sums of floats depend on their order.
        let firsts: Vec<u32> = games.clone().step_by(256).collect();
        let part = |first: u32| {
            let mut sum = T::default();
            (first..(first + 256).min(games.end)).for_each(|game| add(&mut sum, game));
            sum
        };
        let parts: Vec<T> = firsts.into_par_iter().map(part).collect();
        parts.into_iter().fold(T::default(), together)
    }

    /// Plays a game to its end, and looks at some of the turns before they are played.
    fn play(&self, game: u32, mut look: impl FnMut(&State, &mut [Planner])) -> Option<State> {
        let seed = game_seed(self.seed, game);
        let mut rng = ChaCha8Rng::from_seed(seed);
        rng.set_stream(u64::MAX);
        let setup = Setup { players: self.players, first: FirstPlayer::Random, seed, pieces: None };
        let mut state = State::new(self.map, &setup).ok()?;
        let mut planners = vec![Planner::ready(self.map, self.players); usize::from(self.players)];
        while let Some(seat) = state.deciders().lowest() {
            if matches!(state.public().phase, Phase::Turn { .. }) && below(&mut rng, LOOKS) == 0 {
                look(&state, &mut planners);
            }
            let view = state.view(self.map, Viewer::Seat(seat));
            let slip = (below(&mut rng, SLIPS) == 0)
                .then(|| LegalActions::pick(&view, |count| below(&mut rng, count as u32) as usize))
                .flatten();
            let action = slip.unwrap_or_else(|| planners[seat.index()].choose(&view, Budget::NONE, &mut rng));
            state.apply(self.map, seat, action).expect("bots choose legal actions");
        }
        Some(state)
    }
}

fn round(number: f64) -> f64 {
    (number * 1e5).round() / 1e5
}
