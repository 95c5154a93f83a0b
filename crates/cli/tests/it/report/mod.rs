//! The page of `simulate --report`: whole, honest, always the same, and about every route and ticket.

mod page;
mod records;
mod several;

use crate::common::{json, refuses, stdout};
use expect_test::expect;
use page::{column, number, parsed, table};
use roxmltree::{Document, Node};
use std::collections::HashSet;
use std::path::Path;

/// Simulates into a report in a folder of its own, and returns the page.
fn report(arguments: &[&str]) -> String {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("report.html");
    let told = stdout(&[&["simulate"], arguments, &["--report", path.to_str().expect("a plain path")]].concat());
    assert!(told.contains("The report is in ") && told.contains("games"), "{told}");
    let left: Vec<_> = std::fs::read_dir(folder.path()).expect("a folder").collect();
    assert_eq!(left.len(), 1, "nothing else is left in the folder");
    std::fs::read_to_string(path).expect("it was written")
}

/// The text straight in an element.
fn text_of<'a>(node: Node<'a, '_>) -> Option<&'a str> {
    if node.is_element() { node.text() } else { None }
}

/// Checks what must be true of every page, and returns it parsed.
fn well_formed(page: &str) -> Document<'_> {
    let document = parsed(page);
    let ids: Vec<_> = document.descendants().filter_map(|node| node.attribute("id")).collect();
    let unique: HashSet<_> = ids.iter().collect();
    assert_eq!(ids.len(), unique.len(), "no id is given twice");
    for node in document.descendants().filter(Node::is_element) {
        for id in node.attribute("aria-labelledby").unwrap_or_default().split_whitespace() {
            assert!(unique.contains(&id), "{id} is not there");
        }
        assert!(node.attribute("src").is_none(), "the page needs nothing else");
        if let Some(address) = node.attribute("href") {
            assert!(address.strip_prefix('#').is_some_and(|id| unique.contains(&id)), "{address} is not there");
        }
    }
    let shown = document.descendants().filter(|node| !node.has_tag_name("script"));
    for text in shown.flat_map(|node| node.attributes().map(|one| one.value()).chain(text_of(node))) {
        assert!(!text.contains("NaN") && !text.contains("inf "), "{text}");
    }
    document
}

/// Checks what must be true of a page about one set of games.
fn check(page: &str, routes: usize, tickets: usize) {
    let document = well_formed(page);
    let unique: HashSet<_> = document.descendants().filter_map(|node| node.attribute("id")).collect();
    let rows = |name: &str| {
        let rows = document.descendants().filter(|node| node.has_tag_name("tr"));
        rows.filter_map(|row| row.attribute(name)).map(str::to_string).collect::<HashSet<_>>()
    };
    assert_eq!(rows("data-route"), (0..routes).map(|route| route.to_string()).collect());
    assert_eq!(rows("data-ticket"), (0..tickets).map(|ticket| ticket.to_string()).collect());
    for board in ["claims", "lift"] {
        for route in 0..routes {
            assert!(unique.contains(format!("{board}-route-{route}").as_str()), "{board} {route}");
        }
    }
}

#[test]
fn every_map_with_every_number_of_players_has_a_page_about_every_route_and_ticket() {
    let bots = ["planner", "greedy", "random", "planner", "racer"];
    for game_map in capolinea_maps::built_in() {
        let map = &game_map.map;
        for players in map.min_players()..=map.max_players() {
            let bots = bots[..usize::from(players)].join(",");
            let page = report(&["--map", map.id(), "--bots", &bots, "--games", "40"]);
            check(&page, map.routes().len(), map.tickets().len());
            for location in map.locations() {
                assert!(page.contains(&capolinea_maps::svg::escape(&location.name.en)), "{}", location.name.en);
            }
        }
    }
}

#[test]
fn one_game_is_a_page_with_a_warning() {
    for bots in ["random,random", "random,greedy,random"] {
        let page = report(&["--bots", bots, "--games", "1"]);
        check(&page, 100, 30);
        assert!(page.contains("Too few games."));
    }
    assert!(!report(&["--games", "30"]).contains("Too few games."));
}

#[test]
fn the_same_command_gives_the_same_bytes_whatever_the_number_of_threads() {
    let run = |threads| {
        report(&[
            "--map",
            "germany",
            "--bots",
            "greedy,random,greedy",
            "--games",
            "150",
            "--seed",
            "9",
            "--threads",
            threads,
        ])
    };
    let alone = run("1");
    assert!(alone == run("2") && alone == run("5"));
    let command =
        "capolinea simulate --map germany --bots greedy,random,greedy --games 150 --seed 9 --report report.html";
    assert!(alone.contains(&format!("<code>{command}</code>")));
    assert!(alone.contains("byte for byte"));
}

#[test]
fn a_bot_that_thinks_for_a_time_is_not_said_to_play_alike() {
    let page = report(&["--bots", "searcher:1ms,random", "--games", "2"]);
    assert!(!page.contains("byte for byte") && page.contains("does not always make the same moves"));
}

