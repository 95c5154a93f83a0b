//! Berlin: trams and subways (B01–B04), and the end of the game with both (C30).

use super::support::*;
use capolinea_engine::rules::Piece;
use capolinea_engine::{Action, IllegalAction, Seat};

#[test]
fn b01_twenty_two_tickets() {
    assert_eq!(map("berlin").tickets().len(), 22);
}

#[test]
fn b01_a_subway_route_takes_one_subway_and_costs_the_cards_beside_it() {
    let mut game = Game::new("berlin", 3).hand(0, "4 black");
    game.claim(0, "bellevue-charlottenburger_tor black", "black");
    assert_eq!(game.own(0).hand, counts("black"), "three cards");
    assert_eq!(game.seat(0).pieces, [11, 4], "one subway, no tram");
    assert_eq!(game.seat(0).score, 5);
}

#[test]
fn b01_a_tram_route_takes_a_tram_a_space() {
    let mut game = Game::new("berlin", 3).hand(0, "3 black");
    game.claim(0, "siegessaeule-brandenburger_tor", "black");
    assert_eq!(game.own(0).hand, counts(""));
    assert_eq!(game.seat(0).pieces, [8, 5]);
}

#[test]
fn b01_a_subway_is_paid_in_the_colour_of_its_space() {
    let mut game = Game::new("berlin", 3).hand(0, "3 red 1 black 2 wild");
    let action = game.claiming("bellevue-charlottenburger_tor black", "red");
    assert_eq!(game.refuse(0, action).rule(), "C20");
    let action = game.claiming("bellevue-charlottenburger_tor black", "black");
    assert_eq!(game.refuse(0, action).rule(), "C20", "one black card is not three");
    game.claim(0, "bellevue-charlottenburger_tor black", "black 2 wild");
}

#[test]
fn b01_a_gray_subway_takes_any_one_colour() {
    for color in ["blue", "green", "black", "purple", "red", "orange"] {
        let mut game = Game::new("berlin", 3).hand(0, &format!("4 {color}"));
        game.claim(0, "alexanderplatz-naturkundemuseum", color);
        assert_eq!(game.own(0).hand, counts(""));
    }
    let mut game = Game::new("berlin", 3).hand(0, "2 red 2 blue");
    let action = game.claiming("alexanderplatz-naturkundemuseum", "red");
    assert_eq!(game.refuse(0, action).rule(), "C20");
}

#[test]
fn b01_every_subway_route_has_one_space() {
    let berlin = map("berlin");
    for route in berlin.routes() {
        match berlin.rules().fleets[route.fleet.index()].piece {
            Piece::Subway => assert_eq!(route.spaces, 1),
            Piece::Tram | Piece::Train => assert_eq!(route.spaces, route.cards),
        }
    }
}

#[test]
fn b02_trams_and_subways_score_by_different_tables() {
    for (route, points) in [
        ("zoologischer_garten-nollendorfplatz", 2),
        ("charlottenburger_tor-kurfuerstendamm", 3),
        ("hallesches_tor-moritzplatz", 5),
        ("zoologischer_garten-potsdamer_platz", 7),
        ("alexanderplatz-naturkundemuseum", 8),
    ] {
        let mut game = Game::new("berlin", 3).hand(0, "4 red");
        game.claim(0, route, "red");
        assert_eq!(game.seat(0).score, points, "{route}");
    }
}

#[test]
fn b03_subways_do_not_stand_in_for_trams() {
    let mut game = Game::new("berlin", 3).hand(0, "4 red").pieces(0, [1, 5]);
    let action = game.claiming("zoologischer_garten-nollendorfplatz", "red");
    assert_eq!(game.refuse(0, action), IllegalAction::NotEnoughOfThisPiece { needed: 2, left: 1 });
    game.claim(0, "alexanderplatz-naturkundemuseum", "red");
    assert_eq!(game.seat(0).pieces, [1, 4]);
}

#[test]
fn b03_trams_do_not_stand_in_for_subways() {
    let mut game = Game::new("berlin", 3).hand(0, "4 red").pieces(0, [11, 0]);
    let action = game.claiming("alexanderplatz-naturkundemuseum", "red");
    assert_eq!(game.refuse(0, action), IllegalAction::NotEnoughOfThisPiece { needed: 1, left: 0 });
    game.claim(0, "zoologischer_garten-potsdamer_platz", "red");
    assert_eq!(game.seat(0).pieces, [7, 0]);
}

#[test]
fn c30_berlin_counts_trams_and_subways_together() {
    for (pieces, is_last) in [
        ([1, 1], false),
        ([0, 2], false),
        ([2, 0], false),
        ([0, 5], false),
        ([1, 0], true),
        ([0, 1], true),
        ([0, 0], true),
    ] {
        let mut game = Game::new("berlin", 2).pieces(0, pieces);
        game.act(0, Action::DrawTickets).act(0, keep(0b1));
        assert_eq!(game.public().turns_left.is_some(), is_last, "{pieces:?}");
    }
}

#[test]
fn c31_a_path_may_change_between_tram_and_subway() {
    let game = Game::new("berlin", 2)
        .routes(0, &["hauptbahnhof-bellevue", "siegessaeule-bellevue", "siegessaeule-potsdamer_platz"])
        .tickets(0, &["bellevue-potsdamer_platz", "hauptbahnhof-checkpoint_charlie"]);
    assert_eq!(game.tally(0).tickets, 4 - 5);
    assert_eq!(game.routes(0, &["potsdamer_platz-checkpoint_charlie"]).tally(0).tickets, 9);
}

#[test]
fn b04_no_bonus_for_the_longest_path() {
    let game = Game::new("berlin", 2).routes(0, &["siegessaeule-brandenburger_tor"]);
    assert_eq!(game.tally(0).total, 4);
}

#[test]
fn b04_more_completed_tickets_break_a_tie() {
    let game = Game::new("berlin", 2)
        .routes(0, &["siegessaeule-brandenburger_tor", "brandenburger_tor-potsdamer_platz"])
        .routes(1, &["siegessaeule-bellevue", "siegessaeule-potsdamer_platz"])
        .tickets(1, &["bellevue-potsdamer_platz", "potsdamer_platz-naturkundemuseum"]);
    expect_test::expect![[r#"
        1. seat 1: 5
        2. seat 0: 5, behind by completed_tickets
    "#]]
    .assert_eq(&game.ranking());
    assert_eq!(game.winners(), [1]);
}

#[test]
fn b04_then_the_victory_is_shared() {
    let game = Game::new("berlin", 3)
        .routes(0, &["siegessaeule-brandenburger_tor"])
        .routes(2, &["siegessaeule-potsdamer_platz"]);
    assert_eq!(game.winners(), [0, 2]);
    assert!(game.scores().winners.contains(Seat(2)));
}
