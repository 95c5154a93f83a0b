//! Passing: for a player who can do nothing else (C18).

use crate::action::Action;
use crate::error::IllegalAction;
use crate::event::{Event, Observer};
use crate::ids::Seat;
use crate::phase::Phase;
use crate::play::Play;
use crate::view::View;

pub(crate) fn check(view: View<'_>) -> Result<(), IllegalAction> {
    let Phase::Turn { .. } = view.public.phase else {
        return Err(IllegalAction::NotNow { phase: view.public.phase });
    };
    if view.legal_actions().get(0) == Some(Action::Pass) { Ok(()) } else { Err(IllegalAction::CanDoSomething) }
}

pub(crate) fn execute(play: &mut Play<'_, impl Observer>, seat: Seat) {
    play.public.passes += 1;
    play.emit(Event::Passed { seat });
    play.end_turn(seat);
}
