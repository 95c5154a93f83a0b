//! Claiming a route: what it costs, who may, what it scores (C20–C25).

use super::support::*;
use capolinea_engine::rules::Piece;
use capolinea_engine::{Action, Card, Color, IllegalAction, Payment, RouteId, RouteSet, Seat};

#[test]
fn c20_a_coloured_route_takes_its_colour() {
    let mut game = Game::new("usa", 3).hand(0, "4 blue 4 red");
    let red = game.claiming("montreal-new_york", "red");
    let refusal = game.refuse(0, red);
    assert_eq!(refusal, IllegalAction::WrongColor { asked: Color::Blue, offered: Color::Red });
    game.claim(0, "montreal-new_york", "blue");
    assert_eq!(game.own(0).hand, counts("blue 4 red"), "exactly three cards are paid");
    assert_eq!(game.public().discards, counts("3 blue"));
    assert_eq!(game.public().owner(game.route("montreal-new_york")), Some(Seat(0)));
}

#[test]
fn c20_the_rulebooks_four_ways_to_pay_three_blue_and_no_other() {
    let game = Game::new("usa", 3).hand(0, "3 blue 3 wild 3 red");
    let route = game.route("montreal-new_york");
    let mut ways: Vec<String> = Vec::new();
    for action in game.legal(0) {
        if let Action::ClaimRoute { route: listed, payment } = action
            && listed == route
        {
            ways.push(payment.cards(3).to_string());
        }
    }
    ways.sort();
    assert_eq!(ways, ["1 blue, 2 wild", "2 blue, 1 wild", "3 blue", "3 wild"]);
}

#[test]
fn c20_a_gray_route_takes_any_one_colour() {
    for color in ["purple", "blue", "orange", "white", "green", "yellow", "black", "red"] {
        let mut game = Game::new("usa", 3).hand(0, &format!("2 {color}"));
        game.claim(0, "dallas-little_rock", color);
        assert_eq!(game.own(0).hand, counts(""));
    }
}

#[test]
fn c20_two_colours_do_not_pay_a_gray_route() {
    let mut game = Game::new("usa", 3).hand(0, "red blue");
    let (red, blue) = (game.claiming("dallas-little_rock", "red"), game.claiming("dallas-little_rock", "blue"));
    let refusal = IllegalAction::NotEnoughCards { card: Card::Color(Color::Red), needed: 2, held: 1 };
    assert_eq!(game.refuse(0, red), refusal);
    assert_eq!(game.refuse(0, blue).rule(), "C20");
}

#[test]
fn c20_a_wild_stands_in_with_any_colour() {
    let mut game = Game::new("usa", 3).hand(0, "red wild blue");
    game.claim(0, "dallas-little_rock", "red wild");
    assert_eq!(game.own(0).hand, counts("blue"));
    assert_eq!(game.public().discards, counts("red wild"));
}

#[test]
fn c20_all_wilds_pay_any_route() {
    let mut game = Game::new("usa", 3).hand(0, "6 wild");
    game.claim(0, "duluth-helena", "6 wild");
    assert_eq!(game.public().discards, counts("6 wild"));
    let mut game = Game::new("usa", 3).hand(0, "2 wild");
    game.claim(0, "dallas-little_rock", "2 wild");
}

#[test]
fn c20_wilds_the_player_has_not_got_pay_nothing() {
    let mut game = Game::new("usa", 3).hand(0, "2 blue wild");
    let action = game.claiming("montreal-new_york", "blue 2 wild");
    assert_eq!(game.refuse(0, action), IllegalAction::NotEnoughCards { card: Card::Wild, needed: 2, held: 1 });
}

#[test]
fn c20_a_route_is_paid_whole() {
    let mut game = Game::new("usa", 3).hand(0, "3 white 2 wild");
    // Six spaces: five cards are one too few, however they are counted.
    let route = game.route("calgary-winnipeg");
    for wilds in 0..=2 {
        let payment = Payment { color: Some(Color::White), wilds };
        assert_eq!(game.refuse(0, Action::ClaimRoute { route, payment }).rule(), "C20");
    }
}

