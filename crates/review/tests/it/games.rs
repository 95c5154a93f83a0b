//! Games to review.

use capolinea_bots::{Entrant, Player, game_seed, play_game_observed};
use capolinea_engine::record::SeatAction;
use capolinea_engine::{FirstPlayer, GameRecord, Map, Setup};
use capolinea_review::{Options, Review, ReviewReport};

pub(crate) fn map(id: &str) -> &'static Map {
    &capolinea_maps::find(id).expect("it is built in").map
}

/// A game between these bots, with fewer pieces if they are given.
pub(crate) fn played(map: &Map, bots: &[&str], pieces: Option<u8>, number: u32) -> GameRecord {
    let entrants: Vec<Entrant> = bots.iter().map(|bot| bot.parse().expect("there is such a bot")).collect();
    let mut players: Vec<Player> = entrants.iter().map(Entrant::player).collect();
    let seed = game_seed(22, number);
    let setup = Setup { players: bots.len() as u8, first: FirstPlayer::Random, seed, pieces };
    let mut record = GameRecord::new(map, &setup, bots.iter().map(|&bot| bot.into()).collect());
    let mut actions = Vec::new();
    let note = |(): &mut (), seat, action| actions.push(SeatAction { seat, action });
    let game = play_game_observed(map, &setup, &mut players, &mut (), note).expect("bots keep to the rules");
    record.actions = actions;
    record.note_result(map, &game.state);
    record
}

/// The whole review of a game.
pub(crate) fn reviewed(map: &Map, record: &GameRecord, rollouts: u32) -> ReviewReport {
    let mut review = Review::new(map, record, Options { rollouts }).expect("the game is over");
    while !review.is_done() {
        review.step();
    }
    review.report()
}
