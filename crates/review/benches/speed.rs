//! How long a review takes: `cargo bench -p capolinea-review`. Nothing is asserted.

use capolinea_bots::{Entrant, Player, game_seed, play_game_observed};
use capolinea_engine::record::SeatAction;
use capolinea_engine::{FirstPlayer, GameRecord, Setup};
use capolinea_review::{Options, Review, ReviewStage};
use std::time::Instant;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    for (id, bots) in
        [("usa", "amateur,amateur"), ("europe", "amateur,amateur"), ("usa", "amateur,planner,amateur,planner")]
    {
        let map = &capolinea_maps::find(id).ok_or("it is built in")?.map;
        let entrants: Vec<Entrant> = bots.split(',').map(str::parse).collect::<Result<_, _>>()?;
        let mut players: Vec<Player> = entrants.iter().map(Entrant::player).collect();
        let setup =
            Setup { players: players.len() as u8, first: FirstPlayer::Random, seed: game_seed(22, 0), pieces: None };
        let mut record = GameRecord::new(map, &setup, entrants.iter().map(Entrant::to_string).collect());
        let actions = &mut record.actions;
        let note = |(): &mut (), seat, action| actions.push(SeatAction { seat, action });
        play_game_observed(map, &setup, &mut players, &mut (), note)?;
        let begun = Instant::now();
        let mut review = Review::new(map, &record, Options::default())?;
        let (mut coarse, mut longest) = (None, 0.0f64);
        while !review.is_done() {
            let step = Instant::now();
            review.step();
            longest = longest.max(step.elapsed().as_secs_f64());
            if review.progress().stage != ReviewStage::Coarse {
                coarse.get_or_insert_with(|| begun.elapsed().as_secs_f64());
            }
        }
        let (all, report) = (begun.elapsed().as_secs_f64(), Instant::now());
        let moments = review.report().moments.len();
        println!(
            "{id}, {} players, {} decisions, depth {}: coarse {:.2} s, all {all:.2} s; longest step {:.0} ms, report {:.1} ms; {moments} moments",
            players.len(),
            record.actions.len(),
            Options::default().rollouts,
            coarse.unwrap_or(all),
            1000.0 * longest,
            1000.0 * report.elapsed().as_secs_f64()
        );
    }
    Ok(())
}
