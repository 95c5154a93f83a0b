//! `capolinea learn`: learns the value that cuts the searcher's rollouts short.

use super::ForTable;
use crate::output::print_json;
use capolinea_bots::learning::Learning;
use clap::Args;

/// Learn what positions come to, from games between planners, and print it as data for crates/bots/values.json
#[derive(Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    table: ForTable,
    /// How many games to learn from
    #[arg(long, default_value_t = 20_000, value_parser = clap::value_parser!(u32).range(100..=1_000_000))]
    games: u32,
    /// The same seed gives the same function
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let map = arguments.table.choose_map()?;
    let Arguments { table: ForTable { players, .. }, games, seed } = *arguments;
    let run = format!("capolinea learn --map {} --players {players} --games {games} --seed {seed}", map.map.id);
    print_json(&Learning { map: &map.map, players, games, seed }.run(run))
}
