//! The moves that a review prefers do win more often: in other worlds, with other bots.
//!
//! A few moments are tried in the ordinary tests. Hundreds of them, and with a searcher in all seats:
//!
//! ```text
//! CAPOLINEA_REVIEW_GAMES=60 CAPOLINEA_REVIEW_BOT=searcher:20 CAPOLINEA_REVIEW_WORLDS=8 cargo test --release -p capolinea-review --test it honesty -- --nocapture
//! ```

use crate::games::{map, played, reviewed};
use capolinea_bots::rand_chacha::ChaCha8Rng;
use capolinea_bots::rand_core::SeedableRng as _;
use capolinea_bots::study::{Ending, VICTORY};
use capolinea_bots::worlds::Worlds;
use capolinea_bots::{Entrant, Player};
use capolinea_engine::{Action, Map, Seat, State, Viewer};

fn setting<T: std::str::FromStr>(name: &str, usual: T) -> T {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(usual)
}

/// A player's share of the victory if bots play on after this move.
fn victory(map: &Map, mut state: State, seat: Seat, action: Action, bot: &Entrant) -> f64 {
    state.apply(map, seat, action).expect("the move is legal in every world behind the view");
    let mut players: Vec<Player> = Map::seats(state.public().players).map(|_| bot.player()).collect();
    let mut rng = ChaCha8Rng::from_seed([5; 32]);
    while let Some(decider) = state.deciders().lowest() {
        let action = players[decider.index()].choose(&state.view(map, Viewer::Seat(decider)), &mut rng);
        state.apply(map, decider, action).expect("bots keep to the rules");
    }
    f64::from(Ending::new(map, &state).victory(seat)) / f64::from(VICTORY)
}

#[test]
fn the_moves_that_a_review_prefers_win_more_often_than_those_it_criticises() {
    let map = map("usa");
    let games: u32 = setting("CAPOLINEA_REVIEW_GAMES", 4);
    let worlds: u64 = setting("CAPOLINEA_REVIEW_WORLDS", 64);
    let rollouts: u32 = setting("CAPOLINEA_REVIEW_ROLLOUTS", 32);
    let bot: Entrant = setting("CAPOLINEA_REVIEW_BOT", "planner".parse().expect("there is such a bot"));
    let mut gains = Vec::new();
    let mut claimed = 0.0;
    for number in 0..games {
        let record = played(map, &["amateur", "amateur"], None, number);
        let report = reviewed(map, &record, rollouts);
        for index in report.moments.iter().map(|&index| index as usize) {
            let decision = &report.decisions[index];
            let judgement = decision.judgement.as_ref().expect("a moment was judged");
            let state = record.state_after(map, index).expect("it was replayed");
            let dealt = Worlds::believed(state.view(map, Viewer::Seat(decision.seat))).expect("it is a player's view");
            let gain = |world: u64| {
                let mut rng = ChaCha8Rng::from_seed([99; 32]);
                rng.set_stream(world);
                let world = dealt.sample(&mut rng).expect("a view of a state can be completed");
                let after = |action| victory(map, world, decision.seat, action, &bot);
                after(judgement.alternatives[0].action) - after(judgement.played.action)
            };
            gains.push((0..worlds).map(gain).sum::<f64>() / worlds as f64);
            claimed += judgement.loss.value;
        }
    }
    let count = gains.len() as f64;
    let mean = gains.iter().sum::<f64>() / count;
    let variance = gains.iter().map(|gain| (gain - mean).powi(2)).sum::<f64>() / (count - 1.0);
    let error = (variance / count).sqrt();
    let better = gains.iter().filter(|&&gain| gain > 0.0).count();
    println!(
        "{count} moments in {games} games: the preferred move wins {:+.1} % (95 %: {:+.1} to {:+.1}) more often; the review says {:+.1} %; better in {better}",
        100.0 * mean,
        100.0 * (mean - 1.96 * error),
        100.0 * (mean + 1.96 * error),
        100.0 * claimed / count
    );
    assert!(count >= 8.0, "only {count} moments");
    assert!(mean - 1.96 * error > 0.0, "{mean} ± {error}");
}
