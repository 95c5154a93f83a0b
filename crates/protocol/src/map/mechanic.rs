//! The settings of mechanics that clients show.

use capolinea_engine::Color;
use capolinea_engine::mechanics::Mechanic;
use serde::Serialize;

/// A rule that only some maps have, with the settings that clients show.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(tag = "mechanic", rename_all = "snake_case")]
pub enum MechanicInfo {
    /// Cards turned up may raise a route's price (E03).
    Tunnels {
        /// How many cards are turned up.
        reveal: u8,
    },
    /// Stations borrow a route of another player (E06).
    Stations {
        /// The price in cards of the first, the second, ...
        costs: Vec<u8>,
        /// Points for each one not built.
        unused_points: u8,
    },
    /// A bonus for the longest continuous path (U01).
    LongestPath {
        /// The bonus.
        points: u8,
    },
    /// A bonus for the most completed tickets (G07).
    Globetrotter {
        /// The bonus.
        points: u8,
    },
    /// Stacks of tourist tokens, scored by different kinds (S01).
    Tourists {
        /// The names of the kinds, by their numbers.
        kinds: Vec<String>,
        /// Points by number of different tokens.
        score: Vec<u8>,
    },
    /// Passengers wait at locations and score by majority (G03).
    Passengers {
        /// Points for most of a colour.
        most: u8,
        /// Points for second most.
        second: u8,
        /// The colours there are.
        colors: Vec<Color>,
    },
}

impl From<&Mechanic> for MechanicInfo {
    fn from(mechanic: &Mechanic) -> Self {
        match mechanic {
            Mechanic::Tunnels(settings) => MechanicInfo::Tunnels { reveal: settings.reveal },
            Mechanic::Stations(settings) => {
                MechanicInfo::Stations { costs: settings.costs.clone(), unused_points: settings.unused_points }
            }
            Mechanic::LongestPath(settings) => MechanicInfo::LongestPath { points: settings.points },
            Mechanic::Globetrotter(settings) => MechanicInfo::Globetrotter { points: settings.points },
            Mechanic::Tourists(settings) => {
                MechanicInfo::Tourists { kinds: settings.kinds.clone(), score: settings.score.clone() }
            }
            Mechanic::Passengers(settings) => MechanicInfo::Passengers {
                most: settings.most,
                second: settings.second,
                colors: Color::ALL.into_iter().filter(|&color| settings.colors[color] > 0).collect(),
            },
        }
    }
}
