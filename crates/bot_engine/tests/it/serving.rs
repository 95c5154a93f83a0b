//! A bot of this program as an engine: what it answers to every kind of line.

use crate::map;
use capolinea_bot_engine::serve;
use capolinea_bots::Entrant;
use std::io::{self, Write};

/// The answers of a planner to some lines.
fn answers(lines: &[&str]) -> Vec<String> {
    let bot: Entrant = "planner".parse().unwrap();
    let mut output = Vec::new();
    let find = |id: &str| capolinea_maps::find(id).map(|found| &found.map);
    serve(&bot, None, find, lines.join("\n").as_bytes(), &mut output).unwrap();
    String::from_utf8(output).unwrap().lines().map(str::to_owned).collect()
}

fn usa() -> String {
    format!(r#"map {{"id": "usa", "digest": "{}"}}"#, map("usa").digest())
}

fn game() -> String {
    format!(r#"game {{"players": 2, "seat": 1, "budget": null, "seed": "{}"}}"#, "07".repeat(32))
}

#[test]
fn a_greeting_a_map_and_a_game_are_answered_and_quit_ends_it() {
    let lines = answers(&["capolinea 1", "", &usa(), &game(), "quit", "decide {}"]);
    assert_eq!(lines.len(), 3, "{lines:?}");
    assert!(lines[0].starts_with("engine planner (capolinea "), "{lines:?}");
    assert_eq!(lines[1..], ["ready", "ready"]);
}

#[test]
fn every_wrong_line_is_answered_with_the_reason_and_the_next_one_counts() {
    let (usa, game) = (usa(), game());
    let wrong_seed = game.replace("07", "7g");
    let cases: [(&[&str], &str); 14] = [
        (&["map {}"], "error the first line is `capolinea 1`"),
        (&["capolinea 2"], "error this engine speaks version 1 of the protocol"),
        (&["capolinea 1", "hello"], "error `hello` is not a message"),
        (&["capolinea 1", "map nonsense"], "error not JSON"),
        (&["capolinea 1", "map {}"], "error a map has an `id` and a `digest`"),
        (
            &["capolinea 1", r#"map {"id": "atlantis", "digest": "0"}"#],
            "error this engine does not have the map `atlantis`",
        ),
        (
            &["capolinea 1", r#"map {"id": "usa", "digest": "0"}"#],
            "error this engine has another version of the map `usa`",
        ),
        (&["capolinea 1", &game], "error `map` comes before `game`"),
        (&["capolinea 1", &usa, "game {}"], "error not a game: missing field"),
        (&["capolinea 1", &usa, &wrong_seed], "error a seed has 64 hexadecimal digits"),
        (
            &["capolinea 1", &usa, &game.replace("\"players\": 2", "\"players\": 9")],
            "error this map is for 2 to 5 players",
        ),
        (
            &["capolinea 1", &usa, &game.replace("\"seat\": 1", "\"seat\": 2")],
            "error there is no seat 2 with 2 players",
        ),
        (&["capolinea 1", &usa, "decide {}"], "error `game` comes before `decide`"),
        (&["capolinea 1", &usa, &game, "decide {}"], "error not a decision: missing field"),
    ];
    for (lines, expected) in cases {
        let answers = answers(&[lines, &["capolinea 1"]].concat());
        let [.., error, greeting] = &answers[..] else { panic!("{lines:?}: {answers:?}") };
        assert!(error.starts_with(expected), "{lines:?}: {error}");
        assert!(greeting.starts_with("engine planner"), "it goes on after {lines:?}: {greeting}");
    }
}

#[test]
fn bytes_that_are_not_text_are_refused_too() {
    let bot: Entrant = "random".parse().unwrap();
    let mut output = Vec::new();
    serve(&bot, None, |_| None, &b"capolinea 1\n\xff\xfe\n"[..], &mut output).unwrap();
    let text = String::from_utf8(output).unwrap();
    assert!(text.lines().nth(1).unwrap().starts_with("error `"), "{text}");
}

#[test]
fn an_arena_that_has_gone_ends_it() {
    struct Closed;
    impl Write for Closed {
        fn write(&mut self, _bytes: &[u8]) -> io::Result<usize> {
            Err(io::ErrorKind::BrokenPipe.into())
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }
    let bot: Entrant = "random".parse().unwrap();
    let served = serve(&bot, None, |_| None, &b"capolinea 1\ncapolinea 1\n"[..], Closed);
    assert_eq!(served.unwrap_err().kind(), io::ErrorKind::BrokenPipe);
}
