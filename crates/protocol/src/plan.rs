//! Plans for tickets and routes, in the form of messages. They say nothing that the player could not compute from the view.

use crate::explain::Missing;
use capolinea_engine::analysis::{self, CardNeeds};
use capolinea_engine::{Card, CardCounts, Color, Map, RouteId, RouteSet, TicketId, TicketSet, View};
use serde::{Deserialize, Serialize};

/// A player's goals, taken together.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Goal {
    /// Tickets to complete: any of the map's, in hand or not.
    pub tickets: Vec<TicketId>,
    /// Routes to claim.
    pub routes: Vec<RouteId>,
}

/// The cheapest way to a goal, over routes that are free now.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct PlanView {
    /// The request.
    pub goal: Goal,
    /// The way of each ticket that can still be completed, in the order of their numbers. Ways may share routes.
    pub ways: Vec<PlannedWay>,
    /// Tickets that free routes and the pieces left can't complete.
    pub blocked: Vec<TicketId>,
    /// Wanted routes that can't be claimed any more.
    pub lost: Vec<RouteId>,
    /// The routes of the plan that the player has built.
    pub built: Vec<RouteId>,
    /// The routes still to be claimed.
    pub to_claim: Vec<RouteId>,
    /// The pieces that these take, by kind.
    pub pieces: Vec<u16>,
    /// Whether the pieces left are enough.
    pub enough_pieces: bool,
    /// The cards that they ask for.
    pub cards: PlannedCards,
    /// The cards of the hand that go towards them.
    pub from_hand: CardCounts,
    /// The cards still missing.
    pub missing: PlannedCards,
    /// The turns it takes, if every draw gives the wanted card.
    pub turns: u16,
    /// The route to claim next; none if nothing is left to claim.
    pub next: Option<PlannedRoute>,
    /// Whether it is known that no cheaper plan exists.
    pub cheapest: bool,
}

/// The way of one ticket through a plan.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct PlannedWay {
    /// The ticket.
    pub ticket: TicketId,
    /// All routes of the way, built or still to be claimed, from the ticket's first end to its second.
    pub path: Vec<RouteId>,
}

/// The cards that some routes ask for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct PlannedCards {
    /// Cards of each colour, for routes of that colour; wild ones for ferries.
    pub cards: CardCounts,
    /// Cards of any colour, one colour for each gray route.
    pub any: u16,
    /// All of them.
    pub total: u16,
}

/// The route of a plan that is nearest to being paid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct PlannedRoute {
    /// The route.
    pub route: RouteId,
    /// The cards that the hand lacks for it; none if it can be paid.
    pub missing: Option<Missing>,
}

impl Goal {
    /// Whether the map has all of it.
    pub fn is_on(&self, map: &Map) -> bool {
        self.tickets.iter().all(|ticket| ticket.index() < map.tickets().len())
            && self.routes.iter().all(|route| route.index() < map.routes().len())
    }
}

impl PlanView {
    /// The viewer's plan for a goal that is on the map ([`Goal::is_on`]); none for a spectator.
    pub fn new(view: &View<'_>, goal: Goal) -> Option<PlanView> {
        let tickets: TicketSet = goal.tickets.iter().copied().collect();
        let routes: RouteSet = goal.routes.iter().copied().collect();
        let plan = analysis::Plan::new(view, tickets, routes)?;
        Some(PlanView {
            goal,
            ways: plan.ways.into_iter().map(|way| PlannedWay { ticket: way.ticket, path: way.path }).collect(),
            blocked: plan.blocked.iter().collect(),
            lost: plan.lost.iter().collect(),
            built: plan.built.iter().collect(),
            to_claim: plan.to_claim.iter().collect(),
            pieces: plan.needs.pieces[..view.map.rules().fleets.len()].to_vec(),
            enough_pieces: plan.is_within_pieces,
            cards: plan.needs.cards.into(),
            from_hand: plan.share.used,
            missing: plan.share.missing.into(),
            turns: plan.needs.turns,
            next: plan.next.map(|next| PlannedRoute { route: next.route, missing: next.missing.map(Missing::from) }),
            cheapest: plan.is_cheapest,
        })
    }
}

impl From<CardNeeds> for PlannedCards {
    fn from(needs: CardNeeds) -> Self {
        let count = |cards: u16| u8::try_from(cards).unwrap_or(u8::MAX);
        let mut cards = CardCounts::NONE;
        for color in Color::ALL {
            cards[Card::Color(color)] = count(needs.colors[color]);
        }
        cards[Card::Wild] = count(needs.wilds);
        PlannedCards { cards, any: needs.gray, total: needs.total() }
    }
}
