//! Reviews of finished games: the chance to win over the game, luck apart from choices, and the few costliest moves.
//!
//! A [`Review`] works in small steps and has a report at any time: soon a coarse one, which further steps refine. Each
//! decision is judged by what its player knew at that moment. The same record and depth give the same report on every machine. The crate
//! uses no clock, files or threads, and builds for WebAssembly.
//!
//! ```
//! use capolinea_bots::Entrant;
//! use capolinea_engine::{FirstPlayer, GameRecord, Setup};
//! use capolinea_review::{Options, Review};
//!
//! let map = &capolinea_maps::find("usa").expect("it is built in").map;
//! let setup = Setup { players: 2, first: FirstPlayer::Random, seed: [7; 32], pieces: Some(12) };
//! let mut record = GameRecord::new(map, &setup, vec!["Anna".into(), "Bruno".into()]);
//! # use capolinea_engine::record::SeatAction;
//! # let casual: Entrant = "amateur".parse()?;
//! # let mut players = [casual.player(), casual.player()];
//! # let actions = &mut record.actions;
//! # let note = |_: &mut (), seat, action| actions.push(SeatAction { seat, action });
//! # let game = capolinea_bots::play_game_observed(map, &setup, &mut players, &mut (), note)?;
//! // ... the actions of a finished game ...
//! let mut review = Review::new(map, &record, Options { rollouts: 16 })?;
//! while !review.is_done() {
//!     review.step();
//! }
//! let report = review.report();
//! for &index in &report.moments {
//!     let decision = &report.decisions[index as usize];
//!     println!("turn {}: seat {} played {}", decision.turn, decision.seat.0 + 1, decision.notation);
//! }
//! assert_eq!(report.positions.len(), record.actions.len() + 1);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! `docs/REVIEW.md` in the repository explains every figure.

mod curve;
mod decks;
mod game;
#[cfg(test)]
#[path = "../tests/it/games.rs"]
mod games;
mod judging;
mod moments;
mod players;
mod report;
mod schedule;
mod statistics;

pub use report::*;

use capolinea_engine::record::RecordError;
use capolinea_engine::{GameRecord, Map};
use curve::Curve;
use game::ReplayedGame;
use judging::Judging;
use schedule::{Schedule, Unit};
use sha2::{Digest as _, Sha256};

/// How deep a review goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// The games played out for each move that stays on trial, and half of those played out for each position. At least
    /// [`Options::LEAST`] are.
    pub rollouts: u32,
}

impl Options {
    /// The depth of the first look.
    pub const LEAST: u32 = 16;
    /// The most that can be asked for.
    pub const MOST: u32 = 65_536;
}

impl Default for Options {
    /// A useful depth: a game of two on `usa` takes about ten seconds.
    fn default() -> Self {
        Options { rollouts: 256 }
    }
}

/// Why a game can't be reviewed.
#[derive(Debug, thiserror::Error)]
pub enum ReviewError {
    /// The record does not replay.
    #[error(transparent)]
    Record(#[from] RecordError),
    /// The game is not over.
    #[error("the record ends after action {actions}, before the game does: only finished games can be reviewed")]
    Unfinished {
        /// How many actions there are.
        actions: usize,
    },
}

/// The review of one game, in progress.
pub struct Review {
    fingerprint: String,
    game: ReplayedGame,
    curve: Curve,
    judging: Judging,
    schedule: Schedule,
}

impl Review {
    /// Replays the record. Nothing is judged yet.
    ///
    /// # Errors
    /// The record does not replay on this map, or its game is not over.
    pub fn new(map: &Map, record: &GameRecord, options: Options) -> Result<Review, ReviewError> {
        let game = ReplayedGame::new(map, record)?;
        let rollouts = options.rollouts.clamp(Options::LEAST, Options::MOST);
        let fingerprint = fingerprint(record);
        Ok(Review {
            curve: Curve::new(&game, decks::key(&fingerprint)),
            fingerprint,
            judging: Judging::new(&game),
            schedule: Schedule::new(game.moves.len(), rollouts),
            game,
        })
    }

    /// Does one unit of work: it takes milliseconds. Does nothing once all is done.
    pub fn step(&mut self) {
        match self.schedule.next() {
            Some(Unit::Position { index, worlds }) => self.curve.extend(&self.game, index, worlds),
            Some(Unit::Decision { index, worlds }) => self.judging.extend(&self.game, index, worlds),
            Some(Unit::Confirmation { index, worlds }) => self.judging.confirm(&self.game, index, worlds),
            None => {}
        }
    }

    /// Whether nothing is left to do.
    pub fn is_done(&self) -> bool {
        self.progress().stage == ReviewStage::Done
    }

    /// How far it is.
    pub fn progress(&self) -> ReviewProgress {
        self.schedule.progress()
    }

    /// Everything that is known so far.
    pub fn report(&self) -> ReviewReport {
        let decisions = self.decisions();
        let moments = moments::costliest(self.game.players, &decisions);
        ReviewReport {
            version: REPORT_VERSION,
            game: self.fingerprint.clone(),
            rollouts: self.schedule.rollouts(),
            progress: self.progress(),
            positions: self.positions(),
            players: players::summaries(&self.game, &self.curve, &self.judging, &decisions),
            decisions,
            moments,
        }
    }

    fn positions(&self) -> Vec<ReviewedPosition> {
        let position = |(index, position): (usize, &game::PositionFacts)| ReviewedPosition {
            turn: position.turn,
            chances: self.curve.chances(index),
            scores: position.scores.clone(),
            totals: position.totals.clone(),
        };
        self.game.facts.iter().enumerate().map(position).collect()
    }

    fn decisions(&self) -> Vec<ReviewedDecision> {
        let decision = |(index, done): (usize, &game::PlayedMove)| ReviewedDecision {
            seat: done.seat,
            turn: done.turn,
            action: done.action,
            notation: self.game.notation(done.action),
            judgement: self.judging.judgement(&self.game, index),
            choice: self.curve.choice(index),
            luck: self.curve.luck(index),
            chance_event: done.chance_event,
        };
        self.game.moves.iter().enumerate().map(decision).collect()
    }
}

/// What identifies a game: the same for records with the same map, setup and actions, whatever the players are called.
pub fn fingerprint(record: &GameRecord) -> String {
    let nameless = GameRecord { players: vec![String::new(); record.players.len()], result: None, ..record.clone() };
    hex::encode(Sha256::digest(nameless.to_json().as_bytes()))
}
