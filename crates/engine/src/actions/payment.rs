//! Payments: the required number of cards of one colour. Wilds may replace any of them (C20), and some must be wild (E02, S04).

use crate::cards::{Card, Payment, Price};
use crate::error::IllegalAction;
use crate::view::Own;

#[inline]
pub(crate) fn check(own: &Own, price: Price, payment: Payment) -> Result<(), IllegalAction> {
    // Wilds alone are written without a colour, and a colour with at least one card of it.
    let is_complete = match payment.color {
        Some(_) => payment.wilds < price.cards,
        None => payment.wilds == price.cards,
    };
    if !is_complete {
        return Err(IllegalAction::WrongNumberOfCards { needed: price.cards });
    }
    if let (Some(asked), Some(offered)) = (price.color, payment.color)
        && asked != offered
    {
        return Err(IllegalAction::WrongColor { asked, offered });
    }
    // A payment can't offer wilds that the player does not have.
    let offered = payment.wilds.min(own.hand.wilds());
    if offered < price.wilds {
        return Err(IllegalAction::FerryNeedsWilds { needed: price.wilds, offered });
    }
    if let Some(color) = payment.color {
        has(own, Card::Color(color), price.cards - payment.wilds)?;
    }
    has(own, Card::Wild, payment.wilds)
}

/// Checks that the hand has `count` of a card.
#[inline]
pub(crate) fn has(own: &Own, card: Card, needed: u8) -> Result<(), IllegalAction> {
    let held = own.hand[card];
    if held < needed { Err(IllegalAction::NotEnoughCards { card, needed, held }) } else { Ok(()) }
}
