//! Rewards: the value of a finished game to each player.

use crate::errors::error;
use capolinea_engine::ids::MAX_SEATS;
use capolinea_engine::{Map, State};
use pyo3::prelude::*;
use std::str::FromStr;

/// How the end of a game is rewarded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Rewards {
    /// 1 for the winner, and the others share -1; a shared victory is shared.
    Win,
    /// The score less the mean of all scores, in hundreds.
    Score,
}

impl FromStr for Rewards {
    type Err = PyErr;

    fn from_str(word: &str) -> PyResult<Self> {
        match word {
            "win" => Ok(Rewards::Win),
            "score" => Ok(Rewards::Score),
            other => Err(error(format!("`{other}` is not a kind of rewards; write `win` or `score`"))),
        }
    }
}

impl Rewards {
    pub(crate) const fn as_str(self) -> &'static str {
        match self {
            Rewards::Win => "win",
            Rewards::Score => "score",
        }
    }

    /// The rewards of a finished game, by seat. Their sum is 0.
    pub(crate) fn of_game(self, map: &Map, state: &State) -> [f64; MAX_SEATS] {
        let tallies = state.tally(map);
        let count = state.public().players;
        let players = f64::from(count);
        let mut rewards = [0.0; MAX_SEATS];
        match self {
            Rewards::Win => {
                let winners = state.winners(map, &tallies);
                let share = 1.0 / winners.len() as f64;
                for (seat, reward) in Map::seats(count).zip(&mut rewards) {
                    let won = if winners.contains(seat) { share } else { 0.0 };
                    *reward = (won * players - 1.0) / (players - 1.0);
                }
            }
            Rewards::Score => {
                let total = |seat| f64::from(tallies[seat].total);
                let mean = Map::seats(count).map(total).sum::<f64>() / players;
                for (seat, reward) in Map::seats(count).zip(&mut rewards) {
                    *reward = (total(seat) - mean) / 100.0;
                }
            }
        }
        rewards
    }
}
