//! `capolinea review`: where a finished game was won and lost.

mod text;

use super::{choose_map, map_hint, read_record};
use crate::Outcome;
use crate::console::Console;
use crate::interrupt::Interrupt;
use crate::output::{print, print_json, read_text};
use anyhow::Context as _;
use capolinea_review::{Options, Review, ReviewError, ReviewStage};
use clap::Args;
use std::path::PathBuf;

const EXAMPLES: &str = "\
Examples:
  capolinea review played/usa-000001.json
  capolinea review played/usa-000001.json --rollouts 1024      # deeper: four times as long
  capolinea review played/usa-000001.json --json > review.json # every decision, with its alternatives
  capolinea review game.json --map my_maps/tuscany

docs/REVIEW.md explains every figure. Ctrl-C prints the figures so far.
";

/// Show where a finished game was won and lost: chances, luck, and the costliest moves
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// The record of a finished game, as JSON or text; - is standard input
    file: PathBuf,
    /// Print one JSON object: every position, and every decision with its alternatives
    #[arg(long)]
    json: bool,
    /// How many games are played out for each move that is tried to the end; more take longer and give smaller errors
    #[arg(long, value_name = "N", default_value_t = Options::default().rollouts,
          value_parser = clap::value_parser!(u32).range(i64::from(Options::LEAST)..=i64::from(Options::MOST)))]
    rollouts: u32,
    /// The map's folder, if it is not built in
    #[arg(long, value_name = "FOLDER")]
    map: Option<String>,
}

pub(crate) fn run(arguments: &Arguments, console: &Console) -> anyhow::Result<Outcome> {
    let content = read_text(&arguments.file)?;
    let given = arguments.map.as_deref().map(choose_map).transpose()?;
    let options = Options { rollouts: arguments.rollouts };
    let begun = read_record(&content, given.as_deref())
        .map_err(ReviewError::from)
        .and_then(|(record, map)| Ok((Review::new(map, &record, options)?, record, map)));
    let hint = match &begun {
        Err(ReviewError::Record(problem)) => map_hint(problem, given.is_some()),
        Err(ReviewError::Unfinished { .. }) | Ok(_) => "",
    };
    let (mut review, record, map) =
        begun.with_context(|| format!("{} can't be reviewed{hint}", arguments.file.display()))?;
    let is_complete = make(&mut review, console)?;
    let report = review.report();
    if arguments.json {
        print_json(&report)?;
    } else {
        print(&text::describe(map, &record.players, &report)?)?;
    }
    Ok(if is_complete { Outcome::Done } else { Outcome::Interrupted })
}

/// Does the work until it is done or interrupted; returns whether it is done.
fn make(review: &mut Review, console: &Console) -> anyhow::Result<bool> {
    let bar = console.progress_bar(review.progress().total.into(), "steps");
    let to_clear = bar.clone();
    let interrupt = Interrupt::listen(move || to_clear.finish_and_clear())?;
    let mut was_coarse = true;
    while !review.is_done() && !interrupt.is_set() {
        review.step();
        let progress = review.progress();
        bar.set_position(progress.done.into());
        let is_coarse = progress.stage == ReviewStage::Coarse;
        if was_coarse && !is_coarse && !review.is_done() {
            bar.suspend(|| console.note("the first pass is done; Ctrl-C prints the figures so far"));
        }
        was_coarse = is_coarse;
    }
    bar.finish_and_clear();
    Ok(review.is_done())
}
