//! Several sets of games with one command: several numbers of players, or two maps to compare.

use super::{Arguments, play, report_command, table};
use crate::Outcome;
use crate::commands::{Chosen, choose_map};
use crate::console::Console;
use crate::output::{print, print_json};
use crate::report::{Notes, Run, Subject, page};
use capolinea_arena::{Contestant, Simulation, SimulationReport};
use serde::Serialize;

/// The output of `--json`.
#[derive(Serialize)]
struct Summaries {
    runs: Vec<Summary>,
}

/// The results of one set of games.
#[derive(Serialize)]
struct Summary {
    /// The map as the command names it: two versions of a map have the same id.
    version: String,
    players: usize,
    #[serde(flatten)]
    report: SimulationReport,
}

/// One set of games to play.
struct Task<'a> {
    version: usize,
    map: &'a Chosen,
    simulation: Simulation<'a>,
}

/// A copy with another id has the same rules, but planners and searchers play it without what they learned for the original.
fn note_tuning(console: &Console, one: &str, other: &str) {
    let (tuned, own) = match [one, other].map(|id| capolinea_maps::find(id).is_some()) {
        [true, false] => (one, other),
        [false, true] => (other, one),
        [true, true] | [false, false] => return,
    };
    console.note(&format!(
        "planner and searcher are tuned for `{tuned}`, not for `{own}`: some of the difference is theirs. \
         Two versions of a map are compared under one id, each in its own folder"
    ));
}

pub(super) fn run(arguments: &Arguments, console: &Console, line_ups: &[Vec<Contestant>]) -> anyhow::Result<Outcome> {
    anyhow::ensure!(
        arguments.records.is_none() && arguments.csv.is_none(),
        "--records and --csv are for one set of games: leave out --compare, and give --players one number"
    );
    let mut versions = vec![arguments.map.clone()];
    versions.extend(arguments.compare.clone());
    let maps = versions.iter().map(|name| choose_map(name)).collect::<anyhow::Result<Vec<Chosen>>>()?;
    let mut tasks = Vec::new();
    for bots in line_ups {
        for (version, map) in maps.iter().enumerate() {
            let mut simulation = Simulation::new(&map.map, bots.clone())?;
            (simulation.games, simulation.seed) = (arguments.games, arguments.seed);
            tasks.push(Task { version, map, simulation });
        }
    }
    if let [one, other] = &maps[..] {
        note_tuning(console, one.map.id(), other.map.id());
    }
    let target = arguments.report_file()?;
    let mut summaries = Vec::new();
    let mut runs = Vec::new();
    let mut is_interrupted = false;
    for Task { version, map, simulation } in &tasks {
        let report = if target.is_some() {
            let (report, notes) =
                play(arguments, console, simulation, || Notes::new(simulation.map(), simulation.bots()))?;
            runs.push(Run { game_map: map, bots: simulation.bots().to_vec(), notes, version: *version });
            report
        } else {
            play(arguments, console, simulation, || ())?.0
        };
        is_interrupted = report.interrupted;
        summaries.push(Summary { version: versions[*version].clone(), players: simulation.bots().len(), report });
        if is_interrupted {
            break;
        }
    }
    if is_interrupted {
        let sets = tasks.len();
        console.note(&format!("interrupted in set {} of {sets}; there is no report without all sets", summaries.len()));
    } else if let (Some(target), Some(path)) = (target, &arguments.report) {
        let command = report_command(arguments, arguments.games, path);
        target.write(&page(&Subject { runs: &runs, versions, seed: arguments.seed, command }))?;
    }
    print_results(arguments, console, summaries, is_interrupted)?;
    Ok(if is_interrupted { Outcome::Interrupted } else { Outcome::Done })
}

fn print_results(
    arguments: &Arguments,
    console: &Console,
    runs: Vec<Summary>,
    is_interrupted: bool,
) -> anyhow::Result<()> {
    if arguments.json {
        return print_json(&Summaries { runs });
    }
    for Summary { version, players, report } in &runs {
        print(&format!("{players} players on {version}: {}\n", table(report)?))?;
    }
    if let Some(path) = arguments.report.as_ref().filter(|_| !is_interrupted && !console.quiet) {
        print(&format!("The report is in {}\n", path.display()))?;
    }
    Ok(())
}
