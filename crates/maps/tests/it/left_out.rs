//! Optional parts of a map's files, and their defaults.

use crate::support::{files, read};
use capolinea_maps::board::{Anchor, Label, Point};
use capolinea_maps::{GameMap, Language, built_in, built_in_files, format_warnings, read_map, svg};
use expect_test::{Expect, expect};
use serde_json::Value;

#[test]
fn a_map_can_be_read_without_its_drawing() {
    let whole = files(&[]);
    let map = read_map(whole.map_json.as_bytes()).unwrap();
    assert_eq!((map.digest(), map.routes()), (read(&whole).map.digest(), read(&whole).map.routes()));
    let broken = files(&[("\"en\": \"Tuscany\"", "\"en\": 7")]);
    let problem = read_map(broken.map_json.as_bytes()).unwrap_err().to_string();
    assert!(problem.contains("map.json: name.en: a text should be here, not a number"), "{problem}");
}

#[test]
fn a_language_that_is_left_out_has_the_others_names() {
    let italian = files(&[
        ("\"en\": \"Tuscany\"", "\"it\": \"Toscana\""),
        ("\"en\": \"Westport\"", "\"it\": \"Portovest\", \"en\": \" \""),
        ("\"en\": \"Northam\"", "\"local\": \"Norðham\""),
    ]);
    let map = read(&italian).map;
    for language in Language::ALL {
        assert_eq!(language.name(map.name()), "Toscana");
        let names: Vec<&str> = map.locations()[..3].iter().map(|location| language.name(&location.name)).collect();
        assert_eq!(names, ["Portovest", "Norðham", "Millbrook"]);
    }
    let drawing = svg::draw(&read(&italian), Language::English);
    assert!(drawing.contains("TOSCANA") && drawing.contains("<title>Portovest – Norðham, red, 4</title>"));
    assert!(svg::draw(&read(&files(&[])), Language::Italian).contains("<title>Westport – Northam, rosso, 4</title>"));
}

fn refused(changes: &[(&str, &str)], expected: Expect) {
    let files = files(changes);
    let error = GameMap::read(files.map_json.as_bytes(), files.board_json.as_bytes()).unwrap_err();
    expected.assert_eq(&error.to_string());
}

