//! The program as a server: killed in the midst of games, stopped kindly, started where it can't start.

#![allow(clippy::unwrap_used, reason = "a test's helpers may fail loudly")]

#[path = "../../../server/tests/support/mod.rs"]
mod support;

#[cfg(target_os = "linux")]
mod failing_sync;
mod full_disk;
mod killed;
mod program;
mod python_bot;
mod starting;
