//! Cheapest paths: what to claim so that a ticket's ends are joined.

use capolinea_engine::ids::{MAX_NODES, MAX_ROUTES, NodeId, NodeSet, RouteId, RouteSet};
use capolinea_engine::map::{Map, Ticket};

/// What each route would cost; endless for those that can't be had.
pub(super) type Costs = [f32; MAX_ROUTES];

/// The routes at each node.
pub(super) struct Network {
    at: Vec<Vec<(NodeId, RouteId)>>,
}

impl Network {
    pub(super) fn of(map: &Map) -> Self {
        let mut at = vec![Vec::new(); map.nodes];
        for id in map.route_ids() {
            let [a, b] = map.route(id).nodes;
            at[a.index()].push((b, id));
            at[b.index()].push((a, id));
        }
        Network { at }
    }

    /// The cheapest path between a ticket's ends, as the routes on it and what they cost; `None` if there is none.
    pub(super) fn path(&self, ticket: &Ticket, costs: &Costs) -> Option<(RouteSet, f32)> {
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
            for &(next, route) in &self.at[node.index()] {
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
