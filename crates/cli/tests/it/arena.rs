//! `duel` and `ladder` as a person runs them.

use crate::common::{capolinea, json, refuses, stdout};
use expect_test::expect;
use serde_json::Value;

const MEASURED: [&str; 3] = ["seconds", "ms_per_decision_a", "ms_per_decision_b"];

/// A duel's JSON without what depends on the computer.
fn duel(arguments: &[&str]) -> Value {
    let mut report = json(&[&["duel", "--a", "random", "--b", "random", "--json"], arguments].concat());
    for measured in MEASURED {
        assert!(report[measured].is_number() || report[measured]["p99"].is_number(), "{measured}");
        report[measured] = Value::Null;
    }
    report
}

#[test]
fn a_duel_has_every_figure() {
    let report = duel(&["--deals", "40", "--map", "europe"]);
    for field in ["seed", "decisions_per_game", "win_rate_a", "elo", "margin_mean", "margin_sd"] {
        assert!(report[field].is_number(), "{field}");
    }
    for pair in ["ci95", "elo_ci95"] {
        assert!(report[pair][0].is_number() && report[pair][1].is_number(), "{pair}");
    }
    for side in ["a", "b"] {
        assert_eq!(report[side], "random");
        assert!(report["scores"][side]["mean"].is_number() && report["scores"][side]["sd"].is_number());
        assert!(report["tickets"][side]["completed"].is_number() && report["tickets"][side]["failed"].is_number());
    }
    assert_eq!((&report["map"], &report["deals"], &report["games"]), (&"europe".into(), &40.into(), &80.into()));
    assert_eq!(report["seats"].as_array().map(Vec::len), Some(2));
    assert_eq!(report["win_rate_a"], 0.5);
    assert!(report["sprt"].is_null());
    let times = &json(&["duel", "--a", "random", "--b", "random", "--deals", "2", "--json"])["ms_per_decision_a"];
    let [p50, p99, max] = ["p50", "p99", "max"].map(|part| times[part].as_f64().expect("a number"));
    assert!(0.0 < p50 && p50 <= p99 && p99 <= max, "{times}");
}

#[test]
fn the_same_seed_gives_the_same_duel_whatever_the_number_of_threads() {
    let run =
        |threads| duel(&["--players", "3", "--deals", "70", "--seed", "5", "--sprt=-20,20", "--threads", threads]);
    let alone = run("1");
    assert_eq!(alone, run("2"));
    assert_eq!(alone["games"], 210);
    for field in ["low", "high", "llr"] {
        assert!(alone["sprt"][field].is_number(), "{field}");
    }
    assert_eq!(alone["sprt"]["verdict"], "none");
    assert_eq!(alone["sprt"]["bounds"].as_array().map(Vec::len), Some(2));
}

#[test]
fn a_duel_is_told_in_a_few_lines() {
    let told = stdout(&["duel", "--a", "random", "--b", "random", "--deals", "200", "--sprt", "-10,0"]);
    let lines: Vec<&str> = told.lines().collect();
    assert_eq!(lines[0], "A: random, B: random; 2 players on usa");
    assert_eq!(lines[2], "A and B are the same program: this measures chance, not strength");
    for words in [
        "A wins     50.0 % (50.0 to 50.0)",
        "games      ",
        "pairs      0 won, 96 even, 0 lost",
        "Elo        0 (0 to 0)",
        "stronger   50.0 % likely",
        "SPRT       A is stronger (≥ 0): ",
    ] {
        assert!(lines.iter().any(|line| line.starts_with(words)), "{words}: {told}");
    }
}

#[test]
fn a_duel_names_budgets_and_says_when_both_bots_are_the_same_program() {
    let told = stdout(&["duel", "--map", "berlin", "--a", "searcher:1ms", "--b", "searcher", "--deals", "1"]);
    assert!(told.starts_with("A: searcher:1ms, B: searcher:50ms; 2 players on berlin\n"), "{told}");
    assert!(!told.contains("same program"), "{told}");
    let same = json(&["duel", "--map", "berlin", "--a", "searcher", "--b", "searcher:50ms", "--deals", "1", "--json"]);
    assert_eq!((&same["same_program"], &same["a"]), (&true.into(), &"searcher:50ms".into()));
}

