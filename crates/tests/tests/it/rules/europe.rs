//! Europe: tickets, ferries, the Express and ties (E01, E02, E09, E10).

use super::support::*;
use capolinea_engine::ids::DeckId;
use capolinea_engine::{Action, IllegalAction};

#[test]
fn e01_six_long_and_forty_regular_tickets() {
    let europe = map("europe");
    assert_eq!(europe.tickets().len(), 46);
    let of = |name: &str| {
        let deck = DeckId(europe.decks().iter().position(|deck| deck == name).expect("a deck") as u8);
        europe.deck_tickets(deck).map(|id| europe.ticket(id).points).collect::<Vec<_>>()
    };
    assert_eq!((of("long").len(), of("regular").len()), (6, 40));
    assert!(of("long").iter().all(|points| (20..=21).contains(points)));
    assert!(of("regular").iter().all(|points| (5..=13).contains(points)));
}

#[test]
fn e01_after_setup_only_regular_tickets_are_drawn() {
    let mut game = Game::dealt("europe", 5, 8);
    for seat in 0..5 {
        game.act(seat, keep(0b11));
    }
    assert_eq!(game.public().ticket_decks, [40 - 15, 0]);
    let (mut seat, mut drawn) = (0, 0);
    while game.public().tickets_left() > 0 {
        game.act(seat, Action::DrawTickets);
        let offer = game.own(seat).offer;
        assert!(offer.tickets().iter().all(|&id| game.map.decks()[game.map.ticket(id).deck.index()] == "regular"));
        drawn += offer.len();
        game.act(seat, keep((1 << offer.len()) - 1));
        seat = (seat + 1) % 5;
    }
    assert_eq!(drawn, 25);
}

#[test]
fn e02_each_symbol_asks_for_a_wild() {
    let mut game = Game::new("europe", 2).hand(0, "4 red 2 wild");
    let action = game.claiming("constantinople-sevastopol", "red wild");
    assert_eq!(game.refuse(0, action), IllegalAction::FerryNeedsWilds { needed: 2, offered: 1 });
    let action = game.claiming("constantinople-sevastopol", "red");
    assert_eq!(game.refuse(0, action), IllegalAction::FerryNeedsWilds { needed: 2, offered: 0 });
    game.claim(0, "constantinople-sevastopol", "red 2 wild");
    assert_eq!(game.own(0).hand, counts("2 red"));
    assert_eq!(game.seat(0).score, 7);
}

#[test]
fn e02_a_wild_may_stand_on_the_other_spaces_too() {
    let mut game = Game::new("europe", 2).hand(0, "3 red 4 wild");
    for paid in ["red 2 wild", "red 3 wild", "4 wild"] {
        assert!(game.lists(0, game.claiming("constantinople-sevastopol", paid)), "{paid}");
    }
    game.claim(0, "constantinople-sevastopol", "4 wild");
}

#[test]
fn e02_a_ferry_of_symbols_only_takes_wilds_only() {
    let mut game = Game::new("europe", 2).hand(0, "2 red 1 wild");
    let action = game.claiming("amsterdam-london", "red wild");
    assert_eq!(game.refuse(0, action).rule(), "E02");
    let mut game = game.hand(0, "2 wild");
    game.claim(0, "amsterdam-london", "2 wild");
}

#[test]
fn e02_the_other_spaces_take_one_colour() {
    let mut game = Game::new("europe", 2).hand(0, "red blue 2 wild");
    let action = game.claiming("constantinople-sevastopol", "red 2 wild");
    assert_eq!(game.refuse(0, action).rule(), "C20");
}

#[test]
fn e09_the_express_goes_to_the_longest_path() {
    let game = Game::new("europe", 3)
        .routes(0, &["berlin-danzig", "danzig-warszawa"])
        .routes(1, &["petrograd-stockholm"])
        .routes(2, &["kobenhavn-stockholm white", "essen-kobenhavn", "essen-frankfurt"]);
    assert_eq!([0, 1, 2].map(|seat| game.gain(seat, MechanicKind::LongestPath).points), [0, 10, 10]);
}

#[test]
fn e09_borrowed_routes_do_not_lengthen_the_path() {
    // With the borrowed route of three, seat 0 would have twelve pieces in a row.
    let game = Game::new("europe", 2)
        .routes(0, &["berlin-warszawa purple", "bruxelles-frankfurt", "amsterdam-bruxelles"])
        .routes(1, &["berlin-frankfurt black", "essen-frankfurt"])
        .stations(0, &["berlin"])
        .tickets(0, &["bruxelles-danzig"]);
    let game = game.routes(0, &["danzig-warszawa"]);
    assert_eq!(game.tally(0).tickets, 9, "the station does complete the ticket");
    assert_eq!(game.tally(0).borrowed[0], Some(game.route("berlin-frankfurt black")));
    assert_eq!(game.gain(0, MechanicKind::LongestPath).count, 6);
    assert_eq!(game.gain(1, MechanicKind::LongestPath).count, 5);
}

#[test]
fn e10_more_completed_tickets_break_a_tie_before_stations() {
    let game = Game::new("europe", 2)
        .routes(0, &["berlin-wien", "wien-zagrab"])
        .stations(0, &["cadiz"])
        .routes(1, &["essen-frankfurt", "essen-kobenhavn", "angora-erzurum"])
        .stations(1, &["lisboa", "madrid"])
        .tickets(1, &["frankfurt-kobenhavn", "rostov-erzurum"]);
    expect_test::expect![[r#"
        1. seat 1: 24
        2. seat 0: 24, behind by completed_tickets
    "#]]
    .assert_eq(&game.ranking());
}

#[test]
fn e10_then_fewer_stations_break_it() {
    let game = Game::new("europe", 2)
        .routes(0, &["kharkov-kyiv", "angora-erzurum"])
        .stations(0, &["cadiz", "lisboa"])
        .routes(1, &["berlin-danzig"])
        .stations(1, &["wien"]);
    expect_test::expect![[r#"
        1. seat 1: 25
        2. seat 0: 25, behind by fewer_stations
    "#]]
    .assert_eq(&game.ranking());
    assert_eq!(game.winners(), [1]);
}

#[test]
fn e10_fewer_stations_come_before_the_express() {
    // Seat 0 has the Express, seat 1 a station fewer.
    let game = Game::new("europe", 2)
        .routes(0, &["petrograd-stockholm"])
        .stations(0, &["cadiz", "lisboa"])
        .routes(1, &["palermo-smyrna", "budapest-zagrab", "berlin-danzig", "dieppe-paris", "cadiz-lisboa"])
        .stations(1, &["wien"]);
    expect_test::expect![[r#"
        1. seat 1: 35
        2. seat 0: 35, behind by fewer_stations
    "#]]
    .assert_eq(&game.ranking());
}

#[test]
fn e10_then_the_express_breaks_it() {
    let game = Game::new("europe", 2)
        .routes(0, &["kharkov-kyiv", "barcelona-marseille", "angora-erzurum", "dieppe-paris"])
        .routes(1, &["berlin-danzig", "danzig-warszawa"]);
    expect_test::expect![[r#"
        1. seat 1: 31
        2. seat 0: 31, behind by longest_path
    "#]]
    .assert_eq(&game.ranking());
}

#[test]
fn e10_still_tied_share_the_victory() {
    let game = Game::new("europe", 2).routes(0, &["kharkov-kyiv"]).routes(1, &["berlin-danzig"]);
    assert_eq!(game.winners(), [0, 1]);
}
