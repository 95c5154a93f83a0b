//! Ways to join a ticket's ends: over own routes, over free ones, and with the pieces that are left.

use super::needs::Needs;
use super::{Joined, LinkCosts, RouteCosts, UNAVAILABLE};
use crate::cards::CardCounts;
use crate::ids::{MAX_ROUTES, NodeId, RouteId, RouteSet, TicketId};
use crate::map::{Map, Route, Ticket};
use crate::network::ticket_path;
use crate::rules::MAX_FLEETS;
use crate::view::View;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// The measure by which one way is cheaper than another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Measure {
    /// Fewer pieces still to be placed; then fewer turns, route by route.
    Pieces,
    /// Fewer cards still to be paid, whatever the hand holds; then fewer turns, route by route.
    Cards,
}

impl Measure {
    /// The measure of plans: the cards that they take. Where each space takes one card, pieces are as many and ways are found sooner.
    pub fn of_plans(map: &Map) -> Self {
        let is_same = map.routes().iter().all(|route| route.cards == route.spaces);
        if is_same { Measure::Pieces } else { Measure::Cards }
    }
}

/// The routes that one player can still build, and their costs. Finds ways for single tickets, and common networks for several
/// ([`Ways::network`]).
#[derive(Clone, Debug)]
pub struct Ways<'a> {
    pub(super) map: &'a Map,
    /// The player's own routes.
    pub(super) built: RouteSet,
    /// The routes the player could claim with the right cards.
    pub(super) open: RouteSet,
    /// The pieces left of each kind; `None` for any number.
    pub(super) pieces: Option<[u8; MAX_FLEETS]>,
    pub(super) hand: CardCounts,
    pub(super) measure: Measure,
    pub(super) costs: RouteCosts,
    links: LinkCosts,
    pub(super) joined: Joined,
}

/// A way that completes a ticket.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Way {
    /// The ticket.
    pub ticket: TicketId,
    /// All routes of the way, from the ticket's first end to its second.
    pub path: Vec<RouteId>,
    /// Those of them that the player has built.
    pub built: RouteSet,
    /// Those still to be claimed: none if the ticket is completed.
    pub to_claim: RouteSet,
    /// The needs of these.
    pub needs: Needs,
}

/// The lower part of a cost, which only decides between ways that are alike in the upper part.
const MINOR_BITS: u32 = 12;

/// The cost of a route: larger than any sum of lower parts along a path.
pub(super) fn cost(route: &Route, hand: &CardCounts, measure: Measure) -> u32 {
    let counted = match measure {
        Measure::Pieces => route.spaces,
        Measure::Cards => route.cards,
    };
    // A turn is worth two cards.
    u32::from(counted) << MINOR_BITS | u32::from(route.price().missing(hand) + 2)
}

impl<'a> Ways<'a> {
    /// The ways of the viewer; `None` for a spectator.
    pub fn new(view: &View<'a>, measure: Measure) -> Option<Self> {
        let own = view.own?;
        let player = &view.public.seats[own.seat];
        let open = view.open_routes(own.seat);
        Some(Ways::make(view.map, player.routes, open, Some(player.pieces), own.hand, measure))
    }

    /// The ways on an empty board, with any number of pieces and no cards.
    pub fn on_empty_board(map: &'a Map, measure: Measure) -> Self {
        Ways::make(map, RouteSet::EMPTY, map.route_ids().collect(), None, CardCounts::NONE, measure)
    }

    /// The same with this many pieces of each kind.
    pub fn with_pieces(self, pieces: [u8; MAX_FLEETS]) -> Self {
        Ways { pieces: Some(pieces), ..self }
    }

    /// The same as if the player had claimed some of the open routes already.
    pub(super) fn assuming(self, claimed: RouteSet) -> Self {
        let taken = self.pieces_for(claimed);
        let rest = |left: [u8; MAX_FLEETS]| {
            std::array::from_fn(|fleet| left[fleet].saturating_sub(u8::try_from(taken[fleet]).unwrap_or(u8::MAX)))
        };
        let (built, open) = (self.built.union(claimed), self.open.without(claimed));
        Ways::make(self.map, built, open, self.pieces.map(rest), self.hand, self.measure)
    }

    fn make(
        map: &'a Map,
        built: RouteSet,
        open: RouteSet,
        pieces: Option<[u8; MAX_FLEETS]>,
        hand: CardCounts,
        measure: Measure,
    ) -> Self {
        let mut costs = [UNAVAILABLE; MAX_ROUTES];
        for route in open {
            costs[route.index()] = cost(map.route(route), &hand, measure);
        }
        let links = LinkCosts::new(map, &costs);
        Ways { map, built, open, pieces, hand, measure, costs, links, joined: Joined::new(map, built) }
    }

