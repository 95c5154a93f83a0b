//! Every game ends, and its final scores explain themselves: lines add up, paths and trails are real, the ranking is
//! right.

use capolinea_engine::map::{LocationKind, Ticket};
use capolinea_engine::mechanics::MechanicKind;
use capolinea_engine::scoring::{MechanicLine, ScoreLine, ScoreSheet};
use capolinea_engine::{Event, FinalScores, LocationId, Map, Phase, RouteId, RouteSet, Seat};
use capolinea_tests::games::{Game, Habit, games};

fn play(salt: u64, each: u64, habits: &[Habit]) {
    for mut game in games(salt, each, habits) {
        let (mut turns, mut last_round, mut ended) = (0, None, 0);
        while game.step() {
            assert_eq!(game.state.is_over(), game.state.final_scores(game.map).is_some(), "{}", game.name());
            for event in &game.events {
                match event {
                    Event::TurnBegan { .. } => turns += 1,
                    Event::LastRoundBegan { seat } => {
                        assert_eq!(last_round, None, "C30: it is triggered once: {}", game.name());
                        last_round = Some((turns, *seat));
                    }
                    Event::GameEnded => ended += 1,
                    _ => {}
                }
            }
        }
        let public = game.state.public();
        assert_eq!((ended, public.phase, game.state.deciders().len()), (1, Phase::Over, 0), "{}", game.name());
        let all_passed = public.passes == public.players;
        if let Some((before, _)) = last_round {
            assert!(turns - before == i32::from(public.players) || all_passed, "C30: {}", game.name());
        } else {
            assert!(all_passed, "C18, C30: the game ended for no reason: {}", game.name());
        }
        let scores = game.state.final_scores(game.map).expect("the game is over");
        for sheet in &scores.sheets {
            lines(&game, sheet);
        }
        ranking(&game, &scores);
    }
}

fn lines(game: &Game, sheet: &ScoreSheet) {
    let map = game.map;
    let player = &game.state.public().seats[sheet.seat];
    assert_eq!(sheet.lines.iter().map(ScoreLine::points).sum::<i16>(), sheet.total, "{}", game.name());
    let own_tickets = game.state.to_position(map).own[sheet.seat].tickets;
    let mut tickets = Vec::new();
    let stations: Vec<LocationId> = player.stations.into_iter().flatten().collect();
    let mut lent = RouteSet::EMPTY;
    for line in &sheet.lines {
        if let ScoreLine::Station { location, borrowed } = line {
            assert!(stations.contains(location), "{}", game.name());
            if let Some(route) = *borrowed {
                let owner = game.state.public().owner(route);
                assert!(owner.is_some_and(|owner| owner != sheet.seat), "E07: {}", game.name());
                assert!(map.route(route).touches(*location), "E07: {}", game.name());
                lent.insert(route);
            }
        }
    }
    for line in &sheet.lines {
        match line {
            ScoreLine::Routes { routes, points } => {
                assert_eq!((*routes, *points), (player.routes, player.score), "C32: {}", game.name());
            }
            ScoreLine::FailedTicket { ticket, points } => {
                tickets.push(*ticket);
                assert_eq!(*points, -i16::from(map.ticket(*ticket).points), "C31: {}", game.name());
            }
            ScoreLine::CompletedTicket { ticket, path, borrowed, points } => {
                tickets.push(*ticket);
                assert_eq!(*points, i16::from(map.ticket(*ticket).points), "C31: {}", game.name());
                let used: RouteSet = path.iter().copied().collect();
                assert_eq!(used.len(), path.len(), "a route twice on a path: {}", game.name());
                assert_eq!(used.without(player.routes), *borrowed, "C31, E07: {}", game.name());
                assert!(borrowed.without(lent).is_empty(), "E07: {}", game.name());
                assert!(joins(map, path, map.ticket(*ticket)), "C31: {path:?}: {}", game.name());
            }
            ScoreLine::Mechanic(MechanicLine { mechanic: MechanicKind::LongestPath, count, routes, .. }) => {
                let pieces: u16 = routes.iter().map(|&route| u16::from(map.route(route).spaces)).sum();
                assert_eq!(pieces, *count, "U01: {}", game.name());
                let used: RouteSet = routes.iter().copied().collect();
                assert_eq!(used.len(), routes.len(), "U01: a route twice: {}", game.name());
                assert!(used.without(player.routes).is_empty(), "E09: {}", game.name());
                assert!(is_trail(map, routes), "U01: {routes:?}: {}", game.name());
            }
            ScoreLine::Station { .. } | ScoreLine::Passengers { .. } | ScoreLine::Mechanic(_) => {}
        }
    }
    tickets.sort_unstable();
    assert_eq!(tickets, own_tickets.iter().collect::<Vec<_>>(), "C31: every ticket once: {}", game.name());
}

