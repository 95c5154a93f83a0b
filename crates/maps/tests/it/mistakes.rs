//! A broken file yields every mistake at once, each with its path.

use capolinea_engine::rules::{EmptyDeck, FirstPlayerChosen};
use capolinea_maps::GameMap;
use expect_test::{Expect, expect};

/// The built-in file of a map, changed: each pair is a text and what takes its place.
fn changed(id: &str, name: &str, changes: &[(&str, &str)]) -> String {
    let path = format!("{}/maps/{id}/{name}", env!("CARGO_MANIFEST_DIR"));
    let mut text = std::fs::read_to_string(path).unwrap();
    for (from, to) in changes {
        assert!(text.contains(from), "{from}");
        text = text.replacen(from, to, 1);
    }
    text
}

fn check(map: &str, board: &str, expected: Expect) {
    let error = GameMap::read(map.as_bytes(), board.as_bytes()).unwrap_err();
    expected.assert_eq(&error.to_string());
}

#[test]
fn every_mistake_of_shape_is_reported() {
    let map = changed(
        "europe",
        "map.json",
        &[
            ("\"format\": 1", "\"format\": 3"),
            ("\"min\": 2", "\"min\": \"two\""),
            ("\"wild\": 14", "\"wild\": 1400, \"pink\": 3"),
            ("\"wild\": \"locomotive\"", "\"wild\": \"steamship\""),
            ("\"starting_hand\": 4,", ""),
            ("\"returned\": \"removed\"", "\"returned\": \"burnt\""),
            ("\"kind\": \"tunnels\"", "\"kind\": \"tunnel\""),
            ("{\"id\": \"amsterdam\"", "{\"id\": 5, \"size\": 9"),
            ("\"color\": \"black\", \"spaces\": 1", "\"color\": \"blak\", \"spaces\": 1"),
            ("\"wilds\": 2", "\"wilds\": -2"),
            ("\"tunnel\": true", "\"tunnel\": 1"),
            ("\"deck\": \"long\", ", ""),
            ("\"a\": \"cadiz\", \"b\": \"stockholm\"", "\"a\": \"cadiz\", \"a\": \"riga\", \"b\": \"stockholm\""),
        ],
    );
    check(
        &map,
        "[]",
        expect![[r#"
            15 mistakes:
              map.json: tickets[1].a: appears twice
              map.json: format: this program reads format 1
              map.json: players.min: a number should be here, not a text
              map.json: rules.cards.pink: not a card; the cards are purple, blue, orange, white, green, yellow, black, red, wild
              map.json: rules.cards.wild: 1400 is not a whole number from 0 to 255
              map.json: rules.wild: `steamship` is not one of locomotive, ferry, bicycle
              map.json: rules.starting_hand, tickets[0].deck: is missing
              map.json: rules.tickets.start.returned: `burnt` is not one of bottom, removed, reshuffled
              map.json: rules.mechanics[0].kind: `tunnel` is not one of tunnels, stations, longest_path, globetrotter, tourists, passengers
              map.json: locations[0].id: a text should be here, not a number
              map.json: locations[0].size: no such field; the fields here are id, kind, name
              map.json: routes[0].color: `blak` is not one of purple, blue, orange, white, green, yellow, black, red, gray
              map.json: routes[3].wilds: -2 is not a whole number from 0 to 255
              map.json: routes[4].tunnel: true or false should be here, not a number
              board.json: the whole file: an object should be here, not a list; its fields are format, id, view, space, city_radius, label_size, locations, routes, land"#]],
    );
}

#[test]
fn mistakes_of_shape_do_not_hide_mistakes_of_sense() {
    let map = changed(
        "usa",
        "map.json",
        &[
            ("\"color\": \"blue\", \"spaces\": 5", "\"colour\": \"blue\", \"spaces\": 5"),
            ("{\"a\": \"boston\", \"b\": \"new_york\"", "{\"a\": \"boston\", \"b\": \"new_yorck\""),
            ("\"b\": \"miami\", \"points\": 12", "\"b\": \"boston\", \"points\": 12"),
            ("\"points\": 13", "\"points\": 1300"),
        ],
    );
    check(
        &map,
        &changed("usa", "board.json", &[]),
        expect![[r#"
            5 mistakes:
              map.json: routes[1].color: is missing
              map.json: routes[1].colour: no such field; the fields here are a, b, cards, color, piece, spaces, tunnel, wilds
              map.json: tickets[1].points: 1300 is not a whole number from 0 to 255
              map.json: routes[9].b: no location has the id `new_yorck`; did you mean `new_york`?
              map.json: tickets[0]: a ticket from `boston` to itself"#]],
    );
}

#[test]
fn every_mistake_of_a_board_is_reported() {
    let board = changed(
        "germany",
        "board.json",
        &[
            ("\"id\": \"germany\"", "\"id\": \"saxony\""),
            ("\"label_size\": 18", "\"label_size\": 18000"),
            ("\"augsburg\": {", "\"augsbourg\": {"),
            ("\"x\": 954.2", "\"x\": 99999"),
            ("\"route\": 37}", "\"route\": 38}"),
            ("{\"route\": 0, ", "{\"route\": 1, "),
            ("{\"route\": 2, \"path\": \"M", "{\"route\": 2, \"path\": \"<script>M"),
            ("\"end\": \"denmark@21\", ", ""),
            ("\"kind\": \"lake\"", "\"kind\": \"ocean\""),
        ],
    );
    check(
        &changed("germany", "map.json", &[]),
        &board,
        expect![[r#"
            9 mistakes:
              board.json: label_size: 18000 is not between 0.1 and 10000
              board.json: locations.berlin.x: 99999 is not between 0 and 1200
              board.json: routes[2].path: SVG path data begin with M
              board.json: land[34].kind: `ocean` is not one of land, foreign, lake, river, border, park, street, bridge
              board.json: id: `saxony`, but the map's id is `germany`
              board.json: locations.augsbourg: no location of the map has this id
              board.json: locations.netherlands@37: route 38 has no such end in a country
              board.json: routes[1].route: route 1 is drawn twice
              board.json: routes[21].end: is missing: `denmark@21` should be here"#]],
    );
}

#[test]
fn a_board_is_compared_with_its_map() {
    let board = changed(
        "germany",
        "board.json",
        &[
            ("\"id\": \"germany\"", "\"id\": \"saxony\""),
            ("\"space\": [41, 15]", "\"space\": [4100, 15]"),
            ("\"augsburg\": {", "\"augsbourg\": {"),
            ("\"route\": 37}", "\"route\": 38}"),
            ("{\"route\": 0, ", "{\"route\": 1, "),
            ("{\"route\": 5, ", "{\"route\": 200, "),
            ("\"end\": \"denmark@21\", ", ""),
            ("\"end\": \"france@60\", ", "\"end\": \"france@74\", "),
            ("{\"route\": 3, ", "{\"route\": 3, \"end\": \"france@3\", "),
            ("{\"x\": 461.7, \"y\": 277.6, \"angle\": -79.8}, ", ""),
        ],
    );
    check(
        &changed("germany", "map.json", &[]),
        &board,
        expect![[r#"
            15 mistakes:
              board.json: id: `saxony`, but the map's id is `germany`
              board.json: space: 4100 is larger than the whole view
              board.json: locations.augsburg: is missing: it is a location of the map
              board.json: locations.augsbourg: no location of the map has this id
              board.json: locations.netherlands@37: route 38 has no such end in a country
              board.json: locations.netherlands@37: is missing: route 37 ends there
              board.json: routes[1].route: route 1 is drawn twice
              board.json: routes[3].end: `france@3`, but route 3 leads into no country
              board.json: routes[5].route: there is no route 200; the map's are 0 to 109
              board.json: routes[21].spaces: 4 spaces; route 21 has 5
              board.json: routes[21].end: is missing: `denmark@21` should be here
              board.json: routes[37].end: `locations` has no `netherlands@37`
              board.json: routes[60].end: `france@74`; it should be `france@60`
              board.json: routes: route 0 (augsburg to munchen) is not drawn
              board.json: routes: route 5 (berlin to dresden) is not drawn"#]],
    );
}

#[test]
fn what_is_not_json_is_reported_with_its_place() {
    check(
        "{\n\"format\": 1,\n\"id\": }",
        "{\"format\": 1} x",
        expect![[r#"
        2 mistakes:
          map.json: line 3, column 7: not JSON: expected value
          board.json: line 1, column 15: not JSON: trailing characters"#]],
    );
    check(
        "",
        "\u{feff}[]",
        expect![[r#"
            2 mistakes:
              map.json: line 1, column 0: not JSON: the file ends too early
              board.json: the whole file: an object should be here, not a list; its fields are format, id, view, space, city_radius, label_size, locations, routes, land"#]],
    );
    check(
        &"[".repeat(100_000),
        "1e999",
        expect![[r#"
        2 mistakes:
          map.json: line 1, column 128: not JSON: recursion limit exceeded
          board.json: line 1, column 5: not JSON: number out of range"#]],
    );
}

#[test]
fn bytes_that_are_no_text_are_reported() {
    let error = GameMap::read(b"{\"id\": \"\xff\"}", b"\x00").unwrap_err();
    expect![[r#"
        2 mistakes:
          map.json: line 1: not UTF-8: save the file in that encoding
          board.json: line 1, column 1: not JSON: expected value"#]]
    .assert_eq(&error.to_string());
}

#[test]
fn a_hostile_file_can_not_fill_the_memory_with_mistakes() {
    let map = format!("{{\"routes\": [{}0]}}", "{},".repeat(200_000));
    let error = GameMap::read(map.as_bytes(), b"{}").unwrap_err().to_string();
    assert!(error.contains("there are more mistakes than listed here"));
    assert!(error.lines().count() < 1100);
}

#[test]
fn the_digest_depends_on_facts_but_not_on_names_or_layout() {
    let board = changed("usa", "board.json", &[]);
    let digest = |changes: &[(&str, &str)]| {
        let map = changed("usa", "map.json", changes);
        GameMap::read(map.as_bytes(), board.as_bytes()).unwrap().map.digest().to_owned()
    };
    let original = digest(&[]);
    assert_eq!(original.len(), 64);
    assert_eq!(
        original,
        digest(&[("\"en\": \"Atlanta\"", "\"en\": \"Terminus\""), ("of the published", "of the printed")])
    );
    assert_eq!(original, digest(&[("\"origin\": \"published\"", "\"origin\": \"own\"")]));
    assert_eq!(original, digest(&[("\"min\": 2, \"max\": 5", "\"max\":   5,\n\"min\": 2")]));
    assert_ne!(original, digest(&[("\"points\": 12", "\"points\": 14")]));
}

#[test]
fn a_name_that_is_wrong_in_many_places_is_reported_once() {
    let map = changed("usa", "map.json", &[("{\"id\": \"dallas\"", "{\"id\": \"dalas\"")]);
    check(
        &map,
        &changed("usa", "board.json", &[]),
        expect![[r#"
            1 mistake:
              map.json: routes[24].a, routes[25].a, routes[26].a, tickets[5].a and 3 more: no location has the id `dallas`; did you mean `dalas`?"#]],
    );
}

#[test]
fn everything_that_is_missing_is_named() {
    let map = changed("usa", "map.json", &[("\"rules\": {", "\"rules\": {}, \"others\": {")]);
    let board = changed("usa", "board.json", &[]);
    check(
        &map,
        &board,
        expect![[r#"
            2 mistakes:
              map.json: rules.cards, rules.wild, rules.starting_hand, rules.pieces, rules.last_round_at, rules.single_lane_up_to, rules.tickets, rules.mechanics, rules.tie_breaks: is missing
              map.json: others: no such field; the fields here are format, id, locations, name, origin, players, provenance, routes, rules, tickets"#]],
    );
    let map = changed("berlin", "map.json", &[]);
    let map = map.replace("\"points\"", "\"value\"").replace("\"color\"", "\"colour\"");
    check(
        &map,
        &changed("berlin", "board.json", &[]),
        expect![[r#"
            4 mistakes:
              map.json: rules.pieces[0].points, rules.pieces[1].points, routes[0].color, tickets[0].points and 65 more: is missing
              map.json: rules.pieces[0].value, rules.pieces[1].value: no such field; the fields here are count, piece, points
              map.json: routes[0].colour, routes[1].colour, routes[2].colour and 42 more: no such field; the fields here are a, b, cards, color, piece, spaces, tunnel, wilds
              map.json: tickets[0].value, tickets[1].value, tickets[2].value and 19 more: no such field; the fields here are a, b, deck, points"#]],
    );
}

/// A name is printed in terminals and drawn on boards.
#[test]
fn a_name_is_one_line_of_moderate_length() {
    let long = "x".repeat(100);
    let map = changed(
        "usa",
        "map.json",
        &[
            ("\"name\": {\"en\": \"Dallas\"", &format!("\"name\": {{\"en\": \"{long}\"")),
            ("\"name\": {\"en\": \"Miami\"", "\"name\": {\"en\": \"Mi\\u001b[31mami\""),
        ],
    );
    check(
        &map,
        &changed("usa", "board.json", &[]),
        expect![[r#"
            2 mistakes:
              map.json: locations[5].name.en: 100 letters; a name has at most 80
              map.json: locations[15].name.en: a name is one line, without control characters"#]],
    );
}

#[test]
fn a_slip_of_the_pen_is_one_mistake() {
    let map = changed(
        "usa",
        "map.json",
        &[
            ("{\"a\": \"charleston\", \"b\": \"miami\"", "{\"a\": \"charleston\", \"b\": \"Miami\""),
            ("{\"deck\": \"regular\"", "{\"deck\": \"regluar\""),
        ],
    );
    check(
        &map,
        &changed("usa", "board.json", &[]),
        expect![[r#"
        2 mistakes:
          map.json: tickets[0].deck: no ticket is dealt or drawn from `regluar`; `rules.tickets` names the decks
          map.json: routes[15].b: no location has the id `Miami`; did you mean `miami`?"#]],
    );
}

#[test]
fn a_route_put_in_or_taken_out_is_one_mistake() {
    let first = "{\"a\": \"atlanta\", \"b\": \"charleston\", \"color\": \"gray\", \"spaces\": 2},";
    let more = "{\"a\": \"boston\", \"b\": \"miami\", \"color\": \"gray\", \"spaces\": 6},";
    for (to, expected) in [
        (
            "",
            expect![[r#"
        1 mistake:
          board.json: routes[0]: this is not route 0 of map.json (atlanta to miami), and 65 drawings after it go with no route of their number either: map.json has 99 routes, 100 are drawn; was one put in or taken out?"#]],
        ),
        (
            &format!("{more}\n{first}"),
            expect![[r#"
        1 mistake:
          board.json: routes[0]: this is not route 0 of map.json (boston to miami), and 65 drawings after it go with no route of their number either: map.json has 101 routes, 100 are drawn; was one put in or taken out?"#]],
        ),
    ] {
        let map = changed("usa", "map.json", &[(first, to)]);
        check(&map, &changed("usa", "board.json", &[]), expected);
    }
}

#[test]
fn a_drawing_that_is_another_routes_is_found_though_their_lengths_agree() {
    let swaps = [
        ("{\"route\": 0, ", "{\"route\": X, "),
        ("{\"route\": 7, ", "{\"route\": 0, "),
        ("{\"route\": X, ", "{\"route\": 7, "),
    ];
    let board = changed("usa", "board.json", &swaps);
    check(
        &changed("usa", "map.json", &[]),
        &board,
        expect![[r#"
        2 mistakes:
          board.json: routes[0].path: route 7 begins at `boston`, its line does not
          board.json: routes[7].path: route 0 begins at `atlanta`, its line does not"#]],
    );
}

#[test]
fn a_route_that_is_not_drawn_otherwise_is_straight() {
    let mut board = changed("usa", "board.json", &[]);
    for route in [0, 3, 4] {
        let start = board.find(&format!("{{\"route\": {route}, ")).unwrap();
        let end = start + board[start..].find("]}").unwrap() + 2;
        board.replace_range(start..end, &format!("{{\"route\": {route}}}"));
    }
    let read = GameMap::read(changed("usa", "map.json", &[]).as_bytes(), board.as_bytes()).unwrap();
    let drawn = &read.board.routes[0];
    assert_eq!(drawn.path, "M1167.8 696.8L1287.3 730.4");
    let points: Vec<_> = drawn.spaces.iter().map(|space| (space.point.x, space.point.y, space.angle)).collect();
    assert_eq!(points, [(1203.8, 706.9, 15.7), (1251.3, 720.3, 15.7)]);
    let lane = |route: usize| read.board.routes[route].path.as_str();
    assert_eq!(lane(3), "M1167.8 696.8L1143.8 731.2L1031.8 827.7L994.3 846.3");
    assert_eq!(lane(4), "M1167.8 696.8L1130.3 715.4L1018.3 811.9L994.3 846.3");
    let half = board.replacen("{\"route\": 0}", "{\"route\": 0, \"spaces\": []}", 1);
    check(
        &changed("usa", "map.json", &[]),
        &half,
        expect![[r#"
        1 mistake:
          board.json: routes[0]: `path` and `spaces` go together; without both the route is drawn straight"#]],
    );
}

#[test]
fn settings_of_the_rules_that_are_no_words_of_theirs_are_named() {
    let changes = [("\"empty_deck\": \"no_draw\"", "\"empty_deck\": \"never\", \"first_player\": \"the oldest\"")];
    check(
        &changed("usa", "map.json", &changes),
        &changed("usa", "board.json", &[]),
        expect![[r#"
        2 mistakes:
          map.json: rules.empty_deck: `never` is not one of face_up, no_draw
          map.json: rules.first_player: `the oldest` is not one of before_tickets, after_tickets"#]],
    );
}

#[test]
fn a_map_without_the_newer_settings_plays_as_it_did_and_keeps_its_digest() {
    let map = changed("usa", "map.json", &[("  \"empty_deck\": \"no_draw\",\n", "")]);
    let read = GameMap::read(map.as_bytes(), changed("usa", "board.json", &[]).as_bytes()).unwrap().map;
    assert_eq!(read.rules().empty_deck, EmptyDeck::FaceUp);
    assert_eq!(read.rules().first_player, FirstPlayerChosen::BeforeTickets);
    assert_eq!(read.digest(), read.by_rules(1).unwrap().digest());
    let built_in = &capolinea_maps::find("usa").unwrap().map;
    assert_eq!(built_in.by_rules(1).unwrap().digest(), read.digest(), "records of version 1 bear it");
    assert_ne!(built_in.digest(), read.digest());
    assert!(built_in.by_rules(3).is_none());
}
