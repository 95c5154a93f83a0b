//! The planner's weights, all in one place: defaults for every map, and tuned ones as data.

use crate::learned::for_game;
use serde::{Deserialize, Serialize};
use std::sync::LazyLock;

/// Names the weights once: the struct, the defaults, and the list that tuning walks through.
macro_rules! weights {
    ($($(#[$doc:meta])* $name:ident = $default:literal,)+) => {
        /// The weights of the planner. Costs are in units of about one point.
        #[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
        #[serde(deny_unknown_fields)]
        pub struct Weights {
            $($(#[$doc])* pub $name: f32,)+
        }

        impl Weights {
            /// The defaults, which are sensible on every map.
            pub const DEFAULT: Weights = Weights { $($name: $default,)+ };

            /// Every weight, for tuning.
            pub fn each(&mut self) -> impl Iterator<Item = &mut f32> {
                [$(&mut self.$name,)+].into_iter()
            }
        }
    };
}

weights! {
    /// The cost of one card that is missing for a route.
    missing_card = 0.24,
    /// The cost of one claim: a turn.
    claim = 5.1,
    /// How much a route's own points make it cheaper.
    points = 0.34,
    /// The cost of a wild that a route asks for, beyond a card.
    wild = 0.8,
    /// The cost of the cards a tunnel may ask for.
    tunnel = 0.6,
    /// The weight of a plan's cost against the tickets it completes.
    plan_cost = 0.5,
    /// How much more a plan's cost counts as the end comes near.
    late = 0.3,
    /// The value of a completed ticket besides its points, in parts of the bonus for most tickets.
    globetrotter = 0.15,
    /// Tickets are drawn while at least this share of the player's pieces is left.
    tickets_own_share = 0.53,
    /// Tickets are drawn while every opponent has at least this share of the pieces left.
    tickets_other_share = 0.38,
    /// How many of the tickets drawn come from the second deck, where there are two.
    second_deck = 1.0,
    /// A passenger, by what it adds to the points to be expected for its colour.
    passenger = 0.5,
    /// A new kind of tourist token, by the points it adds.
    token = 0.7,
    /// The value of a wild that could be kept.
    spared_wild = 1.2,
    /// The value of a card that another planned route needs.
    needed_card = 0.9,
    /// The weight of a planned claim's points against its cost.
    claim_points = 0.3,
    /// The value of a planned claim besides its points.
    claim_now = 0.5,
    /// The value of securing a planned route that has no free parallel; less for long ones.
    narrow = 0.5,
    /// The weight of an unplanned claim's points, passengers and tokens against its cost.
    unplanned_points = 0.15,
    /// The minimum gain of an unplanned claim at the start; it falls towards the end.
    unplanned = 4.5,
    /// A face-up wild is taken when it completes a route and at most this many routes are planned.
    wild_for_routes = 2.0,
    /// A planned claim that gives up more than it brings waits while the hand has fewer cards than this.
    patience = 12.0,
    /// No claim waits once somebody has this share of the pieces or less.
    hurry_share = 0.35,
    /// The value of a route that continues from a loose end, in parts of the bonus for the longest path.
    longest = 0.1,
    /// How much a missing card lowers the value of a route for points.
    points_missing = 0.7,
    /// A station is considered once somebody has this share of the pieces or less.
    station_share = 0.25,
}

/// Weights for one map and number of players, and the run that made them.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tuned {
    /// The map's id.
    pub map: String,
    /// How many play.
    pub players: u8,
    /// The command that made them.
    pub run: String,
    /// Their win rate against the default weights, in per cent, on deals not used for tuning; par is 100 / players.
    pub wins: f32,
    /// Half the width of that number's 95 % interval.
    pub plus_minus: f32,
    /// The weights.
    pub weights: Weights,
}

pub(crate) static TUNED: LazyLock<Vec<Tuned>> = LazyLock::new(|| {
    serde_json::from_slice(include_bytes!("../../tuned.json")).expect("the data are right: a test reads them")
});

impl Weights {
    /// The weights tuned for a map and number of players; without any, the defaults.
    pub fn for_game(map: &str, players: u8) -> Weights {
        for_game(&TUNED, map, players).map_or(Weights::DEFAULT, |tuned| tuned.weights)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tuned_weights_can_be_read_and_are_on_maps_that_exist() {
        for tuned in TUNED.iter() {
            let map = &capolinea_maps::find(&tuned.map).unwrap_or_else(|| panic!("no map {}", tuned.map)).map;
            assert!(map.check_players(tuned.players).is_ok(), "{} {}", tuned.map, tuned.players);
        }
    }
}
