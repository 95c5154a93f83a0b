//! Thinks of paths: plans the paths for its tickets that bring most points for their length, and claims along them. It never draws
//! tickets after the first.
//!
//! Rebuilt from the "route-focused" agent of FDG 2017, called `Path` in the engine that came with it.

use super::{Situation, Style};
use crate::choices::best_tickets;
use capolinea_engine::map::Route;
use capolinea_engine::{Action, RouteId, TicketSet};

pub(crate) struct Path;

impl Style for Path {
    const FROM_SECOND_DECK: u8 = 1;

    fn keep_tickets(&self, table: &Situation<'_>, least: u8) -> Option<Action> {
        best_path_tickets(table, least)
    }

    fn goals(&self, table: &Situation<'_>) -> Vec<RouteId> {
        path_goals(table)
    }
}

/// The tickets whose paths bring most points, routes and tickets together, for every piece they take.
pub(super) fn best_path_tickets(table: &Situation<'_>, least: u8) -> Option<Action> {
    best_tickets(table.own, least, |kept: TicketSet| {
        let tickets = table.own.tickets.union(kept);
        let paths = table.paths(tickets, cost);
        let routes: f32 = paths.routes.iter().map(|route| f32::from(table.route(route).points)).sum();
        let lost = 2.0 * table.points(paths.dropped);
        table.points(tickets) + routes - lost - 2.0 * f32::from(paths.pieces)
    })
}

/// The paths for its open tickets; then the best route for its points.
pub(super) fn path_goals(table: &Situation<'_>) -> Vec<RouteId> {
    let routes = table.paths(table.open_tickets(), cost).routes;
    if routes.is_empty() { table.best_for_points(|_| true).into_iter().collect() } else { routes.iter().collect() }
}

/// A route's length less its points, so that a route with three points per piece costs little or nothing.
fn cost(route: &Route) -> f32 {
    (3.0 * f32::from(route.spaces) - f32::from(route.points)).max(1.0)
}
