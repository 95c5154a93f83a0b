//! The sections on where points come from and on how long games are.

use super::charts::{Stack, bars, stack};
use super::figures::{Mean, decimal, grouped, share};
use super::notes::{BotNotes, Notes, Points};
use super::part::Part;
use super::table::{Column, HtmlCell, HtmlTable, Row};
use crate::mechanics;
use capolinea_engine::Map;
use capolinea_engine::mechanics::Mechanic;

/// A source of points: its name, its class, and its points.
struct Source {
    name: &'static str,
    class: &'static str,
    points: Box<dyn Fn(&Points) -> i64>,
}

/// The sources that a map has.
fn sources(map: &Map) -> Vec<Source> {
    let source = |name, class, points: fn(&Points) -> i64| Source { name, class, points: Box::new(points) };
    let mut sources = vec![
        source("routes", "part-routes", |points| points.routes),
        source("tickets completed", "part-completed", |points| points.completed),
    ];
    for kind in map.rules().mechanics.iter().map(Mechanic::kind) {
        let Some(mechanics::Source { name, class }) = mechanics::source(kind) else { continue };
        sources.push(Source { name, class, points: Box::new(move |points| points.gains[kind as usize]) });
    }
    sources.push(source("tickets failed", "part-failed", |points| points.failed));
    sources
}

/// A bot, and how often it sat at a table: games times seats.
struct BotAtTable<'a> {
    name: &'a str,
    notes: &'a BotNotes,
    times: f64,
}

fn players<'a>(notes: &'a Notes<'_>) -> Vec<BotAtTable<'a>> {
    let player = |(bot, name): (usize, &'a String)| {
        let times = notes.games() as f64 * notes.line_up.seats_of(bot) as f64;
        BotAtTable { name, notes: &notes.bots[bot], times: times.max(1.0) }
    };
    notes.line_up.bots.iter().enumerate().map(player).collect()
}

/// The section on points.
pub(super) fn points(notes: &Notes<'_>, part: &Part) -> String {
    let sources = sources(notes.map);
    let names: Vec<&str> = sources.iter().map(|source| source.name).collect();
    let classes: Vec<&str> = sources.iter().map(|source| source.class).collect();
    let mean = |player: &BotAtTable<'_>, source: &Source| (source.points)(&player.notes.points) as f64 / player.times;
    let players = players(notes);
    let stacks: Vec<Stack> = players
        .iter()
        .map(|player| Stack {
            name: player.name.into(),
            parts: sources.iter().map(|source| mean(player, source)).collect(),
        })
        .collect();
    let key: String = sources
        .iter()
        .map(|source| format!("<li><span class=\"swatch {}\"></span> {}</li>", source.class, source.name))
        .collect();
    let mut columns = vec![Column::plain("Bot")];
    columns.extend(names.iter().map(|name| Column::plain(*name)));
    columns.push(Column::plain("in all"));
    let row = |stack: &Stack| {
        let total: f64 = stack.parts.iter().sum();
        let numbers = stack.parts.iter().chain([&total]).map(|&number| HtmlCell::number(decimal(number), number));
        Row::new(std::iter::once(HtmlCell::text(&*stack.name)).chain(numbers).collect())
    };
    let table = HtmlTable {
        caption: part.caption("Points per game, by source"),
        columns,
        rows: stacks.iter().map(row).collect(),
        sorted_by: None,
    };
    format!(
        "{}<div class=\"pair\">\n\
         <figure><figcaption>Points per game, by bot</figcaption>{}<ul class=\"key\">{key}</ul></figure>\n\
         <div class=\"beside\">{}{}</div>\n</div></section>\n",
        part.section("points", "Where the points come from"),
        stack(&part.id("points-by-bot"), "Points per game, by bot", &names, &classes, &stacks),
        table.markup(),
        action_counts(notes, &players, part).markup()
    )
}

/// Figures of each bot per game.
fn action_counts(notes: &Notes<'_>, players: &[BotAtTable<'_>], part: &Part) -> HtmlTable {
    let has_stations = notes.map.stations().is_some();
    let mut columns = vec![
        Column::plain("Bot"),
        Column::plain("turns"),
        Column::plain("cards drawn"),
        Column::plain("routes claimed"),
        Column::new("tickets drawn", "How many times it draws tickets, without those before the first turn"),
        Column::plain("tickets completed"),
        Column::plain("tickets failed"),
    ];
    if has_stations {
        columns.push(Column::plain("stations built"));
    }
    let row = |player: &BotAtTable<'_>| {
        let notes = player.notes;
        let action_counts = notes.action_counts;
        let mut counts = vec![
            action_counts.turns,
            action_counts.cards,
            action_counts.claims,
            action_counts.ticket_draws,
            notes.tickets_completed,
            notes.tickets_failed,
        ];
        if has_stations {
            counts.push(action_counts.stations);
        }
        let number = |count: u64| count as f64 / player.times;
        let words = |number: f64| if number < 10.0 { format!("{number:.2}") } else { decimal(number) };
        let numbers = counts.into_iter().map(number).map(|number| HtmlCell::number(words(number), number));
        Row::new(std::iter::once(HtmlCell::text(player.name)).chain(numbers).collect())
    };
    HtmlTable {
        caption: part.caption("What a bot does in a game"),
        columns,
        rows: players.iter().map(row).collect(),
        sorted_by: None,
    }
}

/// The section on game length.
pub(super) fn length(notes: &Notes<'_>, part: &Part) -> String {
    let mean = mean_turns(notes);
    let turns = &notes.turns;
    let [least, greatest] = turns.ends();
    let seats = notes.line_up.players() as f64;
    let passes: u64 = notes.bots.iter().map(|bot| bot.action_counts.passes).sum();
    let fact = |name: &str, value: String| Row::new(vec![HtmlCell::text(name), HtmlCell::text(value)]);
    let table = HtmlTable {
        caption: part.caption("Length of a game"),
        columns: vec![Column::plain("What"), Column::plain("How much")],
        rows: vec![
            fact("turns, mean ± 95 %", mean.words()),
            fact("turns of each player, mean", decimal(mean.value / seats)),
            fact("turns, median", turns.quantile(0.5).to_string()),
            fact("turns, middle nine tenths", format!("{} to {}", turns.quantile(0.05), turns.quantile(0.95))),
            fact("shortest and longest game", format!("{least} and {greatest} turns")),
            fact("decisions, mean", decimal(share(notes.decisions, notes.games()))),
            fact("turns in which nothing could be done", grouped(passes)),
        ],
        sorted_by: None,
    };
    format!(
        "{}<div class=\"pair\">\n\
         <figure><figcaption>Turns of all players together</figcaption>{}</figure>\n\
         <div class=\"beside\">{}</div>\n</div></section>\n",
        part.section("length", "How long games are"),
        bars(&part.id("turns"), "Turns of all players together", "turns", turns, mean),
        table.markup()
    )
}

/// The mean number of turns in a game, all players together.
pub(super) fn mean_turns(notes: &Notes<'_>) -> Mean {
    Mean::new(notes.turns.moments(), 1)
}
