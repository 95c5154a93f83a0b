//! A whole game between bots.

use crate::Player;
use arrayvec::ArrayVec;
use capolinea_engine::ids::MAX_SEATS;
use capolinea_engine::notation::write_action;
use capolinea_engine::{Action, IllegalAction, Map, Observer, Seat, Setup, SetupError, State, View, Viewer};
use rand_chacha::ChaCha8Rng;
use rand_core::{Rng as _, SeedableRng as _};

/// A finished game.
#[derive(Clone, Copy, Debug)]
pub struct PlayedGame {
    /// Where it ended.
    pub state: State,
    /// How many decisions were made.
    pub decisions: u32,
}

/// Why a game can't be played to its end.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GameError {
    /// The map is for more or fewer players.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// There are not as many players as the setup says.
    #[error("the setup is for {seats} players, and there are {players}")]
    Players {
        /// How many the setup is for.
        seats: u8,
        /// How many there are.
        players: usize,
    },
    /// A bot chose an illegal action.
    #[error("the bot in seat {} chose `{action}`, which breaks rule {}: {reason}; it must return one of the view's legal actions", .seat.0 + 1, .reason.rule())]
    Illegal {
        /// The bot's seat.
        seat: Seat,
        /// Its choice, in notation.
        action: String,
        /// The rule it breaks.
        reason: IllegalAction,
    },
}

/// Plays a game to its end, one player per seat.
///
/// # Errors
/// The map or the setup is for more or fewer players, or a bot's choice is not legal.
pub fn play_game(map: &Map, setup: &Setup, players: &mut [Player]) -> Result<PlayedGame, GameError> {
    play_game_observed(map, setup, players, &mut (), |_, _, _| {})
}

/// Plays a game to its end, passes every event to `observer`, and calls `after` with each action.
///
/// # Errors
/// The map or the setup is for more or fewer players, or a bot's choice is not legal.
pub fn play_game_observed<O: Observer>(
    map: &Map,
    setup: &Setup,
    players: &mut [Player],
    observer: &mut O,
    mut after: impl FnMut(&mut O, Seat, Action),
) -> Result<PlayedGame, GameError> {
    if players.len() != usize::from(setup.players) {
        return Err(GameError::Players { seats: setup.players, players: players.len() });
    }
    let choose =
        |seat: Seat, view: &View<'_>, rng: &mut ChaCha8Rng| Some(players.get_mut(seat.index())?.choose(view, rng));
    play_choosing(map, setup, choose, observer, |observer, _, seat, action| after(observer, seat, action))
}

/// Plays a game to its end, or until `choose` has no choice for a seat. It gets the random numbers of that seat's bot. `after`
/// gets the state after each action.
///
/// # Errors
/// The map is for more or fewer players, or a choice is not legal.
pub fn play_choosing<O: Observer>(
    map: &Map,
    setup: &Setup,
    mut choose: impl FnMut(Seat, &View<'_>, &mut ChaCha8Rng) -> Option<Action>,
    observer: &mut O,
    mut after: impl FnMut(&mut O, &State, Seat, Action),
) -> Result<PlayedGame, GameError> {
    let mut state = State::new_observed(map, setup, observer)?;
    let mut rngs: ArrayVec<ChaCha8Rng, MAX_SEATS> =
        Map::seats(setup.players).map(|seat| bot_rng(&setup.seed, seat)).collect();
    let mut decisions = 0;
    while let Some(seat) = state.deciders().lowest() {
        let view = state.view(map, Viewer::Seat(seat));
        let Some(action) = choose(seat, &view, &mut rngs[seat.index()]) else { break };
        let applied = state.apply_observed(map, seat, action, observer);
        applied.map_err(|reason| GameError::Illegal { seat, action: write_action(map, action), reason })?;
        after(observer, &state, seat, action);
        decisions += 1;
    }
    Ok(PlayedGame { state, decisions })
}

/// The seed of one of many games.
pub fn game_seed(seed: u64, game: u32) -> [u8; 32] {
    let mut key = [0; 32];
    key[..8].copy_from_slice(&seed.to_le_bytes());
    let mut rng = ChaCha8Rng::from_seed(key);
    rng.set_stream(u64::from(game));
    rng.fill_bytes(&mut key);
    key
}

/// A bot's own random numbers: none that the game's shuffles use, and others for each seat.
fn bot_rng(seed: &[u8; 32], seat: Seat) -> ChaCha8Rng {
    let mut rng = ChaCha8Rng::from_seed(*seed);
    rng.set_stream(u64::MAX - u64::from(seat.0));
    // A generator gives away its key: the game's seed must not be it.
    let mut key = [0; 32];
    rng.fill_bytes(&mut key);
    ChaCha8Rng::from_seed(key)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_seat_has_random_numbers_of_its_own() {
        let first: Vec<u64> = (0..MAX_SEATS as u8).map(|seat| bot_rng(&[7; 32], Seat(seat)).next_u64()).collect();
        for (seat, number) in first.iter().enumerate() {
            assert!(!first[..seat].contains(number), "seat {seat}");
        }
    }
}
