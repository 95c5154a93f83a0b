//! The bonus for most completed tickets (G07).

use super::Rule;
use crate::ids::{BySeat, Seat};
use crate::map::file::Fields;
use crate::map::{Check, Map};
use crate::scoring::{ScoreLine, Tally};
use crate::state::{Public, State};

/// The settings of the globetrotter bonus.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Globetrotter {
    /// The bonus.
    pub points: u8,
}

impl Rule for Globetrotter {
    type File = Self;

    fn read(fields: &mut impl Fields) -> Option<Self> {
        Some(Globetrotter { points: fields.count("points")? })
    }

    fn check(file: &Self, _check: &mut Check<'_>) -> Self {
        file.clone()
    }

    /// G07: the bonus goes to everybody with most completed tickets, if any is completed.
    fn count(&self, _map: &Map, public: &Public, tallies: &mut BySeat<Tally>) {
        let most = tallies.0.iter().map(|tally| tally.completed.len()).max().unwrap_or(0);
        for seat in Map::seats(public.players) {
            if most > 0 && tallies[seat].completed.len() == most {
                tallies[seat].globetrotter = i16::from(self.points);
            }
        }
    }

    fn explain(&self, _map: &Map, _state: &State, _seat: Seat, tally: &Tally, lines: &mut Vec<ScoreLine>) {
        let completed = tally.completed.len() as u8;
        lines.push(ScoreLine::Globetrotter { completed, points: tally.globetrotter });
    }
}
