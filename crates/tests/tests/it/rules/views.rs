//! Views hide the secrets of others (C34).

use super::support::*;
use capolinea_engine::{Action, CardCounts, Event, Seat, View, Viewer};

const OTHERS: [Viewer; 4] = [Viewer::Seat(Seat(0)), Viewer::Seat(Seat(2)), Viewer::Seat(Seat(9)), Viewer::Spectator];

fn view(game: &Game, viewer: Viewer) -> View<'_> {
    game.state.view(game.map, viewer)
}

/// Only seat 1 can tell the two games apart.
#[track_caller]
fn only_seat_1_knows(one: &Game, other: &Game) {
    for viewer in OTHERS {
        assert_eq!(view(one, viewer), view(other, viewer), "{viewer:?}");
        let seen = |game: &Game| game.events.iter().map(|event| event.seen_by(viewer)).collect::<Vec<_>>();
        assert_eq!(seen(one), seen(other), "{viewer:?}");
    }
    assert_ne!(view(one, Viewer::Seat(Seat(1))), view(other, Viewer::Seat(Seat(1))));
}

#[test]
fn c34_a_hand_is_its_owners_secret() {
    let game = |hand: &str| Game::new("usa", 3).hand(1, hand);
    only_seat_1_knows(&game("3 red"), &game("2 blue wild"));
    assert_eq!(view(&game("3 red"), Viewer::Seat(Seat(1))).own.map(|own| own.hand), Some(counts("3 red")));
    assert_eq!(game("3 red").seat(1).hand_size, 3, "how many is public");
}

#[test]
fn c34_tickets_are_their_owners_secret() {
    let game = |names: &[&str]| Game::new("usa", 3).tickets(1, names);
    only_seat_1_knows(&game(&["boston-miami"]), &game(&["dallas-new_york"]));
    assert_eq!(game(&["boston-miami", "dallas-new_york"]).seat(1).tickets, [2, 0], "how many is public");
}

#[test]
fn c34_europe_does_not_tell_long_tickets_from_regular_ones() {
    let start = Game::dealt("europe", 3, 6);
    let long = start.own(1).offer.tickets().iter().position(|&id| start.map.ticket(id).deck.0 == 1).expect("one is");
    let chosen = |kept: u8| {
        let mut game = start.clone();
        game.act(0, keep(0b11)).act(1, keep(kept)).act(2, keep(0b11));
        game
    };
    let regular = 0b1111u8 & !(1 << long);
    let some_regular = regular & regular.wrapping_sub(1);
    let one_regular = regular & !some_regular;
    only_seat_1_knows(&chosen(some_regular), &chosen(1 << long | one_regular));
}

#[test]
fn c34_nobody_knows_the_decks_order() {
    let game = |top: &str| Game::new("usa", 3).top(top);
    for viewer in [Viewer::Seat(Seat(0)), Viewer::Seat(Seat(1)), Viewer::Spectator] {
        assert_eq!(view(&game("red"), viewer), view(&game("blue"), viewer));
    }
}

#[test]
fn c34_a_blind_card_is_seen_by_its_drawer_only() {
    let game = |top: &str| {
        let mut game = Game::new("usa", 3).turn_of(1).top(top);
        game.act(1, Action::DrawBlind);
        game
    };
    only_seat_1_knows(&game("red blue"), &game("blue red"));
    assert_eq!(game("red").seat(1).known, CardCounts::NONE);
    let told = Event::CardDrawn { seat: Seat(1), card: Some(cards("red")[0]) };
    assert_eq!(told.seen_by(Viewer::Seat(Seat(1))), told);
    assert_eq!(told.seen_by(Viewer::Spectator), Event::CardDrawn { seat: Seat(1), card: None });
}

