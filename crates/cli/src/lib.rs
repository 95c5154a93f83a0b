//! What the `capolinea` program does: its commands, one file each.

mod commands;
pub mod narrate;
mod output;
mod report;
mod rows;
pub mod simulation;

use clap::{Parser, Subcommand};
use commands::{duel, ladder, learn, map, replay, serve, simulate, tune};

/// Five train board games: play them in the browser, serve them to friends, measure bots at them, replay them, draw maps
#[derive(Parser)]
#[command(name = "capolinea", version, propagate_version = true)]
struct Program {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Play(serve::PlayArguments),
    Serve(serve::ServeArguments),
    Simulate(simulate::Arguments),
    Duel(duel::Arguments),
    Ladder(ladder::Arguments),
    Replay(replay::Arguments),
    Map(map::Arguments),
    Tune(tune::Arguments),
    Learn(learn::Arguments),
}

/// An error as a person at a terminal reads it.
pub fn in_words(error: &anyhow::Error) -> String {
    output::harmless(&format!("{error:#}"))
}

/// Reads the command line and does what it says.
///
/// # Errors
/// What went wrong, in words for the person at the terminal.
pub fn run() -> anyhow::Result<()> {
    match Program::parse().command {
        Command::Play(arguments) => serve::play(&arguments),
        Command::Serve(arguments) => serve::serve(&arguments),
        Command::Simulate(arguments) => simulate::run(&arguments),
        Command::Duel(arguments) => duel::run(&arguments),
        Command::Ladder(arguments) => ladder::run(&arguments),
        Command::Replay(arguments) => replay::run(&arguments),
        Command::Map(arguments) => map::run(&arguments),
        Command::Tune(arguments) => tune::run(&arguments),
        Command::Learn(arguments) => learn::run(&arguments),
    }
}
