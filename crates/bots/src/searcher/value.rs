//! The value of a position: each player's margin over the best opponent at the end, estimated by a linear function of
//! what all have and plan. The function is learned from games between planners and kept as data.

use super::rollout::blend;
use crate::choices::least_share;
use crate::learned::for_game;
use crate::planner::extras::passenger_points;
use crate::planner::{Planner, RoutePlan};
use capolinea_engine::analysis::Components;
use capolinea_engine::cards::ByColor;
use capolinea_engine::ids::{BySeat, MAX_SEATS};
use capolinea_engine::mechanics::MechanicKind;
use capolinea_engine::scoring::Tally;
use capolinea_engine::{Color, Map, Seat, State, View, Viewer};
use serde::{Deserialize, Serialize};
use std::sync::LazyLock;

/// The features of a position, for one player.
const ASPECTS: usize = 14;
/// The last of them: how many tickets are completed or planned, and then how many more than anybody else's.
const TICKETS: usize = ASPECTS - 1;
/// Each counts for the player and, on average, for the others; by itself and multiplied by the share of the game that is left.
/// So does a constant.
pub const FEATURES: usize = 2 * (2 * ASPECTS + 1);

/// A learned function for one map and number of players, and the run that made it.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LearnedValue {
    /// The map's id.
    pub map: String,
    /// How many play.
    pub players: u8,
    /// The command that made it.
    pub run: String,
    /// The share of the margins' variance that it explains, on games not used for learning.
    pub explained: f64,
    /// How far the margin to the best opponent is off, at the start and at the end of the game: standard deviations.
    pub margin_error: [f64; 2],
    /// The weight of each feature.
    pub weights: Vec<f64>,
}

pub(crate) static LEARNED: LazyLock<Vec<LearnedValue>> = LazyLock::new(|| {
    serde_json::from_slice(include_bytes!("../../values.json")).expect("the data are right: a test reads them")
});

/// The learned function, ready for use.
#[derive(Clone, Copy)]
pub struct ValueFunction {
    /// The weight of each feature.
    pub weights: [f64; FEATURES],
    /// How far the margin is off, at the start and at the end of the game: standard deviations.
    pub margin_error: [f64; 2],
}

impl ValueFunction {
    /// The learned data for a map and number of players, if any.
    pub(super) fn for_game(map: &str, players: u8) -> Option<ValueFunction> {
        let learned = for_game(&LEARNED, map, players)?;
        let weights = learned.weights.as_slice().try_into().ok()?;
        Some(ValueFunction { weights, margin_error: learned.margin_error })
    }

    /// The value of a running game to `seat`.
    pub(super) fn worth(&self, map: &Map, state: &State, planners: &mut [Planner], seat: Seat) -> f64 {
        let margin = self.margin(&features(map, state, planners)[seat]);
        let [early, late] = self.margin_error;
        let doubt = (late + (early - late) * share_left(map, state)).max(1.0);
        // The logistic curve that is nearest to a normal distribution's.
        blend(margin, 1.0 / (1.0 + libm::exp(-1.7 * margin / doubt)))
    }

    /// The margin to be expected.
    pub fn margin(&self, features: &[f64; FEATURES]) -> f64 {
        features.iter().zip(&self.weights).map(|(feature, weight)| feature * weight).sum()
    }
}

/// The share of its pieces that the player nearest to the end has left.
pub fn share_left(map: &Map, state: &State) -> f64 {
    least_share(map, state.public(), Map::seats(state.public().players)).into()
}

