//! The section on tickets: value against success, value against victory, and a table.

use super::charts::{Mark, Plane, scatter};
use super::figures::{FEW, Lift, counted, pars, percent, share};
use super::notes::{ByBot, Notes, TicketNotes};
use super::routes::lift_cells;
use super::table::{Cell, Column, Link, Row, Table};
use capolinea_engine::map::{Map, Ticket};
use capolinea_maps::svg::escape;

/// What is known of a ticket.
struct TicketFigures {
    offered: u64,
    kept: u64,
    completed: u64,
    lift: Option<Lift>,
}

impl TicketFigures {
    fn of(by_bot: &ByBot<TicketNotes>, pars: &ByBot<f64>) -> TicketFigures {
        TicketFigures {
            offered: by_bot.iter().map(|notes| notes.offered).sum(),
            kept: by_bot.iter().map(|notes| notes.share.count()).sum(),
            completed: by_bot.iter().map(|notes| notes.completed).sum(),
            lift: Lift::of(by_bot.map(|notes| notes.share), pars),
        }
    }

    fn success(&self) -> f64 {
        share(self.completed, self.kept)
    }
}

/// The whole section.
pub(super) fn section(notes: &Notes<'_>) -> String {
    let pars = pars(notes);
    let figures: Vec<TicketFigures> = notes.tickets.iter().map(|by_bot| TicketFigures::of(by_bot, &pars)).collect();
    format!(
        "<section id=\"tickets\"><h2>Tickets</h2>\n{}<div class=\"pair\">\n\
         <figure><figcaption>Value and success</figcaption>{}</figure>\n\
         <figure><figcaption>Value and victory</figcaption>{}</figure>\n</div>\n{}</section>\n",
        shapes(notes.map),
        success_plot(notes.map, &figures),
        victory_plot(notes.map, &figures),
        table(notes, &figures).markup()
    )
}

/// Which shape stands for which deck.
fn shapes(map: &Map) -> String {
    match &map.decks[..] {
        [first, second, ..] => format!(
            "<p class=\"legend\">In the plots ● is a ticket of the deck “{}”, ◆ of the deck “{}”; hollow ones were kept \
             fewer than {FEW} times.</p>\n",
            escape(first),
            escape(second)
        ),
        [_] | [] => format!("<p class=\"legend\">In the plots hollow points were kept fewer than {FEW} times.</p>\n"),
    }
}

fn success_plot(map: &Map, figures: &[TicketFigures]) -> String {
    let plane = Plane {
        id: "ticket-success",
        title: "Tickets by value and success",
        description: "Each ticket's value against the share of those kept that are completed; the table lists them."
            .into(),
        across: "value of the ticket",
        up: "completed, of those kept",
        unit: " %",
        least: [0.0, 100.0],
        level: None,
    };
    scatter(&plane, &marks(map, figures, |ticket| (100.0 * ticket.success(), None)))
}

fn victory_plot(map: &Map, figures: &[TicketFigures]) -> String {
    let plane = Plane {
        id: "ticket-victory",
        title: "Tickets by value and victory",
        description:
            "Each ticket's value against how much more often those who keep it win than they do on the whole; \
                      the table lists them."
                .into(),
        across: "value of the ticket",
        up: "win rate of keepers less par, in points",
        unit: "",
        least: [-5.0, 5.0],
        level: Some(0.0),
    };
    let lift = |ticket: &TicketFigures| {
        let known = ticket.lift.filter(|lift| !lift.is_few());
        ticket.lift.map_or((0.0, None), |lift| (100.0 * lift.value, known.map(|lift| 100.0 * lift.reach)))
    };
    scatter(&plane, &marks(map, figures, lift))
}

fn marks(map: &Map, figures: &[TicketFigures], height: impl Fn(&TicketFigures) -> (f64, Option<f64>)) -> Vec<Mark> {
    let kept = figures.iter().zip(&map.tickets).enumerate().filter(|(_, (figures, _))| figures.kept > 0);
    kept.map(|(index, (figures, ticket))| {
        let (up, reach) = height(figures);
        let against = figures.lift.map_or_else(String::new, |lift| format!(", keepers win {}", percent(lift.rate)));
        let title = format!(
            "{}, {}: kept {}, completed {}{against}",
            name(map, ticket),
            counted(ticket.points.into(), "point"),
            counted(figures.kept, "time"),
            percent(figures.success())
        );
        Mark {
            link: Link::Ticket(index),
            across: ticket.points.into(),
            up,
            reach,
            is_second: ticket.deck.index() > 0,
            is_uncertain: figures.kept < FEW,
            title,
        }
    })
    .collect()
}

fn table(notes: &Notes<'_>, figures: &[TicketFigures]) -> Table {
    let map = notes.map;
    let mut columns = vec![Column::plain("Ticket")];
    if map.decks.len() > 1 {
        columns.push(Column::plain("Deck"));
    }
    let points = columns.len();
    columns.extend([
        Column::plain("Points"),
        Column::new("Drawn", "How many times a game it is offered to somebody"),
        Column::new("Kept", "Of the times it is offered"),
        Column::new("Completed", "Of the times it is kept"),
        Column::new("Keepers win", "The keepers’ share of victories"),
        Column::new("v. par", "Keepers’ win rate less what they win on the whole, with its 95 % interval, in points"),
    ]);
    let mut order: Vec<usize> = (0..map.tickets.len()).collect();
    order.sort_by_key(|&index| std::cmp::Reverse(map.tickets[index].points));
    let row = |index: usize| {
        let (ticket, figures) = (&map.tickets[index], &figures[index]);
        let mut cells = vec![Cell::text(name(map, ticket))];
        if map.decks.len() > 1 {
            cells.push(Cell::text(map.decks[ticket.deck.index()].clone()));
        }
        let drawn = share(figures.offered, notes.games());
        let rate = |part: u64, whole: u64| {
            let rate = share(part, whole);
            let cell = if whole == 0 { Cell::unknown("–") } else { Cell::number(percent(rate), 100.0 * rate) };
            cell.uncertain(whole < FEW)
        };
        cells.extend([
            Cell::number(ticket.points.to_string(), ticket.points.into()),
            Cell::number(format!("{drawn:.2}"), drawn),
            rate(figures.kept, figures.offered),
            rate(figures.completed, figures.kept),
        ]);
        cells.extend(lift_cells(figures.lift));
        Row { link: Some(Link::Ticket(index)), cells }
    };
    Table { caption: "Tickets".into(), sorted_by: Some(points), columns, rows: order.into_iter().map(row).collect() }
}

fn name(map: &Map, ticket: &Ticket) -> String {
    let [a, b] = [ticket.a, ticket.b].map(|end| map.location(end).name.en.as_str());
    format!("{a} – {b}")
}
