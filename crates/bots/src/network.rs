//! Cheapest paths: what to claim so that a ticket's ends are joined.

use arrayvec::ArrayVec;
use capolinea_engine::ids::{MAX_NODES, MAX_ROUTES, NodeId, NodeSet, RouteId, RouteSet};
use capolinea_engine::map::{Map, Ticket};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

/// What each route would cost; endless for those that can't be had.
pub(crate) type RouteCosts = [f32; MAX_ROUTES];

/// What is joined with what. Parallel routes are one link.
pub struct Network {
    nodes: usize,
    /// The two ends of each link.
    links: Vec<[NodeId; 2]>,
    /// The link that each route is part of.
    link_of: [u8; MAX_ROUTES],
    /// The link between two nodes, where there is one.
    between: Vec<u8>,
    /// The nodes that each node has a link to.
    neighbours: Vec<NodeSet>,
}

/// The networks of the maps seen so far: they never change, and planners come and go by the thousand.
static KNOWN: Mutex<BTreeMap<String, Arc<Network>>> = Mutex::new(BTreeMap::new());

/// What it would cost to use each link, by its cheapest route.
pub(crate) struct Costs {
    costs: RouteCosts,
    routes: [RouteId; MAX_ROUTES],
    /// For each node, to each node, a key: what the link costs in whole numbers, then the node it leads to.
    keys: Vec<i32>,
    /// How long each node's row of keys is.
    row: usize,
}

/// Keys have the node in their lowest bits, so that the smallest of several tells both.
const NODE_BITS: u32 = MAX_NODES.ilog2();
/// The part of a unit of cost that whole numbers can tell.
const FINEST: f32 = 1.0 / 256.0;
/// The key of no link: more than any path costs.
const CLOSED: i32 = 1 << 30;
/// How long rows may be: as short as the nodes allow, in steps that suit the real boards.
const ROWS: [usize; 5] = [24, 40, 48, 64, MAX_NODES];

/// Nodes that are joined with each other for free, group by group.
#[derive(Clone, Default)]
pub(crate) struct Joined {
    groups: ArrayVec<NodeSet, { MAX_NODES / 2 }>,
}

impl Joined {
    /// What `routes` join.
    pub(crate) fn by(map: &Map, routes: RouteSet) -> Self {
        let mut joined = Joined::default();
        routes.for_each(|route| joined.join(map.route(route).nodes));
        joined
    }

    /// Joins two nodes, and all that are joined with them.
    pub(crate) fn join(&mut self, ends: [NodeId; 2]) {
        let mut all: NodeSet = ends.into_iter().collect();
        self.groups.retain(|group| {
            let meets = !group.intersection(all).is_empty();
            if meets {
                all = all.union(*group);
            }
            !meets
        });
        self.groups.push(all);
    }

    /// The nodes joined with any of `nodes`, and these.
    #[inline]
    fn around(&self, nodes: NodeSet) -> NodeSet {
        let met = self.groups.iter().filter(|group| !group.intersection(nodes).is_empty());
        met.fold(nodes, |all, group| all.union(*group))
    }

    /// Whether the ticket's ends are joined.
    pub(crate) fn joins(&self, ticket: &Ticket) -> bool {
        let [starts, ends] = ticket.ends;
        !self.around(starts).intersection(ends).is_empty()
    }
}

/// A path between a ticket's ends.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Path {
    /// The routes on it, but for what was joined already.
    pub(crate) routes: RouteSet,
    /// What they cost together.
    pub(crate) cost: f32,
}

impl Network {
    /// The network of a map, made once.
    pub fn of(map: &Map) -> Arc<Network> {
        let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(network) = known.get(&map.digest) {
            return Arc::clone(network);
        }
        let network = Arc::new(Network::make(map));
        known.insert(map.digest.clone(), Arc::clone(&network));
        network
    }

    fn make(map: &Map) -> Self {
        let nodes = map.nodes;
        let mut network = Network {
            nodes,
            links: Vec::new(),
            link_of: [0; MAX_ROUTES],
            between: vec![0; nodes * nodes],
            neighbours: vec![NodeSet::EMPTY; nodes],
        };
        for id in map.route_ids() {
            let ends = map.route(id).nodes;
            let known = network.links.iter().position(|link| *link == ends || *link == [ends[1], ends[0]]);
            let link = known.unwrap_or_else(|| {
                network.links.push(ends);
                network.links.len() - 1
            });
            network.link_of[id.index()] = link as u8;
            let [a, b] = ends.map(NodeId::index);
            network.between[a * nodes + b] = link as u8;
            network.between[b * nodes + a] = link as u8;
            network.neighbours[a].insert(ends[1]);
            network.neighbours[b].insert(ends[0]);
        }
        network
    }

    /// What each link costs when routes cost so much.
    pub(crate) fn costs(&self, by_route: &RouteCosts) -> Costs {
        let row = ROWS.into_iter().find(|&row| self.nodes <= row).unwrap_or(MAX_NODES);
        let mut costs = Costs {
            costs: [f32::INFINITY; MAX_ROUTES],
            routes: [RouteId(0); MAX_ROUTES],
            keys: vec![CLOSED; self.nodes * row],
            row,
        };
        for (route, &cost) in by_route.iter().enumerate() {
            let link = usize::from(self.link_of[route]);
            if cost < costs.costs[link] {
                (costs.costs[link], costs.routes[link]) = (cost, RouteId(route as u8));
            }
        }
        for (link, ends) in self.links.iter().enumerate() {
            if costs.costs[link].is_finite() {
                let [a, b] = ends.map(NodeId::index);
                // What is not joined yet costs something.
                let whole = ((costs.costs[link] / FINEST) as i32).max(1) << NODE_BITS;
                costs.keys[a * row + b] = whole | b as i32;
                costs.keys[b * row + a] = whole | a as i32;
            }
        }
        costs
    }

