//! San Francisco: tourist tokens, ferries, ties (S01–S06).

use super::support::*;
use capolinea_engine::ids::{TouristKind, TouristSet};
use capolinea_engine::{Action, Event, FirstPlayer, IllegalAction, Phase, Seat, Setup, State};
use std::collections::BTreeSet;
use std::path::Path;

const STARTS: [&str; 5] = ["alcatraz", "golden_gate_bridge", "the_embarcadero", "sunset", "potrero_hill"];

fn place(kind: u8, location: &str) -> Action {
    let location = map("san_francisco").find_location(location).expect("a location");
    Action::PlaceTourists { kind: TouristKind(kind), location }
}

/// A game in which the tickets have been chosen.
fn placing(players: u8, first: u8) -> Game {
    let setup = Setup { players, first: FirstPlayer::Named(Seat(first)), seed: [3; 32], pieces: None };
    let mut game = Game::with("san_francisco", setup);
    for seat in 0..players {
        game.act(seat, keep(0b11));
    }
    game
}

/// The kinds that stand nowhere yet.
fn reserve(game: &Game) -> Vec<u8> {
    (0..7).filter(|&kind| game.public().tourists[usize::from(kind)].location.is_none()).collect()
}

#[test]
fn s01_twenty_four_tickets_and_seven_kinds_of_three() {
    assert_eq!(map("san_francisco").tickets().len(), 24);
    let tourists = map("san_francisco").tourists().expect("the map has them");
    assert_eq!(tourists.kinds.len(), 7);
    assert_eq!(tourists.stack_height.iter().max(), Some(&3));
}

#[test]
fn s01_stacks_stand_on_the_five_marked_locations() {
    for players in 2..=4 {
        let game = Game::dealt("san_francisco", players, 2);
        let height = if players == 4 { 3 } else { 2 };
        for name in STARTS {
            let kind = game.public().tourists_at(game.location(name)).expect("a stack");
            assert_eq!(game.public().tourists[kind.index()].left, height, "{name}, {players} players");
        }
        let placed = if players == 2 { 1 } else { height };
        let left = reserve(&game);
        assert_eq!(left.len(), 2);
        for kind in left {
            assert_eq!(game.public().tourists[usize::from(kind)].left, placed, "{players} players");
        }
    }
}

#[test]
fn s01_which_kind_lies_where_is_random() {
    let kind_at_alcatraz = |seed| {
        let game = Game::dealt("san_francisco", 2, seed);
        game.public().tourists_at(game.location("alcatraz")).expect("a stack").0
    };
    assert_eq!((0..100).map(kind_at_alcatraz).collect::<BTreeSet<_>>(), (0..7).collect());
}

#[test]
fn s02_the_last_player_places_one_and_the_last_but_one_the_other() {
    for players in [3, 4] {
        for first in 0..players {
            let mut game = placing(players, first);
            let last = (first + players - 1) % players;
            let before = (first + players - 2) % players;
            assert_eq!(game.phase(), Phase::PlacingTourists { seat: Seat(last) });
            let kinds = reserve(&game);
            assert!(matches!(game.refuse(before, place(kinds[0], "castro")).rule(), "C04"));
            // Either of the two stacks may be picked.
            assert!(game.lists(last, place(kinds[0], "castro")));
            game.act(last, place(kinds[1], "castro"));
            assert_eq!(game.phase(), Phase::PlacingTourists { seat: Seat(before) });
            game.act(before, place(kinds[0], "mission"));
            assert!(game.is_turn(first));
            let height = if players == 4 { 3 } else { 2 };
            assert_eq!(game.public().tourists[usize::from(kinds[0])].left, height);
        }
    }
}

#[test]
fn s02_a_single_stack_left_over_is_the_last_players() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../maps/maps/san_francisco");
    let file = |name| std::fs::read_to_string(folder.join(name)).expect("a readable file");
    let mut facts: serde_json::Value = serde_json::from_str(&file("map.json")).expect("JSON");
    facts["rules"]["mechanics"][0]["start_locations"].as_array_mut().expect("a list").push("castro".into());
    let map = capolinea_maps::GameMap::read(facts.to_string().as_bytes(), file("board.json").as_bytes());
    let map = &map.expect("one stack may be left").map;
    let setup = Setup { players: 3, first: FirstPlayer::Named(Seat(1)), seed: [3; 32], pieces: None };
    let mut state = State::new(map, &setup).expect("three may play");
    for seat in 0..3 {
        state.apply(map, Seat(seat), keep(0b11)).expect("legal");
    }
    assert_eq!(state.public().phase, Phase::PlacingTourists { seat: Seat(0) });
}

