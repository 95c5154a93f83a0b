//! `capolinea duel`: how much stronger one bot is than another.

use super::arena::{Table, elo_words, milliseconds_words, percent_words};
use super::choose_map;
use crate::output::{print, print_json, progress_bar};
use capolinea_bots::Entrant;
use capolinea_bots::arena::{BySide, Duel, DuelReport, Hypotheses, Milliseconds, Scores, Tickets};
use clap::Args;
use std::fmt::Write as _;

const EXAMPLES: &str = "\
Examples:
  capolinea duel --a planner --b greedy
  capolinea duel --map usa --a searcher:50ms --b planner --deals 50
  capolinea duel --map europe --players 4 --a planner --b hungry --deals 250
  capolinea duel --a blocker --b planner --deals 10000 --sprt 0,10    # stops as soon as it is known
";

/// Measure one bot against another: every deal is played with A once in each seat, and B in all others
#[derive(Args)]
#[command(after_help = super::bots_help(EXAMPLES))]
pub(crate) struct Arguments {
    #[command(flatten)]
    table: Table,
    /// The bot in question
    #[arg(long)]
    a: Entrant,
    /// The bot it is measured against
    #[arg(long)]
    b: Entrant,
    /// How many deals, at most
    #[arg(long, default_value_t = 500, value_parser = clap::value_parser!(u32).range(1..))]
    deals: u32,
    /// Stop as soon as A is known to be at least HIGH or at most LOW Elo stronger, with an error of 5 % either way
    #[arg(long, value_name = "LOW,HIGH", allow_hyphen_values = true)]
    sprt: Option<Hypotheses>,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let Arguments { table, a, b, deals, sprt } = arguments;
    let map = choose_map(&table.map)?;
    let duel = Duel {
        map: &map.map,
        players: table.players,
        a: a.clone(),
        b: b.clone(),
        deals: *deals,
        seed: table.seed,
        sprt: *sprt,
    };
    duel.check()?;
    let bar = progress_bar(u64::from(*deals), "deals");
    let played = duel.run(table.threads, &())?;
    bar.finish_and_clear();
    let report = duel.report(&played);
    if table.json { print_json(&report) } else { print(&words(&report)?) }
}

fn words(report: &DuelReport) -> anyhow::Result<String> {
    let DuelReport { a, b, map, players, deals, games, seed, seconds, .. } = report;
    let mut text = format!("A: {a}, B: {b}; {players} players on {map}\n");
    writeln!(text, "{deals} deals of seed {seed}, {games} games in {seconds:.2} s\n")?;
    writeln!(text, "A wins     {}", percent_words(report.win_rate_a, report.ci95))?;
    writeln!(text, "Elo        {}", elo_words(report.elo, report.elo_ci95))?;
    writeln!(text, "margin     {:+.1} ± {:.1} a deal", report.margin_mean, report.margin_sd)?;
    writeln!(text, "decisions  {:.1} a game", report.decisions_per_game)?;
    let seats = report.seats.iter().map(|seat| format!("{:.1} %", 100.0 * seat.win_rate_a));
    writeln!(text, "by seat    {}", seats.collect::<Vec<_>>().join(", "))?;
    if let Some(sprt) = &report.sprt {
        let [low, high] = sprt.bounds;
        writeln!(text, "SPRT       {sprt}: {:.2} between {low:.2} and {high:.2}", sprt.llr)?;
    }
    writeln!(
        text,
        "\n{:<4}{:>8}{:>8}{:>16}{:>12}{:>12}{:>12}{:>12}{:>11}",
        "", "score", "± sd", "tickets done", "not done", "ms p50", "ms p99", "ms max", "overruns"
    )?;
    let DuelReport { scores, tickets, ms_per_decision_a, ms_per_decision_b, .. } = report;
    let BySide { a, b } = scores;
    write_side(&mut text, "A", a, &tickets.a, ms_per_decision_a)?;
    write_side(&mut text, "B", b, &tickets.b, ms_per_decision_b)?;
    Ok(text)
}

fn write_side(
    text: &mut String,
    side: &str,
    scores: &Scores,
    tickets: &Tickets,
    times: &Milliseconds,
) -> std::fmt::Result {
    let [p50, p99, max] = milliseconds_words(times);
    writeln!(
        text,
        "{side:<4}{:>8.1}{:>8.1}{:>16.2}{:>12.2}{p50:>12}{p99:>12}{max:>12}{:>11}",
        scores.mean, scores.sd, tickets.completed, tickets.failed, times.overruns
    )
}
