//! Records from strangers: damaged, cut, invented or tampered with, they are refused with the right words and never make
//! the program panic.

#![allow(
    clippy::unwrap_used,
    clippy::wildcard_enum_match_arm,
    reason = "a test may fail loudly and look at what it needs"
)]

#[path = "../support/mod.rs"]
mod support;

mod damage;
mod messages;

use capolinea_engine::Map;

fn map(id: &str) -> Option<&'static Map> {
    capolinea_maps::find(id).map(|game_map| &game_map.map)
}
