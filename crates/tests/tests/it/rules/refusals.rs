//! Every refusal that can come up on the maps, with the rule it names; none changes anything (see `Game::refuse`).

use super::support::*;
use capolinea_engine::ids::TouristKind;
use capolinea_engine::{Action, Card, Color, IllegalAction as No, LocationId, Payment, Phase, RouteId, Seat, SeatSet};

/// Checks one refusal.
#[track_caller]
fn check(mut game: Game, seat: u8, action: Action, refusal: No, rule: &str) {
    assert_eq!(game.refuse(seat, action), refusal);
    assert_eq!(refusal.rule(), rule);
    assert!(!refusal.to_string().is_empty());
}

fn usa() -> Game {
    Game::new("usa", 2)
}

#[test]
fn c04_not_your_decision() {
    check(usa(), 1, Action::DrawBlind, No::NotYourDecision { waiting: SeatSet(1) }, "C04");
    check(usa(), 7, Action::DrawBlind, No::NotYourDecision { waiting: SeatSet(1) }, "C04");
    let over = usa().edit(|position, _| position.public.phase = Phase::Over);
    check(over, 0, Action::DrawBlind, No::NotYourDecision { waiting: SeatSet::EMPTY }, "C04");
}

#[test]
fn c10_not_now() {
    let phase = Phase::Turn { seat: Seat(0) };
    let location = LocationId(0);
    for action in [
        Action::ChooseSplit { first: 2, second: 2 },
        keep(0b1),
        Action::PlaceTourists { kind: TouristKind(0), location },
        Action::PayTunnel { wilds: 0 },
        Action::LeaveTunnel,
        Action::TakePassenger { location, color: Color::Red },
        Action::LeavePassengers,
        Action::TakeTourist { location },
    ] {
        check(usa(), 0, action, No::NotNow { phase }, "C10");
    }
    let dealt = Game::dealt("usa", 2, 1);
    let (phase, claim) = (dealt.phase(), dealt.claiming("dallas-houston", "red"));
    for action in [claim, Action::DrawBlind, open(0), Action::DrawTickets, Action::Pass] {
        check(dealt.clone(), 0, action, No::NotNow { phase }, "C10");
    }
    let dealt = Game::dealt("europe", 2, 1);
    let (phase, station) = (dealt.phase(), dealt.building("wien", "red"));
    check(dealt, 0, station, No::NotNow { phase }, "C10");
}

#[test]
fn c03_too_few_starting_tickets() {
    check(Game::dealt("usa", 2, 1), 0, keep(0b1), No::TooFewStartingTickets { needed: 2, kept: 1 }, "C03");
}

#[test]
fn c03_a_starting_ticket_that_was_not_offered() {
    let no = No::StartingTicketNotOffered { number: 4, offered: 3 };
    check(Game::dealt("usa", 2, 1), 0, keep(0b1001), no, "C03");
}

#[test]
fn c17_refusals_of_tickets() {
    let mut drawn = usa();
    drawn.act(0, Action::DrawTickets);
    check(drawn.clone(), 0, keep(0), No::TooFewTickets { needed: 1, kept: 0 }, "C17");
    check(drawn.clone(), 0, keep(0b1001), No::TicketNotOffered { number: 4, offered: 3 }, "C17");
    check(drawn, 0, keep(255), No::TicketNotOffered { number: 8, offered: 3 }, "C17");
    check(usa().tickets_left(0, 0), 0, Action::DrawTickets, No::NoTicketsLeft, "C17");
}

#[test]
fn c11_refusals_of_open_cards() {
    check(usa(), 0, open(5), No::NoSuchSlot { number: 6 }, "C11");
    check(usa(), 0, open(255), No::NoSuchSlot { number: 256 }, "C11");
    check(usa().market("red").deck(""), 0, open(1), No::SlotEmpty { number: 2 }, "C11");
    let mut second = usa().market("wild 4 red");
    second.act(0, open(1));
    check(second, 0, open(0), No::WildAsSecondCard, "C11");
}

#[test]
fn c15_refusal_of_an_empty_deck() {
    check(usa().deck(""), 0, Action::DrawBlind, No::DeckEmpty, "C15");
    check(usa().deck(""), 0, open(0), No::NothingButFaceUpCards, "C15");
}