    /// The cheapest way to complete a ticket; `None` if free routes and the pieces left can't.
    pub fn cheapest(&self, ticket: TicketId) -> Option<Way> {
        let to_claim = self.routes_to_claim(self.map.ticket(ticket))?;
        Some(self.way_over(ticket, to_claim))
    }

    /// The way that completes a ticket over own routes and some of `to_claim`.
    pub(super) fn way_over(&self, id: TicketId, to_claim: RouteSet) -> Way {
        let path = ticket_path(self.map, self.built.union(to_claim), self.map.ticket(id)).unwrap_or_default();
        let routes: RouteSet = path.iter().copied().collect();
        let to_claim = routes.without(self.built);
        let needs = Needs::new(self.map, to_claim, &self.hand);
        Way { ticket: id, path, built: routes.intersection(self.built), to_claim, needs }
    }

    /// The routes to be claimed for the cheapest way.
    pub(super) fn routes_to_claim(&self, ticket: &Ticket) -> Option<RouteSet> {
        let routes = self.links.cheapest_path(self.map, ticket, &self.joined)?;
        let Some(left) = self.pieces else { return Some(routes) };
        let taken = self.pieces_for(routes);
        let is_enough = |(taken, &left): (&u16, &u8)| *taken <= u16::from(left);
        if taken.iter().zip(&left).all(is_enough) {
            return Some(routes);
        }
        let all_left: u16 = left.iter().map(|&left| u16::from(left)).sum();
        // No way takes fewer pieces than this one.
        let is_hopeless = self.measure == Measure::Pieces && taken.iter().sum::<u16>() > all_left;
        if is_hopeless { None } else { self.within_pieces(ticket, left) }
    }

    /// The pieces of each kind that some routes take.
    pub(super) fn pieces_for(&self, routes: RouteSet) -> [u16; MAX_FLEETS] {
        let mut pieces = [0; MAX_FLEETS];
        for route in routes {
            let route = self.map.route(route);
            pieces[route.fleet.index()] += u16::from(route.spaces);
        }
        pieces
    }

    /// The same where the cheapest way takes too many pieces of one kind: all ways are tried in the order of their costs,
    /// except those that take as many pieces of every kind as a cheaper one to the same place.
    fn within_pieces(&self, ticket: &Ticket, left: [u8; MAX_FLEETS]) -> Option<RouteSet> {
        let [starts, ends] = ticket.ends;
        let mut tried: Vec<Vec<[u8; MAX_FLEETS]>> = vec![Vec::new(); self.map.node_count()];
        let mut waiting = BinaryHeap::new();
        for start in starts {
            waiting.push(Reverse(Attempt { cost: 0, node: start, used: [0; MAX_FLEETS], routes: 0 }));
        }
        while let Some(Reverse(attempt)) = waiting.pop() {
            let is_no_worse = |before: &[u8; MAX_FLEETS]| before.iter().zip(&attempt.used).all(|(a, b)| a <= b);
            if tried[attempt.node.index()].iter().any(is_no_worse) {
                continue;
            }
            if ends.contains(attempt.node) {
                return Some(RouteSet(attempt.routes).without(self.built));
            }
            tried[attempt.node.index()].push(attempt.used);
            for id in self.built.union(self.open) {
                waiting.extend(self.go_on(&attempt, id, &left).map(Reverse));
            }
        }
        None
    }

    /// The attempt with one more route, if that leads on and the pieces are enough.
    fn go_on(&self, attempt: &Attempt, id: RouteId, left: &[u8; MAX_FLEETS]) -> Option<Attempt> {
        let route = self.map.route(id);
        let node = route.other_end(attempt.node)?;
        let mut next = Attempt { node, routes: attempt.routes | 1 << id.0, ..*attempt };
        if !self.built.contains(id) {
            let fleet = route.fleet.index();
            next.used[fleet] = next.used[fleet].checked_add(route.spaces).filter(|&used| used <= left[fleet])?;
            next.cost += self.costs[id.index()];
        }
        Some(next)
    }
}

/// A way that is tried: where it leads, its cost, the pieces of each kind and the routes it takes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Attempt {
    cost: u32,
    node: NodeId,
    used: [u8; MAX_FLEETS],
    routes: u128,
}
