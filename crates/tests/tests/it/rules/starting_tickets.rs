//! The tickets chosen before the first turn, in secret and all at once (C03).

use super::support::*;
use capolinea_engine::ids::DeckId;
use capolinea_engine::{Action, Event, FirstPlayer, IllegalAction, Phase, Seat, SeatSet, Setup, TicketId, Viewer};

fn deck(game: &Game, deck: usize) -> Vec<TicketId> {
    game.state.to_position(game.map).ticket_decks[deck].clone()
}

/// The decks a seat's offer comes from, first to last.
fn offered_decks(game: &Game, seat: u8) -> Vec<u8> {
    game.own(seat).offer.tickets().iter().map(|&id| game.map.ticket(id).deck.0).collect()
}

fn started_by(id: &str, players: u8, first: u8) -> Game {
    Game::with(id, Setup { players, first: FirstPlayer::Named(Seat(first)), seed: [4; 32], pieces: None })
}

/// The least each map asks for: dealt, kept at least.
const DEALS: [(&str, u8, u8); 5] =
    [("usa", 3, 2), ("europe", 4, 2), ("germany", 4, 2), ("san_francisco", 2, 1), ("berlin", 2, 1)];

/// A game in which everybody is to choose tickets.
fn choosing(id: &str, players: u8) -> Game {
    let mut game = Game::dealt(id, players, 4);
    if id == "germany" {
        for seat in 0..players {
            game.act(seat, Action::ChooseSplit { first: 2, second: 2 });
        }
    }
    game
}

#[test]
fn c03_each_map_deals_its_number_and_asks_for_its_least() {
    for (id, dealt, least) in DEALS {
        let mut game = choosing(id, 2);
        assert_eq!(game.own(0).offer.len(), dealt, "{id}");
        for chosen in 0..1u8 << dealt {
            let kept = chosen.count_ones() as u8;
            if kept >= least {
                assert!(game.lists(0, keep(chosen)), "{id}: {kept} are enough");
                game.clone().act(0, keep(chosen));
            } else {
                let refusal = IllegalAction::TooFewStartingTickets { needed: least, kept };
                assert_eq!(game.refuse(0, keep(chosen)), refusal, "{id}");
            }
        }
        assert_eq!(game.refuse(0, keep(1 << dealt)).rule(), "C03", "{id}: not offered");
    }
}

#[test]
fn c03_kept_tickets_are_the_chosen_ones() {
    for (id, ..) in DEALS {
        let mut game = choosing(id, 2);
        let offer = game.own(0).offer;
        let others = game.own(1).offer;
        game.act(0, keep(0b11)).act(1, keep(0b11));
        let wanted = [offer.tickets()[0], offer.tickets()[1]].into_iter().collect();
        assert_eq!(game.own(0).tickets, wanted, "{id}");
        assert_ne!(game.own(1).tickets, wanted, "{id}");
        assert_eq!(game.own(1).tickets, [others.tickets()[0], others.tickets()[1]].into_iter().collect(), "{id}");
        assert!(game.own(0).offer.is_empty(), "{id}");
    }
}

#[test]
fn c03_returned_ones_go_to_the_bottom_on_usa_san_francisco_and_berlin() {
    for (id, chosen) in [("usa", 0b110), ("san_francisco", 0b10), ("berlin", 0b10)] {
        let mut game = choosing(id, 2);
        let before = deck(&game, 0);
        let returned = [0, 1].map(|seat| game.own(seat).offer.tickets()[0]);
        game.act(0, keep(chosen)).act(1, keep(chosen));
        assert_eq!(deck(&game, 0), [before, returned.to_vec()].concat(), "{id}");
    }
}

#[test]
fn c03_europe_deals_one_long_and_three_regular() {
    let game = choosing("europe", 5);
    assert_eq!(game.map.decks(), ["regular", "long"]);
    for seat in 0..5 {
        let mut decks = offered_decks(&game, seat);
        decks.sort_unstable();
        assert_eq!(decks, [0, 0, 0, 1]);
    }
}

