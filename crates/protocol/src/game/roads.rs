//! Ways to join a ticket's ends: over own routes, over free ones, and with the pieces that are left.

use capolinea_engine::ids::{MAX_NODES, NodeId, NodeSet, RouteId, RouteSet};
use capolinea_engine::map::{Map, Ticket};
use capolinea_engine::rules::MAX_FLEETS;

/// What a player may use, from node to node.
pub(super) struct Roads {
    roads: Vec<Road>,
    /// The pieces that the player has left of each kind.
    left: [u8; MAX_FLEETS],
    /// For each node the place of one road from there; the road knows the next one.
    from: [Option<u16>; MAX_NODES],
}

#[derive(Clone, Copy)]
struct Road {
    to: NodeId,
    /// The pieces it still takes: none for an own route.
    pieces: u8,
    /// The kind of these pieces.
    fleet: u8,
    route: RouteId,
    /// Another road from the same node.
    next: Option<u16>,
}

/// A way that was tried: where it leads, the pieces of each kind and the routes it takes.
#[derive(Clone, Copy)]
struct Tried {
    node: NodeId,
    used: [u16; MAX_FLEETS],
    way: RouteSet,
}

/// One more than the most pieces a route takes, rounded up.
const AHEAD: usize = 16;

impl Roads {
    pub(super) fn new(map: &Map, own: RouteSet, free: RouteSet, left: [u8; MAX_FLEETS]) -> Roads {
        let mut roads = Vec::with_capacity(2 * map.routes.len());
        let mut from = [None; MAX_NODES];
        for route in own.union(free) {
            let facts = map.route(route);
            let pieces = if own.contains(route) { 0 } else { facts.spaces };
            let fleet = facts.fleet.index() as u8;
            let [a, b] = facts.nodes;
            for (here, to) in [(a, b), (b, a)] {
                let next = from[here.index()].replace(roads.len() as u16);
                roads.push(Road { to, pieces, fleet, route, next });
            }
        }
        Roads { roads, left, from }
    }

    fn from(&self, node: NodeId) -> impl Iterator<Item = &Road> {
        let at = |place: u16| &self.roads[usize::from(place)];
        std::iter::successors(self.from[node.index()].map(at), move |road| road.next.map(at))
    }

    /// The way with the fewest pieces still to be placed that joins the ends of a ticket, of those that the player has
    /// enough pieces for.
    pub(super) fn cheapest(&self, ticket: &Ticket) -> Option<(u16, RouteSet)> {
        let shortest = self.shortest(ticket)?;
        let (missing, way) = shortest;
        if missing > self.left.map(u16::from).iter().sum() {
            return None;
        }
        let has_enough = (0..MAX_FLEETS).all(|fleet| self.taken(way, fleet) <= u16::from(self.left[fleet]));
        if has_enough { Some(shortest) } else { self.within_pieces(ticket) }
    }

    /// The pieces of a kind that a way still takes.
    fn taken(&self, way: RouteSet, fleet: usize) -> u16 {
        // Every road is there in both directions.
        let roads =
            self.roads.iter().step_by(2).filter(|road| usize::from(road.fleet) == fleet && way.contains(road.route));
        roads.map(|road| u16::from(road.pieces)).sum()
    }

    /// The same where the shortest way takes too many pieces of one kind: ways that take fewer of either kind are all
    /// tried, in the order of the pieces they take in all.
    fn within_pieces(&self, ticket: &Ticket) -> Option<(u16, RouteSet)> {
        let [starts, ends] = ticket.ends;
        let left = self.left.map(u16::from);
        let most: u16 = left.iter().sum();
        let mut to_try: Vec<Vec<Tried>> = vec![Vec::new(); usize::from(most) + 1];
        to_try[0] = starts.map(|node| Tried { node, used: [0; MAX_FLEETS], way: RouteSet::EMPTY }).collect();
        let mut tried: Vec<Tried> = Vec::new();
        for missing in 0..=most {
            while let Some(one) = to_try[usize::from(missing)].pop() {
                let is_no_worse = |before: &Tried| {
                    before.node == one.node && (0..MAX_FLEETS).all(|fleet| before.used[fleet] <= one.used[fleet])
                };
                if tried.iter().any(is_no_worse) {
                    continue;
                }
                if ends.contains(one.node) {
                    return Some((missing, one.way));
                }
                tried.push(one);
                for road in self.from(one.node) {
                    let mut next = Tried { node: road.to, ..one };
                    let used = &mut next.used[usize::from(road.fleet)];
                    *used += u16::from(road.pieces);
                    if *used <= left[usize::from(road.fleet)] {
                        next.way.insert(road.route);
                        to_try[usize::from(missing + u16::from(road.pieces))].push(next);
                    }
                }
            }
        }
        None
    }

    /// The way with the fewest pieces still to be placed that joins the ends of a ticket, whatever their kinds.
    fn shortest(&self, ticket: &Ticket) -> Option<(u16, RouteSet)> {
        let [starts, ends] = ticket.ends;
        let mut through: [Option<(NodeId, RouteId)>; MAX_NODES] = [None; MAX_NODES];
        let mut settled = NodeSet::EMPTY;
        // The nodes that can be reached with so many pieces, and with a few more: places of a ring.
        let mut reached = [NodeSet::EMPTY; AHEAD];
        let mut best = [u16::MAX; MAX_NODES];
        reached[0] = starts;
        starts.into_iter().for_each(|start| best[start.index()] = 0);
        let mut missing = 0;
        let mut empty = 0;
        while empty < AHEAD {
            let Some(node) = reached[usize::from(missing) % AHEAD].lowest() else {
                missing += 1;
                empty += 1;
                continue;
            };
            empty = 0;
            reached[usize::from(missing) % AHEAD].remove(node);
            if settled.contains(node) {
                continue;
            }
            settled.insert(node);
            if ends.contains(node) {
                return Some((missing, way_to(node, &through)));
            }
            for road in self.from(node) {
                let pieces = missing + u16::from(road.pieces);
                if pieces < best[road.to.index()] {
                    best[road.to.index()] = pieces;
                    through[road.to.index()] = Some((node, road.route));
                    reached[usize::from(pieces) % AHEAD].insert(road.to);
                }
            }
        }
        None
    }
}

/// The routes of the way to a node.
fn way_to(mut node: NodeId, through: &[Option<(NodeId, RouteId)>; MAX_NODES]) -> RouteSet {
    let mut way = RouteSet::EMPTY;
    while let Some((before, route)) = through[node.index()] {
        way.insert(route);
        node = before;
    }
    way
}
