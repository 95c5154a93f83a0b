//! `capolinea replay`: checks a record move by move and tells the game.

use super::choose_map;
use crate::narrate::{Narrator, tell_scores};
use crate::output::{print, print_json, read_text};
use anyhow::Context as _;
use capolinea_engine::record::{GameRecord, RecordError, Step};
use capolinea_engine::scoring::FinalScores;
use clap::Args;
use serde::Serialize;
use std::path::PathBuf;

/// Check a game record move by move and tell the game turn by turn
#[derive(Args)]
pub(crate) struct Arguments {
    /// The record: JSON or text
    file: PathBuf,
    /// Print one JSON object: what was played and the scores line by line
    #[arg(long, conflicts_with = "notation")]
    json: bool,
    /// Print the record as text, one line an action
    #[arg(long)]
    notation: bool,
    /// The map's folder, if it is not built in
    #[arg(long, value_name = "FOLDER")]
    map: Option<String>,
}

#[derive(Serialize)]
struct Summary<'a> {
    map: &'a str,
    players: &'a [String],
    actions: usize,
    finished: bool,
    seed_matches_seal: bool,
    scores: Option<FinalScores>,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let text = read_text(&arguments.file)?;
    tell(arguments, &text).with_context(|| format!("{} does not replay", arguments.file.display()))
}

fn tell(arguments: &Arguments, text: &str) -> anyhow::Result<()> {
    let given = arguments.map.as_deref().map(choose_map).transpose()?;
    let find = |id: &str| given.as_deref().or_else(|| capolinea_maps::find(id));
    let record = if text.trim_start().starts_with('{') {
        GameRecord::from_json(text)?
    } else {
        GameRecord::from_text(text, |id| find(id).map(|found| &found.map))?
    };
    let map = &find(&record.map).ok_or_else(|| RecordError::UnknownMap { id: record.map.clone() })?.map;
    let mut narrator = Narrator::new(map, &record.players);
    let mut story = String::new();
    let state = record.replay_observed(map, |step: Step<'_>| -> Result<(), RecordError> {
        story.push_str(&narrator.tell(step));
        Ok(())
    })?;
    if arguments.notation {
        return print(&record.to_text(map));
    }
    let scores = state.final_scores(map);
    if arguments.json {
        return print_json(&Summary {
            map: &record.map,
            players: &record.players,
            actions: record.actions.len(),
            finished: state.is_over(),
            seed_matches_seal: true,
            scores,
        });
    }
    match scores {
        Some(scores) => story.push_str(&tell_scores(map, &record.players, &scores)),
        None => story.push_str("\nThe record ends here; the game goes on.\n"),
    }
    print(&story)
}