#[test]
fn s02_of_two_players_the_second_places_both_singles() {
    for first in [0, 1] {
        let mut game = placing(2, first);
        let second = 1 - first;
        for name in ["castro", "mission"] {
            assert_eq!(game.phase(), Phase::PlacingTourists { seat: Seat(second) });
            let kind = reserve(&game)[0];
            game.act(second, place(kind, name));
            assert_eq!(game.public().tourists[usize::from(kind)].left, 1);
        }
        assert!(game.is_turn(first));
    }
}

#[test]
fn s02_on_any_location_without_a_stack() {
    let mut game = placing(3, 0);
    let kind = reserve(&game)[0];
    assert_eq!(game.legal(2).len(), 2 * (game.map.locations().len() - 5), "two stacks, every free location");
    assert_eq!(game.refuse(2, place(kind, "alcatraz")), IllegalAction::TouristsAlreadyHere);
    game.act(2, place(kind, "castro"));
    let other = reserve(&game)[0];
    assert_eq!(game.refuse(1, place(other, "castro")), IllegalAction::TouristsAlreadyHere);
    assert_eq!(game.refuse(1, place(kind, "mission")), IllegalAction::TouristsNotInReserve);
}

#[test]
fn s02_comes_after_the_tickets_and_before_the_first_turn() {
    let mut game = Game::dealt("san_francisco", 3, 3);
    let kind = reserve(&game)[0];
    assert_eq!(game.refuse(2, place(kind, "castro")).rule(), "C10");
    for seat in 0..3 {
        game.act(seat, keep(0b11));
    }
    assert!(matches!(game.refuse(2, Action::DrawBlind), IllegalAction::NotNow { .. }));
}

/// Seat 0 is to claim Richmond–Sunset (three blue); kind 3 stands in Sunset.
fn sunset() -> Game {
    Game::new("san_francisco", 3).hand(0, "3 blue")
}

#[test]
fn s03_a_new_kind_at_one_end_is_taken() {
    let mut game = sunset();
    game.claim(0, "richmond-sunset", "blue");
    assert_eq!(game.seat(0).tourists, TouristSet(1 << 3));
    assert_eq!(game.public().tourists[3].left, 1);
    assert!(game.is_turn(1), "there is nothing to decide, and no way to decline");
    let taken = Event::TouristTaken { seat: Seat(0), location: game.location("sunset"), kind: TouristKind(3) };
    assert_eq!(game.told(|event| *event == taken), 1);
}

#[test]
fn s03_a_kind_already_held_is_never_taken() {
    let mut game = sunset().held_tourists(0, &[3]);
    game.claim(0, "richmond-sunset", "blue");
    assert_eq!(game.seat(0).tourists, TouristSet(1 << 3));
    assert_eq!(game.public().tourists[3].left, 2, "the stack keeps its tokens");
}

#[test]
fn s03_an_exhausted_stack_gives_nothing() {
    let mut game = sunset().stack(3, "sunset", 0);
    game.claim(0, "richmond-sunset", "blue");
    assert!(game.seat(0).tourists.is_empty());
    assert!(game.is_turn(1));
}

#[test]
fn s03_with_one_at_both_ends_the_player_chooses_one() {
    for (end, kind) in [("richmond", 5), ("sunset", 3)] {
        let mut game = sunset().stack(5, "richmond", 2);
        game.claim(0, "richmond-sunset", "blue");
        let route = game.route("richmond-sunset");
        assert_eq!(game.phase(), Phase::TakingTourist { seat: Seat(0), route });
        assert!(game.seat(0).tourists.is_empty());
        for action in [Action::Pass, Action::DrawBlind, Action::LeavePassengers] {
            assert_eq!(game.refuse(0, action).rule(), "C10", "taking is not optional");
        }
        assert_eq!(game.legal(0).len(), 2);
        let elsewhere = Action::TakeTourist { location: game.location("alcatraz") };
        assert_eq!(game.refuse(0, elsewhere), IllegalAction::NoTouristToTake);
        game.act(0, Action::TakeTourist { location: game.location(end) });
        assert_eq!(game.seat(0).tourists, TouristSet(1 << kind), "never more than one per claim");
        assert!(game.is_turn(1));
    }
}

