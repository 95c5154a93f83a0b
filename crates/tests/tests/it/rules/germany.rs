//! Germany: two ticket decks, passengers, countries, triple routes (G01–G06).

use super::support::*;
use capolinea_engine::ids::DeckId;
use capolinea_engine::map::LocationKind;
use capolinea_engine::{Action, Color, IllegalAction, Phase, Seat};

fn split(first: u8, second: u8) -> Action {
    Action::ChooseSplit { first, second }
}

fn take(place: &str, color: Color) -> Action {
    Action::TakePassenger { location: map("germany").find_location(place).expect("a location"), color }
}

#[test]
fn g01_a_short_deck_of_55_and_a_long_one_of_34() {
    let germany = map("germany");
    assert_eq!(germany.decks(), ["short", "long"]);
    let values = |deck| {
        let mut values: Vec<u8> = germany.deck_tickets(DeckId(deck)).map(|id| germany.ticket(id).points).collect();
        values.sort_unstable();
        values
    };
    let (short, long) = (values(0), values(1));
    assert_eq!((short.len(), long.len(), germany.tickets().len()), (55, 34, 89));
    assert_eq!((short[0], short[1], short[54]), (2, 3, 11), "one printed ticket is worth 2, all others 3 or more");
    assert_eq!((long[0], long[33]), (12, 22));
}

#[test]
fn g02_any_split_of_four_announced_before_one_is_seen() {
    for second in 0..=4 {
        let mut game = Game::new("germany", 2);
        let tops = game.state.to_position(game.map).ticket_decks;
        game.act(0, Action::DrawTickets);
        assert_eq!(game.phase(), Phase::ChoosingSplit { seat: Seat(0) });
        assert!(game.own(0).offer.is_empty());
        game.act(0, split(4 - second, second));
        let (short, long) = (usize::from(4 - second), usize::from(second));
        let wanted = tops[0][..short].iter().chain(&tops[1][..long]).copied().collect();
        assert_eq!(game.own(0).offer.set(), wanted);
        assert_eq!(game.legal(0).len(), 15, "keep any but none");
        assert_eq!(game.refuse(0, keep(0)).rule(), "C17");
        game.act(0, keep(0b1000));
        assert!(game.is_turn(1));
    }
}

#[test]
fn g02_the_splits_at_every_size_of_the_decks() {
    for first_left in 0..=5u8 {
        for second_left in 0..=5u8 {
            let mut game = Game::new("germany", 2).tickets_left(first_left.into(), second_left.into());
            if first_left + second_left == 0 {
                assert_eq!(game.refuse(0, Action::DrawTickets), IllegalAction::NoTicketsLeft);
                continue;
            }
            game.act(0, Action::DrawTickets);
            let number = 4.min(first_left + second_left);
            for first in 0..=5u8 {
                for second in 0..=5u8 {
                    let is_right = first + second == number && first <= first_left && second <= second_left;
                    if is_right {
                        let mut choice = game.clone();
                        choice.act(0, split(first, second));
                        assert_eq!(choice.own(0).offer.len(), number);
                    } else {
                        assert_eq!(game.refuse(0, split(first, second)).rule(), "G02");
                    }
                }
            }
        }
    }
}

#[test]
fn g02_with_fewer_than_four_left_all_are_drawn() {
    let mut game = Game::new("germany", 2).tickets_left(2, 1);
    game.act(0, Action::DrawTickets);
    assert_eq!(game.legal(0), [split(2, 1)]);
    assert_eq!(game.refuse(0, split(2, 0)), IllegalAction::SplitOfOtherNumber { needed: 3, asked: 2 });
    game.act(0, split(2, 1)).act(0, keep(0b1));
    assert_eq!(game.public().tickets_left(), 2);
}

