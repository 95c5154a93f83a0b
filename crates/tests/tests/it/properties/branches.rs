//! Branches: games that go on from a moment of a record, with the same cards or with a fresh deal.

use capolinea_engine::record::{BranchCards, RecordError};
use capolinea_engine::{Card, CardCounts, FirstPlayer, GameRecord, Map, Own, Seat, Setup, State, TicketSet, Viewer};
use capolinea_tests::games::{Game, Habit, below, games};
use std::fmt::Write as _;

fn fresh(byte: u8) -> BranchCards {
    BranchCards::Fresh { seed: [byte; 32] }
}

/// A game goes on from a record's end.
fn go_on(game: &mut Game, branch: GameRecord) {
    game.state = branch.replay(game.map).expect("a branch replays");
    game.record = branch;
    while game.step() {}
}

/// Both forms are read as they were written, and replay to the same end.
fn check_forms(game: &Game) {
    let (map, record) = (game.map, &game.record);
    assert_eq!(record.replay(map).expect("it was played"), game.state, "{}", game.name());
    assert_eq!(GameRecord::from_json(&record.to_json()).expect("it was written"), *record);
    let text = record.to_text(map);
    let read = GameRecord::from_text(&text, |id| (id == map.id()).then_some(map)).expect("it was written");
    assert_eq!(read, *record, "{}", game.name());
}

#[test]
fn a_game_goes_on_from_any_moment_with_the_same_cards_or_with_others() {
    for game in games(71, 2, &Habit::ALL) {
        let mut game = game.finish();
        let (map, origin) = (game.map, game.record.clone());
        let step = below(&mut game.rng, origin.actions.len());
        let seat = Seat(below(&mut game.rng, origin.players.len()) as u8);
        let before = origin.state_after(map, step).expect("it was played");

        let same = origin.branch(map, (step, seat), BranchCards::Same, origin.players.clone()).expect("it goes on");
        assert_eq!(same.replay(map).expect("a branch replays"), before, "{}", game.name());
        assert_eq!(same.branches.last().expect("it names its origin").origin, origin.hash());
        assert_eq!(same.last_seed(), &origin.seed);

        let other = origin.branch(map, (step, seat), fresh(9), origin.players.clone()).expect("it goes on");
        let dealt = other.replay(map).expect("a branch replays");
        let eyes = Viewer::Seat(seat);
        assert_eq!(dealt.view(map, eyes), before.view(map, eyes), "{} at step {step}", game.name());
        assert_eq!(dealt, other.replay(map).expect("a branch replays"), "the same record gives the same deal");
        assert_eq!((dealt.to_position(map).seed, other.last_seed()), ([9; 32], &[9; 32]));
        for branch in [same, other] {
            go_on(&mut game, branch);
            check_forms(&game);
        }
    }
}

/// What the player does not know says nothing about what is dealt: the same view behind other cards gets the same deal.
#[test]
fn a_fresh_deal_does_not_depend_on_what_was_hidden() {
    for mut game in games(72, 1, &Habit::ALL) {
        let moves = 10 + below(&mut game.rng, 40);
        for _ in 0..moves {
            game.step();
        }
        if game.state.is_over() {
            continue;
        }
        let (map, seat) = (game.map, Seat(0));
        let deal = |state: &State| state.deal_again(map, seat, TicketSet::EMPTY, [5; 32]).expect("it is of this map");
        let once = deal(&game.state);
        let twice = deal(&once);
        assert_eq!(once, twice, "{}", game.name());
        let (before, after) = (game.state.to_position(map), once.to_position(map));
        assert!(before.deck.len() < 8 || after.deck != before.deck, "{}", game.name());
    }
}

/// A ticket that the player gave back lies where it was put, as the player knows.
#[test]
fn tickets_given_back_stay_in_the_deck() {
    let mut given_back = 0;
    for mut game in games(73, 3, &[Habit::Collector]) {
        let (map, seat) = (game.map, Seat(0));
        let mut seen = TicketSet::EMPTY;
        for _ in 0..60 {
            if !game.step() {
                break;
            }
            let before = game.state.to_position(map);
            seen = seen.union(before.own[seat].offer.set()).union(before.own[seat].tickets);
            let after = game.state.deal_again(map, seat, seen, [3; 32]).expect("it is of this map").to_position(map);
            for (deck, tickets) in before.ticket_decks.iter().enumerate() {
                for (place, &ticket) in tickets.iter().enumerate().filter(|(_, ticket)| seen.contains(**ticket)) {
                    assert_eq!(after.ticket_decks[deck][place], ticket, "{}", game.name());
                    given_back += 1;
                }
            }
        }
    }
    assert!(given_back > 100, "{given_back}");
}

