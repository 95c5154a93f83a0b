//! Every bot of the table plays on every map with any number of players: to the end, legally, alike when asked again, and
//! by what it sees alone.

use capolinea_bots::{BOTS, BotKind, Budget, Entrant, Limit, PlayedGame, Player, play_game};
use capolinea_engine::{Action, Card, CardCounts, Color, FirstPlayer, Map, Seat, Setup, State, Viewer};
use capolinea_tests::redeal::redeal;
use rand_chacha::ChaCha8Rng;
use rand_core::SeedableRng;

/// A new player. One who thinks does so by a number of rollouts, not by the clock, and would always choose alike.
fn player(kind: &'static BotKind, rollouts: u32) -> Player {
    Entrant::from(kind).with_budget(Budget { limit: Limit::Rollouts(rollouts), threads: 1 }).player()
}

fn thinks(kind: &BotKind) -> bool {
    kind.budget != Budget::NONE
}

fn setup(players: u8, game: u32) -> Setup {
    let mut seed = [0; 32];
    seed[..4].copy_from_slice(&game.to_le_bytes());
    Setup { players, first: FirstPlayer::Random, seed, pieces: None }
}

/// A game in which the bot with this number has the first seat, and each seat after it goes to the one `step` further on.
fn game(map: &Map, players: u8, bot: usize, step: usize, number: u32) -> PlayedGame {
    // Without a thought: thousands of games are to be played.
    let at = |seat: u8| player(&BOTS[(bot + usize::from(seat) * step) % BOTS.len()], 0);
    let mut seated: Vec<Player> = (0..players).map(at).collect();
    play_game(map, &setup(players, number), &mut seated).expect("the map seats them")
}