#[test]
fn c34_the_choice_among_drawn_tickets_is_secret() {
    let game = |kept: u8| {
        let mut game = Game::new("usa", 3).turn_of(1);
        game.act(1, Action::DrawTickets);
        for viewer in OTHERS {
            let offered = game.events.iter().find(|event| matches!(event, Event::TicketsOffered { .. })).copied();
            let seen = offered.map(|event| event.seen_by(viewer));
            assert_eq!(seen, Some(Event::TicketsOffered { seat: Seat(1), by_deck: [3, 0], tickets: None }));
        }
        game.act(1, keep(kept));
        game
    };
    only_seat_1_knows(&game(0b001), &game(0b100));
}

#[test]
fn c34_counts_pieces_score_and_routes_are_public() {
    let mut game = Game::new("usa", 3).hand(0, "3 blue").tickets(0, &["boston-miami"]);
    game.claim(0, "montreal-new_york", "blue");
    let public = view(&game, Viewer::Spectator).public;
    let seat = &public.seats[Seat(0)];
    assert_eq!((seat.hand_size, seat.tickets, seat.pieces, seat.score), (0, [1, 0], [42, 0], 4));
    assert!(seat.routes.contains(game.route("montreal-new_york")));
    assert_eq!(public.discards, counts("3 blue"), "and so are the cards paid");
}

#[test]
fn c34_cards_taken_from_the_market_are_known() {
    let mut game = Game::new("usa", 3).top("red");
    game.act(0, open(1)).act(0, open(2));
    assert_eq!(game.seat(0).known, counts("blue orange"));
    let mut mixed = Game::new("usa", 3).top("red");
    mixed.act(0, Action::DrawBlind).act(0, open(2));
    assert_eq!(mixed.seat(0).known, counts("orange"), "the blind one is not");
}

#[test]
fn c34_cards_paid_are_known_no_more() {
    let mut game = Game::new("usa", 3)
        .hand(0, "4 red wild")
        .edit(|position, _| position.public.seats[Seat(0)].known = counts("2 red wild"));
    game.claim(0, "dallas-little_rock", "red wild");
    assert_eq!(game.own(0).hand, counts("3 red"));
    assert_eq!(game.seat(0).known, counts("red"), "one of the two known red cards may have been the one paid");
    game.draw_two(1).draw_two(2).claim(0, "dallas-oklahoma_city", "red");
    assert_eq!(game.seat(0).known, CardCounts::NONE);
}

#[test]
fn c34_cards_of_a_tunnel_left_are_known() {
    let mut game = Game::new("europe", 3)
        .hand(0, "3 yellow wild")
        .edit(|position, _| position.public.seats[Seat(0)].known = counts("yellow"))
        .top("yellow red blue");
    game.claim(0, "munchen-zurich", "yellow wild");
    assert_eq!(view(&game, Viewer::Spectator).public.revealed, counts("yellow red blue"), "seen by all");
    game.act(0, Action::LeaveTunnel);
    assert_eq!(game.seat(0).known, counts("yellow wild"));
    assert_eq!(game.own(0).hand, counts("3 yellow wild"));
}

#[test]
fn c34_secrets_are_shown_at_the_end_only() {
    let mut game = Game::new("usa", 2).tickets(1, &["boston-miami"]).pieces(0, [0, 0]);
    for seat in [0, 1] {
        game.act(seat, open(0)).act(seat, open(0));
        assert_eq!(game.state.final_scores(game.map), None);
    }
    game.act(0, open(0)).act(0, open(0));
    assert_eq!(game.state.final_scores(game.map).map(|scores| scores.sheets[1].total), Some(-12));
}

#[test]
fn c34_a_spectator_decides_nothing() {
    let game = Game::new("usa", 2);
    assert!(view(&game, Viewer::Spectator).legal_actions().is_empty());
    assert!(view(&game, Viewer::Seat(Seat(4))).own.is_none(), "a seat nobody has sees what a spectator does");
    assert!(view(&game, Viewer::Seat(Seat(4))).legal_actions().is_empty());
}
