//! `capolinea duel`: how much stronger one bot is than another.

use super::arena::{GameOptions, counted, format_elo, format_milliseconds, format_percent};
use super::choose_map;
use crate::Outcome;
use crate::console::Console;
use crate::interrupt::Interrupt;
use crate::output::{print, print_json, strip_control_chars, write_new};
use anyhow::Context as _;
use capolinea_arena::{
    BoxError, BySide, Contestant, Deal, Duel, DuelReport, ForfeitReport, GameResults, Hypotheses, Interval,
    Milliseconds, Moments, PairResults, Scores, Tickets, Watcher, interval_of_rate,
};
use capolinea_engine::GameRecord;
use clap::Args;
use indicatif::ProgressBar;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

const EXAMPLES: &str = "\
Examples:
  capolinea duel --a planner --b greedy
  capolinea duel --map usa --a searcher:50ms --b planner --deals 50
  capolinea duel --map europe --players 4 --a planner --b hungry --deals 250
  capolinea duel --a blocker --b planner --deals 10000 --sprt 0,10    # stops as soon as the result is clear
  capolinea duel --a planner --b path --deals 20 --records played     # then capolinea replay played/usa-000001-a1.json
  capolinea duel --a 'exec:python3 my_bot.py' --b planner             # an engine of your own: docs/BOT_ENGINE.md
  capolinea duel --a searcher:50ms --b 'exec:50ms:old/capolinea bot searcher'    # this build against an older one

A deal is one order of the cards, played with A once in each seat: with two players, a pair of games. A wins the pair if it has more
than its share of the victories in it. Interim results are shown while it runs. Ctrl-C prints the results of the deals played so far (exit
code 130).
";

/// Measure one bot against another: every deal is played with A once in each seat, and B in all others
#[derive(Args)]
#[command(after_help = super::bots_help(EXAMPLES))]
pub(crate) struct Arguments {
    #[command(flatten)]
    options: GameOptions,
    /// The contestant to be measured: a bot (see below), or an engine of your own as exec:COMMAND or exec:BUDGET:COMMAND
    #[arg(long)]
    a: Contestant,
    /// The contestant that A is measured against
    #[arg(long)]
    b: Contestant,
    /// How many deals, at most
    #[arg(long, default_value_t = 500, value_parser = clap::value_parser!(u32).range(1..))]
    deals: u32,
    /// Stop as soon as it is clear that A is at least HIGH or at most LOW Elo stronger, with a 5 % chance of error either way
    #[arg(long, value_name = "LOW,HIGH", allow_hyphen_values = true)]
    sprt: Option<Hypotheses>,
    /// Also measure the luck of draws, and show results without it beside the plain ones: the same on average, with smaller intervals. This
    /// takes some hundredths of a second per game
    #[arg(long)]
    luck: bool,
    /// Write every game's record into this folder, named after its deal and A's seat (usa-000001-a1.json); the folder must have no
    /// records of a duel yet
    #[arg(long, value_name = "DIR")]
    records: Option<PathBuf>,
}

pub(crate) fn run(arguments: &Arguments, console: &Console) -> anyhow::Result<Outcome> {
    let Arguments { options, a, b, deals, sprt, luck, records } = arguments;
    let map = choose_map(&options.map)?;
    let [a, b] = [a, b].map(|contestant| options.engines.apply(std::slice::from_ref(contestant)).remove(0));
    let mut duel = Duel::new(&map.map, options.players, a, b)?;
    (duel.deals, duel.seed, duel.sprt, duel.measures_luck) = (*deals, options.seed, *sprt, *luck);
    if let Some(folder) = records {
        prepare(folder)?;
    }
    let bar = console.progress_bar_with_message(u64::from(*deals), "deals");
    let following = Following {
        console,
        bar: &bar,
        interrupt: Interrupt::listen_during_games(*console, bar.clone())?,
        duel: &duel,
        records: records.as_deref(),
        so_far: Mutex::default(),
    };
    let played = duel.run(options.threads, &following);
    bar.finish_and_clear();
    let report = duel.report(&played?);
    if report.interrupted {
        console.note(&format!("interrupted after {} of {deals} deals", report.deals));
    }
    if options.json {
        print_json(&report)?
    } else {
        print(&words(&report, *deals)?)?
    }
    Ok(if report.interrupted { Outcome::Interrupted } else { Outcome::Done })
}

