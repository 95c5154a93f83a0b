//! Before the first decision: cards, hands, pieces, players (C01, C02, C04, C05).

use super::support::*;
use capolinea_engine::{CardCounts, Event, FirstPlayer, GameRecord, Map, Phase, Seat, Setup, SetupError, State};
use std::collections::BTreeSet;

/// All cards of a game that has just been dealt, wherever they are.
fn all_cards(game: &Game) -> CardCounts {
    let position = game.state.to_position(game.map);
    let mut all: CardCounts = position.deck.iter().chain(position.public.market.iter().flatten()).copied().collect();
    all.add(position.public.discards);
    for seat in Map::seats(position.public.players) {
        all.add(position.own[seat].hand);
    }
    all
}

#[test]
fn c01_big_maps_have_twelve_of_eight_colors_and_fourteen_wilds() {
    for id in ["usa", "europe", "germany"] {
        let all = all_cards(&Game::dealt(id, 5, 3));
        let right = "12 purple 12 blue 12 orange 12 white 12 green 12 yellow 12 black 12 red 14 wild";
        assert_eq!(all, counts(right), "{id}");
        assert_eq!(all.total(), 110, "{id}");
    }
}

#[test]
fn c01_small_maps_have_six_of_six_colors_and_eight_wilds() {
    for id in ["san_francisco", "berlin"] {
        let all = all_cards(&Game::dealt(id, 4, 3));
        assert_eq!(all, counts("6 blue 6 green 6 black 6 purple 6 red 6 orange 8 wild"), "{id}");
        assert_eq!(all.total(), 44, "{id}");
    }
}

#[test]
fn c02_hands_of_four_on_big_maps_and_two_on_small_ones() {
    for (id, size) in [("usa", 4), ("europe", 4), ("germany", 4), ("san_francisco", 2), ("berlin", 2)] {
        for players in map(id).min_players()..=map(id).max_players() {
            let game = Game::dealt(id, players, 5);
            for seat in 0..players {
                assert_eq!((game.own(seat).hand.total(), game.seat(seat).hand_size), (size, size as u8), "{id}");
                assert_eq!(game.seat(seat).known, CardCounts::NONE, "{id}: a dealt hand is secret");
            }
        }
    }
}

#[test]
fn c02_five_cards_lie_face_up() {
    for id in MAPS {
        assert!(!Game::dealt(id, 2, 5).public().market.contains(&None), "{id}");
    }
}

#[test]
fn c02_another_seed_deals_other_cards() {
    let hands: BTreeSet<_> = (0..20).map(|seed| Game::dealt("usa", 2, seed).own(0).hand.0).collect();
    assert!(hands.len() > 10);
}

#[test]
fn c13_three_wilds_in_the_very_first_market_are_swept() {
    for id in MAPS {
        let mut swept = 0;
        for seed in 0..=255 {
            let game = Game::dealt(id, 2, seed);
            assert!(wilds_face_up(&game) < 3, "{id}, seed {seed}");
            swept += game.told(|event| matches!(event, Event::MarketSwept { .. }));
            let all: u8 = game.public().discards.total() as u8;
            assert_eq!(usize::from(all) / 5, game.told(|event| matches!(event, Event::MarketSwept { .. })), "{id}");
        }
        assert!(swept > 0, "{id}: no first market of 256 had three wilds");
    }
}

fn wilds_face_up(game: &Game) -> usize {
    game.market_text().matches("wild").count()
}

#[test]
fn c04_play_is_clockwise_and_comes_round() {
    for id in MAPS {
        let players = map(id).max_players();
        let mut game = Game::new(id, players);
        for turn in 0..2 * players {
            let seat = turn % players;
            assert!(game.is_turn(seat), "{id}, turn {turn}");
            game.draw_two(seat);
        }
        assert!(game.is_turn(0), "{id}");
    }
}

#[test]
fn c04_the_first_player_is_random() {
    let mut firsts = BTreeSet::new();
    for seed in 0..50 {
        let game = Game::with("usa", Setup { players: 5, first: FirstPlayer::Random, seed: [seed; 32], pieces: None });
        firsts.extend(game.public().first.map(|seat| seat.0));
    }
    assert_eq!(firsts, BTreeSet::from([0, 1, 2, 3, 4]));
}

/// A game of three whose first player is random, and what was told until all had chosen their tickets and after.
fn random_first(id: &str, seed: u8) -> (Game, Vec<Event>, Vec<Event>) {
    let mut game = Game::with(id, Setup { players: 3, first: FirstPlayer::Random, seed: [seed; 32], pieces: None });
    game.act(2, keep(0b11)).act(0, keep(0b11));
    let earlier = std::mem::take(&mut game.events);
    assert_eq!(game.public().first, None, "{id}: nobody knows who begins");
    game.act(1, keep(0b11));
    let later = game.events.clone();
    (game, earlier, later)
}

#[test]
fn c04_on_the_small_maps_the_first_player_is_chosen_after_tickets_are_kept() {
    for id in ["san_francisco", "berlin"] {
        let mut firsts = BTreeSet::new();
        for seed in 0..30 {
            let (game, earlier, later) = random_first(id, seed);
            let first = game.public().first.expect("all have chosen");
            firsts.insert(first.0);
            let chosen = Event::FirstPlayerChosen { seat: first };
            assert!(!earlier.iter().any(|event| matches!(event, Event::FirstPlayerChosen { .. })));
            let place = later.iter().position(|event| *event == chosen).expect("all are told who begins");
            let is_kept = |event: &Event| matches!(event, Event::TicketsKept { .. });
            assert_eq!(later[..place].iter().filter(|event| is_kept(event)).count(), 3, "{id}: tickets first");
            if id == "berlin" {
                assert!(game.is_turn(first.0));
            } else {
                let last = Seat((first.0 + 2) % 3);
                assert_eq!(game.phase(), Phase::PlacingTourists { seat: last }, "S02: the last player places");
            }
        }
        assert_eq!(firsts, BTreeSet::from([0, 1, 2]), "{id}");
    }
}

