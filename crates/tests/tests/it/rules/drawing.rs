//! A turn, and drawing cards in it (C10–C12, C15, C16, C18).

use super::support::*;
use capolinea_engine::{Action, Card, Event, IllegalAction, Phase, Seat};

const SECOND: Phase = Phase::SecondCard { seat: Seat(0) };

#[test]
fn c10_each_kind_of_action_is_the_whole_turn() {
    let start = || Game::new("europe", 3).hand(0, "3 green 2 red");
    let mut drawing = start();
    drawing.act(0, open(0)).act(0, open(0));
    let mut claiming = start();
    claiming.claim(0, "berlin-wien", "green");
    let mut tickets = start();
    tickets.act(0, Action::DrawTickets).act(0, keep(0b1));
    let mut building = start();
    let station = building.building("wien", "red");
    building.act(0, station);
    for mut game in [drawing, claiming, tickets, building] {
        assert!(game.is_turn(1));
        assert!(matches!(game.refuse(0, Action::DrawBlind), IllegalAction::NotYourDecision { .. }));
    }
}

#[test]
fn c10_no_other_action_between_the_two_cards() {
    let mut game = Game::new("europe", 3).hand(0, "3 green 2 red");
    game.act(0, open(0));
    let claim = game.claiming("berlin-wien", "green");
    let station = game.building("wien", "red");
    for action in [claim, station, Action::DrawTickets, Action::Pass] {
        assert_eq!(game.refuse(0, action), IllegalAction::NotNow { phase: SECOND });
    }
}

#[test]
fn c11_two_cards_from_the_market_or_the_deck_in_any_mix() {
    for (first, second, hand) in [
        (open(0), open(1), "purple blue"),
        (open(3), Action::DrawBlind, "green yellow"),
        (Action::DrawBlind, open(4), "white black"),
        (Action::DrawBlind, Action::DrawBlind, "white yellow"),
    ] {
        let mut game = Game::new("usa", 2).top("white yellow");
        game.act(0, first);
        assert_eq!(game.phase(), SECOND);
        game.act(0, second);
        assert_eq!(game.own(0).hand, counts(hand), "{first:?}, {second:?}");
        assert!(game.is_turn(1));
    }
}

#[test]
fn c11_face_up_wild_ends_the_draw() {
    let mut game = Game::new("usa", 2).market("red wild blue green black");
    game.act(0, open(1));
    assert_eq!(game.own(0).hand, counts("wild"));
    assert!(game.is_turn(1));
}

#[test]
fn c11_face_up_wild_cannot_be_the_second_card() {
    let mut game = Game::new("usa", 2).market("red wild blue green black").top("yellow");
    game.act(0, open(0));
    assert_eq!(game.refuse(0, open(1)), IllegalAction::WildAsSecondCard);
    game.act(0, open(2));
    assert!(game.is_turn(1));
}

#[test]
fn c11_face_up_wild_cannot_follow_a_blind_card() {
    let mut game = Game::new("usa", 2).market("red wild blue green black").top("yellow");
    game.act(0, Action::DrawBlind);
    assert_eq!(game.refuse(0, open(1)), IllegalAction::WildAsSecondCard);
}

#[test]
fn c11_a_wild_revealed_as_replacement_cannot_be_the_second_card() {
    let mut game = Game::new("usa", 2).top("wild");
    game.act(0, open(2));
    assert_eq!(game.market_text(), "purple blue wild green black");
    assert_eq!(game.refuse(0, open(2)), IllegalAction::WildAsSecondCard);
    assert_eq!(game.phase(), SECOND);
}

#[test]
fn c11_a_wild_drawn_blind_is_an_ordinary_card() {
    let mut game = Game::new("usa", 2).top("wild wild");
    game.act(0, Action::DrawBlind);
    assert_eq!(game.phase(), SECOND);
    game.act(0, Action::DrawBlind);
    assert_eq!(game.own(0).hand, counts("2 wild"));
    assert!(game.is_turn(1));
}

#[test]
fn c11_no_stopping_after_one_card_while_a_second_is_to_be_had() {
    let mut game = Game::new("usa", 2);
    game.act(0, open(0));
    assert_eq!(game.refuse(0, Action::Pass), IllegalAction::NotNow { phase: SECOND });
    let are_draws = game.legal(0).iter().all(|action| matches!(action, Action::DrawOpen { .. } | Action::DrawBlind));
    assert!(are_draws);
    assert!(!game.legal(0).is_empty());
}