#[test]
fn c20_more_wilds_than_the_price_are_refused() {
    let mut game = Game::new("usa", 3).hand(0, "3 blue 5 wild");
    let route = game.route("montreal-new_york");
    for payment in [
        Payment { color: None, wilds: 2 },
        Payment { color: None, wilds: 4 },
        Payment { color: Some(Color::Blue), wilds: 3 },
        Payment { color: Some(Color::Blue), wilds: 255 },
    ] {
        let refusal = game.refuse(0, Action::ClaimRoute { route, payment });
        assert_eq!(refusal, IllegalAction::WrongNumberOfCards { needed: 3 });
    }
}

#[test]
fn c21_one_route_a_turn() {
    let mut game = Game::new("usa", 3).hand(0, "4 red");
    game.claim(0, "dallas-little_rock", "red");
    assert!(game.is_turn(1));
    let second = game.claiming("houston-new_orleans", "red");
    assert!(matches!(game.refuse(0, second), IllegalAction::NotYourDecision { .. }));
}

#[test]
fn c21_any_free_route_connected_or_not() {
    let mut game = Game::new("usa", 3).hand(0, "2 red").routes(0, &["portland-seattle"]);
    game.claim(0, "atlanta-charleston", "red");
    assert_eq!(game.seat(0).routes.len(), 2);
}

#[test]
fn c21_a_claimed_route_is_nobody_elses() {
    for owner in [0, 1] {
        let mut game = Game::new("usa", 5).hand(0, "4 red").routes(owner, &["dallas-little_rock"]);
        let action = game.claiming("dallas-little_rock", "red");
        assert_eq!(game.refuse(0, action), IllegalAction::RouteAlreadyClaimed { by: Seat(owner) });
    }
}

#[test]
fn c22_pieces_are_put_on_every_space() {
    let mut game = Game::new("usa", 3).hand(0, "6 white");
    game.claim(0, "calgary-winnipeg", "white");
    assert_eq!(game.seat(0).pieces, [39, 0]);
    assert_eq!(game.seat(1).pieces, [45, 0]);
}

#[test]
fn c22_too_few_pieces_refuse_the_route() {
    let mut game = Game::new("usa", 3).hand(0, "6 white").pieces(0, [5, 0]);
    let action = game.claiming("calgary-winnipeg", "white");
    assert_eq!(game.refuse(0, action), IllegalAction::NotEnoughPieces { needed: 6, left: 5 });
    let mut game = game.pieces(0, [6, 0]);
    game.claim(0, "calgary-winnipeg", "white");
    assert_eq!(game.seat(0).pieces, [0, 0]);
}

#[test]
fn c23_nobody_owns_both_lanes() {
    let mut game = Game::new("usa", 5).hand(0, "2 yellow").routes(0, &["boston-new_york red"]);
    let action = game.claiming("boston-new_york yellow", "yellow");
    assert_eq!(game.refuse(0, action), IllegalAction::ParallelRouteOwned);
    let mut game = game.turn_of(1).hand(1, "2 yellow");
    game.claim(1, "boston-new_york yellow", "yellow");
}

#[test]
fn c23_the_second_lane_is_barred_after_a_claim_too() {
    let mut game = Game::new("usa", 4).hand(0, "4 red");
    game.claim(0, "atlanta-raleigh 1", "red").draw_two(1).draw_two(2).draw_two(3);
    let action = game.claiming("atlanta-raleigh 2", "red");
    assert_eq!(game.refuse(0, action), IllegalAction::ParallelRouteOwned);
}

#[test]
fn c23_routes_side_by_side_to_other_cities_are_not_parallel() {
    // Chicago–Toronto and Chicago–Pittsburgh leave the same city side by side; so do both to Duluth.
    let mut game = Game::new("usa", 2).hand(0, "4 white 3 orange").routes(1, &["duluth-toronto"]);
    game.claim(0, "chicago-toronto", "white").draw_two(1).claim(0, "chicago-pittsburgh orange", "orange");
    assert_eq!(game.seat(0).routes.len(), 2);
    for id in MAPS {
        for route in map(id).route_ids() {
            let ends = |id_of: RouteId| {
                let facts = map(id).route(id_of);
                [facts.a.min(facts.b), facts.a.max(facts.b)]
            };
            let same = map(id).route_ids().filter(|&other| other != route && ends(other) == ends(route));
            assert_eq!(map(id).route(route).parallels, same.collect(), "{id}: same two ends, nothing else");
        }
    }
}

