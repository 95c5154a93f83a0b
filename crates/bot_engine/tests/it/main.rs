//! Both sides of the protocol: engines that misbehave, and an arena that does.

#![allow(clippy::unwrap_used, reason = "a test may fail loudly")]

#[cfg(unix)]
mod engines;
mod serving;

use capolinea_engine::Map;

fn map(id: &str) -> &'static Map {
    &capolinea_maps::find(id).expect("it is built in").map
}
