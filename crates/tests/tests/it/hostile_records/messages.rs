//! Errors for invalid records: the first bad action with its rule, or another problem.

use capolinea_engine::record::{GameResult, SeatAction};
use capolinea_engine::{Action, Color, FirstPlayer, GameRecord, LocationId, Map, Payment, RouteId, Seat, Setup};
use capolinea_tests::games::{Game, Habit};
use expect_test::{Expect, expect};

/// The beginning of a game on the map of North America: both keep all tickets, seat 1 draws two cards.
fn beginning() -> (GameRecord, &'static Map) {
    let map = super::map("usa").expect("it is built in");
    let setup = Setup { players: 2, first: FirstPlayer::Named(Seat(0)), seed: [7; 32], pieces: None };
    let mut record = GameRecord::new(map, &setup, vec!["Ada".into(), "Emil".into()]);
    for (seat, action) in [
        (0, Action::KeepTickets { offered: 0b111 }),
        (1, Action::KeepTickets { offered: 0b111 }),
        (0, Action::DrawBlind),
        (0, Action::DrawBlind),
    ] {
        record.actions.push(SeatAction { seat: Seat(seat), action });
    }
    record.replay(map).expect("the beginning is right");
    (record, map)
}

/// The error of a beginning that was tampered with, read from JSON and from text.
fn check(tamper: impl Fn(&mut GameRecord), expected: Expect) {
    let (mut record, map) = beginning();
    tamper(&mut record);
    let read = GameRecord::from_json(&record.to_json()).expect("its form is right");
    expected.assert_eq(&read.replay(map).map(drop).unwrap_err().to_string());
}

fn check_action(place: usize, seat: u8, action: Action, expected: Expect) {
    check(|record| record.actions[place] = SeatAction { seat: Seat(seat), action }, expected);
}

#[test]
fn tampered_actions_are_named_with_their_rule() {
    check_action(
        0,
        0,
        Action::KeepTickets { offered: 0b100 },
        expect!["action 1, seat 1 `keep 3`, breaks rule C03: keep at least 2 of the starting tickets; 1 chosen"],
    );
    check_action(
        1,
        0,
        Action::KeepTickets { offered: 0b111 },
        expect!["action 2, seat 1 `keep 1 2 3`, breaks rule C04: it is the decision of seat 2"],
    );
    check_action(
        2,
        1,
        Action::DrawBlind,
        expect!["action 3, seat 2 `draw blind`, breaks rule C04: it is the decision of seat 1"],
    );
    check_action(
        2,
        255,
        Action::DrawBlind,
        expect!["action 3, seat 256 `draw blind`, breaks rule C04: it is the decision of seat 1"],
    );
    check_action(
        2,
        0,
        Action::DrawOpen { slot: 5 },
        expect!["action 3, seat 1 `draw 6`, breaks rule C11: the market has no place number 6; places go from 1 to 5"],
    );
    check_action(
        2,
        0,
        Action::Pass,
        expect!["action 3, seat 1 `pass`, breaks rule C18: a player may pass only if no other action is possible"],
    );
    check_action(
        3,
        0,
        Action::DrawTickets,
        expect!["action 4, seat 1 `draw tickets`, breaks rule C10: not now: the second card is to be drawn"],
    );
    let payment = Payment { color: Some(Color::Red), wilds: 10 };
    check_action(
        2,
        0,
        Action::ClaimRoute { route: RouteId(200), payment },
        expect!["action 3, seat 1 `claim ? red+10w`, breaks rule C21: the map has no such route"],
    );
    check_action(
        2,
        0,
        Action::BuildStation { location: LocationId(0), payment },
        expect!["action 3, seat 1 `station atlanta red+10w`, breaks rule E06: there are no stations on this map"],
    );
    check(
        |record| record.actions.extend(record.actions.clone()),
        expect!["action 5, seat 1 `keep 1 2 3`, breaks rule C04: it is the decision of seat 2"],
    );
}

