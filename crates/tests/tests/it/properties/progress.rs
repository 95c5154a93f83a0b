//! How far tickets are, and why something can't be done, at every moment of random games.

use capolinea_engine::analysis::{Measure, Progress, Target, TicketProgress, TicketStatus, Ways, why_not};
use capolinea_engine::{Action, LocationId, Map, RouteId, RouteSet, Seat, TicketId, Viewer};
use capolinea_tests::games::{Game, Habit, games};

/// Plays games, and looks at every position.
fn play(salt: u64, habits: &[Habit], mut look: impl FnMut(&Game)) {
    for mut game in games(salt, 1, habits) {
        look(&game);
        while game.step() {
            look(&game);
        }
    }
}

fn is_completed(ticket: &TicketProgress) -> bool {
    matches!(ticket.status, TicketStatus::Done | TicketStatus::Provisional)
}

#[test]
fn progress_agrees_with_the_final_count() {
    play(41, &[Habit::Claimer, Habit::Builder], |game| {
        if !game.state.is_over() {
            return;
        }
        let tallies = game.state.tally(game.map);
        for seat in Map::seats(game.state.public().players) {
            for ticket in Progress::new(&game.state.view(game.map, Viewer::Seat(seat))).tickets() {
                assert_eq!(is_completed(ticket), tallies[seat].completed.contains(ticket.ticket), "{}", game.name());
            }
        }
    });
}

#[test]
fn nothing_is_missing_if_and_only_if_a_ticket_is_completed() {
    play(42, &[Habit::Collector, Habit::Builder], |game| {
        for seat in Map::seats(game.state.public().players) {
            for ticket in Progress::new(&game.state.view(game.map, Viewer::Seat(seat))).tickets() {
                if ticket.status != TicketStatus::Blocked {
                    assert_eq!(ticket.missing == 0, is_completed(ticket), "{ticket:?}: {}", game.name());
                }
            }
        }
    });
}

#[test]
fn progress_that_was_refreshed_step_by_step_is_as_good_as_new() {
    for mut game in games(43, 1, &[Habit::Claimer, Habit::Builder]) {
        let players = game.state.public().players;
        let mut kept = vec![Progress::default(); usize::from(players)];
        loop {
            for seat in Map::seats(players) {
                let view = game.state.view(game.map, Viewer::Seat(seat));
                kept[seat.index()].refresh(&view);
                // How a ticket was completed may be told as it was then.
                let reached = |ticket: &TicketProgress| (!is_completed(ticket)).then(|| ticket.joined.clone());
                let facts = |progress: &Progress| -> Vec<_> {
                    let facts = |one: &TicketProgress| (one.ticket, one.status, one.missing, reached(one));
                    progress.tickets().iter().map(facts).collect()
                };
                assert_eq!(facts(&kept[seat.index()]), facts(&Progress::new(&view)), "{}", game.name());
            }
            if !game.step() {
                break;
            }
        }
    }
}

/// The pieces missing for a ticket, by trying every route again and again with every number of pieces of the second kind.
/// `None` if the player has too few of either kind.
fn pieces_missing(game: &Game, seat: Seat, ticket: TicketId) -> Option<u16> {
    let (map, public) = (game.map, game.state.public());
    let player = &public.seats[seat];
    let [left, others_left] = player.pieces.map(usize::from);
    let cost = |route: RouteId| {
        let facts = map.route(route);
        let is_closed = public.unavailable.contains(route) || player.barred.contains(route);
        match (player.routes.contains(route), facts.fleet.index()) {
            (true, _) => Some((0, 0)),
            (false, _) if is_closed => None,
            (false, 0) => Some((usize::from(facts.spaces), 0)),
            (false, _) => Some((0, usize::from(facts.spaces))),
        }
    };
    let [starts, ends] = map.ticket(ticket).ends;
    let mut best = vec![vec![None; others_left + 1]; map.node_count()];
    starts.into_iter().for_each(|start| best[start.index()][0] = Some(0));
    for _ in 0..map.node_count() {
        for route in map.route_ids() {
            let Some((pieces, others)) = cost(route) else { continue };
            let [a, b] = map.route(route).nodes.map(|node| node.index());
            for (from, to) in [(a, b), (b, a)] {
                for used in others..=others_left {
                    let length = best[from][used - others].map(|length: usize| length + pieces);
                    best[to][used] = [best[to][used], length].into_iter().flatten().filter(|&sum| sum <= left).min();
                }
            }
        }
    }
    let sums =
        |end: usize| best[end].iter().enumerate().filter_map(|(used, length)| length.map(|length| length + used));
    ends.iter().flat_map(|end| sums(end.index())).min().map(|sum| sum as u16)
}

