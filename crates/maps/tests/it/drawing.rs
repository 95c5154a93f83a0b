//! Drawings name their routes in words and data, and contain nothing that a map's file could inject.

use capolinea_engine::Color;
use capolinea_maps::{GameMap, Language, find, svg};
use expect_test::{Expect, expect};
use std::collections::HashSet;

/// Marks that say each route's number.
fn numbered(prefix: &str, map: &capolinea_maps::Map) -> svg::Marks {
    let mark = |index| svg::Mark {
        fill: "#456".into(),
        ink: "#fff",
        label: format!("no. {index}"),
        note: "claimed <often>".into(),
    };
    svg::Marks {
        prefix: prefix.into(),
        title: "Numbers".into(),
        description: "Each route's number".into(),
        routes: (0..map.routes().len()).map(mark).collect(),
    }
}

/// The title of the group with this id.
fn check_title(id: &str, language: Language, group: &str, expected: Expect) {
    let drawing = svg::draw(find(id).unwrap(), language);
    let (_, group) = drawing.split_once(&format!("<g id=\"{group}\"")).unwrap();
    let (head, _) = group.split_once("</title>").unwrap();
    let (_, title) = head.split_once("<title>").unwrap();
    expected.assert_eq(title);
}

#[test]
fn a_route_says_what_it_is_in_both_languages() {
    check_title("europe", Language::English, "route-20", expect!["Berlin – Vienna, green, 3"]);
    check_title("europe", Language::Italian, "route-20", expect!["Berlino – Vienna, verde, 3"]);
}

#[test]
fn ferries_tunnels_and_subways_say_so() {
    check_title("europe", Language::English, "route-3", expect!["Amsterdam – London, gray, 2 (2 × locomotive)"]);
    check_title("europe", Language::Italian, "route-4", expect!["Angora – Costantinopoli, grigio, 2, galleria"]);
    check_title(
        "berlin",
        Language::Italian,
        "route-1",
        expect!["Kurfürstendamm – Nollendorfplatz, viola, metropolitana: 3"],
    );
}

#[test]
fn a_location_says_its_other_names() {
    check_title("germany", Language::Italian, "location-munchen", expect!["Monaco di Baviera (München)"]);
    check_title("europe", Language::English, "location-danzig", expect!["Danzig (Gdańsk)"]);
}

#[test]
fn a_route_carries_its_facts() {
    let drawing = svg::draw(find("berlin").unwrap(), Language::English);
    let line = drawing.lines().find(|line| line.starts_with("<g id=\"route-1\"")).unwrap();
    let (tag, _) = line.split_once('>').unwrap();
    expect![[r#"
        data-a="kurfuerstendamm"
        data-b="nollendorfplatz"
        data-color="purple"
        data-spaces="1"
        data-cards="3"
        data-wilds="0"
        data-tunnel="false"
        data-piece="subway""#]]
    .assert_eq(&tag.split_whitespace().skip(2).collect::<Vec<_>>().join("\n"));
}

#[test]
fn ferries_show_a_symbol_for_each_wild_they_ask_for() {
    for id in ["europe", "san_francisco"] {
        let game_map = find(id).unwrap();
        let wilds: usize = game_map.map.routes().iter().map(|route| usize::from(route.wilds)).sum();
        assert_eq!(svg::draw(game_map, Language::English).matches("<use href=\"#wild\"").count(), wilds);
    }
}

#[test]
fn no_two_colors_share_a_symbol() {
    let symbols: HashSet<_> = Color::ALL.into_iter().map(svg::color_symbol).collect();
    assert_eq!(symbols.len(), Color::ALL.len());
}

#[test]
fn an_original_board_says_so_where_it_is_seen() {
    for id in ["san_francisco", "berlin"] {
        assert!(svg::draw(find(id).unwrap(), Language::Italian).contains("A board of our own design"), "{id}");
    }
}

#[test]
fn names_can_not_smuggle_markup_into_a_drawing() {
    let file = |name| std::fs::read(format!("{}/maps/usa/{name}", env!("CARGO_MANIFEST_DIR"))).unwrap();
    let map = String::from_utf8(file("map.json")).unwrap();
    let map =
        map.replacen("\"en\": \"Atlanta\"", "\"en\": \"</text><script>'&\\\"\"", 1).replacen("Published", "<b>&", 1);
    let game_map = GameMap::read(map.as_bytes(), &file("board.json")).unwrap();
    let drawing = svg::draw(&game_map, Language::English);
    assert!(!drawing.contains("<script") && !drawing.contains("<b>"));
    assert!(drawing.contains("&lt;/text&gt;&lt;script&gt;&apos;&amp;&quot;"));
}

#[test]
fn a_marked_board_shows_a_mark_on_every_route_in_every_map() {
    for game_map in capolinea_maps::built_in() {
        let drawing = svg::draw_marked(game_map, Language::English, &numbered("a-", &game_map.map));
        for index in 0..game_map.map.routes().len() {
            assert!(drawing.contains(&format!(">no. {index}</text>")), "{} {index}", game_map.map.id());
        }
        assert_eq!(drawing.matches("claimed &lt;often&gt;</title>").count(), game_map.map.routes().len());
    }
}

#[test]
fn two_marked_boards_of_one_page_share_no_id() {
    let game_map = find("germany").unwrap();
    let ids = |prefix| {
        let drawing = svg::draw_marked(game_map, Language::English, &numbered(prefix, &game_map.map));
        let parts = drawing.split(" id=\"").skip(1).map(|part| part.split('"').next().unwrap().to_string());
        let ids: HashSet<_> = parts.collect();
        let used =
            drawing.split("href=\"#").chain(drawing.split("url(#")).filter_map(|part| part.split(['"', ')']).next());
        for used in used.filter(|used| !used.starts_with('<')) {
            assert!(ids.contains(used), "{used} is not there");
        }
        ids
    };
    let (one, other) = (ids("one-"), ids("other-"));
    assert_eq!(one.len(), other.len());
    assert!(one.is_disjoint(&other));
}
