//! `simulate` as a person runs it: rows, records, and Ctrl-C.

use crate::common::{capolinea, json, refuses, stdout};
use capolinea_engine::GameRecord;
use expect_test::expect;
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs::DirEntry;
use std::path::Path;
use std::process::{Command, Stdio};

fn path_in(folder: &tempfile::TempDir, name: &str) -> String {
    folder.path().join(name).to_str().expect("a plain path").to_owned()
}

/// The rows of a CSV text, each by the names of the columns.
fn rows(text: &str) -> Vec<BTreeMap<&str, &str>> {
    let mut lines = text.lines();
    let columns: Vec<&str> = lines.next().expect("a header").split(',').collect();
    lines
        .map(|line| {
            let cells: Vec<&str> = line.split(',').collect();
            assert_eq!(cells.len(), columns.len(), "{line}");
            columns.iter().copied().zip(cells).collect()
        })
        .collect()
}

#[test]
fn rows_are_the_same_whatever_the_number_of_threads_and_add_up() {
    let folder = tempfile::tempdir().unwrap();
    let csv = |threads: &str| {
        let path = path_in(&folder, "games.csv");
        let bots = ["--map", "germany", "--bots", "greedy,random,greedy", "--games", "20"];
        stdout(&[&["simulate", "--csv", &path, "--threads", threads], &bots[..]].concat());
        std::fs::read_to_string(path).unwrap()
    };
    let text = csv("1");
    assert_eq!(text, csv("3"));
    let rows = rows(&text);
    assert_eq!(rows.len(), 60);
    for (count, row) in rows.iter().enumerate() {
        assert_eq!([row["game"], row["seat"]], [(count / 3 + 1).to_string(), (count % 3 + 1).to_string()]);
        let number = |column: &str| row[column].parse::<i32>().unwrap();
        let points = row.keys().filter(|column| column.ends_with("_points"));
        assert_eq!(number("score"), points.map(|column| number(column)).sum::<i32>(), "{row:?}");
        assert_eq!(row["route_ids"].split_whitespace().count() as i32, number("routes"));
        assert_eq!(row["completed_ids"].split_whitespace().count() as i32, number("tickets_completed"));
        assert_eq!(row["failed_ids"].split_whitespace().count() as i32, number("tickets_failed"));
    }
}

#[test]
fn rows_have_the_seeds_routes_and_tickets_of_the_records() {
    let folder = tempfile::tempdir().unwrap();
    let [csv, records] = ["games.csv", "records"].map(|name| path_in(&folder, name));
    let games = ["--map", "europe", "--bots", "planner,greedy", "--games", "5"];
    stdout(&[&["simulate", "--csv", &csv, "--records", &records], &games[..]].concat());
    let map = &capolinea_maps::find("europe").unwrap().map;
    let text = std::fs::read_to_string(csv).unwrap();
    for row in rows(&text) {
        let game: usize = row["game"].parse().unwrap();
        let saved = std::fs::read_to_string(format!("{records}/europe-{game:06}.json")).unwrap();
        let document: Value = serde_json::from_str(&saved).unwrap();
        assert_eq!(row["seed"], document["seed"]);
        let state = GameRecord::from_json(&saved).unwrap().replay(map).unwrap();
        let seat = row["seat"].parse::<u8>().unwrap() - 1;
        let seat = capolinea_engine::Seat(seat);
        let ids = |ids: &mut dyn Iterator<Item = u8>| ids.map(|id| id.to_string()).collect::<Vec<_>>().join(" ");
        let tally = state.tally(map)[seat];
        assert_eq!(row["route_ids"], ids(&mut state.public().seats[seat].routes.iter().map(|route| route.0)));
        assert_eq!(row["completed_ids"], ids(&mut { tally.completed }.iter().map(|ticket| ticket.0)));
        assert_eq!(row["failed_ids"], ids(&mut { tally.failed }.iter().map(|ticket| ticket.0)));
    }
}

#[test]
fn a_map_has_columns_of_its_own_rules_alone() {
    let header = |map: &str| {
        stdout(&["simulate", "--map", map, "--games", "1", "--csv", "-"]).lines().next().unwrap().to_owned()
    };
    let [usa, europe, germany, francisco] = ["usa", "europe", "germany", "san_francisco"].map(header);
    assert!(usa.ends_with(",failed_ids,longest_path,longest_path_points"), "{usa}");
    assert!(europe.contains(",stations_left,stations_points") && !europe.contains("tunnels"), "{europe}");
    assert!(germany.contains(",passengers,passengers_points") && !germany.contains("stations"), "{germany}");
    assert!(francisco.contains(",tourists,tourists_points"), "{francisco}");
    let help = stdout(&["simulate", "--help"]);
    for column in [usa, europe, germany, francisco].iter().flat_map(|header| header.split(',')) {
        assert!(help.contains(&format!("\n  {column} ")), "--help does not explain {column}");
    }
}

