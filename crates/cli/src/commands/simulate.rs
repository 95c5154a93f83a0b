//! `capolinea simulate`: plays many games between bots and says how they went.

mod several;

use super::choose_map;
use crate::output::{Target, print, print_json, progress_bar, write_new};
use crate::report::{Notes, Run, Subject, page};
use crate::rows::Rows;
use crate::simulation::{Ending, Gather, Plan, Report};
use anyhow::Context as _;
use capolinea_bots::Entrant;
use capolinea_engine::record::GameRecord;
use clap::Args;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

const EXAMPLES: &str = "\
Examples:
  capolinea simulate --map europe --bots planner,planner,greedy --games 10000
  capolinea simulate --bots planner,planner --games 2000 --report report.html    # a page with plots
  capolinea simulate --bots planner --players 2,3,4 --report report.html         # a page about three numbers of players
  capolinea simulate --map usa --compare europe --bots planner,planner --report report.html    # two maps, or two versions of one
  capolinea simulate --bots planner,racer --csv games.csv                        # a row for each seat of each game
  capolinea simulate --games 3 --records played                                  # then capolinea replay played/usa-000001.json
";

/// Play many games between bots and say how they went
#[derive(Args)]
#[command(after_help = super::bots_help(EXAMPLES))]
pub(crate) struct Arguments {
    /// The map's id, or its folder
    #[arg(long, default_value = "usa")]
    map: String,
    /// The bots, one a seat, with commas between; with --players they take the seats in turn
    #[arg(long, value_delimiter = ',', default_value = "random,random")]
    bots: Vec<Entrant>,
    /// How many play [default: as many as there are bots]; several numbers, as in 2,3,4, are played one after the other
    #[arg(long, value_delimiter = ',', value_parser = clap::value_parser!(u8).range(2..=5))]
    players: Vec<u8>,
    /// Play the same games on another map, or another version of it in its own folder, and show both side by side
    #[arg(long, value_name = "MAP")]
    compare: Option<String>,
    /// How many games
    #[arg(long, default_value_t = 1000, value_parser = clap::value_parser!(u32).range(1..))]
    games: u32,
    /// The same seed gives the same games, whatever the number of threads
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// How many threads [default: one a core]
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
    /// Write every game's record into this folder; records that are there already are never overwritten
    #[arg(long, value_name = "DIR")]
    records: Option<PathBuf>,
    /// Write a page with plots of scores, routes and tickets into this HTML file, in place of an older one
    #[arg(long, value_name = "FILE")]
    report: Option<PathBuf>,
    /// Write a row for each seat of each game, with its points by kind, into this CSV file, in place of an older one
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
}

impl Arguments {
    /// The bots by seat, for each number of players.
    fn line_ups(&self) -> anyhow::Result<Vec<Vec<Entrant>>> {
        if self.players.is_empty() {
            return Ok(vec![self.bots.clone()]);
        }
        let mut line_ups: Vec<Vec<Entrant>> = Vec::new();
        for players in self.players.iter().copied().map(usize::from) {
            if line_ups.iter().all(|bots| bots.len() != players) {
                line_ups.push(self.bots.iter().cycle().take(players).cloned().collect());
            }
        }
        let most = line_ups.iter().map(Vec::len).max().unwrap_or(0);
        anyhow::ensure!(self.bots.len() <= most, "{} bots for {most} players: name fewer bots", self.bots.len());
        Ok(line_ups)
    }
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let line_ups = arguments.line_ups()?;
    let bots = match &line_ups[..] {
        [bots] if arguments.compare.is_none() => bots.clone(),
        several => return several::run(arguments, several),
    };
    let map = choose_map(&arguments.map)?;
    let plan = Plan { map: &map.map, bots, games: arguments.games, seed: arguments.seed };
    plan.check()?;
    if let Some(folder) = &arguments.records {
        std::fs::create_dir_all(folder).with_context(|| format!("can't make the folder {}", folder.display()))?;
    }
    let csv = arguments.csv.as_deref().map(Target::new).transpose()?;
    let report = arguments.report.as_deref().map(Target::new).transpose()?;
    let rows = csv.is_some().then(Rows::default);
    let summary = match (&report, &arguments.report) {
        (Some(target), Some(path)) => {
            let (summary, notes) = play(arguments, &plan, rows.as_ref(), || Notes::new(plan.map, &plan.bots))?;
            let command = report_command(arguments, path);
            let runs = [Run { game_map: &map, bots: plan.bots.clone(), notes, version: 0 }];
            let versions = vec![arguments.map.clone()];
            target.write(&page(&Subject { runs: &runs, versions, seed: plan.seed, command }))?;
            summary
        }
        (None, _) | (_, None) => play(arguments, &plan, rows.as_ref(), || ())?.0,
    };
    if let (Some(target), Some(rows)) = (csv, rows) {
        target.write(&rows.text())?;
    }
    if arguments.json {
        return print_json(&summary);
    }
    print(&table(&summary)?)?;
    for (what, path) in [("report is", &arguments.report), ("rows are", &arguments.csv)] {
        if let Some(path) = path {
            print(&format!("\nThe {what} in {}\n", path.display()))?;
        }
    }
    Ok(())
}

