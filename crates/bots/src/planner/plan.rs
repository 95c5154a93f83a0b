//! A plan: the routes to claim so that the tickets worth completing are completed.

use super::course::Course;
use super::extras::Extras;
use super::weights::Weights;
use crate::choices::least_share;
use crate::costs::Costs;
use arrayvec::ArrayVec;
use capolinea_engine::analysis::Joined;
use capolinea_engine::ids::{MAX_ROUTES, MAX_TICKETS};
use capolinea_engine::map::Route;
use capolinea_engine::rules::MAX_FLEETS;
use capolinea_engine::{Map, Own, RouteSet, TicketId, TicketSet, View, sort_few};

/// The routes of a plan, and its value.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RoutePlan {
    /// The tickets it was made for.
    pub(crate) tickets: TicketSet,
    /// The routes it counts on that were the player's own already.
    pub(crate) own: RouteSet,
    /// The routes still to be claimed when it was made.
    pub(crate) routes: RouteSet,
    /// The tickets it does not complete.
    pub(crate) dropped: TicketSet,
    /// Its value: tickets won and lost, less its cost.
    pub(crate) worth: f32,
}

/// Makes plans in one position.
pub(super) struct Planning<'a> {
    view: &'a View<'a>,
    own: &'a Own,
    course: Course,
    costs: Costs<'a>,
    joined: Joined,
    /// The weight of a plan's cost: it grows towards the end.
    plan_cost: f32,
    /// The value of a ticket besides its points.
    per_ticket: f32,
}

/// A plan in the making.
#[derive(Clone)]
struct Draft {
    joined: Joined,
    pieces: [u8; MAX_FLEETS],
    plan: RoutePlan,
}

/// A ticket to plan for; those offered may be left out.
#[derive(Clone, Copy)]
struct Candidate {
    ticket: TicketId,
    /// Its bit among those offered; none for one that is held.
    offered: u8,
}

/// Which of the offered tickets to keep, and the value of the plan for them.
struct Choice {
    offered: u8,
    worth: f32,
}

impl<'a> Planning<'a> {
    pub(super) fn new(
        view: &'a View<'a>,
        own: &'a Own,
        weights: &Weights,
        extras: Option<&Extras>,
        course: Course,
    ) -> Self {
        let left = least_share(view.map, view.public, Map::seats(view.public.players));
        let globetrotter = view.map.globetrotter().map_or(0.0, |bonus| f32::from(bonus.points));
        Planning {
            view,
            own,
            course,
            costs: Costs::new(view.map, &route_costs(view, own, weights, extras, course)),
            joined: Joined::new(view.map, view.public.seats[own.seat].routes),
            plan_cost: weights.plan_cost * (1.0 + weights.late * (1.0 - left)),
            per_ticket: weights.globetrotter * globetrotter,
        }
    }

    /// The best plan it can make for the tickets held: with the expensive ones planned first, or the cheap ones.
    pub(super) fn make(&self) -> RoutePlan {
        let mut tickets: ArrayVec<TicketId, MAX_TICKETS> = self.own.tickets.iter().collect();
        sort_few(&mut tickets, |&a, &b| self.rank(a) < self.rank(b));
        let dear_first = self.in_order(tickets.iter());
        // The order of tickets that are joined already makes no difference.
        if tickets.iter().filter(|&&ticket| !self.joined.joins(self.view.map.ticket(ticket))).count() < 2 {
            return dear_first;
        }
        let cheap_first = self.in_order(tickets.iter().rev());
        if cheap_first.worth > dear_first.worth { cheap_first } else { dear_first }
    }

