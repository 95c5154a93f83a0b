//! A fixed pool of opponents with plain styles, to measure others against. It is never tuned in any way, so that
//! a win rate against it means the same from one version to the next.
//!
//! Four styles are those of F. de Mesentier Silva, S. Lee, J. Togelius and A. Nealen, "AI-based Playtesting of
//! Contemporary Board Games" (FDG 2017), which R. Witter and A. Lyford (FDG 2020) and I. Smith and C. Anton (AAAI 2022)
//! used again. They are rebuilt from their descriptions, for every map here, without their code. Two more test whether a
//! bot can be beaten by haste or by blocking.

mod blocker;
mod hungry;
mod long_route_junkie;
mod one_step_thinker;
mod path;
mod racer;
mod table;

pub(crate) use blocker::Blocker;
pub(crate) use hungry::Hungry;
pub(crate) use long_route_junkie::LongRouteJunkie;
pub(crate) use one_step_thinker::OneStepThinker;
pub(crate) use path::Path;
pub(crate) use racer::Racer;

use crate::choices::{decide_for_mechanic, last_claim, or_first_legal, split};
use crate::{Bot, Budget};
use capolinea_engine::{Action, PhaseKind, RouteId, View};
use rand_chacha::ChaCha8Rng;
use table::{BoardFacts, Situation};

/// The style of a player of the pool. It has no memory: its goals follow from its view.
pub(crate) trait Style: Send + Sync {
    /// How many tickets it draws from the second deck, where there are two.
    const FROM_SECOND_DECK: u8;

    /// Which of the tickets offered to keep, at least `least`.
    fn keep_tickets(&self, table: &Situation<'_>, least: u8) -> Option<Action>;

    /// Whether to spend this turn on tickets; most never do.
    fn wants_tickets(&self, _table: &Situation<'_>) -> bool {
        false
    }

    /// The routes to collect cards for, those most wanted first.
    fn goals(&self, table: &Situation<'_>) -> Vec<RouteId>;

    /// A claim worth making now: of a goal, as long as other goals don't need the cards.
    fn claim(&self, table: &Situation<'_>, goals: &[RouteId]) -> Option<Action> {
        table.sparing_claim(goals)
    }
}

/// A player of one style, for one game.
pub(crate) struct Pooled<S> {
    style: S,
    board: Option<BoardFacts>,
}

impl<S: Style> Pooled<S> {
    pub(crate) fn new(style: S) -> Self {
        Pooled { style, board: None }
    }
}

impl<S: Style> Bot for Pooled<S> {
    fn choose(&mut self, view: &View<'_>, _budget: Budget, _rng: &mut ChaCha8Rng) -> Action {
        let own = view.own.expect("a bot sits at a table");
        let board = self.board.get_or_insert_with(|| BoardFacts::new(view.map));
        let table = Situation { view, own, board };
        let wanted = match view.public.phase.kind() {
            PhaseKind::ChoosingTickets => self.style.keep_tickets(&table, view.map.rules().start.keep),
            PhaseKind::KeepingTickets => self.style.keep_tickets(&table, view.map.rules().draw.keep),
            PhaseKind::ChoosingSplits | PhaseKind::ChoosingSplit => split(view, f32::from(S::FROM_SECOND_DECK)),
            PhaseKind::Turn => turn(&self.style, &table),
            PhaseKind::SecondCard => table.draw(&self.style.goals(&table)),
            PhaseKind::Mechanic(_) => decide_for_mechanic(view, own),
            PhaseKind::Over => None,
        };
        or_first_legal(view, wanted)
    }
}

fn turn(style: &impl Style, table: &Situation<'_>) -> Option<Action> {
    if table.view.public.turns_left.is_some() {
        return last_claim(table.view, table.own).or_else(|| table.draw(&[]));
    }
    if table.view.public.tickets_left() > 0 && style.wants_tickets(table) {
        return Some(Action::DrawTickets);
    }
    let goals = style.goals(table);
    let claim = style.claim(table, &goals).or_else(|| table.draw(&goals));
    // With no card to draw, any route is better than tickets.
    claim.or_else(|| table.most_expensive_claim(table.open()))
}
