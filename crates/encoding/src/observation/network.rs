//! How many pieces a ticket still takes: a search that is fast enough to run in every step of a learning program.

use capolinea_engine::ids::{MAX_NODES, NodeSet};
use capolinea_engine::map::Ticket;
use capolinea_engine::{Map, RouteId, RouteSet};

/// A map's network, laid out for the search.
#[derive(Clone, Debug)]
pub(super) struct SearchGraph {
    /// How many routes there are.
    routes: usize,
    /// Where each node's edges begin in `edges`; the last entry is the end.
    starts: Vec<u16>,
    edges: Vec<Edge>,
    links: Vec<Link>,
    /// The rows of all nodes while every route is open: [`Usable::rows`].
    rows: Vec<u128>,
    /// The length of a row: the most spaces of a route, and one.
    row: usize,
}

#[derive(Clone, Copy, Debug)]
struct Edge {
    route: RouteId,
    to: u8,
    spaces: u8,
}

/// All routes of the same length between the same two nodes.
#[derive(Clone, Copy, Debug)]
struct Link {
    nodes: [u8; 2],
    spaces: u8,
    routes: RouteSet,
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

impl SearchGraph {
    pub(super) fn new(map: &Map) -> Self {
        let mut links: Vec<Link> = Vec::new();
        for route in map.route_ids() {
            let [a, b] = map.route(route).nodes.map(|node| node.0);
            let (nodes, spaces) = ([a.min(b), a.max(b)], map.route(route).spaces.min(BUCKETS as u8 - 1));
            match links.iter_mut().find(|link| link.nodes == nodes && link.spaces == spaces) {
                Some(link) => link.routes.insert(route),
                None => links.push(Link { nodes, spaces, routes: RouteSet::from_iter([route]) }),
            }
        }
        let nodes = links.iter().map(|link| usize::from(link.nodes[1]) + 1).max().unwrap_or(0);
        let row = 1 + links.iter().map(|link| usize::from(link.spaces)).max().unwrap_or(0);
        let mut network = SearchGraph {
            routes: map.route_ids().count(),
            starts: vec![0],
            edges: vec![],
            links,
            rows: vec![0; nodes * row],
            row,
        };
        for node in 0..nodes as u8 {
            network.rows[usize::from(node) * row] = bit(node);
            for &Link { nodes: [a, b], spaces, routes } in &network.links {
                if a == node || b == node {
                    let to = if a == node { b } else { a };
                    network.edges.extend(routes.into_iter().map(|route| Edge { route, to, spaces }));
                    network.rows[usize::from(node) * row + usize::from(spaces)] |= bit(to);
                }
            }
            network.starts.push(network.edges.len() as u16);
        }
        network
    }

    /// Every route.
    pub(super) fn routes(&self) -> RouteSet {
        RouteSet::first(self.routes)
    }

    /// The network for a player who has the routes `own` and can still claim those that are `open`.
    pub(super) fn usable(&self, own: RouteSet, open: RouteSet) -> Usable<'_> {
        let mut usable = Usable { network: self, open, rows: self.rows.clone() };
        for link in &self.links {
            let [a, b] = link.nodes;
            if link.routes.intersection(open).is_empty() {
                usable.row(a)[usize::from(link.spaces)] &= !bit(b);
                usable.row(b)[usize::from(link.spaces)] &= !bit(a);
            }
            if !link.routes.intersection(own).is_empty() {
                let joined = usable.row(a)[0] | usable.row(b)[0];
                each(joined).for_each(|node| usable.row(node as u8)[0] = joined);
            }
        }
        usable
    }

    fn edges(&self, node: usize) -> &[Edge] {
        &self.edges[usize::from(self.starts[node])..usize::from(self.starts[node + 1])]
    }
}

/// A network as one player can still use it.
pub(super) struct Usable<'a> {
    network: &'a SearchGraph,
    open: RouteSet,
    /// A row per node: the nodes that it is joined with, itself among them, and then, for each number of spaces, those that an open
    /// route of this length leads to.
    rows: Vec<u128>,
}

