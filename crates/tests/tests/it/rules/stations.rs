//! Stations: building them, what they borrow, what those not built are worth (E06–E08).

use super::support::*;
use capolinea_engine::scoring::ScoreLine;
use capolinea_engine::{IllegalAction, LocationId, Seat};

#[test]
fn e06_the_first_costs_one_the_second_two_the_third_three() {
    let mut game = Game::new("europe", 2).hand(0, "6 red");
    for (number, city) in ["wien", "roma", "paris"].into_iter().enumerate() {
        let action = game.building(city, "red");
        let before = game.own(0).hand.total();
        game.act(0, action);
        assert_eq!(before - game.own(0).hand.total(), number + 1);
        assert_eq!(game.public().station_owner(game.location(city)), Some(Seat(0)));
        assert!(game.is_turn(1));
        game.draw_two(1);
    }
    assert_eq!(game.public().discards, counts("6 red"));
    assert_eq!(game.seat(0).score, 0, "a station scores nothing when it is built");
}

#[test]
fn e06_wilds_stand_in() {
    for (built, hand, paid) in [
        (&[][..], "wild", "wild"),
        (&["wien"][..], "red wild", "red wild"),
        (&["wien"][..], "2 wild", "2 wild"),
        (&["wien", "roma"][..], "red 2 wild", "red 2 wild"),
        (&["wien", "roma"][..], "3 wild", "3 wild"),
    ] {
        let mut game = Game::new("europe", 2).stations(0, built).hand(0, hand);
        let action = game.building("paris", paid);
        game.act(0, action);
        assert_eq!(game.own(0).hand, counts(""));
    }
}

#[test]
fn e06_a_set_has_one_colour() {
    let mut game = Game::new("europe", 2).stations(0, &["wien"]).hand(0, "red blue");
    for color in ["red", "blue"] {
        let action = game.building("paris", color);
        assert_eq!(game.refuse(0, action).rule(), "C20");
    }
}

#[test]
fn e06_three_at_most() {
    let mut game = Game::new("europe", 2).stations(0, &["wien", "roma", "paris"]).hand(0, "6 red");
    let action = game.building("london", "red");
    assert_eq!(game.refuse(0, action), IllegalAction::NoStationLeft { built: 3 });
}

#[test]
fn e06_one_city_never_holds_two() {
    for owner in [0, 1] {
        let mut game = Game::new("europe", 2).stations(owner, &["wien"]).hand(0, "6 red");
        let action = game.building("wien", "red");
        assert_eq!(game.refuse(0, action), IllegalAction::StationAlreadyHere);
    }
}

#[test]
fn e06_any_city_connected_or_not() {
    let game = Game::new("europe", 2).hand(0, "red").routes(1, &["berlin-wien"]);
    for location in game.map.locations() {
        let action = game.building(&location.id, "red");
        let mut choice = game.clone();
        choice.act(0, action);
    }
}

#[test]
fn e06_only_where_the_map_has_stations() {
    for id in ["usa", "germany", "san_francisco", "berlin"] {
        let mut game = Game::new(id, 2).hand(0, "red");
        let payment = payment("red");
        let action = capolinea_engine::Action::BuildStation { location: LocationId(0), payment };
        assert_eq!(game.refuse(0, action), IllegalAction::NoStationsHere, "{id}");
    }
}

/// Seat 0 with a station in Frankfurt, next to two routes of seat 1: one leads to København, the other to Smolensk.
fn frankfurt() -> Game {
    Game::new("europe", 2)
        .routes(0, &["essen-kobenhavn", "berlin-warszawa purple", "warszawa-wilno", "smolensk-wilno"])
        .routes(1, &["essen-frankfurt", "berlin-frankfurt red"])
        .stations(0, &["frankfurt"])
}

#[test]
fn e07_a_station_borrows_one_route_of_another_player() {
    let game = frankfurt().tickets(0, &["frankfurt-kobenhavn"]);
    assert_eq!(game.tally(0).tickets, 5);
    assert_eq!(game.tally(0).borrowed, [Some(game.route("essen-frankfurt")), None, None]);
    let bare = game.stations(0, &[]);
    assert_eq!(bare.tally(0).tickets, -5, "without the station it fails");
}

#[test]
fn e07_only_a_route_that_touches_its_city() {
    let game = frankfurt().stations(0, &["wien"]).tickets(0, &["frankfurt-kobenhavn"]);
    assert_eq!(game.tally(0).tickets, -5);
}

#[test]
fn e07_a_route_that_nobody_has_claimed_cannot_be_borrowed() {
    let game = Game::new("europe", 2)
        .routes(0, &["essen-kobenhavn"])
        .stations(0, &["frankfurt"])
        .tickets(0, &["frankfurt-kobenhavn"]);
    assert_eq!(game.tally(0).tickets, -5);
}

#[test]
fn e07_the_same_route_serves_all_tickets_and_the_best_is_chosen() {
    let game = frankfurt().tickets(0, &["frankfurt-kobenhavn", "frankfurt-smolensk"]);
    assert_eq!(game.tally(0).tickets, 13 - 5, "one of the two, and the dearer");
    assert_eq!(game.tally(0).borrowed[0], Some(game.route("berlin-frankfurt red")));
}

