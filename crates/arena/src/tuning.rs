//! Tuning the planner by self-play: a challenger with slightly different weights plays the champion on duplicate deals, and
//! takes its place if it clearly wins.

use crate::{Moments, WHOLE, interval_of_rate, share_of_victory};
use capolinea_bots::{Planner, Player, Tuned, Weights, game_seed, play_game};
use capolinea_engine::{FirstPlayer, Map, Seat, Setup};
use rand_chacha::ChaCha8Rng;
use rand_core::{Rng as _, SeedableRng as _};
use rayon::prelude::*;

/// The settings of a tuning run.
#[derive(Clone, Copy, Debug)]
pub struct Tuning<'a> {
    /// The map.
    pub map: &'a Map,
    /// How many play.
    pub players: u8,
    /// How many challengers to try.
    pub rounds: u32,
    /// How many deals a promising challenger plays.
    pub deals: u32,
    /// The seed of everything random.
    pub seed: u64,
}

/// A challenger that took the champion's place.
#[derive(Clone, Copy, Debug)]
pub struct TuningStep {
    /// Its number.
    pub round: u32,
    /// Its share of victories.
    pub wins: f64,
}

/// A share of victories and half the width of its 95 % interval.
#[derive(Clone, Copy, Debug)]
struct Share {
    mean: f64,
    plus_minus: f64,
}

impl Tuning<'_> {
    /// Tunes, starting from the weights in use, and reports each new champion. Once `wants_stop`, the round that is being played
    /// is dropped; the weights are those after the rounds before it, as a run with that number of `rounds` gives them. `None`
    /// if no round was finished. `command` gives the command that makes the same weights, for a number of rounds.
    pub fn run(
        &self,
        command: impl Fn(u32) -> String,
        wants_stop: impl Fn() -> bool + Sync,
        mut report: impl FnMut(TuningStep),
    ) -> Option<Tuned> {
        let mut rng = ChaCha8Rng::seed_from_u64(self.seed);
        let mut champion = Weights::for_game(self.map.id(), self.players);
        let mut rounds = 0;
        for round in 0..self.rounds {
            let challenger = changed(champion, &mut rng);
            let Some(win) = self.challenge(round, challenger, champion, &wants_stop) else { break };
            if let Some(wins) = win {
                champion = challenger;
                report(TuningStep { round, wins });
            }
            rounds = round + 1;
        }
        if rounds == 0 {
            return None;
        }
        let fresh = u32::MAX - 4 * self.deals..u32::MAX;
        let against_default = self.share(champion, Weights::DEFAULT, fresh, &|| false)?;
        Some(Tuned {
            map: self.map.id().to_owned(),
            players: self.players,
            run: command(rounds),
            wins: (100.0 * against_default.mean) as f32,
            plus_minus: (100.0 * against_default.plus_minus) as f32,
            weights: champion,
        })
    }

    /// One round: the challenger's share of victories if it clearly wins. `None` if the round was stopped.
    fn challenge(
        &self,
        round: u32,
        challenger: Weights,
        champion: Weights,
        wants_stop: &(impl Fn() -> bool + Sync),
    ) -> Option<Option<f64>> {
        let par = 1.0 / f64::from(self.players);
        // A few deals first: most challengers are not better. Each round has deals of its own.
        let first = round * 2 * self.deals;
        let glance = self.share(challenger, champion, first..first + self.deals / 4, wants_stop)?;
        if glance.mean <= par {
            return Some(None);
        }
        let share = self.share(challenger, champion, first + self.deals..first + 2 * self.deals, wants_stop)?;
        Some((share.mean - share.plus_minus * 0.8 > par).then_some(share.mean))
    }

    /// The share of victories of one player with `challenger`'s weights, in each seat of each deal, against `champion`'s.
    /// `None` if it was stopped.
    fn share(
        &self,
        challenger: Weights,
        champion: Weights,
        deals: std::ops::Range<u32>,
        wants_stop: &(impl Fn() -> bool + Sync),
    ) -> Option<Share> {
        let of_deal = |deal| (0..self.players).map(|seat| self.victory(challenger, champion, deal, seat)).sum();
        let unless_stopped = |deal| (!wants_stop()).then(|| of_deal(deal));
        let victories: Option<Vec<i64>> = deals.into_par_iter().map(unless_stopped).collect();
        let victories: Moments = victories?.into_iter().collect();
        let whole = f64::from(WHOLE) * f64::from(self.players);
        let interval = interval_of_rate(&victories, whole);
        Some(Share { mean: victories.mean() / whole, plus_minus: (interval.high - interval.low) / 2.0 })
    }

    fn victory(&self, challenger: Weights, champion: Weights, deal: u32, seat: u8) -> i64 {
        let setup =
            Setup { players: self.players, first: FirstPlayer::Random, seed: game_seed(self.seed, deal), pieces: None };
        let weights = |other| if other == seat { challenger } else { champion };
        let mut players: Vec<Player> =
            (0..self.players).map(|other| Player::new(Planner::with(weights(other)))).collect();
        let Ok(game) = play_game(self.map, &setup, &mut players) else { return 0 };
        let winners = game.state.winners(self.map, &game.state.tally(self.map));
        share_of_victory(winners, Seat(seat)).into()
    }
}

/// Some weights a little larger or smaller.
fn changed(mut weights: Weights, rng: &mut ChaCha8Rng) -> Weights {
    for weight in weights.each() {
        if rng.next_u32().is_multiple_of(4) {
            *weight *= (0.35 * normal(rng)).exp() as f32;
        }
    }
    weights
}

/// A normally distributed number, by the sum of twelve.
fn normal(rng: &mut ChaCha8Rng) -> f64 {
    (0..12).map(|_| f64::from(rng.next_u32()) / f64::from(u32::MAX)).sum::<f64>() - 6.0
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicU32, Ordering};

    #[test]
    fn a_stopped_run_is_that_of_a_command_with_fewer_rounds() {
        let map = &capolinea_maps::find("berlin").unwrap().map;
        let tuning = Tuning { map, players: 2, rounds: 1000, deals: 8, seed: 3 };
        let command = |rounds: u32| rounds.to_string();
        // One look at the clock per deal: some rounds are over by then, and one is not.
        let looks = AtomicU32::new(0);
        let wants_stop = || looks.fetch_add(1, Ordering::Relaxed) > 100;
        let stopped = tuning.run(command, wants_stop, |_| {}).unwrap();
        let rounds: u32 = stopped.run.parse().unwrap();
        assert!(rounds > 5 && rounds < 100, "{rounds}");
        let whole = Tuning { rounds, ..tuning }.run(command, || false, |_| {}).unwrap();
        assert_eq!(serde_json::to_value(&stopped).unwrap(), serde_json::to_value(&whole).unwrap());
        assert!(tuning.run(command, || true, |_| {}).is_none());
    }
}