#[test]
fn a_duel_counts_games_and_pairs_and_keeps_their_records() {
    let folder = tempfile::tempdir().expect("a folder");
    let records = folder.path().join("played");
    let records = records.to_str().expect("a plain path");
    let arguments = ["duel", "--a", "greedy", "--b", "random", "--deals", "6", "--map", "europe", "--players", "3"];
    let report = json(&[&arguments[..], &["--json", "--records", records]].concat());
    let count = |field: &str, part: &str| report[field][part].as_u64().expect("a number");
    assert_eq!(count("results", "wins") + count("results", "draws") + count("results", "losses"), 18);
    assert_eq!(count("pairs", "won") + count("pairs", "even") + count("pairs", "lost"), 6);
    assert!(report["superiority"].as_f64().expect("a number") > 0.9, "{report}");
    let mut wins = 0;
    for deal in 1..=6 {
        for seat in 1..=3 {
            let path = format!("{records}/europe-{deal:06}-a{seat}.json");
            let summary = json(&["replay", &path, "--json"]);
            assert_eq!(summary["players"][seat - 1], "greedy");
            wins += u64::from(summary["scores"]["winners"] == serde_json::json!([seat - 1]));
        }
    }
    assert_eq!(wins, count("results", "wins"));
    let again = capolinea(&[&arguments[..], &["--records", records]].concat());
    let words = String::from_utf8_lossy(&again.stderr).into_owned();
    assert!(!again.status.success() && words.contains("already exists: name a new folder"), "{words}");
}

#[test]
fn a_duel_shows_results_while_it_runs_unless_it_is_to_be_quiet() {
    let arguments = ["duel", "--a", "greedy", "--b", "random", "--deals", "40"];
    let output = capolinea(&arguments);
    let lines = String::from_utf8(output.stderr).expect("text");
    assert_eq!(lines.lines().count(), 9, "{lines}");
    assert!(lines.starts_with("4 of 40 deals: "), "{lines}");
    assert!(lines.lines().all(|line| line.contains(" won, ") && line.contains("; A wins ")), "{lines}");
    let quiet = capolinea(&[&["--quiet"], &arguments[..]].concat());
    assert!(quiet.status.success() && quiet.stderr.is_empty() && !quiet.stdout.is_empty());
}

#[test]
#[cfg(unix)]
fn an_interrupted_duel_prints_the_deals_played_so_far() {
    let run = |more: &[&str]| {
        let arguments = ["duel", "--a", "greedy", "--b", "random", "--deals", "1000000"];
        let mut child = crate::common::start(&[&arguments[..], more].concat());
        // A record of a deal says that one has been played.
        let folder = std::path::Path::new(more[1]);
        crate::common::wait_until(&mut child, || folder.join("usa-000003-a2.json").exists());
        crate::common::interrupt(&mut child)
    };
    let folder = tempfile::tempdir().expect("a folder");
    let [text, json] = ["text", "json"].map(|name| folder.path().join(name).to_str().expect("a plain path").to_owned());
    let output = run(&["--records", &text]);
    assert_eq!(output.status.code(), Some(130));
    let told = String::from_utf8(output.stdout).expect("text");
    let line = told.lines().nth(1).expect("two lines");
    assert!(line.starts_with("interrupted after ") && line.contains(" of 1000000 deals of seed 1, "), "{told}");
    assert!(told.contains("\nA wins     ") && told.contains("\nA  "), "{told}");
    let notes = String::from_utf8(output.stderr).expect("text");
    assert!(notes.contains("interrupted after ") && !notes.contains("capolinea:"), "{notes}");
    let output = run(&["--records", &json, "--json"]);
    assert_eq!(output.status.code(), Some(130));
    let report: Value = serde_json::from_slice(&output.stdout).expect("one JSON object");
    let deals = report["deals"].as_u64().expect("a number");
    assert!(report["interrupted"] == true && (2..1_000_000).contains(&deals), "{report}");
    assert_eq!(report["games"], 2 * deals);
    let records = std::fs::read_dir(&json).expect("the folder").count() as u64;
    assert_eq!(records, 2 * deals);
}