#[test]
fn g02_a_split_may_not_ask_a_deck_for_more_than_it_has() {
    let mut game = Game::new("germany", 2).tickets_left(40, 1);
    game.act(0, Action::DrawTickets);
    assert_eq!(game.refuse(0, split(2, 2)), IllegalAction::SplitExceedsDeck { asked: 2, left: 1 });
    assert_eq!(game.legal(0), [split(4, 0), split(3, 1)]);
}

#[test]
fn g02_returned_ones_go_to_the_bottom_of_their_own_deck() {
    let mut game = Game::new("germany", 2);
    let before = game.state.to_position(game.map).ticket_decks;
    game.act(0, Action::DrawTickets).act(0, split(2, 2));
    let first_kept = game.own(0).offer.tickets()[0];
    game.act(0, keep(0b0001));
    let after = game.state.to_position(game.map).ticket_decks;
    for deck in [0, 1] {
        let back = before[deck][..2].iter().copied().filter(|&id| id != first_kept);
        let wanted: Vec<_> = before[deck][2..].iter().copied().chain(back).collect();
        assert_eq!(after[deck], wanted);
    }
}

#[test]
fn g02_the_public_count_tells_short_from_long() {
    let mut game = Game::new("germany", 2);
    game.act(0, Action::DrawTickets).act(0, split(1, 3)).act(0, keep(0b1111));
    assert_eq!(game.seat(0).tickets, [1, 3]);
}

#[test]
fn g03_sixty_passengers_on_their_places() {
    let game = Game::dealt("germany", 2, 1);
    let rows = [("berlin", 5), ("hamburg", 4), ("koln", 4), ("frankfurt", 4), ("munchen", 4)];
    let mut all = 0;
    for location in game.map.location_ids() {
        let id = game.map.location(location).id.as_str();
        let three = if ["leipzig", "stuttgart"].contains(&id) { 3 } else { 1 };
        let wanted = rows.iter().find(|(name, _)| *name == id).map_or(three, |(_, number)| *number);
        let waiting = game.public().passengers_at(game.map, location).count();
        assert_eq!(waiting, wanted, "{id}");
        all += waiting;
    }
    assert_eq!(all, 60);
    for color in [Color::Red, Color::Yellow, Color::Green, Color::Blue, Color::Black, Color::White] {
        assert_eq!(game.public().passengers.iter().filter(|&&who| who == Some(color)).count(), 10, "{color}");
    }
}

#[test]
fn g03_they_are_drawn_at_random() {
    let [one, other] = [1, 2].map(|seed| Game::dealt("germany", 2, seed).public().passengers);
    assert_ne!(one, other);
}

/// Seat 0 has just claimed Berlin–Leipzig.
fn claimed(berlin: &str, leipzig: &str) -> Game {
    let start = Game::new("germany", 2).hand(0, "4 orange");
    let mut game = start.waiting("berlin", berlin).waiting("leipzig", leipzig);
    game.claim(0, "berlin-leipzig", "orange");
    game
}

#[test]
fn g04_one_from_each_end_in_either_order() {
    for ends in [["berlin", "leipzig"], ["leipzig", "berlin"]] {
        let mut game = claimed("red blue", "red");
        game.act(0, take(ends[0], Color::Red)).act(0, take(ends[1], Color::Red));
        assert_eq!(game.seat(0).passengers[Color::Red], 2);
        assert!(game.is_turn(1));
        assert_eq!(game.public().passengers_at(game.map, game.location("berlin")).collect::<Vec<_>>(), [Color::Blue]);
        assert_eq!(game.public().passengers_at(game.map, game.location("leipzig")).count(), 0);
    }
}

#[test]
fn g04_the_colour_is_chosen_among_those_that_wait() {
    let mut game = claimed("red blue blue", "white");
    let green = take("berlin", Color::Green);
    assert_eq!(game.refuse(0, green), IllegalAction::NoSuchPassenger { color: Color::Green });
    let white = take("berlin", Color::White);
    assert_eq!(game.refuse(0, white).rule(), "G04", "that one waits at the other end");
    for color in [Color::Red, Color::Blue] {
        let mut choice = game.clone();
        choice.act(0, take("berlin", color));
        assert_eq!(choice.seat(0).passengers[color], 1);
    }
}

