//! The page itself: its subject, the most important figures, and the sections.

use super::figures::{FEW, Mean, Rate, counted, decimal, grouped, percent, share};
use super::notes::{Notes, Results};
use super::part::Part;
use super::runs::{Run, Subject};
use super::{compare, play, results, routes, tickets};
use capolinea_arena::Contestant;
use capolinea_bots::Limit;
use capolinea_maps::svg::escape;

const STYLE: &str = include_str!("page.css");
const SCRIPT: &str = include_str!("page.js");

/// The report as one HTML file.
pub(crate) fn page(subject: &Subject<'_>) -> String {
    let games: u64 = subject.runs.iter().map(|run| run.notes.games()).sum();
    let title = escape(&format!("{}: {}", titles(subject), counted(games, "game")));
    let body = match subject.runs {
        [run] => format!("<div data-version=\"0\">{}</div>\n", sections(run, &subject.part(0))),
        runs => {
            let all: String = (0..runs.len()).map(|index| article(subject, index)).collect();
            compare::sections(subject) + &all
        }
    };
    let digests: Vec<String> = (0..subject.versions.len())
        .filter_map(|version| subject.runs.iter().find(|run| run.version == version))
        .map(|run| format!("<code>{}</code>", escape(run.game_map.map.digest())))
        .collect();
    format!(
        "<!DOCTYPE html>\n<html xmlns=\"http://www.w3.org/1999/xhtml\" lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n\
         <meta name=\"color-scheme\" content=\"light dark\"/>\n<title>{title}</title>\n<style>\n{STYLE}</style>\n</head>\n\
         <body>\n{}<main>\n{body}</main>\n<footer><p>Made by capolinea {}. The map’s digest is {}.</p></footer>\n\
         <script>\n{SCRIPT}</script>\n</body>\n</html>\n",
        head(subject),
        env!("CARGO_PKG_VERSION"),
        digests.join(", compared with ")
    )
}

/// The titles of the maps.
fn titles(subject: &Subject<'_>) -> String {
    let name = &subject.first().game_map.map.name().en;
    if subject.is_compared() && subject.version_name(1) != *name {
        let [new, old] = [0, 1].map(|version| subject.version_name(version));
        return format!("{new} and {old}");
    }
    name.clone()
}

/// Everything about one set of games.
fn sections(run: &Run<'_>, part: &Part) -> String {
    let notes = &run.notes;
    [
        glance(notes, part),
        results::scores(notes, part),
        results::victories(notes, part),
        play::points(notes, part),
        play::length(notes, part),
        routes::section(run.game_map, notes, part),
        tickets::section(notes, part),
    ]
    .concat()
}

/// One of several sets of games.
fn article(subject: &Subject<'_>, index: usize) -> String {
    let run = &subject.runs[index];
    let part = subject.part(index);
    let name = escape(&subject.run_name(run));
    format!(
        "<article id=\"{}\" data-version=\"{}\" aria-label=\"{name}\"><h2>{name}</h2>\n\
         <dl><div><dt>Bots by seat</dt><dd>{}</dd></div></dl>\n{}</article>\n",
        part.id("all"),
        run.version,
        seats(&run.bots),
        sections(run, &part)
    )
}

fn seats(bots: &[Contestant]) -> String {
    let seats: String = bots.iter().map(|bot| format!("<li>{}</li>", escape(&bot.to_string()))).collect();
    format!("<ol>{seats}</ol>")
}

fn head(subject: &Subject<'_>) -> String {
    let first = subject.first();
    let facts = match subject.runs {
        [run] => format!(
            "<div><dt>Map</dt><dd><code>{}</code></dd></div><div><dt>Bots by seat</dt><dd>{}</dd></div>",
            escape(run.game_map.map.id()),
            seats(&run.bots)
        ),
        _ => {
            let maps: Vec<String> =
                subject.versions.iter().map(|version| format!("<code>{}</code>", escape(version))).collect();
            let players: Vec<String> = subject.players().iter().map(ToString::to_string).collect();
            format!(
                "<div><dt>{}</dt><dd>{}</dd></div><div><dt>Players</dt><dd>{}</dd></div>",
                if subject.is_compared() { "The map, and the map it is compared with" } else { "Map" },
                maps.join(", "),
                players.join(", ")
            )
        }
    };
    let bots: Vec<Contestant> = subject.runs.iter().flat_map(|run| run.bots.iter().cloned()).collect();
    format!(
        "<header><p class=\"over\">Capolinea: simulated games</p>\n<h1>{}</h1>\n<dl>\
         <div><dt>Games</dt><dd>{}{}</dd></div><div><dt>Seed</dt><dd>{}</dd></div>{facts}</dl>\n\
         <p>The command that makes this page{}:</p>\n<pre tabindex=\"0\"><code>{}</code></pre>\n{}\
         <nav aria-label=\"Sections\">{}</nav></header>\n",
        escape(&titles(subject)),
        grouped(first.notes.games()),
        if subject.runs.len() == 1 { "" } else { " each" },
        subject.seed,
        if thinks_by_time(&bots) { "" } else { ", byte for byte" },
        escape(&subject.command),
        cautions(&bots, first.notes.games()),
        links(subject)
    )
}

