//! Why something can't be done now: the question about any place on the board, answered by the rules themselves.

use crate::refusal::Refusal;
use capolinea_engine::action::Action;
use capolinea_engine::cards::{CardCounts, Color, Payment, Price};
use capolinea_engine::error::IllegalAction;
use capolinea_engine::ids::{LocationId, MAX_SEATS, RouteId, Seat, TouristKind};
use capolinea_engine::map::Map;
use capolinea_engine::phase::Phase;
use capolinea_engine::state::State;
use capolinea_engine::view::{View, Viewer};
use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// What a player might want to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(tag = "target", rename_all = "snake_case", deny_unknown_fields)]
pub enum Target {
    /// Claim a route.
    Route {
        /// Which.
        route: RouteId,
    },
    /// Build a station.
    Station {
        /// Where.
        location: LocationId,
    },
    /// Take a card from the market.
    Open {
        /// Its place, from 0.
        slot: u8,
    },
    /// Draw from the deck.
    Deck,
    /// Draw tickets.
    Tickets,
    /// Take passengers or a token, or place a stack, at a location.
    Location {
        /// Where.
        location: LocationId,
    },
    /// Pass.
    Pass,
}

/// Whether something can be done now.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
pub struct Explanation {
    /// What was asked about.
    pub target: Target,
    /// Why not; none if it can be done.
    pub refusal: Option<Refusal>,
    /// What the hand lacks to pay for it, if that is the reason.
    pub missing: Option<Missing>,
}

/// What a hand lacks for a route or a station, in the colour that lacks least.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, TS)]
pub struct Missing {
    /// The colour; none if wilds alone are missing (a ferry).
    pub color: Option<Color>,
    /// How many cards in all, of this colour or wild.
    pub cards: u8,
    /// How many of them must be wild.
    pub wilds: u8,
}

impl Explanation {
    /// Whether `target` can be had now by the viewer of `state`, and if not, why.
    pub fn of(state: &State, map: &Map, viewer: Viewer, target: Target) -> Explanation {
        let view = state.view(map, viewer);
        let attempts = attempts(&view, target);
        let seat = view.seat().unwrap_or(Seat(MAX_SEATS as u8));
        let mut refused = None;
        for attempt in attempts {
            let mut copy = *state;
            match copy.apply(map, seat, attempt) {
                Ok(()) => return Explanation { target, refusal: None, missing: None },
                // The first attempt is the likeliest: its refusal says most.
                Err(reason) => refused = refused.or(Some(reason)),
            }
        }
        let phase = view.public.phase;
        let reason = refused.unwrap_or(IllegalAction::NotNow { phase });
        let is_about_cards =
            matches!(reason, IllegalAction::NotEnoughCards { .. } | IllegalAction::FerryNeedsWilds { .. });
        let missing = if is_about_cards { price(&view, target).and_then(|price| missing(&view, price)) } else { None };
        Explanation { target, refusal: Some(reason.into()), missing }
    }
}

/// The actions that would do it, the likeliest first.
fn attempts(view: &View<'_>, target: Target) -> Vec<Action> {
    match target {
        Target::Route { route } => {
            let payment = price(view, target).map_or(Payment { color: None, wilds: 0 }, |price| nearest(view, price));
            vec![Action::ClaimRoute { route, payment }]
        }
        Target::Station { location } => {
            let payment = price(view, target).map_or(Payment { color: None, wilds: 0 }, |price| nearest(view, price));
            vec![Action::BuildStation { location, payment }]
        }
        Target::Open { slot } => vec![Action::DrawOpen { slot }],
        Target::Deck => vec![Action::DrawBlind],
        Target::Tickets => vec![Action::DrawTickets],
        Target::Location { location } => match view.public.phase {
            Phase::PlacingTourists { .. } => {
                let kinds = view.map.tourists().map_or(0, |tourists| tourists.kinds.len() as u8);
                (0..kinds).map(|kind| Action::PlaceTourists { kind: TouristKind(kind), location }).collect()
            }
            Phase::TakingPassengers { .. } => {
                Color::ALL.into_iter().map(|color| Action::TakePassenger { location, color }).collect()
            }
            Phase::TakingTourist { .. } => vec![Action::TakeTourist { location }],
            Phase::ChoosingSplits { .. }
            | Phase::ChoosingTickets { .. }
            | Phase::Turn { .. }
            | Phase::SecondCard { .. }
            | Phase::ChoosingSplit { .. }
            | Phase::KeepingTickets { .. }
            | Phase::PayingTunnel { .. }
            | Phase::Over => Vec::new(),
        },
        Target::Pass => vec![Action::Pass],
    }
}

/// What the target costs the viewer.
fn price(view: &View<'_>, target: Target) -> Option<Price> {
    match target {
        Target::Route { route } => view.map.routes.get(route.index()).map(|route| route.price()),
        Target::Station { .. } => {
            let built = view.public.seats[view.seat()?].stations_built();
            let cards = *view.map.stations()?.costs.get(usize::from(built))?;
            Some(Price { color: None, cards, wilds: 0 })
        }
        Target::Open { .. } | Target::Deck | Target::Tickets | Target::Location { .. } | Target::Pass => None,
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

/// What the hand lacks, in the colour that lacks least.
fn missing(view: &View<'_>, price: Price) -> Option<Missing> {
    let hand = &view.own?.hand;
    let color = price.color.or_else(|| fullest(hand))?;
    let wilds = price.wilds.saturating_sub(hand.wilds());
    let useful = hand.of(color).min(price.cards - price.wilds) + hand.wilds();
    let cards = price.cards.saturating_sub(useful).max(wilds);
    let color = if wilds == cards { None } else { Some(color) };
    Some(Missing { color, cards, wilds })
}
