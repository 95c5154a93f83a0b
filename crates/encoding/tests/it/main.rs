//! Numbers and tensors, checked in random games on every map with every number of players.

mod actions;
mod observations;

use capolinea_bots::game_seed;
use capolinea_bots::rand_chacha::ChaCha8Rng;
use capolinea_bots::rand_core::SeedableRng as _;
use capolinea_engine::random::below;
use capolinea_engine::{Action, FirstPlayer, Map, Seat, Setup, State, Viewer};

/// Every built-in map with every number of players.
fn tables() -> impl Iterator<Item = (&'static Map, u8)> {
    let maps = capolinea_maps::built_in().map(|built_in| &built_in.map);
    maps.flat_map(|map| (map.min_players()..=map.max_players()).map(move |players| (map, players)))
}

/// Plays a random game and calls `look` before each action with the state, the seat that decides, and its choice.
fn random_game(map: &Map, players: u8, number: u32, mut look: impl FnMut(&State, Seat, Action)) -> State {
    let setup = Setup { players, first: FirstPlayer::Random, seed: game_seed(23, number), pieces: None };
    let mut state = State::new(map, &setup).expect("the map is for so many players");
    let mut rng = ChaCha8Rng::from_seed(setup.seed);
    while let Some(seat) = state.deciders().lowest() {
        let view = state.view(map, Viewer::Seat(seat));
        let legal = view.legal_actions();
        let action = legal.get(below(&mut rng, legal.len() as u32) as usize).expect("the number is in range");
        look(&state, seat, action);
        state.apply(map, seat, action).expect("it was listed");
    }
    state
}