fn links(subject: &Subject<'_>) -> String {
    let link = |id: &str, name: &str| format!("<a href=\"#{id}\">{}</a> ", escape(name));
    if subject.runs.len() == 1 {
        let sections = [
            ("scores", "Scores"),
            ("victories", "Victories"),
            ("points", "Points"),
            ("length", "Length"),
            ("routes", "Routes"),
            ("tickets", "Tickets"),
        ];
        return sections.iter().map(|(id, name)| link(id, name)).collect();
    }
    let shared = [("side-by-side", "Side by side"), ("all-routes", "Routes"), ("all-tickets", "Tickets")];
    let shared: String = shared.iter().map(|(id, name)| link(id, name)).collect();
    let runs = subject.runs.iter().enumerate();
    shared + &runs.map(|(index, run)| link(&subject.part(index).id("all"), &subject.run_name(run))).collect::<String>()
}

fn thinks_by_time(bots: &[Contestant]) -> bool {
    bots.iter().filter_map(Contestant::budget).any(|budget| matches!(budget.limit, Limit::Time(_)))
}

/// The warnings.
fn cautions(bots: &[Contestant], games: u64) -> String {
    let mut text = String::new();
    if games < FEW {
        text.push_str(&format!(
            "<p class=\"caution\"><strong>Too few games.</strong> With {}, every difference may be chance: read this page as \
             a story, not as statistics. Intervals are meaningful from {FEW} games on; for routes and tickets, play \
             thousands.</p>\n",
            counted(games, "game")
        ));
    }
    if thinks_by_time(bots) {
        text.push_str(
            "<p class=\"caution\">A bot whose budget is a time does not always make the same moves: the same command gives \
             similar games, not the same ones.</p>\n",
        );
    }
    text
}

/// The most important figures.
fn glance(notes: &Notes<'_>, part: &Part) -> String {
    let games = notes.games();
    let first = notes.seats.0.iter().map(|seat| seat.places[0]).fold(Results::default(), Results::merge);
    let turns = play::mean_turns(notes).value;
    let players = notes.line_up.players();
    let claims: u64 = notes.routes.iter().flatten().map(|route| route.share.count()).sum();
    let never = notes.routes.iter().filter(|route| route.iter().all(|notes| notes.share.count() == 0)).count();
    let sum = |count: fn(&super::notes::BotNotes) -> u64| notes.bots.iter().map(count).sum::<u64>();
    let completed = sum(|bot| bot.tickets_completed);
    let kept = completed + sum(|bot| bot.tickets_failed);
    let tiles = [
        ("turns per game", decimal(turns), format!("{} for each player", decimal(turns / players as f64))),
        (
            "best score",
            Mean::new(&notes.best_score, 1).words(),
            format!("{} ahead of the second", decimal(notes.margin.mean())),
        ),
        (
            "won with the first turn",
            percent(Rate::new(&first.share, 1).value),
            format!("par is {}", percent(1.0 / players as f64)),
        ),
        (
            "victories shared",
            percent(share(notes.shared_victories, games)),
            format!("{} of {}", grouped(notes.shared_victories), counted(games, "game")),
        ),
        (
            "routes claimed per game",
            decimal(share(claims, games)),
            format!("of {}; {never} never claimed", notes.routes.len()),
        ),
        (
            "tickets completed",
            percent(share(completed, kept)),
            format!("{} kept per game", decimal(share(kept, games))),
        ),
    ];
    let tiles: String = tiles
        .iter()
        .map(|(name, value, more)| {
            format!("<li><span>{name}</span><strong>{value}</strong><span class=\"more\">{more}</span></li>")
        })
        .collect();
    format!(
        "<section id=\"{}\" aria-label=\"{}\"><ul class=\"tiles\">{tiles}</ul></section>\n",
        part.id("glance"),
        escape(&part.caption("At a glance"))
    )
}
