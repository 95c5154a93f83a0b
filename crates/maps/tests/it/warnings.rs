//! Warnings about a map are shown, and the map can still be played.

use crate::support::{files, read};
use capolinea_maps::{GameMap, built_in, built_in_files, format_warnings, starter};
use expect_test::{Expect, expect};

fn check(changes: &[(&str, &str)], expected: Expect) {
    expected.assert_eq(&format_warnings(&read(&files(changes)).warnings()));
}

#[test]
fn no_built_in_map_and_no_new_one_has_a_warning() {
    for game_map in built_in() {
        assert_eq!(game_map.warnings(), [], "{}", game_map.map.id());
    }
    assert_eq!(read(&starter("tuscany")).warnings(), []);
}

#[test]
fn a_ticket_is_worth_about_what_its_path_costs() {
    check(
        &[("\"b\": \"kingsford\", \"points\": 6", "\"b\": \"kingsford\", \"points\": 13")],
        expect![[r#"
            1 warning:
              map.json: tickets[0].points: worth 13, more than twice the 6 cards of the cheapest path from `westport` to `kingsford`"#]],
    );
    check(&[("\"b\": \"kingsford\", \"points\": 6", "\"b\": \"kingsford\", \"points\": 12")], expect![""]);
    check(
        &[("\"b\": \"kingsford\", \"points\": 6", "\"b\": \"kingsford\", \"points\": 2")],
        expect![[r#"
        1 warning:
          map.json: tickets[0].points: worth 2, less than half of the 6 cards of the cheapest path from `westport` to `kingsford`"#]],
    );
}

#[test]
fn a_ticket_for_which_nobody_has_the_pieces_is_told() {
    check(
        &[("\"count\": 18", "\"count\": 10")],
        expect![[r#"
            3 warnings:
              map.json: tickets[3]: every path from `westport` to `eastgate` takes more pieces than a player has: 10 trains
              map.json: tickets[4]: every path from `westport` to `bayview` takes more pieces than a player has: 10 trains
              map.json: tickets[8]: every path from `northam` to `bayview` takes more pieces than a player has: 10 trains"#]],
    );
}

#[test]
fn a_route_that_the_deck_can_not_pay_for_is_told() {
    check(
        &[("\"white\": 8", "\"white\": 1"), ("\"wild\": 8", "\"wild\": 3")],
        expect![[r#"
        1 warning:
          map.json: routes[14]: asks for 5 cards; the whole deck has 1 white and 3 wild ones: nobody can ever claim it"#]],
    );
    // A gray route can be paid with any colour, so only the largest counts.
    check(
        &[
            ("\"blue\": 8, \"white\": 8, \"green\": 8", "\"blue\": 5, \"white\": 5, \"green\": 5"),
            (
                "\"yellow\": 8, \"black\": 8, \"red\": 8, \"wild\": 8",
                "\"yellow\": 5, \"black\": 5, \"red\": 4, \"wild\": 0",
            ),
        ],
        expect![[r#"
            1 warning:
              map.json: routes[5]: asks for 6 cards; the whole deck has 5 black and 0 wild ones: nobody can ever claim it"#]],
    );
}

#[test]
fn a_board_that_may_be_full_before_the_last_round_is_told() {
    check(
        &[("\"count\": 18", "\"count\": 21")],
        expect![[r#"
        1 warning:
          map.json: rules.pieces: 4 players may fill all 72 spaces before one of them is down to 2 of 21 pieces: the last round may never begin; give them fewer pieces, or the board more routes"#]],
    );
    // Three players can use one route of two only, so the board is smaller for them.
    check(
        &[("\"count\": 18", "\"count\": 25"), ("\"max\": 4", "\"max\": 3")],
        expect![[r#"
        1 warning:
          map.json: rules.pieces: 3 players may fill all 66 spaces before one of them is down to 2 of 25 pieces: the last round may never begin; give them fewer pieces, or the board more routes"#]],
    );
}

#[test]
fn pieces_cards_and_points_that_make_no_sense_are_told() {
    check(
        &[
            ("15}}", "15}},\n    {\"piece\": \"subway\", \"count\": 1, \"points\": {\"1\": 1}}"),
            ("\"4\": 7", "\"4\": 3"),
        ],
        expect![[r#"
            2 warnings:
              map.json: rules.pieces[1]: no route takes a subway
              map.json: rules.pieces[0].points: 4 cards score 3, fewer than 3 cards, which score 4"#]],
    );
}

#[test]
fn a_colour_that_pays_for_nothing_is_told() {
    let mut files = files(&[("\"blue\": 8,", "\"blue\": 8, \"orange\": 8,")]);
    assert_eq!(read(&files).warnings(), [], "gray routes take it");
    files.map_json = files.map_json.replace("\"gray\"", "\"red\"");
    expect![[r#"
        1 warning:
          map.json: rules.cards.orange: 8 cards, but no route can be paid with orange"#]]
    .assert_eq(&format_warnings(&read(&files).warnings()));
}

#[test]
fn two_places_on_one_spot_are_told() {
    check(
        &[("\"x\": 540, \"y\": 260", "\"x\": 720, \"y\": 110")],
        expect![[r#"
        5 warnings:
          board.json: locations.highfield: stands on the same spot as `kingsford`; dots have a radius of 10
          board.json: routes: a space of route 5 (northam to highfield) covers one of route 4 (northam to kingsford)
          board.json: routes: route 13 (kingsford to highfield) is too short for its spaces: they cover each other
          board.json: routes: a space of route 14 (kingsford to eastgate) covers one of route 13 (kingsford to highfield)
          board.json: routes: a space of route 15 (highfield to eastgate) covers one of route 14 (kingsford to eastgate)"#]],
    );
}

#[test]
fn names_over_spaces_over_names_and_beyond_the_edge_are_told() {
    let at =
        |place: &str, x: u16, y: u16| format!("{place}, \"label\": {{\"x\": {x}, \"y\": {y}, \"anchor\": \"start\"}}");
    let (westport, northam) = ("\"x\": 110, \"y\": 360", "\"x\": 300, \"y\": 130");
    check(
        &[(westport, &at(westport, 150, 370))],
        expect![[r#"
        1 warning:
          board.json: locations.westport.label: the name `Westport` (en) covers spaces of route 1 (westport to millbrook)"#]],
    );
    check(
        &[(westport, &at(westport, 500, 266))],
        expect![[r#"
        1 warning:
          board.json: locations.westport.label: covers the dot of `kingsford`"#]],
    );
    check(
        &[(westport, &at(westport, 700, 250)), (northam, &at(northam, 705, 254))],
        expect![[r#"
        1 warning:
          board.json: locations.northam.label: covers the name of `westport`"#]],
    );
    check(
        &[(westport, &at(westport, 980, 690))],
        expect![[r#"
        1 warning:
          board.json: locations.westport.label: the name `Westport` (en) reaches beyond the edge of the board"#]],
    );
}

#[test]
fn the_longer_of_two_names_is_told_of() {
    let name = "\"en\": \"Westport\", \"it\": \"Porto dell’estremo Occidente\"";
    let label = "\"x\": 110, \"y\": 360, \"label\": {\"x\": 60, \"y\": 320, \"anchor\": \"start\"}";
    check(
        &[("\"en\": \"Westport\"", name), ("\"x\": 110, \"y\": 360", label)],
        expect![[r#"
            1 warning:
              board.json: locations.westport.label: the name `Porto dell’estremo Occidente` (it) covers spaces of route 0 (westport to northam)"#]],
    );
}

#[test]
fn routes_over_routes_and_over_places_are_told() {
    let more = "\"b\": \"bayview\", \"color\": \"green\", \"spaces\": 4},\n  {\"a\": \"westport\", \"b\": \"eastgate\", \"color\": \"gray\", \"spaces\": 6}";
    check(
        &[
            ("\"b\": \"bayview\", \"color\": \"green\", \"spaces\": 4}", more),
            ("{\"route\": 18}", "{\"route\": 18},\n  {\"route\": 19}"),
        ],
        expect![[r#"
            4 warnings:
              board.json: routes: a space of route 19 (westport to eastgate) covers one of route 6 (millbrook to kingsford)
              board.json: routes: a space of route 19 (westport to eastgate) covers one of route 7 (millbrook to kingsford)
              board.json: routes: a space of route 19 (westport to eastgate) covers one of route 12 (kingsford to lakeside)
              board.json: routes: a space of route 19 (westport to eastgate) covers one of route 11 (kingsford to lakeside)"#]],
    );
    check(
        &[("\"x\": 540, \"y\": 260", "\"x\": 510, \"y\": 124")],
        expect![[r#"
        3 warnings:
          board.json: routes: a space of route 5 (northam to highfield) covers one of route 4 (northam to kingsford)
          board.json: routes: a space of route 13 (kingsford to highfield) covers one of route 5 (northam to highfield)
          board.json: routes: route 5 (northam to highfield) passes over `kingsford`"#]],
    );
}

#[test]
fn mistakes_in_the_drawing_hide_no_warnings_about_the_facts() {
    let files = files(&[
        ("\"b\": \"kingsford\", \"points\": 6", "\"b\": \"kingsford\", \"points\": 60"),
        ("{\"route\": 18}", "{\"route\": 17}"),
    ]);
    let error = GameMap::read(files.map_json.as_bytes(), files.board_json.as_bytes()).unwrap_err();
    expect![[r#"
        2 mistakes:
          board.json: routes[18].route: route 17 is drawn twice
          board.json: routes: route 18 (eastgate to bayview) is not drawn
        1 warning:
          map.json: tickets[0].points: worth 60, more than twice the 6 cards of the cheapest path from `westport` to `kingsford`"#]].assert_eq(&error.to_string());
}

#[test]
fn there_are_not_endlessly_many_warnings() {
    let mut files = built_in_files("usa").unwrap();
    // Every space covers most others.
    files.board_json = files.board_json.replacen("\"space\": [", "\"space\": [8", 1);
    let warnings = read(&files).warnings();
    assert_eq!(warnings.last().unwrap().problem, "there are more warnings than listed here");
    assert!(warnings.len() < 300, "{}", warnings.len());
}
