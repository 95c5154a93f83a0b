//! Three plots of tickets: their value against their path's cost, their success, and their keepers' victories.

use super::charts::{Line, Mark, Plane, scatter};
use super::figures::{FEW, counted, percent};
use super::part::Part;
use super::table::Link;
use super::tickets::{TicketFacts, name, via};
use capolinea_engine::Map;
use capolinea_engine::map::Ticket;

/// The most tickets that are named in a plot: those farthest from its line.
const NAMED: usize = 4;

/// The value of each ticket against the cost of its cheapest path.
pub(super) fn cost(map: &Map, figures: &[TicketFacts], part: &Part) -> String {
    let plane = Plane {
        id: part.id("ticket-cost"),
        title: "Tickets by their cost and their value",
        description:
            "Each ticket's value against the cards of the cheapest path between its ends; on the line a card is \
                      worth a point. The table lists them."
                .into(),
        across: "cards of the cheapest path",
        up: "value of the ticket",
        unit: "",
        least: [0.0, 1.0],
        line: Line::Diagonal,
    };
    let mut far: Vec<usize> = (0..figures.len()).filter(|&index| excess(map, figures, index) != 0).collect();
    far.sort_by_key(|&index| std::cmp::Reverse(excess(map, figures, index).abs()));
    far.truncate(NAMED);
    let mark = |index: usize| {
        let (ticket, figures) = (&map.tickets()[index], &figures[index]);
        let title = format!(
            "{}: worth {}, costs {} {}",
            name(map, ticket),
            counted(ticket.points.into(), "point"),
            counted(figures.cards().into(), "card"),
            via(map, ticket, &figures.way)
        );
        Mark {
            link: Link::Ticket(index),
            across: figures.cards().into(),
            up: ticket.points.into(),
            reach: None,
            is_second: ticket.deck.index() > 0,
            is_uncertain: false,
            title: title.trim_end().into(),
            label: if far.contains(&index) { name(map, ticket) } else { String::new() },
        }
    };
    scatter(&plane, &(0..figures.len()).map(mark).collect::<Vec<_>>())
}

/// How much more a ticket is worth than its path costs.
fn excess(map: &Map, figures: &[TicketFacts], index: usize) -> i32 {
    i32::from(map.tickets()[index].points) - i32::from(figures[index].cards())
}

/// The value of each ticket against how often it is completed.
pub(super) fn success(map: &Map, figures: &[TicketFacts], part: &Part) -> String {
    let plane = Plane {
        id: part.id("ticket-success"),
        title: "Tickets by value and success",
        description: "Each ticket's value against the share of those kept that are completed; the table lists them."
            .into(),
        across: "value of the ticket",
        up: "completed, of those kept",
        unit: " %",
        least: [0.0, 100.0],
        line: Line::None,
    };
    scatter(&plane, &marks(map, figures, |ticket| (100.0 * ticket.success(), None)))
}

/// The value of each ticket against how its keepers fare.
pub(super) fn victory(map: &Map, figures: &[TicketFacts], part: &Part) -> String {
    let plane = Plane {
        id: part.id("ticket-victory"),
        title: "Tickets by value and victory",
        description: "Each ticket's value against the win rate of players who keep it, compared with par; \
                      the table lists them."
            .into(),
        across: "value of the ticket",
        up: "win rate of keepers minus par, in points",
        unit: "",
        least: [-5.0, 5.0],
        line: Line::Level(0.0),
    };
    let lift = |ticket: &TicketFacts| {
        let known = ticket.lift.filter(|lift| !lift.is_few());
        ticket.lift.map_or((0.0, None), |lift| (100.0 * lift.value, known.map(|lift| 100.0 * lift.reach)))
    };
    scatter(&plane, &marks(map, figures, lift))
}

fn marks(map: &Map, figures: &[TicketFacts], height: impl Fn(&TicketFacts) -> (f64, Option<f64>)) -> Vec<Mark> {
    let kept = figures.iter().zip(map.tickets()).enumerate().filter(|(_, (figures, _))| figures.kept > 0);
    kept.map(|(index, (figures, ticket)): (usize, (&TicketFacts, &Ticket))| {
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
            label: String::new(),
        }
    })
    .collect()
}
