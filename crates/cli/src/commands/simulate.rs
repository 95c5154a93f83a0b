//! `capolinea simulate`: plays many games between bots and prints the results.

mod several;

use super::arena::{EngineOptions, counted};
use super::choose_map;
use crate::Outcome;
use crate::console::Console;
use crate::interrupt::Interrupt;
use crate::output::{OutputFile, print, print_json};
use crate::report::{Notes, Run, Subject, page};
use crate::row_file::{RowFile, is_standard_output};
use crate::saved_games::SavedGames;
use capolinea_arena::{BoxError, Contestant, Finished, Follower, Gather, InOrder, Simulation, SimulationReport, rows};
use capolinea_engine::GameRecord;
use clap::Args;
use indicatif::ProgressBar;
use std::fmt::{Display, Write as _};
use std::io::IsTerminal as _;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

const EXAMPLES: &str = "\
Examples:
  capolinea simulate --map europe --bots planner,planner,greedy --games 10000
  capolinea simulate --bots planner,planner --games 2000 --report report.html    # a page with plots
  capolinea simulate --bots planner --players 2,3,4 --report report.html         # a page about three numbers of players
  capolinea simulate --map usa --compare europe --bots planner,planner --report report.html    # two maps, or two versions of one
  capolinea simulate --bots planner,racer --csv games.csv                        # a row for each seat of each game
  capolinea simulate --bots planner,racer --csv - | gzip > games.csv.gz          # rows on standard output, and nothing else
  capolinea simulate --games 3 --records played                                  # then capolinea replay played/usa-000001.json
  capolinea simulate --bots 'exec:python3 my_bot.py,planner'                     # an engine of your own: docs/BOT_ENGINE.md
";

const INTERRUPTS: &str = "\
Ctrl-C starts no more games, plays those that have begun to their end, and prints and writes the results so far (exit code 130); a
second Ctrl-C stops at once. With --records the same command continues where it stopped, and the table, the report and the CSV file
cover all games.
";

fn help() -> String {
    super::bots_help(&format!("{EXAMPLES}\n{INTERRUPTS}\n{}", rows::columns_help()))
}

/// Play many games between bots and print the results
#[derive(Args)]
#[command(after_help = help())]
pub(crate) struct Arguments {
    /// The map's id, or its folder
    #[arg(long, default_value = "usa")]
    map: String,
    /// The bots, one per seat, separated by commas; with --players the list repeats until every seat has one
    #[arg(long, value_delimiter = ',', default_value = "random,random")]
    bots: Vec<Contestant>,
    /// How many players per game [default: one per bot]; several numbers, as in 2,3,4, are played one after another
    #[arg(long, value_delimiter = ',', value_parser = clap::value_parser!(u8).range(2..=5))]
    players: Vec<u8>,
    /// Play the same games on another map, or another version of it in its own folder, and show both side by side
    #[arg(long, value_name = "MAP")]
    compare: Option<String>,
    /// How many games
    #[arg(long, default_value_t = 1000, value_parser = clap::value_parser!(u32).range(1..))]
    games: u32,
    /// The same seed gives the same games, with any number of threads
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// How many threads [default: one per core]
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    #[command(flatten)]
    engines: EngineOptions,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
    /// Write every game's record into this folder. Existing records are never overwritten: those of the same command
    /// count as played, and any other is an error
    #[arg(long, value_name = "DIR")]
    records: Option<PathBuf>,
    /// Write a page with plots of scores, routes and tickets into this HTML file; an existing file is replaced
    #[arg(long, value_name = "FILE")]
    report: Option<PathBuf>,
    /// Write a row for each seat of each game (columns: see below) into this CSV file; an existing file is replaced; - is standard
    /// output, which then has nothing else
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
}

impl Arguments {
    /// The bots by seat, for each number of players.
    fn line_ups(&self) -> anyhow::Result<Vec<Vec<Contestant>>> {
        let bots = self.engines.apply(&self.bots);
        if self.players.is_empty() {
            let one = &self.bots[0];
            anyhow::ensure!(bots.len() > 1, "one bot alone: name one per seat (`{one},{one}`), or add --players 2");
            return Ok(vec![bots]);
        }
        let mut line_ups: Vec<Vec<Contestant>> = Vec::new();
        for players in self.players.iter().copied().map(usize::from) {
            if line_ups.iter().all(|bots| bots.len() != players) {
                line_ups.push(bots.iter().cycle().take(players).cloned().collect());
            }
        }
        let most = line_ups.iter().map(Vec::len).max().unwrap_or(0);
        anyhow::ensure!(self.bots.len() <= most, "{} bots for {most} players: name fewer bots", self.bots.len());
        Ok(line_ups)
    }

