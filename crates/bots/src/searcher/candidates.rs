//! The moves worth a thought: the planner's, the best claims, the different draws.

use crate::choices::{open_routes, thrifty_payment};
use capolinea_engine::action::Action;
use capolinea_engine::phase::Phase;
use capolinea_engine::view::{Own, View};
use std::cmp::Reverse;

/// How many claims are thought of besides the planner's move.
const CLAIMS: usize = 8;

/// The planner's move first, then what else could be good.
pub(crate) fn list(view: &View<'_>, own: &Own, planned: Action) -> Vec<Action> {
    let mut moves = vec![planned];
    let mut add = |action: Action| {
        if !moves.contains(&action) {
            moves.push(action);
        }
    };
    if matches!(view.public.phase, Phase::Turn { .. }) {
        let mut claims: Vec<(u8, Action)> = open_routes(view, own.seat)
            .filter_map(|route| {
                let facts = view.map.route(route);
                let payment = thrifty_payment(&own.hand, facts.price())?;
                Some((facts.points, Action::ClaimRoute { route, payment }))
            })
            .collect();
        claims.sort_by_key(|&(points, _)| Reverse(points));
        claims.into_iter().take(CLAIMS).for_each(|(_, action)| add(action));
    }
    let mut seen = Vec::new();
    for action in view.legal_actions().iter() {
        match action {
            Action::DrawOpen { slot } => {
                let card = view.public.market[usize::from(slot)];
                if !seen.contains(&card) {
                    seen.push(card);
                    add(action);
                }
            }
            // Stations and claims are many: only those above, and what the planner thinks of.
            Action::ClaimRoute { .. } | Action::BuildStation { .. } => {}
            Action::ChooseSplit { .. }
            | Action::KeepTickets { .. }
            | Action::PlaceTourists { .. }
            | Action::DrawBlind
            | Action::DrawTickets
            | Action::PayTunnel { .. }
            | Action::LeaveTunnel
            | Action::TakePassenger { .. }
            | Action::LeavePassengers
            | Action::TakeTourist { .. }
            | Action::Pass => add(action),
        }
    }
    moves
}