/// Makes the folder for records, if it has none of a duel.
fn prepare(folder: &Path) -> anyhow::Result<()> {
    let shown = folder.display();
    std::fs::create_dir_all(folder).with_context(|| format!("can't make the folder {shown}"))?;
    let entries = std::fs::read_dir(folder).with_context(|| format!("can't read the folder {shown}"))?;
    let is_record = |name: &str| {
        let stem = name.strip_suffix(".json").and_then(|stem| stem.rsplit_once("-a"));
        stem.is_some_and(|(_, seat)| !seat.is_empty() && seat.bytes().all(|letter| letter.is_ascii_digit()))
    };
    let found = entries.flatten().find(|entry| entry.file_name().to_str().is_some_and(is_record));
    let Some(found) = found else { return Ok(()) };
    anyhow::bail!("{} already exists: name a new folder", found.path().display())
}

/// Shows how a duel goes, and writes its records.
struct Following<'a> {
    console: &'a Console,
    bar: &'a ProgressBar,
    interrupt: Interrupt,
    duel: &'a Duel<'a>,
    records: Option<&'a Path>,
    so_far: Mutex<SoFar>,
}

#[derive(Default)]
struct SoFar {
    results: GameResults,
    shares: Moments,
}

impl Watcher for Following<'_> {
    fn wants_stop(&self) -> bool {
        self.interrupt.is_set()
    }

    fn wants_records(&self) -> bool {
        self.records.is_some()
    }

    fn on_deal(&self, deal: Deal, records: Vec<GameRecord>) -> Result<(), BoxError> {
        if let Some(folder) = self.records {
            for (seat, record) in records.iter().enumerate() {
                let name = format!("{}-{:06}-a{}.json", self.duel.map().id(), deal.number + 1, seat + 1);
                write_new(&folder.join(name), &record.to_json())?;
            }
        }
        let mut so_far = self.so_far.lock().unwrap_or_else(PoisonError::into_inner);
        so_far.add(deal, self.duel.players());
        self.bar.inc(1);
        if !self.bar.is_hidden() {
            self.bar.set_message(so_far.words(self.duel));
        } else if so_far.is_another_tenth(self.duel.deals) {
            let (count, deals) = (so_far.shares.count(), self.duel.deals);
            self.console.note(&format!("{count} of {deals} deals: {}", so_far.words(self.duel)));
        }
        Ok(())
    }
}

impl SoFar {
    fn add(&mut self, deal: Deal, players: u8) {
        self.shares = self.shares.merge(Moments::single(deal.share.into()));
        self.results.wins += u64::from(deal.wins);
        self.results.draws += u64::from(deal.draws);
        self.results.losses += u64::from(players.saturating_sub(deal.wins + deal.draws));
    }

    /// Whether the last deal completed another tenth of all, but not all of them.
    fn is_another_tenth(&self, deals: u32) -> bool {
        let (count, deals) = (self.shares.count(), u64::from(deals));
        count < deals && count * 10 / deals > (count - 1) * 10 / deals
    }

    fn words(&self, duel: &Duel<'_>) -> String {
        let rate = self.shares.mean() / duel.whole();
        let interval = interval_of_rate(&self.shares, duel.whole());
        format!("{}; A wins {}", format_results(&self.results), format_percent(rate, interval))
    }
}

fn format_results(GameResults { wins, draws, losses }: &GameResults) -> String {
    format!("{wins} won, {draws} drawn, {losses} lost")
}