#[test]
fn g04_taking_is_optional_at_one_end_or_both() {
    let mut none = claimed("red", "white");
    none.act(0, Action::LeavePassengers);
    assert!(none.is_turn(1));
    assert_eq!(none.seat(0).passengers.0.iter().sum::<u8>(), 0);
    let mut one = claimed("red", "white");
    one.act(0, take("leipzig", Color::White)).act(0, Action::LeavePassengers);
    assert_eq!(one.seat(0).passengers.0.iter().sum::<u8>(), 1);
    assert_eq!(one.public().passengers_at(one.map, one.location("berlin")).count(), 1, "it still waits");
}

#[test]
fn g04_never_two_from_one_end() {
    let mut game = claimed("red blue", "white");
    game.act(0, take("berlin", Color::Red));
    let second = take("berlin", Color::Blue);
    assert_eq!(game.refuse(0, second), IllegalAction::NotAnEndOfTheRoute);
}

#[test]
fn g04_never_from_another_place() {
    let mut game = claimed("red", "white").waiting("hamburg", "red");
    let elsewhere = take("hamburg", Color::Red);
    assert_eq!(game.refuse(0, elsewhere), IllegalAction::NotAnEndOfTheRoute);
}

#[test]
fn g04_an_exhausted_city_gives_none() {
    let mut game = claimed("", "white");
    assert_eq!(game.legal(0), [take("leipzig", Color::White), Action::LeavePassengers]);
    game.act(0, take("leipzig", Color::White));
    assert!(game.is_turn(1));
    assert!(claimed("", "").is_turn(1), "with nobody at either end the turn is over");
}

#[test]
fn g04_passengers_are_taken_from_a_country_too() {
    let mut game = Game::new("germany", 2).hand(0, "green").waiting("france", "red").waiting("saarbrucken", "");
    game.claim(0, "saarbrucken-france", "green").act(0, take("france", Color::Red));
    assert_eq!(game.seat(0).passengers[Color::Red], 1);
}

#[test]
fn g04_nothing_else_can_be_done_before() {
    let mut game = claimed("red", "white");
    for action in [Action::DrawBlind, Action::DrawTickets, Action::Pass] {
        assert_eq!(game.refuse(0, action).rule(), "C10");
    }
}

#[test]
fn g05_a_ticket_to_a_country_by_any_of_its_routes() {
    // Konstanz to Köln is long: all but the last step to Switzerland stays the same.
    let base = ["koblenz-koln", "koblenz-mainz", "mainz-mannheim", "karlsruhe-mannheim", "freiburg-karlsruhe"];
    let game = || Game::new("germany", 2).routes(0, &base).tickets(0, &["koln-switzerland"]);
    assert_eq!(game().tally(0).tickets, -10);
    assert_eq!(game().routes(0, &["freiburg-switzerland"]).tally(0).tickets, 10);
    assert_eq!(game().routes(0, &["freiburg-konstanz", "konstanz-switzerland"]).tally(0).tickets, 10);
    assert_eq!(game().routes(0, &["freiburg-switzerland", "konstanz-switzerland"]).tally(0).tickets, 10);
}

#[test]
fn g05_a_route_into_the_country_from_elsewhere_completes_nothing() {
    let base = ["koblenz-koln", "koblenz-mainz", "mainz-mannheim", "karlsruhe-mannheim", "freiburg-karlsruhe"];
    let game = Game::new("germany", 2).routes(0, &base).routes(0, &["lindau-switzerland"]);
    assert_eq!(game.tickets(0, &["koln-switzerland"]).tally(0).tickets, -10);
}

#[test]
fn g05_two_routes_into_the_same_country_are_not_joined() {
    let game = Game::new("germany", 2)
        .routes(0, &["lindau-munchen", "lindau-switzerland", "konstanz-switzerland"])
        .tickets(0, &["munchen-konstanz"]);
    assert_eq!(game.tally(0).tickets, -6);
    assert_eq!(game.routes(0, &["konstanz-lindau"]).tally(0).tickets, 6);
}

