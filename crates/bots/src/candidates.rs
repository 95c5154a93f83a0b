//! Plausible moves: the planner's, the best claims, those that block others, the different draws. The searcher tries them out,
//! and a novice slips to one of them.

use crate::choices::thrifty_payment;
use crate::planner::Weights;
use crate::planner::extras::Extras;
use capolinea_engine::{Action, Own, Phase, RouteId, RouteSet, View, sort_few};

/// How many claims are considered besides those planned: the most rewarding, and then those that others want most.
const REWARDING: usize = 6;
const CONTESTED: usize = 6;

/// The planner's move first, then other good candidates: the claims of its plan, and others. `wanted` are the routes that
/// others are thought to want, those they want most first.
pub(crate) fn list(view: &View<'_>, own: &Own, planned: Action, plan: RouteSet, wanted: &[RouteId]) -> Vec<Action> {
    let mut moves = vec![planned];
    let mut add = |action: Action| {
        if !moves.contains(&action) {
            moves.push(action);
        }
    };
    if matches!(view.public.phase, Phase::Turn { .. }) {
        let claim = |route| {
            let payment = thrifty_payment(&own.hand, view.map.route(route).price())?;
            Some(Action::ClaimRoute { route, payment })
        };
        let payable = view.payable_routes(own.seat, &own.hand);
        let (of_plan, mut others): (Vec<_>, Vec<_>) = payable.iter().partition(|&route| plan.contains(route));
        let extras = Extras::new(view, own.seat, &Weights::for_game(view.map.id(), view.public.players));
        let gain = |route: RouteId| f32::from(view.map.route(route).points) + extras.along(view.map.route(route));
        sort_few(&mut others, |&a, &b| gain(b).total_cmp(&gain(a)).is_lt());
        of_plan.into_iter().filter_map(claim).for_each(&mut add);
        let (rewarding, rest) = others.split_at(REWARDING.min(others.len()));
        let contested = wanted.iter().filter(|route| rest.contains(route)).take(CONTESTED);
        rewarding.iter().chain(contested).filter_map(|&route| claim(route)).for_each(&mut add);
    }
    let mut seen = Vec::new();
    for action in view.legal_actions().iter() {
        if let Action::DrawOpen { slot } = action {
            let card = view.public.market[usize::from(slot)];
            if seen.contains(&card) {
                continue;
            }
            seen.push(card);
        }
        // There are many stations and claims: only those above and the planner's own are considered.
        if !matches!(action, Action::ClaimRoute { .. } | Action::BuildStation { .. }) {
            add(action);
        }
    }
    moves
}

#[cfg(test)]
mod tests {
    use super::*;
    use capolinea_engine::{FirstPlayer, Setup, State, Viewer};

    #[test]
    fn a_route_that_others_want_is_thought_of_though_it_brings_little() {
        let map = &capolinea_maps::find("usa").expect("it is built in").map;
        let setup = Setup { players: 2, first: FirstPlayer::Random, seed: [1; 32], pieces: None };
        let mut state = State::new(map, &setup).expect("the map is for two");
        // All tickets are kept, and both collect for ten turns each.
        for _ in 0..2 + 2 * 2 * 10 {
            let seat = state.deciders().lowest().expect("the game goes on");
            let legal = state.view(map, Viewer::Seat(seat)).legal_actions();
            let is_wanted = |action: &Action| matches!(action, Action::KeepTickets { .. } | Action::DrawBlind);
            let action = legal.iter().find(is_wanted).expect("there are enough cards");
            state.apply(map, seat, action).expect("it is legal");
        }
        let view = state.view(map, Viewer::Seat(state.deciders().lowest().expect("the game goes on")));
        let own = view.own.expect("it is a seat");
        let poor = view.payable_routes(own.seat, &own.hand).iter().min_by_key(|&route| map.route(route).points);
        let poor = poor.expect("twenty cards pay for a route");
        let thinks_of_it = |wanted: &[RouteId]| {
            let moves = list(&view, own, Action::DrawBlind, RouteSet::EMPTY, wanted);
            moves.iter().any(|action| matches!(action, Action::ClaimRoute { route, .. } if *route == poor))
        };
        assert!(!thinks_of_it(&[]));
        assert!(thinks_of_it(&[poor]));
    }
}
