//! Reviews of whole games between bots.

mod accuracy;
mod games;
mod honesty;
mod reports;

use capolinea_engine::{GameRecord, Map};
use capolinea_review::{Options, Review, ReviewReport};

/// The whole review of a game.
fn reviewed(map: &Map, record: &GameRecord, rollouts: u32) -> ReviewReport {
    let mut review = Review::new(map, record, Options { rollouts }).expect("the game is over");
    while !review.is_done() {
        review.step();
    }
    review.report()
}