#[test]
fn c11_a_second_card_may_be_blind_when_only_wilds_lie_open() {
    // Two cards that are not wild in all: five wilds lie open and stay.
    let mut game = Game::new("usa", 2).market("5 wild").deck("red blue");
    game.act(0, Action::DrawBlind);
    assert_eq!(game.phase(), SECOND);
    assert_eq!(game.legal(0), [Action::DrawBlind]);
    game.act(0, Action::DrawBlind);
    assert!(game.is_turn(1));
}

#[test]
fn c11_a_replacement_of_any_colour_may_be_the_second_card() {
    let mut game = Game::new("usa", 2).market("red 4 wild").deck("blue");
    game.act(0, open(0));
    assert_eq!(game.market_text(), "blue wild wild wild wild");
    assert_eq!(game.legal(0), [open(0)]);
}

#[test]
fn c11_the_turn_ends_when_only_wilds_are_left_for_a_second_card() {
    let mut game = Game::new("berlin", 2).market("red 2 wild").deck("");
    game.act(0, open(0));
    assert_eq!(game.market_text(), "- wild wild - -");
    assert_eq!(game.own(0).hand, counts("red"));
    assert!(game.is_turn(1), "no legal second card");
}

#[test]
fn c11_the_turn_ends_when_nothing_is_left_for_a_second_card() {
    let mut game = Game::new("berlin", 2).market("red").deck("");
    game.act(0, open(0));
    assert!(game.is_turn(1));
}

#[test]
fn c11_an_open_second_card_is_taken_when_the_deck_is_empty() {
    let mut game = Game::new("berlin", 2).market("red wild blue").deck("");
    game.act(0, open(0));
    assert_eq!(game.phase(), SECOND);
    assert_eq!(game.legal(0), [open(2)]);
}

#[test]
fn c12_a_card_taken_is_replaced_at_once_in_its_place() {
    let mut game = Game::new("usa", 2).top("white red");
    game.act(0, open(1));
    assert_eq!(game.market_text(), "purple white orange green black");
    game.act(0, open(1));
    assert_eq!(game.own(0).hand, counts("blue white"), "the replacement itself may be the second card");
    assert_eq!(game.market_text(), "purple red orange green black");
}

#[test]
fn c12_a_blind_card_leaves_the_market_alone() {
    let mut game = Game::new("usa", 2).top("white red");
    game.act(0, Action::DrawBlind);
    assert_eq!(game.market_text(), "purple blue orange green black");
    assert_eq!(game.deck_cards()[0], Card::Color(capolinea_engine::Color::Red));
}

#[test]
fn c12_a_card_taken_stays_unreplaced_when_there_is_none() {
    let mut game = Game::new("berlin", 2).deck("");
    game.act(0, open(1));
    assert_eq!(game.market_text(), "purple - orange green black");
    assert_eq!(game.refuse(0, open(1)), IllegalAction::SlotEmpty { number: 2 });
}

#[test]
fn c15_drawing_is_illegal_with_nothing_to_draw() {
    let mut game = Game::new("usa", 2).market("").deck("");
    assert_eq!(game.refuse(0, Action::DrawBlind), IllegalAction::DeckEmpty);
    for slot in 0..5 {
        assert!(matches!(game.refuse(0, open(slot)), IllegalAction::SlotEmpty { .. }));
    }
    assert!(game.lists(0, Action::DrawTickets), "the other actions stay");
}

#[test]
fn c15_without_deck_and_discards_face_up_cards_cannot_be_drawn_on_the_large_maps() {
    for id in ["usa", "europe", "germany"] {
        let mut game = Game::new(id, 5).hand(0, "3 green").deck("");
        assert_eq!(game.refuse(0, Action::DrawBlind), IllegalAction::DeckEmpty, "{id}");
        for slot in 0..5 {
            assert_eq!(game.refuse(0, open(slot)), IllegalAction::NothingButFaceUpCards, "{id}");
        }
        assert!(game.lists(0, Action::DrawTickets), "{id}: another action must be chosen");
        assert!(game.legal(0).iter().any(|action| matches!(action, Action::ClaimRoute { .. })), "{id}");
    }
}

#[test]
fn c15_without_deck_and_discards_face_up_cards_may_be_taken_on_the_small_maps() {
    for id in ["san_francisco", "berlin"] {
        let mut game = Game::new(id, 4).deck("");
        assert_eq!(game.refuse(0, Action::DrawBlind), IllegalAction::DeckEmpty, "{id}");
        game.act(0, open(0));
        assert_eq!(game.refuse(0, Action::DrawBlind), IllegalAction::DeckEmpty, "{id}");
        game.act(0, open(1));
        assert!(game.is_turn(1), "{id}");
    }
}

