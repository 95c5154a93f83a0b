//! How many pieces a ticket still takes: a search that is quick enough to run in every step of a learning program.

use capolinea_engine::ids::{MAX_NODES, NodeSet};
use capolinea_engine::map::Ticket;
use capolinea_engine::{Map, RouteId, RouteSet};

/// A map's network, laid out for the search.
#[derive(Clone, Debug)]
pub(super) struct Network {
    nodes: usize,
    /// Where each node's edges begin in `edges`; one more entry closes the last.
    starts: Vec<u16>,
    edges: Vec<Edge>,
    /// The nodes that each route joins.
    ends: Vec<[u8; 2]>,
}

#[derive(Clone, Copy, Debug)]
struct Edge {
    route: RouteId,
    to: u8,
    spaces: u8,
}

/// The cost to complete a ticket.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Missing {
    /// The fewest pieces; `None` if no way is left.
    pub(super) pieces: Option<u8>,
    /// Free routes on a way with this many pieces.
    pub(super) routes: RouteSet,
}

/// Distances are tried one by one, and a route has fewer spaces than this.
const BUCKETS: usize = 16;
const FAR: u8 = u8::MAX;

impl Network {
    pub(super) fn new(map: &Map) -> Self {
        let ends: Vec<[u8; 2]> = map.route_ids().map(|route| map.route(route).nodes.map(|node| node.0)).collect();
        let nodes = ends.iter().flatten().map(|&node| usize::from(node) + 1).max().unwrap_or(0);
        let mut starts = vec![0];
        let mut edges = Vec::new();
        for node in 0..nodes as u8 {
            for (route, &[a, b]) in map.route_ids().zip(&ends) {
                let spaces = map.route(route).spaces.min(BUCKETS as u8 - 1);
                if a == node {
                    edges.push(Edge { route, to: b, spaces });
                } else if b == node {
                    edges.push(Edge { route, to: a, spaces });
                }
            }
            starts.push(edges.len() as u16);
        }
        Network { nodes, starts, edges, ends }
    }

    /// How many routes there are.
    pub(super) fn routes(&self) -> usize {
        self.ends.len()
    }

    fn edges(&self, node: usize) -> &[Edge] {
        &self.edges[usize::from(self.starts[node])..usize::from(self.starts[node + 1])]
    }

    /// The fewest pieces that join a ticket's ends over `open` routes, where `joined` nodes need none.
    pub(super) fn missing(&self, ticket: &Ticket, joined: &Joined, open: RouteSet) -> Missing {
        let [starts, ends] = ticket.ends.map(|nodes| joined.roots_of(nodes));
        let (search, found) = self.search(starts, ends, joined, open);
        match found {
            Some(root) => Missing { pieces: Some(search.distance[root]), routes: self.way_back(&search, joined, root) },
            None => Missing { pieces: None, routes: RouteSet::EMPTY },
        }
    }

    /// How far everything is from the group of nodes that `route` belongs to.
    pub(super) fn around(&self, route: RouteId, joined: &Joined, open: RouteSet) -> Search {
        let [node, _] = self.ends[route.index()];
        self.search(bit(joined.roots[usize::from(node)]), 0, joined, open).0
    }

    /// The fewest pieces that join a ticket's ends by way of the group of nodes that `around` was searched from, if they are
    /// fewer than `limit`.
    pub(super) fn by_way_of(
        &self,
        around: &Search,
        ticket: &Ticket,
        joined: &Joined,
        fewer_than: u8,
    ) -> Option<Missing> {
        let nearest = ticket.ends.map(|nodes| {
            let roots = nodes.into_iter().map(|node| usize::from(joined.roots[node.index()]));
            roots.min_by_key(|&root| around.distance[root]).unwrap_or(0)
        });
        let pieces = nearest.into_iter().fold(0u8, |sum, root| sum.saturating_add(around.distance[root]));
        (pieces < fewer_than).then(|| {
            let [first, second] = nearest.map(|root| self.way_back(around, joined, root));
            Missing { pieces: Some(pieces), routes: first.union(second) }
        })
    }

