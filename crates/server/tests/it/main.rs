//! A real server, and clients that talk to it over the network.

#![allow(clippy::unwrap_used, reason = "a test may fail loudly")]

mod access_control;
mod bad_input;
mod challenges;
mod chat;
mod creating;
mod documented;
mod failing_store;
mod fairness;
mod fuzz;
mod hints;
mod leaks;
mod limits;
mod migrate;
mod nodes;
mod older_rules;
mod play_on;
mod playing;
mod postgres;
mod preview;
mod shuffle;
mod sleeping;
mod store;
mod test_seed;
mod together;
mod undoing;
mod versions;
mod waking;
mod web_folder;