#[test]
fn c15_a_draw_that_has_begun_goes_on_with_the_face_up_cards() {
    for id in ["usa", "europe", "germany"] {
        for first in [Action::DrawBlind, open(4)] {
            let mut game = Game::new(id, 5).deck("red");
            game.act(0, first);
            assert_eq!((game.phase(), game.public().deck_size), (SECOND, 0), "{id}");
            game.act(0, open(0));
            assert!(game.is_turn(1), "{id}");
            assert_eq!(game.refuse(1, open(1)), IllegalAction::NothingButFaceUpCards, "{id}: the next draw has not");
        }
    }
}

#[test]
fn c15_cards_paid_can_be_drawn_again() {
    let mut game = Game::new("usa", 5).hand(0, "2 red").deck("");
    game.claim(0, "dallas-houston", "1 red");
    assert!(game.lists(1, open(0)) && game.lists(1, Action::DrawBlind), "they are the new deck (C14)");
}

#[test]
fn c16_no_hand_limit() {
    let mut game = Game::new("usa", 2).deck("red red").turn_of(1);
    let before = game.own(1).hand.total();
    assert!(before > 100);
    game.draw_two(1);
    assert_eq!(game.own(1).hand.total(), before + 2);
}

#[test]
fn c16_no_limit_on_tickets_held() {
    let mut game = Game::new("usa", 2);
    for held in (3..=30).step_by(3) {
        game.act(0, Action::DrawTickets).act(0, keep(0b111)).draw_two(1);
        assert_eq!(game.seat(0).tickets, [held, 0]);
    }
    assert_eq!(game.public().tickets_left(), 0);
}

#[test]
fn c18_a_player_who_can_do_nothing_passes() {
    let mut game = full_board(3, "");
    assert_eq!(game.legal(0), [Action::Pass]);
    game.act(0, Action::Pass);
    assert!(game.is_turn(1));
    assert_eq!(game.told(|event| *event == Event::Passed { seat: Seat(0) }), 1);
}

#[test]
fn c18_a_player_who_may_not_take_the_face_up_cards_passes() {
    let game = Game::new("usa", 5).deck("").tickets_left(0, 0);
    assert_eq!(game.legal(0), [Action::Pass]);
}

#[test]
fn c18_a_pass_is_refused_while_anything_is_legal() {
    let drawable = Game::new("berlin", 2).market("red").deck("").tickets_left(0, 0);
    let ticket = Game::new("usa", 2).market("").deck("").tickets_left(1, 0);
    let claim = Game::new("usa", 2).hand(0, "red").market("").deck("").tickets_left(0, 0);
    let station = Game::new("europe", 2).hand(0, "red").pieces(0, [0, 0]).market("").deck("").tickets_left(0, 0);
    for mut game in [drawable, ticket, claim, station] {
        assert_eq!(game.refuse(0, Action::Pass), IllegalAction::CanDoSomething);
    }
}

#[test]
fn c18_the_game_ends_when_all_have_passed_in_a_row() {
    let mut game = full_board(3, "");
    game.act(0, Action::Pass).act(1, Action::Pass);
    assert!(!game.state.is_over(), "two of three have passed");
    game.act(2, Action::Pass);
    assert!(game.state.is_over());
    assert_eq!(game.events.last(), Some(&Event::GameEnded));
    assert!(game.state.final_scores(game.map).is_some(), "and is scored");
}

/// A full board of Berlin but for one route; no card is to be drawn and no ticket; all have pieces left.
fn full_board(players: u8, free: &str) -> Game {
    let game = Game::new("berlin", players).market("").deck("").tickets_left(0, 0);
    let free = (!free.is_empty()).then(|| game.route(free));
    game.edit(|position, map| {
        for (seat, lane) in [(0, 1), (1, 2)] {
            // With two players the second lanes are closed.
            let is_free = |id| map.route(id).lane != lane || Some(id) == free || (players == 2 && lane == 2);
            position.public.seats[Seat(seat)].routes = map.route_ids().filter(|&id| !is_free(id)).collect();
        }
    })
}

#[test]
fn c18_passes_count_only_in_a_row() {
    let mut game = full_board(2, "siegessaeule-bellevue");
    game.act(0, Action::Pass);
    game.claim(1, "siegessaeule-bellevue", "red");
    assert!(!game.state.is_over());
    assert_eq!(game.public().passes, 0, "the claim breaks the row");
    assert_ne!(game.market_text(), "- - - - -", "and its cards can be drawn again");
}