    fn in_order<'t>(&self, tickets: impl Iterator<Item = &'t TicketId>) -> RoutePlan {
        let mut draft = self.blank();
        tickets.for_each(|&ticket| self.add(&mut draft, ticket));
        draft.plan
    }

    /// Which of the offered tickets to keep, at least `least` of them, for the best plan with those held.
    pub(super) fn choose(&self, offered: &[TicketId], least: u32) -> u8 {
        let held = self.own.tickets.iter().map(|ticket| Candidate { ticket, offered: 0 });
        let more = offered.iter().enumerate().map(|(place, &ticket)| Candidate { ticket, offered: 1 << place });
        let mut tickets: ArrayVec<Candidate, MAX_TICKETS> = held.chain(more).collect();
        sort_few(&mut tickets, |a, b| self.rank(a.ticket) < self.rank(b.ticket));
        let mut best = Choice { offered: (1 << offered.len()) - 1, worth: f32::NEG_INFINITY };
        self.extend(&tickets, self.blank(), 0, least, &mut best);
        best.offered
    }

    /// The most expensive first.
    fn rank(&self, ticket: TicketId) -> (std::cmp::Reverse<u8>, TicketId) {
        (std::cmp::Reverse(self.view.map.ticket(ticket).points), ticket)
    }

    fn blank(&self) -> Draft {
        let player = &self.view.public.seats[self.own.seat];
        let plan = RoutePlan {
            tickets: TicketSet::EMPTY,
            own: player.routes,
            routes: RouteSet::EMPTY,
            dropped: TicketSet::EMPTY,
            worth: 0.0,
        };
        let mut draft = Draft { joined: self.joined.clone(), pieces: player.pieces, plan };
        if !self.course.added.is_empty() {
            self.add_routes(&mut draft);
        }
        draft
    }

    /// Adds the routes of the course that are open, as far as the pieces reach.
    fn add_routes(&self, draft: &mut Draft) {
        for id in self.view.open_routes(self.own.seat).intersection(self.course.added) {
            let route = self.view.map.route(id);
            let pieces = &mut draft.pieces[route.fleet.index()];
            if let Some(left) = pieces.checked_sub(route.spaces) {
                *pieces = left;
                draft.plan.routes.insert(id);
                draft.joined.join(route.nodes);
            }
        }
    }

    /// Adds the tickets one after the other, tries each optional one both with and without, and keeps the best result.
    fn extend(&self, rest: &[Candidate], mut draft: Draft, chosen: u8, least: u32, best: &mut Choice) {
        for (place, candidate) in rest.iter().enumerate() {
            if candidate.offered != 0 {
                let rest = &rest[place + 1..];
                let more = rest.iter().filter(|candidate| candidate.offered != 0).count() as u32;
                if chosen.count_ones() + more >= least {
                    self.extend(rest, draft.clone(), chosen, least, best);
                }
                self.add(&mut draft, candidate.ticket);
                return self.extend(rest, draft, chosen | candidate.offered, least, best);
            }
            self.add(&mut draft, candidate.ticket);
        }
        if draft.plan.worth > best.worth {
            *best = Choice { offered: chosen, worth: draft.plan.worth };
        }
    }

    /// Adds a ticket by the cheapest path, free to use those before it; or drops it.
    fn add(&self, draft: &mut Draft, id: TicketId) {
        let ticket = self.view.map.ticket(id);
        let (points, plan) = (f32::from(ticket.points), &mut draft.plan);
        plan.tickets.insert(id);
        if self.course.dropped.contains(id) {
            plan.dropped.insert(id);
            plan.worth -= points;
            return;
        }
        // Not worth completing if that costs more than losing it.
        let most = (2.0 * points + self.per_ticket) / self.plan_cost;
        let found = self.costs.path(ticket, &draft.joined, most).and_then(|path| {
            let mut left = draft.pieces;
            for route in path.routes.iter().map(|route| self.view.map.route(route)) {
                let fleet = &mut left[route.fleet.index()];
                *fleet = fleet.checked_sub(route.spaces)?;
            }
            Some((path.routes, left, points + self.per_ticket - self.plan_cost * path.cost))
        });
        match found {
            Some((new, left, worth)) => {
                draft.pieces = left;
                plan.routes = plan.routes.union(new);
                plan.worth += worth;
                new.iter().for_each(|route| draft.joined.join(self.view.map.route(route).nodes));
            }
            None => {
                plan.dropped.insert(id);
                plan.worth -= points;
            }
        }
    }
}

/// The cost of every route for the player now.
fn route_costs(
    view: &View<'_>,
    own: &Own,
    weights: &Weights,
    extras: Option<&Extras>,
    course: Course,
) -> [f32; MAX_ROUTES] {
    let mut costs = [f32::INFINITY; MAX_ROUTES];
    let most = own.hand.most();
    for id in view.open_routes(own.seat).without(course.avoided) {
        let route = view.map.route(id);
        let held = route.color.map_or(most, |color| own.hand.count(color));
        let gains = weights.points * f32::from(route.points) + extras.map_or(0.0, |extras| extras.along(route));
        costs[id.index()] = cost(weights, route, route.cards.saturating_sub(held), gains);
    }
    for id in view.public.seats[own.seat].routes {
        costs[id.index()] = 0.0;
    }
    costs
}

/// The cost of a route with `missing` cards and these gains: a turn, the cards, wilds, the extra cards of a tunnel.
pub(crate) fn cost(weights: &Weights, route: &Route, missing: u8, gains: f32) -> f32 {
    let tunnel = if route.is_tunnel { weights.tunnel } else { 0.0 };
    let asked = weights.missing_card * f32::from(missing) + weights.wild * f32::from(route.wilds) + tunnel;
    (weights.claim + asked - gains).max(0.05)
}