    /// Looks further and further from `starts` until one of `ends` is reached, which is returned.
    fn search(&self, starts: u128, ends: u128, joined: &Joined, open: RouteSet) -> (Search, Option<usize>) {
        let mut search = Search { distance: [FAR; MAX_NODES], by: [0; MAX_NODES], buckets: [0; BUCKETS] };
        search.buckets[0] = starts;
        each(starts).for_each(|root| search.distance[root] = 0);
        let mut empty = 0;
        for distance in 0..FAR {
            let here = std::mem::take(&mut search.buckets[usize::from(distance) % BUCKETS]);
            if here == 0 {
                empty += 1;
                if empty == BUCKETS {
                    break;
                }
                continue;
            }
            empty = 0;
            // One that was reached by a shorter way since is not here any more.
            if let Some(found) = each(here & ends).find(|&root| search.distance[root] == distance) {
                return (search, Some(found));
            }
            for root in each(here) {
                if search.distance[root] == distance {
                    self.extend(&mut search, joined, open, root);
                }
            }
        }
        (search, None)
    }

    #[inline]
    fn extend(&self, search: &mut Search, joined: &Joined, open: RouteSet, root: usize) {
        let distance = search.distance[root];
        for node in each(joined.members[root]) {
            for edge in self.edges(node) {
                let to = joined.roots[usize::from(edge.to)];
                let further = distance.saturating_add(edge.spaces);
                if further < search.distance[usize::from(to)] && open.contains(edge.route) {
                    search.distance[usize::from(to)] = further;
                    search.by[usize::from(to)] = edge.route.0;
                    search.buckets[usize::from(further) % BUCKETS] |= bit(to);
                }
            }
        }
    }

    fn way_back(&self, search: &Search, joined: &Joined, end: usize) -> RouteSet {
        let mut routes = RouteSet::EMPTY;
        let mut at = end;
        while search.distance[at] > 0 {
            let route = RouteId(search.by[at]);
            routes.insert(route);
            let [a, b] = self.ends[route.index()].map(|node| usize::from(joined.roots[usize::from(node)]));
            at = if a == at { b } else { a };
        }
        routes
    }
}

/// How far nodes are.
pub(super) struct Search {
    /// How far each root is.
    distance: [u8; MAX_NODES],
    /// The route by which each root was reached.
    by: [u8; MAX_NODES],
    /// The roots to look at, by distance.
    buckets: [u128; BUCKETS],
}

/// The nodes that a player's routes join: one of each group stands for all, its root.
pub(super) struct Joined {
    roots: [u8; MAX_NODES],
    /// The nodes of each root.
    members: [u128; MAX_NODES],
}

impl Joined {
    pub(super) fn new(network: &Network, routes: RouteSet) -> Self {
        let mut joined = Joined { roots: [0; MAX_NODES], members: [0; MAX_NODES] };
        for node in 0..network.nodes {
            joined.roots[node] = node as u8;
            joined.members[node] = bit(node as u8);
        }
        for route in routes {
            let [a, b] = network.ends[route.index()].map(|node| usize::from(joined.roots[usize::from(node)]));
            if a != b {
                for node in each(joined.members[b]) {
                    joined.roots[node] = a as u8;
                }
                joined.members[a] |= joined.members[b];
            }
        }
        joined
    }

    fn roots_of(&self, nodes: NodeSet) -> u128 {
        nodes.into_iter().fold(0, |set, node| set | bit(self.roots[node.index()]))
    }
}

#[inline]
fn bit(node: u8) -> u128 {
    1 << (node % MAX_NODES as u8)
}

#[inline]
fn each(mut set: u128) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let node = set.trailing_zeros() as usize;
        set &= set.wrapping_sub(1);
        (node < MAX_NODES).then_some(node)
    })
}
