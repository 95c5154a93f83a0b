//! A page about several sets of games: numbers of players, or two versions of a map.

use super::page::{column, number, parsed, table};
use super::{report, well_formed};
use crate::common::{capolinea, json, refuses, stdout};
use expect_test::expect;
use std::collections::HashMap;
use std::path::Path;

const GAMES: [&str; 4] = ["--games", "60", "--seed", "4"];

/// The cells of a column by the first cell of their row.
fn by_name(rows: &[Vec<String>], head: &str) -> HashMap<String, String> {
    let place = rows[0].iter().position(|cell| cell == head).unwrap_or_else(|| panic!("no column `{head}`"));
    rows[1..].iter().map(|row| (row[0].clone(), row[place].clone())).collect()
}

#[test]
fn several_numbers_of_players_are_what_each_alone_is() {
    let arguments = ["--map", "berlin", "--bots", "planner,greedy"];
    let all = report(&[&arguments[..], &["--players", "2,3,4"], &GAMES[..]].concat());
    let document = well_formed(&all);
    let routes = table(&document, "Routes side by side");
    let tickets = table(&document, "Tickets side by side");
    let overview = table(&document, "The games side by side");
    assert_eq!(overview[1..].iter().map(|row| &*row[0]).collect::<Vec<_>>(), ["2 players", "3 players", "4 players"]);
    for (index, players) in ["2", "3", "4"].iter().enumerate() {
        let alone = report(&[&arguments[..], &["--players", players], &GAMES[..]].concat());
        let alone = parsed(&alone);
        let name = format!("{players} players");
        assert_eq!(by_name(&routes, &name), by_name(&table(&alone, "Routes"), "Claimed"));
        assert_eq!(by_name(&tickets, &name), by_name(&table(&alone, "Tickets"), "Completed"));
        let own = table(&document, &format!("Scores: {name}"));
        assert_eq!(own, table(&alone, "Scores"));
        let turns = table(&alone, "Length of a game")[2][1].clone();
        assert_eq!(overview[index + 1][4], turns, "turns of each player");
    }
    let range = column(&routes, "Range");
    let shares: Vec<Vec<f64>> = ["2 players", "3 players", "4 players"].map(|name| column(&routes, name)).into();
    for (row, range) in range.iter().enumerate() {
        let of_row: Vec<f64> = shares.iter().map(|column| column[row]).collect();
        let apart = of_row.iter().copied().fold(0.0, f64::max) - of_row.iter().copied().fold(100.0, f64::min);
        assert!((apart - range).abs() < 0.11, "{of_row:?} {range}");
    }
    assert!(all.contains("--bots planner,greedy --players 2,3,4 --games 60 --seed 4 --report report.html</code>"));
}

#[test]
fn bots_take_the_seats_in_turn() {
    let seats =
        |arguments: &[&str]| json(&[&["simulate", "--json", "--games", "20"], arguments].concat())["seats"].clone();
    assert_eq!(seats(&["--bots", "planner,greedy", "--players", "3"]), seats(&["--bots", "planner,greedy,planner"]));
    let several = json(&["simulate", "--json", "--games", "20", "--bots", "planner,greedy", "--players", "2,3,2"]);
    let runs = several["runs"].as_array().expect("a list");
    assert_eq!(runs.iter().map(|run| &run["players"]).collect::<Vec<_>>(), [2, 3]);
    assert_eq!(runs[1]["seats"], seats(&["--bots", "planner,greedy,planner"]));
}

/// Two versions of a small map: in the new one a ticket is worth more, one is another, and a route is shorter and red.
fn versions(folder: &Path) -> [String; 2] {
    let [new, old] = ["new", "old"].map(|name| {
        let maps = folder.join(name);
        stdout(&["map", "new", "tuscany", "--in", maps.to_str().expect("a plain path")]);
        maps.join("tuscany").to_str().expect("a plain path").to_string()
    });
    let path = Path::new(&new).join("map.json");
    let mut text = std::fs::read_to_string(&path).expect("it is there");
    for (from, to) in [
        (
            "\"b\": \"highfield\", \"color\": \"gray\", \"spaces\": 6",
            "\"b\": \"highfield\", \"color\": \"red\", \"spaces\": 5",
        ),
        ("\"b\": \"eastgate\", \"points\": 11", "\"b\": \"eastgate\", \"points\": 15"),
        (
            "\"a\": \"highfield\", \"b\": \"lakeside\", \"points\": 6",
            "\"a\": \"bayview\", \"b\": \"kingsford\", \"points\": 7",
        ),
    ] {
        assert!(text.contains(from), "{from}");
        text = text.replacen(from, to, 1);
    }
    std::fs::write(path, text).expect("a file");
    [new, old]
}