#[test]
fn g05_country_to_country_tickets() {
    let game = Game::new("germany", 2).tickets(0, &["denmark-netherlands"]);
    assert_eq!(game.clone().routes(0, &["bremerhaven-denmark", "emden-netherlands"]).tally(0).tickets, -10);
    let joined = game.routes(0, &["bremerhaven-denmark", "bremerhaven-emden", "emden-netherlands"]);
    assert_eq!(joined.tally(0).tickets, 10);
}

#[test]
fn g05_no_ticket_runs_through_a_country() {
    // Denmark to the Netherlands and again from there to Münster, Dortmund, …: the Netherlands join nothing.
    let game = Game::new("germany", 2)
        .routes(0, &["dortmund-munster", "munster-netherlands", "dusseldorf-netherlands", "dusseldorf-koln"])
        .routes(0, &["koblenz-koln", "koblenz-mainz", "mainz-mannheim"])
        .tickets(0, &["dortmund-mannheim", "netherlands-frankfurt"]);
    assert_eq!(game.tally(0).tickets, -6 - 8);
    let joined = game.routes(0, &["dortmund-dusseldorf", "frankfurt-mainz"]);
    assert_eq!(joined.tally(0).tickets, 6 + 8);
}

#[test]
fn g05_the_five_neighbours_are_countries() {
    let germany = map("germany");
    let countries = germany.locations().iter().filter(|location| location.kind == LocationKind::Country);
    let ids: Vec<_> = countries.map(|location| location.id.as_str()).collect();
    assert_eq!(ids, ["denmark", "netherlands", "france", "switzerland", "austria"]);
}

#[test]
fn g06_each_lane_of_a_triple_route_goes_to_another_player() {
    let mut game = Game::new("germany", 4).hand(0, "2 red").hand(1, "2 red").hand(2, "2 red").hand(3, "2 red");
    for seat in 0..3 {
        game.claim(seat, &format!("dortmund-dusseldorf {}", seat + 1), "red").act(seat, Action::LeavePassengers);
    }
    game.draw_two(3);
    for lane in 1..=3 {
        let action = game.claiming(&format!("dortmund-dusseldorf {lane}"), "red");
        assert_eq!(game.refuse(0, action), IllegalAction::RouteAlreadyClaimed { by: Seat(lane - 1) });
    }
    let mut game = game.turn_of(3);
    for lane in 1..=3 {
        let action = game.claiming(&format!("dortmund-dusseldorf {lane}"), "red");
        assert_eq!(game.refuse(3, action), IllegalAction::RouteAlreadyClaimed { by: Seat(lane - 1) });
    }
}

#[test]
fn g06_nobody_owns_two_of_three_lanes() {
    for lane in 1..=3 {
        let mut game = Game::new("germany", 4).hand(0, "2 red");
        game.claim(0, &format!("dortmund-dusseldorf {lane}"), "red").act(0, Action::LeavePassengers);
        game.draw_two(1).draw_two(2).draw_two(3);
        for other in (1..=3).filter(|&other| other != lane) {
            let action = game.claiming(&format!("dortmund-dusseldorf {other}"), "red");
            assert_eq!(game.refuse(0, action), IllegalAction::ParallelRouteOwned);
        }
    }
}

#[test]
fn g06_few_players_close_both_other_lanes() {
    for players in [2, 3] {
        let mut game = Game::new("germany", players).hand(0, "red").hand(1, "red");
        game.claim(0, "dortmund-dusseldorf 2", "red").act(0, Action::LeavePassengers);
        for lane in [1, 3] {
            let action = game.claiming(&format!("dortmund-dusseldorf {lane}"), "red");
            assert_eq!(game.refuse(1, action), IllegalAction::ParallelRouteClosed { players });
        }
    }
}
