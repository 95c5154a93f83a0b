//! What holds in every game: random games on every map, with every number of players, by players of every habit, are
//! looked at after each action.

#![allow(
    clippy::unwrap_used,
    clippy::wildcard_enum_match_arm,
    reason = "a test may fail loudly and look at what it needs"
)]

#[path = "../support/mod.rs"]
mod support;

mod by_the_book;
mod conservation;
mod endings;
mod known;
mod listed;
mod progress;
mod records;
mod redeal;
mod views;
mod ways;