    /// The cheapest path between a ticket's ends, with what is joined for free; `None` if there is none for less than
    /// `limit`.
    pub(crate) fn path(&self, ticket: &Ticket, costs: &Costs, joined: &Joined, limit: f32) -> Option<Path> {
        match costs.row {
            24 => self.path_by_rows::<24>(ticket, costs, joined, limit),
            40 => self.path_by_rows::<40>(ticket, costs, joined, limit),
            48 => self.path_by_rows::<48>(ticket, costs, joined, limit),
            64 => self.path_by_rows::<64>(ticket, costs, joined, limit),
            _ => self.path_by_rows::<MAX_NODES>(ticket, costs, joined, limit),
        }
    }

    /// Dijkstra's search without a queue: a whole row of keys at once is quicker than looking where links lead.
    fn path_by_rows<const ROW: usize>(
        &self,
        ticket: &Ticket,
        costs: &Costs,
        joined: &Joined,
        limit: f32,
    ) -> Option<Path> {
        let (rows, _) = costs.keys.as_chunks::<ROW>();
        let limit = ((limit / FINEST) as i32).min(CLOSED >> NODE_BITS);
        let mut distance = [i32::MAX; ROW];
        // The best key with which each node was met. Keys grow, so those up to the last one taken are done.
        let mut met = [CLOSED; ROW];
        let [starts, ends] = ticket.ends;
        let (mut reached, mut last) = (joined.around(starts), 0);
        loop {
            let here = last >> NODE_BITS;
            if let Some(end) = reached.intersection(ends).lowest() {
                return Some(self.walk_back(end, here, &distance, rows, costs, joined));
            }
            // What is joined is done too, whatever its key.
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
            reached = joined.around([node].into_iter().collect());
        }
    }

    /// The links by which `end` was reached at this distance.
    fn walk_back<const ROW: usize>(
        &self,
        end: NodeId,
        here: i32,
        distance: &[i32; ROW],
        rows: &[[i32; ROW]],
        costs: &Costs,
        joined: &Joined,
    ) -> Path {
        let mut path = Path { routes: RouteSet::EMPTY, cost: 0.0 };
        let (mut node, mut here) = (end, here);
        while here > 0 {
            let mut around = joined.around([node].into_iter().collect());
            let before = around.find_map(|node| {
                let row = &rows[node.index()];
                let is_before = |other: &NodeId| {
                    let other = other.index();
                    distance[other] < here && distance[other] + (row[other] >> NODE_BITS) == here
                };
                { self.neighbours[node.index()] }.find(is_before).map(|other| (other, node))
            });
            let Some((other, node_met)) = before else { break };
            let link = usize::from(self.between[other.index() * self.nodes + node_met.index()]);
            path.routes.insert(costs.routes[link]);
            path.cost += costs.costs[link];
            (node, here) = (other, distance[other.index()]);
        }
        path
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use capolinea_engine::network::Components;
    use capolinea_engine::shuffle::below;
    use capolinea_maps::GameMap;
    use rand_chacha::ChaCha8Rng;
    use rand_core::SeedableRng as _;

    /// The cost of the cheapest path, by trying every link again and again.
    fn cheapest(map: &Map, ticket: &Ticket, costs: &RouteCosts) -> f32 {
        let mut distance = vec![f32::INFINITY; map.nodes];
        ticket.ends[0].for_each(|start| distance[start.index()] = 0.0);
        for _ in 0..map.nodes {
            for id in map.route_ids() {
                let [a, b] = map.route(id).nodes.map(NodeId::index);
                distance[b] = distance[b].min(distance[a] + costs[id.index()]);
                distance[a] = distance[a].min(distance[b] + costs[id.index()]);
            }
        }
        ticket.ends[1].map(|end| distance[end.index()]).fold(f32::INFINITY, f32::min)
    }

    #[test]
    fn paths_join_the_ends_and_are_the_cheapest() {
        let mut rng = ChaCha8Rng::seed_from_u64(3);
        for GameMap { map, .. } in capolinea_maps::built_in() {
            let network = Network::of(map);
            for _ in 0..40 {
                let (mut by_route, mut own) = ([f32::INFINITY; MAX_ROUTES], RouteSet::EMPTY);
                for route in map.route_ids() {
                    match below(&mut rng, 50) {
                        0..5 => {}
                        5..12 => own.insert(route),
                        cost => by_route[route.index()] = cost as f32,
                    }
                }
                let costs = network.costs(&by_route);
                let joined = Joined::by(map, own);
                own.for_each(|route| by_route[route.index()] = 0.0);
                for ticket in &map.tickets {
                    let best = cheapest(map, ticket, &by_route);
                    assert_eq!(joined.joins(ticket), best == 0.0, "{}", map.id);
                    let Some(path) = network.path(ticket, &costs, &joined, f32::INFINITY) else {
                        assert_eq!(best, f32::INFINITY, "{}", map.id);
                        continue;
                    };
                    assert_eq!(path.cost, best, "{}", map.id);
                    assert!(Components::of(map, path.routes.union(own)).joins(ticket), "{}", map.id);
                    assert!(network.path(ticket, &costs, &joined, best).is_none() || best == 0.0, "{}", map.id);
                }
            }
        }
    }
}
