//! `capolinea ladder`: every bot against every other, and one rating for each.

use super::arena::{GameOptions, counted, format_milliseconds, signed};
use super::choose_map;
use crate::Outcome;
use crate::console::Console;
use crate::interrupt::Interrupt;
use crate::output::{OutputFile, print, print_json};
use capolinea_arena::{BoxError, Contestant, Deal, Interval, Ladder, LadderReport, Lead, Rung, Watcher};
use capolinea_bots::{BOTS, Entrant};
use capolinea_engine::GameRecord;
use clap::Args;
use indicatif::ProgressBar;
use std::fmt::Write as _;
use std::path::PathBuf;

const EXAMPLES: &str = "\
Examples:
  capolinea ladder --map berlin --bots random,greedy,planner
  capolinea ladder --players 3 --bots greedy,hungry,path,planner --deals 200 --markdown ladder.md
  capolinea ladder --bots 'random,planner,exec:python3 my_bot.py'     # an engine of your own: docs/BOT_ENGINE.md

Ctrl-C prints the ratings by those deals that every pair has played so far (exit code 130).
";

/// Rate bots: every pair plays the same deals, as in a duel
#[derive(Args)]
#[command(after_help = super::bots_help(EXAMPLES))]
pub(crate) struct Arguments {
    #[command(flatten)]
    options: GameOptions,
    /// The bots, separated by commas [default: all]
    #[arg(long, value_delimiter = ',')]
    bots: Vec<Contestant>,
    /// How many deals each pair plays
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..))]
    deals: u32,
    /// Also write the table as Markdown into this new file
    #[arg(long, value_name = "FILE")]
    markdown: Option<PathBuf>,
}

pub(crate) fn run(arguments: &Arguments, console: &Console) -> anyhow::Result<Outcome> {
    let Arguments { options, bots, deals, markdown } = arguments;
    let map = choose_map(&options.map)?;
    let all = || BOTS.iter().map(|kind| Entrant::from(kind).into()).collect();
    let bots = if bots.is_empty() { all() } else { options.engines.apply(bots) };
    anyhow::ensure!(bots.len() > 1, "a ladder needs at least two bots; name another besides {}", bots[0]);
    let mut ladder = Ladder::new(&map.map, options.players, bots)?;
    (ladder.deals, ladder.seed) = (*deals, options.seed);
    if let Some(path) = markdown {
        anyhow::ensure!(!path.exists(), "{} already exists: name a new file", path.display());
    }
    let markdown = markdown.as_deref().map(OutputFile::new).transpose()?;
    let bar = console.progress_bar(ladder.all_deals(), "deals");
    let following = Following { bar: &bar, interrupt: Interrupt::listen_during_games(*console, bar.clone())? };
    let played = ladder.run(options.threads, &following);
    bar.finish_and_clear();
    let report = played?;
    if report.interrupted {
        console.note(&format!("interrupted after {} of {deals} deals", report.deals));
    }
    if options.json {
        print_json(&report)?;
    } else {
        print(&words(&report, *deals)?)?;
    }
    if let Some(target) = markdown.filter(|_| report.deals > 0) {
        target.write(&as_markdown(&report, *deals))?;
    }
    Ok(if report.interrupted { Outcome::Interrupted } else { Outcome::Done })
}

/// Shows how far a ladder is, and stops it at Ctrl-C.
struct Following<'a> {
    bar: &'a ProgressBar,
    interrupt: Interrupt,
}

impl Watcher for Following<'_> {
    fn wants_stop(&self) -> bool {
        self.interrupt.is_set()
    }

    fn on_deal(&self, _deal: Deal, _records: Vec<GameRecord>) -> Result<(), BoxError> {
        self.bar.inc(1);
        Ok(())
    }
}

