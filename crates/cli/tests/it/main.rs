//! The program as a person runs it.

#![allow(clippy::unwrap_used, reason = "a test may fail loudly")]

mod arena;
mod common;
mod console;
#[cfg(unix)]
mod engines;
mod maps;
mod playthroughs;
mod program;
mod readmes;
mod report;
mod review;
mod server;
mod simulate;
