//! Drawing tickets in a turn (C17).

use super::support::*;
use capolinea_engine::{Action, IllegalAction, Phase, Seat, TicketId};

fn deck(game: &Game) -> Vec<TicketId> {
    game.state.to_position(game.map).ticket_decks[0].clone()
}

const ONE_DECK: [(&str, usize); 4] = [("usa", 3), ("europe", 3), ("san_francisco", 2), ("berlin", 2)];

#[test]
fn c17_each_map_draws_its_number_from_the_top() {
    for (id, number) in ONE_DECK {
        let mut game = Game::new(id, 2);
        let before = deck(&game);
        game.act(0, Action::DrawTickets);
        assert_eq!(game.phase(), Phase::KeepingTickets { seat: Seat(0) }, "{id}");
        assert_eq!(game.own(0).offer.tickets(), &before[..number], "{id}");
    }
}

#[test]
fn c17_at_least_one_must_be_kept() {
    for (id, number) in ONE_DECK {
        let mut game = Game::new(id, 2);
        game.act(0, Action::DrawTickets);
        assert_eq!(game.refuse(0, keep(0)), IllegalAction::TooFewTickets { needed: 1, kept: 0 }, "{id}");
        assert_eq!(game.legal(0).len(), (1 << number) - 1, "{id}: any choice but none");
        for chosen in 1..1 << number {
            let mut choice = game.clone();
            choice.act(0, keep(chosen));
            assert_eq!(choice.own(0).tickets.len(), chosen.count_ones() as usize, "{id}");
            assert!(choice.is_turn(1), "{id}");
        }
    }
}

#[test]
fn c17_returned_ones_go_to_the_bottom_in_the_order_drawn() {
    for (id, number) in ONE_DECK {
        let mut game = Game::new(id, 2);
        let before = deck(&game);
        let kept = before[number - 1];
        game.act(0, Action::DrawTickets).act(0, keep(1 << (number - 1)));
        let wanted = [&before[number..], &before[..number - 1]].concat();
        assert_eq!(deck(&game), wanted, "{id}");
        assert_eq!(game.own(0).tickets, [kept].into_iter().collect(), "{id}");
    }
}

#[test]
fn c17_fewer_left_means_fewer_drawn() {
    let mut game = Game::new("usa", 2).tickets_left(2, 0);
    game.act(0, Action::DrawTickets);
    assert_eq!(game.own(0).offer.len(), 2);
    assert!(matches!(game.refuse(0, keep(0b100)), IllegalAction::TicketNotOffered { number: 3, offered: 2 }));
    game.act(0, keep(0b01));
    assert_eq!(game.public().ticket_decks, [1, 0]);
}

#[test]
fn c17_a_lone_last_ticket_must_be_kept_on_every_map() {
    for id in MAPS {
        let mut game = Game::new(id, 2).tickets_left(1, 0);
        game.act(0, Action::DrawTickets);
        if id == "germany" {
            game.act(0, Action::ChooseSplit { first: 1, second: 0 });
        }
        assert_eq!(game.legal(0), [keep(0b1)], "{id}");
        assert_eq!(game.refuse(0, keep(0)), IllegalAction::TooFewTickets { needed: 1, kept: 0 }, "{id}");
        game.act(0, keep(0b1));
        assert_eq!(game.public().tickets_left(), 0, "{id}");
    }
}

#[test]
fn c17_with_none_left_drawing_tickets_is_illegal() {
    for id in MAPS {
        let mut game = Game::new(id, 2).tickets_left(0, 0);
        assert_eq!(game.refuse(0, Action::DrawTickets), IllegalAction::NoTicketsLeft, "{id}");
    }
}

#[test]
fn c17_kept_tickets_stay_to_the_end() {
    let mut game = Game::new("usa", 2).tickets(0, &["boston-miami"]);
    game.act(0, Action::DrawTickets);
    // Only the three drawn are offered: the old one cannot be given back.
    assert!(!game.own(0).offer.set().contains(game.ticket("boston-miami")));
    game.act(0, keep(0b100));
    assert!(game.own(0).tickets.contains(game.ticket("boston-miami")));
    assert_eq!(game.own(0).tickets.len(), 2);
    assert_eq!(game.seat(0).tickets, [2, 0]);
}

#[test]
fn c17_tickets_drawn_are_seen_in_turn_by_one_player_only() {
    let mut game = Game::new("usa", 2);
    game.act(0, Action::DrawTickets);
    assert!(matches!(game.refuse(1, keep(0b1)), IllegalAction::NotYourDecision { .. }));
    assert!(game.own(1).offer.is_empty());
}
