//! The rules and what holds in every game, on the built-in maps.

#![allow(
    clippy::unwrap_used,
    clippy::wildcard_enum_match_arm,
    reason = "a test may fail loudly and look at what it needs"
)]

mod checker;
mod hostile_records;
mod longest_path;
mod properties;
mod rules;
