//! Cheapest paths by the costs of bots, which are fractions; the engine's search takes whole numbers.

use capolinea_engine::analysis::{Joined, LinkCosts, MAX_PATH_COST, UNAVAILABLE};
use capolinea_engine::ids::MAX_ROUTES;
use capolinea_engine::map::Ticket;
use capolinea_engine::{Map, RouteSet};

/// The cost of each route; infinite for those that can't be claimed.
pub(crate) type FractionalCosts = [f32; MAX_ROUTES];

/// The costs of the routes of a map.
pub(crate) struct Costs<'a> {
    map: &'a Map,
    by_route: FractionalCosts,
    links: LinkCosts,
}

/// A path between a ticket's ends.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CheapestPath {
    /// The routes on it, without those between places that were joined already.
    pub(crate) routes: RouteSet,
    /// Their common cost.
    pub(crate) cost: f32,
}

/// How many whole numbers make a unit of cost.
const UNIT: f32 = 256.0;

/// A cost in whole numbers.
fn whole(cost: f32) -> u32 {
    if cost.is_finite() { ((cost * UNIT) as u32).max(1) } else { UNAVAILABLE }
}

impl<'a> Costs<'a> {
    pub(crate) fn new(map: &'a Map, by_route: &FractionalCosts) -> Self {
        Costs { map, by_route: *by_route, links: LinkCosts::new(map, &by_route.map(whole)) }
    }

    /// The cheapest path between a ticket's ends, with what is joined for free; `None` if there is none for less than
    /// `limit`.
    pub(crate) fn path(&self, ticket: &Ticket, joined: &Joined, limit: f32) -> Option<CheapestPath> {
        let limit = ((limit * UNIT) as u32).min(MAX_PATH_COST);
        let mut path = CheapestPath { routes: RouteSet::EMPTY, cost: 0.0 };
        self.links.find_path(self.map, ticket, joined, limit, |route| {
            path.routes.insert(route);
            path.cost += self.by_route[route.index()];
        })?;
        Some(path)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use capolinea_engine::analysis::Components;
    use capolinea_engine::ids::NodeId;
    use capolinea_engine::random::below;
    use capolinea_maps::GameMap;
    use rand_chacha::ChaCha8Rng;
    use rand_core::SeedableRng as _;

    /// The cost of the cheapest path, by relaxing every link repeatedly.
    fn cheapest(map: &Map, ticket: &Ticket, costs: &FractionalCosts) -> f32 {
        let mut distance = vec![f32::INFINITY; map.node_count()];
        ticket.ends[0].iter().for_each(|start| distance[start.index()] = 0.0);
        for _ in 0..map.node_count() {
            for id in map.route_ids() {
                let [a, b] = map.route(id).nodes.map(NodeId::index);
                distance[b] = distance[b].min(distance[a] + costs[id.index()]);
                distance[a] = distance[a].min(distance[b] + costs[id.index()]);
            }
        }
        ticket.ends[1].iter().map(|end| distance[end.index()]).fold(f32::INFINITY, f32::min)
    }

    #[test]
    fn paths_join_the_ends_and_are_the_cheapest() {
        let mut rng = ChaCha8Rng::seed_from_u64(3);
        for GameMap { map, .. } in capolinea_maps::built_in() {
            for _ in 0..40 {
                let (mut by_route, mut own) = ([f32::INFINITY; MAX_ROUTES], RouteSet::EMPTY);
                for route in map.route_ids() {
                    match below(&mut rng, 50) {
                        0..5 => {}
                        5..12 => own.insert(route),
                        cost => by_route[route.index()] = cost as f32,
                    }
                }
                let costs = Costs::new(map, &by_route);
                let joined = Joined::new(map, own);
                own.iter().for_each(|route| by_route[route.index()] = 0.0);
                for ticket in map.tickets() {
                    let best = cheapest(map, ticket, &by_route);
                    assert_eq!(joined.joins(ticket), best == 0.0, "{}", map.id());
                    let Some(path) = costs.path(ticket, &joined, f32::INFINITY) else {
                        assert_eq!(best, f32::INFINITY, "{}", map.id());
                        continue;
                    };
                    assert_eq!(path.cost, best, "{}", map.id());
                    assert!(Components::new(map, path.routes.union(own)).joins(ticket), "{}", map.id());
                    assert!(costs.path(ticket, &joined, best).is_none() || best == 0.0, "{}", map.id());
                }
            }
        }
    }
}
