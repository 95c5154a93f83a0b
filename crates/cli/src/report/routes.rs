//! The section on routes: two boards and a table.

use super::boards::{by_claims, by_lift};
use super::figures::{Lift, decimal, pars, percent, share};
use super::notes::{ByBot, Notes, RouteNotes};
use super::part::Part;
use super::table::{Column, HtmlCell, HtmlTable, Link, Row};
use capolinea_engine::map::Route;
use capolinea_engine::{Color, Map};
use capolinea_maps::GameMap;

/// The known facts about a route.
pub(super) struct RouteFigures {
    /// The share of games in which it is claimed.
    pub(super) claimed: f64,
    /// The same, by bot.
    claimed_by: Vec<f64>,
    /// The mean of the claimers' own turns; none if nobody claimed it.
    turn: Option<f64>,
    /// How its claimers fare; none if there are none.
    pub(super) lift: Option<Lift>,
}

fn figures(notes: &Notes<'_>) -> Vec<RouteFigures> {
    let (games, pars) = (notes.games(), pars(notes));
    let route = |by_bot: &ByBot<RouteNotes>| {
        let claims = by_bot.iter().map(|notes| notes.share.count());
        let count = claims.clone().sum();
        let turns = by_bot.iter().map(|notes| notes.turns).sum();
        RouteFigures {
            claimed: share(count, games),
            claimed_by: claims.take(notes.line_up.bots.len()).map(|claims| share(claims, games)).collect(),
            turn: (count > 0).then(|| share(turns, count)),
            lift: Lift::new(by_bot.map(|notes| notes.share), &pars),
        }
    };
    notes.routes.iter().map(route).collect()
}

/// The whole section.
pub(super) fn section(game_map: &GameMap, notes: &Notes<'_>, part: &Part) -> String {
    let figures = figures(notes);
    format!(
        "{}{}\n<figure>{}</figure>\n{}\n\
         <p>How much more or less often players win if they claim a route, in points of win rate. They are compared with \
         par, the overall win rate of their own bot, so a route does not look good because only a strong bot takes it. The \
         figures show what goes together, not what causes what. There is a number only where the difference is hardly \
         chance; even so, one of twenty routes without any influence shows a number.</p>\n<figure>{}</figure>\n{}</section>\n",
        part.section("routes", "Routes"),
        part.heading(3, "How often each is claimed"),
        by_claims(game_map, &figures, part),
        part.heading(3, "How its claimers fare"),
        by_lift(game_map, &figures, part),
        table(notes, &figures, part).markup()
    )
}

fn table(notes: &Notes<'_>, figures: &[RouteFigures], part: &Part) -> HtmlTable {
    let bots = &notes.line_up.bots;
    let mut columns = vec![
        Column::plain("Route"),
        Column::new("Claimed", "The share of games in which somebody claims it"),
        Column::new("Turn", "The mean of the claimers’ own turns when they claim it"),
        Column::new("Claimers win", "The claimers’ share of victories"),
        Column::new(
            "v. par",
            "Claimers’ win rate minus their bots’ overall win rate, with its 95 % interval, in points",
        ),
        Column::new("Points", "What it scores"),
        Column::new("Cards", "How many cards it asks for"),
        Column::plain("Kind"),
    ];
    if bots.len() > 1 {
        columns.extend(bots.iter().map(|bot| Column::plain(format!("By {bot}"))));
    }
    let mut rows: Vec<(usize, &RouteFigures)> = figures.iter().enumerate().collect();
    rows.sort_by(|(_, one), (_, other)| other.claimed.total_cmp(&one.claimed));
    HtmlTable {
        caption: part.caption("Routes"),
        columns,
        rows: rows.into_iter().map(|(index, route)| row(notes.map, index, route, bots.len())).collect(),
        sorted_by: Some(1),
    }
}

fn row(map: &Map, index: usize, figures: &RouteFigures, bots: usize) -> Row {
    let route = &map.routes()[index];
    let whole = |number: u8| HtmlCell::number(number.to_string(), number.into());
    let rate = |rate: f64| HtmlCell::number(percent(rate), rate * 100.0);
    let mut cells = vec![
        HtmlCell::text(name(map, route)),
        rate(figures.claimed),
        figures.turn.map_or_else(|| HtmlCell::unknown("–"), |turn| HtmlCell::number(decimal(turn), turn)),
    ];
    cells.extend(lift_cells(figures.lift));
    cells.extend([whole(route.points), whole(route.cards), HtmlCell::text(kind(map, route))]);
    if bots > 1 {
        cells.extend(figures.claimed_by.iter().map(|&claimed| rate(claimed)));
    }
    Row { link: Some(Link::Route(index)), cells }
}

/// A win rate and its distance from par.
pub(super) fn lift_cells(lift: Option<Lift>) -> [HtmlCell; 2] {
    let Some(lift) = lift else { return [HtmlCell::unknown("–"), HtmlCell::unknown("–")] };
    let distance =
        if lift.is_few() { HtmlCell::unknown("few") } else { HtmlCell::number(lift.words(), 100.0 * lift.value) };
    [
        HtmlCell::number(percent(lift.rate), 100.0 * lift.rate).uncertain(lift.is_few()),
        distance.uncertain(!lift.is_clear()),
    ]
}

/// `Atlanta – New Orleans`, with the lane where there are several.
pub(super) fn name(map: &Map, route: &Route) -> String {
    let [a, b] = [route.a, route.b].map(|end| map.location(end).name.en.as_str());
    if route.lanes == 1 { format!("{a} – {b}") } else { format!("{a} – {b} ({})", route.lane) }
}

/// Its colour, and its special features.
fn kind(map: &Map, route: &Route) -> String {
    let mut words = vec![route.color.map_or("gray", Color::as_str)];
    if map.rules().fleets.len() > 1 {
        words.push(map.rules().fleets[route.fleet.index()].piece.as_str());
    }
    if route.wilds > 0 {
        words.push("ferry");
    }
    if route.is_tunnel {
        words.push("tunnel");
    }
    words.join(", ")
}
