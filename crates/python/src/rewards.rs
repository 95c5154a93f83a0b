//! What a finished game is worth to each player.

use crate::errors::error;
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
    pub(crate) fn write(self, map: &Map, state: &State, rewards: &mut [f32]) {
        let tallies = state.tally(map);
        let players = rewards.len() as f32;
        match self {
            Rewards::Win => {
                let winners = state.winners(map, &tallies);
                let share = 1.0 / winners.len() as f32;
                for (seat, reward) in Map::seats(rewards.len() as u8).zip(rewards) {
                    let won = if winners.contains(seat) { share } else { 0.0 };
                    *reward = (won * players - 1.0) / (players - 1.0);
                }
            }
            Rewards::Score => {
                let total = |seat| f32::from(tallies[seat].total);
                let mean = Map::seats(rewards.len() as u8).map(total).sum::<f32>() / players;
                for (seat, reward) in Map::seats(rewards.len() as u8).zip(rewards) {
                    *reward = (total(seat) - mean) / 100.0;
                }
            }
        }
    }
}
