//! Games to review. The unit tests use them too.

use capolinea_bots::{Entrant, Player, game_seed, play_game_observed};
use capolinea_engine::record::SeatAction;
use capolinea_engine::{FirstPlayer, GameRecord, Map, Setup};

/// A number that a long run may ask for, or the usual one.
pub(crate) fn setting<T: std::str::FromStr>(name: &str, usual: T) -> T {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(usual)
}

pub(crate) fn map(id: &str) -> &'static Map {
    &capolinea_maps::find(id).expect("it is built in").map
}

/// A game between these bots, with fewer pieces if they are given.
pub(crate) fn played(map: &Map, bots: &[&str], pieces: Option<u8>, number: u32) -> GameRecord {
    let entrants: Vec<Entrant> = bots.iter().map(|bot| bot.parse().expect("there is such a bot")).collect();
    let mut players: Vec<Player> = entrants.iter().map(Entrant::player).collect();
    let seed = game_seed(22, number);
    let setup = Setup { players: bots.len() as u8, first: FirstPlayer::Random, seed, pieces };
    let mut record = GameRecord::new(map, &setup, bots.iter().map(|&bot| bot.into()).collect());
    let mut actions = Vec::new();
    let note = |(): &mut (), seat, action| actions.push(SeatAction { seat, action });
    let game = play_game_observed(map, &setup, &mut players, &mut (), note).expect("bots keep to the rules");
    record.actions = actions;
    record.note_result(map, &game.state);
    record
}

/// The mean of some shares, with the interval that holds the truth in 95 of 100 cases.
#[derive(Default)]
pub(crate) struct Mean(Vec<f64>);

impl Mean {
    pub(crate) fn add(&mut self, share: f64) {
        self.0.push(share);
    }

    pub(crate) fn count(&self) -> usize {
        self.0.len()
    }

    /// The mean, and its standard error.
    pub(crate) fn estimate(&self) -> (f64, f64) {
        let count = self.0.len() as f64;
        let mean = self.0.iter().sum::<f64>() / count;
        let variance = self.0.iter().map(|number| (number - mean).powi(2)).sum::<f64>() / (count - 1.0);
        (mean, (variance / count).sqrt())
    }

    pub(crate) fn interval(&self) -> (f64, f64) {
        let (mean, error) = self.estimate();
        (mean - 1.96 * error, mean + 1.96 * error)
    }
}

impl std::fmt::Display for Mean {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let ((mean, _), (least, most)) = (self.estimate(), self.interval());
        write!(f, "{:+.1} % (95 %: {:+.1} to {:+.1})", 100.0 * mean, 100.0 * least, 100.0 * most)
    }
}
