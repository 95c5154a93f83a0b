//! Keeping some of the tickets offered: before the first turn (C03) and in a turn (C17).

use crate::error::IllegalAction;
use crate::event::{Event, Observer};
use crate::ids::{DeckId, Seat, SeatSet, TicketSet};
use crate::mechanics;
use crate::phase::Phase;
use crate::play::Play;
use crate::rules::Returned;
use crate::view::{Offer, Own, View};

pub(crate) fn check(view: View<'_>, own: &Own, chosen: u8) -> Result<(), IllegalAction> {
    let phase = view.public.phase;
    let is_start = matches!(phase, Phase::ChoosingTickets { .. });
    if !is_start && !matches!(phase, Phase::KeepingTickets { .. }) {
        return Err(IllegalAction::NotNow { phase });
    }
    let (offered, kept) = (own.offer.len(), chosen.count_ones() as u8);
    if u32::from(chosen) >= 1 << offered {
        let number = 8 - chosen.leading_zeros() as u8;
        return Err(if is_start {
            IllegalAction::StartingTicketNotOffered { number, offered }
        } else {
            IllegalAction::TicketNotOffered { number, offered }
        });
    }
    let rules = view.map.rules();
    let needed = if is_start { rules.start.keep } else { rules.draw.keep }.min(offered);
    match (kept < needed, is_start) {
        (false, _) => Ok(()),
        (true, true) => Err(IllegalAction::TooFewStartingTickets { needed, kept }),
        (true, false) => Err(IllegalAction::TooFewTickets { needed, kept }),
    }
}

pub(crate) fn execute(play: &mut Play<'_, impl Observer>, seat: Seat, chosen: u8) {
    let own = &mut play.secret.own[seat];
    let (kept, others) = own.offer.part(chosen);
    own.tickets = own.tickets.union(kept);
    own.offer = others;
    if let Phase::ChoosingTickets { waiting } = play.public.phase {
        play.emit(Event::StartChosen { seat });
        choose_start(play, seat, waiting);
    } else {
        announce(play, seat, kept);
        put_back(play, seat);
        play.end_turn(seat);
    }
}

/// C03: nothing is shown or returned before all have chosen; then in turn order.
fn choose_start(play: &mut Play<'_, impl Observer>, seat: Seat, mut waiting: SeatSet) {
    waiting.remove(seat);
    play.public.phase = Phase::ChoosingTickets { waiting };
    if !waiting.is_empty() {
        return;
    }
    let returned = play.map.rules().start.returned;
    for seat in play.public.turn_order() {
        announce(play, seat, play.secret.own[seat].tickets);
        match returned {
            Returned::Removed => play.secret.own[seat].offer = Offer::NONE,
            Returned::Bottom | Returned::Reshuffled => put_back(play, seat),
        }
    }
    for deck in (0..play.map.decks().len()).map(|deck| DeckId(deck as u8)) {
        if !play.map.rules().draw.decks.contains(&deck) {
            // E01: a deck that is not drawn from leaves the game.
            play.public.ticket_decks[deck.index()] = 0;
        } else if returned == Returned::Reshuffled {
            play.shuffle_ticket_deck(deck);
        }
    }
    mechanics::before_first_turn(play, None);
}

fn announce(play: &mut Play<'_, impl Observer>, seat: Seat, kept: TicketSet) {
    let by_deck = play.by_deck(kept);
    for (held, more) in play.public.seats[seat].tickets.iter_mut().zip(by_deck) {
        *held += more;
    }
    let returned = play.secret.own[seat].offer.len();
    play.emit(Event::TicketsKept { seat, by_deck, returned, tickets: Some(kept) });
}

/// C17: returned tickets go under the decks they came from, in the order drawn.
fn put_back(play: &mut Play<'_, impl Observer>, seat: Seat) {
    let others = std::mem::replace(&mut play.secret.own[seat].offer, Offer::NONE);
    for &ticket in others.tickets() {
        play.put_under(play.map.ticket(ticket).deck, ticket);
    }
}