#[test]
fn other_wrongs_are_named() {
    check(|record| record.players.truncate(1), expect!["this map is for 2 to 5 players, not for 1"]);
    check(|record| record.players = vec![String::new(); 300], expect!["this map is for 2 to 5 players, not for 255"]);
    check(|record| record.first = FirstPlayer::Named(Seat(2)), expect!["the first player's seat is 3; there are 2"]);
    check(|record| record.map = "europe".into(), expect!["the game was played on the map `europe`, not on `usa`"]);
    check(
        |record| record.map_digest = "0".repeat(64),
        expect![
            "the map `usa` is not the one that was played on: its digest differs; name the folder of the right one"
        ],
    );
    check(
        |record| record.result = Some(GameResult { totals: vec![9, 7], winners: vec![Seat(0)] }),
        expect!["the record has a result but ends after action 4, before the game does: its end is missing"],
    );
}

fn check_json(from: &str, to: &str, expected: Expect) {
    let text = beginning().0.to_json();
    assert!(text.contains(from), "{text}");
    expected.assert_eq(&GameRecord::from_json(&text.replacen(from, to, 1)).map(drop).unwrap_err().to_string());
}

#[test]
fn wrong_documents_are_named() {
    check_json(
        "\"version\":1",
        "\"version\":3",
        expect!["the record has version 3 of its form; this program reads versions 1 to 2"],
    );
    check_json(
        "\"rules\":2",
        "\"rules\":9",
        expect!["the record has version 9 of its rules; this program reads versions 1 to 2"],
    );
    check_json(
        "capolinea record",
        "some other thing",
        expect!["this is not a game record: its format is `some other thing`, not `capolinea record`"],
    );
    check_json("\"seed\":\"07", "\"seed\":\"08", expect!["the seed does not match its seal: one of them was changed"]);
    check_json("\"seed\":\"07", "\"seed\":\"7", expect!["the seed is not 64 hexadecimal digits"]);
    check_json("\"seed\":\"07", "\"seed\":\"é", expect!["the seed is not 64 hexadecimal digits"]);
    let cut = &beginning().0.to_json()[..40];
    expect!["this is not a game record: line 1, column 40: the text ends too early: a part of the record is missing"]
        .assert_eq(&GameRecord::from_json(cut).unwrap_err().to_string());
    expect!["this is not a game record: line 1, column 1: not JSON: expected value"]
        .assert_eq(&GameRecord::from_json("once upon a time").unwrap_err().to_string());
    expect!["this is not a game record: line 1, column 0: the text ends too early: a part of the record is missing"]
        .assert_eq(&GameRecord::from_json("").unwrap_err().to_string());
}

