//! Tunnels: what the deck turns up, paying it, leaving it (E03–E05).

use super::support::*;
use capolinea_engine::{Action, CardCounts, Event, IllegalAction, Phase, Seat};

/// Seat 0 tries the yellow tunnel of two spaces with this hand and payment, and these cards come up.
fn tried(hand: &str, paid: &str, revealed: &str) -> Game {
    let mut game = Game::new("europe", 2).hand(0, hand).top(revealed);
    game.claim(0, "munchen-zurich", paid);
    game
}

fn extra(game: &Game) -> u8 {
    if let Phase::PayingTunnel { extra, .. } = game.phase() { extra } else { 0 }
}

#[test]
fn e03_each_card_of_the_colour_laid_asks_for_one_more() {
    for (revealed, more) in [("red blue yellow", 1), ("yellow blue yellow", 2), ("3 yellow", 3)] {
        let game = tried("6 yellow", "yellow", revealed);
        assert_eq!(extra(&game), more, "{revealed}");
        assert_eq!(game.public().owner(game.route("munchen-zurich")), None, "not claimed before it is paid");
    }
}

#[test]
fn e03_each_wild_turned_up_asks_for_one_more() {
    assert_eq!(extra(&tried("6 yellow", "yellow", "wild red yellow")), 2);
    assert_eq!(extra(&tried("6 yellow", "yellow", "3 wild")), 3);
}

#[test]
fn e03_exactly_three_cards_are_turned_up_from_the_top() {
    let game = tried("6 yellow", "yellow", "red blue yellow green");
    assert_eq!(game.public().revealed, counts("red blue yellow"));
    assert_eq!(game.deck_cards()[0], cards("green")[0]);
}

#[test]
fn e03_the_extra_is_paid_with_the_colour_or_wilds() {
    for (wilds, left) in [(0, "2 wild"), (1, "yellow wild"), (2, "2 yellow")] {
        let mut game = tried("4 yellow 2 wild", "yellow", "yellow wild red");
        game.act(0, Action::PayTunnel { wilds });
        assert_eq!(game.own(0).hand, counts(left));
        assert_eq!(game.public().owner(game.route("munchen-zurich")), Some(Seat(0)));
        assert_eq!((game.seat(0).score, game.seat(0).pieces), (2, [43, 0]), "points and pieces by its length");
        assert!(game.is_turn(1));
    }
}

#[test]
fn e03_no_other_colour_pays_the_extra() {
    let mut game = tried("2 yellow 3 red", "yellow", "yellow red red");
    assert_eq!(extra(&game), 1);
    assert_eq!(game.refuse(0, Action::PayTunnel { wilds: 0 }).rule(), "C20");
    assert_eq!(game.legal(0), [Action::LeaveTunnel]);
}

#[test]
fn e03_a_mixed_payment_counts_its_colour() {
    assert_eq!(extra(&tried("yellow wild", "yellow wild", "yellow red blue")), 1);
}

#[test]
fn e03_a_gray_tunnel_counts_the_colour_laid() {
    for (revealed, more) in [("3 red", 0), ("blue red red", 1), ("wild blue blue", 3)] {
        let mut game = Game::new("europe", 2).hand(0, "6 blue").top(revealed);
        game.claim(0, "paris-zurich", "blue");
        assert_eq!(extra(&game), more, "{revealed}");
    }
}

#[test]
fn e03_laid_only_wilds_only_revealed_wilds_count() {
    let game = tried("3 wild", "2 wild", "3 yellow");
    assert_eq!(game.public().owner(game.route("munchen-zurich")), Some(Seat(0)), "yellow asks for nothing");
    assert_eq!(extra(&tried("4 wild", "2 wild", "yellow wild yellow")), 1);
}

#[test]
fn e03_laid_only_wilds_the_extra_must_be_wild() {
    let mut game = tried("3 wild 3 yellow", "2 wild", "wild red blue");
    assert_eq!(game.refuse(0, Action::PayTunnel { wilds: 0 }), IllegalAction::TunnelNeedsWilds { needed: 1 });
    game.act(0, Action::PayTunnel { wilds: 1 });
    assert_eq!(game.own(0).hand, counts("3 yellow"));
}

#[test]
fn e03_laid_only_wilds_without_another_wild_must_be_left() {
    let mut game = tried("2 wild 3 yellow", "2 wild", "wild red blue");
    assert_eq!(game.legal(0), [Action::LeaveTunnel]);
    game.act(0, Action::LeaveTunnel);
    assert_eq!(game.own(0).hand, counts("2 wild 3 yellow"));
}

#[test]
fn e03_an_ordinary_route_reveals_nothing() {
    let mut game = Game::new("europe", 2).hand(0, "3 green").top("3 green");
    game.claim(0, "berlin-wien", "green");
    assert!(game.is_turn(1));
    assert_eq!(game.told(|event| matches!(event, Event::TunnelRevealed { .. })), 0);
}

#[test]
fn e04_a_tunnel_left_gives_the_cards_back_and_ends_the_turn() {
    let mut game = tried("3 yellow wild", "yellow wild", "yellow red blue");
    assert_eq!(game.own(0).hand, counts("2 yellow"), "the laid cards are out of the hand");
    assert!(game.lists(0, Action::PayTunnel { wilds: 0 }), "leaving is a choice: it could be paid");
    game.act(0, Action::LeaveTunnel);
    assert_eq!(game.own(0).hand, counts("3 yellow wild"));
    assert_eq!(game.seat(0).hand_size, 4);
    assert!(game.is_turn(1));
    assert_eq!(game.public().discards, counts("yellow red blue"), "the revealed ones only");
    assert_eq!(game.public().revealed, CardCounts::NONE);
    assert_eq!((game.seat(0).score, game.seat(0).pieces), (0, [45, 0]));
    let mut again = game.hand(1, "2 yellow").top("3 red");
    again.claim(1, "munchen-zurich", "yellow");
    assert_eq!(again.public().owner(again.route("munchen-zurich")), Some(Seat(1)), "it stayed free");
}

