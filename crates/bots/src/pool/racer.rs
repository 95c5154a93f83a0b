//! Races to the end: keeps the fewest and cheapest tickets, claims nothing but long routes with the first half of its
//! pieces, then the way to its tickets if there are pieces for it, then long routes again. So it runs out of pieces before
//! others have completed their tickets.
//!
//! A style of its own, after the "simple winning strategy" of Witter and Lyford (FDG 2020): nothing but long routes.

use super::{Situation, Style};
use crate::choices::cheapest_tickets;
use capolinea_engine::{Action, RouteId, RouteSet};
use std::cmp::Reverse;

pub(crate) struct Racer;

/// How many routes it collects for at a time.
const AIMS: usize = 3;

impl Style for Racer {
    const FROM_SECOND_DECK: u8 = 0;

    fn keep_tickets(&self, table: &Situation<'_>, least: u8) -> Option<Action> {
        cheapest_tickets(table.view, table.own, least)
    }

    /// The long routes nearest to being paid; on the home stretch the way to its tickets, if the pieces left are enough.
    fn goals(&self, table: &Situation<'_>) -> Vec<RouteId> {
        let way = home_stretch(table);
        if !way.is_empty() {
            return way.iter().collect();
        }
        let mut routes = longest(table);
        routes.sort_by_key(|&route| (table.missing(route), Reverse(table.route(route).points)));
        routes.truncate(AIMS);
        routes
    }

    fn claim(&self, table: &Situation<'_>, goals: &[RouteId]) -> Option<Action> {
        let way = home_stretch(table);
        if way.is_empty() { table.most_expensive_claim(longest(table)) } else { table.sparing_claim(goals) }
    }
}

/// The way to its tickets, once half of its pieces are on the board.
fn home_stretch(table: &Situation<'_>) -> RouteSet {
    if table.pieces_left() > table.all_pieces() / 2 {
        return RouteSet::EMPTY;
    }
    table.paths(table.open_tickets(), |route| f32::from(route.spaces) + 1.0).routes
}

/// The long routes of the board that are open, or else those with most points that are left and fit the pieces.
fn longest(table: &Situation<'_>) -> Vec<RouteId> {
    let long: Vec<RouteId> = table.open().iter().filter(|&route| table.is_long(table.route(route))).collect();
    if !long.is_empty() {
        return long;
    }
    let points = |route: &RouteId| table.route(*route).points;
    let most = table.open().iter().map(|route| points(&route)).max();
    table.open().iter().filter(|route| Some(points(route)) == most).collect()
}
