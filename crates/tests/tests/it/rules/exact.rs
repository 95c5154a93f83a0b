//! The two searches at the end of a game, against the plainest way to do them (U01, E07, E09).

use super::support::*;
use capolinea_engine::analysis::{longest_trail, trail_in_order};
use capolinea_engine::ids::NodeId;
use capolinea_engine::scoring::Tally;
use capolinea_engine::{Map, PublicSeat, RouteId, RouteSet, Seat, TicketId};

/// Numbers that look random and are the same every time.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % bound
    }
}

/// As many routes near each other as 45 pieces are enough for.
fn network(map: &Map, numbers: &mut Numbers) -> RouteSet {
    let (mut routes, mut left) = (RouteSet::EMPTY, 45);
    let mut at = RouteId(numbers.below(map.routes().len()) as u8);
    for _ in 0..60 {
        let facts = map.route(at);
        let is_new = !routes.contains(at) && facts.parallels.intersection(routes).is_empty();
        if is_new && facts.spaces <= left {
            routes.insert(at);
            left -= facts.spaces;
        }
        // On from an end of any route so far, so that loops and crossings come about.
        let from = routes.nth(numbers.below(routes.len())).expect("at least one route");
        let end = if numbers.below(2) == 0 { map.route(from).a } else { map.route(from).b };
        let onward = map.location(end).routes;
        at = onward.nth(numbers.below(onward.len())).expect("every location has a route");
    }
    routes
}

/// The longest way on from `node` over `routes`, by trying every one.
fn longest_from(map: &Map, routes: RouteSet, node: NodeId) -> u16 {
    let onward = |id: RouteId| {
        let [a, b] = map.route(id).nodes;
        let next = if a == node {
            b
        } else if b == node {
            a
        } else {
            return 0;
        };
        let mut rest = routes;
        rest.remove(id);
        u16::from(map.route(id).spaces) + longest_from(map, rest, next)
    };
    routes.iter().map(onward).max().unwrap_or(0)
}

#[test]
fn u01_e09_the_longest_path_is_exact() {
    for id in ["usa", "europe"] {
        let mut numbers = Numbers(7);
        for _ in 0..60 {
            let routes = network(map(id), &mut numbers);
            let plainest = routes
                .iter()
                .flat_map(|id_of| map(id).route(id_of).nodes)
                .map(|node| longest_from(map(id), routes, node));
            let found = longest_trail(map(id), routes);
            assert_eq!(Some(found.length), plainest.max(), "{id}: {routes:?}");
            let counted: u16 = found.routes.iter().map(|id_of| u16::from(map(id).route(id_of).spaces)).sum();
            assert_eq!(found.length, counted, "{id}: the length is that of the path's routes");
            assert_eq!(trail_in_order(map(id), found.routes).len(), found.routes.len(), "{id}: one continuous walk");
        }
    }
}

/// Whether `routes` join the ends of `ticket`.
fn joins(map: &Map, routes: RouteSet, ticket: TicketId) -> bool {
    let (from, to) = (map.ticket(ticket).a, map.ticket(ticket).b);
    let mut reached = vec![from];
    let mut next = 0;
    while next < reached.len() {
        for id in map.location(reached[next]).routes.intersection(routes) {
            let facts = map.route(id);
            let other = if facts.a == reached[next] { facts.b } else { facts.a };
            if !reached.contains(&other) {
                reached.push(other);
            }
        }
        next += 1;
    }
    reached.contains(&to)
}

/// Points and number of completed tickets for the best of all choices of borrowed routes.
fn best(map: &Map, player: &PublicSeat, others: RouteSet, tickets: &[TicketId]) -> (i16, usize) {
    let choices = player.stations.map(|station| {
        let near = station.map_or(RouteSet::EMPTY, |location| map.location(location).routes.intersection(others));
        std::iter::once(None).chain(near.iter().map(Some)).collect::<Vec<_>>()
    });
    let mut best = (i16::MIN, 0);
    for first in &choices[0] {
        for second in &choices[1] {
            for third in &choices[2] {
                let borrowed = [first, second, third].into_iter().copied().flatten().collect();
                let usable = player.routes.union(borrowed);
                let (mut points, mut completed) = (0, 0);
                for &ticket in tickets {
                    let value = i16::from(map.ticket(ticket).points);
                    let is_done = joins(map, usable, ticket);
                    points += if is_done { value } else { -value };
                    completed += usize::from(is_done);
                }
                best = best.max((points, completed));
            }
        }
    }
    best
}

#[test]
fn e07_the_choice_of_borrowed_routes_is_the_best() {
    let europe = map("europe");
    let (mut numbers, mut helped) = (Numbers(11), 0);
    for _ in 0..150 {
        let mine = network(europe, &mut numbers);
        let barred = mine.iter().fold(mine, |set, id| set.union(europe.route(id).parallels));
        let theirs = network(europe, &mut numbers).without(barred);
        let tickets: Vec<TicketId> = (0..8).map(|part| TicketId((part * 5 + numbers.below(5)) as u8)).collect();
        let game = Game::new("europe", 2).edit(|position, map| {
            let sites =
                std::array::from_fn(|_| theirs.nth(numbers.below(theirs.len().max(1))).map(|id| map.route(id).a));
            position.public.seats[Seat(0)].routes = mine;
            position.public.seats[Seat(0)].stations = sites;
            position.public.seats[Seat(1)].routes = theirs;
            position.ticket_decks = Default::default();
            position.own[Seat(0)].tickets = tickets.iter().copied().collect();
        });
        let Tally { tickets: points, completed, borrowed, .. } = game.tally(0);
        assert_eq!((points, completed.len()), best(europe, game.seat(0), theirs, &tickets));
        helped += usize::from(borrowed != [None; 3]);
    }
    assert!(helped > 30, "stations helped in {helped} games only");
}
