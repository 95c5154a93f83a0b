//! Cheapest paths between places: a search over whole-number costs, fast enough for bots that use it constantly.

use super::Joined;
use crate::ids::{MAX_NODES, MAX_ROUTES, NodeId, NodeSet, RouteId, RouteSet};
use crate::map::{Map, Route, Ticket};

/// The cost of each route; [`UNAVAILABLE`] for those that can't be used.
pub type RouteCosts = [u32; MAX_ROUTES];

/// The cost of a route that can't be used.
pub const UNAVAILABLE: u32 = u32::MAX;

/// Paths that cost as much or more are not found.
pub const MAX_PATH_COST: u32 = (CLOSED >> NODE_BITS) as u32;

/// Which nodes have a link. Parallel routes are one link. Part of a map's tables.
#[derive(Clone, Debug)]
pub(crate) struct Links {
    nodes: usize,
    /// The two ends of each link.
    ends: Vec<[NodeId; 2]>,
    /// The link that each route is part of.
    link_of: [u8; MAX_ROUTES],
    /// The link between two nodes, where there is one.
    between: Vec<u8>,
    /// The nodes that each node has a link to.
    neighbours: Vec<NodeSet>,
}

/// The cost of each link, by its cheapest route.
#[derive(Clone, Debug)]
pub struct LinkCosts {
    /// The cheapest route of each link.
    routes: [RouteId; MAX_ROUTES],
    /// For each node, to each node, a key: the cost of the link, then the node it leads to.
    keys: Vec<i32>,
    /// How long each node's row of keys is.
    row: usize,
}

/// Keys have the node in their lowest bits, so that the smallest of several gives both.
const NODE_BITS: u32 = MAX_NODES.ilog2();
/// The key of no link: more than any path costs.
const CLOSED: i32 = 1 << 30;
/// How long rows may be: as short as the nodes allow, in steps that suit the real boards.
const ROWS: [usize; 5] = [24, 40, 48, 64, MAX_NODES];

impl Links {
    pub(crate) fn new(nodes: usize, routes: &[Route]) -> Self {
        let mut links = Links {
            nodes,
            ends: Vec::new(),
            link_of: [0; MAX_ROUTES],
            between: vec![0; nodes * nodes],
            neighbours: vec![NodeSet::EMPTY; nodes],
        };
        for (route, ends) in routes.iter().map(|route| route.nodes).enumerate() {
            let known = links.ends.iter().position(|link| *link == ends || *link == [ends[1], ends[0]]);
            let link = known.unwrap_or_else(|| {
                links.ends.push(ends);
                links.ends.len() - 1
            });
            links.link_of[route] = link as u8;
            let [a, b] = ends.map(NodeId::index);
            links.between[a * nodes + b] = link as u8;
            links.between[b * nodes + a] = link as u8;
            links.neighbours[a].insert(ends[1]);
            links.neighbours[b].insert(ends[0]);
        }
        links
    }
}

impl LinkCosts {
    /// The costs of the links of `map` for these costs of routes. No route is free: a cost of 0 counts as 1.
    pub fn new(map: &Map, by_route: &RouteCosts) -> Self {
        let links = &map.tables.links;
        let row = ROWS.into_iter().find(|&row| links.nodes <= row).unwrap_or(MAX_NODES);
        let mut routes = [RouteId(0); MAX_ROUTES];
        let mut cheapest = [UNAVAILABLE; MAX_ROUTES];
        for (route, &cost) in by_route.iter().enumerate() {
            let link = usize::from(links.link_of[route]);
            if cost < cheapest[link] {
                (cheapest[link], routes[link]) = (cost, RouteId(route as u8));
            }
        }
        let mut keys = vec![CLOSED; links.nodes * row];
        for (ends, &cost) in links.ends.iter().zip(&cheapest) {
            if cost < MAX_PATH_COST {
                let [a, b] = ends.map(NodeId::index);
                let whole = (cost.max(1) as i32) << NODE_BITS;
                keys[a * row + b] = whole | b as i32;
                keys[b * row + a] = whole | a as i32;
            }
        }
        LinkCosts { routes, keys, row }
    }

