//! Claiming a route (C20–C25).

use super::payment;
use crate::cards::{CardCounts, Payment};
use crate::error::IllegalAction;
use crate::event::{Event, Observer};
use crate::ids::{RouteId, Seat};
use crate::mechanics;
use crate::phase::Phase;
use crate::play::Play;
use crate::view::{Own, View};

#[inline]
pub(crate) fn check(view: View<'_>, own: &Own, route: RouteId, payment: Payment) -> Result<(), IllegalAction> {
    let Phase::Turn { .. } = view.public.phase else {
        return Err(IllegalAction::NotNow { phase: view.public.phase });
    };
    let facts = view.map.routes().get(route.index()).ok_or(IllegalAction::NoSuchRoute)?;
    let seat = &view.public.seats[own.seat];
    if view.public.unavailable.contains(route) {
        return Err(match view.public.owner(route) {
            Some(by) => IllegalAction::RouteAlreadyClaimed { by },
            None => IllegalAction::ParallelRouteClosed { players: view.public.players },
        });
    }
    if seat.barred.contains(route) {
        return Err(IllegalAction::ParallelRouteOwned);
    }
    let (needed, left) = (facts.spaces, seat.pieces[facts.fleet.index()]);
    if left < needed {
        return Err(match view.map.rules().fleets.len() {
            1 => IllegalAction::NotEnoughPieces { needed, left },
            _ => IllegalAction::NotEnoughOfThisPiece { needed, left },
        });
    }
    payment::check(own, facts.price(), payment)
}

#[inline]
pub(crate) fn execute(play: &mut Play<'_, impl Observer>, seat: Seat, route: RouteId, payment: Payment) {
    if !mechanics::take_over_claim(play, seat, route, payment) {
        let cards = payment.cards(play.map.route(route).cards);
        play.lay(seat, cards);
        complete(play, seat, route, cards);
    }
}

/// Places the pieces on a route that has been paid for, then goes on to the other effects of a claim.
pub(crate) fn complete(play: &mut Play<'_, impl Observer>, seat: Seat, route: RouteId, paid: CardCounts) {
    let facts = play.map.route(route);
    let owner = &mut play.public.seats[seat];
    owner.routes.insert(route);
    owner.barred = owner.barred.union(facts.parallels);
    owner.pieces[facts.fleet.index()] -= facts.spaces;
    owner.score += i16::from(facts.points);
    play.public.unavailable.insert(route);
    // C24: with few players the parallel routes close for good.
    if play.public.players <= play.map.rules().single_lane_up_to {
        play.public.unavailable = play.public.unavailable.union(facts.parallels);
    }
    play.emit(Event::RouteClaimed { seat, route, paid, points: facts.points });
    play.discard(paid);
    mechanics::after_claim(play, seat, route, None);
}
