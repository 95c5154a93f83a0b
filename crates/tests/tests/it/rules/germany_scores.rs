//! Germany's end: Globetrotter, passengers, ties (G07–G09).

use super::support::*;

fn globetrotters(game: &Game) -> Vec<i16> {
    (0..game.public().players).map(|seat| game.gain(seat, MechanicKind::Globetrotter).points).collect()
}

fn passengers(held: &[&str]) -> Vec<i16> {
    let mut game = Game::new("germany", held.len() as u8);
    for (seat, text) in held.iter().enumerate() {
        game = game.held_passengers(seat as u8, text);
    }
    (0..held.len() as u8).map(|seat| game.gain(seat, MechanicKind::Passengers).points).collect()
}

#[test]
fn g07_most_completed_tickets_earn_fifteen() {
    let game = Game::new("germany", 3)
        .routes(0, &["berlin-leipzig", "chemnitz-leipzig"])
        .tickets(0, &["berlin-leipzig", "berlin-chemnitz"])
        .routes(1, &["mannheim-stuttgart"])
        .tickets(1, &["mannheim-stuttgart"]);
    assert_eq!(globetrotters(&game), [15, 0, 0]);
    assert_eq!(game.tally(0).total, 7 + 2 + 4 + 6 + 15);
}

#[test]
fn g07_failed_tickets_do_not_matter() {
    let game = Game::new("germany", 2)
        .routes(0, &["berlin-leipzig"])
        .tickets(0, &["berlin-leipzig", "rostock-austria", "rostock-konstanz"])
        .tickets(1, &["hamburg-rostock"]);
    assert_eq!(globetrotters(&game), [15, 0]);
}

#[test]
fn g07_all_tied_get_it() {
    let game = Game::new("germany", 3)
        .routes(0, &["berlin-leipzig"])
        .tickets(0, &["berlin-leipzig"])
        .routes(2, &["mannheim-stuttgart"])
        .tickets(2, &["mannheim-stuttgart"]);
    assert_eq!(globetrotters(&game), [15, 0, 15]);
}

#[test]
fn g07_nobody_gets_it_with_none_completed() {
    assert_eq!(globetrotters(&Game::new("germany", 3).tickets(1, &["hamburg-rostock"])), [0, 0, 0]);
}

#[test]
fn g08_most_twenty_and_second_ten() {
    assert_eq!(passengers(&["3 red", "2 red", "1 red"]), [20, 10, 0]);
    assert_eq!(passengers(&["1 red", "5 red", "4 red", "4 red", "3 red"]), [0, 20, 10, 10, 0]);
}

#[test]
fn g08_tied_for_most_leaves_no_second() {
    assert_eq!(passengers(&["3 red", "3 red", "2 red"]), [20, 20, 0]);
    assert_eq!(passengers(&["2 red", "2 red", "2 red"]), [20, 20, 20]);
}

#[test]
fn g08_tied_for_second_all_get_ten() {
    assert_eq!(passengers(&["3 red", "1 red", "1 red", "1 red"]), [20, 10, 10, 10]);
}

#[test]
fn g08_none_of_a_colour_never_scores() {
    assert_eq!(passengers(&["", "", ""]), [0, 0, 0]);
    assert_eq!(passengers(&["1 red", "", ""]), [20, 0, 0], "no second place with nothing");
}

#[test]
fn g08_each_colour_by_itself() {
    assert_eq!(passengers(&["2 red 1 blue", "1 red 2 blue 1 white", ""]), [30, 50, 0]);
    assert_eq!(
        passengers(&["1 red 1 yellow 1 green 1 blue 1 black 1 white", ""]),
        [120, 0],
        "six colours of passengers"
    );
}

#[test]
fn g09_no_bonus_for_the_longest_path() {
    let game = Game::new("germany", 2).routes(0, &["berlin-hamburg blue"]);
    assert_eq!((game.gain(0, MechanicKind::LongestPath).points, game.tally(0).total), (0, 18));
}

#[test]
fn g09_more_completed_tickets_break_a_tie_before_passengers() {
    let game = Game::new("germany", 2)
        .routes(0, &["berlin-rostock", "hannover-magdeburg"])
        .held_passengers(0, "3 red 1 blue")
        .routes(1, &["berlin-leipzig"])
        .held_passengers(1, "1 red 2 blue")
        .tickets(1, &["berlin-leipzig", "hamburg-rostock"]);
    expect_test::expect![[r#"
        1. seat 1: 52
        2. seat 0: 52, behind by completed_tickets
    "#]]
    .assert_eq(&game.ranking());
}

#[test]
fn g09_then_more_passengers_break_it() {
    let game = Game::new("germany", 2).held_passengers(0, "1 red 2 blue").held_passengers(1, "3 red 1 blue");
    expect_test::expect![[r#"
        1. seat 1: 30
        2. seat 0: 30, behind by passengers
    "#]]
    .assert_eq(&game.ranking());
    assert_eq!(game.winners(), [1]);
}

#[test]
fn g09_then_the_victory_is_shared() {
    let game = Game::new("germany", 3).held_passengers(0, "2 red").held_passengers(1, "2 blue");
    expect_test::expect![[r#"
        1. seat 0: 20
        1. seat 1: 20
        3. seat 2: 0
    "#]]
    .assert_eq(&game.ranking());
    assert_eq!(game.winners(), [0, 1]);
}
