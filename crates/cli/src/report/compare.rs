//! Several sets of games side by side: the most important figures of each, and every route and ticket in all of them.

use super::charts::{Ridge, ridges};
use super::figures::{FEW, Mean, Rate, decimal, percent, share, signed};
use super::matching::{Match, route_matches, ticket_matches};
use super::notes::Results;
use super::runs::{Run, Subject};
use super::spread::Spread;
use super::table::{Column, HtmlCell, HtmlTable, Row};
use super::{play, tickets};
use capolinea_maps::svg::escape;

/// The sections that compare.
pub(super) fn sections(subject: &Subject<'_>) -> String {
    let figures = overview(subject).markup();
    let scores = ridges_of(subject, |run| {
        let mut all = Spread::default();
        run.notes.seats.0.iter().for_each(|seat| all.merge(&seat.scores));
        // Scores of one game depend on each other: an interval for independent scores would be wrong.
        let mean = Mean { value: all.moments().mean(), reach: None };
        (all, mean)
    });
    let turns = ridges_of(subject, |run| (run.notes.turns.clone(), play::mean_turns(&run.notes)));
    let figure = |id: &str, title: &str, things: &str, all: &[Ridge]| {
        format!("<figure><figcaption>{title}</figcaption>{}</figure>\n", ridges(id, title, things, all))
    };
    format!(
        "<section id=\"side-by-side\"><h2>Side by side</h2>\n{}{figures}<div class=\"pair\">\n{}{}</div></section>\n\
         <section id=\"all-routes\"><h2>Routes, side by side</h2>\n\
         <p>The share of games in which each route is claimed.{}</p>\n{}</section>\n\
         <section id=\"all-tickets\"><h2>Tickets, side by side</h2>\n\
         <p>The share of those kept that are completed.{}</p>\n{}</section>\n",
        same_game(subject),
        figure("all-scores", "Scores of all players", "Scores", &scores),
        figure("all-turns", "Turns of all players together", "Turns", &turns),
        format_change(subject),
        routes_table(subject).markup(),
        format_change(subject),
        tickets_table(subject).markup(),
    )
}

fn format_change(subject: &Subject<'_>) -> String {
    if !subject.is_compared() {
        return String::new();
    }
    let [new, old] = [0, 1].map(|version| escape(&subject.version_name(version)));
    format!(" A change is {new} minus {old}, in points, with its 95 % interval; changes that may be chance are pale.")
}

/// Two copies of one map can't differ.
fn same_game(subject: &Subject<'_>) -> String {
    let digest = |version| subject.runs.iter().find(|run| run.version == version).map(|run| run.game_map.map.digest());
    if !subject.is_compared() || digest(0) != digest(1) {
        return String::new();
    }
    "<p class=\"caution\"><strong>Both maps are the same game.</strong> They differ in names or drawing at most, and the \
     same seed gives the same games.</p>\n"
        .into()
}

fn ridges_of(subject: &Subject<'_>, figures: impl Fn(&Run<'_>) -> (Spread, Mean)) -> Vec<Ridge> {
    let ridge = |run: &Run<'_>| {
        let (spread, mean) = figures(run);
        Ridge { name: subject.run_name(run), bot: run.version, spread, mean }
    };
    subject.runs.iter().map(ridge).collect()
}

/// The most important figures of each set of games.
fn overview(subject: &Subject<'_>) -> HtmlTable {
    let columns = vec![
        Column::plain("Which"),
        Column::plain("Games"),
        Column::new("Best score", "The winner’s score, with its 95 % interval"),
        Column::new("Lead", "From the best score to the second best"),
        Column::new("Turns each", "Turns of each player in a game"),
        Column::new("First wins", "Victories of the first player minus par, in points"),
        Column::new("Shared", "Victories that several share"),
        Column::new("Routes claimed", "A game, all players together"),
        Column::new("Never claimed", "Routes that nobody claims in any game"),
        Column::new("Tickets kept", "A game, all players together"),
        Column::new("Completed", "Of the tickets kept"),
    ];
    let row =
        |run: &Run<'_>| Row::new(std::iter::once(HtmlCell::text(subject.run_name(run))).chain(figures(run)).collect());
    HtmlTable {
        caption: "The games side by side".into(),
        columns,
        rows: subject.runs.iter().map(row).collect(),
        sorted_by: None,
    }
}

fn figures(run: &Run<'_>) -> Vec<HtmlCell> {
    let notes = &run.notes;
    let games = notes.games();
    let players = run.bots.len() as f64;
    let first = notes.seats.0.iter().map(|seat| seat.places[0]).fold(Results::default(), Results::merge);
    let first = 100.0 * (Rate::new(&first.share, 1).value - 1.0 / players);
    let claims: u64 = notes.routes.iter().flatten().map(|route| route.share.count()).sum();
    let never = notes.routes.iter().filter(|route| route.iter().all(|notes| notes.share.count() == 0)).count();
    let completed: u64 = notes.bots.iter().map(|bot| bot.tickets_completed).sum();
    let kept = completed + notes.bots.iter().map(|bot| bot.tickets_failed).sum::<u64>();
    let best = Mean::new(&notes.best_score, 1);
    let number = |value: f64| HtmlCell::number(decimal(value), value);
    vec![
        HtmlCell::number(super::figures::grouped(games), games as f64),
        HtmlCell::number(best.words(), best.value),
        number(notes.margin.mean()),
        number(play::mean_turns(notes).value / players),
        HtmlCell::number(signed(first), first),
        HtmlCell::number(percent(share(notes.shared_victories, games)), share(notes.shared_victories, games)),
        number(share(claims, games)),
        HtmlCell::number(never.to_string(), never as f64),
        number(share(kept, games)),
        HtmlCell::number(percent(share(completed, kept)), share(completed, kept)),
    ]
}

