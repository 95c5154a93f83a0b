//! Can't leave a long route alone: keeps few and cheap tickets, claims any of the board's longest routes as soon as it
//! can pay for one, preferably on the way to a ticket, and only then the short ones that its tickets need.
//!
//! Rebuilt from the "long route junkie" of FDG 2017, whose success Witter and Lyford (FDG 2020) explain: long routes score
//! more than the cards they take are worth.

use super::{Situation, Style};
use crate::choices::cheapest_tickets;
use capolinea_engine::map::Route;
use capolinea_engine::{Action, RouteId, RouteSet};

pub(crate) struct LongRouteJunkie;

/// A short route on the way counts as if it were this much longer.
const DETOUR: f32 = 3.0;

impl Style for LongRouteJunkie {
    const FROM_SECOND_DECK: u8 = 0;

    fn keep_tickets(&self, table: &Situation<'_>, least: u8) -> Option<Action> {
        cheapest_tickets(table.view, table.own, least)
    }

    /// The way to its tickets, and the best other long route.
    fn goals(&self, table: &Situation<'_>) -> Vec<RouteId> {
        let on_the_way = way(table);
        let is_other = |route| table.is_long(table.route(route)) && !on_the_way.contains(route);
        let other = table.best_for_points(is_other);
        let mut goals: Vec<RouteId> = on_the_way.into_iter().chain(other).collect();
        if goals.is_empty() {
            goals.extend(table.best_for_points(|_| true));
        }
        goals.sort_by_key(|&route| std::cmp::Reverse(table.route(route).points));
        goals
    }

    fn claim(&self, table: &Situation<'_>, goals: &[RouteId]) -> Option<Action> {
        let is_long = |route: &RouteId| table.is_long(table.route(*route));
        table
            .most_expensive_claim(way(table).iter().filter(is_long))
            .or_else(|| table.most_expensive_claim(table.open().iter().filter(is_long)))
            .or_else(|| table.sparing_claim(goals))
    }
}

/// The way to its tickets, over long routes where it can.
fn way(table: &Situation<'_>) -> RouteSet {
    let cost = |route: &Route| f32::from(route.spaces) + if table.is_long(route) { 0.0 } else { DETOUR };
    table.paths(table.open_tickets(), cost).routes
}