fn words(report: &LadderReport, asked: u32) -> anyhow::Result<String> {
    if report.deals == 0 {
        return Ok(format!("{}\n", headline(report, asked)));
    }
    let rows = rows(report);
    let widths: Vec<usize> = (0..rows[0].len())
        .map(|column| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0))
        .collect();
    let mut text = format!("{}\n\n", headline(report, asked));
    for row in &rows {
        let cells = row.iter().zip(&widths).enumerate();
        let cells = cells.map(|(column, (cell, &width))| match column {
            0 => format!("{cell:<width$}"),
            _ => format!("{cell:>width$}"),
        });
        writeln!(text, "{}", cells.collect::<Vec<_>>().join("  ").trim_end())?;
    }
    text.extend(footnotes(report).map(|note| format!("\n{note}\n")));
    Ok(text)
}

fn as_markdown(report: &LadderReport, asked: u32) -> String {
    let mut rows = rows(report).into_iter().map(|row| format!("| {} |\n", row.join(" | ")));
    let mut text = format!("{}\n\n", headline(report, asked));
    text.extend(rows.next());
    text.push_str("| --- |");
    text.push_str(&" ---: |".repeat(report.bots.len() + 5));
    text.push('\n');
    text.extend(rows);
    text.extend(footnotes(report).map(|note| format!("\n{note}\n")));
    text
}

fn headline(report: &LadderReport, asked: u32) -> String {
    let LadderReport { map, players, deals, games, seed, seconds, .. } = report;
    let deals = if report.interrupted {
        format!("interrupted after {deals} of {asked} deals of every pair,")
    } else {
        format!("each pair {} of", counted(*deals, "deal"))
    };
    format!("{players} players on {map}: {deals} seed {seed}, {games} games in {seconds:.2} s")
}

/// The table: a head, and a row for each bot.
fn rows(report: &LadderReport) -> Vec<Vec<String>> {
    let names = report.bots.iter().map(|rung| rung.bot.clone());
    let mut head = vec!["bot".into(), "Elo".into(), "±".into()];
    head.extend(names.map(|name| format!("v. {name}")));
    head.extend(["score", "ms p50", "ms p99"].map(String::from));
    let row = |rung: &Rung| {
        let Interval { low, high } = rung.elo_ci95;
        let mut row = vec![rung.bot.clone(), signed(rung.elo), format!("{:.0}", (high - low) / 2.0)];
        row.extend(report.bots.iter().map(|other| win_rate(rung, &other.bot)));
        row.push(format!("{:.1}", rung.score_mean));
        let [p50, p99, _] = format_milliseconds(&rung.ms_per_decision);
        row.extend([p50, p99]);
        row
    };
    std::iter::once(head).chain(report.bots.iter().map(row)).collect()
}

fn win_rate(rung: &Rung, other: &str) -> String {
    let found = rung.against.iter().find(|against| against.bot == other);
    found.map_or_else(|| "–".into(), |against| format!("{:.1} %", 100.0 * against.win_rate))
}

fn footnotes(report: &LadderReport) -> impl Iterator<Item = String> {
    let forfeits = report.bots.iter().filter(|rung| rung.forfeits > 0).map(|rung| {
        let games = counted(rung.forfeits, "game");
        format!("{} lost {games} without playing to the end; `capolinea duel` lists the reasons.", rung.bot)
    });
    let forfeits: Vec<String> = forfeits.collect();
    let leads = report.bots.iter().filter_map(|rung| rung.lead.as_ref().map(|lead| format_lead(rung, lead)));
    let leads = Some(leads.collect::<Vec<_>>().join("\n")).filter(|text| !text.is_empty());
    leads.into_iter().chain(always_won(report).map(String::from)).chain(forfeits)
}

fn format_lead(rung: &Rung, lead: &Lead) -> String {
    let [difference, low, high] = [lead.difference, lead.ci95.low, lead.ci95.high].map(|rate| 100.0 * rate);
    format!(
        "{} wins {difference:+.1} % ({low:+.1} to {high:+.1}) compared with {}, against the same opponents on the same deals.",
        rung.bot, lead.over
    )
}

fn always_won(report: &LadderReport) -> Option<&'static str> {
    let always = |rung: &Rung| rung.against.iter().any(|against| against.win_rate <= 0.0 || against.win_rate >= 1.0);
    report.bots.iter().any(always).then_some(
        "Some bots won every game of a pair: their difference is at least this large, because each pair counts one more deal at par.",
    )
}