/// A part of a whole.
#[derive(Clone, Copy)]
struct Count {
    part: u64,
    whole: u64,
}

impl Count {
    fn share(self) -> f64 {
        share(self.part, self.whole)
    }

    fn cell(self) -> HtmlCell {
        let share = 100.0 * self.share();
        let cell =
            if self.whole == 0 { HtmlCell::unknown("–") } else { HtmlCell::number(percent(self.share()), share) };
        cell.uncertain(self.whole < FEW)
    }

    /// How much larger this share is than another, with half of the difference's 95 % interval.
    fn change(self, from: Count) -> HtmlCell {
        if self.whole.min(from.whole) < FEW {
            return HtmlCell::unknown("few").uncertain(true);
        }
        let variance = |count: Count| count.share() * (1.0 - count.share()) / count.whole as f64;
        let reach = 196.0 * (variance(self) + variance(from)).sqrt();
        let value = 100.0 * (self.share() - from.share());
        HtmlCell::number(format!("{} ± {reach:.1}", signed(value)), value).uncertain(value.abs() <= reach)
    }
}

fn routes_table(subject: &Subject<'_>) -> HtmlTable {
    let claimed = |run: usize, index: usize| {
        let notes = &subject.runs[run].notes;
        Count { part: notes.routes[index].iter().map(|notes| notes.share.count()).sum(), whole: notes.games() }
    };
    table(subject, "Routes side by side", "Route", &route_matches(subject), &claimed)
}

fn tickets_table(subject: &Subject<'_>) -> HtmlTable {
    let all: Vec<Vec<tickets::TicketFacts>> = subject.runs.iter().map(|run| tickets::figures(&run.notes)).collect();
    let completed = |run: usize, index: usize| {
        let figures = &all[run][index];
        Count { part: figures.completed, whole: figures.kept }
    };
    table(subject, "Tickets side by side", "Ticket", &ticket_matches(subject), &completed)
}

/// A row for each thing, a column for each set of games, and for two versions the change. `count` answers by the numbers of
/// a set of games and of a thing in it.
fn table(
    subject: &Subject<'_>,
    caption: &str,
    thing: &str,
    matches: &[Match],
    count: &dyn Fn(usize, usize) -> Count,
) -> HtmlTable {
    let is_compared = subject.is_compared();
    let mut columns = vec![Column::plain(thing)];
    for (index, run) in subject.runs.iter().enumerate() {
        columns.push(Column::plain(subject.run_name(run)));
        if is_compared && index % 2 == 1 {
            columns.push(Column::new(change_title(subject, run), "With half of its 95 % interval, in points"));
        }
    }
    // The first change, or the first set of games.
    let sorted_by = if is_compared { 3 } else { 1 };
    columns.push(if is_compared {
        Column::new("Differs", "What the two maps say about it, if they differ")
    } else {
        Column::new("Range", "From the least to the greatest, in points")
    });
    let row = |one: &Match| {
        let of_run = |(number, run): (usize, &Run<'_>)| one.index[run.version].map(|index| count(number, index));
        let counts: Vec<Option<Count>> = subject.runs.iter().enumerate().map(of_run).collect();
        Row::new(if is_compared { changed_cells(one, &counts) } else { ranged_cells(one, &counts) })
    };
    HtmlTable { caption: caption.into(), columns, rows: matches.iter().map(row).collect(), sorted_by: Some(sorted_by) }
        .sorted()
}

fn change_title(subject: &Subject<'_>, run: &Run<'_>) -> String {
    if subject.players().len() > 1 { format!("Change, {} players", run.bots.len()) } else { "Change".into() }
}

fn count_cell(count: &Option<Count>) -> HtmlCell {
    count.map_or_else(|| HtmlCell::unknown("–"), Count::cell)
}

/// For each number of players what both versions have, and the change.
fn changed_cells(one: &Match, counts: &[Option<Count>]) -> Vec<HtmlCell> {
    let mut cells = vec![HtmlCell::text(&*one.name)];
    for pair in counts.chunks(2) {
        cells.extend(pair.iter().map(count_cell));
        cells.push(match pair {
            [Some(new), Some(old)] => new.change(*old),
            _ => HtmlCell::unknown("–"),
        });
    }
    cells.push(HtmlCell::text(&*one.differs));
    cells
}

/// The figures of each set of games, and their differences.
fn ranged_cells(one: &Match, counts: &[Option<Count>]) -> Vec<HtmlCell> {
    let shares = counts.iter().flatten().map(|count| 100.0 * count.share());
    let range = (shares.clone().fold(0.0, f64::max) - shares.fold(100.0, f64::min)).max(0.0);
    let mut cells = vec![HtmlCell::text(&*one.name)];
    cells.extend(counts.iter().map(count_cell));
    cells.push(HtmlCell::number(decimal(range), range));
    cells
}
