//! `capolinea tune`: tunes the planner's weights by self-play.

use super::ForTable;
use crate::Outcome;
use crate::console::Console;
use crate::interrupt::Interrupt;
use crate::output::print_json;
use capolinea_arena::{Tuning, TuningStep};
use clap::Args;

const EXAMPLES: &str = "\
Examples:
  capolinea tune --map berlin --players 3 --rounds 400

Ctrl-C prints the best weights so far, with the command that makes them again (exit code 130).
";

/// Tune the planner's weights by self-play and print them as data for crates/bots/tuned.json
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    #[command(flatten)]
    table: ForTable,
    /// How many challengers to try
    #[arg(long, default_value_t = 200, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    rounds: u32,
    /// How many deals a promising challenger plays
    #[arg(long, default_value_t = 500, value_parser = clap::value_parser!(u32).range(8..=100_000))]
    deals: u32,
    /// The same seed gives the same weights
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

pub(crate) fn run(arguments: &Arguments, console: &Console) -> anyhow::Result<Outcome> {
    let map = arguments.table.choose_map()?;
    let Arguments { table: ForTable { players, .. }, rounds, deals, seed } = *arguments;
    let tuning = Tuning { map: &map.map, players, rounds, deals, seed };
    let command = |rounds| {
        let id = map.map.id();
        format!("capolinea tune --map {id} --players {players} --rounds {rounds} --deals {deals} --seed {seed}")
    };
    let notes = *console;
    let interrupt = Interrupt::listen(move || {
        notes.note("interrupted: measuring the best weights so far (Ctrl-C again stops at once)");
    })?;
    let report_step = |step: TuningStep| {
        console.note(&format!("round {}: a new champion, {:.1} %", step.round + 1, 100.0 * step.wins));
    };
    let tuned = tuning.run(command, || interrupt.is_set(), report_step);
    let outcome = if interrupt.is_set() { Outcome::Interrupted } else { Outcome::Done };
    match tuned {
        Some(tuned) => print_json(&tuned)?,
        None => console.note("interrupted before the end of the first round: there is nothing to print"),
    }
    Ok(outcome)
}
