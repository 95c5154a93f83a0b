//! Drawing tickets in a turn (C17); with two decks the split comes next (G02).

use crate::error::IllegalAction;
use crate::event::Observer;
use crate::ids::Seat;
use crate::phase::Phase;
use crate::play::Play;
use crate::view::View;

pub(crate) fn check(view: View<'_>) -> Result<(), IllegalAction> {
    match view.public.phase {
        Phase::Turn { .. } if view.public.tickets_left() == 0 => Err(IllegalAction::NoTicketsLeft),
        Phase::Turn { .. } => Ok(()),
        phase => Err(IllegalAction::NotNow { phase }),
    }
}

pub(crate) fn carry_out(play: &mut Play<'_, impl Observer>, seat: Seat) {
    if play.map.rules.draw.is_split() {
        play.public.phase = Phase::ChoosingSplit { seat };
    } else {
        play.offer_tickets(seat, [play.map.rules.draw.count, 0]);
        play.public.phase = Phase::KeepingTickets { seat };
    }
}
