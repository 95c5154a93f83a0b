//! Whole games between bots: to compare a browser's with the command line's, and to measure how fast a browser plays.

use capolinea_bots::{Entrant, Player, game_seed, play_game, play_game_observed};
use capolinea_engine::Map;
use capolinea_engine::record::{GameRecord, SeatAction};
use capolinea_engine::{FirstPlayer, Setup};

fn setup(players: usize, seed: u64, game: u32) -> Setup {
    Setup { players: players as u8, first: FirstPlayer::Random, seed: game_seed(seed, game), pieces: None }
}

fn entrants(bots: &str) -> Result<Vec<Entrant>, String> {
    bots.split(',').map(|bot| bot.parse().map_err(|error| format!("{error}"))).collect()
}

/// The record of a game that `capolinea simulate` plays with these bots and this seed. Games are counted from 0.
///
/// # Errors
/// The problem with the bots.
pub fn record(map: &Map, bots: &str, seed: u64, game: u32) -> Result<String, String> {
    let entrants = entrants(bots)?;
    let mut players: Vec<Player> = entrants.iter().map(Entrant::player).collect();
    let setup = setup(players.len(), seed, game);
    let mut record = GameRecord::new(map, &setup, entrants.iter().map(Entrant::to_string).collect());
    let mut actions = Vec::new();
    let played = play_game_observed(map, &setup, &mut players, &mut (), |(), seat, action| {
        actions.push(SeatAction { seat, action });
    });
    let played = played.map_err(|error| error.to_string())?;
    record.actions = actions;
    record.note_result(map, &played.state);
    Ok(record.to_json())
}

/// Plays this many of these games; returns how many decisions were made.
///
/// # Errors
/// The problem with the bots.
pub fn play(map: &Map, bots: &str, seed: u64, games: u32) -> Result<u32, String> {
    let entrants = entrants(bots)?;
    let mut decisions = 0;
    for game in 0..games {
        let mut players: Vec<Player> = entrants.iter().map(Entrant::player).collect();
        let played = play_game(map, &setup(players.len(), seed, game), &mut players);
        decisions += played.map_err(|error| error.to_string())?.decisions;
    }
    Ok(decisions)
}