/// Berlin with one more tram route beside a subway: of so many spaces.
fn beside_a_subway(spaces: u8) -> capolinea_maps::GameMap {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../maps/maps/berlin");
    let read = |name| -> serde_json::Value {
        let text = std::fs::read_to_string(folder.join(name)).expect("a readable file");
        serde_json::from_str(&text).expect("JSON")
    };
    let (mut facts, mut board) = (read("map.json"), read("board.json"));
    let routes = facts["routes"].as_array_mut().expect("a list");
    let subway = routes.iter().find(|route| route["piece"] == "subway").expect("Berlin has subways").clone();
    let tram = serde_json::json!({"a": subway["a"], "b": subway["b"], "color": "gray", "spaces": spaces});
    let number = routes.len();
    routes.push(tram);
    board["routes"].as_array_mut().expect("a list").push(serde_json::json!({"route": number}));
    let map = capolinea_maps::GameMap::read(facts.to_string().as_bytes(), board.to_string().as_bytes());
    map.expect("routes side by side may differ in length")
}

#[test]
fn c23_routes_of_different_lengths_side_by_side_are_no_double_line() {
    for (spaces, is_double) in [(1, true), (2, false), (3, false)] {
        let read = beside_a_subway(spaces);
        let map = &read.map;
        let tram = RouteId(map.routes().len() as u8 - 1);
        let facts = map.route(tram);
        let beside =
            map.location(facts.a).routes.intersection(map.location(facts.b).routes).without(RouteSet(1 << tram.0));
        assert!(!beside.is_empty());
        for other in beside {
            let is_parallel = facts.parallels.contains(other);
            assert_eq!(is_parallel, map.route(other).parallels.contains(tram));
            assert_eq!(is_parallel, map.route(other).spaces == spaces, "{spaces} spaces");
            assert_ne!(map.route(other).lane, facts.lane, "each has a number of its own");
        }
        assert_eq!(!facts.parallels.is_empty(), is_double, "{spaces} spaces");
    }
}

/// A double route of each map: its lanes and what pays the second.
const DOUBLES: [(&str, &str, &str, &str); 5] = [
    ("usa", "boston-new_york red", "boston-new_york yellow", "yellow"),
    ("europe", "berlin-frankfurt black", "berlin-frankfurt red", "red"),
    ("germany", "hamburg-hannover red", "hamburg-hannover white", "white"),
    ("san_francisco", "soma-chinatown red", "soma-chinatown black", "black"),
    ("berlin", "brandenburger_tor-unter_den_linden orange", "brandenburger_tor-unter_den_linden red", "red"),
];

#[test]
fn c24_few_players_close_the_second_lane_and_more_leave_it_open() {
    for (id, first, second, color) in DOUBLES {
        let few = if map(id).max_players() == 5 { 3 } else { 2 };
        for players in 2..=map(id).max_players() {
            let mut game = Game::new(id, players).routes(0, &[first]).hand(1, &format!("4 {color}")).turn_of(1);
            let action = game.claiming(second, color);
            if players <= few {
                let refusal = IllegalAction::ParallelRouteClosed { players };
                assert_eq!(game.refuse(1, action), refusal, "{id}, {players} players");
            } else {
                game.act(1, action);
                assert_eq!(game.public().owner(game.route(second)), Some(Seat(1)), "{id}, {players} players");
            }
        }
    }
}

#[test]
fn c24_a_claim_closes_the_second_lane_for_good() {
    let mut game = Game::new("usa", 3).hand(0, "2 red 2 yellow").hand(1, "2 yellow");
    game.claim(0, "boston-new_york red", "red");
    let action = game.claiming("boston-new_york yellow", "yellow");
    assert_eq!(game.refuse(1, action), IllegalAction::ParallelRouteClosed { players: 3 });
    game.draw_two(1).draw_two(2);
    assert_eq!(game.refuse(0, action), IllegalAction::ParallelRouteClosed { players: 3 });
    assert_eq!(game.public().owner(game.route("boston-new_york yellow")), None);
}