#[test]
fn s03_at_both_ends_but_one_held_or_gone_the_other_is_taken() {
    let mut held = sunset().stack(5, "richmond", 2).held_tourists(0, &[3]);
    held.claim(0, "richmond-sunset", "blue");
    assert_eq!(held.seat(0).tourists, TouristSet(1 << 3 | 1 << 5));
    let mut gone = sunset().stack(5, "richmond", 2).stack(3, "sunset", 0);
    gone.claim(0, "richmond-sunset", "blue");
    assert_eq!(gone.seat(0).tourists, TouristSet(1 << 5));
}

#[test]
fn s03_without_tokens_at_either_end_nothing_is_taken() {
    let mut game = Game::new("san_francisco", 3).hand(0, "2 black");
    game.claim(0, "painted_ladies-castro", "black");
    assert!(game.seat(0).tourists.is_empty());
}

#[test]
fn s04_a_ferry_asks_for_a_ferry_card() {
    let mut game = Game::new("san_francisco", 3).hand(0, "3 red wild");
    let action = game.claiming("pier_39-alcatraz", "red");
    assert_eq!(game.refuse(0, action), IllegalAction::FerryNeedsWilds { needed: 1, offered: 0 });
    let action = game.claiming("fort_mason-alcatraz", "red");
    assert_eq!(game.refuse(0, action), IllegalAction::FerryNeedsWilds { needed: 1, offered: 0 });
    game.claim(0, "fort_mason-alcatraz", "red wild");
    assert_eq!(game.own(0).hand, counts("red"));
}

#[test]
fn s04_the_rest_may_be_wild_too_but_of_one_colour() {
    let mut game = Game::new("san_francisco", 3).hand(0, "red blue 3 wild");
    for paid in ["3 wild", "red 2 wild", "blue 2 wild"] {
        assert!(game.lists(0, game.claiming("fort_mason-alcatraz", paid)), "{paid}");
    }
    let action = game.claiming("fort_mason-alcatraz", "red wild");
    assert_eq!(game.refuse(0, action).rule(), "C20");
}

#[test]
fn s05_different_tokens_score_by_the_table() {
    for (number, points) in [0, 0, 1, 2, 4, 6, 9, 12].into_iter().enumerate() {
        let kinds: Vec<u8> = (0..number as u8).collect();
        let game = Game::new("san_francisco", 2).held_tourists(0, &kinds);
        assert_eq!(
            (game.gain(0, MechanicKind::Tourists).points, game.tally(0).total),
            (points, points),
            "{number} tokens"
        );
    }
}

#[test]
fn s06_no_bonus_for_the_longest_path() {
    let game = Game::new("san_francisco", 2).routes(0, &["richmond-sunset"]);
    assert_eq!(game.tally(0).total, 4);
}

#[test]
fn s06_more_completed_tickets_break_a_tie() {
    let game = Game::new("san_francisco", 2)
        .routes(0, &["painted_ladies-pacific_heights", "painted_ladies-soma"])
        .routes(1, &["chinatown-lombard_street", "chinatown-pacific_heights"])
        .tickets(0, &["soma-pacific_heights", "lombard_street-painted_ladies"])
        .routes(0, &["soma-south_beach"]);
    expect_test::expect![[r#"
        1. seat 0: 5
        2. seat 1: 5, behind by completed_tickets
    "#]]
    .assert_eq(&game.ranking());
}

#[test]
fn s06_then_the_victory_is_shared_however_many_tokens() {
    let game = Game::new("san_francisco", 2).held_tourists(0, &[0, 1]).routes(1, &["soma-south_beach"]);
    assert_eq!(game.winners(), [0, 1]);
}
