//! A whole game between bots.

use crate::Player;
use arrayvec::ArrayVec;
use capolinea_engine::action::Action;
use capolinea_engine::event::Observer;
use capolinea_engine::ids::{MAX_SEATS, Seat};
use capolinea_engine::map::Map;
use capolinea_engine::setup::{Setup, SetupError};
use capolinea_engine::state::State;
use capolinea_engine::view::Viewer;
use rand_chacha::ChaCha8Rng;
use rand_core::SeedableRng;

/// A finished game.
#[derive(Clone, Copy, Debug)]
pub struct Game {
    /// Where it ended.
    pub state: State,
    /// How many decisions were made.
    pub decisions: u32,
}

/// Plays a game to its end, one player a seat.
///
/// # Errors
/// The map is for more or fewer players.
pub fn play(map: &Map, setup: &Setup, players: &mut [Player]) -> Result<Game, SetupError> {
    play_observed(map, setup, players, &mut (), |_, _, _| {})
}

/// Plays a game to its end and tells `observer` what happens, `after` each action once more who did what.
///
/// # Errors
/// The map is for more or fewer players.
pub fn play_observed<O: Observer>(
    map: &Map,
    setup: &Setup,
    players: &mut [Player],
    observer: &mut O,
    mut after: impl FnMut(&mut O, Seat, Action),
) -> Result<Game, SetupError> {
    let mut state = State::new_observed(map, setup, observer)?;
    let mut rngs: ArrayVec<ChaCha8Rng, MAX_SEATS> =
        Map::seats(setup.players).map(|seat| bot_rng(&setup.seed, seat)).collect();
    let mut decisions = 0;
    while let Some(seat) = state.deciders().lowest() {
        let Some(player) = players.get_mut(seat.index()) else { break };
        let action = player.choose(&state.view(map, Viewer::Seat(seat)), &mut rngs[seat.index()]);
        state.apply_observed(map, seat, action, observer).expect("bots choose legal actions");
        after(observer, seat, action);
        decisions += 1;
    }
    Ok(Game { state, decisions })
}

/// A bot's own random numbers: none that the game's shuffles use, and others for each seat.
fn bot_rng(seed: &[u8; 32], seat: Seat) -> ChaCha8Rng {
    let mut rng = ChaCha8Rng::from_seed(*seed);
    rng.set_stream(u64::MAX - u64::from(seat.0));
    rng
}