    /// The cheapest path between a ticket's ends, where `joined` places cost nothing to go between: returns its cost and
    /// passes its routes to `visit`, from the second end to the first. `None` if there is no path for less than `limit`.
    #[inline]
    pub fn find_path(
        &self,
        map: &Map,
        ticket: &Ticket,
        joined: &Joined,
        limit: u32,
        visit: impl FnMut(RouteId),
    ) -> Option<u32> {
        let search = Search { links: &map.tables.links, costs: self, joined };
        match self.row {
            24 => search.run::<24>(ticket, limit, visit),
            40 => search.run::<40>(ticket, limit, visit),
            48 => search.run::<48>(ticket, limit, visit),
            64 => search.run::<64>(ticket, limit, visit),
            _ => search.run::<MAX_NODES>(ticket, limit, visit),
        }
    }

    /// The routes of the cheapest path between a ticket's ends, without what is joined already.
    pub fn cheapest_path(&self, map: &Map, ticket: &Ticket, joined: &Joined) -> Option<RouteSet> {
        let mut routes = RouteSet::EMPTY;
        self.find_path(map, ticket, joined, MAX_PATH_COST, |route| routes.insert(route))?;
        Some(routes)
    }
}

struct Search<'a> {
    links: &'a Links,
    costs: &'a LinkCosts,
    joined: &'a Joined,
}

impl Search<'_> {
    /// Dijkstra's search without a queue: a whole row of keys at once is quicker than looking where links lead.
    #[inline]
    fn run<const ROW: usize>(&self, ticket: &Ticket, limit: u32, visit: impl FnMut(RouteId)) -> Option<u32> {
        let (rows, _) = self.costs.keys.as_chunks::<ROW>();
        let limit = limit.min(MAX_PATH_COST) as i32;
        let mut distance = [i32::MAX; ROW];
        // The best key found for each node. Keys are taken in growing order, so all up to the last one taken are final.
        let mut met = [CLOSED; ROW];
        let [starts, ends] = ticket.ends;
        let (mut reached, mut last) = (self.joined.around(starts), 0);
        loop {
            let here = last >> NODE_BITS;
            if let Some(end) = reached.intersection(ends).lowest() {
                self.walk_back(end, here, &distance, rows, visit);
                return Some(here as u32);
            }
            // Joined nodes are final too, whatever their key.
            for node in reached {
                (distance[node.index()], met[node.index()]) = (here, 0);
            }
            let mut nearest = CLOSED;
            for node in reached {
                nearest = CLOSED;
                for (best, key) in met.iter_mut().zip(&rows[node.index()]) {
                    *best = (*best).min(key + (here << NODE_BITS));
                    nearest = nearest.min(if *best > last { *best } else { CLOSED });
                }
            }
            if nearest >> NODE_BITS >= limit {
                return None;
            }
            last = nearest;
            let node = NodeId((nearest & (MAX_NODES as i32 - 1)) as u8);
            reached = self.joined.around([node].into_iter().collect());
        }
    }

    /// Visits the routes by which `end` was reached at this distance.
    fn walk_back<const ROW: usize>(
        &self,
        end: NodeId,
        here: i32,
        distance: &[i32; ROW],
        rows: &[[i32; ROW]],
        mut visit: impl FnMut(RouteId),
    ) {
        let (mut node, mut here) = (end, here);
        while here > 0 {
            let mut before = None;
            'around: for near in self.joined.around([node].into_iter().collect()) {
                let row = &rows[near.index()];
                for other in self.links.neighbours[near.index()] {
                    let far = distance[other.index()];
                    if far < here && far + (row[other.index()] >> NODE_BITS) == here {
                        before = Some((other, near));
                        break 'around;
                    }
                }
            }
            let Some((other, near)) = before else { break };
            let link = usize::from(self.links.between[other.index() * self.links.nodes + near.index()]);
            visit(self.costs.routes[link]);
            (node, here) = (other, distance[other.index()]);
        }
    }
}
