//! The bonus for most completed tickets (G07).

use super::{Rule, parts};
use crate::ids::BySeat;
use crate::map::file::Fields;
use crate::map::{Check, Map};
use crate::scoring::{Gain, Tally};
use crate::state::Public;

parts! {}

/// The settings of the globetrotter bonus.
#[derive(Clone, Debug, PartialEq)]
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
    fn count(&self, _map: &Map, public: &Public, tallies: &BySeat<Tally>) -> Option<BySeat<Gain>> {
        Some(BySeat::to_most(public.players, self.points, |seat| tallies[seat].completed.len() as u16))
    }
}
