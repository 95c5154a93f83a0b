//! The bonus for most completed tickets (G07).

use crate::ids::BySeat;
use crate::map::Map;
use crate::scoring::Tally;
use crate::state::Public;

/// The settings of the globetrotter bonus.
#[derive(Clone, Debug)]
pub struct Globetrotter {
    /// The bonus.
    pub points: u8,
}

/// G07: the bonus goes to everybody with most completed tickets, if any is completed.
pub(crate) fn count(map: &Map, public: &Public, tallies: &mut BySeat<Tally>) {
    let Some(bonus) = map.globetrotter() else { return };
    let most = tallies.0.iter().map(|tally| tally.completed.len()).max().unwrap_or(0);
    for seat in Map::seats(public.players) {
        if most > 0 && tallies[seat].completed.len() == most {
            tallies[seat].globetrotter = i16::from(bonus.points);
        }
    }
}