/// The location at the other end of a route; `None` if it doesn't touch `from`.
fn along(map: &Map, route: RouteId, from: LocationId) -> Option<LocationId> {
    let facts = map.route(route);
    match from {
        from if from == facts.a => Some(facts.b),
        from if from == facts.b => Some(facts.a),
        _ => None,
    }
}

fn is_country(map: &Map, location: LocationId) -> bool {
    map.location(location).kind == LocationKind::Country
}

/// Where a walk over `path` from `start` ends, if it is one and passes through no country (G05).
fn walk(map: &Map, start: LocationId, path: &[RouteId]) -> Option<LocationId> {
    let mut at = start;
    for (number, &route) in path.iter().enumerate() {
        if number > 0 && is_country(map, at) {
            return None;
        }
        at = along(map, route, at)?;
    }
    Some(at)
}

fn joins(map: &Map, path: &[RouteId], ticket: &Ticket) -> bool {
    !path.is_empty() && walk(map, ticket.a, path) == Some(ticket.b)
}

fn is_trail(map: &Map, routes: &[RouteId]) -> bool {
    let Some(&first) = routes.first() else { return true };
    let facts = map.route(first);
    [facts.a, facts.b].into_iter().any(|start| walk(map, start, routes).is_some())
}

fn ranking(game: &Game, scores: &FinalScores) {
    let players = usize::from(game.state.public().players);
    let mut seats: Vec<Seat> = scores.ranking.iter().map(|standing| standing.seat).collect();
    seats.sort_unstable();
    assert_eq!(seats, Map::seats(players as u8).collect::<Vec<_>>(), "{}", game.name());
    assert_eq!(scores.ranking[0].place, 1, "{}", game.name());
    for (number, standing) in scores.ranking.iter().enumerate() {
        assert_eq!(standing.total, scores.sheets[standing.seat.index()].total, "{}", game.name());
        assert_eq!(standing.place == 1, scores.winners.contains(standing.seat), "C33: {}", game.name());
        let Some(before) = number.checked_sub(1).map(|before| scores.ranking[before]) else {
            assert_eq!(standing.behind_by, None, "{}", game.name());
            continue;
        };
        assert!(standing.total <= before.total, "C33: {}", game.name());
        let shares = standing.place == before.place;
        assert!(shares || usize::from(standing.place) == number + 1, "C33: {}", game.name());
        // A tie-break is named exactly where the totals don't decide and the place is not shared.
        let is_tie = standing.total == before.total;
        assert_eq!(standing.behind_by.is_some(), is_tie && !shares, "C33: {}", game.name());
        assert!(is_tie || !shares, "C33: {}", game.name());
        assert!(standing.behind_by.is_none_or(|by| game.map.rules().tie_breaks.contains(&by)), "{}", game.name());
    }
}

#[test]
fn uniform_games_end_and_add_up() {
    play(41, 100, &[Habit::Uniform]);
}

#[test]
fn games_without_cards_end_and_add_up() {
    play(42, 60, &[Habit::Hoarder]);
}

#[test]
fn other_games_end_and_add_up() {
    play(43, 60, &[Habit::Claimer, Habit::Collector, Habit::Builder]);
}
