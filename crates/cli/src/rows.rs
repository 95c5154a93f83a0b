//! One row for each seat of each game, as comma-separated values for a spreadsheet or a notebook.

use crate::simulation::Ending;
use capolinea_bots::Entrant;
use capolinea_engine::map::Map;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::{Mutex, PoisonError};

/// The names of the columns. `game` counts from 1, as records do, and `seat` as the table of results does. `won` is 1, or the
/// share of a victory that several have; `longest` is the length that `longest_path` rewards.
const COLUMNS: &str = "game,seat,bot,first,won,score,routes,tickets,stations,longest_path,globetrotter,passengers,tourists,\
                       tickets_completed,tickets_failed,longest,decisions\n";

/// The rows of all games; threads may add them in any order.
#[derive(Default)]
pub(crate) struct Rows {
    by_game: Mutex<BTreeMap<u32, String>>,
}

impl Rows {
    /// Adds a game, counted from 0.
    pub(crate) fn add(&self, game: u32, bots: &[Entrant], ending: &Ending) {
        let mut rows = String::new();
        for (seat, bot) in Map::seats(bots.len() as u8).zip(bots) {
            let tally = &ending.tallies[seat];
            let won = if ending.winners.contains(seat) { 1.0 / ending.winners.len() as f64 } else { 0.0 };
            let points = [
                tally.total,
                tally.routes,
                tally.tickets,
                tally.stations,
                tally.longest_path,
                tally.globetrotter,
                tally.passengers,
                tally.tourists,
            ];
            let points = points.map(|points| points.to_string()).join(",");
            let first = u8::from(ending.first == seat);
            let (completed, failed) = (tally.completed.len(), tally.failed.len());
            writeln!(
                rows,
                "{},{},{bot},{first},{won:.3},{points},{completed},{failed},{},{}",
                game + 1,
                seat.index() + 1,
                tally.longest,
                ending.decisions
            )
            .expect("writing to a string can't fail");
        }
        self.by_game.lock().unwrap_or_else(PoisonError::into_inner).insert(game, rows);
    }

    /// The whole file, in the order of the games.
    pub(crate) fn text(self) -> String {
        let rows = self.by_game.into_inner().unwrap_or_else(PoisonError::into_inner);
        std::iter::once(COLUMNS).chain(rows.values().map(String::as_str)).collect()
    }
}
