//! `capolinea learn`: learns the value that cuts the searcher's rollouts short.

use super::choose_map_for;
use crate::output::print_json;
use capolinea_bots::learning::Learning;
use clap::Args;

/// Learn what positions come to, from games between planners, and print it as data for crates/bots/values.json
#[derive(Args)]
pub(crate) struct Arguments {
    /// The map's id, or its folder
    #[arg(long, default_value = "usa")]
    map: String,
    /// How many play
    #[arg(long, default_value_t = 2, value_parser = clap::value_parser!(u8).range(2..=5))]
    players: u8,
    /// How many games to learn from
    #[arg(long, default_value_t = 20_000, value_parser = clap::value_parser!(u32).range(100..=1_000_000))]
    games: u32,
    /// The same seed gives the same function
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let map = choose_map_for(&arguments.map, arguments.players)?;
    let Arguments { players, games, seed, .. } = *arguments;
    let run = format!("capolinea learn --map {} --players {players} --games {games} --seed {seed}", map.map.id);
    print_json(&Learning { map: &map.map, players, games, seed }.run(run))
}
