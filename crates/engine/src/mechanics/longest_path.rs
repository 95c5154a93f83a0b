//! The bonus for the longest continuous path (U01, E09).

use super::{Rule, parts};
use crate::ids::{BySeat, Seat};
use crate::map::file::Fields;
use crate::map::{Check, Map, Route};
use crate::scoring::{Gain, MechanicLine, ScoreLine, Tally};
use crate::state::{Public, State};
use crate::trail::{longest_trail, longest_trail_length, trail_in_order};

parts! {
    tie_breaks {
        /// Holding the bonus for the longest path.
        LongestPath = "longest_path" by |bonus| i16::from(bonus.points > 0),
    }
}

/// The settings of the longest-path bonus.
#[derive(Clone, Debug, PartialEq)]
pub struct LongestPath {
    /// The bonus.
    pub points: u8,
}

/// The search for the longest path is exact, so a map must not have too many cycles.
const MAX_CYCLES: usize = 48;

impl Rule for LongestPath {
    type File = Self;

    fn read(fields: &mut impl Fields) -> Option<Self> {
        Some(LongestPath { points: fields.count("points")? })
    }

    fn check(file: &Self, _check: &mut Check<'_>) -> Self {
        file.clone()
    }

    fn check_routes(&self, routes: &[Route], check: &mut Check<'_>) {
        // Of parallel routes a player may own one (C23).
        let is_first = |(id, route): (usize, &Route)| route.parallels.lowest().is_none_or(|other| id < other.index());
        let joined = routes.iter().enumerate().filter(|&entry| is_first(entry)).count();
        let circles = (joined + 1).saturating_sub(check.file.locations.len());
        check.at(circles <= MAX_CYCLES, "routes", || {
            format!(
                "one player may own {circles} routes more than a tree has; with `longest_path` at most {MAX_CYCLES} are possible"
            )
        });
    }

    /// U01: the bonus goes to everybody with the longest path, if there is one.
    fn count(&self, map: &Map, public: &Public, _tallies: &BySeat<Tally>) -> Option<BySeat<Gain>> {
        let length = |seat| longest_trail_length(map, public.seats[seat].routes);
        Some(BySeat::to_most(public.players, self.points, length))
    }

    fn explain(&self, map: &Map, state: &State, _tally: &Tally, seat: Seat, line: MechanicLine) -> Vec<ScoreLine> {
        let routes = trail_in_order(map, longest_trail(map, state.public.seats[seat].routes).routes);
        vec![ScoreLine::Mechanic(MechanicLine { routes, ..line })]
    }
}
