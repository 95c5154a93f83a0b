//! Thinks of one step only: claims whatever brings some ticket nearer, and collects for the one such route that is nearest
//! to being paid. With its tickets done it claims the best route it can pay for.
//!
//! Rebuilt from the "one step thinker" of FDG 2017.

use super::{Situation, Style};
use crate::choices::best_tickets;
use capolinea_engine::map::Route;
use capolinea_engine::{Action, RouteId, RouteSet, TicketId};

pub(crate) struct OneStepThinker;

impl Style for OneStepThinker {
    const FROM_SECOND_DECK: u8 = 1;

    /// Looks at each ticket by itself, and keeps those it could complete if it were the only one.
    fn keep_tickets(&self, table: &Situation<'_>, least: u8) -> Option<Action> {
        let alone = |ticket: TicketId| table.paths([ticket].into_iter().collect(), length).dropped.is_empty();
        best_tickets(table.own, least, |kept| kept.iter().map(|ticket| if alone(ticket) { 1.0 } else { -1.0 }).sum())
    }

    fn goals(&self, table: &Situation<'_>) -> Vec<RouteId> {
        let nearest = |route: &RouteId| (table.missing(*route), std::cmp::Reverse(table.route(*route).points));
        let step = steps(table).iter().min_by_key(nearest).or_else(|| table.best_for_points(|_| true));
        step.into_iter().collect()
    }

    fn claim(&self, table: &Situation<'_>, goals: &[RouteId]) -> Option<Action> {
        table.most_expensive_claim(steps(table)).or_else(|| table.most_expensive_claim(goals.iter().copied()))
    }
}

/// The routes that bring some ticket nearer, each ticket looked at by itself.
fn steps(table: &Situation<'_>) -> RouteSet {
    let to = |ticket: TicketId| table.paths([ticket].into_iter().collect(), length).routes;
    table.open_tickets().iter().fold(RouteSet::EMPTY, |steps, ticket| steps.union(to(ticket)))
}

fn length(route: &Route) -> f32 {
    f32::from(route.spaces)
}
