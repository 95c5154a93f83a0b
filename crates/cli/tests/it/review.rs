//! `capolinea review`.

use crate::common::{json, refuses, stdout};
use expect_test::expect;
use std::path::Path;

/// A game that every version can replay.
fn record(name: &str) -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/games");
    root.join(name).to_str().expect("a plain path").to_owned()
}

#[test]
fn a_review_is_told_as_text_and_as_json() {
    let told = stdout(&["review", &record("berlin-3-players.txt"), "--rollouts", "16"]);
    assert!(
        told.starts_with(
            "Berlin, 3 players\n16 games for each move that is tried to the end; ± is twice the standard error\n"
        ),
        "{told}"
    );
    for words in ["accuracy", "The moves that cost most", "Luck beyond the noise", "Chance to win", "points per piece"]
    {
        assert!(told.contains(words), "no {words}: {told}");
    }
    let report = json(&["review", &record("berlin-3-players.txt"), "--rollouts", "16", "--json"]);
    assert_eq!(report["progress"]["stage"], "done");
    assert_eq!(report["players"].as_array().expect("a list").len(), 3);
    let (positions, decisions) = (report["positions"].as_array(), report["decisions"].as_array());
    assert_eq!(positions.expect("a list").len(), decisions.expect("a list").len() + 1);
}

#[test]
fn a_game_by_older_rules_is_reviewed_by_those() {
    let report = json(&["review", &record("san_francisco-3-players-rules-2.txt"), "--rollouts", "16", "--json"]);
    let summary = json(&["replay", &record("san_francisco-3-players-rules-2.txt"), "--json"]);
    for (player, sheet) in report["players"]
        .as_array()
        .expect("a list")
        .iter()
        .zip(summary["scores"]["sheets"].as_array().expect("a list"))
    {
        assert_eq!(player["total"], sheet["total"]);
    }
}

#[test]
#[cfg(unix)]
fn an_interrupted_review_prints_what_it_knows() {
    let file = record("berlin-2-players.json");
    let mut child = crate::common::start(&["review", &file, "--rollouts", "65536", "--json"]);
    let lines = crate::common::lines_of(child.stderr.take().expect("it is piped"));
    assert_eq!(lines.recv().expect("a first line"), "the first pass is done; Ctrl-C prints the figures so far");
    let output = crate::common::interrupt(&mut child);
    assert_eq!(output.status.code(), Some(130));
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).expect("one JSON object");
    assert_ne!(report["progress"]["stage"], "done");
    assert!(report["players"][0]["luck"]["value"].is_number());
}

#[test]
fn what_cannot_be_reviewed_is_refused_in_words() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("half.json");
    let whole = std::fs::read_to_string(record("berlin-2-players.json")).expect("it is there");
    let mut half: serde_json::Value = serde_json::from_str(&whole).expect("JSON");
    half["actions"].as_array_mut().expect("a list").truncate(20);
    half.as_object_mut().expect("an object").remove("result");
    std::fs::write(&path, half.to_string()).expect("a file");
    let path = path.to_str().expect("a plain path");
    let output = crate::common::capolinea(&["review", path]);
    let words = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(!output.status.success() && output.stdout.is_empty());
    assert_eq!(
        words,
        format!(
            "capolinea: {path} can't be reviewed: the record ends after action 20, before the game does: only finished games can be reviewed\n"
        )
    );
    let changed = whole.replacen("\"digest\":\"", "\"digest\":\"0", 1);
    std::fs::write(path, changed).expect("a file");
    let words = String::from_utf8_lossy(&crate::common::capolinea(&["review", path]).stderr).into_owned();
    let hint = "can't be reviewed without `--map FOLDER`, the folder of its map: the map `berlin` is not the one";
    assert!(words.contains(hint), "{words}");
    refuses(
        &["review", "tests"],
        expect![[r#"
        capolinea: tests is a folder: name a record in it
    "#]],
    );
    refuses(
        &["review", "no/such/file.json"],
        expect![[r#"
        capolinea: can't open no/such/file.json: No such file or directory (os error 2)
    "#]],
    );
    refuses(
        &["review", "game.json", "--rollouts", "3"],
        expect![[r#"
        capolinea: invalid value '3' for '--rollouts <N>': 3 is not in 16..=65536

        For more information, try '--help'.
    "#]],
    );
}