#[test]
fn c04_nothing_is_dealt_in_an_order_that_tells_who_will_begin() {
    for id in ["san_francisco", "berlin"] {
        for seed in 0..10 {
            let (_, earlier, later) = random_first(id, seed);
            let offered =
                |event: &Event| if let Event::TicketsOffered { seat, .. } = event { Some(seat.0) } else { None };
            let kept = |event: &Event| if let Event::TicketsKept { seat, .. } = event { Some(seat.0) } else { None };
            assert_eq!(earlier.iter().filter_map(offered).collect::<Vec<_>>(), [0, 1, 2], "{id}");
            assert_eq!(later.iter().filter_map(kept).collect::<Vec<_>>(), [0, 1, 2], "{id}");
        }
    }
}

#[test]
fn c04_a_first_player_who_is_named_is_known_from_the_beginning() {
    for id in MAPS {
        let setup = Setup { players: 2, first: FirstPlayer::Named(Seat(1)), seed: [9; 32], pieces: None };
        let game = Game::with(id, setup);
        assert_eq!(game.public().first, Some(Seat(1)), "{id}");
        assert_eq!(game.told(|event| matches!(event, Event::FirstPlayerChosen { .. })), 0, "{id}");
    }
}

#[test]
fn c04_the_first_player_may_be_named_and_begins() {
    for first in 0..3 {
        let setup = Setup { players: 3, first: FirstPlayer::Named(Seat(first)), seed: [9; 32], pieces: None };
        let mut game = Game::with("usa", setup);
        for seat in 0..3 {
            game.act(seat, keep(0b111));
        }
        assert!(game.is_turn(first));
        game.act(first, capolinea_engine::Action::DrawTickets).act(first, keep(0b1));
        assert!(game.is_turn((first + 1) % 3));
    }
}

#[test]
fn c04_a_first_player_who_does_not_play_is_refused() {
    let setup = Setup { players: 3, first: FirstPlayer::Named(Seat(3)), seed: [9; 32], pieces: None };
    assert_eq!(State::new(map("usa"), &setup), Err(SetupError::FirstPlayer { seat: Seat(3), players: 3 }));
}

#[test]
fn c04_each_map_seats_as_many_as_its_box_says() {
    for (id, most) in [("usa", 5), ("europe", 5), ("germany", 5), ("san_francisco", 4), ("berlin", 4)] {
        for players in 0..=6 {
            let setup = Setup { players, first: FirstPlayer::Random, seed: [9; 32], pieces: None };
            let is_dealt = State::new(map(id), &setup).is_ok();
            assert_eq!(is_dealt, (2..=most).contains(&players), "{id}, {players} players");
        }
    }
}

#[test]
fn c05_pieces_of_each_player() {
    let right =
        [("usa", [45, 0]), ("europe", [45, 0]), ("germany", [45, 0]), ("san_francisco", [20, 0]), ("berlin", [11, 5])];
    for (id, pieces) in right {
        let game = Game::dealt(id, 3, 1);
        for seat in 0..3 {
            assert_eq!(game.seat(seat).pieces, pieces, "{id}");
        }
    }
}

fn short(pieces: u8) -> Setup {
    Setup { players: 2, first: FirstPlayer::Named(Seat(0)), seed: [9; 32], pieces: Some(pieces) }
}

#[test]
fn c05_a_short_game_has_fewer_pieces_of_each_kind() {
    for (id, pieces, right) in [("usa", 20, [20, 0]), ("berlin", 8, [8, 5]), ("usa", 45, [45, 0])] {
        let game = Game::with(id, short(pieces));
        assert_eq!((game.seat(0).pieces, game.seat(1).pieces), (right, right), "{id}");
    }
}

#[test]
fn c05_a_short_game_lasts_longer_than_one_round_and_has_no_more_pieces_than_the_map() {
    for pieces in [0, 2, 46, u8::MAX] {
        let refused = Err(SetupError::Pieces { pieces, min: 3, max: 45 });
        assert_eq!(State::new(map("usa"), &short(pieces)), refused);
    }
    assert!(State::new(map("usa"), &short(3)).is_ok());
}

#[test]
fn c05_the_record_of_a_short_game_says_so_and_others_are_as_before() {
    let usa = map("usa");
    let names = || vec!["Ada".to_owned(), "Emil".to_owned()];
    let record = GameRecord::new(usa, &short(20), names());
    assert!(record.to_json().contains(r#""pieces":20"#) && record.to_text(usa).contains("\npieces 20\n"));
    for read in [GameRecord::from_json(&record.to_json()), GameRecord::from_text(&record.to_text(usa), |_| Some(usa))] {
        let read = read.expect("it was just written");
        assert_eq!(read, record);
        assert_eq!(read.replay(usa).unwrap().public().seats[Seat(0)].pieces, [20, 0]);
    }
    let usual = GameRecord::new(usa, &Setup { pieces: None, ..short(20) }, names());
    assert!(!usual.to_json().contains("pieces") && !usual.to_text(usa).contains("pieces"));
    let wrong = record.to_text(usa).replace("pieces 20", "pieces many");
    let problem = GameRecord::from_text(&wrong, |_| Some(usa)).unwrap_err().to_string();
    assert_eq!(problem, "this is not a game record: write the pieces of a short game as `pieces 12`");
}