#[test]
fn e07_one_borrowed_route_may_complete_several_tickets() {
    let game = frankfurt().routes(0, &["berlin-essen"]).tickets(0, &["frankfurt-kobenhavn", "frankfurt-smolensk"]);
    assert_eq!(game.tally(0).tickets, 18);
    assert_eq!(game.tally(0).borrowed[1..], [None, None]);
}

#[test]
fn e07_two_stations_borrow_two_routes_for_one_ticket() {
    let routes = Game::new("europe", 3)
        .routes(0, &["berlin-wien"])
        .routes(1, &["budapest-wien red"])
        .routes(2, &["bucuresti-budapest"])
        .tickets(0, &["berlin-bucuresti"]);
    assert_eq!(routes.clone().stations(0, &["budapest"]).tally(0).tickets, -8, "one is not enough");
    let both = routes.stations(0, &["wien", "bucuresti"]);
    assert_eq!(both.tally(0).tickets, 8);
}

/// Seat 0 may join Athina and Brindisi either to Wilno or to Budapest and Zagrab, by a station in Sofia.
fn sofia(tickets: &[&str]) -> Game {
    Game::new("europe", 2)
        .routes(0, &["athina-brindisi", "athina-sofia", "budapest-zagrab", "sarajevo-zagrab"])
        .routes(0, &["bucuresti-kyiv", "kyiv-wilno"])
        .routes(1, &["bucuresti-sofia", "sarajevo-sofia"])
        .stations(0, &["sofia"])
        .tickets(0, tickets)
}

#[test]
fn e07_with_equal_points_more_tickets_are_chosen() {
    let game = sofia(&["athina-wilno", "budapest-sofia", "zagrab-brindisi"]);
    assert_eq!(game.tally(0).tickets, 5 + 6 - 11);
    assert_eq!(game.tally(0).completed.len(), 2);
    assert_eq!(game.tally(0).borrowed[0], Some(game.route("sarajevo-sofia")));
}

#[test]
fn e07_points_come_before_the_number_of_tickets() {
    // Eleven points on one side; five, and nothing else, on the other: two tickets of five would not do either.
    let game = sofia(&["athina-wilno", "budapest-sofia"]);
    assert_eq!(game.tally(0).tickets, 11 - 5);
    assert_eq!(game.tally(0).borrowed[0], Some(game.route("bucuresti-sofia")));
    // A third of seat 0's tickets makes it eleven against ten: the one dear ticket wins over two cheap ones.
    let game = Game::new("europe", 2)
        .routes(0, &["athina-sofia", "budapest-zagrab", "sarajevo-zagrab", "bucuresti-kyiv", "kyiv-wilno"])
        .routes(0, &["constantinople-smyrna", "angora-smyrna"])
        .routes(1, &["bucuresti-sofia", "constantinople-sofia"])
        .stations(0, &["sofia"])
        .tickets(0, &["athina-wilno", "athina-angora", "sofia-smyrna"]);
    assert_eq!(game.tally(0).tickets, 11 - 10);
    assert_eq!(game.tally(0).completed.len(), 1);
}

#[test]
fn e07_the_best_of_all_combinations_of_three_stations() {
    let game = frankfurt()
        .stations(0, &["frankfurt", "kobenhavn", "berlin"])
        .tickets(0, &["frankfurt-kobenhavn", "frankfurt-smolensk"]);
    // Frankfurt borrows the way to Essen, Berlin that to Frankfurt.
    assert_eq!(game.tally(0).tickets, 18);
}

#[test]
fn e07_an_own_path_needs_no_borrowing() {
    let game = frankfurt().tickets(0, &["warszawa-smolensk"]);
    assert_eq!(game.tally(0).tickets, 6);
    assert_eq!(game.tally(0).borrowed, [None; 3]);
}

#[test]
fn e07_the_sheet_names_the_borrowed_route() {
    let game = frankfurt().tickets(0, &["frankfurt-kobenhavn"]);
    let borrowed = game.route("essen-frankfurt");
    let lines = &game.scores().sheets[0].lines;
    let station = ScoreLine::Station { location: game.location("frankfurt"), borrowed: Some(borrowed) };
    assert!(lines.contains(&station));
    let is_told = |line: &ScoreLine| match line {
        ScoreLine::CompletedTicket { borrowed: routes, points: 5, .. } => routes.contains(borrowed),
        _ => false,
    };
    assert!(lines.iter().any(is_told));
}

#[test]
fn e08_each_station_not_built_is_worth_four() {
    let built = [&[][..], &["wien"], &["wien", "roma"], &["wien", "roma", "paris"]];
    for (sites, points) in built.into_iter().zip([12, 8, 4, 0]) {
        let game = Game::new("europe", 2).stations(0, sites);
        assert_eq!((game.gain(0, MechanicKind::Stations).points, game.tally(0).total), (points, points));
    }
    assert_eq!(Game::new("usa", 2).gain(0, MechanicKind::Stations).points, 0);
}
