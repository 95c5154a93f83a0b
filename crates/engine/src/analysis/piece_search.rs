//! A search for ways that take the fewest pieces: fast enough to run in every step of a learning program.

use crate::ids::{MAX_NODES, MAX_ROUTES, NodeId, NodeSet, RouteId, RouteSet};
use crate::map::{Route, Ticket};
use std::hint::select_unpredictable;

/// A map's network, laid out for the search. Part of a map's tables.
#[derive(Clone, Debug)]
pub(crate) struct SearchGraph {
    /// Every route.
    routes: RouteSet,
    links: Vec<Link>,
    /// The link of each route.
    link_of: Vec<u8>,
    /// Where each node's edges begin in `edges`; the last entry is the end.
    starts: Vec<u16>,
    edges: Vec<Edge>,
}

/// All routes of the same length between the same two nodes.
#[derive(Clone, Copy, Debug)]
struct Link {
    nodes: [u8; 2],
    spaces: u8,
    routes: RouteSet,
}

/// A link from one of its nodes to the other.
#[derive(Clone, Copy, Debug)]
struct Edge {
    link: u8,
    to: u8,
}

/// Links of a network, by their bits.
pub(super) type LinkSet = u128;

/// The cost to complete a ticket.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Missing {
    /// The fewest pieces; `None` if no way is left.
    pub(super) pieces: Option<u8>,
    /// Free links on a way with this many pieces.
    pub(super) links: LinkSet,
}

/// Distances are tried one by one, and a route has fewer spaces than this.
const BUCKETS: usize = 16;
/// Farther than everything: no route of this length can be used.
const FAR: u8 = u8::MAX;

impl SearchGraph {
    pub(crate) fn new(routes: &[Route]) -> Self {
        let mut links: Vec<Link> = Vec::new();
        let mut link_of = Vec::new();
        for (number, route) in (0..).zip(routes) {
            let [a, b] = route.nodes.map(|node| node.0);
            let (nodes, spaces) = ([a.min(b), a.max(b)], route.spaces.min(BUCKETS as u8 - 1));
            let place = links.iter().position(|link| link.nodes == nodes && link.spaces == spaces);
            let place = place.unwrap_or_else(|| {
                links.push(Link { nodes, spaces, routes: RouteSet::EMPTY });
                links.len() - 1
            });
            links[place].routes.insert(RouteId(number));
            link_of.push(place as u8);
        }
        let last = links.iter().map(|link| link.nodes[1]).max().unwrap_or(0);
        let (mut starts, mut edges) = (vec![0], Vec::new());
        for node in 0..=last {
            for (link, Link { nodes: [a, b], .. }) in (0..).zip(&links) {
                if *a == node || *b == node {
                    edges.push(Edge { link, to: if *a == node { *b } else { *a } });
                }
            }
            starts.push(edges.len() as u16);
        }
        SearchGraph { routes: RouteSet::first(link_of.len()), links, link_of, starts, edges }
    }

    /// Every route.
    #[inline]
    pub(super) fn routes(&self) -> RouteSet {
        self.routes
    }

    #[inline]
    fn link(&self, route: RouteId) -> (usize, &Link) {
        let place = usize::from(self.link_of[route.index()]);
        (place, &self.links[place])
    }

    /// The link of a route, and its spaces.
    #[inline]
    pub(super) fn link_with_spaces(&self, route: RouteId) -> (LinkSet, u8) {
        let (place, link) = self.link(route);
        (1 << place, link.spaces)
    }

    /// The costs for a player who has the routes `own` and can still claim those that are `open`.
    pub(super) fn costs(&self, own: RouteSet, open: RouteSet) -> Costs {
        let mut costs = Costs::default();
        for (cost, link) in costs.0.iter_mut().zip(&self.links) {
            *cost = link.spaces;
        }
        costs.own(self, own);
        costs.close(self, self.routes.without(open), open);
        costs
    }

    #[inline]
    fn edges(&self, node: usize) -> &[Edge] {
        &self.edges[usize::from(self.starts[node])..usize::from(self.starts[node + 1])]
    }
}

/// The pieces that each link still takes for one player: none if one of its routes is the player's own.
#[derive(Clone, Copy, Debug)]
pub(super) struct Costs([u8; MAX_ROUTES]);

impl Default for Costs {
    fn default() -> Self {
        Costs([FAR; MAX_ROUTES])
    }
}

impl Costs {
    /// The player can't claim these routes any more; `open` are those that are left. Returns the links that lead nowhere now.
    pub(super) fn close(&mut self, network: &SearchGraph, routes: RouteSet, open: RouteSet) -> LinkSet {
        let mut closed = 0;
        for route in routes {
            let (place, link) = network.link(route);
            if link.routes.intersection(open).is_empty() && self.0[place] > 0 {
                self.0[place] = FAR;
                closed |= 1 << place;
            }
        }
        closed
    }

    /// These routes are the player's own.
    pub(super) fn own(&mut self, network: &SearchGraph, routes: RouteSet) {
        routes.into_iter().for_each(|route| self.0[network.link(route).0] = 0);
    }
}

/// A network as one player can still use it.
pub(super) struct Usable<'a> {
    pub(super) network: &'a SearchGraph,
    pub(super) costs: &'a Costs,
}

