//! Mechanics that ask for a decision at the same moment: each is asked, in the order in which the map lists them.

use super::support::*;
use capolinea_engine::ids::TouristSet;
use capolinea_engine::{Action, Color, FirstPlayer, Map, Phase, Seat, Setup, State, Viewer};
use capolinea_maps::GameMap;

/// San Francisco with passengers besides its tourists, listed before or after them.
fn both(passengers_first: bool) -> &'static Map {
    const BEGIN: &str = "\"mechanics\": [\n    {\n      \"kind\": \"tourists\"";
    const END: &str = "\"score\": [0, 0, 1, 2, 4, 6, 9, 12]\n    }";
    const PASSENGERS: &str = r#"{
        "kind": "passengers", "colors": {"red": 2, "blue": 2}, "per_location": {"sunset": 2, "richmond": 2},
        "most": 20, "second": 10
    }"#;
    let files = capolinea_maps::built_in_files("san_francisco").expect("the map is built in");
    let text = files.map_json;
    assert!(text.contains(BEGIN) && text.contains(END), "the test changes the file at these places");
    let text = if passengers_first {
        text.replacen("\"mechanics\": [", &format!("\"mechanics\": [{PASSENGERS},"), 1)
    } else {
        text.replacen(END, &format!("{END}, {PASSENGERS}"), 1)
    };
    let map = GameMap::read(text.as_bytes(), files.board_json.as_bytes()).unwrap_or_else(|error| panic!("{error}"));
    &Box::leak(Box::new(map)).map
}

/// Seat 0 has claimed Richmond–Sunset, with tokens and passengers at both ends.
fn claimed(passengers_first: bool) -> Game {
    let game = Game::on(both(passengers_first), 3).hand(0, "3 blue").stack(5, "richmond", 2);
    let mut game = game.waiting("sunset", "red").waiting("richmond", "blue");
    game.claim(0, "richmond-sunset", "blue");
    game
}

fn take_passengers(game: &mut Game) {
    for (end, color) in [("sunset", Color::Red), ("richmond", Color::Blue)] {
        assert!(matches!(game.phase(), Phase::TakingPassengers { .. }), "{:?}", game.phase());
        game.act(0, Action::TakePassenger { location: game.location(end), color });
    }
}

fn take_token(game: &mut Game) {
    assert!(matches!(game.phase(), Phase::TakingTourist { .. }), "{:?}", game.phase());
    game.act(0, Action::TakeTourist { location: game.location("sunset") });
}

#[test]
fn s03_a_claim_brings_a_token_and_then_passengers_where_the_map_lists_tourists_first() {
    let mut game = claimed(false);
    take_token(&mut game);
    take_passengers(&mut game);
    assert!(game.is_turn(1), "{:?}", game.phase());
    assert_eq!(game.seat(0).tourists, TouristSet(1 << 3));
}

#[test]
fn g04_a_claim_brings_passengers_and_then_a_token_where_the_map_lists_passengers_first() {
    let mut game = claimed(true);
    take_passengers(&mut game);
    take_token(&mut game);
    assert!(game.is_turn(1), "{:?}", game.phase());
    assert_eq!(game.seat(0).tourists, TouristSet(1 << 3));
}

#[test]
fn g04_leaving_the_passengers_does_not_skip_the_token() {
    let mut game = claimed(true);
    game.act(0, Action::LeavePassengers);
    take_token(&mut game);
    assert!(game.is_turn(1), "{:?}", game.phase());
}

#[test]
fn s03_a_token_that_needs_no_decision_does_not_skip_the_passengers() {
    for passengers_first in [false, true] {
        let mut game = Game::on(both(passengers_first), 3).hand(0, "3 blue");
        game = game.waiting("sunset", "red").waiting("richmond", "blue");
        game.claim(0, "richmond-sunset", "blue");
        take_passengers(&mut game);
        assert_eq!(game.seat(0).tourists, TouristSet(1 << 3));
        assert!(game.is_turn(1), "{:?}", game.phase());
    }
}

#[test]
fn s02_games_with_both_mechanics_come_to_their_end_in_either_order() {
    for (passengers_first, seed) in [(false, 1), (true, 1), (false, 2), (true, 2)] {
        let map = both(passengers_first);
        let setup = Setup { players: 3, first: FirstPlayer::Random, seed: [seed; 32], pieces: None };
        let mut state = State::new(map, &setup).expect("the map seats so many");
        let (mut decisions, mut tokens, mut passengers) = (0, 0, 0);
        while let Some(seat) = state.deciders().lowest() {
            let view = state.view(map, Viewer::Seat(seat));
            let actions = view.legal_actions();
            decisions += 1;
            assert!(decisions < 5_000, "this never ends");
            // The last actions of the list are claims, which bring both decisions about.
            let action = actions.get(actions.len() - 1).expect("a decider has an action");
            tokens += usize::from(matches!(action, Action::TakeTourist { .. }));
            passengers += usize::from(matches!(action, Action::TakePassenger { .. } | Action::LeavePassengers));
            state.apply(map, seat, action).unwrap_or_else(|error| panic!("{action:?}: {error}"));
        }
        assert!(state.is_over() && passengers > 0, "{tokens} tokens, {passengers} passengers");
        assert_eq!(state.final_scores(map).expect("the game is over").sheets.len(), 3);
        assert!(!state.public().seats[Seat(0)].routes.is_empty());
    }
}