#[test]
fn two_versions_of_a_map_stand_side_by_side() {
    let folder = tempfile::tempdir().expect("a folder");
    let [new, old] = versions(folder.path());
    let page = report(&[&["--map", &new, "--compare", &old, "--bots", "planner,planner"], &GAMES[..]].concat());
    let document = well_formed(&page);
    let tickets = table(&document, "Tickets side by side");
    let differs = by_name(&tickets, "Differs");
    assert_eq!(differs["Westport – Eastgate"], "points 11 → 15");
    assert_eq!(differs["Bayview – Kingsford"], format!("only in {new}"));
    assert_eq!(differs["Highfield – Lakeside"], format!("only in {old}"));
    assert_eq!(differs.values().filter(|words| !words.is_empty()).count(), 3);
    let routes = table(&document, "Routes side by side");
    assert_eq!(
        by_name(&routes, "Differs")["Northam – Highfield"],
        "cards 6 → 5, colour gray → red, spaces 6 → 5, points 15 → 10"
    );
    for (name, change) in by_name(&routes, "Change") {
        let share = |version: &str| number(&by_name(&routes, version)[&name]);
        assert!((number(&change) - (share(&new) - share(&old))).abs() < 0.11, "{name}: {change}");
    }
    let changes = column(&routes, "Change");
    assert!(changes.is_sorted_by(|one, next| one >= next), "{changes:?}");
    assert!(!page.contains("Both maps are the same game"));
    // Routes light up with those of their own version only.
    let articles = document.descendants().filter(|node| node.has_tag_name("article"));
    assert_eq!(articles.filter_map(|article| article.attribute("data-version")).collect::<Vec<_>>(), ["0", "1"]);
    let same = report(&[&["--map", &old, "--compare", &old, "--players", "2,3"], &GAMES[..]].concat());
    well_formed(&same);
    assert!(same.contains("Both maps are the same game"));
}

#[test]
fn two_different_maps_can_be_compared_too() {
    let page = report(&[&["--map", "berlin", "--compare", "san_francisco"], &GAMES[..]].concat());
    let document = well_formed(&page);
    let overview = table(&document, "The games side by side");
    assert_eq!(overview[1..].iter().map(|row| &*row[0]).collect::<Vec<_>>(), ["Berlin", "San Francisco"]);
}

/// The planner has learned for a map's id: a copy with another id is played differently, although nothing in it was changed.
#[test]
fn it_is_told_that_bots_are_tuned_for_one_of_two_ids_alone() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().to_str().expect("a plain path");
    stdout(&["map", "export", "berlin", path, "--as", "copy"]);
    stdout(&["map", "export", "berlin", path]);
    let told = |map: &str| {
        let map = format!("{path}/{map}");
        let output = capolinea(&["simulate", "--map", &map, "--compare", "berlin", "--games", "2"]);
        assert!(output.status.success());
        String::from_utf8(output.stderr).expect("text")
    };
    assert!(
        told("copy").contains("planner and searcher are tuned for `berlin`, not for `copy`: some of the difference")
    );
    assert!(!told("berlin").contains("tuned"));
}

#[test]
fn a_ticket_s_value_stands_beside_what_its_path_costs() {
    let page = report(&["--games", "30"]);
    let document = parsed(&page);
    let tickets = table(&document, "Tickets");
    let cell = |head: &str, ticket: &str| by_name(&tickets, head)[ticket].clone();
    assert_eq!(cell("Cost", "Seattle – New York"), "20");
    assert_eq!(cell("v. cost", "Seattle – New York"), "+2");
    assert_eq!(cell("v. cost", "Denver – El Paso"), "0");
    assert_eq!(cell("Cheapest path", "Denver – El Paso"), "via Santa Fe");
    let [points, cost, apart] = ["Points", "Cost", "v. cost"].map(|head| column(&tickets, head));
    for row in 0..points.len() {
        assert_eq!(points[row] - cost[row], apart[row]);
    }
    let chart = document.descendants().find(|node| {
        node.has_tag_name("svg") && node.attribute("aria-labelledby").is_some_and(|id| id.starts_with("ticket-cost"))
    });
    let marks = chart.expect("the plot").descendants().filter(|node| node.attribute("data-ticket").is_some());
    assert_eq!(marks.count(), 30, "every ticket, kept or not");
    assert!(page.contains(">Seattle – New York</text>"), "those far from the line are named");
}

#[test]
fn what_can_not_be_several_is_refused_before_the_first_game() {
    let simulate = ["simulate", "--games", "4000000000"];
    for more in [&["--players", "2,3", "--csv", "games.csv"][..], &["--compare", "europe", "--records", "played"]] {
        let output = capolinea(&[&simulate[..], more].concat());
        let words = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(!output.status.success() && words.contains("--records and --csv are for one set of games"), "{words}");
    }
    refuses(
        &[&simulate[..], &["--players", "2,3", "--bots", "random,random,random,random"]].concat(),
        expect![[r#"
            capolinea: 4 bots for 3 players: name fewer bots
        "#]],
    );
    refuses(
        &[&simulate[..], &["--map", "usa", "--compare", "berlin", "--players", "2,5", "--bots", "random"]].concat(),
        expect![[r#"
            capolinea: this map is for 2 to 4 players, not for 5
        "#]],
    );
    refuses(
        &[&simulate[..], &["--compare", "atlantis"]].concat(),
        expect![[r#"
            capolinea: no map is called `atlantis`; there are berlin, europe, germany, san_francisco, usa, or name a map's folder
        "#]],
    );
}
