//! The statistics of duels, ladders and simulations.

mod bradley_terry;
mod elo;
mod histogram;
mod interval;
mod moments;
mod sprt;
mod superiority;

pub use bradley_terry::{Meeting, ratings};
pub use elo::{elo, rate};
pub use histogram::Histogram;
pub use interval::{Interval, interval_of_rate};
pub use moments::Moments;
pub use sprt::{Hypotheses, HypothesesError, SprtReport, SprtVerdict};
pub use superiority::superiority;
