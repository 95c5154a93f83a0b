//! The page itself: what it is about, the most important figures, and the sections.

use super::figures::{FEW, Mean, Rate, counted, decimal, grouped, percent, share};
use super::notes::{Notes, Results};
use super::{play, results, routes, tickets};
use capolinea_bots::{Entrant, Limit};
use capolinea_maps::GameMap;
use capolinea_maps::svg::escape;

const STYLE: &str = include_str!("page.css");
const SCRIPT: &str = include_str!("page.js");

/// What was played.
pub(crate) struct Subject<'a> {
    /// On which map.
    pub(crate) game_map: &'a GameMap,
    /// Who played, by seat.
    pub(crate) bots: &'a [Entrant],
    /// The number that decided every game.
    pub(crate) seed: u64,
    /// The command that makes the page once more.
    pub(crate) command: String,
}

/// The report as one HTML file.
pub(crate) fn page(subject: &Subject<'_>, notes: &Notes<'_>) -> String {
    let map = &subject.game_map.map;
    let title = escape(&format!("{}: {}", map.name.en, counted(notes.games(), "game")));
    let sections = [
        head(subject, notes),
        glance(notes),
        results::scores(notes),
        results::victories(notes),
        play::points(notes),
        play::length(notes),
        routes::section(subject.game_map, notes),
        tickets::section(notes),
    ];
    format!(
        "<!DOCTYPE html>\n<html xmlns=\"http://www.w3.org/1999/xhtml\" lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n\
         <meta name=\"color-scheme\" content=\"light dark\"/>\n<title>{title}</title>\n<style>\n{STYLE}</style>\n</head>\n\
         <body>\n{}<footer><p>Made by capolinea {}. The map’s digest is <code>{}</code>.</p></footer>\n\
         <script>\n{SCRIPT}</script>\n</body>\n</html>\n",
        sections.concat() + "</main>\n",
        env!("CARGO_PKG_VERSION"),
        escape(&map.digest)
    )
}

fn head(subject: &Subject<'_>, notes: &Notes<'_>) -> String {
    let map = &subject.game_map.map;
    let bots: Vec<String> = subject.bots.iter().map(|bot| escape(&bot.to_string())).collect();
    let seats: String = bots.iter().map(|bot| format!("<li>{bot}</li>")).collect();
    let links = [
        ("scores", "Scores"),
        ("victories", "Victories"),
        ("points", "Points"),
        ("length", "Length"),
        ("routes", "Routes"),
        ("tickets", "Tickets"),
    ];
    let links: String = links.iter().map(|(id, name)| format!("<a href=\"#{id}\">{name}</a> ")).collect();
    format!(
        "<header><p class=\"over\">Capolinea: simulated games</p>\n<h1>{}</h1>\n<dl>\
         <div><dt>Games</dt><dd>{}</dd></div><div><dt>Seed</dt><dd>{}</dd></div>\
         <div><dt>Map</dt><dd><code>{}</code></dd></div>\
         <div><dt>Bots by seat</dt><dd><ol>{seats}</ol></dd></div></dl>\n\
         <p>The command that makes this page{}:</p>\n<pre tabindex=\"0\"><code>{}</code></pre>\n{}\
         <nav aria-label=\"Sections\">{links}</nav></header>\n<main>\n",
        escape(&map.name.en),
        grouped(notes.games()),
        subject.seed,
        escape(&map.id),
        if thinks_by_time(subject.bots) { "" } else { ", byte for byte" },
        escape(&subject.command),
        cautions(subject.bots, notes.games())
    )
}

fn thinks_by_time(bots: &[Entrant]) -> bool {
    bots.iter().any(|bot| matches!(bot.budget.limit, Limit::Time(_)))
}

/// What to be careful about.
fn cautions(bots: &[Entrant], games: u64) -> String {
    let mut text = String::new();
    if games < FEW {
        text.push_str(&format!(
            "<p class=\"caution\"><strong>Too few games.</strong> {} can’t tell chance from anything else: read this page as \
             a story, not as statistics. From {FEW} games on intervals mean something; for routes and tickets play \
             thousands.</p>\n",
            counted(games, "game")
        ));
    }
    if thinks_by_time(bots) {
        text.push_str(
            "<p class=\"caution\">A bot that thinks for a time does not always play alike: the same command gives similar \
             games, not the same ones.</p>\n",
        );
    }
    text
}

/// The most important figures.
fn glance(notes: &Notes<'_>) -> String {
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
        ("turns a game", decimal(turns), format!("{} for each player", decimal(turns / players as f64))),
        (
            "best score",
            Mean::of(&notes.best_score, 1).words(),
            format!("{} ahead of the second", decimal(notes.margin.mean())),
        ),
        (
            "won with the first turn",
            percent(Rate::of(&first.share, 1).value),
            format!("par is {}", percent(1.0 / players as f64)),
        ),
        (
            "victories shared",
            percent(share(notes.shared_victories, games)),
            format!("{} of {}", grouped(notes.shared_victories), counted(games, "game")),
        ),
        (
            "routes claimed a game",
            decimal(share(claims, games)),
            format!("of {}; {never} never claimed", notes.routes.len()),
        ),
        ("tickets completed", percent(share(completed, kept)), format!("{} kept a game", decimal(share(kept, games)))),
    ];
    let tiles: String = tiles
        .iter()
        .map(|(name, value, more)| {
            format!("<li><span>{name}</span><strong>{value}</strong><span class=\"more\">{more}</span></li>")
        })
        .collect();
    format!("<section id=\"glance\" aria-label=\"At a glance\"><ul class=\"tiles\">{tiles}</ul></section>\n")
}