#[test]
fn what_no_record_has_is_named_in_plain_words() {
    let check = |from: &str, to: &str, expected: Expect| {
        let text = beginning().0.to_json();
        assert!(text.contains(from), "{text}");
        let problem = GameRecord::from_json(&text.replacen(from, to, 1)).map(drop).unwrap_err().to_string();
        let (before, problem) = problem.split_once(": line 1, column ").expect(&problem);
        assert_eq!(before, "this is not a game record");
        expected.assert_eq(problem.split_once(": ").expect("a column").1);
    };
    check("\"players\":", "\"people\":", expect!["no record has `people` here"]);
    check("\"version\":1,", "", expect!["`version` is missing"]);
    check("\"version\":1,", "\"version\":1,\"version\":1,", expect!["`version` is there twice"]);
    check("\"format\":\"capolinea record\"", "\"format\":7", expect!["integer `7` can't be here"]);
    check("\"first\":", "\"first\":[],\"last\":", expect!["a list can't be here"]);
    check("\"players\":", "\"players\":{},\"others\":", expect!["an object can't be here"]);
    check("{\"do\":\"", "{\"do\":\"un", expect!["`unkeep_tickets` is not known here"]);
    let long = format!("\"pieces\":\"{}\",\"actions\":", "x".repeat(1000));
    check(
        "\"actions\":",
        &long,
        expect![[r#"string "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx… can't be here"#]],
    );
}

fn check_text(from: &str, to: &str, expected: Expect) {
    let (record, map) = beginning();
    let text = record.to_text(map);
    assert!(text.contains(from), "{text}");
    let read = GameRecord::from_text(&text.replacen(from, to, 1), super::map);
    expected.assert_eq(&read.map(drop).unwrap_err().to_string());
}

#[test]
fn wrong_texts_are_named() {
    check_text(
        "capolinea record 1",
        "capolinea record 3",
        expect!["the record has version 3 of its form; this program reads versions 1 to 2"],
    );
    check_text(
        "capolinea record 1",
        "Once upon a time",
        expect!["this is not a game record: line 1: a record begins with `capolinea record 1`"],
    );
    check_text(
        "rules 2",
        "rules 7",
        expect!["the record has version 7 of its rules; this program reads versions 1 to 2"],
    );
    check_text("map usa", "map atlantis", expect!["the map `atlantis` is not known here"]);
    check_text(
        "map usa",
        "map europe",
        expect![
            "the map `europe` is not the one that was played on: its digest differs; name the folder of the right one"
        ],
    );
    check_text("first 1", "first nobody", expect!["this is not a game record: write `first random` or `first 2`"]);
    check_text("first 1\n", "", expect!["this is not a game record: the line `first …` is missing"]);
    check_text("seed 07", "seed 08", expect!["the seed does not match its seal: one of them was changed"]);
    check_text(
        "1 draw blind",
        "1 draw blond",
        expect!["line 12: write it as `draw blind`, `draw tickets`, `draw red` or `draw 3`"],
    );
    check_text(
        "1 draw blind",
        "1 drew blind",
        expect![
            "line 12: `drew` is not an action; try keep, draw, claim, split, pay, leave, station, tourist, place, take or pass"
        ],
    );
    check_text(
        "1 draw blind",
        "2 draw blind",
        expect!["line 12: action 3, seat 2 `draw blind`, breaks rule C04: it is the decision of seat 1"],
    );
    check_text(
        "1 draw blind",
        "one draw blind",
        expect!["this is not a game record: line 12: begin with the seat's number, as in `1 draw blind`"],
    );
    check_text(
        "1 draw blind",
        "1 claim atlanta-charlston red",
        expect!["line 12: no location is called `charlston`; did you mean `charleston`?"],
    );
    check_text(
        "1 draw blind",
        "1 claim atlanta-vancouver red",
        expect!["line 12: no route joins atlanta and vancouver"],
    );
    check_text(
        "1 draw blind",
        "1 claim atlanta-miami red",
        expect![
            "line 12: action 3, seat 1 `claim atlanta-miami red`, breaks rule C20: the route asks for blue, not red"
        ],
    );
}

#[test]
fn another_result_is_named() {
    let mut game = Game::new(super::map("usa").expect("it is built in"), 2, Habit::Claimer, 88).finish();
    let totals: Vec<i16> = game.record.result.as_ref().unwrap().totals.clone();
    game.record.result.as_mut().unwrap().totals = vec![101, -7];
    let error = game.record.replay(game.map).unwrap_err().to_string();
    assert!(error.starts_with("the record says that the scores were [101, -7] and the winners "), "{error}");
    assert!(error.contains(&format!("; its actions show that the scores were {totals:?} and the winners ")), "{error}");
}

/// Names are free text: whatever they hold, the record can be read again from JSON, and from text but for line ends.
#[test]
fn names_may_hold_anything() {
    for name in ["", " ", "a\nplayer b\n\n1 pass", "\"}{", "seed 00", "İ🚂\u{202e}", "\u{0}"] {
        let (mut record, map) = beginning();
        record.players[0] = name.into();
        assert_eq!(GameRecord::from_json(&record.to_json()).unwrap(), record);
        let read = GameRecord::from_text(&record.to_text(map), super::map).unwrap();
        assert_eq!((read.players.len(), read.actions), (2, record.actions));
    }
}
