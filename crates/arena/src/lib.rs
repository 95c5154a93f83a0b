//! Many games between bots: how they play, which of two is stronger, and what can be learned from their games.
//!
//! # A simulation
//!
//! A [`Simulation`] plays the same bots in the same seats, game after game, on all cores. The same seed gives the same games
//! with any number of threads.
//!
//! ```
//! use capolinea_arena::Simulation;
//!
//! let map = &capolinea_maps::find("usa").expect("it is built in").map;
//! let bots = vec!["greedy".parse()?, "random".parse()?];
//! let mut simulation = Simulation::new(map, bots)?;
//! simulation.games = 20;
//! // One thread per core; no notes besides the report; no follower.
//! let (report, ()) = simulation.run(None, || (), &())?;
//! assert_eq!(report.games, 20);
//! assert!(report.seats[0].score_mean > report.seats[1].score_mean);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A [`Follower`] gets each game as it ends, and can keep its record or its [`rows`]; a [`Gather`] can count something at every event.
//! [`InOrder`] puts the results of several threads back into the order of the games.
//!
//! # A duel
//!
//! Which of two bots is stronger? A [`Duel`] plays *deals*. A deal is one seed, and so one order of the cards and tickets. It is
//! played once with A in each seat, so that both sides have the same luck of the deal. The statistics count deals, never
//! single games. A bot of your own takes part as an [`Entrant`](capolinea_bots::Entrant):
//!
//! ```
//! use capolinea_arena::Duel;
//! use capolinea_bots::rand_chacha::ChaCha8Rng;
//! use capolinea_bots::{Bot, Budget, Entrant};
//! use capolinea_engine::{Action, View};
//!
//! /// Claims a route whenever it can, and takes the first legal action otherwise.
//! struct Builder;
//!
//! impl Bot for Builder {
//!     fn choose(&mut self, view: &View<'_>, _budget: Budget, _rng: &mut ChaCha8Rng) -> Action {
//!         let legal = view.legal_actions();
//!         let claim = legal.iter().find(|action| matches!(action, Action::ClaimRoute { .. }));
//!         claim.or_else(|| legal.get(0)).expect("there is at least one")
//!     }
//! }
//!
//! let map = &capolinea_maps::find("berlin").expect("it is built in").map;
//! let builder = Entrant::new("builder", || Builder);
//! let mut duel = Duel::new(map, 2, builder.into(), "random".parse()?)?;
//! duel.deals = 20;
//! let report = duel.report(&duel.run(None, &())?);
//! assert_eq!((report.deals, report.games), (20, 40));
//! println!("won {:.1} % ({:?})", 100.0 * report.win_rate_a, report.ci95);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A [`Contestant`] can also be an engine that runs as a process of its own: `"exec:python3 bot.py".parse()`. Its crashes,
//! late answers and illegal actions are lost games, listed with their reasons in the report.
//!
//! With [`measures_luck`](Duel::measures_luck) a duel also measures how lucky A was in its draws, and reports its results without
//! that luck beside the plain ones.
//!
//! With [`Hypotheses`] a duel stops as soon as the answer is clear. A [`Watcher`] sees each deal as it ends, and can stop the duel.
//! A [`Ladder`] plays a duel for every pair of bots and gives each bot one rating.
//!
//! # Tuning and learning
//!
//! [`Tuning`] improves the planner's weights by self-play. [`Learning`] fits the two functions that the searcher uses. Both
//! return the entries that `crates/bots` keeps as data.
//!
//! The statistics behind all of these can be used alone: [`Moments`], [`interval_of_rate`], [`elo`], [`superiority`],
//! [`ratings`], [`Histogram`].

mod contestant;
mod duel;
mod duel_game;
mod duel_report;
mod error;
mod in_order;
mod ladder;
mod learning;
mod luck;
pub mod rows;
mod simulation;
mod stats;
#[cfg(test)]
mod tests;
mod threads;
mod tuning;

pub use capolinea_bot_engine::{Engine, Forfeit};
pub use contestant::{Contestant, ContestantError};
pub use duel::{Deal, Duel, LostGame, Played, Side, SideSums, WHOLE, Watcher, share_of_victory};
pub use duel_report::{
    BySide, DuelReport, ForfeitReport, GameResults, LuckReport, Milliseconds, PairResults, Scores, SeatRate, Tickets,
};
pub use error::{ArenaError, BoxError};
pub use in_order::InOrder;
pub use ladder::{Against, Ladder, LadderReport, Lead, Rung};
pub use learning::Learning;
pub use luck::{Adjusted, LUCK_FEATURES, Luck, adjust};
pub use simulation::{Finished, Follower, GameOutcome, Gather, SeatReport, Simulation, SimulationReport};
pub use stats::{
    Histogram, Hypotheses, HypothesesError, Interval, Meeting, Moments, SprtReport, SprtVerdict, elo, interval_of_rate,
    rate, ratings, superiority,
};
pub use tuning::{Tuning, TuningStep};