#[test]
fn a_name_in_no_language_is_a_mistake() {
    refused(
        &[
            ("{\"en\": \"Tuscany\"}", "{}"),
            ("\"en\": \"Westport\"", "\"en\": \"\", \"modern\": \"Westport\""),
            ("\"en\": \"Northam\"", "\"it\": 5"),
            ("{\"en\": \"Millbrook\"}", "\"Millbrook\""),
        ],
        expect![[r#"
            3 mistakes:
              map.json: name, locations[0].name: a name in one language at least should be here: `en` for English, `it` for Italian
              map.json: locations[1].name.it: a text should be here, not a number
              map.json: locations[2].name: an object should be here, not a text; its fields are en, it, local, modern"#]],
    );
}

#[test]
fn where_an_object_is_missing_its_fields_are_named() {
    refused(
        &[
            ("{\"min\": 2, \"max\": 4}", "[2, 4]"),
            ("{\"kind\": \"longest_path\", \"points\": 8}", "\"longest_path\""),
            ("{\"regular\": 3}", "3"),
            ("{\"id\": \"westport\", \"name\": {\"en\": \"Westport\"}, \"kind\": \"city\"}", "\"westport\""),
            (
                "{\"a\": \"westport\", \"b\": \"northam\", \"color\": \"red\", \"spaces\": 4}",
                "[\"westport\", \"northam\"]",
            ),
            ("{\"x\": 110, \"y\": 360}", "[110, 360]"),
            ("{\"x\": 300, \"y\": 130}", "{\"x\": 300, \"y\": 130, \"label\": \"end\"}"),
            ("{\"route\": 0}", "0"),
        ],
        expect![[r#"
            8 mistakes:
              map.json: players: an object should be here, not a list; its fields are min, max
              map.json: rules.tickets.start.deal: an object should be here, not a number; its fields are the names of ticket decks
              map.json: rules.mechanics[0]: an object should be here, not a text; its fields are kind and the settings of that kind
              map.json: locations[0]: an object should be here, not a text; its fields are id, name, kind
              map.json: routes[0]: an object should be here, not a list; its fields are a, b, color, spaces (optional: cards, wilds, tunnel, piece)
              board.json: locations.northam.label: an object should be here, not a text; its fields are size, x, y, anchor
              board.json: locations.westport: an object should be here, not a list; its fields are x, y (optional: label, route)
              board.json: routes[0]: an object should be here, not a number; its fields are route (optional: end, path, spaces)"#]],
    );
    let error = GameMap::read(b"{\"rules\": {\"cards\": [], \"pieces\": [7], \"tickets\": 1}}", b"{\"locations\": []}");
    let words = error.unwrap_err().to_string();
    let lines: Vec<&str> = words.lines().filter(|line| line.contains("an object")).map(str::trim).collect();
    expect![[r#"
          map.json: rules.cards: an object should be here, not a list; its fields are purple, blue, orange, white, green, yellow, black, red, wild
          map.json: rules.pieces[0]: an object should be here, not a number; its fields are piece, count, points
          map.json: rules.tickets: an object should be here, not a number; its fields are start, draw
          board.json: locations: an object should be here, not a list; its fields are the ids of the map's locations"#]].assert_eq(&lines.join("\n"));
}

#[test]
fn a_label_without_a_place_stands_beside_its_location() {
    let board = read(&files(&[("\"x\": 110, \"y\": 360", "\"x\": 110, \"y\": 360, \"label\": {\"size\": 12}")])).board;
    let label = |index: usize| board.locations[index].label;
    assert_eq!(label(0).size, 12.0);
    assert_eq!(label(1).size, board.label_size);
    expect!["Label { point: Point { x: 823.2, y: 596.1 }, anchor: Start, size: 17.0 }"]
        .assert_eq(&format!("{:?}", label(8)));
    for drawn in &board.locations {
        let (x, y) = (drawn.label.point.x - drawn.point.x, drawn.label.point.y - drawn.point.y);
        assert!(x.hypot(y) < 4.0 * board.label_size, "{drawn:?}");
    }
}

#[test]
fn a_label_keeps_the_place_that_it_is_given_and_half_a_place_is_a_mistake() {
    let place = "\"x\": 110, \"y\": 360, \"label\": {\"x\": 90, \"y\": 366, \"anchor\": \"end\"}";
    let board = read(&files(&[("\"x\": 110, \"y\": 360", place)])).board;
    let label = Label { point: Point { x: 90.0, y: 366.0 }, anchor: Anchor::End, size: board.label_size };
    assert_eq!(board.locations[0].label, label);
    refused(
        &[("\"x\": 110, \"y\": 360", "\"x\": 110, \"y\": 360, \"label\": {\"x\": 90}")],
        expect![[r#"
        1 mistake:
          board.json: locations.westport.label.y, locations.westport.label.anchor: is missing"#]],
    );
}

/// Without any label of its file every built-in board is still one that can be read.
#[test]
fn default_places_cover_nothing_where_there_is_room() {
    for game_map in built_in() {
        let files = built_in_files(game_map.map.id()).unwrap();
        let mut board: Value = serde_json::from_str(&files.board_json).unwrap();
        for place in board["locations"].as_object_mut().unwrap().values_mut() {
            place.as_object_mut().unwrap().remove("label");
        }
        let read = GameMap::read(files.map_json.as_bytes(), board.to_string().as_bytes()).unwrap();
        let warnings = read.warnings();
        assert!(warnings.is_empty(), "{}: {}", game_map.map.id(), format_warnings(&warnings));
    }
}
