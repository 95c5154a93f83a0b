//! The bonus for the longest continuous path (U01, E09).

use crate::ids::BySeat;
use crate::map::Map;
use crate::scoring::Tally;
use crate::state::Public;

/// The settings of the longest-path bonus.
#[derive(Clone, Debug)]
pub struct LongestPath {
    /// The bonus.
    pub points: u8,
}

/// U01: the bonus goes to everybody with the longest path, if there is one.
pub(crate) fn count(map: &Map, public: &Public, tallies: &mut BySeat<Tally>) {
    let Some(bonus) = map.longest_path() else { return };
    let longest = tallies.0.iter().map(|tally| tally.longest).max().unwrap_or(0);
    for seat in Map::seats(public.players) {
        if longest > 0 && tallies[seat].longest == longest {
            tallies[seat].longest_path = i16::from(bonus.points);
        }
    }
}