#[test]
fn c03_europe_keeps_two_of_any_kind() {
    let mut game = choosing("europe", 2);
    let decks = offered_decks(&game, 0);
    let long = 1 << decks.iter().position(|&deck| deck == 1).expect("one is long");
    game.clone().act(0, keep(0b1111 & !long));
    game.act(0, keep(0b1111));
}

#[test]
fn c03_europe_returned_ones_and_undealt_long_ones_leave_the_game() {
    let mut game = choosing("europe", 2);
    let regular = deck(&game, 0);
    assert_eq!(regular.len(), 40 - 6);
    game.act(0, keep(0b0011)).act(1, keep(0b1100));
    assert_eq!(deck(&game, 0), regular, "nothing came back");
    assert_eq!(deck(&game, 1), [], "no long ticket is left");
    let left: Vec<_> = deck(&game, 0).into_iter().filter(|&id| game.map.ticket(id).deck == DeckId(1)).collect();
    assert_eq!(left, []);
    for seat in [0, 1] {
        assert!(game.own(seat).offer.is_empty(), "the others are out of the game");
    }
}

#[test]
fn c03_germany_announces_before_it_sees_and_gets_what_it_announced() {
    for second in 0..=4u8 {
        let first = 4 - second;
        let mut game = Game::dealt("germany", 2, 4);
        assert_eq!(game.phase(), Phase::ChoosingSplits { waiting: SeatSet(0b11) });
        assert!(game.own(0).offer.is_empty(), "nothing is seen before announcing");
        game.act(0, Action::ChooseSplit { first, second });
        assert!(game.own(0).offer.is_empty(), "nor before all have announced");
        game.act(1, Action::ChooseSplit { first: 4, second: 0 });
        let decks = offered_decks(&game, 0);
        assert_eq!(decks.iter().filter(|&&deck| deck == 1).count(), usize::from(second));
        assert_eq!(decks.len(), 4);
        assert_eq!(offered_decks(&game, 1), [0; 4]);
    }
}

#[test]
fn c03_germany_refuses_a_split_of_another_number() {
    let mut game = Game::dealt("germany", 2, 4);
    for (first, second) in [(0, 0), (3, 0), (2, 3), (255, 5)] {
        assert_eq!(game.refuse(0, Action::ChooseSplit { first, second }).rule(), "G02");
    }
}

#[test]
fn c03_germany_splits_are_dealt_in_turn_order_whatever_the_order_of_announcing() {
    let splits = [(4, 0), (1, 3), (2, 2)];
    for first in 0..3 {
        let start = started_by("germany", 3, first);
        let tops = deck(&start, 0);
        let announced = |order: [u8; 3]| {
            let mut game = start.clone();
            for seat in order {
                let (first, second) = splits[usize::from(seat)];
                game.act(seat, Action::ChooseSplit { first, second });
            }
            game
        };
        let game = announced([0, 1, 2]);
        for order in [[2, 1, 0], [1, 0, 2], [2, 0, 1]] {
            assert_eq!(announced(order).state, game.state);
        }
        // The first player's short tickets are the top ones of the short deck.
        let (short, _) = splits[usize::from(first)];
        let offer = game.own(first).offer.set();
        assert!(tops[..usize::from(short)].iter().all(|&id| offer.contains(id)));
        let (next_short, _) = splits[usize::from((first + 1) % 3)];
        let next = game.own((first + 1) % 3).offer.set();
        assert!(tops[usize::from(short)..usize::from(short + next_short)].iter().all(|&id| next.contains(id)));
    }
}

