//! Accuracy says who plays better.
//!
//! More games, and deeper:
//!
//! ```text
//! CAPOLINEA_REVIEW_GAMES=12 CAPOLINEA_REVIEW_ROLLOUTS=64 cargo test --release -p capolinea-review --test it accuracy -- --nocapture
//! ```

use crate::games::{map, played, setting};
use crate::reviewed;

/// The accuracy of a bot that plays against itself, with its standard error: over all players of some games, each with the weight that its
/// own error gives it.
fn accuracy(bot: &str, games: u32, rollouts: u32) -> (f64, f64) {
    let map = map("usa");
    let (mut sum, mut weights) = (0.0, 0.0);
    for number in 0..games {
        let report = reviewed(map, &played(map, &[bot, bot], None, number), rollouts);
        for accuracy in report.players.iter().filter_map(|player| player.accuracy) {
            let weight = 1.0 / accuracy.error.powi(2);
            sum += weight * accuracy.value;
            weights += weight;
        }
    }
    (sum / weights, 1.0 / f64::sqrt(weights))
}

#[test]
fn stronger_players_are_more_accurate() {
    let games = setting("CAPOLINEA_REVIEW_GAMES", 3);
    let rollouts = setting("CAPOLINEA_REVIEW_ROLLOUTS", 16);
    let figure = |bot: &'static str| {
        let (value, error) = accuracy(bot, games, rollouts);
        println!("{bot}: {:.1} ± {:.1} %", 100.0 * value, 100.0 * error);
        value
    };
    let ladder = ["random", "greedy", "amateur", "planner"].map(figure);
    assert!(ladder.is_sorted(), "{ladder:?}");
    let [_, _, amateur, _] = ladder;
    // Both are far above Casual; which of the two is above the other takes more games to tell.
    let searcher = figure("searcher:30");
    assert!(searcher > amateur, "{searcher} {amateur}");
}
