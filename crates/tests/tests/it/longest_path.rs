//! The longest path and the best borrowing against brute force: every trail, every combination.

use capolinea_engine::analysis::{Trail, longest_trail, trail_in_order};
use capolinea_engine::ids::NodeId;
use capolinea_engine::mechanics::stations::{Borrowing, best_borrowing};
use capolinea_engine::{LocationId, Map, Public, RouteId, RouteSet, Seat, TicketSet};
use capolinea_tests::games::{Game, Habit, below, games, maps, scatter_routes, scatter_tickets, shuffle, tables};
use rand_chacha::ChaCha8Rng;
use rand_core::SeedableRng;

/// The other end of a route that ends at `node`.
fn along(map: &Map, route: RouteId, node: NodeId) -> Option<NodeId> {
    let [a, b] = map.route(route).nodes;
    match node {
        node if node == a => Some(b),
        node if node == b => Some(a),
        _ => None,
    }
}

/// The length of the longest trail by trying every one from every node.
fn brute_force(map: &Map, routes: RouteSet) -> u16 {
    fn from(map: &Map, unused: RouteSet, node: NodeId) -> u16 {
        let mut best = 0;
        for route in unused {
            if let Some(next) = along(map, route, node) {
                let mut rest = unused;
                rest.remove(route);
                best = best.max(u16::from(map.route(route).spaces) + from(map, rest, next));
            }
        }
        best
    }
    (0..map.node_count()).map(|node| from(map, routes, NodeId(node as u8))).max().unwrap_or(0)
}

/// Whether the routes, one after the other, are a walk that uses none twice.
fn is_trail(map: &Map, order: &[RouteId]) -> bool {
    let Some(first) = order.first() else { return true };
    let distinct: RouteSet = order.iter().copied().collect();
    let starts = map.route(*first).nodes;
    let walk = |start| order.iter().try_fold(start, |node, &route| along(map, route, node)).is_some();
    distinct.len() == order.len() && starts.into_iter().any(walk)
}

fn check(map: &Map, routes: RouteSet) {
    let Trail { routes: found, length } = longest_trail(map, routes);
    assert_eq!(length, brute_force(map, routes), "{} {routes:?}", map.id());
    assert!(found.without(routes).is_empty(), "{} {routes:?}: {found:?}", map.id());
    let pieces: u16 = found.iter().map(|route| u16::from(map.route(route).spaces)).sum();
    assert_eq!(pieces, length, "{} {routes:?}: {found:?}", map.id());
    let order = trail_in_order(map, found);
    assert_eq!(order.iter().copied().collect::<RouteSet>(), found, "{} {routes:?}", map.id());
    assert!(is_trail(map, &order), "{} {routes:?}: {order:?}", map.id());
}

/// So many routes from anywhere.
fn anywhere(map: &Map, count: usize, rng: &mut ChaCha8Rng) -> RouteSet {
    let mut all: Vec<RouteId> = map.route_ids().collect();
    shuffle(rng, &mut all);
    all.into_iter().take(count).collect()
}

/// So many routes around one place, parallel ones included: as many circles as can be.
fn clustered(map: &Map, count: usize, rng: &mut ChaCha8Rng) -> RouteSet {
    let mut routes = RouteSet::EMPTY;
    let mut places = vec![LocationId(below(rng, map.locations().len()) as u8)];
    while routes.len() < count {
        let place = places[below(rng, places.len())];
        let near: Vec<RouteId> = map.location(place).routes.without(routes).iter().collect();
        let between = near.iter().copied().filter(|&route| {
            let facts = map.route(route);
            places.contains(&facts.a) && places.contains(&facts.b)
        });
        let closing: Vec<RouteId> = between.collect();
        let choices = if closing.is_empty() || below(rng, 4) == 0 { near } else { closing };
        if choices.is_empty() {
            if map.route_ids().all(|route| routes.contains(route) || !touches_any(map, route, &places)) {
                break;
            }
            continue;
        }
        let route = choices[below(rng, choices.len())];
        routes.insert(route);
        for end in [map.route(route).a, map.route(route).b] {
            if !places.contains(&end) {
                places.push(end);
            }
        }
    }
    routes
}

fn touches_any(map: &Map, route: RouteId, places: &[LocationId]) -> bool {
    places.iter().any(|&place| map.route(route).touches(place))
}

#[test]
fn u01_longest_path_of_scattered_routes() {
    let mut rng = ChaCha8Rng::seed_from_u64(61);
    for map in maps() {
        for round in 0..2000 {
            check(map, anywhere(map, round % 24, &mut rng));
        }
    }
}

#[test]
fn u01_longest_path_of_clustered_routes() {
    let mut rng = ChaCha8Rng::seed_from_u64(62);
    for map in maps() {
        for round in 0..2000 {
            check(map, clustered(map, round % 16, &mut rng));
        }
    }
}

#[test]
fn u01_longest_path_of_rich_networks() {
    let mut rng = ChaCha8Rng::seed_from_u64(63);
    for (map, players) in tables() {
        for number in 0..100 {
            let mut public = *Game::new(map, players, Habit::Uniform, number).state.public();
            scatter_routes(map, &mut public, 40, &mut rng);
            Map::seats(players).for_each(|seat| check(map, public.seats[seat].routes));
        }
    }
}