    /// Where the report goes.
    fn report_file(&self) -> anyhow::Result<Option<OutputFile<'_>>> {
        let Some(path) = self.report.as_deref() else { return Ok(None) };
        anyhow::ensure!(
            !is_standard_output(path),
            "--report can't write to standard output: name a file, as in report.html"
        );
        OutputFile::new(path).map(Some)
    }
}

pub(crate) fn run(arguments: &Arguments, console: &Console) -> anyhow::Result<Outcome> {
    let line_ups = arguments.line_ups()?;
    let bots = match &line_ups[..] {
        [bots] if arguments.compare.is_none() => bots.clone(),
        several => return several::run(arguments, console, several),
    };
    let map = choose_map(&arguments.map)?;
    let mut simulation = Simulation::new(&map.map, bots)?;
    (simulation.games, simulation.seed) = (arguments.games, arguments.seed);
    let prints_rows = arguments.csv.as_deref().is_some_and(is_standard_output);
    anyhow::ensure!(
        !(prints_rows && arguments.json),
        "--json and --csv would both write to standard output: name a file for --csv"
    );
    let report = arguments.report_file()?;
    let summary = match (&report, &arguments.report) {
        (Some(target), Some(path)) => {
            let (summary, notes) =
                play(arguments, console, &simulation, || Notes::new(simulation.map(), simulation.bots()))?;
            if summary.games > 0 {
                let command = report_command(arguments, summary.games, path);
                let runs = [Run { game_map: &map, bots: simulation.bots().to_vec(), notes, version: 0 }];
                let versions = vec![arguments.map.clone()];
                target.write(&page(&Subject { runs: &runs, versions, seed: simulation.seed, command }))?;
            }
            summary
        }
        (None, _) | (_, None) => play(arguments, console, &simulation, || ())?.0,
    };
    print_results(arguments, console, &summary, prints_rows)?;
    Ok(if summary.interrupted { Outcome::Interrupted } else { Outcome::Done })
}

/// Prints the results.
fn print_results(
    arguments: &Arguments,
    console: &Console,
    summary: &SimulationReport,
    prints_rows: bool,
) -> anyhow::Result<()> {
    if summary.interrupted {
        let hint = if arguments.records.is_some() { "; the same command continues from here" } else { "" };
        console.note(&format!("interrupted after {} of {} games{hint}", summary.games, arguments.games));
    }
    if arguments.json {
        return print_json(summary);
    }
    let mut text = table(summary)?;
    let report = arguments.report.as_ref().filter(|_| summary.games > 0);
    let rows = arguments.csv.as_ref().filter(|_| !prints_rows);
    for (what, path) in [("report is", report), ("rows are", rows)] {
        if let Some(path) = path.filter(|_| !console.quiet) {
            write!(text, "\nThe {what} in {}\n", path.display())?;
        }
    }
    if prints_rows {
        console.note(text.trim_end());
        return Ok(());
    }
    print(&text)
}

/// Plays the games, and writes their rows and records if these are asked for.
fn play<G: Gather>(
    arguments: &Arguments,
    console: &Console,
    simulation: &Simulation<'_>,
    notes: impl Fn() -> G + Sync + Send,
) -> anyhow::Result<(SimulationReport, G)> {
    let prints_rows = arguments.csv.as_deref().is_some_and(is_standard_output);
    // Rows and a bar on the same terminal would overwrite each other.
    let is_quiet = console.quiet || prints_rows && std::io::stdout().is_terminal();
    let bar = Console { quiet: is_quiet, ..*console }.progress_bar(arguments.games.into(), "games");
    let records = arguments.records.as_deref().map(|folder| SavedGames::open(folder, simulation)).transpose()?;
    let mut rows = arguments.csv.as_deref().map(RowFile::open).transpose()?;
    if let Some(rows) = &mut rows {
        rows.add(&csv([rows::columns(simulation.map())]))?;
    }
    let interrupt = Interrupt::listen_during_games(*console, bar.clone())?;
    let has_reader = AtomicBool::new(true);
    let write = |written: Written| {
        if let (Some(rows), Some(text)) = (&mut rows, &written.rows)
            && !rows.add(text)?
        {
            has_reader.store(false, Ordering::Relaxed);
        }
        match (&records, &written.record) {
            (Some(records), Some(record)) => records.write(written.game, record),
            (None, _) | (_, None) => Ok(()),
        }
    };
    let in_order = InOrder::new(write);
    let following = Following {
        simulation,
        bar: &bar,
        interrupt: &interrupt,
        has_reader: &has_reader,
        records: records.as_ref(),
        wants_rows: arguments.csv.is_some(),
        in_order: &in_order,
    };
    let played = simulation.run(arguments.threads, notes, &following);
    bar.finish_and_clear();
    drop(in_order);
    let (mut summary, gathered) = played?;
    if let Some(rows) = rows {
        rows.finish()?;
    }
    // A reader that stops early is not an interruption.
    summary.interrupted &= interrupt.is_set();
    Ok((summary, gathered))
}

