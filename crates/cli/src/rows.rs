//! One row for each seat of each game, as comma-separated values for a spreadsheet or a notebook.

use crate::simulation::Ending;
use capolinea_bots::Entrant;
use capolinea_engine::map::Map;
use capolinea_engine::mechanics::Kind;
use capolinea_engine::scoring::{Gain, Tally};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::{Mutex, PoisonError};

/// The names of the columns. `game` counts from 1, as records do, and `seat` as the table of results does. `won` is 1, or the
/// share of a victory that several have. Then each mechanic has two: how much it counted, and its points.
const COLUMNS: &str = "game,seat,bot,first,won,score,routes,tickets,tickets_completed,tickets_failed,decisions";

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
            let first = u8::from(ending.first == seat);
            let (completed, failed) = (tally.completed.len(), tally.failed.len());
            let Tally { total, routes, tickets, .. } = tally;
            let (game, seat, decisions) = (game + 1, seat.index() + 1, ending.decisions);
            write!(
                rows,
                "{game},{seat},{bot},{first},{won:.3},{total},{routes},{tickets},{completed},{failed},{decisions}"
            )
            .expect("writing to a string can't fail");
            for &mechanic in Kind::ALL {
                let Gain { count, points } = tally.of(mechanic);
                write!(rows, ",{count},{points}").expect("writing to a string can't fail");
            }
            rows.push('\n');
        }
        self.by_game.lock().unwrap_or_else(PoisonError::into_inner).insert(game, rows);
    }

    /// The whole file, in the order of the games.
    pub(crate) fn text(self) -> String {
        let rows = self.by_game.into_inner().unwrap_or_else(PoisonError::into_inner);
        let mut text = String::from(COLUMNS);
        for mechanic in Kind::ALL.iter().map(|kind| kind.word()) {
            write!(text, ",{mechanic},{mechanic}_points").expect("writing to a string can't fail");
        }
        text.push('\n');
        text.extend(rows.into_values());
        text
    }
}
