//! Drawing tickets in a turn (C17); with two decks the split comes next (G02).

use crate::error::IllegalAction;
use crate::event::Observer;
use crate::ids::Seat;
use crate::phase::Phase;
use crate::play::Play;
use crate::view::View;

pub(crate) fn check(view: View<'_>) -> Result<(), IllegalAction> {
    let Phase::Turn { .. } = view.public.phase else {
        return Err(IllegalAction::NotNow { phase: view.public.phase });
    };
    if view.public.tickets_left() == 0 { Err(IllegalAction::NoTicketsLeft) } else { Ok(()) }
}

pub(crate) fn execute(play: &mut Play<'_, impl Observer>, seat: Seat) {
    if play.map.rules().draw.is_split() {
        play.public.phase = Phase::ChoosingSplit { seat };
    } else {
        play.offer_tickets(seat, [play.map.rules().draw.count, 0]);
        play.public.phase = Phase::KeepingTickets { seat };
    }
}