#[test]
fn e04_a_tunnel_left_with_an_empty_deck_leaves_the_laid_cards_in_the_hand() {
    let mut game = Game::new("europe", 2).hand(0, "2 yellow").deck("yellow red");
    game.claim(0, "munchen-zurich", "yellow");
    assert_eq!(game.public().deck_size, 0);
    game.act(0, Action::LeaveTunnel);
    assert_eq!(game.own(0).hand, counts("2 yellow"));
    let deck: CardCounts = game.deck_cards().into_iter().collect();
    assert_eq!(deck, counts("yellow red"), "the revealed ones become the deck, the laid ones do not");
}

#[test]
fn e04_nothing_else_can_be_done_before_paying_or_leaving() {
    let mut game = tried("4 yellow", "yellow", "yellow red blue");
    for action in [Action::DrawBlind, Action::DrawTickets, Action::Pass, game.claiming("munchen-zurich", "yellow")] {
        assert_eq!(game.refuse(0, action), IllegalAction::NotNow { phase: game.phase() });
    }
    assert_eq!(game.legal(0), [Action::PayTunnel { wilds: 0 }, Action::LeaveTunnel]);
}

#[test]
fn e05_revealed_cards_are_discarded_at_the_end_of_the_turn() {
    let mut game = tried("4 yellow", "yellow", "yellow red blue");
    assert_eq!(game.public().discards, CardCounts::NONE, "not before");
    game.act(0, Action::PayTunnel { wilds: 0 });
    assert_eq!(game.public().discards, counts("4 yellow red blue"));
    assert_eq!(game.public().revealed, CardCounts::NONE);
}

#[test]
fn e05_nothing_extra_asked_claims_at_once() {
    let game = tried("2 yellow", "yellow", "red blue green");
    assert_eq!(game.public().owner(game.route("munchen-zurich")), Some(Seat(0)));
    assert!(game.is_turn(1));
    assert_eq!(game.public().discards, counts("2 yellow red blue green"));
}

#[test]
fn e05_fewer_than_three_to_be_had_are_those() {
    for (deck, more) in [("yellow", 1), ("yellow yellow", 2), ("red yellow", 1), ("red", 0)] {
        let mut game = Game::new("europe", 2).hand(0, "5 yellow").deck(deck);
        game.claim(0, "munchen-zurich", "yellow");
        assert_eq!(extra(&game), more, "{deck}");
        let wanted = counts(deck);
        let revealed = Event::TunnelRevealed {
            seat: Seat(0),
            route: game.route("munchen-zurich"),
            laid: counts("2 yellow"),
            cards: wanted,
            extra: more,
        };
        assert_eq!(game.told(|event| *event == revealed), 1, "{deck}");
    }
}

#[test]
fn e05_none_to_be_had_is_no_risk() {
    let mut game = Game::new("europe", 2).hand(0, "2 yellow").deck("");
    game.claim(0, "munchen-zurich", "yellow");
    assert_eq!(game.public().owner(game.route("munchen-zurich")), Some(Seat(0)));
    assert!(game.is_turn(1));
}

#[test]
fn e05_a_deck_that_runs_out_in_the_reveal_goes_on_with_the_discards() {
    let mut game = Game::new("europe", 2).hand(0, "5 yellow").discards("3 yellow").deck("red");
    game.claim(0, "munchen-zurich", "yellow");
    assert_eq!(game.public().revealed, counts("red 2 yellow"));
    assert_eq!(extra(&game), 2);
}

#[test]
fn e05_a_reshuffle_is_told_where_it_happened() {
    // Three cards are enough: the discards become the deck after them. Two are not: one more comes from the discards.
    for (deck, is_told) in [("red blue green", "revealed, reshuffled"), ("red blue", "reshuffled, revealed")] {
        let mut game = Game::new("europe", 2).hand(0, "5 yellow").discards("9 white").deck(deck);
        game.claim(0, "munchen-zurich", "yellow");
        let word = |event: &Event| match event {
            Event::TunnelRevealed { .. } => Some("revealed"),
            Event::DeckReshuffled { .. } => Some("reshuffled"),
            _ => None,
        };
        let told: Vec<&str> = game.events.iter().filter_map(word).collect();
        assert_eq!(told.join(", "), is_told, "{deck}");
    }
}

#[test]
fn e05_the_laid_cards_are_no_part_of_the_reshuffle() {
    // One card in the deck, no discards: the two laid must not come up.
    for deck in ["", "red", "red blue"] {
        let mut game = Game::new("europe", 2).hand(0, "3 yellow").deck(deck);
        game.claim(0, "munchen-zurich", "yellow");
        assert_eq!(game.told(|event| matches!(event, Event::TunnelRevealed { extra: 0, .. })), 1, "{deck}");
    }
}

#[test]
fn e05_c14_paid_cards_are_the_new_deck_and_revealed_ones_wait_for_the_next() {
    let mut game = Game::new("europe", 2).hand(0, "2 yellow").deck("red blue green");
    game.claim(0, "munchen-zurich", "yellow");
    assert_eq!(game.deck_cards(), cards("2 yellow"));
    assert_eq!(game.public().discards, counts("red blue green"));
}

#[test]
fn e05_cards_of_a_tunnel_fill_the_market_afterwards() {
    let mut game = Game::new("europe", 2).hand(0, "4 yellow").market("white").deck("");
    game.claim(0, "munchen-zurich", "yellow");
    assert_eq!(game.market_text(), "white yellow yellow - -");
}
