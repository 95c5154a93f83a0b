//! The facts of the five maps, pinned: a slip in a file changes one of these sums.

use capolinea_engine::ids::DeckId;
use capolinea_engine::map::{LocationKind, Route};
use capolinea_engine::rules::TieBreak;
use capolinea_engine::{Color, Map};
use capolinea_maps::{GameMap, find};
use expect_test::{Expect, expect};
use std::collections::{BTreeMap, BinaryHeap};
use std::fmt::Write;

fn game_map(id: &str) -> &'static GameMap {
    find(id).unwrap()
}

fn map(id: &str) -> &'static Map {
    &game_map(id).map
}

/// Locations, routes, tickets by deck with their least and greatest value, cards, pieces.
fn summary(map: &Map) -> String {
    let mut text = format!("{} locations, {} routes", map.locations().len(), map.routes().len());
    for (index, name) in map.decks().iter().enumerate() {
        let points: Vec<_> = map.deck_tickets(DeckId(index as u8)).map(|ticket| map.ticket(ticket).points).collect();
        let (least, greatest) = (points.iter().min().unwrap(), points.iter().max().unwrap());
        write!(text, "\n{name}: {} tickets worth {least}-{greatest}", points.len()).unwrap();
    }
    let cards = map.rules().cards;
    write!(text, "\n{} cards, {} of them wild", cards.total(), cards.wilds()).unwrap();
    for fleet in &map.rules().fleets {
        write!(
            text,
            "\n{} {}: {:?}",
            fleet.count,
            fleet.piece.as_str(),
            fleet.points.map(|points| points.unwrap_or(0))
        )
        .unwrap();
    }
    text
}

fn check_summary(id: &str, expected: Expect) {
    expected.assert_eq(&summary(map(id)));
}

