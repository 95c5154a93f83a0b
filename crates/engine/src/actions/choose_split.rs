//! Announcing how many tickets to draw from which of two decks (G02), also before the first turn (C03).

use crate::error::IllegalAction;
use crate::event::{Event, Observer};
use crate::ids::{Seat, SeatSet};
use crate::phase::Phase;
use crate::play::Play;
use crate::rules::{MAX_DECKS, StartDeal};
use crate::view::View;

/// How many tickets are to be drawn: as many as the rules say, or all that are left.
pub(crate) fn needed(view: View<'_>) -> u8 {
    let rules = view.map.rules();
    let count = match (view.public.phase, &rules.start.deal) {
        (Phase::ChoosingSplits { .. }, StartDeal::Split(count)) => *count,
        _ => rules.draw.count,
    };
    count.min(view.public.tickets_left())
}

pub(crate) fn check(view: View<'_>, first: u8, second: u8) -> Result<(), IllegalAction> {
    let (Phase::ChoosingSplits { .. } | Phase::ChoosingSplit { .. }) = view.public.phase else {
        return Err(IllegalAction::NotNow { phase: view.public.phase });
    };
    let (needed, asked) = (needed(view), u16::from(first) + u16::from(second));
    if asked != u16::from(needed) {
        return Err(IllegalAction::SplitOfOtherNumber { needed, asked });
    }
    for (asked, left) in [first, second].into_iter().zip(view.public.ticket_decks) {
        if asked > left {
            return Err(IllegalAction::SplitExceedsDeck { asked, left });
        }
    }
    Ok(())
}

pub(crate) fn execute(play: &mut Play<'_, impl Observer>, seat: Seat, split: [u8; MAX_DECKS]) {
    let Phase::ChoosingSplits { mut waiting } = play.public.phase else {
        play.offer_tickets(seat, split);
        play.public.phase = Phase::KeepingTickets { seat };
        return;
    };
    play.secret.own[seat].split = Some(split);
    play.emit(Event::StartChosen { seat });
    waiting.remove(seat);
    if !waiting.is_empty() {
        play.public.phase = Phase::ChoosingSplits { waiting };
        return;
    }
    // C03: dealt in turn order once all have announced, so that it does not matter who was faster.
    for seat in play.public.turn_order() {
        let split = play.secret.own[seat].split.take().unwrap_or_default();
        play.offer_tickets(seat, split);
    }
    let waiting = SeatSet::first(usize::from(play.public.players));
    play.public.phase = Phase::ChoosingTickets { waiting };
}