/// Does something for every map at once, each on a thread of its own.
fn on_every_map(run: impl Fn(&'static Map) + Sync) {
    std::thread::scope(|scope| {
        for built_in in capolinea_maps::built_in() {
            let run = &run;
            scope.spawn(move || run(&built_in.map));
        }
    });
}

/// Plays so many games with every bot in the first seat, by itself and with others. The loop of a game panics on an illegal
/// action. How many games and decisions there were.
fn play_all(map: &Map, players: u8, games: u32) -> (usize, u64) {
    let mut decisions = 0;
    for (bot, kind) in BOTS.iter().enumerate() {
        for number in 0..games {
            let played = game(map, players, bot, number as usize % 4, number);
            assert!(played.state.is_over(), "{} on {}", kind.name, map.id());
            decisions += u64::from(played.decisions);
        }
    }
    (BOTS.len() * games as usize, decisions)
}

#[test]
fn every_bot_plays_to_the_end_against_itself_and_the_others() {
    on_every_map(|map| {
        for players in map.min_players()..=map.max_players() {
            play_all(map, players, 20);
        }
    });
}

#[test]
#[ignore = "takes minutes: run it with --release, --ignored and --nocapture after changing a bot"]
fn every_bot_plays_many_games() {
    on_every_map(|map| {
        for players in map.min_players()..=map.max_players() {
            let (games, decisions) = play_all(map, players, 2000);
            for number in 0..20 {
                assert!(searchers(map, players, 1, number).state.is_over(), "{players} on {}", map.id());
            }
            println!("{}, {players} players: {games} games, {decisions} decisions; 20 games of searchers", map.id());
        }
    });
}

#[test]
fn every_bot_plays_alike_with_the_same_seed() {
    on_every_map(|map| {
        for (bot, kind) in BOTS.iter().enumerate() {
            let [once, again] = [(); 2].map(|()| game(map, 2, bot, 0, 77));
            assert_eq!(once.decisions, again.decisions, "{} on {}", kind.name, map.id());
            assert!(once.state == again.state, "{} on {}", kind.name, map.id());
        }
    });
}

/// Searchers in every seat, with a few rollouts a decision.
fn searchers(map: &Map, players: u8, threads: u8, number: u32) -> PlayedGame {
    let kind = BOTS.iter().find(|kind| kind.name == "searcher").expect("it is in the table");
    let budget = Budget { limit: Limit::Rollouts(60), threads };
    let mut seated: Vec<Player> = (0..players).map(|_| Entrant::from(kind).with_budget(budget).player()).collect();
    play_game(map, &setup(players, number), &mut seated).expect("the map seats them")
}

#[test]
fn searchers_play_to_the_end_and_alike_on_any_number_of_threads() {
    on_every_map(|map| {
        for players in map.min_players()..=map.max_players() {
            let game = searchers(map, players, 1, 5);
            assert!(game.state.is_over(), "{players} on {}", map.id());
            if players == map.min_players() {
                assert!(game.state == searchers(map, players, 3, 5).state, "on {}", map.id());
            }
        }
    });
}

#[test]
fn no_bot_sees_what_is_hidden_from_it() {
    on_every_map(|map| {
        for kind in BOTS {
            let decisions = if thinks(kind) { 40 } else { usize::MAX };
            for players in map.min_players()..=map.max_players() {
                compare_with_twins(map, kind, players, decisions);
            }
        }
    });
}

/// Beside each player sits a twin who is shown worlds in which all that is hidden has been dealt again each time.
fn compare_with_twins(map: &Map, kind: &'static BotKind, players: u8, decisions: usize) {
    let rng = |stream: u8| {
        let mut rng = ChaCha8Rng::from_seed([100 + players; 32]);
        rng.set_stream(u64::from(stream));
        rng
    };
    let mut dealer = rng(u8::MAX);
    let one = |seat: u8| (player(kind, 1), rng(seat));
    let mut pairs: Vec<[(Player, ChaCha8Rng); 2]> = (0..players).map(|seat| [one(seat), one(seat)]).collect();
    let mut state = State::new(map, &setup(players, 100 + u32::from(players))).expect("the map seats them");
    for _ in 0..decisions {
        let Some(seat) = state.deciders().lowest() else { break };
        let world = redeal(map, &state, Viewer::Seat(seat), &mut dealer);
        let [view, other] = [&state, &world].map(|state| state.view(map, Viewer::Seat(seat)));
        assert_eq!(view, other, "the worlds differ in what can be seen");
        let [(bot, bot_rng), (twin, twin_rng)] = &mut pairs[seat.index()];
        let action = bot.choose(&view, bot_rng);
        assert_eq!(action, twin.choose(&other, twin_rng), "{} on {}, seat {}", kind.name, map.id(), seat.0 + 1);
        state.apply(map, seat, action).expect("bots choose legal actions");
    }
}

/// C15: a player who may not draw cards, with a single card in hand that pays for a short route and no planned one.
#[test]
fn where_no_card_may_be_drawn_a_route_is_better_than_tickets_nobody_wants() {
    let map = &capolinea_maps::find("usa").expect("it is built in").map;
    let setup = Setup { players: 5, first: FirstPlayer::Named(Seat(0)), seed: [5; 32], pieces: None };
    let mut state = State::new(map, &setup).expect("five may play");
    for seat in Map::seats(5) {
        state.apply(map, seat, Action::KeepTickets { offered: 0b11 }).expect("two may be kept");
    }
    let mut position = state.to_position(map);
    let mut rest: CardCounts = position.deck.drain(..).collect();
    rest.add(std::mem::take(&mut position.own[Seat(0)].hand));
    let red = rest.kinds().map(|(card, _)| card).find(|&card| card == Card::Color(Color::Red)).expect("some are red");
    let hand: CardCounts = [red].into_iter().collect();
    rest.take(hand);
    position.own[Seat(0)].hand = hand;
    position.own[Seat(1)].hand.add(rest);
    let state = State::from_position(map, &position).expect("no card is lost");
    let view = state.view(map, Viewer::Seat(Seat(0)));
    assert!(!view.can_draw_cards() && view.legal_actions().iter().any(|action| action == Action::DrawTickets));
    for name in ["greedy", "planner", "path", "racer", "blocker"] {
        let mut player = name.parse::<Entrant>().expect("it is in the table").player();
        let chosen = player.choose(&view, &mut ChaCha8Rng::from_seed([0; 32]));
        assert!(matches!(chosen, Action::ClaimRoute { .. }), "{name}: {chosen:?}");
    }
}
