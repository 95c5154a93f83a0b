//! Rollouts: what a move is worth in one world, when planners play on.

use super::value::Value;
use crate::planner::Planner;
use crate::{Bot as _, Budget};
use arrayvec::ArrayVec;
use capolinea_engine::ids::MAX_SEATS;
use capolinea_engine::{Action, Map, Phase, RouteSet, Seat, State, View, Viewer};
use rand_chacha::ChaCha8Rng;
use rand_core::SeedableRng as _;

/// The data that all rollouts of a decision share.
pub(super) struct Rollouts<'a> {
    map: &'a Map,
    planner: Planner,
    value: Option<Value>,
}

/// One world, from which every move is tried.
pub(super) struct Start<'a> {
    map: &'a Map,
    world: State,
    planners: ArrayVec<Planner, MAX_SEATS>,
    /// The routes that each player plans to claim.
    planned: ArrayVec<RouteSet, MAX_SEATS>,
    value: Option<&'a Value>,
}

/// Where there is a learned value, a rollout lasts this many decisions per player before its result is estimated
/// by it. There is one only where that plays better: with two players a few points decide, and whole games say more than
/// more of them.
const DECISIONS: usize = 12;
/// No game between planners is longer: should one never end, its score is as good.
const MAX_DECISIONS: usize = 2000;

impl<'a> Rollouts<'a> {
    pub(super) fn new(view: &View<'a>) -> Self {
        let players = view.public.players;
        let planner = Planner::ready(view.map, players);
        Rollouts { map: view.map, planner, value: Value::for_game(view.map.id(), players) }
    }

    /// A world to start from, with everybody's plans made.
    pub(super) fn start(&self, world: State) -> Start<'_> {
        let seats = Map::seats(world.public().players);
        let plans = seats.map(|seat| {
            let mut planner = self.planner.clone();
            let view = world.view(self.map, Viewer::Seat(seat));
            let planned = view.own.map_or(RouteSet::EMPTY, |own| planner.plan(&view, own).routes);
            (planner, planned)
        });
        let (planners, planned) = plans.unzip();
        Start { map: self.map, world, planners, planned, value: self.value.as_ref() }
    }
}

impl Start<'_> {
    /// The routes that players other than `seat` plan to claim.
    pub(super) fn planned_by_others(&self, seat: Seat) -> RouteSet {
        let others = self.planned.iter().enumerate().filter(|(other, _)| *other != seat.index());
        others.fold(RouteSet::EMPTY, |all, (_, &planned)| all.union(planned))
    }

    /// The value to `seat` of beginning with this move.
    pub(super) fn play_out(&self, seat: Seat, action: Action) -> f64 {
        let (map, mut state, mut planners) = (self.map, self.world, self.planners.clone());
        if state.apply(map, seat, action).is_err() {
            return 0.0;
        }
        // Planners ask for no random numbers.
        let mut rng = ChaCha8Rng::from_seed([0; 32]);
        let most = if self.value.is_some() { DECISIONS * planners.len() } else { MAX_DECISIONS };
        let mut decisions = 0;
        while let Some(decider) = state.deciders().lowest() {
            let is_enough = decisions >= most && matches!(state.public().phase, Phase::Turn { .. });
            if is_enough || decisions >= MAX_DECISIONS {
                break;
            }
            let view = state.view(map, Viewer::Seat(decider));
            let action = planners[decider.index()].choose(&view, Budget::NONE, &mut rng);
            if state.apply(map, decider, action).is_err() {
                break;
            }
            decisions += 1;
        }
        match self.value {
            Some(value) if !state.is_over() => value.worth(map, &state, &mut planners, seat),
            Some(_) | None => worth(map, &state, seat),
        }
    }
}

/// Mostly the margin to the best opponent, bent so that a sure victory need not be won higher; and victory itself.
fn worth(map: &Map, state: &State, seat: Seat) -> f64 {
    let tallies = state.tally(map);
    let others = Map::seats(state.public().players).filter(|&other| other != seat);
    let best = others.map(|other| tallies[other].total).max().unwrap_or(0);
    let winners = state.winners(map, &tallies);
    let victory = if winners.contains(seat) { 1.0 / winners.len() as f64 } else { 0.0 };
    blend(f64::from(tallies[seat].total - best), victory)
}

/// The combined value of a margin and a chance of victory.
pub(super) fn blend(margin: f64, victory: f64) -> f64 {
    0.7 / (1.0 + (-margin / 25.0).exp()) + 0.3 * victory
}