#[test]
fn g02_refusals_of_splits() {
    let mut game = Game::new("germany", 2).tickets_left(10, 1);
    game.act(0, Action::DrawTickets);
    let split = |first, second| Action::ChooseSplit { first, second };
    check(game.clone(), 0, split(2, 1), No::SplitOfOtherNumber { needed: 4, asked: 3 }, "G02");
    check(game.clone(), 0, split(255, 255), No::SplitOfOtherNumber { needed: 4, asked: 510 }, "G02");
    check(game, 0, split(0, 4), No::SplitExceedsDeck { asked: 4, left: 1 }, "G02");
}

#[test]
fn c21_refusals_of_places_and_routes() {
    let payment = payment("red");
    let europe = Game::new("europe", 2).hand(0, "3 red");
    for number in [47, 255] {
        let location = LocationId(number);
        check(europe.clone(), 0, Action::BuildStation { location, payment }, No::NoSuchLocation, "C21");
    }
    for number in [200, 255] {
        check(usa(), 0, Action::ClaimRoute { route: RouteId(number), payment }, No::NoSuchRoute, "C21");
    }
    let taken = usa().routes(1, &["dallas-houston"]).hand(0, "red");
    let claim = taken.claiming("dallas-houston", "red");
    check(taken, 0, claim, No::RouteAlreadyClaimed { by: Seat(1) }, "C21");
}

#[test]
fn c23_c24_refusals_of_parallel_routes() {
    let owned = Game::new("usa", 4).routes(0, &["dallas-houston 1"]).hand(0, "red");
    let claim = owned.claiming("dallas-houston 2", "red");
    check(owned, 0, claim, No::ParallelRouteOwned, "C23");
    let closed = Game::new("usa", 3).routes(1, &["dallas-houston 1"]).hand(0, "red");
    check(closed, 0, claim, No::ParallelRouteClosed { players: 3 }, "C24");
}

#[test]
fn c22_b03_refusals_of_pieces() {
    let usa = usa().pieces(0, [1, 0]).hand(0, "2 red");
    let claim = usa.claiming("dallas-little_rock", "red");
    check(usa, 0, claim, No::NotEnoughPieces { needed: 2, left: 1 }, "C22");
    let berlin = Game::new("berlin", 2).pieces(0, [11, 0]).hand(0, "2 red");
    let claim = berlin.claiming("charlottenburger_tor-kurfuerstendamm", "red");
    check(berlin, 0, claim, No::NotEnoughOfThisPiece { needed: 1, left: 0 }, "B03");
}

#[test]
fn c20_refusals_of_payments() {
    let game = usa().hand(0, "2 blue 3 red 4 wild");
    let route = game.route("montreal-new_york");
    let pay = |color, wilds| Action::ClaimRoute { route, payment: Payment { color, wilds } };
    let wrong = No::WrongColor { asked: Color::Blue, offered: Color::Red };
    check(game.clone(), 0, pay(Some(Color::Red), 0), wrong, "C20");
    check(game.clone(), 0, pay(None, 4), No::WrongNumberOfCards { needed: 3 }, "C20");
    check(game.clone(), 0, pay(None, 0), No::WrongNumberOfCards { needed: 3 }, "C20");
    let short = No::NotEnoughCards { card: Card::Color(Color::Blue), needed: 3, held: 2 };
    check(game, 0, pay(Some(Color::Blue), 0), short, "C20");
}

#[test]
fn e02_refusal_of_a_ferry_without_wilds() {
    let game = Game::new("europe", 2).hand(0, "6 red 1 wild");
    let claim = game.claiming("palermo-smyrna", "red wild");
    check(game, 0, claim, No::FerryNeedsWilds { needed: 2, offered: 1 }, "E02");
    // Who lacks a ferry's wilds is told so, whatever else is lacking.
    for hand in ["6 red", "red", ""] {
        let game = Game::new("europe", 2).hand(0, hand);
        let claim = game.claiming("palermo-smyrna", "red 2 wild");
        check(game, 0, claim, No::FerryNeedsWilds { needed: 2, offered: 0 }, "E02");
    }
}

#[test]
fn e03_refusals_in_a_tunnel() {
    let mut wilds = Game::new("europe", 2).hand(0, "4 wild 2 yellow").top("wild red red");
    wilds.claim(0, "munchen-zurich", "2 wild");
    check(wilds.clone(), 0, Action::PayTunnel { wilds: 0 }, No::TunnelNeedsWilds { needed: 1 }, "E03");
    let many = No::TooManyForTunnel { needed: 1, offered: 2 };
    check(wilds, 0, Action::PayTunnel { wilds: 2 }, many, "E03");
    let mut poor = Game::new("europe", 2).hand(0, "2 yellow").top("yellow red red");
    poor.claim(0, "munchen-zurich", "yellow");
    let short = No::NotEnoughCards { card: Card::Wild, needed: 1, held: 0 };
    check(poor, 0, Action::PayTunnel { wilds: 1 }, short, "C20");
}

