//! North America: the longest path and ties (U01, U02).

use super::support::*;
use capolinea_engine::scoring::{MechanicLine, ScoreLine};

fn longest(names: &[&str]) -> u16 {
    Game::new("usa", 2).pieces(0, [45, 0]).routes(0, names).gain(0, MechanicKind::LongestPath).count
}

#[test]
fn u01_thirty_tickets() {
    assert_eq!(map("usa").tickets().len(), 30);
    assert_eq!(Game::dealt("usa", 2, 1).public().ticket_decks, [30 - 6, 0]);
}

#[test]
fn u01_the_longest_path_earns_ten() {
    let game = Game::new("usa", 3)
        .routes(0, &["calgary-winnipeg", "duluth-winnipeg"])
        .routes(1, &["el_paso-houston", "dallas-houston"]);
    assert_eq!([0, 1, 2].map(|seat| game.gain(seat, MechanicKind::LongestPath).points), [10, 0, 0]);
    assert_eq!([0, 1, 2].map(|seat| game.gain(seat, MechanicKind::LongestPath).count), [10, 7, 0]);
    assert_eq!(game.tally(0).total, 15 + 7 + 10);
}

#[test]
fn u01_length_counts_pieces_not_routes() {
    let game = Game::new("usa", 2)
        .routes(0, &["calgary-winnipeg"])
        .routes(1, &["portland-seattle", "seattle-vancouver", "calgary-vancouver"]);
    assert_eq!([0, 1].map(|seat| game.gain(seat, MechanicKind::LongestPath).count), [6, 5]);
    assert_eq!([0, 1].map(|seat| game.gain(seat, MechanicKind::LongestPath).points), [10, 0]);
}

#[test]
fn u01_branches_do_not_count() {
    assert_eq!(longest(&["denver-phoenix", "denver-helena", "denver-omaha", "denver-santa_fe"]), 5 + 4);
}

#[test]
fn u01_separate_stretches_do_not_count_together() {
    assert_eq!(longest(&["calgary-winnipeg", "el_paso-houston", "miami-new_orleans"]), 6);
}

const LOOP: [&str; 4] = ["dallas-houston", "houston-new_orleans", "little_rock-new_orleans", "dallas-little_rock"];

#[test]
fn u01_a_path_may_close_a_loop() {
    assert_eq!(longest(&LOOP), 1 + 2 + 3 + 2);
}

#[test]
fn u01_a_path_may_pass_a_city_again() {
    // Into the loop at Dallas, round it, and out of Dallas again.
    let names = [&LOOP[..], &["dallas-el_paso", "dallas-oklahoma_city"]].concat();
    assert_eq!(longest(&names), 4 + 8 + 2);
    // Two loops that meet in one city, as an eight.
    let eight = [&LOOP[..], &["dallas-el_paso", "el_paso-oklahoma_city", "dallas-oklahoma_city"]].concat();
    assert_eq!(longest(&eight), 8 + 4 + 5 + 2);
}

#[test]
fn u01_no_piece_counts_twice() {
    // A loop on a stick: the stick is walked once only.
    assert_eq!(longest(&[&LOOP[..], &["dallas-el_paso", "el_paso-los_angeles"]].concat()), 6 + 4 + 8);
    // Three ways between two places: all of them, and nothing twice.
    let theta = [&LOOP[..], &["little_rock-oklahoma_city", "dallas-oklahoma_city"]].concat();
    assert_eq!(longest(&theta), 8 + 2 + 2);
    // A branch in the middle of a line: there and back is not allowed.
    assert_eq!(longest(&["denver-phoenix", "denver-helena", "denver-santa_fe"]), 9);
}

#[test]
fn u01_all_tied_players_get_the_bonus() {
    let game = Game::new("usa", 3)
        .routes(0, &["calgary-winnipeg"])
        .routes(1, &["el_paso-houston"])
        .routes(2, &["atlanta-miami"]);
    assert_eq!([0, 1, 2].map(|seat| game.gain(seat, MechanicKind::LongestPath).points), [10, 10, 0]);
}

#[test]
fn u01_a_length_of_zero_earns_nothing() {
    for id in ["usa", "europe"] {
        let game = Game::new(id, 3);
        assert_eq!([0, 1, 2].map(|seat| game.gain(seat, MechanicKind::LongestPath).points), [0, 0, 0], "{id}");
    }
}

#[test]
fn u01_the_sheet_shows_the_path_in_order() {
    let game = Game::new("usa", 2).routes(0, &["duluth-winnipeg", "calgary-winnipeg", "calgary-vancouver"]);
    let lines = game.scores().sheets[0].lines.clone();
    let path = lines.iter().find_map(|line| match line {
        ScoreLine::Mechanic(MechanicLine { mechanic: MechanicKind::LongestPath, count: 13, routes, points: 10 }) => {
            Some(routes.clone())
        }
        _ => None,
    });
    let names = ["duluth-winnipeg", "calgary-winnipeg", "calgary-vancouver"].map(|name| game.route(name));
    let backwards: Vec<_> = names.iter().rev().copied().collect();
    let path = path.expect("a line for the path");
    assert!(path == names || path == backwards);
}

#[test]
fn u02_more_completed_tickets_break_a_tie() {
    let game = Game::new("usa", 2)
        .routes(0, &["duluth-winnipeg", "duluth-sault_st_marie"])
        .routes(1, &["calgary-helena", "helena-salt_lake_city"])
        .tickets(1, &["calgary-salt_lake_city", "chicago-new_orleans"]);
    expect_test::expect![[r#"
        1. seat 1: 21
        2. seat 0: 21, behind by completed_tickets
    "#]]
    .assert_eq(&game.ranking());
    assert_eq!(game.winners(), [1]);
}

#[test]
fn u02_then_the_longest_path_breaks_it() {
    let game = Game::new("usa", 2)
        .routes(0, &["portland-salt_lake_city", "duluth-winnipeg", "montreal-toronto"])
        .routes(1, &["el_paso-houston", "dallas-houston"]);
    expect_test::expect![[r#"
        1. seat 1: 26
        2. seat 0: 26, behind by longest_path
    "#]]
    .assert_eq(&game.ranking());
    assert_eq!(game.winners(), [1]);
}

#[test]
fn u02_completed_tickets_come_before_the_longest_path() {
    let game = Game::new("usa", 2)
        .routes(0, &["el_paso-houston", "dallas-houston", "dallas-little_rock"])
        .routes(1, &["calgary-helena", "helena-salt_lake_city", "sault_st_marie-winnipeg", "raleigh-washington"])
        .tickets(1, &["calgary-salt_lake_city", "chicago-new_orleans"]);
    expect_test::expect![[r#"
        1. seat 1: 28
        2. seat 0: 28, behind by completed_tickets
    "#]]
    .assert_eq(&game.ranking());
}

#[test]
fn u02_still_tied_share_the_victory() {
    let game = Game::new("usa", 3).routes(0, &["calgary-winnipeg"]).routes(2, &["el_paso-houston"]);
    expect_test::expect![[r#"
        1. seat 0: 25
        1. seat 2: 25
        3. seat 1: 0
    "#]]
    .assert_eq(&game.ranking());
    assert_eq!(game.winners(), [0, 2]);
}
