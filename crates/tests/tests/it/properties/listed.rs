//! The listed actions are exactly the accepted ones and exactly those of the rules: of every action there is, in sampled
//! positions of random games.

use super::by_the_book::Book;
use capolinea_engine::ids::TouristKind;
use capolinea_engine::{Action, Color, LocationId, Map, Payment, Phase, RouteId, RouteSet, Seat, Viewer};
use capolinea_tests::games::{Game, Habit, below, games};
use std::collections::{HashMap, HashSet};
use std::mem::{Discriminant, discriminant};

/// Every action that could be meant on this map, and some that could not.
fn every_action(map: &Map) -> Vec<Action> {
    let mut all = vec![
        Action::DrawBlind,
        Action::DrawTickets,
        Action::LeaveTunnel,
        Action::LeavePassengers,
        Action::Pass,
        Action::ChooseSplit { first: 255, second: 255 },
        Action::ChooseSplit { first: 252, second: 8 },
    ];
    let small = || (0..=6).chain([255]);
    let wilds = || (0..=10).chain([254, 255]);
    let past_the_end = |count: usize| (0..=count as u8).chain([63, 64, 127, 128, 255]).collect::<HashSet<u8>>();
    let locations: Vec<LocationId> = past_the_end(map.locations().len()).into_iter().map(LocationId).collect();
    let colors = || Color::ALL.into_iter().map(Some).chain([None]);
    let few = |payment: &&Payment| payment.wilds <= 4 || payment.wilds == 255;
    let payments: Vec<Payment> =
        colors().flat_map(|color| wilds().map(move |wilds| Payment { color, wilds })).collect();
    for first in 0..=6 {
        all.extend((0..=6).map(|second| Action::ChooseSplit { first, second }));
    }
    all.extend((0..=255).map(|offered| Action::KeepTickets { offered }));
    all.extend(small().map(|slot| Action::DrawOpen { slot }));
    all.extend(small().map(|wilds| Action::PayTunnel { wilds }));
    for route in past_the_end(map.routes().len()).into_iter().map(RouteId) {
        all.extend(payments.iter().map(|&payment| Action::ClaimRoute { route, payment }));
    }
    for &location in &locations {
        all.extend(payments.iter().filter(few).map(|&payment| Action::BuildStation { location, payment }));
        all.extend(Color::ALL.map(|color| Action::TakePassenger { location, color }));
        all.extend((0..=8).chain([255]).map(|kind| Action::PlaceTourists { kind: TouristKind(kind), location }));
        all.push(Action::TakeTourist { location });
    }
    all
}

/// Tries every action for one seat: it is accepted if and only if it is listed, and if and only if the rules allow it; a
/// refusal changes and tells nothing.
fn check(game: &Game, seat: Seat, all: &[Action]) {
    let view = game.state.view(game.map, Viewer::Seat(seat));
    let list = view.legal_actions();
    let listed: Vec<Action> = list.iter().collect();
    let by_number: Vec<Action> = (0..list.len()).filter_map(|number| list.get(number)).collect();
    assert_eq!(listed, by_number, "`iter` and `get` differ: {}", game.name());
    assert_eq!((list.get(list.len()), list.is_empty()), (None, listed.is_empty()), "{}", game.name());
    let set: HashSet<Action> = listed.iter().copied().collect();
    assert_eq!(set.len(), listed.len(), "an action is listed twice: {}", game.name());
    assert_eq!(set.is_empty(), !game.state.deciders().contains(seat), "{}", game.name());
    let grouped = view.action_groups().actions(&view);
    assert_eq!(grouped.len(), listed.len(), "groups and list differ: {}", game.name());
    assert_eq!(grouped.into_iter().collect::<HashSet<_>>(), set, "groups and list differ: {}", game.name());
    let book = Book { map: game.map, position: &game.state.to_position(game.map), seat };
    let is_turn = game.state.public().phase == Phase::Turn { seat };
    if let Some(own) = view.own.filter(|_| is_turn) {
        let claimed = |action: &Action| if let Action::ClaimRoute { route, .. } = action { Some(*route) } else { None };
        let claims: RouteSet = listed.iter().filter_map(claimed).collect();
        assert_eq!(view.payable_routes(seat, &own.hand), claims, "{}", game.name());
    }
    let (mut accepted, mut allowed, mut events) = (0, 0, Vec::new());
    let mut unchanged = game.state;
    for &action in all {
        let is_listed = set.contains(&action);
        let mut changed = game.state;
        let state = if is_listed { &mut changed } else { &mut unchanged };
        let result = state.apply_observed(game.map, seat, action, &mut events);
        assert_eq!(result, view.check(action), "{seat:?} {action:?}: {}", game.name());
        assert_eq!(result.is_ok(), is_listed, "{seat:?} {action:?} {result:?}: {}", game.name());
        if action != Action::Pass {
            assert_eq!(is_listed, book.allows(action), "{seat:?} {action:?} {result:?}: {}", game.name());
            allowed += usize::from(is_listed);
        }
        if is_listed {
            accepted += 1;
            assert!(!events.is_empty() || action == Action::DrawTickets, "{action:?} told nothing: {}", game.name());
            assert!(changed != game.state, "{action:?} did nothing: {}", game.name());
            events.clear();
        }
        assert!(events.is_empty(), "the refused {action:?} told something: {}", game.name());
    }
    assert!(unchanged == game.state, "a refused action changed something: {}", game.name());
    // C18: a pass is legal only if nothing else is in a turn.
    assert_eq!(set.contains(&Action::Pass), is_turn && allowed == 0, "C18: {}", game.name());
    assert_eq!(accepted, set.len(), "an action is listed that this test doesn't know of: {}", game.name());
}

/// Looks at some positions of each phase, more of rare ones, and always at the seat to decide and at one that is not.
fn play(salt: u64, each: u64, habits: &[Habit]) {
    let mut known: HashMap<&str, Vec<Action>> = HashMap::new();
    let mut looked_at: HashMap<(&str, u8, Discriminant<Phase>), usize> = HashMap::new();
    for mut game in games(salt, each, habits) {
        let all = known.entry(game.map.id()).or_insert_with(|| every_action(game.map));
        loop {
            let public = game.state.public();
            let count = looked_at.entry((game.map.id(), public.players, discriminant(&public.phase))).or_default();
            if below(&mut game.rng, 40 * (*count + 1)) < 100 {
                *count += 1;
                let other = [0, 1, 2, 3, 4, 5, 7, 8, 255][below(&mut game.rng, 9)];
                let deciders = game.state.deciders();
                for seat in deciders.iter().filter(|seat| seat.0 != other).chain([Seat(other)]) {
                    check(&game, seat, all);
                }
            }
            if !game.step() {
                break;
            }
        }
    }
}

#[test]
fn listed_actions_are_the_accepted_ones_in_uniform_games() {
    play(11, 4, &[Habit::Uniform]);
}

#[test]
fn listed_actions_are_the_accepted_ones_when_the_deck_runs_out() {
    play(12, 4, &[Habit::Hoarder]);
}

#[test]
fn listed_actions_are_the_accepted_ones_when_routes_are_claimed_early() {
    play(13, 4, &[Habit::Claimer]);
}

#[test]
fn listed_actions_are_the_accepted_ones_when_tickets_and_stations_run_out() {
    play(14, 2, &[Habit::Collector, Habit::Builder]);
}
