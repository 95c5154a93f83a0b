//! Drawing cards: two, each from the market or from the deck (C11–C15).

use crate::cards::Card;
use crate::error::IllegalAction;
use crate::event::{Event, Observer};
use crate::ids::Seat;
use crate::phase::Phase;
use crate::play::Play;
use crate::state::Public;
use crate::view::View;

#[inline]
pub(crate) fn check_open(view: View<'_>, slot: u8) -> Result<(), IllegalAction> {
    let is_second = is_second_card(view)?;
    let number = u16::from(slot) + 1;
    match view.public.market.get(usize::from(slot)) {
        None => Err(IllegalAction::NoSuchSlot { number }),
        Some(None) => Err(IllegalAction::SlotEmpty { number }),
        Some(Some(Card::Wild)) if is_second => Err(IllegalAction::WildAsSecondCard),
        Some(Some(_)) if !is_second && !view.can_draw_cards() => Err(IllegalAction::NothingButFaceUpCards),
        Some(Some(_)) => Ok(()),
    }
}

#[inline]
pub(crate) fn check_blind(view: View<'_>) -> Result<(), IllegalAction> {
    is_second_card(view)?;
    if view.public.deck_size == 0 { Err(IllegalAction::DeckEmpty) } else { Ok(()) }
}

fn is_second_card(view: View<'_>) -> Result<bool, IllegalAction> {
    let phase = view.public.phase;
    let is_second = matches!(phase, Phase::SecondCard { .. });
    if is_second || matches!(phase, Phase::Turn { .. }) { Ok(is_second) } else { Err(IllegalAction::NotNow { phase }) }
}

#[inline]
pub(crate) fn draw_open(play: &mut Play<'_, impl Observer>, seat: Seat, slot: u8) {
    let Some(card) = play.public.market[usize::from(slot)].take() else { return };
    play.give(seat, card);
    play.public.seats[seat].known[card] += 1;
    play.emit(Event::CardTaken { seat, slot, card });
    play.fill_market();
    card_drawn(play, seat, card == Card::Wild);
}

#[inline]
pub(crate) fn draw_blind(play: &mut Play<'_, impl Observer>, seat: Seat) {
    let Some(card) = play.draw_from_deck() else { return };
    play.give(seat, card);
    play.emit(Event::CardDrawn { seat, card: Some(card) });
    play.reshuffle_if_empty();
    play.settle_market();
    card_drawn(play, seat, false);
}

/// Goes on to the second card if this was the first and not a face-up wild, and if there is another to draw.
#[inline]
fn card_drawn(play: &mut Play<'_, impl Observer>, seat: Seat, was_open_wild: bool) {
    let was_first = matches!(play.public.phase, Phase::Turn { .. });
    if was_first && !was_open_wild && has_second_card(play.public) {
        play.public.phase = Phase::SecondCard { seat };
    } else {
        play.end_turn(seat);
    }
}

/// C11: a card of the deck, or a face-up one that is not wild.
fn has_second_card(public: &Public) -> bool {
    public.deck_size > 0 || public.market.iter().flatten().any(|&card| card != Card::Wild)
}