impl Usable<'_> {
    #[inline]
    fn row(&mut self, node: u8) -> &mut [u128] {
        let length = self.network.row;
        &mut self.rows[usize::from(node) * length..][..length]
    }

    fn joined(&self, node: usize) -> u128 {
        self.rows[node * self.network.row]
    }

    /// The fewest pieces that join a ticket's ends.
    pub(super) fn missing(&self, ticket: &Ticket) -> Missing {
        let [starts, ends] = ticket.ends.map(bits);
        let search = self.search(starts, ends, FAR);
        match each(search.reached & ends).min_by_key(|&node| search.distance[node]) {
            Some(end) => Missing { pieces: Some(search.distance[end]), routes: self.way_back(&search, end) },
            None => Missing { pieces: None, routes: RouteSet::EMPTY },
        }
    }

    /// The distances below `limit` from the nodes that `route` is joined with.
    pub(super) fn around(&self, route: RouteId, limit: u8) -> Search {
        let link = self.network.links.iter().find(|link| link.routes.contains(route));
        self.search(link.map_or(0, |link| bit(link.nodes[0])), 0, limit)
    }

    /// The fewest pieces that join a ticket's ends by way of the nodes that `around` was searched from, if they are
    /// fewer than `fewer_than`.
    pub(super) fn by_way_of(&self, around: &Search, ticket: &Ticket, fewer_than: u8) -> Option<Missing> {
        let nearest = ticket.ends.map(|nodes| {
            let nodes = nodes.into_iter().map(|node| node.index());
            nodes.min_by_key(|&node| around.distance[node]).unwrap_or(0)
        });
        let pieces = nearest.into_iter().fold(0u8, |sum, node| sum.saturating_add(around.distance[node]));
        (pieces < fewer_than).then(|| {
            let [first, second] = nearest.map(|node| self.way_back(around, node));
            Missing { pieces: Some(pieces), routes: first.union(second) }
        })
    }

    /// Searches outwards from `starts` until one of `ends` is reached, or everything nearer than `limit`.
    fn search(&self, starts: u128, ends: u128, limit: u8) -> Search {
        let mut search = Search { distance: [FAR; MAX_NODES], reached: 0 };
        let mut buckets = [0; BUCKETS];
        buckets[0] = starts;
        let mut empty = 0;
        for distance in 0..limit {
            let here = std::mem::take(&mut buckets[usize::from(distance) % BUCKETS]) & !search.reached;
            if here == 0 {
                empty += 1;
                if empty == BUCKETS {
                    break;
                }
                continue;
            }
            empty = 0;
            let joined = each(here).fold(0, |all, node| all | self.joined(node));
            search.reached |= joined;
            for node in each(joined) {
                search.distance[node] = distance;
                let row = &self.rows[node * self.network.row..][1..self.network.row];
                for (spaces, &nodes) in (1..).zip(row) {
                    buckets[(usize::from(distance) + spaces) % BUCKETS] |= nodes;
                }
            }
            if joined & ends != 0 {
                break;
            }
        }
        search
    }

    /// Routes of a shortest way from where the search began to a node that it reached.
    fn way_back(&self, search: &Search, end: usize) -> RouteSet {
        let mut routes = RouteSet::EMPTY;
        let mut at = end;
        while search.distance[at] > 0 {
            let distance = search.distance[at];
            let comes_from = |edge: &&Edge| {
                search.distance[usize::from(edge.to)].saturating_add(edge.spaces) == distance
                    && self.open.contains(edge.route)
            };
            let Some(edge) = each(self.joined(at)).find_map(|node| self.network.edges(node).iter().find(comes_from))
            else {
                break;
            };
            routes.insert(edge.route);
            at = usize::from(edge.to);
        }
        routes
    }
}

/// How far nodes are.
pub(super) struct Search {
    /// How far each node is.
    distance: [u8; MAX_NODES],
    /// The nodes whose distance is known.
    reached: u128,
}

fn bits(nodes: NodeSet) -> u128 {
    nodes.into_iter().fold(0, |set, node| set | bit(node.0))
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