#[test]
fn c24_either_lane_may_be_the_one_that_stays() {
    let mut game = Game::new("usa", 2).hand(0, "2 yellow").hand(1, "2 red");
    game.claim(0, "boston-new_york yellow", "yellow");
    let action = game.claiming("boston-new_york red", "red");
    assert_eq!(game.refuse(1, action).rule(), "C24");
}

/// The points printed in the rulebooks, by spaces; for Berlin's subways, by cards.
fn printed_points(id: &str, piece: Piece) -> &'static [(u8, u8)] {
    match (id, piece) {
        ("usa", _) => &[(1, 1), (2, 2), (3, 4), (4, 7), (5, 10), (6, 15)],
        ("europe", _) => &[(1, 1), (2, 2), (3, 4), (4, 7), (6, 15), (8, 21)],
        ("germany", _) => &[(1, 1), (2, 2), (3, 4), (4, 7), (5, 10), (6, 15), (7, 18)],
        ("san_francisco", _) => &[(1, 1), (2, 2), (3, 4), (4, 7), (5, 10)],
        ("berlin", Piece::Subway) => &[(2, 3), (3, 5), (4, 8)],
        _ => &[(1, 1), (2, 2), (3, 4), (4, 7)],
    }
}

#[test]
fn c25_every_route_scores_by_its_maps_table() {
    for id in MAPS {
        let facts = map(id);
        for route in facts.routes() {
            let piece = facts.rules().fleets[route.fleet.index()].piece;
            let row = printed_points(id, piece).iter().find(|(size, _)| *size == route.cards);
            assert_eq!(row, Some(&(route.cards, route.points)), "{id}");
        }
        for fleet in &facts.rules().fleets {
            for (size, points) in fleet.points.iter().enumerate() {
                let row = printed_points(id, fleet.piece).iter().find(|(printed, _)| usize::from(*printed) == size);
                assert_eq!(*points, row.map(|(_, points)| *points), "{id}, {size}");
            }
        }
    }
}

#[test]
fn c25_a_claim_scores_at_once() {
    let rows = [
        ("usa", "dallas-houston", 1, 1),
        ("usa", "dallas-little_rock", 2, 2),
        ("usa", "montreal-toronto", 3, 4),
        ("usa", "calgary-helena", 4, 7),
        ("usa", "sault_st_marie-winnipeg", 6, 15),
        ("germany", "lindau-munchen", 5, 10),
    ];
    for (id, route, spaces, points) in rows {
        let mut game = Game::new(id, 3).hand(0, "8 red");
        game.claim(0, route, "red");
        assert_eq!(game.seat(0).score, points, "{id}, {route}");
        assert_eq!(game.map.route(game.route(route)).spaces, spaces, "{id}, {route}");
    }
    let longest = [
        ("germany", "berlin-hamburg blue", "7 blue", "blue", 18),
        ("europe", "petrograd-stockholm", "8 wild", "8 wild", 21),
        ("san_francisco", "golden_gate_bridge-fort_mason", "4 black wild", "black wild", 10),
        ("berlin", "zoologischer_garten-potsdamer_platz", "4 black", "black", 7),
    ];
    for (id, route, hand, paid, points) in longest {
        let mut game = Game::new(id, 2).hand(0, hand).top("3 red");
        game.claim(0, route, paid);
        assert_eq!(game.seat(0).score, points, "{id}, {route}");
    }
}

#[test]
fn c25_scores_add_up_over_claims() {
    let mut game = Game::new("usa", 2).hand(0, "6 white 3 red");
    game.claim(0, "calgary-winnipeg", "white").draw_two(1).claim(0, "chicago-duluth", "red");
    assert_eq!(game.seat(0).score, 19);
    assert_eq!(game.seat(1).score, 0);
}
