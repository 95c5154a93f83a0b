//! Where bots are measured against each other: duels on duplicate deals, ladders of many bots, and the statistics of both.
//!
//! A *deal* is one seed, and so one order of the cards and tickets. It is played once for each seat of the bot in question,
//! so that luck of the deal falls on both sides alike. Deals are what the statistics count, never single games.

mod bradley_terry;
mod duel;
mod elo;
mod histogram;
mod interval;
mod ladder;
mod moments;
mod report;
mod sprt;
mod superiority;
#[cfg(test)]
mod tests;

pub use bradley_terry::{Meeting, ratings};
pub use duel::{Deal, Duel, DuelError, Played, Side, SideSums, WHOLE, Watcher};
pub use elo::{elo, rate};
pub use histogram::Histogram;
pub use interval::{Interval, interval_of_rate};
pub use ladder::{Against, Ladder, LadderError, LadderReport, Rung};
pub use moments::Moments;
pub use report::{BySide, DuelReport, GameResults, Milliseconds, PairResults, Scores, SeatRate, Tickets};
pub use sprt::{Hypotheses, HypothesesError, SprtReport, Verdict};
pub use superiority::superiority;
