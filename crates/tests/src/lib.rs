//! Helpers that the tests of several crates share. The tests that need several crates are in `tests/`.

#![allow(missing_docs, reason = "only tests use it")]
#![allow(clippy::unwrap_used, clippy::wildcard_enum_match_arm, reason = "a test may fail loudly")]

pub mod games;
pub mod redeal;
#[cfg(feature = "server")]
pub mod server;
