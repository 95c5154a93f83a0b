//! `capolinea replay`: checks a record move by move and prints the game.

use super::{choose_map, map_hint, read_record};
use crate::narrate::{Narrator, describe_scores};
use crate::output::{print, print_json, read_text};
use anyhow::Context as _;
use capolinea_engine::ids::MAX_SEATS;
use capolinea_engine::record::{Branch, BranchCards, RecordError, Step, seal};
use capolinea_engine::{Event, FinalScores, GameRecord, Map, Seat, State, Viewer};
use capolinea_maps::GameMap;
use capolinea_protocol::http::ReplayStep;
use capolinea_protocol::table::PlayedOn;
use clap::Args;
use serde::Serialize;
use std::path::PathBuf;

const EXAMPLES: &str = "\
Examples:
  capolinea replay played/usa-000001.json
  capolinea replay played/usa-000001.json --notation
  capolinea replay played/usa-000001.json --json --steps                 # every step: view, hands, events
  capolinea replay played/usa-000001.json --json --steps --viewer 2      # what the player in seat 2 saw
  capolinea replay game.json --map my_maps/tuscany
";

/// Check a game record move by move and print the game turn by turn
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// The record, as JSON or text; - is standard input
    file: PathBuf,
    /// Print one JSON object: the actions and the scores line by line
    #[arg(long, conflicts_with = "notation")]
    json: bool,
    /// With --json, print every step with its events and the view after it, as the server's clients get them
    /// (docs/PROTOCOL.md)
    #[arg(long, requires = "json")]
    steps: bool,
    /// With --steps, the viewer: a seat from 1, spectator, or all (with all hands open)
    #[arg(long, value_name = "SEAT", default_value = "all", requires = "steps", value_parser = viewer)]
    viewer: ReplayViewer,
    /// Print the record as text, one line per action
    #[arg(long)]
    notation: bool,
    /// The map's folder, if it is not built in
    #[arg(long, value_name = "FOLDER")]
    map: Option<String>,
}

/// The viewer of a replay.
#[derive(Clone, Copy)]
enum ReplayViewer {
    All,
    One(Viewer),
}

fn viewer(text: &str) -> Result<ReplayViewer, String> {
    let seat = |text: &str| text.parse::<u8>().ok().filter(|seat| (1..=MAX_SEATS as u8).contains(seat));
    match text {
        "all" => Ok(ReplayViewer::All),
        "spectator" => Ok(ReplayViewer::One(Viewer::Spectator)),
        _ => match seat(text) {
            Some(seat) => Ok(ReplayViewer::One(Viewer::Seat(Seat(seat - 1)))),
            None => Err(format!("write a seat from 1 to {MAX_SEATS}, spectator or all")),
        },
    }
}

#[derive(Serialize)]
struct Summary<'a> {
    map: &'a str,
    players: &'a [String],
    actions: usize,
    finished: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    played_on: Option<PlayedOn>,
    #[serde(skip_serializing_if = "Option::is_none")]
    help: Option<&'a [u16]>,
    scores: Option<FinalScores>,
    #[serde(skip_serializing_if = "Option::is_none")]
    steps: Option<Vec<ReplayStep>>,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let text = read_text(&arguments.file)?;
    let given = arguments.map.as_deref().map(choose_map).transpose()?;
    let mut story = String::new();
    let narrated = narrate(&text, given.as_deref(), &mut story);
    let hint = narrated.as_ref().err().map_or("", |problem| map_hint(problem, given.is_some()));
    let (record, map, state) =
        narrated.with_context(|| format!("{} can't be replayed{hint}", arguments.file.display()))?;
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
            played_on: PlayedOn::of_record(&record),
            help: record.help.as_deref(),
            scores,
            steps: arguments.steps.then(|| steps(&record, map, arguments.viewer)).transpose()?,
        });
    }
    if let Some(help) = &record.help {
        let asked: Vec<String> =
            record.players.iter().zip(help).map(|(name, times)| format!("{name} {times}")).collect();
        story.push_str(&format!("\nHelp was allowed; times asked: {}\n", asked.join(", ")));
    }
    match scores {
        Some(scores) => story.push_str(&describe_scores(map, &record.players, &scores)),
        None => story.push_str("\nThe record ends here; the game is not over.\n"),
    }
    print(&story)
}

/// Where a record leaves the one that it goes on from.
fn describe_branch(record: &GameRecord, branch: &Branch) -> String {
    let name = record.players.get(branch.seat.index()).map_or("", String::as_str);
    let cards = match branch.cards {
        BranchCards::Same => "with the same cards".to_string(),
        BranchCards::Fresh { seed } => {
            format!("with a fresh deal of everything that {name} did not know; seal of its seed: {}", seal(&seed))
        }
    };
    format!("\n-- {name} plays on from here, step {} of the record {}, {cards}\n", branch.step, branch.origin)
}

/// Every step of a record that has been checked.
fn steps(record: &GameRecord, map: &Map, viewer: ReplayViewer) -> anyhow::Result<Vec<ReplayStep>> {
    if let ReplayViewer::One(Viewer::Seat(seat)) = viewer {
        let players = record.players.len();
        anyhow::ensure!(seat.index() < players, "there is no seat {}: {players} played this game", seat.index() + 1);
    }
    let (mut steps, mut turn) = (Vec::new(), 0);
    record.replay_observed(map, |step: Step<'_>| -> Result<(), RecordError> {
        turn += step.events.iter().filter(|event| matches!(event, Event::TurnBegan { .. })).count() as u32;
        steps.push(match viewer {
            ReplayViewer::All => ReplayStep::open(turn, step),
            ReplayViewer::One(viewer) => ReplayStep::seen_by(viewer, turn, step),
        });
        Ok(())
    })?;
    Ok(steps)
}

/// Reads a record, replays it and writes it as text.
fn narrate<'m>(
    text: &str,
    given: Option<&'m GameMap>,
    story: &mut String,
) -> Result<(GameRecord, &'m Map, State), RecordError> {
    let (record, map) = read_record(text, given)?;
    let mut narrator = Narrator::new(map, &record.players);
    let state = record.replay_observed(map, |step: Step<'_>| -> Result<(), RecordError> {
        story.push_str(&narrator.describe(step));
        for branch in record.branches.iter().filter(|branch| branch.step == step.number) {
            story.push_str(&describe_branch(&record, branch));
        }
        Ok(())
    })?;
    Ok((record, map, state))
}
