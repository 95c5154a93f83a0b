//! The program as a server: killed in the midst of games, stopped kindly, started where it can't start.

#[path = "../../../server/tests/support/mod.rs"]
mod support;

mod full_disk;
mod killed;
mod program;
mod python_bot;
mod starting;