/// Every hidden card is as likely in a hand as in the deck: over many seeds a player gets each kind as often as its share says.
#[test]
fn a_fresh_deal_favours_no_card() {
    let map = &capolinea_maps::find("usa").expect("it is built in").map;
    let setup = Setup { players: 2, first: FirstPlayer::Named(Seat(0)), seed: [1; 32], pieces: None };
    let state = State::new(map, &setup).expect("the map is for two");
    let hidden = state.view(map, Viewer::Seat(Seat(0))).unseen_cards();
    let mut dealt = [0u32; 9];
    for number in 0..4000u32 {
        let mut seed = [0; 32];
        seed[..4].copy_from_slice(&number.to_le_bytes());
        let again = state.deal_again(map, Seat(0), TicketSet::EMPTY, seed).expect("it is of this map");
        for (card, count) in again.to_position(map).own[Seat(1)].hand.kinds() {
            dealt[card.index()] += u32::from(count);
        }
    }
    for (card, count) in hidden.kinds() {
        let expected = 4000.0 * 4.0 * f64::from(count) / hidden.total() as f64;
        let found = f64::from(dealt[card.index()]);
        assert!((found - expected).abs() < 5.0 * expected.sqrt(), "{card}: {found} instead of {expected}");
    }
}

/// A branch of a branch deals again as often as its record says; one that leaves before that does not.
#[test]
fn branches_of_branches_name_their_origins() {
    for game in games(74, 1, &[Habit::Claimer]) {
        let mut game = game.finish();
        let (map, origin) = (game.map, game.record.clone());
        let names = origin.players.clone();
        let first = origin.branch(map, (12, Seat(0)), fresh(1), names.clone()).expect("it goes on");
        go_on(&mut game, first);
        let first = game.record.clone();
        let second = first.branch(map, (20, Seat(1)), fresh(2), names.clone()).expect("it goes on");
        assert_eq!(second.branches.iter().map(|branch| branch.step).collect::<Vec<_>>(), [12, 20]);
        assert_eq!(second.branches[1].origin, first.hash());
        go_on(&mut game, second);
        check_forms(&game);
        let earlier = game.record.branch(map, (8, Seat(0)), BranchCards::Same, names).expect("it goes on");
        assert_eq!(earlier.branches.iter().map(|branch| branch.step).collect::<Vec<_>>(), [8]);
        assert_eq!(earlier.last_seed(), &origin.seed);
    }
}

#[test]
fn what_can_not_go_on_is_refused_in_words() {
    let map = &capolinea_maps::find("berlin").expect("it is built in").map;
    let game = Game::new(map, 2, Habit::Claimer, 5).finish();
    let record = &game.record;
    let (last, names) = (record.actions.len(), record.players.clone());
    let refused = |step: usize, seat: u8| {
        record
            .branch(map, (step, Seat(seat)), BranchCards::Same, names.clone())
            .expect_err("it can't go on")
            .to_string()
    };
    assert_eq!(
        refused(last + 1, 0),
        format!("there is no step {}: the record has {last} actions, and step 0 is the deal", last + 1)
    );
    assert_eq!(
        refused(last, 0),
        format!("the game is over at step {last}: nothing is left to play; choose an earlier step")
    );
    assert_eq!(refused(3, 2), "the record can't go on from another one: seat 3 does not play");
    let branch = record.branch(map, (9, Seat(1)), fresh(4), names.clone()).expect("it goes on");
    let broken = |change: &dyn Fn(&mut GameRecord)| {
        let mut broken = branch.clone();
        change(&mut broken);
        broken.replay(map).expect_err("it is broken").to_string()
    };
    let wrong = "the record can't go on from another one: ";
    assert_eq!(
        broken(&|record| record.branches[0].step = 10),
        format!("{wrong}it leaves its origin after action 10, and has 9")
    );
    assert_eq!(
        broken(&|record| record.branches[0].origin = "beef".into()),
        format!("{wrong}the hash of its origin is not 64 hexadecimal digits")
    );
    let json = branch.to_json().replace("\"version\":2", "\"version\":3");
    assert!(matches!(GameRecord::from_json(&json), Err(RecordError::Version { what: "form", found: 3, known: 2 })));
    let text = branch.to_text(map).replace(" fresh ", " stale ");
    let read = GameRecord::from_text(&text, |_| Some(map)).expect_err("it says nothing").to_string();
    assert!(read.contains("write `branch HASH 57 1 same`"), "{read}");
    assert!(record.to_json().contains("\"version\":1"), "a plain game's record never changes");
}