#[test]
#[cfg(unix)]
fn an_interrupted_tune_prints_the_best_weights_so_far_and_how_to_make_them_again() {
    let tune = ["tune", "--map", "berlin", "--deals", "8", "--rounds"];
    let mut child = crate::common::start(&[&tune[..], &["10000"]].concat());
    let lines = crate::common::lines_of(child.stderr.take().expect("it is piped"));
    assert!(lines.recv().expect("a first line").starts_with("round "));
    let output = crate::common::interrupt(&mut child);
    assert_eq!(output.status.code(), Some(130));
    let tuned: Value = serde_json::from_slice(&output.stdout).expect("one JSON object");
    let command = tuned["run"].as_str().expect("a command");
    let words: Vec<&str> = command.split(' ').skip(1).collect();
    assert_ne!(words[6], "10000");
    assert_eq!(json(&words), tuned);
}

#[test]
fn a_ladder_rates_bots_as_a_table_as_json_and_as_markdown() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("ladder.md");
    let path = path.to_str().expect("a plain path");
    let ladder = ["ladder", "--bots", "searcher:0,searcher:1", "--deals", "10", "--map", "berlin"];
    let told = stdout(&[&ladder[..], &["--markdown", path]].concat());
    assert!(told.starts_with("2 players on berlin: each pair 10 deals of seed 1, 20 games in "), "{told}");
    let markdown = std::fs::read_to_string(path).expect("it was written");
    assert!(
        markdown.contains("| bot | Elo | ± | v. searcher:0 | v. searcher:1 | score | ms p50 | ms p99 |\n"),
        "{markdown}"
    );
    assert!(markdown.contains("| searcher:1 | 0 | 0 | 50.0 % | – | "), "{markdown}");
    let columns: Vec<usize> =
        markdown.lines().filter(|line| line.starts_with('|')).map(|l| l.matches('|').count()).collect();
    assert_eq!(columns, [9, 9, 9, 9]);
    let again = capolinea(&[&ladder[..], &["--markdown", path]].concat());
    assert!(!again.status.success() && String::from_utf8_lossy(&again.stderr).contains("already exists"));
    let report = json(&[&ladder[..], &["--json"]].concat());
    assert_eq!(report["bots"][1]["against"][0]["win_rate"], 0.5);
    for field in ["elo", "elo_ci95", "score_mean", "ms_per_decision"] {
        assert!(!report["bots"][0][field].is_null(), "{field}");
    }
}

#[test]
#[cfg(unix)]
fn an_interrupted_ladder_prints_the_ratings_so_far() {
    let folder = tempfile::tempdir().expect("a folder");
    let [seen, table] = ["seen", "table.md"].map(|name| folder.path().join(name));
    // A copy of everything that the engine is told says how many games it has begun. Each round has 16 deals, and so 32 games.
    let program = env!("CARGO_BIN_EXE_capolinea");
    let bots = format!("greedy,exec:sh -c 'tee {} | {program} bot random'", seen.display());
    let arguments =
        ["ladder", "--map", "berlin", "--bots", &bots, "--threads", "1", "--deals", "1000000", "--markdown"];
    let mut child = crate::common::start(&[&arguments[..], &[table.to_str().expect("a plain path")]].concat());
    let begun = |text: String| text.lines().filter(|line| line.starts_with("game ")).count();
    crate::common::wait_until(&mut child, || std::fs::read_to_string(&seen).is_ok_and(|text| begun(text) > 32));
    let output = crate::common::interrupt(&mut child);
    assert_eq!(output.status.code(), Some(130));
    let told = String::from_utf8(output.stdout).expect("text");
    assert!(told.starts_with("2 players on berlin: interrupted after "), "{told}");
    assert!(told.contains(" of 1000000 deals of every pair, seed 1, ") && told.contains("\ngreedy "), "{told}");
    let notes = String::from_utf8(output.stderr).expect("text");
    assert!(notes.contains("interrupted after ") && !notes.contains("capolinea:"), "{notes}");
    let markdown = std::fs::read_to_string(table).expect("it was written");
    assert!(markdown.contains("| greedy | "), "{markdown}");
}

