//! What a ticket costs: the path between its ends that asks for the fewest cards.

use capolinea_engine::ids::{NodeId, RouteId};
use capolinea_engine::map::{Map, Route, Ticket};

/// A path between a ticket's ends, from the first to the second.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TicketPath {
    /// Its routes.
    pub routes: Vec<RouteId>,
    /// How many cards they ask for.
    pub cards: u16,
    /// How many pieces they take.
    pub pieces: u16,
}

impl TicketPath {
    /// The cheapest path: the one with the fewest cards; of those the one with the fewest pieces.
    pub fn cheapest(map: &Map, ticket: &Ticket) -> TicketPath {
        let mut best: Vec<Option<Step>> = vec![None; map.nodes];
        let mut open: Vec<(Cost, NodeId)> = Vec::new();
        for start in ticket.ends[0] {
            best[start.index()] = Some(Step { cost: Cost::default(), by: None });
            open.push((Cost::default(), start));
        }
        while let Some(next) = (0..open.len()).min_by_key(|&place| open[place]) {
            let (cost, node) = open.swap_remove(next);
            if best[node.index()].is_some_and(|step| step.cost < cost) {
                continue;
            }
            for id in map.route_ids() {
                let route = map.route(id);
                let Some(other) = other_end(route, node) else { continue };
                let cost =
                    Cost { cards: cost.cards + u16::from(route.cards), pieces: cost.pieces + u16::from(route.spaces) };
                if best[other.index()].is_none_or(|known| cost < known.cost) {
                    best[other.index()] = Some(Step { cost, by: Some(id) });
                    open.push((cost, other));
                }
            }
        }
        let reached = ticket.ends[1].into_iter().filter_map(|end| Some((best[end.index()]?.cost, end)));
        let (cost, mut node) = reached.min().expect("every ticket of a checked map can be completed");
        let mut routes = Vec::new();
        while let Some(Step { by: Some(id), .. }) = best[node.index()] {
            routes.push(id);
            node = other_end(map.route(id), node).expect("the step leads here");
        }
        routes.reverse();
        TicketPath { routes, cards: cost.cards, pieces: cost.pieces }
    }
}

/// Cards count before pieces.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
struct Cost {
    cards: u16,
    pieces: u16,
}

#[derive(Clone, Copy)]
struct Step {
    cost: Cost,
    /// The route that leads here; `None` at the start.
    by: Option<RouteId>,
}

/// The node at the other end of a route, if `node` is at one of its ends.
pub(crate) fn other_end(route: &Route, node: NodeId) -> Option<NodeId> {
    match route.nodes {
        [a, b] if a == node => Some(b),
        [a, b] if b == node => Some(a),
        _ => None,
    }
}

/// Whether one player's pieces are enough for some path between the ticket's ends.
pub(crate) fn has_pieces_for(map: &Map, ticket: &Ticket) -> bool {
    // Paths to each node by the pieces they take of each fleet, without those that take no less of any.
    type Taken = [u16; 2];
    let mut known: Vec<Vec<Taken>> = vec![Vec::new(); map.nodes];
    let mut open: Vec<(NodeId, Taken)> = ticket.ends[0].into_iter().map(|start| (start, [0; 2])).collect();
    let ends = ticket.ends[1];
    while let Some((node, taken)) = open.pop() {
        if ends.contains(node) {
            return true;
        }
        let is_worse = |other: &Taken| taken.iter().zip(other).all(|(mine, theirs)| mine >= theirs);
        if known[node.index()].iter().any(is_worse) {
            continue;
        }
        known[node.index()].push(taken);
        for route in map.route_ids().map(|id| map.route(id)) {
            let Some(other) = other_end(route, node) else { continue };
            let fleet = route.fleet.index();
            let mut more = taken;
            more[fleet] += u16::from(route.spaces);
            if more[fleet] <= u16::from(map.rules.fleets[fleet].count) {
                open.push((other, more));
            }
        }
    }
    false
}
