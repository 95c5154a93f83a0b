//! Claims the most valuable route it can pay for, and otherwise collects the colour it holds most of.

use crate::choices::{cheapest_tickets, decide_for_mechanic, favourite, or_first_legal, slot_of, thrifty_claim};
use crate::{Bot, Budget};
use capolinea_engine::{Action, Card, Own, PhaseKind, View};
use rand_chacha::ChaCha8Rng;

pub(crate) struct Greedy;

/// Shorter routes are left alone while there are pieces for longer ones.
const LONG: u8 = 3;
/// With this few pieces any route will do.
const FEW_PIECES: u8 = 8;

impl Bot for Greedy {
    fn choose(&mut self, view: &View<'_>, _budget: Budget, _rng: &mut ChaCha8Rng) -> Action {
        let own = view.own.expect("a bot sits at a table");
        let wanted = match view.public.phase.kind() {
            PhaseKind::Turn if view.can_draw_cards() => claim(view, own, LONG).or_else(|| draw(view, own)),
            // If no card can be drawn, any route is better than tickets.
            PhaseKind::Turn => claim(view, own, 1),
            PhaseKind::SecondCard => draw(view, own),
            PhaseKind::ChoosingTickets => cheapest_tickets(view, own, view.map.rules().start.keep),
            PhaseKind::KeepingTickets => cheapest_tickets(view, own, view.map.rules().draw.keep),
            PhaseKind::Mechanic(_) => decide_for_mechanic(view, own),
            // The first legal action draws short tickets.
            PhaseKind::ChoosingSplits | PhaseKind::ChoosingSplit | PhaseKind::Over => None,
        };
        or_first_legal(view, wanted)
    }
}

/// The route with most points that the hand can pay for, of those with at least `least` cards.
fn claim(view: &View<'_>, own: &Own, least: u8) -> Option<Action> {
    let few = view.public.seats[own.seat].pieces_left() <= FEW_PIECES || view.map.rules().fleets.len() > 1;
    view.payable_routes(own.seat, &own.hand)
        .iter()
        .filter(|&id| few || view.map.route(id).cards >= least)
        .filter_map(|id| {
            let route = view.map.route(id);
            let payment = thrifty_claim(view, own, id)?;
            Some((route.points, std::cmp::Reverse(payment.wilds), Action::ClaimRoute { route: id, payment }))
        })
        .max_by_key(|&(points, wilds, _)| (points, wilds))
        .map(|(_, _, action)| action)
}

fn draw(view: &View<'_>, own: &Own) -> Option<Action> {
    let open = slot_of(view, Card::Color(favourite(&own.hand))).map(|slot| Action::DrawOpen { slot });
    let blind = (view.public.deck_size > 0).then_some(Action::DrawBlind);
    let any = view.public.market.iter().position(|card| card.is_some_and(|card| card != Card::Wild));
    open.or(blind).or(any.map(|slot| Action::DrawOpen { slot: slot as u8 }))
}
