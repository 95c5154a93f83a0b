//! Plans paths for its tickets, collects what they cost, and claims them; then more tickets or points.

mod course;
pub(crate) mod extras;
mod plan;
mod turn;
mod weights;

#[cfg(test)]
pub(crate) use weights::TUNED;
pub use weights::{Tuned, Weights};

use crate::choices::{or_first_legal, split};
use crate::{Bot, Budget};
use capolinea_engine::mechanics::MechanicKind;
use capolinea_engine::{Action, Map, Own, Phase, PhaseKind, RouteId, View};
pub(crate) use course::Course;
use extras::Extras;
use plan::Planning;
pub(crate) use plan::{RoutePlan, cost};
use rand_chacha::ChaCha8Rng;

/// The planner, for one game. With weights of your own it takes part in tuning.
#[derive(Clone, Default)]
pub struct Planner {
    /// Given weights, or those tuned for the current game.
    weights: Option<Weights>,
    plan: Option<RoutePlan>,
    /// The passengers and tokens at the ends of routes, as long as they are there.
    extras: Option<Extras>,
    /// The route it drew the first card for, if that was for points.
    aim: Option<RouteId>,
    /// What its plans keep to.
    course: Course,
}

impl Planner {
    /// With the weights that fit the game.
    pub fn new() -> Self {
        Planner::default()
    }

    /// With these weights.
    pub fn with(weights: Weights) -> Self {
        Planner { weights: Some(weights), ..Planner::default() }
    }
}

impl Planner {
    /// With the weights that fit the game, so that nothing has to be looked up.
    pub fn ready(map: &Map, players: u8) -> Self {
        let weights = Weights::for_game(map.id(), players);
        Planner::with(weights)
    }

    /// The same planner with another course, and so with another plan.
    pub(crate) fn on_course(&self, course: Course) -> Self {
        Planner { course, plan: None, aim: None, ..self.clone() }
    }

    pub(crate) fn course(&self) -> Course {
        self.course
    }

    /// The current plan: the last one, or a new one if that is no longer valid.
    pub(crate) fn plan(&mut self, view: &View<'_>, own: &Own) -> RoutePlan {
        if let Some(plan) = current(self.plan, view, own) {
            return plan;
        }
        let weights = self.weights.get_or_insert_with(|| Weights::for_game(view.map.id(), view.public.players));
        Extras::refresh(&mut self.extras, view, own.seat, weights);
        *self.plan.insert(Planning::new(view, own, weights, self.extras.as_ref(), self.course).make())
    }
}

impl Bot for Planner {
    fn choose(&mut self, view: &View<'_>, _budget: Budget, _rng: &mut ChaCha8Rng) -> Action {
        let own = view.own.expect("a bot sits at a table");
        let weights = *self.weights.get_or_insert_with(|| Weights::for_game(view.map.id(), view.public.players));
        let weights = self.course.adapt(weights);
        // Nothing can be claimed with the second card, or while passengers are taken: extras don't matter then.
        let weighs_routes = !matches!(view.public.phase, Phase::SecondCard { .. } | Phase::TakingPassengers { .. });
        if weighs_routes {
            Extras::refresh(&mut self.extras, view, own.seat, &weights);
        }
        let planning = || Planning::new(view, own, &weights, self.extras.as_ref(), self.course);
        let kind = view.public.phase.kind();
        let wanted = match kind {
            PhaseKind::ChoosingTickets | PhaseKind::KeepingTickets => {
                let rules = view.map.rules();
                let is_start = kind == PhaseKind::ChoosingTickets;
                let least = if is_start { rules.start.keep } else { rules.draw.keep };
                let offered = own.offer.tickets();
                let offered = planning().choose(offered, u32::from(least).min(offered.len() as u32));
                Some(Action::KeepTickets { offered })
            }
            PhaseKind::ChoosingSplits | PhaseKind::ChoosingSplit => split(view, weights.second_deck),
            PhaseKind::Turn | PhaseKind::SecondCard => {
                let plan = self.plan(view, own);
                let extras = self.extras.as_ref().filter(|_| weighs_routes);
                turn::choose(view, own, &weights, &plan, extras, &mut self.aim)
            }
            PhaseKind::Mechanic(MechanicKind::Passengers) => extras::take_passenger(view, own.seat),
            PhaseKind::Mechanic(MechanicKind::Tourists) => place_tourists(view, planning),
            // The first legal action pays the tunnel with as few wilds as possible, or leaves it.
            PhaseKind::Mechanic(_) | PhaseKind::Over => None,
        };
        or_first_legal(view, wanted)
    }
}

/// The plan, if it is still valid: the tickets are the same, and either all of it is done, or only planned routes were claimed
/// since and the rest are still available.
fn current(plan: Option<RoutePlan>, view: &View<'_>, own: &Own) -> Option<RoutePlan> {
    let plan = plan?;
    let mine = view.public.seats[own.seat].routes;
    let todo = plan.routes.without(mine);
    let claimed_besides = mine.without(plan.own).without(plan.routes);
    let holds =
        todo.is_empty() || (claimed_besides.is_empty() && todo.intersection(view.public.unavailable).is_empty());
    let taken_back = plan.own.without(mine);
    (holds && plan.tickets == own.tickets && taken_back.is_empty()).then_some(plan)
}

/// Puts tourists where the plan goes; takes any token.
fn place_tourists<'a>(view: &View<'_>, planning: impl Fn() -> Planning<'a>) -> Option<Action> {
    let Phase::PlacingTourists { .. } = view.public.phase else { return None };
    let plan = planning().make();
    let on_the_way = |action: &Action| {
        let Action::PlaceTourists { location, .. } = action else { return 0 };
        view.map.location(*location).routes.intersection(plan.routes).len()
    };
    view.legal_actions().iter().max_by_key(on_the_way)
}