fn words(report: &DuelReport, asked: u32) -> anyhow::Result<String> {
    let DuelReport { a, b, map, players, deals, games, seed, seconds, .. } = report;
    let mut text = format!("A: {a}, B: {b}; {players} players on {map}\n");
    if report.interrupted {
        write!(text, "interrupted after {deals} of {asked} deals")?;
    } else {
        text.push_str(&counted(*deals, "deal"));
    }
    writeln!(text, " of seed {seed}, {games} games in {seconds:.2} s")?;
    if report.same_program {
        text.push_str("A and B are the same program: this measures chance, not strength\n");
    }
    if *deals == 0 {
        return Ok(text);
    }
    let PairResults { won, even, lost } = report.pairs;
    writeln!(text, "\nA wins     {}", format_percent(report.win_rate_a, report.ci95))?;
    writeln!(text, "games      {}", format_results(&report.results))?;
    writeln!(text, "pairs      {won} won, {even} even, {lost} lost")?;
    writeln!(text, "Elo        {}", format_elo(report.elo, report.elo_ci95))?;
    writeln!(text, "stronger   {:.1} % likely", 100.0 * report.superiority)?;
    writeln!(text, "margin     {:+.1} ± {:.1} per deal", report.margin_mean, report.margin_sd)?;
    writeln!(text, "decisions  {:.1} per game", report.decisions_per_game)?;
    let seats = report.seats.iter().map(|seat| format!("{:.1} %", 100.0 * seat.win_rate_a));
    writeln!(text, "by seat    {}", seats.collect::<Vec<_>>().join(", "))?;
    if let Some(sprt) = &report.sprt {
        let [low, high] = sprt.bounds;
        writeln!(text, "SPRT       {sprt}: {:.2} between {low:.2} and {high:.2}", sprt.llr)?;
    }
    if let Some(luck) = &report.luck {
        let rate = format_percent(luck.win_rate_a, luck.ci95);
        writeln!(text, "no luck    {rate}, the interval {:.2} times smaller", luck.gain)?;
        let Interval { low, high } = luck.margin_ci95;
        let (mean, gain) = (luck.margin_mean, luck.margin_gain);
        writeln!(text, "           margin {mean:+.1} ({low:+.1} to {high:+.1}), {gain:.2} times smaller")?;
    }
    write_forfeits(&mut text, &report.forfeits)?;
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

/// How many games engines lost without playing to the end, and the first reason of each kind.
fn write_forfeits(text: &mut String, forfeits: &[ForfeitReport]) -> std::fmt::Result {
    let mut told: Vec<(&str, &str)> = Vec::new();
    for forfeit in forfeits {
        let ForfeitReport { side, kind, deal, seat, reason, .. } = forfeit;
        if told.contains(&(side, kind)) {
            continue;
        }
        let is_same = |other: &&ForfeitReport| (other.side, other.kind) == (*side, *kind);
        let count = forfeits.iter().filter(is_same).count();
        let games = if count == 1 { "game" } else { "games" };
        let side = side.to_uppercase();
        writeln!(
            text,
            "forfeits   {side} lost {count} {games} ({kind}); deal {deal}, seat {seat}: {}",
            one_line(reason)
        )?;
        told.push((forfeit.side, kind));
    }
    Ok(())
}

fn one_line(text: &str) -> String {
    strip_control_chars(text).split_whitespace().collect::<Vec<_>>().join(" ")
}

fn write_side(
    text: &mut String,
    side: &str,
    scores: &Scores,
    tickets: &Tickets,
    times: &Milliseconds,
) -> std::fmt::Result {
    let [p50, p99, max] = format_milliseconds(times);
    writeln!(
        text,
        "{side:<4}{:>8.1}{:>8.1}{:>16.2}{:>12.2}{p50:>12}{p99:>12}{max:>12}{:>11}",
        scores.mean, scores.sd, tickets.completed, tickets.failed, times.overruns
    )
}
