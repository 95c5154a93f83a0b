//! The program as a person runs it: what it prints, what it refuses, and how.

use crate::common::{capolinea, json, refuses, stdout};
use expect_test::expect;
use serde_json::Value;
use std::path::Path;
use std::process::Command;

#[test]
fn map_list_says_how_much_there_is_of_everything() {
    expect![[r#"
        id             name             players  locations  routes  tickets
        berlin         Berlin               2–4         18      45       22
        europe         Europe               2–5         47     101       46
        germany        Germany              2–5         40     110       89
        san_francisco  San Francisco        2–4         19      45       24
        usa            North America        2–5         36     100       30
    "#]]
    .assert_eq(&stdout(&["map", "list"]));
    let list = json(&["map", "list", "--json"]);
    let usa = list["maps"].as_array().expect("a list").iter().find(|map| map["id"] == "usa").expect("it is there");
    assert_eq!((&usa["locations"], &usa["routes"], &usa["tickets"]), (&36.into(), &100.into(), &30.into()));
    assert_eq!(usa["players"], serde_json::json!([2, 5]));
}

#[test]
fn the_same_seed_gives_the_same_result_whatever_the_number_of_threads() {
    let run = |threads: &str| {
        let mut report = json(&[
            "simulate",
            "--map",
            "berlin",
            "--bots",
            "random,random,random",
            "--games",
            "300",
            "--seed",
            "5",
            "--json",
            "--threads",
            threads,
        ]);
        for measured in ["seconds", "games_per_second", "decisions_per_second", "threads"] {
            assert!(report[measured].is_number(), "{measured}");
            report[measured] = Value::Null;
        }
        report
    };
    let alone = run("1");
    assert_eq!(alone, run("2"));
    assert_eq!(alone, run("7"));
    assert_eq!(alone["games"], 300);
    let seats = alone["seats"].as_array().expect("a list");
    let won: u64 = seats.iter().filter_map(|seat| seat["wins"].as_u64()).sum();
    assert!(won > 200 && won <= 300, "{won} won alone");
    for field in ["score_mean", "score_sd", "tickets_completed_mean", "tickets_failed_mean", "ties"] {
        assert!(seats[0][field].is_number(), "{field}");
    }
}

/// A record of a map that has changed since: the message says how to name the right one.
#[test]
fn a_record_of_another_version_of_a_map_asks_for_its_folder() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().to_str().expect("a plain path");
    stdout(&["map", "export", "berlin", path]);
    let file = folder.path().join("berlin/map.json");
    let text = std::fs::read_to_string(&file).expect("it is there");
    std::fs::write(&file, text.replacen("\"starting_hand\": 2", "\"starting_hand\": 3", 1)).expect("a file");
    let own = format!("{path}/berlin");
    stdout(&["simulate", "--map", &own, "--games", "1", "--records", path]);
    let record = format!("{path}/berlin-000001.json");
    assert!(stdout(&["replay", &record, "--map", &own]).starts_with("Berlin, 2 players"));
    let told = String::from_utf8(capolinea(&["replay", &record]).stderr).expect("text");
    assert!(told.contains("without `--map FOLDER`, the folder of its map: the map `berlin` is not the one"), "{told}");
}

#[test]
fn another_seed_gives_another_result() {
    let score = |seed| json(&["simulate", "--games", "50", "--json", "--seed", seed])["seats"][0]["score_mean"].clone();
    assert_ne!(score("1"), score("2"));
}

#[test]
fn records_replay_to_the_scores_they_hold_as_json_and_as_text() {
    let folder = tempfile::tempdir().expect("a folder");
    let records = folder.path().to_str().expect("a plain path");
    stdout(&["simulate", "--map", "germany", "--bots", "random,random", "--games", "3", "--records", records]);
    for game in ["germany-000001.json", "germany-000002.json", "germany-000003.json"] {
        let path = folder.path().join(game);
        let path = path.to_str().expect("a plain path");
        let told = stdout(&["replay", path]);
        assert!(told.starts_with("Germany, 2 players\n") && told.contains("in all"), "{told}");
        let summary = json(&["replay", path, "--json"]);
        assert_eq!(summary["finished"], true);
        let text = folder.path().join("game.txt");
        std::fs::write(&text, stdout(&["replay", path, "--notation"])).expect("a file");
        assert_eq!(json(&["replay", text.to_str().expect("a plain path"), "--json"]), summary);
        let piped = Command::new(env!("CARGO_BIN_EXE_capolinea"))
            .args(["replay", "-"])
            .stdin(std::fs::File::open(&text).expect("it was written"))
            .output()
            .expect("the program runs");
        assert_eq!(String::from_utf8_lossy(&piped.stdout), told);
    }
}

#[test]
fn a_tampered_record_names_the_first_bad_action_and_its_rule() {
    let folder = tempfile::tempdir().expect("a folder");
    let records = folder.path().to_str().expect("a plain path");
    stdout(&["simulate", "--map", "usa", "--games", "1", "--records", records]);
    let path = folder.path().join("usa-000001.json");
    let mut record: Value = serde_json::from_str(&std::fs::read_to_string(&path).expect("it is there")).expect("JSON");
    record["actions"][0]["action"] = serde_json::json!({"do": "keep_tickets", "offered": 1});
    std::fs::write(&path, record.to_string()).expect("a file");
    let output = capolinea(&["replay", path.to_str().expect("a plain path")]);
    let words = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(words.contains("action 1, seat 1 `keep 1`, breaks rule C03: keep at least 2"), "{words}");
}

#[test]
fn the_board_is_drawn_in_both_languages() {
    let english = stdout(&["map", "show", "europe", "--svg", "-"]);
    assert!(english.starts_with("<svg") && english.contains("Vienna"));
    assert!(stdout(&["map", "show", "europe", "--svg", "-", "--language", "it"]).contains("Parigi"));
}

#[test]
fn map_check_accepts_every_map_of_the_project() {
    let maps = Path::new(env!("CARGO_MANIFEST_DIR")).join("../maps/maps");
    for folder in std::fs::read_dir(maps).expect("the maps' folder") {
        let folder = folder.expect("an entry").path();
        assert!(stdout(&["map", "check", folder.to_str().expect("a plain path")]).contains("no mistakes"));
    }
}

#[test]
fn map_check_takes_a_built_in_map_unless_there_is_a_folder_of_its_name() {
    for id in ["berlin", "europe", "germany", "san_francisco", "usa"] {
        let told = stdout(&["map", "check", id]);
        assert!(told.starts_with(&format!("{id}: no mistakes. ")), "{told}");
        assert_eq!(json(&["map", "check", id, "--json"]), serde_json::json!({"mistakes": [], "warnings": []}));
    }
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::create_dir(folder.path().join("usa")).expect("a folder");
    let output = Command::new(env!("CARGO_BIN_EXE_capolinea"))
        .args(["map", "check", "usa"])
        .current_dir(folder.path())
        .output()
        .expect("the program runs");
    assert!(!output.status.success(), "the empty folder is no map");
}

#[test]
fn every_step_of_a_replay_has_its_view_and_its_events() {
    let game = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/games/europe-3-players.txt");
    let summary = json(&["replay", game, "--json"]);
    assert!(summary.get("steps").is_none());
    let open = json(&["replay", game, "--json", "--steps"]);
    let steps = open["steps"].as_array().expect("a list");
    assert_eq!(steps.len() as u64, 1 + summary["actions"].as_u64().expect("a number"));
    assert_eq!(open["scores"], summary["scores"]);
    for (number, step) in steps.iter().enumerate() {
        assert_eq!(step["step"], number);
        assert_eq!(step["hands"].as_array().map(Vec::len), Some(3));
        assert!(step["events"].is_array() && step["view"]["phase"].is_object(), "{step}");
        assert_eq!(step["notation"].is_string(), number > 0);
    }
    assert_eq!(steps.last().expect("it has steps")["view"]["phase"]["phase"], "over");
    let drawn =
        |step: &Value| step["events"].as_array().into_iter().flatten().any(|event| event["event"] == "card_drawn");
    let second = json(&["replay", game, "--json", "--steps", "--viewer", "2"]);
    let spectator = json(&["replay", game, "--json", "--steps", "--viewer", "spectator"]);
    let mut hidden = 0;
    for ((open, second), spectator) in steps
        .iter()
        .zip(second["steps"].as_array().expect("a list"))
        .zip(spectator["steps"].as_array().expect("a list"))
    {
        assert_eq!(second["view"]["own"], open["hands"][1]);
        assert!(second.get("hands").is_none() && spectator["view"]["own"].is_null());
        if drawn(open) && open["seat"] != 1 {
            assert!(second["events"].to_string().contains("null"), "{second}");
            hidden += 1;
        }
    }
    assert!(hidden > 5, "{hidden}");
    refuses(
        &["replay", game, "--json", "--steps", "--viewer", "4"],
        expect![[r#"
            capolinea: there is no seat 4: 3 played this game
        "#]],
    );
    let nobody = capolinea(&["replay", game, "--json", "--steps", "--viewer", "anna"]);
    assert!(String::from_utf8_lossy(&nobody.stderr).contains("write a seat from 1 to 5, spectator or all"));
    assert!(!capolinea(&["replay", game, "--steps"]).status.success());
}

#[test]
fn map_check_lists_every_mistake() {
    let folder = tempfile::tempdir().expect("a folder");
    let usa = Path::new(env!("CARGO_MANIFEST_DIR")).join("../maps/maps/usa");
    let map = std::fs::read_to_string(usa.join("map.json")).expect("it is there");
    let map = map.replacen("\"boston\"", "\"bostn\"", 3).replacen("\"wild\": 14", "\"wild\": 140", 1);
    let broken = folder.path().join("usa");
    std::fs::create_dir(&broken).expect("a folder");
    std::fs::write(broken.join("map.json"), map).expect("a file");
    std::fs::copy(usa.join("board.json"), broken.join("board.json")).expect("a file");
    let output = capolinea(&["map", "check", broken.to_str().expect("a plain path")]);
    let words = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(!output.status.success());
    assert!(words.contains("no location has the id `boston`") && words.contains("rules.cards"), "{words}");
    let output = capolinea(&["map", "check", "--json", broken.to_str().expect("a plain path")]);
    let checked: Value = serde_json::from_slice(&output.stdout).expect("one JSON object");
    let mistake = serde_json::json!({"file": "map.json", "path": "rules.cards", "problem": "236 cards; at most 128 are possible"});
    assert!(checked["mistakes"].as_array().expect("a list").contains(&mistake), "{checked}");
    let usa = json(&["map", "check", "--json", usa.to_str().expect("a plain path")]);
    assert_eq!(usa, serde_json::json!({"mistakes": [], "warnings": []}));
    refuses(
        &["map", "check", "no/such/folder"],
        expect![[r#"
        capolinea: there is no folder no/such/folder; name the one that map.json is in, or a built-in map (berlin, europe, germany, san_francisco, usa)
    "#]],
    );
}

#[test]
fn what_cannot_be_done_is_refused_in_words() {
    refuses(
        &["simulate", "--map", "atlantis"],
        expect![[r#"
        capolinea: no map is called `atlantis`; there are berlin, europe, germany, san_francisco, usa, or name a map's folder
    "#]],
    );
    refuses(
        &["simulate", "--bots", "random,hal"],
        expect![[r#"
            capolinea: invalid value 'hal' for '--bots <BOTS>': no bot is called `hal`; there are random, greedy, planner, searcher, novice, amateur, hungry, path, long_route_junkie, one_step_thinker, racer, blocker; an engine of your own is `exec:COMMAND`

            For more information, try '--help'.
        "#]],
    );
    refuses(
        &["simulate", "--bots", "random"],
        expect![[r#"
        capolinea: one bot alone: name one per seat (`random,random`), or add --players 2
    "#]],
    );
    refuses(
        &["simulate", "--map", "berlin", "--bots", "random,random,random,random,random"],
        expect![[r#"
        capolinea: this map is for 2 to 4 players, not for 5
    "#]],
    );
    refuses(
        &["replay", "no/such/file.json"],
        expect![[r#"
        capolinea: can't open no/such/file.json: No such file or directory (os error 2)
    "#]],
    );
    refuses(
        &["simulate", "--games", "0"],
        expect![[r#"
        capolinea: invalid value '0' for '--games <GAMES>': 0 is not in 1..=4294967295

        For more information, try '--help'.
    "#]],
    );
}
