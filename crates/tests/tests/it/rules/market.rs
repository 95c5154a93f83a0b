//! Too many wilds face up, and a deck that runs out (C13, C14).

use super::support::*;
use capolinea_engine::{Action, CardCounts, Event, Phase, Seat};

fn sweeps(game: &Game) -> usize {
    game.told(|event| matches!(event, Event::MarketSwept { .. }))
}

fn reshuffles(game: &Game) -> usize {
    game.told(|event| matches!(event, Event::DeckReshuffled { .. }))
}

#[test]
fn c13_a_third_wild_sweeps_all_five() {
    let mut game = Game::new("usa", 2).market("wild wild red blue green").top("wild white 4 yellow");
    game.act(0, open(2));
    assert_eq!(game.market_text(), "white yellow yellow yellow yellow");
    assert_eq!(game.public().discards, counts("3 wild blue green"));
    assert_eq!(sweeps(&game), 1);
    assert_eq!(game.phase(), Phase::SecondCard { seat: Seat(0) }, "the draw goes on with the new market");
}

#[test]
fn c13_two_wilds_stay() {
    let mut game = Game::new("usa", 2).market("wild red blue green black").top("wild");
    game.act(0, open(1));
    assert_eq!(game.market_text(), "wild wild blue green black");
    assert_eq!(sweeps(&game), 0);
}

#[test]
fn c13_three_wilds_again_and_again_are_swept_each_time() {
    let mut game = Game::new("usa", 2)
        .market("wild wild red blue green")
        .top("wild wild red wild blue wild green wild wild wild black 5 white");
    game.act(0, open(4));
    // The third wild; wild red wild blue wild; green wild wild wild black; five white ones at last.
    assert_eq!(sweeps(&game), 3);
    assert_eq!(game.market_text(), "white white white white white");
    assert_eq!(game.public().discards, counts("9 wild 2 red 2 blue green black"));
}

#[test]
fn c13_a_wild_replaced_by_a_wild_sweeps_nothing() {
    let mut game = Game::new("usa", 2).market("wild wild red blue green").top("wild 5 white");
    game.act(0, open(0));
    assert_eq!(sweeps(&game), 0, "two wilds again");
    assert!(game.is_turn(1));
}

#[test]
fn c13_the_market_is_kept_with_fewer_than_five_cards() {
    let mut game = Game::new("usa", 2).market("wild wild red blue").deck("wild");
    game.act(0, open(3));
    assert_eq!(game.market_text(), "wild wild red wild -");
    assert_eq!(sweeps(&game), 0);
}

#[test]
fn c13_the_market_is_kept_while_fewer_than_three_others_circulate() {
    // Two cards that are not wild, in market and deck: five new cards could never do.
    let mut game = Game::new("usa", 2).market("wild wild red blue green").deck("wild wild wild");
    game.act(0, open(4));
    assert_eq!(game.market_text(), "wild wild red blue wild");
    assert_eq!(sweeps(&game), 0);
}

#[test]
fn c13_three_others_in_circulation_are_enough_to_sweep() {
    let mut game = Game::new("usa", 2).market("wild wild red blue green").deck("wild wild wild black");
    game.act(0, open(4));
    assert!(sweeps(&game) > 0);
    let wilds = game.market_text().matches("wild").count();
    assert!(wilds < 3, "red, blue and black do for a market");
}

#[test]
fn c13_the_market_is_kept_when_the_deck_is_what_was_just_swept() {
    // Ten cards circulate, in two halves with three wilds each: swept once, then kept, and the turn goes on.
    let mut game = Game::new("usa", 2).market("wild wild red blue green").deck("wild 3 wild 2 black");
    game.act(0, open(4));
    assert_eq!(sweeps(&game), 1);
    let mut deck = game.deck_cards();
    deck.sort_unstable();
    assert_eq!(deck.into_iter().collect::<CardCounts>(), counts("3 wild red blue"));
    assert_eq!(game.market_text(), "wild wild wild black black");
}

#[test]
fn c13_five_other_cards_in_the_deck_are_a_new_chance() {
    // Ten cards circulate again, but the five of the deck are not the five just swept.
    let mut kept_wilds = 0;
    for seed in 0..=255 {
        let mut game = Game::new("usa", 2)
            .market("wild wild red blue green")
            .discards("black black")
            .deck("wild wild wild wild")
            .edit(|position, _| position.seed = [seed; 32]);
        game.act(0, open(4));
        let market: CardCounts = game.public().market.iter().flatten().copied().collect();
        let last = game.events.iter().rev().find_map(|event| match event {
            Event::MarketSwept { cards } => Some(*cards),
            _ => None,
        });
        if market.wilds() >= 3 {
            kept_wilds += 1;
            let deck: CardCounts = game.deck_cards().into_iter().collect();
            assert_eq!(Some(deck), last, "seed {seed}: kept although other cards could have come");
        }
    }
    assert!(kept_wilds > 0, "some seeds come to the five just swept");
}