#[test]
fn counts_of_usa() {
    check_summary(
        "usa",
        expect![[r#"
        36 locations, 100 routes
        regular: 30 tickets worth 4-22
        110 cards, 14 of them wild
        45 train: [0, 1, 2, 4, 7, 10, 15, 0, 0, 0]"#]],
    );
}

#[test]
fn counts_of_europe() {
    check_summary(
        "europe",
        expect![[r#"
        47 locations, 101 routes
        regular: 40 tickets worth 5-13
        long: 6 tickets worth 20-21
        110 cards, 14 of them wild
        45 train: [0, 1, 2, 4, 7, 0, 15, 0, 21, 0]"#]],
    );
}

#[test]
fn counts_of_germany() {
    check_summary(
        "germany",
        expect![[r#"
        40 locations, 110 routes
        short: 55 tickets worth 2-11
        long: 34 tickets worth 12-22
        110 cards, 14 of them wild
        45 train: [0, 1, 2, 4, 7, 10, 15, 18, 0, 0]"#]],
    );
}

#[test]
fn counts_of_san_francisco() {
    check_summary(
        "san_francisco",
        expect![[r#"
        19 locations, 45 routes
        regular: 24 tickets worth 4-11
        44 cards, 8 of them wild
        20 tram: [0, 1, 2, 4, 7, 10, 0, 0, 0, 0]"#]],
    );
}

#[test]
fn counts_of_berlin() {
    check_summary(
        "berlin",
        expect![[r#"
        18 locations, 45 routes
        regular: 22 tickets worth 4-10
        44 cards, 8 of them wild
        11 tram: [0, 1, 2, 4, 7, 0, 0, 0, 0, 0]
        5 subway: [0, 0, 3, 5, 8, 0, 0, 0, 0, 0]"#]],
    );
}

/// Routes and cards asked for, by colour: `red 7/27`.
fn check_colors(id: &str, expected: Expect) {
    let mut sums: BTreeMap<&str, (usize, u32)> = BTreeMap::new();
    for route in map(id).routes() {
        let sum = sums.entry(route.color.map_or("gray", Color::as_str)).or_default();
        *sum = (sum.0 + 1, sum.1 + u32::from(route.cards));
    }
    let texts: Vec<_> = sums.iter().map(|(color, (routes, cards))| format!("{color} {routes}/{cards}")).collect();
    expected.assert_eq(&texts.join(", "));
}

#[test]
fn colors_of_usa_are_balanced_in_routes_and_spaces() {
    check_colors(
        "usa",
        expect![
            "black 7/27, blue 7/27, gray 44/93, green 7/27, orange 7/27, purple 7/27, red 7/27, white 7/27, yellow 7/27"
        ],
    );
}

#[test]
fn colors_of_europe_are_balanced_in_routes() {
    check_colors(
        "europe",
        expect![
            "black 8/22, blue 8/23, gray 37/122, green 8/23, orange 8/22, purple 8/22, red 8/22, white 8/22, yellow 8/22"
        ],
    );
}

#[test]
fn colors_of_germany_are_balanced_but_for_one_yellow_route() {
    check_colors(
        "germany",
        expect![
            "black 8/28, blue 8/28, gray 45/92, green 8/28, orange 8/27, purple 8/28, red 8/28, white 8/27, yellow 9/27"
        ],
    );
}

#[test]
fn colors_of_san_francisco_are_balanced_in_routes_and_spaces() {
    check_colors(
        "san_francisco",
        expect!["black 5/10, blue 5/10, gray 15/35, green 5/10, orange 5/10, purple 5/10, red 5/10"],
    );
}

#[test]
fn colors_of_berlin_are_balanced_in_cards() {
    check_colors(
        "berlin",
        expect!["black 5/12, blue 5/12, gray 11/25, green 6/12, orange 6/12, purple 6/12, red 6/12"],
    );
}

/// The least sum of `cost` on a path between two locations, none of it through a country (G05).
fn shortest(map: &Map, a: usize, b: usize, cost: fn(&Route) -> u8) -> u32 {
    let mut queue = BinaryHeap::from([(std::cmp::Reverse(0u32), a)]);
    let mut done = vec![false; map.locations().len()];
    while let Some((std::cmp::Reverse(length), at)) = queue.pop() {
        if at == b {
            return length;
        }
        let is_dead_end = at != a && map.locations()[at].kind == LocationKind::Country;
        if std::mem::replace(&mut done[at], true) || is_dead_end {
            continue;
        }
        for route in map.routes() {
            let (from, to) = (route.a.index(), route.b.index());
            if from == at || to == at {
                queue.push((std::cmp::Reverse(length + u32::from(cost(route))), from + to - at));
            }
        }
    }
    panic!("no path in {} from {a} to {b}", map.id());
}

/// A ticket is worth the length of the shortest path, counted in cards; these are the ones that are not.
fn check_ticket_values(id: &str, expected: Expect) {
    let map = map(id);
    let mut exceptions = String::new();
    for ticket in map.tickets() {
        let length = shortest(map, ticket.a.index(), ticket.b.index(), |route| route.cards);
        if length != u32::from(ticket.points) {
            let (a, b) = (&map.location(ticket.a).id, &map.location(ticket.b).id);
            writeln!(exceptions, "{a} - {b}: {} for {length}", ticket.points).unwrap();
        }
    }
    expected.assert_eq(&exceptions);
}

#[test]
fn tickets_of_usa_are_worth_their_shortest_path_or_as_printed() {
    // The published tickets have these values in every transcription.
    check_ticket_values(
        "usa",
        expect![[r#"
        los_angeles - chicago: 16 for 15
        los_angeles - miami: 20 for 19
        los_angeles - new_york: 21 for 20
        sault_st_marie - oklahoma_city: 9 for 8
        seattle - new_york: 22 for 20
    "#]],
    );
}

#[test]
fn tickets_of_europe_are_worth_their_shortest_path_or_as_printed() {
    // Printed so in every transcription.
    check_ticket_values(
        "europe",
        expect![[r#"
        edinburgh - athina: 21 for 20
        london - wien: 10 for 9
    "#]],
    );
}

#[test]
fn tickets_of_germany_are_worth_their_shortest_path_or_as_printed() {
    // Printed 17, as the map's provenance says.
    check_ticket_values(
        "germany",
        expect![[r#"
        kiel - stuttgart: 17 for 16
    "#]],
    );
}

#[test]
fn tickets_of_san_francisco_are_worth_their_shortest_path() {
    check_ticket_values("san_francisco", expect![[""]]);
}

#[test]
fn tickets_of_berlin_are_worth_the_cards_of_their_cheapest_path() {
    check_ticket_values("berlin", expect![[""]]);
}

/// Pairs of locations that several routes join, with the number of these.
fn check_parallels(id: &str, expected: Expect) {
    let map = map(id);
    let mut lines = String::new();
    for route in map.routes().iter().filter(|route| route.lane == 1 && !route.parallels.is_empty()) {
        let (a, b) = (&map.location(route.a).id, &map.location(route.b).id);
        writeln!(lines, "{a} - {b}: {}", route.parallels.len() + 1).unwrap();
    }
    expected.assert_eq(&lines);
}

#[test]
fn parallels_of_usa() {
    check_parallels(
        "usa",
        expect![[r#"
        atlanta - new_orleans: 2
        atlanta - raleigh: 2
        boston - montreal: 2
        boston - new_york: 2
        chicago - pittsburgh: 2
        chicago - saint_louis: 2
        dallas - houston: 2
        dallas - oklahoma_city: 2
        denver - kansas_city: 2
        denver - salt_lake_city: 2
        duluth - omaha: 2
        kansas_city - oklahoma_city: 2
        kansas_city - omaha: 2
        kansas_city - saint_louis: 2
        los_angeles - san_francisco: 2
        new_york - pittsburgh: 2
        new_york - washington: 2
        portland - san_francisco: 2
        portland - seattle: 2
        raleigh - washington: 2
        salt_lake_city - san_francisco: 2
        seattle - vancouver: 2
    "#]],
    );
}

#[test]
fn parallels_of_europe() {
    check_parallels(
        "europe",
        expect![[r#"
        berlin - frankfurt: 2
        berlin - warszawa: 2
        bruxelles - paris: 2
        budapest - wien: 2
        dieppe - london: 2
        edinburgh - london: 2
        essen - kobenhavn: 2
        frankfurt - paris: 2
        kobenhavn - stockholm: 2
        madrid - pamplona: 2
        pamplona - paris: 2
    "#]],
    );
}

#[test]
fn g06_parallels_of_germany_are_double_or_triple() {
    check_parallels(
        "germany",
        expect![[r#"
        augsburg - munchen: 2
        augsburg - ulm: 2
        berlin - hamburg: 2
        dortmund - dusseldorf: 3
        dortmund - munster: 2
        dusseldorf - koln: 3
        erfurt - hannover: 2
        erfurt - nurnberg: 2
        frankfurt - kassel: 2
        frankfurt - koln: 2
        frankfurt - mainz: 2
        frankfurt - mannheim: 2
        frankfurt - wurzburg: 2
        hamburg - hannover: 2
        hamburg - kiel: 2
        hannover - kassel: 2
        koblenz - koln: 2
        koblenz - mainz: 2
        mainz - mannheim: 2
        mannheim - stuttgart: 2
        munchen - nurnberg: 2
        nurnberg - wurzburg: 2
        stuttgart - ulm: 2
    "#]],
    );
}

#[test]
fn parallels_of_san_francisco() {
    check_parallels(
        "san_francisco",
        expect![[r#"
        pier_39 - alcatraz: 2
        golden_gate_bridge - presidio: 2
        japanese_tea_garden - haight_ashbury: 2
        castro - mission: 2
        soma - chinatown: 2
        chinatown - the_embarcadero: 2
    "#]],
    );
}

#[test]
fn parallels_of_berlin() {
    check_parallels(
        "berlin",
        expect![[r#"
        kurfuerstendamm - nollendorfplatz: 2
        nollendorfplatz - gleisdreieck: 2
        gleisdreieck - hallesches_tor: 2
        hallesches_tor - moritzplatz: 2
        moritzplatz - alexanderplatz: 2
        naturkundemuseum - hauptbahnhof: 2
        bellevue - charlottenburger_tor: 2
        brandenburger_tor - unter_den_linden: 2
        potsdamer_platz - checkpoint_charlie: 2
        pergamonmuseum - alexanderplatz: 2
    "#]],
    );
}

/// The routes that `pick` picks, one per line with the number it gives.
fn check_routes(id: &str, pick: fn(&Route) -> Option<u8>, expected: Expect) {
    let map = map(id);
    let mut lines = String::new();
    for route in map.routes() {
        if let Some(number) = pick(route) {
            let (a, b) = (&map.location(route.a).id, &map.location(route.b).id);
            writeln!(lines, "{a} - {b}: {number} of {}", route.spaces).unwrap();
        }
    }
    expected.assert_eq(&lines);
}

#[test]
fn e02_ferries_of_europe_and_their_wilds() {
    check_routes(
        "europe",
        |route| (route.wilds > 0).then_some(route.wilds),
        expect![[r#"
        amsterdam - london: 2 of 2
        athina - brindisi: 1 of 4
        athina - smyrna: 1 of 2
        brindisi - palermo: 1 of 3
        constantinople - sevastopol: 2 of 4
        dieppe - london: 1 of 2
        dieppe - london: 1 of 2
        erzurum - sevastopol: 2 of 4
        essen - kobenhavn: 1 of 3
        essen - kobenhavn: 1 of 3
        palermo - roma: 1 of 4
        palermo - smyrna: 2 of 6
        sevastopol - sochi: 1 of 2
    "#]],
    );
}

#[test]
fn e03_tunnels_of_europe() {
    check_routes(
        "europe",
        |route| route.is_tunnel.then_some(route.cards),
        expect![[r#"
        angora - constantinople: 2 of 2
        angora - smyrna: 3 of 3
        barcelona - pamplona: 2 of 2
        bucuresti - budapest: 4 of 4
        bucuresti - sofia: 2 of 2
        budapest - kyiv: 6 of 6
        constantinople - smyrna: 2 of 2
        erzurum - sochi: 3 of 3
        madrid - pamplona: 3 of 3
        madrid - pamplona: 3 of 3
        marseille - roma: 4 of 4
        marseille - zurich: 2 of 2
        munchen - venezia: 2 of 2
        munchen - zurich: 2 of 2
        paris - zurich: 3 of 3
        petrograd - stockholm: 8 of 8
        sarajevo - sofia: 2 of 2
        venezia - zurich: 2 of 2
    "#]],
    );
}

#[test]
fn s04_ferries_of_san_francisco_and_their_wilds() {
    check_routes(
        "san_francisco",
        |route| (route.wilds > 0).then_some(route.wilds),
        expect![[r#"
        golden_gate_bridge - fort_mason: 1 of 5
        pier_39 - alcatraz: 1 of 2
        pier_39 - alcatraz: 1 of 2
        fort_mason - alcatraz: 1 of 3
    "#]],
    );
}

#[test]
fn b01_subways_of_berlin_have_one_space_and_cost_more() {
    for route in map("berlin").routes().iter().filter(|route| route.fleet.0 == 1) {
        assert!(route.spaces == 1 && (2..=4).contains(&route.cards));
    }
    assert_eq!(map("berlin").routes().iter().filter(|route| route.fleet.0 == 1).count(), 17);
}

#[test]
fn only_europe_has_tunnels_and_only_europe_and_san_francisco_have_ferries() {
    for id in ["usa", "germany", "san_francisco", "berlin"] {
        assert!(map(id).routes().iter().all(|route| !route.is_tunnel), "{id}");
    }
    for id in ["usa", "germany", "berlin"] {
        assert!(map(id).routes().iter().all(|route| route.wilds == 0), "{id}");
    }
}

#[test]
fn g03_sixty_passengers_wait_ten_of_each_of_six_colors() {
    let germany = map("germany");
    let colors = germany.passengers().unwrap().colors;
    let counts: Vec<_> = Color::ALL.into_iter().map(|color| colors[color]).filter(|&count| count > 0).collect();
    assert_eq!(counts, [10; 6]);
    let waiting = |location| germany.passengers_waiting(location);
    assert_eq!(germany.location_ids().map(waiting).sum::<usize>(), 60);
    assert!(germany.location_ids().all(|location| waiting(location) >= 1));
    let crowds: Vec<_> = germany
        .location_ids()
        .filter(|&location| waiting(location) > 1)
        .map(|location| format!("{} {}", germany.location(location).id, waiting(location)))
        .collect();
    expect!["berlin 5, frankfurt 4, hamburg 4, koln 4, leipzig 3, munchen 4, stuttgart 3"]
        .assert_eq(&crowds.join(", "));
}

#[test]
fn g05_fourteen_routes_of_germany_end_in_five_countries() {
    let GameMap { map, board, .. } = game_map("germany");
    let countries = map.locations().iter().filter(|location| location.kind == LocationKind::Country);
    let counts: Vec<_> = countries.map(|country| format!("{} {}", country.id, country.routes.len())).collect();
    expect!["denmark 2, netherlands 3, france 3, switzerland 3, austria 3"].assert_eq(&counts.join(", "));
    assert_eq!(board.country_ends.len(), 14);
    assert_eq!(map.node_count(), map.locations().len() + 14);
}

#[test]
fn s01_five_stacks_stand_on_san_francisco_and_two_are_left_over() {
    let san_francisco = map("san_francisco");
    let tourists = san_francisco.tourists().unwrap();
    assert_eq!((tourists.kinds.len(), tourists.start_locations.len()), (7, 5));
    assert_eq!(tourists.stack_height[2..=4], [2, 2, 3]);
    assert_eq!(tourists.placed_height[2..=4], [1, 2, 3]);
    assert_eq!(tourists.score, [0, 0, 1, 2, 4, 6, 9, 12]);
}

#[test]
fn c33_ties_are_broken_as_each_rulebook_says() {
    use TieBreak::*;
    assert_eq!(map("usa").rules().tie_breaks, [CompletedTickets, LongestPath]);
    assert_eq!(map("europe").rules().tie_breaks, [CompletedTickets, FewerStations, LongestPath]);
    assert_eq!(map("germany").rules().tie_breaks, [CompletedTickets, Passengers]);
    assert_eq!(map("san_francisco").rules().tie_breaks, [CompletedTickets]);
    assert_eq!(map("berlin").rules().tie_breaks, [CompletedTickets]);
}