#[test]
fn u01_longest_path_of_final_positions() {
    for game in games(64, 20, &[Habit::Claimer, Habit::Uniform]) {
        let game = game.finish();
        let public = game.state.public();
        Map::seats(public.players).for_each(|seat| check(game.map, public.seats[seat].routes));
    }
}

/// The tickets that `routes` complete, by flood fill from each ticket's first end.
fn completed(map: &Map, routes: RouteSet, tickets: TicketSet) -> TicketSet {
    let joined = |starts: capolinea_engine::ids::NodeSet| {
        let mut reached = starts;
        loop {
            let before = reached;
            for route in routes {
                let [a, b] = map.route(route).nodes;
                if reached.contains(a) || reached.contains(b) {
                    reached.insert(a);
                    reached.insert(b);
                }
            }
            if reached == before {
                return reached;
            }
        }
    };
    let is_complete = |ticket: &_| {
        let [starts, ends] = map.ticket(*ticket).ends;
        !joined(starts).intersection(ends).is_empty()
    };
    tickets.iter().filter(is_complete).collect()
}

/// Points, number of tickets and, negative, the number of borrowed routes: more is better.
type Worth = (u32, usize, i32);

fn worth(map: &Map, done: TicketSet, borrowed: usize) -> Worth {
    (done.iter().map(|ticket| u32::from(map.ticket(ticket).points)).sum(), done.len(), -(borrowed as i32))
}

/// Every way to let each station borrow any route of another player that touches it, or none.
fn best_of_all(map: &Map, public: &Public, seat: Seat, tickets: TicketSet) -> Worth {
    let own = public.seats[seat].routes;
    let others = Map::seats(public.players).filter(|&other| other != seat).map(|other| public.seats[other].routes);
    let others = others.fold(RouteSet::EMPTY, RouteSet::union);
    let mut ways = vec![RouteSet::EMPTY];
    for station in public.seats[seat].stations.into_iter().flatten() {
        let lent = map.location(station).routes.intersection(others);
        for way in ways.clone() {
            ways.extend(lent.iter().map(|route| way.union(RouteSet(1 << route.0))));
        }
    }
    let worths = ways.into_iter().map(|way| worth(map, completed(map, own.union(way), tickets), way.len()));
    worths.max().expect("there is a way: none borrowed")
}

fn check_borrowing(map: &Map, public: &Public, seat: Seat, tickets: TicketSet, name: &str) -> usize {
    let Borrowing { routes, completed: done } = best_borrowing(map, public, seat, tickets);
    let borrowed: RouteSet = routes.into_iter().flatten().collect();
    assert_eq!(done, completed(map, public.seats[seat].routes.union(borrowed), tickets), "E07: {name}");
    assert_eq!(worth(map, done, borrowed.len()), best_of_all(map, public, seat, tickets), "E07: {name}");
    for (station, route) in public.seats[seat].stations.into_iter().zip(routes) {
        let Some(route) = route else { continue };
        let owner = public.owner(route).expect("a borrowed route is somebody's");
        assert!(owner != seat && station.is_some_and(|city| map.route(route).touches(city)), "E07: {name}");
    }
    borrowed.len()
}

/// Random networks with three stations each, most of them where the player's own routes meet others'. How often no, one,
/// two and three routes were borrowed.
fn check_arranged(number: u64, rounds: usize) -> [usize; 4] {
    let mut rng = ChaCha8Rng::seed_from_u64(number);
    let mut borrowed = [0; 4];
    for (map, players) in tables().filter(|(map, _)| map.stations().is_some()) {
        for round in 0..rounds {
            let mut public = *Game::new(map, players, Habit::Uniform, round as u64).state.public();
            scatter_routes(map, &mut public, 6 + round % 14, &mut rng);
            let all = Map::seats(players).fold(RouteSet::EMPTY, |all, seat| all.union(public.seats[seat].routes));
            let mut sites: Vec<LocationId> = map.location_ids().collect();
            shuffle(&mut rng, &mut sites);
            for seat in Map::seats(players) {
                let player = &mut public.seats[seat];
                let others = all.without(player.routes);
                for station in &mut player.stations {
                    let is_near = |site: &LocationId| {
                        let there = map.location(*site).routes;
                        !there.intersection(player.routes).is_empty() && !there.intersection(others).is_empty()
                    };
                    let near = sites.iter().position(is_near).filter(|_| below(&mut rng, 4) > 0);
                    *station = Some(sites.remove(near.unwrap_or(0)));
                }
            }
            for seat in Map::seats(players) {
                let tickets = scatter_tickets(map, 1, map.tickets().len(), &mut rng)[0];
                let name = format!("{} with {players}, position {round}, {seat:?}", map.id());
                borrowed[check_borrowing(map, &public, seat, tickets, &name)] += 1;
            }
        }
    }
    borrowed
}

#[test]
fn e07_best_borrowing_is_the_best_of_all() {
    let borrowed = check_arranged(65, 150);
    assert!(borrowed.iter().all(|&count| count > 40), "so many routes were borrowed: {borrowed:?}");
}

#[test]
fn e07_best_borrowing_is_the_best_of_all_once_more() {
    check_arranged(66, 150);
}
