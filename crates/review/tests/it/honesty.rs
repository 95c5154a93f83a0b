//! The moves that a review prefers do win more often than those of Casual players that it calls costly: in other worlds, and with other bots.
//!
//! A few dozen are tried in the ordinary tests. Hundreds of them, with the bots of any kind that play on:
//!
//! ```text
//! CAPOLINEA_REVIEW_GAMES=24 CAPOLINEA_REVIEW_ROLLOUTS=64 CAPOLINEA_REVIEW_WORLDS=64 cargo test --release -p capolinea-review --test it honesty -- --nocapture
//! CAPOLINEA_REVIEW_GAMES=24 CAPOLINEA_REVIEW_ROLLOUTS=64 CAPOLINEA_REVIEW_BOT=amateur cargo test --release -p capolinea-review --test it honesty -- --nocapture
//! CAPOLINEA_REVIEW_GAMES=24 CAPOLINEA_REVIEW_ROLLOUTS=64 CAPOLINEA_REVIEW_BOT=searcher:20 CAPOLINEA_REVIEW_WORLDS=8 cargo test --release -p capolinea-review --test it honesty -- --nocapture
//! ```

use crate::games::{Mean, map, played, setting};
use crate::reviewed;
use capolinea_bots::rand_chacha::ChaCha8Rng;
use capolinea_bots::rand_core::SeedableRng as _;
use capolinea_bots::study::{Ending, VICTORY};
use capolinea_bots::worlds::Worlds;
use capolinea_bots::{Entrant, Level, Player};
use capolinea_engine::{Action, GameRecord, Map, Seat, State, Viewer};
use capolinea_review::{Judgement, ReviewReport, Verdict};

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

/// The bots that play on, and in how many worlds.
struct Arena {
    map: &'static Map,
    bot: Entrant,
    worlds: u64,
}

impl Arena {
    /// How much more often the preferred move wins, in worlds that the review has not seen.
    fn gain(&self, record: &GameRecord, index: usize, judgement: &Judgement) -> f64 {
        let state = record.state_after(self.map, index).expect("it was replayed");
        let seat = record.actions[index].seat;
        let dealt = Worlds::believed(state.view(self.map, Viewer::Seat(seat))).expect("it is a player's view");
        let gain = |world: u64| {
            let mut rng = ChaCha8Rng::from_seed([99; 32]);
            rng.set_stream(world);
            let world = dealt.sample(&mut rng).expect("a view of a state can be completed");
            let after = |action| victory(self.map, world, seat, action, &self.bot);
            after(judgement.alternatives[0].action) - after(judgement.played.action)
        };
        (0..self.worlds).map(gain).sum::<f64>() / self.worlds as f64
    }
}

/// The decisions that a report calls costly.
fn costly(report: &ReviewReport) -> impl Iterator<Item = (usize, &Judgement)> {
    let judgements = report.decisions.iter().map(|decision| decision.judgement.as_ref());
    let costly = |judgement: &&Judgement| judgement.verdict == Verdict::Costly;
    judgements.enumerate().filter_map(move |(index, judgement)| Some((index, judgement.filter(costly)?)))
}

#[test]
fn the_moves_that_a_review_prefers_win_more_often_than_those_it_criticises() {
    let map = map("usa");
    let games: u32 = setting("CAPOLINEA_REVIEW_GAMES", 3);
    let rollouts: u32 = setting("CAPOLINEA_REVIEW_ROLLOUTS", 24);
    let bot = setting("CAPOLINEA_REVIEW_BOT", "planner".parse().expect("there is such a bot"));
    let arena = Arena { map, bot, worlds: setting("CAPOLINEA_REVIEW_WORLDS", 32) };
    let casual = Level::find("casual").expect("there is such a level").entrant().to_string();
    let (mut gains, mut claims, mut listed) = (Mean::default(), Mean::default(), Mean::default());
    let mut better = 0;
    for number in 0..games {
        let record = played(map, &[&casual, &casual], None, number);
        let report = reviewed(map, &record, rollouts);
        for (index, judgement) in costly(&report) {
            let gain = arena.gain(&record, index, judgement);
            better += u32::from(gain > 0.0);
            gains.add(gain);
            claims.add(judgement.loss.value);
            if report.moments.contains(&(index as u32)) {
                listed.add(gain);
            }
        }
    }
    println!("{} costly decisions in {games} games: the preferred move wins {gains} more often;", gains.count());
    println!("the review says {claims}; it was better in {better}");
    println!("{} of them are listed as moments: {listed}", listed.count());
    assert!(gains.count() >= 8, "only {}", gains.count());
    assert!(gains.interval().0 > 0.0, "{gains}");
}
