//! Why something can't be done now: the question about any place on the board, answered by the rules themselves.

use crate::action::Action;
use crate::cards::{CardCounts, Color, Payment, Price};
use crate::error::IllegalAction;
use crate::ids::{LocationId, RouteId};
use crate::mechanics::{self, Attempt};
use crate::view::View;

/// Something that a player might want to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// Claim a route.
    Route(RouteId),
    /// Take a card from a place of the market.
    Open(u8),
    /// Draw from the deck.
    Deck,
    /// Draw tickets.
    Tickets,
    /// Whatever a mechanic does at a location: build a station, take passengers or a token, place a stack.
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
    for Attempt { action, price } in attempts(view, target) {
        match view.check(action) {
            Ok(()) => return None,
            // The first attempt is the likeliest, so its refusal is the most useful.
            Err(reason) => refused = refused.or(Some((reason, price))),
        }
    }
    let (reason, price) = refused.unwrap_or((IllegalAction::NotNow { phase: view.public.phase }, None));
    let is_about_cards = matches!(reason, IllegalAction::NotEnoughCards { .. } | IllegalAction::FerryNeedsWilds { .. });
    let missing = price.filter(|_| is_about_cards).and_then(|price| Some(missing_cards(&view.own?.hand, price)));
    Some(WhyNot { reason, missing })
}

/// The actions that would do it, the likeliest first.
fn attempts(view: &View<'_>, target: Target) -> Vec<Attempt> {
    let free = |action| vec![Attempt { action, price: None }];
    match target {
        Target::Route(route) => {
            let price = view.map.routes().get(route.index()).map(|route| route.price());
            let payment = price.map_or(Payment { color: None, wilds: 0 }, |price| price.nearest_payment(&view.hand()));
            vec![Attempt { action: Action::ClaimRoute { route, payment }, price }]
        }
        Target::Location(location) => attempts_at(view, location),
        Target::Open(slot) => free(Action::DrawOpen { slot }),
        Target::Deck => free(Action::DrawBlind),
        Target::Tickets => free(Action::DrawTickets),
        Target::Pass => free(Action::Pass),
    }
}

/// The actions of the current phase at the location, or else those of a turn.
fn attempts_at(view: &View<'_>, location: LocationId) -> Vec<Attempt> {
    let asked = view.public.phase.as_mechanic().map_or(Vec::new(), |phase| phase.attempts_at(view.map, location));
    if asked.is_empty() {
        return mechanics::attempts_at(view, location);
    }
    asked.into_iter().map(|action| Attempt { action, price: None }).collect()
}

/// The cards that the hand lacks, in the colour that lacks least.
pub(super) fn missing_cards(hand: &CardCounts, price: Price) -> MissingCards {
    let (cards, wilds) = (price.missing(hand), price.wilds.saturating_sub(hand.wilds()));
    let color = if wilds == cards { None } else { price.color.or_else(|| Some(hand.fullest_color())) };
    MissingCards { color, cards, wilds }
}