/// The texts about a game.
struct Written {
    game: u32,
    rows: Option<String>,
    record: Option<String>,
}

/// Writes rows and records as games end.
struct Following<'a, W> {
    simulation: &'a Simulation<'a>,
    bar: &'a ProgressBar,
    interrupt: &'a Interrupt,
    /// Whether anybody reads the rows.
    has_reader: &'a AtomicBool,
    records: Option<&'a SavedGames<'a>>,
    wants_rows: bool,
    in_order: &'a InOrder<Written, W>,
}

impl<W: FnMut(Written) -> anyhow::Result<()> + Send> Follower for Following<'_, W> {
    fn wants_stop(&self) -> bool {
        self.interrupt.is_set() || !self.has_reader.load(Ordering::Relaxed)
    }

    fn wants_records(&self) -> bool {
        self.records.is_some()
    }

    fn saved(&self, game: u32) -> Result<Option<GameRecord>, BoxError> {
        Ok(self.records.map_or(Ok(None), |records| records.read(game))?)
    }

    fn after(&self, finished: Finished<'_>) -> Result<(), BoxError> {
        self.bar.inc(1);
        if !self.wants_rows && self.records.is_none() {
            return Ok(());
        }
        let rows = self.wants_rows.then(|| csv(rows::rows(self.simulation.map(), self.simulation.bots(), &finished)));
        let record = finished.record.as_ref().map(GameRecord::to_json);
        Ok(self.in_order.put(finished.game, Written { game: finished.game, rows, record })?)
    }

    fn give_up(&self) {
        self.in_order.give_up();
    }
}

/// Rows as lines of comma-separated values.
fn csv<C: Display>(rows: impl IntoIterator<Item = Vec<C>>) -> String {
    let mut text = String::new();
    for row in rows {
        for (place, cell) in row.iter().enumerate() {
            let comma = if place == 0 { "" } else { "," };
            write!(text, "{comma}{cell}").expect("writing to a string can't fail");
        }
        text.push('\n');
    }
    text
}

/// The command that makes the report again, without options that do not change it. Only the name of the report's file: its
/// folder is private.
fn report_command(arguments: &Arguments, games: u32, path: &Path) -> String {
    let bots: Vec<String> = arguments.bots.iter().map(Contestant::to_string).collect();
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let [map, name] = [&*arguments.map, &*name].map(quoted);
    let Arguments { seed, players, compare, .. } = arguments;
    let compare = compare.as_ref().map_or_else(String::new, |map| format!(" --compare {}", quoted(map)));
    let players: Vec<String> = players.iter().map(ToString::to_string).collect();
    let players = if players.is_empty() { String::new() } else { format!(" --players {}", players.join(",")) };
    let bots = quoted(&bots.join(","));
    format!(
        "capolinea simulate --map {map}{compare} --bots {bots}{players} --games {games} --seed {seed} --report {name}"
    )
}

/// A word, quoted for a shell.
fn quoted(word: &str) -> String {
    let is_plain = |letter: char| letter.is_ascii_alphanumeric() || "_-./:,".contains(letter);
    if !word.is_empty() && word.chars().all(is_plain) {
        word.into()
    } else {
        format!("'{}'", word.replace('\'', "'\\''"))
    }
}

fn table(report: &SimulationReport) -> anyhow::Result<String> {
    let before = match report.games_from_records {
        0 => String::new(),
        count => format!(", {count} of them from records"),
    };
    let mut text = format!(
        "{} on {}{before} in {:.2} s: {:.0} games and {:.0} decisions per second\n\n",
        counted(report.games, "game"),
        report.map,
        report.seconds,
        report.games_per_second,
        report.decisions_per_second
    );
    let width = report.bots.iter().map(|bot| bot.len() + 2).max().unwrap_or(0).max(12);
    writeln!(
        text,
        "{:<5}{:<width$}{:>9}{:>9}{:>9}{:>8}{:>16}{:>12}",
        "seat", "bot", "wins", "shared", "score", "± sd", "tickets done", "not done"
    )?;
    for (index, seat) in report.seats.iter().enumerate() {
        let percent = |count: u32| 100.0 * f64::from(count) / f64::from(report.games.max(1));
        writeln!(
            text,
            "{:<5}{:<width$}{:>8.1}%{:>8.1}%{:>9.1}{:>8.1}{:>16.2}{:>12.2}",
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