impl Usable<'_> {
    /// The fewest pieces that join a ticket's ends.
    pub(super) fn missing(&self, ticket: &Ticket) -> Missing {
        let [starts, ends] = ticket.ends;
        let mut search = Search::new(starts);
        while let Some((node, pieces)) = search.next(self, FAR - 1) {
            if ends.contains(node) {
                return Missing { pieces: Some(pieces), links: search.way_back(self, node) };
            }
        }
        Missing { pieces: None, links: 0 }
    }

    /// A search from the nodes that `route` joins.
    pub(super) fn around(&self, route: RouteId) -> Search {
        Search::new(NodeSet::from_iter([NodeId(self.network.link(route).1.nodes[0])]))
    }
}

/// Searches outwards from where it began.
pub(super) struct Search {
    /// The fewest pieces to each node that was found so far.
    distances: [u8; MAX_NODES],
    /// The last edge on the way to each of these, from its other end.
    came_by: [Edge; MAX_NODES],
    /// Where it began, as far as these nodes were not looked at yet.
    starts: NodeSet,
    /// The first of the nodes to look at, for each distance; [`LAST`] if there is none.
    firsts: [u8; BUCKETS],
    /// These nodes, each with the place of the next. There are at most as many as routes: a route leads only one way to something nearer.
    queued: [(u8, u8); QUEUE],
    count: u8,
    /// The distance that is being looked at.
    distance: u8,
    /// How many distances in a row had no nodes.
    empty: u8,
}

/// Places in the queue: one for each route, and one to write to that is not read.
const QUEUE: usize = 2 * MAX_ROUTES;
/// No place in the queue.
const LAST: u8 = u8::MAX;

impl Search {
    fn new(starts: NodeSet) -> Self {
        let mut search = Search {
            distances: [FAR; MAX_NODES],
            came_by: [Edge { link: 0, to: 0 }; MAX_NODES],
            starts,
            firsts: [LAST; BUCKETS],
            queued: [(0, LAST); QUEUE],
            count: 0,
            distance: 0,
            empty: 0,
        };
        for start in starts {
            search.distances[start.index()] = 0;
        }
        search
    }

    /// The next node with its distance, nearer ones first; `None` when there are no more up to `limit`.
    #[inline]
    pub(super) fn next(&mut self, usable: &Usable<'_>, limit: u8) -> Option<(NodeId, u8)> {
        if let Some(start) = self.starts.pop_lowest() {
            self.look_at_neighbors(usable, start.index());
            return Some((start, 0));
        }
        while self.distance <= limit {
            let first = &mut self.firsts[usize::from(self.distance) % BUCKETS];
            if *first == LAST {
                self.empty += 1;
                if usize::from(self.empty) > BUCKETS || self.distance == FAR {
                    break;
                }
                self.distance += 1;
                continue;
            }
            self.empty = 0;
            let (node, next) = self.queued[usize::from(*first) % QUEUE];
            *first = next;
            // A shorter way may have been found after it was put here.
            if self.distances[usize::from(node) % MAX_NODES] == self.distance {
                self.look_at_neighbors(usable, node.into());
                return Some((NodeId(node), self.distance));
            }
        }
        None
    }

    fn look_at_neighbors(&mut self, usable: &Usable<'_>, node: usize) {
        for edge in usable.network.edges(node) {
            let distance = u32::from(self.distance) + u32::from(usable.costs.0[usize::from(edge.link) % MAX_ROUTES]);
            let to = usize::from(edge.to) % MAX_NODES;
            // Nobody can foresee which ways are shorter, so there is no jump here: what is written for a longer one is not read.
            let is_shorter = distance < u32::from(self.distances[to]);
            self.distances[to] = select_unpredictable(is_shorter, distance as u8, self.distances[to]);
            let came_by = Edge { link: edge.link, to: node as u8 };
            self.came_by[to] = select_unpredictable(is_shorter, came_by, self.came_by[to]);
            let first = &mut self.firsts[distance as usize % BUCKETS];
            self.queued[usize::from(self.count) % QUEUE] = (edge.to, *first);
            *first = select_unpredictable(is_shorter, self.count, *first);
            self.count += u8::from(is_shorter);
        }
    }

    /// The fewest pieces that join a ticket's ends by way of where the search began, if they are fewer than `fewer_than`.
    pub(super) fn by_way_of(&self, usable: &Usable<'_>, ticket: &Ticket, fewer_than: u8) -> Option<Missing> {
        let nearest = ticket.ends.map(|nodes| nodes.into_iter().min_by_key(|node| self.distances[node.index()]));
        let [Some(first), Some(second)] = nearest else { return None };
        let pieces = self.distances[first.index()].saturating_add(self.distances[second.index()]);
        (pieces < fewer_than).then(|| {
            let links = self.way_back(usable, first) | self.way_back(usable, second);
            Missing { pieces: Some(pieces), links }
        })
    }

    /// The free links of a shortest way from where the search began to a node that it reached.
    fn way_back(&self, usable: &Usable<'_>, end: NodeId) -> LinkSet {
        let mut links = 0;
        let mut at = end.index();
        // Every step leads to a node that was looked at before.
        while self.distances[at] > 0 {
            let Edge { link, to } = self.came_by[at];
            links |= LinkSet::from(usable.costs.0[usize::from(link)] > 0) << link;
            at = usize::from(to);
        }
        links
    }
}