/// A recorded game, by its file under `tests/games`.
fn recorded(name: &str) -> (&'static Map, GameRecord) {
    let file = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/games").join(name);
    let text = std::fs::read_to_string(file).expect("it is there");
    let find = |id: &str| capolinea_maps::find(id).map(|found| &found.map);
    let record = GameRecord::read(&text, find).expect("it was recorded");
    (find(&record.map).expect("it is built in"), record)
}

/// Records name a fresh deal by its seed: the cards and tickets that it deals never change.
#[test]
fn a_fresh_deal_stays_what_it_was() {
    let (map, origin) = recorded("germany-3-players.txt");
    let branch = origin.branch(map, (60, Seat(1)), fresh(7), origin.players.clone()).expect("it goes on");
    let dealt = branch.replay(map).expect("a branch replays").to_position(map);
    let mut told = String::new();
    for seat in Map::seats(3) {
        let Own { hand, tickets, .. } = &dealt.own[seat];
        let tickets: Vec<u8> = tickets.iter().map(|ticket| ticket.0).collect();
        writeln!(told, "seat {}: {hand}; tickets {tickets:?}", seat.0 + 1).expect("text can be written");
    }
    let deck: CardCounts = dealt.deck.iter().copied().collect();
    let top: Vec<String> = dealt.deck.iter().rev().take(12).map(Card::to_string).collect();
    writeln!(told, "deck: {deck}; from the top {}", top.join(", ")).expect("text can be written");
    for tickets in &dealt.ticket_decks {
        let tickets: Vec<u8> = tickets.iter().map(|ticket| ticket.0).collect();
        writeln!(told, "ticket deck: {tickets:?}").expect("text can be written");
    }
    expect_test::expect![[r#"
        seat 1: 1 blue, 1 orange, 3 white, 1 red; tickets [62, 68, 88]
        seat 2: 1 purple; tickets [27, 63]
        seat 3: 1 orange; tickets [66, 85]
        deck: 8 purple, 9 blue, 8 orange, 6 white, 10 green, 9 yellow, 5 black, 5 red, 9 wild; from the top orange, white, wild, yellow, green, white, red, purple, green, yellow, wild, blue
        ticket deck: [29, 49, 32, 48, 26, 47, 18, 2, 20, 21, 42, 17, 36, 24, 0, 10, 34, 28, 5, 43, 16, 46, 15, 12, 7, 1, 8, 38, 45, 22, 53, 23, 4, 13, 14, 9, 44, 35, 51, 30, 40, 37, 11, 39, 54, 19, 52, 50, 41, 31, 25, 6, 3, 33]
        ticket deck: [71, 78, 87, 75, 80, 72, 57, 77, 83, 65, 61, 59, 56, 86, 84, 79, 67, 76, 69, 60, 58, 64, 81, 73, 82, 74, 55, 70]
    "#]].assert_eq(&told);
}

/// The recorded branches (which replay, as every recorded game does) name the recorded games that they leave.
#[test]
fn recorded_branches_name_their_origins() {
    for (name, origin) in
        [("usa-2-players-branch.json", "usa-2-players.json"), ("europe-3-players-branch.txt", "europe-3-players.txt")]
    {
        let (map, branch) = recorded(name);
        let (_, origin) = recorded(origin);
        let left = branch.branches.first().expect("it is a branch");
        assert_eq!(left.origin, origin.hash(), "{name}");
        assert_eq!(branch.actions[..left.step], origin.actions[..left.step], "{name}");
        assert!(branch.branches.iter().any(|left| matches!(left.cards, BranchCards::Fresh { .. })), "{name}");
        assert!(branch.replay(map).expect("it replays to the end that it names").is_over(), "{name}");
    }
}