#[test]
fn c03_germany_returned_ones_go_back_and_both_decks_are_reshuffled() {
    let mut game = choosing("germany", 2);
    let before = [deck(&game, 0), deck(&game, 1)];
    let offers = [0, 1].map(|seat| game.own(seat).offer);
    game.act(0, keep(0b0011)).act(1, keep(0b0011));
    for (place, before) in before.into_iter().enumerate() {
        let mut unshuffled = before;
        for offer in offers {
            let back = offer.tickets()[2..].iter().filter(|&&id| game.map.ticket(id).deck.index() == place);
            unshuffled.extend(back);
        }
        let mut after = deck(&game, place);
        assert_ne!(after, unshuffled, "deck {place} was shuffled");
        after.sort_unstable();
        unshuffled.sort_unstable();
        assert_eq!(after, unshuffled, "deck {place} has the same tickets");
    }
}

#[test]
fn c03_returned_ones_go_back_in_turn_order_whatever_the_order_of_choosing() {
    for id in MAPS {
        for first in 0..3 {
            let mut start = started_by(id, 3, first);
            if id == "germany" {
                for seat in 0..3 {
                    start.act(seat, Action::ChooseSplit { first: 3, second: 1 });
                }
            }
            let chosen = |order: [u8; 3]| {
                let mut game = start.clone();
                for seat in order {
                    let kept = if game.map.rules().start.keep == 1 { 0b10 } else { 0b110 };
                    game.act(seat, keep(kept));
                }
                game
            };
            let game = chosen([0, 1, 2]);
            for order in [[0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] {
                assert_eq!(chosen(order).state, game.state, "{id}, {order:?}");
            }
            if id == "usa" {
                let returned = [0, 1, 2].map(|turn| start.own((first + turn) % 3).offer.tickets()[0]);
                assert!(deck(&game, 0).ends_with(&returned));
            }
        }
    }
}

#[test]
fn c03_a_choice_shows_nothing_until_all_have_chosen() {
    for id in MAPS {
        let start = choosing(id, 3);
        let all = (1 << start.own(0).offer.len()) - 1;
        let (mut few, mut many) = (start.clone(), start);
        few.act(0, keep(0b11));
        many.act(0, keep(all));
        for viewer in [Viewer::Seat(Seat(1)), Viewer::Seat(Seat(2)), Viewer::Spectator] {
            assert_eq!(few.state.view(few.map, viewer), many.state.view(many.map, viewer), "{id}");
            let seen = |game: &Game| game.events.iter().map(|event| event.seen_by(viewer)).collect::<Vec<_>>();
            assert_eq!(seen(&few), seen(&many), "{id}");
        }
        few.act(1, keep(all)).act(2, keep(all));
        assert_eq!(few.seat(0).tickets.iter().sum::<u8>(), 2, "{id}: then the number is public");
    }
}

#[test]
fn c03_a_split_shows_nothing_until_all_have_announced() {
    let start = Game::dealt("germany", 3, 4);
    let (mut short, mut long) = (start.clone(), start);
    short.act(0, Action::ChooseSplit { first: 4, second: 0 });
    long.act(0, Action::ChooseSplit { first: 0, second: 4 });
    for viewer in [Viewer::Seat(Seat(1)), Viewer::Spectator] {
        assert_eq!(short.state.view(short.map, viewer), long.state.view(long.map, viewer));
        assert_eq!(short.events, long.events);
    }
}

#[test]
fn c03_nobody_chooses_twice_and_the_first_turn_waits_for_all() {
    for (id, ..) in DEALS {
        let mut game = choosing(id, 2);
        game.act(1, keep(0b11));
        assert_eq!(game.refuse(1, keep(0b11)), IllegalAction::NotYourDecision { waiting: SeatSet(0b01) });
        assert_eq!(game.told(|event| matches!(event, Event::TurnBegan { .. })), 0, "{id}");
        game.act(0, keep(0b11));
        let is_placing = matches!(game.phase(), Phase::PlacingTourists { .. });
        assert!(game.is_turn(0) || (id == "san_francisco" && is_placing), "{id}");
    }
}