#[test]
fn c13_later_discards_sweep_a_market_that_was_kept() {
    let mut game = Game::new("usa", 2)
        .hand(1, "2 white")
        .market("3 wild red blue")
        .edit(|position, _| {
            let rest = std::mem::take(&mut position.deck);
            position.own[Seat(0)].hand.add(rest.into_iter().collect());
        })
        .turn_of(1);
    assert_eq!(game.market_text(), "wild wild wild red blue");
    game.claim(1, "dallas-little_rock", "white");
    assert!(sweeps(&game) > 0, "four cards that are not wild circulate now");
    assert!(game.market_text().matches("wild").count() < 3);
}

#[test]
fn c13_a_blind_draw_is_a_new_occasion_to_look() {
    // Kept because the deck was what had been swept; with one card less it is not any more.
    let mut game = Game::new("usa", 2).market("wild wild red blue green").deck("wild 3 wild 2 black");
    game.act(0, open(4));
    let before = sweeps(&game);
    game.act(0, Action::DrawBlind);
    assert!(sweeps(&game) > before);
}

#[test]
fn c14_the_discards_become_the_deck_as_soon_as_it_is_empty() {
    let mut game = Game::new("usa", 2).discards("3 white 2 yellow").deck("red");
    game.act(0, Action::DrawBlind);
    assert_eq!(game.public().discards, CardCounts::NONE);
    assert_eq!(game.deck_cards().into_iter().collect::<CardCounts>(), counts("3 white 2 yellow"));
    assert_eq!(game.told(|event| *event == Event::DeckReshuffled { cards: 5 }), 1);
}

#[test]
fn c14_the_new_deck_is_shuffled() {
    let order = |seed| {
        let start = Game::new("usa", 2).discards("6 white 6 yellow").deck("red");
        let mut game = start.edit(|position, _| position.seed = [seed; 32]);
        game.act(0, Action::DrawBlind);
        game.deck_cards()
    };
    let sorted = [cards("6 white 6 yellow"), cards("6 yellow 6 white")];
    assert!((0..8).all(|seed| !sorted.contains(&order(seed))));
    assert_ne!(order(0), order(1));
}

#[test]
fn c14_a_deck_that_runs_out_in_the_middle_of_a_draw_serves_the_second_card() {
    let mut game = Game::new("usa", 2).discards("2 white").deck("red");
    game.act(0, Action::DrawBlind).act(0, Action::DrawBlind);
    assert_eq!(game.own(0).hand, counts("red white"));
    assert!(game.is_turn(1));
}

#[test]
fn c14_a_deck_that_runs_out_in_the_middle_of_a_refill_goes_on_with_the_discards() {
    let mut game = Game::new("usa", 2).market("wild wild red blue green").discards("5 white").deck("wild yellow");
    game.act(0, open(2));
    // The third wild sweeps; one card is left in the deck, and ten discards follow.
    assert!(game.market_text().starts_with("yellow") || sweeps(&game) > 1);
    assert!(!game.public().market.contains(&None));
    assert_eq!(reshuffles(&game), 1);
}

#[test]
fn c14_the_last_card_of_the_deck_fills_the_place_and_the_discards_follow() {
    let mut game = Game::new("usa", 2).discards("2 white").deck("yellow");
    game.act(0, open(0));
    assert_eq!(game.market_text(), "yellow blue orange green black");
    assert_eq!(game.deck_cards(), cards("2 white"));
}

#[test]
fn c14_empty_places_are_filled_as_soon_as_cards_return() {
    let mut game = Game::new("usa", 2).hand(0, "2 white").market("red").deck("");
    game.claim(0, "dallas-little_rock", "white");
    assert_eq!(game.market_text(), "red white white - -");
    assert!(game.deck_cards().is_empty());
    assert_eq!(game.public().discards, CardCounts::NONE, "no discards stay while the market is incomplete");
}

#[test]
fn c14_more_cards_than_places_make_a_deck() {
    let mut game = Game::new("usa", 2).hand(0, "6 white").market("red").deck("");
    game.claim(0, "calgary-winnipeg", "white");
    assert_eq!(game.market_text(), "red white white white white");
    assert_eq!(game.deck_cards(), cards("2 white"));
}

#[test]
fn c14_no_discards_wait_beside_an_empty_deck_on_any_map() {
    for id in MAPS {
        let mut game = Game::new(id, 2).discards("").deck("red");
        game.act(0, Action::DrawBlind);
        assert_eq!((game.public().deck_size, game.public().discards), (0, CardCounts::NONE), "{id}");
        game.act(0, open(0));
        assert!(game.public().market.contains(&None), "{id}");
    }
}