/// Plays the games, and writes their records if these are asked for.
fn play<G: Gather>(
    arguments: &Arguments,
    plan: &Plan<'_>,
    rows: Option<&Rows>,
    notes: impl Fn() -> G + Sync + Send,
) -> anyhow::Result<(Report, G)> {
    let bar = progress_bar(arguments.games.into(), "games");
    let after = |game: u32, ending: &Ending, record: Option<GameRecord>| {
        bar.inc(1);
        if let Some(rows) = rows {
            rows.add(game, &plan.bots, ending);
        }
        match (&arguments.records, record) {
            (Some(folder), Some(record)) => {
                let name = format!("{}-{:06}.json", plan.map.id, game + 1);
                write_new(&folder.join(name), &record.to_json())
            }
            (None, _) | (_, None) => Ok(()),
        }
    };
    let played = plan.run(arguments.threads, notes, after, arguments.records.is_some())?;
    bar.finish_and_clear();
    Ok(played)
}

/// The command that makes the report again, without what does not change it. Of its path only the name: where somebody
/// keeps a report is nobody else's business.
fn report_command(arguments: &Arguments, path: &Path) -> String {
    let bots: Vec<String> = arguments.bots.iter().map(Entrant::to_string).collect();
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let [map, name] = [&*arguments.map, &*name].map(quoted);
    let Arguments { games, seed, players, compare, .. } = arguments;
    let compare = compare.as_ref().map_or_else(String::new, |map| format!(" --compare {}", quoted(map)));
    let players: Vec<String> = players.iter().map(ToString::to_string).collect();
    let players = if players.is_empty() { String::new() } else { format!(" --players {}", players.join(",")) };
    let bots = bots.join(",");
    format!(
        "capolinea simulate --map {map}{compare} --bots {bots}{players} --games {games} --seed {seed} --report {name}"
    )
}

/// A word as a shell takes it.
fn quoted(word: &str) -> String {
    let is_plain = |letter: char| letter.is_ascii_alphanumeric() || "_-./:,".contains(letter);
    if !word.is_empty() && word.chars().all(is_plain) {
        word.into()
    } else {
        format!("'{}'", word.replace('\'', "'\\''"))
    }
}

fn table(report: &Report) -> anyhow::Result<String> {
    let mut text = format!(
        "{} games on {} in {:.2} s: {:.0} games and {:.0} decisions a second\n\n",
        report.games, report.map, report.seconds, report.games_per_second, report.decisions_per_second
    );
    writeln!(
        text,
        "{:<5}{:<12}{:>9}{:>9}{:>9}{:>8}{:>16}{:>12}",
        "seat", "bot", "wins", "shared", "score", "± sd", "tickets done", "not done"
    )?;
    for (index, seat) in report.seats.iter().enumerate() {
        let percent = |count: u32| 100.0 * f64::from(count) / f64::from(report.games);
        writeln!(
            text,
            "{:<5}{:<12}{:>8.1}%{:>8.1}%{:>9.1}{:>8.1}{:>16.2}{:>12.2}",
            index + 1,
            seat.bot,
            percent(seat.wins),
            percent(seat.ties),
            seat.score_mean,
            seat.score_sd,
            seat.tickets_completed_mean,
            seat.tickets_failed_mean
        )?;
    }
    Ok(text)
}