#[test]
fn e06_refusals_of_stations() {
    let location = LocationId(0);
    let build = Action::BuildStation { location, payment: payment("red") };
    check(usa().hand(0, "red"), 0, build, No::NoStationsHere, "E06");
    let all = Game::new("europe", 2).hand(0, "4 red").stations(0, &["wien", "roma", "paris"]);
    check(all, 0, build, No::NoStationLeft { built: 3 }, "E06");
    let taken = Game::new("europe", 2).hand(0, "4 red").stations(1, &["amsterdam"]);
    check(taken, 0, build, No::StationAlreadyHere, "E06");
}

#[test]
fn g04_refusals_of_passengers() {
    let start = Game::new("germany", 2).hand(0, "4 orange").waiting("berlin", "red").waiting("leipzig", "red");
    let mut game = start.waiting("hamburg", "blue");
    game.claim(0, "berlin-leipzig", "orange");
    let take = |place: &str, color| Action::TakePassenger { location: game.location(place), color };
    check(game.clone(), 0, take("hamburg", Color::Blue), No::NotAnEndOfTheRoute, "G04");
    check(game.clone(), 0, take("berlin", Color::Blue), No::NoSuchPassenger { color: Color::Blue }, "G04");
    let nowhere = Action::TakePassenger { location: LocationId(255), color: Color::Red };
    check(game.clone(), 0, nowhere, No::NotAnEndOfTheRoute, "G04");
}

#[test]
fn s02_s03_refusals_of_tourists() {
    let mut game = Game::dealt("san_francisco", 2, 1);
    game.act(0, keep(0b1)).act(1, keep(0b1));
    let place = |kind, location| Action::PlaceTourists { kind: TouristKind(kind), location };
    let stacks = game.public().tourists;
    let placed = (0..7).find(|&kind| stacks[kind].location.is_some()).expect("five are") as u8;
    let left = (0..7).find(|&kind| stacks[kind].location.is_none()).expect("two are not") as u8;
    let (free, taken) = (game.location("castro"), game.location("alcatraz"));
    check(game.clone(), 1, place(placed, free), No::TouristsNotInReserve, "S02");
    check(game.clone(), 1, place(255, free), No::TouristsNotInReserve, "S02");
    check(game.clone(), 1, place(left, taken), No::TouristsAlreadyHere, "S02");
    check(game, 1, place(left, LocationId(255)), No::NoSuchLocation, "C21");
    let mut both = Game::new("san_francisco", 2).hand(0, "3 blue").stack(5, "richmond", 1);
    both.claim(0, "richmond-sunset", "blue");
    for location in [taken, LocationId(255)] {
        check(both.clone(), 0, Action::TakeTourist { location }, No::NoTouristToTake, "S03");
    }
}

#[test]
fn c18_refusal_of_a_pass() {
    check(usa(), 0, Action::Pass, No::CanDoSomething, "C18");
}

#[test]
fn c10_e02_refusals_are_sentences_for_one_and_for_several() {
    let wanted = [
        (No::FerryNeedsWilds { needed: 1, offered: 0 }, "the ferry asks for 1 wild, 0 offered"),
        (No::FerryNeedsWilds { needed: 2, offered: 1 }, "the ferry asks for 2 wilds, 1 offered"),
        (No::TunnelNeedsWilds { needed: 1 }, "a tunnel laid with wilds only takes 1 more wild"),
        (No::TooManyForTunnel { needed: 1, offered: 2 }, "the tunnel asks for 1 more card, 2 wilds offered"),
        (No::SplitOfOtherNumber { needed: 1, asked: 4 }, "a split of 1 ticket is asked for; 4 announced"),
        (No::SplitExceedsDeck { asked: 4, left: 1 }, "the deck has 1 ticket; 4 announced"),
        (No::NoStationLeft { built: 3 }, "no station is left: 3 stations built already"),
    ];
    for (refusal, words) in wanted {
        assert_eq!(refusal.to_string(), words);
    }
    let turn = No::NotNow { phase: Phase::Turn { seat: Seat(0) } }.to_string();
    assert!(!turn.contains("station"), "most maps have none: {turn}");
}
