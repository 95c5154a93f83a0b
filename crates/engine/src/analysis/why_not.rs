//! Why something can't be done now: the question about any place on the board, answered by the rules themselves.

use crate::action::Action;
use crate::cards::{CardCounts, Color, Payment, Price};
use crate::error::IllegalAction;
use crate::ids::{LocationId, RouteId};
use crate::phase::{Phase, mechanic_phase};
use crate::view::View;

/// Something that a player might want to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// Claim a route.
    Route(RouteId),
    /// Build a station.
    Station(LocationId),
    /// Take a card from a place of the market.
    Open(u8),
    /// Draw from the deck.
    Deck,
    /// Draw tickets.
    Tickets,
    /// Take passengers or a token, or place a stack, at a location.
    Location(LocationId),
    /// Pass.
    Pass,
}

/// Why something can't be done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WhyNot {
    /// The rule it would break.
    pub reason: IllegalAction,
    /// The cards that the hand lacks, if that is the reason.
    pub missing: Option<MissingCards>,
}

/// The cards that a hand lacks for a route or a station, in the colour that lacks least.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MissingCards {
    /// The colour; none if wilds alone are missing (a ferry).
    pub color: Option<Color>,
    /// How many cards in all, of this colour or wild.
    pub cards: u8,
    /// How many of them must be wild.
    pub wilds: u8,
}

/// Why the viewer can't do something now; `None` if it can be done.
pub fn why_not(view: &View<'_>, target: Target) -> Option<WhyNot> {
    let mut refused = None;
    for attempt in attempts(view, target) {
        match view.check(attempt) {
            Ok(()) => return None,
            // The first attempt is the likeliest: its refusal says most.
            Err(reason) => refused = refused.or(Some(reason)),
        }
    }
    let reason = refused.unwrap_or(IllegalAction::NotNow { phase: view.public.phase });
    let is_about_cards = matches!(reason, IllegalAction::NotEnoughCards { .. } | IllegalAction::FerryNeedsWilds { .. });
    let price = if is_about_cards { price(view, target) } else { None };
    let missing = price.and_then(|price| Some(missing_cards(&view.own?.hand, price)));
    Some(WhyNot { reason, missing })
}

/// The actions that would do it, the likeliest first.
fn attempts(view: &View<'_>, target: Target) -> Vec<Action> {
    let payment = || price(view, target).map_or(Payment { color: None, wilds: 0 }, |price| nearest(view, price));
    match target {
        Target::Route(route) => vec![Action::ClaimRoute { route, payment: payment() }],
        Target::Station(location) => vec![Action::BuildStation { location, payment: payment() }],
        Target::Open(slot) => vec![Action::DrawOpen { slot }],
        Target::Deck => vec![Action::DrawBlind],
        Target::Tickets => vec![Action::DrawTickets],
        Target::Location(location) => match view.public.phase {
            mechanic_phase!(_) => view.public.phase.mechanic().attempts_at(view.map, location),
            Phase::ChoosingSplits { .. }
            | Phase::ChoosingTickets { .. }
            | Phase::Turn { .. }
            | Phase::SecondCard { .. }
            | Phase::ChoosingSplit { .. }
            | Phase::KeepingTickets { .. }
            | Phase::Over => Vec::new(),
        },
        Target::Pass => vec![Action::Pass],
    }
}

/// The price of the target for the viewer.
fn price(view: &View<'_>, target: Target) -> Option<Price> {
    match target {
        Target::Route(route) => view.map.routes().get(route.index()).map(|route| route.price()),
        Target::Station(_) => view.next_station_price(),
        Target::Open(_) | Target::Deck | Target::Tickets | Target::Location(_) | Target::Pass => None,
    }
}

/// The payment that lacks the fewest cards.
fn nearest(view: &View<'_>, price: Price) -> Payment {
    let hand = view.own.map_or(CardCounts::NONE, |own| own.hand);
    if let Some(payment) = price.payment(&hand, 0) {
        return payment;
    }
    let color = price.color.or_else(|| fullest(&hand));
    let held = color.map_or(0, |color| hand.of(color));
    let wilds = price.wilds.max(price.cards.saturating_sub(held).min(hand.wilds())).min(price.cards);
    if wilds == price.cards { Payment { color: None, wilds } } else { Payment { color, wilds } }
}

/// The colour of which the hand has most; the first of the list for an empty hand.
fn fullest(hand: &CardCounts) -> Option<Color> {
    Color::ALL.into_iter().rev().max_by_key(|&color| hand.of(color))
}

/// The cards that the hand lacks, in the colour that lacks least.
pub(super) fn missing_cards(hand: &CardCounts, price: Price) -> MissingCards {
    let (cards, wilds) = (price.missing(hand), price.wilds.saturating_sub(hand.wilds()));
    let color = if wilds == cards { None } else { price.color.or_else(|| fullest(hand)) };
    MissingCards { color, cards, wilds }
}
