//! `capolinea learn`: learns the value that cuts the searcher's rollouts short, and the evidence of claims about tickets.

use super::ForTable;
use crate::output::print_json;
use capolinea_arena::Learning;
use clap::{Args, ValueEnum};

const EXAMPLES: &str = "\
Examples:
  capolinea learn --map usa --players 2 --games 50000
  capolinea learn --map usa --what tickets
";

/// Learn the searcher's data from games between planners, and print it
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    #[command(flatten)]
    table: ForTable,
    /// The kind of data to learn
    #[arg(long, value_enum, default_value_t = Subject::Value)]
    what: Subject,
    /// How many games to learn from
    #[arg(long, default_value_t = 20_000, value_parser = clap::value_parser!(u32).range(100..=1_000_000))]
    games: u32,
    /// The same seed gives the same data
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

#[derive(Clone, Copy, ValueEnum)]
enum Subject {
    /// The value of positions, for crates/bots/values.json
    Value,
    /// Which tickets a player may hold, for crates/bots/beliefs.json
    Tickets,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let map = arguments.table.choose_map()?;
    let Arguments { table: ForTable { players, .. }, what, games, seed } = *arguments;
    let name = what.to_possible_value().map_or(String::new(), |value| value.get_name().to_owned());
    let run = format!(
        "capolinea learn --what {name} --map {} --players {players} --games {games} --seed {seed}",
        map.map.id()
    );
    let learning = Learning { map: &map.map, players, games, seed };
    match what {
        Subject::Value => print_json(&learning.value(run)),
        Subject::Tickets => print_json(&learning.tickets(run)),
    }
}
