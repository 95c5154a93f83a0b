//! Other styles of the planner. A game may call for haste, for patience, for more tickets or for none: to go on in another
//! style is tried like any other move.

use crate::planner::Weights;

/// The style that the weights are tuned for.
pub(super) const TUNED: usize = 0;

/// Every style of the planner, the tuned one first.
pub(super) fn styles(tuned: Weights) -> [Weights; 6] {
    let w = tuned;
    [
        w,
        // More tickets.
        Weights { tickets_own_share: 0.6 * w.tickets_own_share, tickets_other_share: 0.6 * w.tickets_other_share, ..w },
        // No more tickets.
        Weights { tickets_own_share: 9.0, ..w },
        // Gives dear tickets up.
        Weights { plan_cost: 1.7 * w.plan_cost, ..w },
        // Claims whatever is planned at once.
        Weights { claim_now: w.claim_now + 3.0, spared_wild: 0.3 * w.spared_wild, ..w },
        // Collects cards and waits.
        Weights { claim_now: w.claim_now - 1.5, patience: 1.5 * w.patience, ..w },
    ]
}
