//! `capolinea bot`: a bot of this program as an engine, on standard input and output.

use super::bots_help;
use anyhow::Context as _;
use capolinea_bots::{Budget, Entrant};
use capolinea_maps::GameMap;
use clap::Args;
use std::io::ErrorKind;
use std::path::PathBuf;
use std::str::FromStr;

const EXAMPLES: &str = "\
Examples:
  capolinea bot planner
  capolinea bot searcher:50ms                     # always 50 ms, whatever the arena says
  capolinea bot planner --map my_maps/tuscany     # also knows a map of your own

It reads one message per line from standard input and answers on standard output; docs/BOT_ENGINE.md describes the messages. `duel`, `ladder`
and `simulate` start it as `exec:capolinea bot planner`.
";

/// Run a bot as an engine: a process that reads questions from standard input and answers on standard output
#[derive(Args)]
#[command(after_help = bots_help(EXAMPLES))]
pub(crate) struct Arguments {
    /// The bot; without a budget it uses the one that the arena gives it
    #[arg(value_name = "BOT")]
    bot: BotArgument,
    /// The folder of a map of your own that the bot should know; can be given several times
    #[arg(long, value_name = "FOLDER")]
    map: Vec<PathBuf>,
}

/// A bot, and whether a budget was named with it.
#[derive(Clone)]
struct BotArgument {
    entrant: Entrant,
    budget: Option<Budget>,
}

impl FromStr for BotArgument {
    type Err = capolinea_bots::EntrantError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let entrant: Entrant = text.parse()?;
        let budget = text.contains(':').then_some(entrant.budget);
        Ok(BotArgument { entrant, budget })
    }
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let read = |folder: &PathBuf| {
        capolinea_maps::read_folder(folder).with_context(|| format!("the map in {} can't be used", folder.display()))
    };
    let own: Vec<GameMap> = arguments.map.iter().map(read).collect::<anyhow::Result<_>>()?;
    let find = |id: &str| {
        let own = own.iter().find(|map| map.map.id() == id).map(|map| &map.map);
        own.or_else(|| capolinea_maps::find(id).map(|built_in| &built_in.map))
    };
    let BotArgument { entrant, budget } = &arguments.bot;
    let served = capolinea_bot_engine::serve(entrant, *budget, find, std::io::stdin().lock(), std::io::stdout().lock());
    match served {
        // The arena has gone: nobody is left to answer.
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
        served => served.context("the connection to the arena is lost"),
    }
}
