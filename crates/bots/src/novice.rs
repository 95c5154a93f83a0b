//! Plays like a person who knows the rules and has a plan, and slips now and then: another route than the one needed, a card
//! of no use. It keeps few tickets and never draws more.

use crate::candidates;
use crate::choices::cheapest_tickets;
use crate::planner::{Planner, Weights};
use crate::{Bot, Budget};
use capolinea_engine::random::below;
use capolinea_engine::{Action, Phase, View};
use rand_chacha::ChaCha8Rng;

pub(crate) struct Novice {
    planner: Planner,
    /// How many of a hundred turns go wrong.
    slips: u32,
}

impl Novice {
    pub(crate) fn new(slips: u32) -> Self {
        // No share of pieces is as large as this, so it never draws tickets.
        let weights = Weights { tickets_own_share: 9.0, narrow: 0.1, hurry_share: 0.1, ..Weights::DEFAULT };
        Novice { planner: Planner::with(weights), slips }
    }
}

impl Bot for Novice {
    fn choose(&mut self, view: &View<'_>, budget: Budget, rng: &mut ChaCha8Rng) -> Action {
        let planned = self.planner.choose(view, budget, rng);
        let own = view.own.expect("a bot sits at a table");
        let phase = view.public.phase;
        if matches!(phase, Phase::ChoosingTickets { .. }) {
            return cheapest_tickets(view, own, view.map.rules().start.keep).unwrap_or(planned);
        }
        let can_slip = matches!(phase, Phase::Turn { .. } | Phase::SecondCard { .. });
        if !can_slip || below(rng, 100) >= self.slips {
            return planned;
        }
        let plan = self.planner.plan(view, own).routes;
        let mut moves = candidates::list(view, own, planned, plan, &[]);
        moves.retain(|action| !matches!(action, Action::DrawTickets));
        if moves.is_empty() { planned } else { moves[below(rng, moves.len() as u32) as usize] }
    }
}
