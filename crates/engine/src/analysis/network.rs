//! The cheapest common network of several tickets: what to build so that all of them are completed.

use super::forest::Forest;
use super::{Joined, LinkCosts, MAX_PATH_COST, Needs, RouteCosts, Way, Ways};
use crate::few::sort_few;
use crate::ids::{RouteSet, TicketId, TicketSet};
use crate::rules::MAX_FLEETS;

/// Routes that complete several tickets together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Network {
    /// The way of each ticket through the network, in the order of the tickets' ids. Ways may share routes.
    pub ways: Vec<Way>,
    /// Tickets left out: free routes and the pieces left can't complete them, each taken by itself.
    pub blocked: TicketSet,
    /// The routes of the network that the player has built.
    pub built: RouteSet,
    /// The routes still to be claimed.
    pub to_claim: RouteSet,
    /// The needs of all these together.
    pub needs: Needs,
    /// Whether the pieces left are enough for all of it.
    pub is_within_pieces: bool,
    /// Whether it is known that no cheaper network exists. Very many tickets, or too few pieces of one kind, leave that open.
    pub is_cheapest: bool,
}

/// The factor by which each try raises the cost of routes that take pieces of which too few are left.
const SURCHARGES: [u32; 4] = [1, 2, 4, 8];

/// Routes to claim, and whether no cheaper ones would do.
struct Found {
    routes: RouteSet,
    is_cheapest: bool,
}

impl Ways<'_> {
    /// The cheapest network that completes all of `tickets`, except those that can't be completed at all.
    pub fn network(&self, tickets: TicketSet) -> Network {
        let is_possible = |ticket: &TicketId| self.routes_to_claim(self.map.ticket(*ticket)).is_some();
        let possible: TicketSet = tickets.iter().filter(is_possible).collect();
        let found = self.within_all_pieces(possible);
        let mut ways = Vec::new();
        let mut routes = RouteSet::EMPTY;
        for ticket in possible {
            let way = self.way_over(ticket, found.routes);
            routes = routes.union(way.built).union(way.to_claim);
            ways.push(way);
        }
        let to_claim = routes.without(self.built);
        let needs = Needs::new(self.map, to_claim, &self.hand);
        Network {
            ways,
            blocked: tickets.without(possible),
            built: routes.intersection(self.built),
            to_claim,
            needs,
            is_within_pieces: self.pieces.is_none_or(|left| needs.is_within(&left)),
            is_cheapest: found.is_cheapest,
        }
    }

    /// The cheapest routes; if these take too many pieces of one kind, others that take more of the other kind.
    fn within_all_pieces(&self, tickets: TicketSet) -> Found {
        let found = self.join_all(tickets, &self.costs);
        let Some(left) = self.pieces.map(|left| left.map(u16::from)) else { return found };
        let over_in = |routes| -> [bool; MAX_FLEETS] {
            let taken = self.pieces_for(routes);
            std::array::from_fn(|fleet| taken[fleet] > left[fleet])
        };
        let over = over_in(found.routes);
        let kinds = &over[..self.map.rules().fleets.len()];
        if kinds.iter().all(|&is_over| is_over) || !kinds.contains(&true) {
            return found;
        }
        let mut best: Option<(u32, RouteSet)> = None;
        for surcharge in SURCHARGES {
            let mut costs = self.costs;
            for route in self.open {
                if over[self.map.route(route).fleet.index()] {
                    costs[route.index()] += surcharge * self.costs[route.index()];
                }
            }
            let routes = self.join_all(tickets, &costs).routes;
            let cost = self.cost_of(routes);
            if !over_in(routes).contains(&true) && best.is_none_or(|(least, _)| cost < least) {
                best = Some((cost, routes));
            }
        }
        best.map_or(found, |(_, routes)| Found { routes, is_cheapest: false })
    }

    fn cost_of(&self, routes: RouteSet) -> u32 {
        routes.iter().map(|route| self.costs[route.index()]).sum()
    }

    /// Routes that join the ends of every ticket: the cheapest by these costs, unless there are too many tickets.
    fn join_all(&self, tickets: TicketSet, costs: &RouteCosts) -> Found {
        let tickets: Vec<TicketId> = tickets.iter().filter(|&id| !self.joined.joins(self.map.ticket(id))).collect();
        if let Some(routes) = Forest::new(self, costs).join(self.map, &tickets) {
            return Found { routes, is_cheapest: true };
        }
        Found { routes: self.one_by_one(tickets, &LinkCosts::new(self.map, costs)), is_cheapest: false }
    }

    /// Adds the tickets one by one, each by its cheapest path, free to use those before it; then moves each ticket to the end of
    /// the order as long as that helps.
    fn one_by_one(&self, mut tickets: Vec<TicketId>, links: &LinkCosts) -> RouteSet {
        sort_few(&mut tickets, |&a, &b| self.map.ticket(a).points > self.map.ticket(b).points);
        let mut best = self.in_order(&tickets, links);
        let mut place = 0;
        while place < tickets.len() {
            let mut order = tickets.clone();
            let moved = order.remove(place);
            order.push(moved);
            let routes = self.in_order(&order, links);
            if self.cost_of(routes) < self.cost_of(best) {
                (tickets, best, place) = (order, routes, 0);
            } else {
                place += 1;
            }
        }
        best
    }

    fn in_order(&self, tickets: &[TicketId], links: &LinkCosts) -> RouteSet {
        let mut joined: Joined = self.joined.clone();
        let mut all = RouteSet::EMPTY;
        for &ticket in tickets {
            let mut path = RouteSet::EMPTY;
            let ticket = self.map.ticket(ticket);
            links.find_path(self.map, ticket, &joined, MAX_PATH_COST, |route| path.insert(route));
            for route in path {
                joined.join(self.map.route(route).nodes);
            }
            all = all.union(path);
        }
        all
    }
}
