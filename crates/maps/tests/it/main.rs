//! The built-in maps, and map files with and without mistakes.

#![allow(clippy::unwrap_used, reason = "a test may fail loudly")]

mod all_maps;
mod drawing;
mod facts;
mod hostile_files;
mod left_out;
mod mistakes;
mod starter;
mod support;
mod warnings;
