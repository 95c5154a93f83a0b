//! Executing an action: every check first, then every change.

use crate::action::{Action, mechanic_action};
use crate::actions::*;
use crate::error::IllegalAction;
use crate::event::Observer;
use crate::ids::Seat;
use crate::map::Map;
use crate::play::Play;
use crate::state::State;
use crate::view::{View, Viewer};

impl State {
    /// Executes `action` for `seat`.
    ///
    /// # Errors
    /// The rule that the action would break; then nothing has changed.
    #[inline]
    pub fn apply(&mut self, map: &Map, seat: Seat, action: Action) -> Result<(), IllegalAction> {
        self.apply_observed(map, seat, action, &mut ())
    }

    /// Executes `action` for `seat` and passes the events to `observer`.
    ///
    /// # Errors
    /// The rule that the action would break; then nothing has changed and no event was emitted.
    #[inline]
    pub fn apply_observed(
        &mut self,
        map: &Map,
        seat: Seat,
        action: Action,
        observer: &mut impl Observer,
    ) -> Result<(), IllegalAction> {
        check(self.view(map, Viewer::Seat(seat)), seat, action)?;
        execute(&mut Play::new(map, self, observer), seat, action);
        Ok(())
    }
}

#[inline]
pub(crate) fn check(view: View<'_>, seat: Seat, action: Action) -> Result<(), IllegalAction> {
    let waiting = view.deciders();
    let Some(own) = view.own.filter(|_| waiting.contains(seat)) else {
        return Err(IllegalAction::NotYourDecision { waiting });
    };
    match action {
        Action::ChooseSplit { first, second } => choose_split::check(view, first, second),
        Action::KeepTickets { offered } => keep_tickets::check(view, own, offered),
        Action::DrawOpen { slot } => draw_cards::check_open(view, slot),
        Action::DrawBlind => draw_cards::check_blind(view),
        Action::DrawTickets => draw_tickets::check(view),
        Action::ClaimRoute { route, payment } => claim_route::check(view, own, route, payment),
        Action::Pass => pass::check(view),
        mechanic_action!() => action.mechanic().check(view, own),
    }
}

#[inline]
fn execute(play: &mut Play<'_, impl Observer>, seat: Seat, action: Action) {
    if action != Action::Pass {
        play.public.passes = 0;
    }
    match action {
        Action::ChooseSplit { first, second } => choose_split::execute(play, seat, [first, second]),
        Action::KeepTickets { offered } => keep_tickets::execute(play, seat, offered),
        Action::DrawOpen { slot } => draw_cards::draw_open(play, seat, slot),
        Action::DrawBlind => draw_cards::draw_blind(play, seat),
        Action::DrawTickets => draw_tickets::execute(play, seat),
        Action::ClaimRoute { route, payment } => claim_route::execute(play, seat, route, payment),
        Action::Pass => pass::execute(play, seat),
        mechanic_action!() => action.mechanic().execute(play, seat),
    }
}