/// The features of the function, for every player.
pub fn features(map: &Map, state: &State, planners: &mut [Planner]) -> BySeat<[f64; FEATURES]> {
    let tallies = state.tally(map);
    let left = share_left(map, state);
    let players = state.public().players;
    let mut all = BySeat([[0.0; ASPECTS]; MAX_SEATS]);
    for (seat, planner) in Map::seats(players).zip(planners) {
        let view = state.view(map, Viewer::Seat(seat));
        let Some(own) = view.own else { continue };
        let plan = planner.plan(&view, own);
        all[seat] = aspects(&view, seat, &plan, &tallies);
    }
    let tickets = all.0.map(|aspects| aspects[TICKETS]);
    for seat in Map::seats(players) {
        let others = Map::seats(players).filter(|&other| other != seat).map(|other| tickets[other.index()]);
        all[seat][TICKETS] = (tickets[seat.index()] - others.fold(0.0, f64::max)).clamp(-2.0, 2.0);
    }
    let mut features = BySeat([[0.0; FEATURES]; MAX_SEATS]);
    for seat in Map::seats(players) {
        let others = |aspect: usize| {
            let sum: f64 = Map::seats(players).filter(|&other| other != seat).map(|other| all[other][aspect]).sum();
            sum / f64::from(players - 1)
        };
        let both = all[seat].into_iter().chain((0..ASPECTS).map(others)).chain([1.0]);
        for (place, aspect) in both.enumerate() {
            features[seat][2 * place] = aspect;
            features[seat][2 * place + 1] = aspect * left;
        }
    }
    features
}

fn aspects(view: &View<'_>, seat: Seat, plan: &RoutePlan, tallies: &BySeat<Tally>) -> [f64; ASPECTS] {
    let (map, public) = (view.map, view.public);
    let (player, tally) = (&public.seats[seat], &tallies[seat]);
    let hand = view.own.map_or(Default::default(), |own| own.hand);
    let todo = plan.routes.without(player.routes);
    let joined = Components::new(map, player.routes.union(todo));
    let points = |is_planned: bool| {
        let tickets = tally.failed.iter().map(|ticket| map.ticket(ticket));
        tickets.filter(|ticket| joined.joins(ticket) == is_planned).map(|ticket| f64::from(ticket.points)).sum::<f64>()
    };
    let planned = tally.failed.iter().filter(|&ticket| joined.joins(map.ticket(ticket))).count();
    let mut needed = ByColor([0u8; 8]);
    let mut gray = 0;
    for route in todo.iter().map(|route| map.route(route)) {
        match route.color {
            Some(color) => needed[color] += route.cards,
            None => gray += route.cards,
        }
    }
    let missing: u8 = Color::ALL.into_iter().map(|color| needed[color].saturating_sub(hand.count(color))).sum();
    let longest_of_others = Map::seats(public.players)
        .filter(|&other| other != seat)
        .map(|other| tallies[other].gain(MechanicKind::LongestPath).count)
        .max()
        .unwrap_or(0);
    let lead = (f64::from(tally.gain(MechanicKind::LongestPath).count) - f64::from(longest_of_others)).clamp(-6.0, 6.0);
    let has_turn = public.phase.deciders().contains(seat);
    [
        f64::from(tally.total),
        points(true),
        points(false),
        f64::from(player.pieces_left()),
        todo.iter().map(|route| f64::from(map.route(route).spaces)).sum(),
        todo.len() as f64,
        f64::from(missing) + f64::from(gray) / 2.0,
        f64::from(player.hand_size),
        f64::from(hand.wilds()),
        lead,
        tally.completed.len() as f64,
        f64::from(passenger_points(view, seat)) - f64::from(tally.gain(MechanicKind::Passengers).points),
        f64::from(u8::from(has_turn)),
        (tally.completed.len() + planned) as f64,
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn learned_values_can_be_read_and_fit() {
        for learned in LEARNED.iter() {
            let map = &capolinea_maps::find(&learned.map).unwrap_or_else(|| panic!("no map {}", learned.map)).map;
            assert!(map.check_players(learned.players).is_ok(), "{}", learned.map);
            assert_eq!(learned.weights.len(), FEATURES, "{} {}", learned.map, learned.players);
            assert!(learned.margin_error.iter().all(|error| *error > 0.0));
        }
    }
}
