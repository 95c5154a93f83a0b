//! The section on tickets: their costs, how often they are completed, how their keepers fare, and a table.

use super::figures::{FEW, Lift, pars, percent, share, signed};
use super::notes::{ByBot, Notes, TicketNotes};
use super::part::Part;
use super::routes::lift_cells;
use super::table::{Column, HtmlCell, HtmlTable, Link, Row};
use super::ticket_plots;
use capolinea_engine::Map;
use capolinea_engine::analysis::{Measure, Way, Ways};
use capolinea_engine::map::Ticket;
use capolinea_maps::svg::escape;

/// The known facts about a ticket.
pub(super) struct TicketFacts {
    offered: u64,
    pub(super) kept: u64,
    pub(super) completed: u64,
    pub(super) lift: Option<Lift>,
    /// The way between its ends that asks for the fewest cards, on an empty board.
    pub(super) way: Way,
}

impl TicketFacts {
    fn new(by_bot: &ByBot<TicketNotes>, pars: &ByBot<f64>, way: Way) -> TicketFacts {
        TicketFacts {
            offered: by_bot.iter().map(|notes| notes.offered).sum(),
            kept: by_bot.iter().map(|notes| notes.share.count()).sum(),
            completed: by_bot.iter().map(|notes| notes.completed).sum(),
            lift: Lift::new(by_bot.map(|notes| notes.share), pars),
            way,
        }
    }

    /// The cards of the cheapest way.
    pub(super) fn cards(&self) -> u16 {
        self.way.needs.cards.total()
    }

    pub(super) fn success(&self) -> f64 {
        share(self.completed, self.kept)
    }
}

/// The known facts about each ticket of the map.
pub(super) fn figures(notes: &Notes<'_>) -> Vec<TicketFacts> {
    let pars = pars(notes);
    let ways = Ways::on_empty_board(notes.map, Measure::Cards);
    let way = |ticket| ways.cheapest(ticket).expect("every ticket of a checked map can be completed");
    let tickets = notes.tickets.iter().zip(notes.map.ticket_ids());
    tickets.map(|(by_bot, ticket)| TicketFacts::new(by_bot, &pars, way(ticket))).collect()
}

/// The whole section.
pub(super) fn section(notes: &Notes<'_>, part: &Part) -> String {
    let figures = figures(notes);
    format!(
        "{}<p>The cost of a ticket is the number of cards that the cheapest path between its ends takes, if they have the \
         right colours and no other player is in the way.</p>\n{}<div class=\"pair three\">\n\
         <figure><figcaption>Cost and value</figcaption>{}</figure>\n\
         <figure><figcaption>Value and success</figcaption>{}</figure>\n\
         <figure><figcaption>Value and victory</figcaption>{}</figure>\n</div>\n{}</section>\n",
        part.section("tickets", "Tickets"),
        shapes(notes.map),
        ticket_plots::cost(notes.map, &figures, part),
        ticket_plots::success(notes.map, &figures, part),
        ticket_plots::victory(notes.map, &figures, part),
        table(notes, &figures, part).markup()
    )
}

/// Which shape stands for which deck.
fn shapes(map: &Map) -> String {
    match map.decks() {
        [first, second, ..] => format!(
            "<p class=\"legend\">In the plots ● is a ticket of the deck “{}”, ◆ of the deck “{}”; hollow ones were kept \
             fewer than {FEW} times.</p>\n",
            escape(first),
            escape(second)
        ),
        [_] | [] => format!("<p class=\"legend\">In the plots hollow points were kept fewer than {FEW} times.</p>\n"),
    }
}

fn table(notes: &Notes<'_>, figures: &[TicketFacts], part: &Part) -> HtmlTable {
    let map = notes.map;
    let mut columns = vec![Column::plain("Ticket")];
    if map.decks().len() > 1 {
        columns.push(Column::plain("Deck"));
    }
    let points = columns.len();
    columns.extend([
        Column::plain("Points"),
        Column::new("Cost", "The cards of the cheapest path between its ends"),
        Column::new("v. cost", "Its points minus the cards of its cheapest path"),
        Column::new("Drawn", "How many times per game it is offered to somebody"),
        Column::new("Kept", "Of the times it is offered"),
        Column::new("Completed", "Of the times it is kept"),
        Column::new("Keepers win", "The keepers’ share of victories"),
        Column::new(
            "v. par",
            "Keepers’ win rate minus their bots’ overall win rate, with its 95 % interval, in points",
        ),
        Column::new("Cheapest path", "The places that the cheapest path leads through"),
    ]);
    let mut order: Vec<usize> = (0..map.tickets().len()).collect();
    order.sort_by_key(|&index| std::cmp::Reverse(map.tickets()[index].points));
    let row = |index: usize| {
        let (ticket, figures) = (&map.tickets()[index], &figures[index]);
        let mut cells = vec![HtmlCell::text(name(map, ticket))];
        if map.decks().len() > 1 {
            cells.push(HtmlCell::text(map.decks()[ticket.deck.index()].clone()));
        }
        let excess = i32::from(ticket.points) - i32::from(figures.cards());
        let drawn = share(figures.offered, notes.games());
        let rate = |part: u64, whole: u64| {
            let rate = share(part, whole);
            let cell =
                if whole == 0 { HtmlCell::unknown("–") } else { HtmlCell::number(percent(rate), 100.0 * rate) };
            cell.uncertain(whole < FEW)
        };
        cells.extend([
            HtmlCell::number(ticket.points.to_string(), ticket.points.into()),
            HtmlCell::number(figures.cards().to_string(), figures.cards().into()),
            HtmlCell::number(signed_whole(excess), excess.into()),
            HtmlCell::number(format!("{drawn:.2}"), drawn),
            rate(figures.kept, figures.offered),
            rate(figures.completed, figures.kept),
        ]);
        cells.extend(lift_cells(figures.lift));
        cells.push(HtmlCell::text(via(map, ticket, &figures.way)));
        Row { link: Some(Link::Ticket(index)), cells }
    };
    HtmlTable {
        caption: part.caption("Tickets"),
        sorted_by: Some(points),
        columns,
        rows: order.into_iter().map(row).collect(),
    }
}

/// A ticket by its ends: `Denver – El Paso`.
pub(super) fn name(map: &Map, ticket: &Ticket) -> String {
    let [a, b] = [ticket.a, ticket.b].map(|end| map.location(end).name.en.as_str());
    format!("{a} – {b}")
}

/// The places between a ticket's ends: `via Santa Fe`; `direct` if there are none.
pub(super) fn via(map: &Map, ticket: &Ticket, way: &Way) -> String {
    let mut at = ticket.a;
    let mut places = Vec::new();
    for &id in &way.path {
        let route = map.route(id);
        at = if route.a == at { route.b } else { route.a };
        places.push(map.location(at).name.en.as_str());
    }
    // The last one is the ticket's other end.
    places.pop();
    if places.is_empty() { "direct".into() } else { format!("via {}", places.join(", ")) }
}

/// A whole number with its sign.
fn signed_whole(number: i32) -> String {
    signed(number.into()).trim_end_matches(".0").into()
}