#[test]
fn rows_on_standard_output_are_alone_there() {
    let folder = tempfile::tempdir().unwrap();
    let path = path_in(&folder, "games.csv");
    let games = ["simulate", "--games", "30", "--bots", "greedy,random"];
    let told = stdout(&[&games[..], &["--csv", &path]].concat());
    assert!(told.contains("30 games on usa") && told.contains(&format!("The rows are in {path}")), "{told}");
    let written = std::fs::read_to_string(path).unwrap();
    for name in ["-", "/dev/stdout"] {
        let output = capolinea(&[&games[..], &["--csv", name]].concat());
        assert!(output.status.success());
        assert_eq!(String::from_utf8(output.stdout).unwrap(), written, "{name}");
        assert!(String::from_utf8(output.stderr).unwrap().starts_with("30 games on usa"));
        let quiet = capolinea(&[&games[..], &["--quiet", "--csv", name]].concat());
        assert!(quiet.stderr.is_empty() && quiet.stdout == written.as_bytes());
    }
    refuses(
        &["simulate", "--csv", "-", "--json"],
        expect![[r#"
            capolinea: --json and --csv would both write to standard output: name a file for --csv
        "#]],
    );
}

/// A reader that has seen enough ends the program: so many games would take hours, and their rows a disk.
#[test]
#[cfg(unix)]
fn rows_are_written_as_they_come_and_end_when_nobody_reads_them() {
    let simulate = format!("{} simulate --games 4000000000 --quiet --csv -", env!("CARGO_BIN_EXE_capolinea"));
    let script = format!("set -o pipefail; {simulate} | head -n 5000");
    let output = Command::new("bash").args(["-c", &script]).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert_eq!(rows(&text).last().unwrap()["game"], "2500");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn files_are_written_into_folders_that_are_made_for_them() {
    let folder = tempfile::tempdir().unwrap();
    let [csv, report] = ["new/rows/games.csv", "new/pages/report.html"].map(|name| path_in(&folder, name));
    stdout(&["simulate", "--games", "2", "--csv", &csv, "--report", &report]);
    assert_eq!(rows(&std::fs::read_to_string(&csv).unwrap()).len(), 4);
    assert!(Path::new(&report).is_file());
}

/// The user does not know the name that a file has until it is complete.
#[test]
#[cfg(unix)]
fn a_disk_without_room_is_named_by_the_file_that_was_asked_for() {
    let folder = tempfile::tempdir().unwrap();
    let csv = path_in(&folder, "games.csv");
    let limited = "trap '' XFSZ; ulimit -f 0; exec \"$0\" simulate --games 9 --quiet --csv \"$1\"";
    let output = Command::new("bash").args(["-c", limited, env!("CARGO_BIN_EXE_capolinea"), &csv]).output().unwrap();
    let words = String::from_utf8(output.stderr).unwrap();
    assert!(words.starts_with(&format!("capolinea: can't write to {csv}: ")), "{words}");
    assert!(!words.contains(".capolinea-") && files(folder.path().to_str().unwrap()).is_empty(), "{words}");
}

#[test]
#[cfg(unix)]
fn rows_may_go_into_a_pipe() {
    let folder = tempfile::tempdir().unwrap();
    let pipe = path_in(&folder, "pipe");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let reader = Command::new("cat").arg(&pipe).stdout(Stdio::piped()).spawn().unwrap();
    stdout(&["simulate", "--games", "3", "--csv", &pipe]);
    let read = reader.wait_with_output().unwrap().stdout;
    assert_eq!(String::from_utf8(read).unwrap(), stdout(&["simulate", "--games", "3", "--csv", "-"]));
}

/// Every file of a folder.
fn files(folder: &str) -> BTreeMap<String, Vec<u8>> {
    let entries = std::fs::read_dir(folder).expect("it is there").map(|entry| entry.expect("an entry"));
    let name = |entry: &DirEntry| entry.file_name().into_string().expect("a plain name");
    entries.map(|entry| (name(&entry), std::fs::read(entry.path()).expect("a file"))).collect()
}

fn names(count: usize) -> Vec<String> {
    (1..=count).map(|game| format!("berlin-{game:06}.json")).collect()
}

#[test]
#[cfg(unix)]
fn interrupted_records_have_no_holes_and_the_same_command_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let records = path_in(&folder, "records");
    let csv = path_in(&folder, "games.csv");
    let simulate = ["simulate", "--map", "berlin", "--bots", "greedy,random", "--threads", "3", "--games"];
    let interrupted = |wanted: usize| {
        let mut child =
            crate::common::start(&[&simulate[..], &["100000000", "--records", &records, "--csv", &csv]].concat());
        crate::common::wait_until(&mut child, || Path::new(&format!("{records}/berlin-{wanted:06}.json")).exists());
        let output = crate::common::interrupt(&mut child);
        assert_eq!(output.status.code(), Some(130));
        let notes = String::from_utf8(output.stderr).unwrap();
        assert!(notes.contains("the same command continues from here"), "{notes}");
        assert!(String::from_utf8(output.stdout).unwrap().contains(" games on berlin"));
        files(&records)
    };
    let first = interrupted(20);
    assert!(first.len() >= 20 && first.keys().eq(&names(first.len())), "{:?}", first.keys());
    assert_eq!(rows(&std::fs::read_to_string(&csv).unwrap()).len(), 2 * first.len());
    let second = interrupted(first.len() + 20);
    assert!(second.keys().eq(&names(second.len())), "{:?}", second.keys());
    assert!(first.iter().all(|(name, text)| second[name] == *text), "a record was overwritten");
    // As many games without an interruption are the same, and so are their rows.
    let whole = path_in(&folder, "whole");
    let count = second.len().to_string();
    let told = stdout(&[&simulate[..], &[&count, "--records", &whole, "--csv", "-"]].concat());
    assert_eq!(files(&whole), second);
    assert_eq!(std::fs::read_to_string(&csv).unwrap(), told);
}

#[test]
fn records_that_are_there_count_as_played_and_are_never_overwritten() {
    let folder = tempfile::tempdir().unwrap();
    let [records, first_page, second_page] =
        ["records", "first.html", "second.html"].map(|name| path_in(&folder, name));
    let games =
        |more: &[&str]| capolinea(&[&["simulate", "--map", "berlin", "--json", "--records", &records], more].concat());
    let run = |more: &[&str]| serde_json::from_slice::<Value>(&games(more).stdout).expect("one JSON object");
    assert_eq!(run(&["--games", "3"])["games_from_records"], 0);
    let before = files(&records);
    std::fs::remove_file(format!("{records}/berlin-000002.json")).unwrap();
    let on = run(&["--games", "5", "--report", &first_page]);
    assert_eq!((&on["games"], &on["games_from_records"]), (&5.into(), &2.into()));
    let after = files(&records);
    assert!(after.keys().eq(&names(5)) && before.iter().all(|(name, text)| after[name] == *text));
    // What is told of them is what playing them again would tell.
    let alone = json(&["simulate", "--map", "berlin", "--json", "--games", "5", "--report", &second_page]);
    for field in ["seats", "decisions", "games"] {
        assert_eq!(on[field], alone[field]);
    }
    let page = |name: &str| std::fs::read_to_string(folder.path().join(name)).unwrap().replace(name, "page");
    assert!(page("first.html") == page("second.html"));
    let other = games(&["--games", "5", "--seed", "2"]);
    let words = String::from_utf8_lossy(&other.stderr).into_owned();
    assert!(
        !other.status.success()
            && words.contains("is not game 1 of this command")
            && words.contains("name a new folder"),
        "{words}"
    );
    std::fs::write(format!("{records}/berlin-000004.json"), "{").unwrap();
    let broken = games(&["--games", "5"]);
    let words = String::from_utf8_lossy(&broken.stderr).into_owned();
    assert!(
        !broken.status.success() && words.contains("berlin-000004.json already exists and can't be read; remove it"),
        "{words}"
    );
}

#[test]
#[cfg(unix)]
fn an_interrupted_simulation_prints_its_results() {
    let mut child = crate::common::start(&["simulate", "--games", "4000000000", "--json", "--csv", "/dev/stderr"]);
    let lines = crate::common::lines_of(child.stderr.take().unwrap());
    assert!(lines.recv().unwrap().starts_with("game,seed,"));
    lines.recv().expect("a first row");
    let output = crate::common::interrupt(&mut child);
    assert_eq!(output.status.code(), Some(130));
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert!(report["interrupted"] == true && report["games"].as_u64().unwrap() > 0, "{report}");
}
