//! Cheapest paths: what to claim so that a ticket's ends are joined.

use capolinea_engine::ids::{MAX_NODES, MAX_ROUTES, NodeId, NodeSet, RouteId, RouteSet};
use capolinea_engine::map::{Map, Ticket};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

/// What each route would cost; endless for those that can't be had.
pub(crate) type Costs = [f32; MAX_ROUTES];

/// The routes at each node, one node after the other.
pub(crate) struct Network {
    neighbours: Vec<(NodeId, RouteId)>,
    starts: Vec<u16>,
}

/// The networks of the maps seen so far: they never change, and planners come and go by the thousand.
static KNOWN: Mutex<BTreeMap<String, Arc<Network>>> = Mutex::new(BTreeMap::new());

impl Network {
    pub(crate) fn of(map: &Map) -> Arc<Network> {
        let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(network) = known.get(&map.digest) {
            return Arc::clone(network);
        }
        let network = Arc::new(Network::make(map));
        known.insert(map.digest.clone(), Arc::clone(&network));
        network
    }

    fn make(map: &Map) -> Self {
        let mut network = Network { neighbours: Vec::new(), starts: vec![0] };
        for node in (0..map.nodes).map(|node| NodeId(node as u8)) {
            for id in map.route_ids() {
                let [a, b] = map.route(id).nodes;
                let other = if a == node { Some(b) } else { (b == node).then_some(a) };
                network.neighbours.extend(other.map(|other| (other, id)));
            }
            network.starts.push(network.neighbours.len() as u16);
        }
        network
    }

    fn at(&self, node: NodeId) -> &[(NodeId, RouteId)] {
        let place = node.index();
        &self.neighbours[usize::from(self.starts[place])..usize::from(self.starts[place + 1])]
    }

    /// The cheapest path between a ticket's ends, as the routes on it and what they cost; `None` if there is none.
    pub(crate) fn path(&self, ticket: &Ticket, costs: &Costs) -> Option<(RouteSet, f32)> {
        let mut distance = [f32::INFINITY; MAX_NODES];
        let mut arrived_by = [RouteId(0); MAX_NODES];
        let mut came_from = [NodeId(0); MAX_NODES];
        let (mut border, mut done) = (NodeSet::EMPTY, NodeSet::EMPTY);
        let [starts, ends] = ticket.ends;
        for start in starts {
            distance[start.index()] = 0.0;
            border.insert(start);
        }
        while let Some(node) = border.min_by(|a, b| distance[a.index()].total_cmp(&distance[b.index()])) {
            if ends.contains(node) {
                return Some(walk_back(starts, node, &arrived_by, &came_from, distance[node.index()]));
            }
            border.remove(node);
            done.insert(node);
            for &(next, route) in self.at(node) {
                let farther = distance[node.index()] + costs[route.index()];
                if farther < distance[next.index()] && !done.contains(next) {
                    distance[next.index()] = farther;
                    arrived_by[next.index()] = route;
                    came_from[next.index()] = node;
                    border.insert(next);
                }
            }
        }
        None
    }
}

fn walk_back(
    starts: NodeSet,
    end: NodeId,
    arrived_by: &[RouteId; MAX_NODES],
    came_from: &[NodeId; MAX_NODES],
    cost: f32,
) -> (RouteSet, f32) {
    let (mut node, mut routes) = (end, RouteSet::EMPTY);
    while !starts.contains(node) {
        routes.insert(arrived_by[node.index()]);
        node = came_from[node.index()];
    }
    (routes, cost)
}
