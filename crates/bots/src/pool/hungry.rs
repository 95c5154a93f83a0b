//! Hungry for tickets: draws them in its first turns until it has many, joins all their cities by the shortest paths,
//! and then claims for points.
//!
//! Rebuilt from the "destination-hungry" agent of FDG 2017.

use super::{Situation, Style};
use crate::choices::best_tickets;
use capolinea_engine::map::Route;
use capolinea_engine::{Action, RouteId, TicketSet};

pub(crate) struct Hungry;

/// How many tickets it wants.
const MANY: usize = 5;

impl Style for Hungry {
    const FROM_SECOND_DECK: u8 = 1;

    /// Keeps all that can be joined with those held, if that leaves enough pieces to survive the loss of one route.
    fn keep_tickets(&self, table: &Situation<'_>, least: u8) -> Option<Action> {
        let room = table.pieces_left() - table.pieces_left() / 5;
        best_tickets(table.own, least, |kept: TicketSet| {
            let tickets = table.own.tickets.union(kept);
            let paths = table.paths(tickets, length);
            let excess = paths.pieces.saturating_sub(room);
            table.points(tickets) - 2.0 * table.points(paths.dropped) - 4.0 * f32::from(excess)
        })
    }

    fn wants_tickets(&self, table: &Situation<'_>) -> bool {
        let has_claimed = !table.view.public.seats[table.own.seat].routes.is_empty();
        let has_room = || table.paths(table.own.tickets, length).pieces <= table.pieces_left() / 2;
        !has_claimed && table.own.tickets.len() < MANY && has_room()
    }

    fn goals(&self, table: &Situation<'_>) -> Vec<RouteId> {
        let routes = table.paths(table.open_tickets(), length).routes;
        if routes.is_empty() { table.best_for_points(|_| true).into_iter().collect() } else { routes.iter().collect() }
    }
}

fn length(route: &Route) -> f32 {
    f32::from(route.spaces)
}
