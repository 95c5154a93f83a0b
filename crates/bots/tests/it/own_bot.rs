//! Bots from outside the workspace: everything here uses what the crate makes public, as another crate would.

use capolinea_bots::rand_chacha::ChaCha8Rng;
use capolinea_bots::rand_core::{Rng as _, SeedableRng as _};
use capolinea_bots::worlds::Worlds;
use capolinea_bots::{Bot, Budget, Entrant, GameError, Player, play_game};
use capolinea_engine::{Action, FirstPlayer, Map, Seat, Setup, State, View, Viewer};

/// Plays the last of the legal actions, or the first: claims are the last ones.
struct Extreme {
    is_last: bool,
}

impl Bot for Extreme {
    fn choose(&mut self, view: &View<'_>, _budget: Budget, _rng: &mut ChaCha8Rng) -> Action {
        let legal = view.legal_actions();
        let number = if self.is_last { legal.len() - 1 } else { 0 };
        legal.get(number).expect("a player who must decide has a legal action")
    }
}

fn map(id: &str) -> &'static Map {
    &capolinea_maps::find(id).expect("it is built in").map
}

#[test]
fn an_own_bot_plays_a_game() {
    let setup = Setup { players: 3, first: FirstPlayer::Random, seed: [3; 32], pieces: None };
    let planner: Entrant = "planner".parse().unwrap();
    let mut players =
        [Player::new(Extreme { is_last: true }), planner.player(), Player::new(Extreme { is_last: false })];
    let game = play_game(map("europe"), &setup, &mut players).unwrap();
    assert!(game.state.is_over() && game.decisions > 50);
}

#[test]
fn what_an_own_bot_does_wrong_is_an_error_and_no_panic() {
    struct AlwaysPasses;
    impl Bot for AlwaysPasses {
        fn choose(&mut self, _view: &View<'_>, _budget: Budget, _rng: &mut ChaCha8Rng) -> Action {
            Action::Pass
        }
    }
    let setup = Setup { players: 2, first: FirstPlayer::Random, seed: [3; 32], pieces: None };
    let error = play_game(map("usa"), &setup, &mut [Player::new(AlwaysPasses), Player::new(AlwaysPasses)]).unwrap_err();
    assert!(matches!(&error, GameError::Illegal { seat: Seat(0), action, .. } if action == "pass"), "{error}");
    let alone = play_game(map("usa"), &setup, &mut [Player::new(AlwaysPasses)]).unwrap_err();
    assert_eq!(alone.to_string(), "the setup is for 2 players, and there are 1");
}

/// At every moment of random games, from every seat: the worlds look as the real one does, differ from it, and can be played to
/// their end.
#[test]
fn worlds_look_to_their_player_as_the_game_does_and_can_be_played_on() {
    for built_in in capolinea_maps::built_in() {
        let map = &built_in.map;
        for players in map.min_players()..=map.max_players() {
            let mut rng = ChaCha8Rng::from_seed([players; 32]);
            let setup = Setup { players, first: FirstPlayer::Random, seed: [players; 32], pieces: None };
            let mut state = State::new(map, &setup).unwrap();
            let mut step = 0;
            while !state.is_over() {
                for seat in Map::seats(players) {
                    let view = state.view(map, Viewer::Seat(seat));
                    for worlds in [Worlds::uniform(view), Worlds::believed(view)].into_iter().flatten() {
                        let world = worlds.sample(&mut rng).unwrap_or_else(|error| panic!("{}: {error}", map.id()));
                        assert_eq!(world.view(map, Viewer::Seat(seat)), view, "{} step {step}", map.id());
                        assert!(world != state, "{} step {step}", map.id());
                        if step % 7 == 0 {
                            play_on(map, world, &mut rng);
                        }
                    }
                }
                // Not the lowest: several choose at once before the first turn, in any order.
                let deciders = state.deciders();
                let seat = deciders.nth(rng.next_u32() as usize % deciders.len()).unwrap();
                let legal = state.view(map, Viewer::Seat(seat)).legal_actions();
                let action = legal.get(rng.next_u32() as usize % legal.iter().count()).unwrap();
                state.apply(map, seat, action).unwrap();
                step += 1;
            }
        }
    }
    assert!(
        Worlds::uniform(
            State::new(map("usa"), &Setup { players: 2, first: FirstPlayer::Random, seed: [1; 32], pieces: None })
                .unwrap()
                .view(map("usa"), Viewer::Spectator)
        )
        .is_none()
    );
}

fn play_on(map: &Map, mut world: State, rng: &mut ChaCha8Rng) {
    while let Some(seat) = world.deciders().lowest() {
        let legal = world.view(map, Viewer::Seat(seat)).legal_actions();
        let count = legal.iter().count();
        assert!(count > 0, "{}: {:?}", map.id(), world.public().phase);
        let action = legal.get(rng.next_u32() as usize % count).expect("it is one of them");
        world.apply(map, seat, action).expect("it is legal");
    }
}

/// All tickets that a seat can't see turn up in other hands, and no ticket more often than the others.
#[test]
fn uniform_worlds_deal_every_hidden_ticket() {
    let map = map("usa");
    let mut state =
        State::new(map, &Setup { players: 2, first: FirstPlayer::Random, seed: [8; 32], pieces: None }).unwrap();
    for seat in Map::seats(2) {
        state.apply(map, seat, Action::KeepTickets { offered: 0b111 }).unwrap();
    }
    let view = state.view(map, Viewer::Seat(Seat(0)));
    let own = view.own.unwrap().tickets;
    let worlds = Worlds::uniform(view).unwrap();
    let mut rng = ChaCha8Rng::from_seed([8; 32]);
    let mut counts = vec![0; map.tickets().len()];
    for _ in 0..2000 {
        let world = worlds.sample(&mut rng).unwrap();
        let held = world.view(map, Viewer::Seat(Seat(1))).own.unwrap().tickets;
        assert_eq!(held.len(), 3);
        held.iter().for_each(|ticket| counts[ticket.index()] += 1);
    }
    for ticket in map.ticket_ids() {
        // 6000 tickets among 27: 222 of each, with a standard deviation of 14.
        let count = counts[ticket.index()];
        assert_eq!(count == 0, own.contains(ticket));
        assert!(count == 0 || (140..310).contains(&count), "{count}");
    }
}
