//! A course: conditions on the plans of a planner, and its style. The searcher tries several courses and follows the best.

use super::weights::Weights;
use capolinea_engine::{RouteSet, TicketSet};

/// Conditions on plans, and a style of play. The default has none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Course {
    /// Routes that are not planned for.
    pub(crate) avoided: RouteSet,
    /// Routes that are planned for, whatever the tickets need.
    pub(crate) added: RouteSet,
    /// Tickets that are not planned for.
    pub(crate) dropped: TicketSet,
    /// Whether tickets are drawn as soon as the plan is done, and long before the end.
    pub(crate) draws_tickets: bool,
    /// Whether claims are made as soon as they can be paid.
    pub(crate) hurries: bool,
}

/// On a course that draws tickets, they are drawn while everybody has at least this share of the pieces.
const TICKETS_SHARE: f32 = 0.3;

impl Course {
    /// A planner's weights on this course.
    pub(super) fn adapt(self, mut weights: Weights) -> Weights {
        if self.draws_tickets {
            weights.tickets_own_share = TICKETS_SHARE;
            weights.tickets_other_share = TICKETS_SHARE;
        }
        if self.hurries {
            weights.patience = 0.0;
        }
        weights
    }
}