#[test]
fn a_duel_shows_results_without_luck_beside_the_plain_ones() {
    let duel = ["duel", "--a", "planner", "--b", "path", "--map", "berlin", "--deals", "20", "--luck"];
    let told = stdout(&duel);
    assert!(
        told.contains("\nA wins     ") && told.contains("\nno luck    ") && told.contains(" times smaller\n"),
        "{told}"
    );
    let report = json(&[&duel[..], &["--json"]].concat());
    assert!(report["luck"]["win_rate_a"].is_number() && report["luck"]["gain"].is_number(), "{report}");
}

#[test]
fn a_ladder_needs_two_bots_and_a_place_to_write_to() {
    refuses(
        &["ladder", "--bots", "random"],
        expect![[r#"
        capolinea: a ladder needs at least two bots; name another besides random
    "#]],
    );
    refuses(
        &["ladder", "--bots", "random,greedy", "--markdown", "Cargo.toml/ladder.md"],
        expect![[r#"
        capolinea: can't make the folder Cargo.toml: File exists (os error 17)
    "#]],
    );
}

#[test]
fn what_cannot_be_measured_is_refused_in_words() {
    let duel = |more: &[&'static str]| [&["duel", "--a", "random", "--b", "random"], more].concat();
    refuses(
        &duel(&["--map", "atlantis"]),
        expect![[r#"
        capolinea: no map is called `atlantis`; there are berlin, europe, germany, san_francisco, usa, or name a map's folder
    "#]],
    );
    refuses(
        &duel(&["--map", "berlin", "--players", "5"]),
        expect![[r#"
        capolinea: this map is for 2 to 4 players, not for 5
    "#]],
    );
    refuses(
        &duel(&["--players", "1"]),
        expect![[r#"
        capolinea: this map is for 2 to 5 players, not for 1
    "#]],
    );
    refuses(
        &duel(&["--deals", "0"]),
        expect![[r#"
        capolinea: invalid value '0' for '--deals <DEALS>': 0 is not in 1..=4294967295

        For more information, try '--help'.
    "#]],
    );
    refuses(
        &duel(&["--sprt", "10,0"]),
        expect![[r#"
        capolinea: invalid value '10,0' for '--sprt <LOW,HIGH>': `10,0` is not a pair of Elo differences; write the lower, a comma and the higher (`0,10`)

        For more information, try '--help'.
    "#]],
    );
    refuses(
        &["duel", "--a", "searcher:fast", "--b", "random"],
        expect![[r#"
            capolinea: invalid value 'searcher:fast' for '--a <A>': `fast` is not a valid budget; write a time (`50ms`, `1s`) or a number of rollouts (`200`), and `*2` after it for two threads

            For more information, try '--help'.
        "#]],
    );
    refuses(
        &["duel", "--a", "random:5", "--b", "random"],
        expect![[r#"
            capolinea: invalid value 'random:5' for '--a <A>': random answers at once and takes no budget; write `random` alone, or name one that thinks (searcher)

            For more information, try '--help'.
        "#]],
    );
    refuses(
        &["ladder", "--bots", "random,random"],
        expect![[r#"
        capolinea: `random` is named twice
    "#]],
    );
    refuses(
        &["ladder", "--bots", "random,greedy", "--players", "9"],
        expect![[r#"
        capolinea: this map is for 2 to 5 players, not for 9
    "#]],
    );
}