#[test]
fn the_missing_pieces_are_the_fewest() {
    let mut looked = 0;
    play(44, &[Habit::Claimer], |game| {
        looked += 1;
        for seat in Map::seats(game.state.public().players).filter(|_| looked % 9 == 0) {
            for ticket in Progress::new(&game.state.view(game.map, Viewer::Seat(seat))).tickets() {
                let fewest = pieces_missing(game, seat, ticket.ticket);
                match ticket.status {
                    TicketStatus::Open | TicketStatus::Done => assert_eq!(Some(ticket.missing), fewest),
                    TicketStatus::Blocked => assert_eq!(None, fewest, "{}", game.name()),
                    TicketStatus::Provisional => assert_eq!(ticket.missing, 0, "{}", game.name()),
                }
            }
        }
    });
}

#[test]
fn a_way_joins_the_ends_over_free_and_own_routes() {
    let mut looked = 0;
    play(45, &[Habit::Collector], |game| {
        looked += 1;
        if looked % 4 != 0 {
            return;
        }
        for seat in game.state.deciders() {
            let view = game.state.view(game.map, Viewer::Seat(seat));
            let (own, mine) = (view.own.unwrap(), view.public.seats[seat].routes);
            let ways = Ways::new(&view, Measure::Pieces).unwrap();
            let mut network_at_most = 0;
            for ticket in Progress::new(&view).tickets() {
                let Some(way) = ways.cheapest(ticket.ticket) else {
                    assert!(!matches!(ticket.status, TicketStatus::Open | TicketStatus::Done), "{}", game.name());
                    continue;
                };
                assert!(ticket.status != TicketStatus::Blocked, "{}", game.name());
                assert_eq!(walk(game.map, ticket.ticket, &way.path), Some(()), "{way:?}: {}", game.name());
                let routes: RouteSet = way.path.iter().copied().collect();
                assert_eq!(way.built, routes.intersection(mine), "{}", game.name());
                assert_eq!(way.to_claim, routes.without(mine), "{}", game.name());
                assert!(way.to_claim.without(view.open_routes(seat)).is_empty(), "{way:?}: {}", game.name());
                assert!(way.needs.is_within(&view.public.seats[seat].pieces), "{way:?}: {}", game.name());
                if ticket.status != TicketStatus::Provisional {
                    assert_eq!(way.needs.all_pieces(), ticket.missing, "{way:?}: {}", game.name());
                }
                network_at_most += way.needs.all_pieces();
            }
            let network = ways.network(own.tickets);
            assert!(network.needs.all_pieces() <= network_at_most || !network.is_cheapest, "{}", game.name());
            let tickets = network.ways.iter().map(|way| way.ticket).chain(network.blocked);
            assert_eq!(tickets.collect::<capolinea_engine::TicketSet>(), own.tickets, "{}", game.name());
            for way in &network.ways {
                assert_eq!(walk(game.map, way.ticket, &way.path), Some(()), "{way:?}: {}", game.name());
                assert!(way.to_claim.without(network.to_claim).is_empty(), "{way:?}: {}", game.name());
            }
        }
    });
}

/// Walks along a path from a ticket's first end to its second.
fn walk(map: &Map, ticket: TicketId, path: &[RouteId]) -> Option<()> {
    let ticket = map.ticket(ticket);
    let first = map.route(*path.first()?);
    let starts = first.nodes.into_iter().filter(|&node| ticket.ends[0].contains(node));
    let arrives = |start| path.iter().try_fold(start, |node, &route| map.route(route).other_end(node));
    starts.filter_map(arrives).any(|end| ticket.ends[1].contains(end)).then_some(())
}

/// Whether an action of a mechanic does something at a location.
fn is_at(action: Action, at: LocationId) -> bool {
    matches!(action, Action::BuildStation { location, .. }
        | Action::TakePassenger { location, .. }
        | Action::TakeTourist { location }
        | Action::PlaceTourists { location, .. } if location == at)
}

#[test]
fn why_not_agrees_with_the_legal_actions() {
    let mut looked = 0;
    play(46, &[Habit::Uniform, Habit::Hoarder, Habit::Builder], |game| {
        looked += 1;
        if looked % 5 != 0 {
            return;
        }
        for seat in Map::seats(game.state.public().players) {
            let view = game.state.view(game.map, Viewer::Seat(seat));
            let groups = view.action_groups();
            for route in game.map.route_ids() {
                let answer = why_not(&view, Target::Route(route));
                let is_legal = groups.claims.iter().any(|group| group.routes.contains(route));
                assert_eq!(answer.is_none(), is_legal, "{route:?} {answer:?}: {}", game.name());
                let missing = answer.and_then(|answer| answer.missing);
                assert!(missing.is_none_or(|missing| missing.cards > 0), "{route:?} {missing:?}: {}", game.name());
            }
            for location in game.map.location_ids() {
                let answer = why_not(&view, Target::Location(location));
                let is_legal = groups.actions(&view).iter().any(|action| is_at(*action, location));
                assert_eq!(answer.is_none(), is_legal, "{location:?} {answer:?}: {}", game.name());
            }
        }
        let spectator = game.state.view(game.map, Viewer::Spectator);
        assert!(why_not(&spectator, Target::Deck).is_some(), "{}", game.name());
    });
}
