//! A plan: the tickets and routes that a player wants, the cheapest way to all of them, and what to do next.

use super::needs::HandShare;
use super::why_not::missing_cards;
use super::{Measure, MissingCards, Needs, Way, Ways};
use crate::ids::{RouteId, RouteSet, TicketSet};
use crate::view::View;
use std::cmp::Reverse;

/// The way to complete some tickets and to claim some routes, all together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// The way of each ticket, in the order of the tickets' ids. Ways may share routes.
    pub ways: Vec<Way>,
    /// Tickets that free routes and the pieces left can't complete.
    pub blocked: TicketSet,
    /// Wanted routes that the player neither owns nor can claim any more.
    pub lost: RouteSet,
    /// The routes of the plan that the player has built.
    pub built: RouteSet,
    /// The routes still to be claimed.
    pub to_claim: RouteSet,
    /// The needs of all these together.
    pub needs: Needs,
    /// The cards of the hand that go towards it, and the missing cards.
    pub share: HandShare,
    /// The route to claim next: of those that lack the fewest cards, the longest.
    pub next: Option<NextRoute>,
    /// Whether the pieces left are enough for all of it.
    pub is_within_pieces: bool,
    /// Whether it is known that no cheaper plan exists.
    pub is_cheapest: bool,
}

/// The route of a plan that is nearest to being paid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NextRoute {
    /// The route.
    pub route: RouteId,
    /// The cards that the hand lacks for it; none if it can be paid.
    pub missing: Option<MissingCards>,
}

impl Plan {
    /// The viewer's cheapest plan for all of `tickets` that also claims all of `routes`; `None` for a spectator. Tickets that can't
    /// be completed and routes that can't be claimed are left out, and listed.
    pub fn new(view: &View<'_>, tickets: TicketSet, routes: RouteSet) -> Option<Plan> {
        let own = view.own?;
        let ways = Ways::new(view, Measure::of_plans(view.map))?;
        let built = ways.built;
        let wanted = routes.intersection(ways.open);
        let network =
            if wanted.is_empty() { ways.network(tickets) } else { ways.clone().assuming(wanted).network(tickets) };
        let of_tickets = network.built.union(network.to_claim);
        let all = of_tickets.union(wanted).union(routes.intersection(built));
        let to_claim = all.without(built);
        let needs = Needs::new(view.map, to_claim, &own.hand);
        Some(Plan {
            ways: network.ways.iter().map(|way| ways.way_over(way.ticket, to_claim)).collect(),
            blocked: network.blocked,
            lost: routes.without(built).without(wanted),
            built: all.intersection(built),
            to_claim,
            needs,
            share: HandShare::new(view.map, to_claim, &own.hand),
            next: next_route(view, to_claim),
            is_within_pieces: needs.is_within(&view.public.seats[own.seat].pieces),
            is_cheapest: network.is_cheapest,
        })
    }
}

/// Of the routes that lack the fewest cards, the longest.
fn next_route(view: &View<'_>, to_claim: RouteSet) -> Option<NextRoute> {
    let hand = &view.own?.hand;
    let order = |id: &RouteId| {
        let route = view.map.route(*id);
        (route.price().missing(hand), Reverse(route.spaces))
    };
    let route = to_claim.into_iter().min_by_key(order)?;
    let missing = missing_cards(hand, view.map.route(route).price());
    Some(NextRoute { route, missing: (missing.cards > 0).then_some(missing) })
}