#[test]
fn the_figures_add_up_and_are_those_of_the_summary() {
    let arguments = ["--map", "europe", "--bots", "planner,greedy,planner", "--games", "200", "--seed", "3"];
    let page = report(&arguments);
    let document = parsed(&page);
    let summary = json(&[&["simulate", "--json"], &arguments[..]].concat());
    let seat = |seat: usize, field: &str| summary["seats"][seat][field].as_f64().expect("a number");
    let close = |one: f64, other: f64, slack: f64| assert!((one - other).abs() <= slack, "{one} is not {other}");

    let scores = table(&document, "Scores");
    assert_eq!(
        scores[1..].iter().map(|row| &*row[0]).collect::<Vec<_>>(),
        ["planner", "greedy", "seat 1: planner", "seat 2: greedy", "seat 3: planner"]
    );
    let means = column(&scores, "Mean ± 95\u{a0}%");
    for (index, mean) in means[2..].iter().enumerate() {
        close(*mean, seat(index, "score_mean"), 0.051);
    }
    close(means[0], (means[2] + means[4]) / 2.0, 0.11);

    let points = table(&document, "Points per game, by source");
    for (row, mean) in points[1..].iter().zip(&means) {
        let numbers: Vec<f64> = row[1..].iter().map(|cell| number(cell)).collect();
        let (total, parts) = numbers.split_last().expect("there are columns");
        close(parts.iter().sum(), *total, 0.5);
        close(*total, *mean, 0.051);
    }

    let action_counts = table(&document, "What a bot does in a game");
    close(column(&action_counts, "tickets completed")[1], seat(1, "tickets_completed_mean"), 0.0051);
    let all = table(&document, "Victories and scores by order of turns").pop().expect("there are rows");
    close(all[1..4].iter().map(|cell| number(cell)).sum(), 100.0, 0.2);

    let routes = table(&document, "Routes");
    let claimed = column(&routes, "Claimed");
    let by_bot = [column(&routes, "By planner"), column(&routes, "By greedy")];
    for (index, claimed) in claimed.iter().enumerate() {
        close(by_bot[0][index] + by_bot[1][index], *claimed, 0.11);
    }
    let claims = column(&action_counts, "routes claimed");
    close(claimed.iter().sum::<f64>() / 100.0, 2.0 * claims[0] + claims[1], 0.2);
    assert!(claimed.is_sorted_by(|one, next| one >= next));
}

#[test]
fn bots_that_are_all_the_same_share_victory_evenly() {
    let page = report(&["--bots", "greedy,greedy,greedy,greedy", "--games", "60"]);
    let document = parsed(&page);
    let wins = document.descendants().find(|node| node.attribute("id") == Some("wins-by-bot-description"));
    assert_eq!(
        wins.and_then(|node| node.text().map(String::from)).as_deref(),
        Some("Par is 25.0 %. greedy: 25.0 % (25.0 to 25.0).")
    );
}

#[test]
fn names_from_a_map_s_folder_smuggle_nothing_into_the_page() {
    let folder = tempfile::tempdir().expect("a folder");
    let usa = Path::new(env!("CARGO_MANIFEST_DIR")).join("../maps/maps/usa");
    let map = std::fs::read_to_string(usa.join("map.json")).expect("it is there");
    let map = map.replacen("\"en\": \"Atlanta\"", "\"en\": \"</title><script>'&\\\"\"", 1);
    let own = folder.path().join("usa");
    std::fs::create_dir(&own).expect("a folder");
    std::fs::write(own.join("map.json"), map).expect("a file");
    std::fs::copy(usa.join("board.json"), own.join("board.json")).expect("a file");
    let page = report(&["--map", own.to_str().expect("a plain path"), "--games", "30"]);
    check(&page, 100, 30);
    assert_eq!(page.matches("<script").count(), 1);
    assert!(page.contains("&lt;/title&gt;&lt;script&gt;&apos;&amp;&quot; – Charleston"));
}

#[test]
fn an_older_report_is_replaced_and_json_stays_alone_on_standard_output() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("report.html");
    std::fs::write(&path, "old").expect("a file");
    let summary = json(&["simulate", "--games", "2", "--json", "--report", path.to_str().expect("a plain path")]);
    assert_eq!(summary["games"], 2);
    check(&std::fs::read_to_string(&path).expect("it is there"), 100, 30);
}

/// So many games would take hours: the path is looked at before the first one.
#[test]
fn a_path_that_can_not_be_written_is_refused_before_the_first_game() {
    let simulate = ["simulate", "--games", "4000000000", "--report"];
    refuses(
        &[&simulate[..], &["-"]].concat(),
        expect![[r#"
            capolinea: --report can't write to standard output: name a file, as in report.html
        "#]],
    );
    refuses(
        &[&simulate[..], &["Cargo.toml/report.html"]].concat(),
        expect![[r#"
            capolinea: can't make the folder Cargo.toml: File exists (os error 17)
        "#]],
    );
    refuses(
        &[&simulate[..], &["/"]].concat(),
        expect![[r#"
            capolinea: / is a folder: name a file in it
        "#]],
    );
    refuses(
        &[&simulate[..], &["tests"]].concat(),
        expect![[r#"
            capolinea: tests is a folder: name a file in it
        "#]],
    );
    refuses(
        &[&simulate[..], &["/dev/null"]].concat(),
        expect![[r#"
            capolinea: /dev/null is not a regular file: name one, or a new file
        "#]],
    );
}
