//! A plan: the routes to claim so that the tickets worth completing are completed.

use super::weights::Weights;
use crate::choices::{majority_worth, open_routes};
use crate::network::{Costs, Network};
use capolinea_engine::ids::{LocationId, MAX_ROUTES, RouteId, RouteSet, TicketId, TicketSet};
use capolinea_engine::view::{Own, View};

/// What to claim, and what for.
#[derive(Clone, Copy, Debug)]
pub(super) struct Plan {
    /// The tickets it was made for.
    pub(super) tickets: TicketSet,
    /// The routes it counts on that were the player's own already.
    pub(super) own: RouteSet,
    /// The routes still to be claimed when it was made.
    pub(super) routes: RouteSet,
    /// The tickets it does not complete.
    pub(super) dropped: TicketSet,
    /// What it is worth: tickets won and lost, less what it costs.
    pub(super) worth: f32,
}

/// What every route would cost the player now.
pub(super) fn costs(view: &View<'_>, own: &Own, weights: &Weights) -> Costs {
    let mut costs = [f32::INFINITY; MAX_ROUTES];
    for id in open_routes(view, own.seat) {
        costs[id.index()] = cost(view, own, weights, id);
    }
    for id in view.public.seats[own.seat].routes {
        costs[id.index()] = 0.0;
    }
    costs
}

fn cost(view: &View<'_>, own: &Own, weights: &Weights, id: RouteId) -> f32 {
    let route = view.map.route(id);
    let held = route.color.map_or_else(|| own.hand.most(), |color| own.hand.of(color));
    let missing = route.cards.saturating_sub(held);
    let tunnel = if route.is_tunnel { weights.tunnel } else { 0.0 };
    let gains = weights.points * f32::from(route.points)
        + [route.a, route.b].map(|location| extras(view, own, weights, location)).into_iter().sum::<f32>();
    let asked = weights.missing_card * f32::from(missing) + weights.wild * f32::from(route.wilds) + tunnel;
    (weights.claim + asked - gains).max(0.05)
}

/// What waits at a location for whoever claims a route there: passengers, tokens.
fn extras(view: &View<'_>, own: &Own, weights: &Weights, location: LocationId) -> f32 {
    let best = view.public.passengers_at(view.map, location).map(|color| majority_worth(view, own.seat, color)).max();
    let passenger = best.map_or(0.0, |worth| weights.passenger * worth as f32);
    let has_token = view.public.tourists_at(location).is_some_and(|kind| {
        view.public.tourists[kind.index()].left > 0 && !view.public.seats[own.seat].tourists.contains(kind)
    });
    passenger + if has_token { weights.token } else { 0.0 }
}

/// Makes the best plan it can for `tickets`: paths one after the other, each free to use those before it.
pub(super) fn make(view: &View<'_>, own: &Own, network: &Network, weights: &Weights, tickets: TicketSet) -> Plan {
    let costs = costs(view, own, weights);
    let mut dear: Vec<TicketId> = tickets.collect();
    dear.sort_by_key(|&ticket| std::cmp::Reverse(view.map.ticket(ticket).points));
    let dear_first = in_order(view, own, network, weights, &costs, &dear);
    dear.reverse();
    let cheap_first = in_order(view, own, network, weights, &costs, &dear);
    if cheap_first.worth > dear_first.worth { cheap_first } else { dear_first }
}

fn in_order(
    view: &View<'_>,
    own: &Own,
    network: &Network,
    weights: &Weights,
    costs: &Costs,
    tickets: &[TicketId],
) -> Plan {
    let player = &view.public.seats[own.seat];
    let mut costs = *costs;
    let mut pieces = player.pieces;
    let mut plan = Plan {
        tickets: tickets.iter().copied().collect(),
        own: player.routes,
        routes: RouteSet::EMPTY,
        dropped: TicketSet::EMPTY,
        worth: 0.0,
    };
    for &id in tickets {
        let ticket = view.map.ticket(id);
        let points = f32::from(ticket.points);
        let found = network.path(ticket, &costs).and_then(|(path, cost)| {
            let new = path.without(player.routes).without(plan.routes);
            let mut left = pieces;
            for route in new.map(|route| view.map.route(route)) {
                let fleet = &mut left[route.fleet.index()];
                *fleet = fleet.checked_sub(route.spaces)?;
            }
            // Not worth completing if that costs more than losing it.
            let gain = 2.0 * points - weights.plan_cost * cost;
            (gain > 0.0).then_some((new, cost, left))
        });
        match found {
            Some((new, cost, left)) => {
                pieces = left;
                plan.routes = plan.routes.union(new);
                plan.worth += points - weights.plan_cost * cost;
                for route in new {
                    costs[route.index()] = 0.0;
                    for parallel in view.map.route(route).parallels {
                        costs[parallel.index()] = f32::INFINITY;
                    }
                }
            }
            None => {
                plan.dropped.insert(id);
                plan.worth -= points;
            }
        }
    }
    plan
}
