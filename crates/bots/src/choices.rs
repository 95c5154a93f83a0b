//! What several bots ask of a view: which routes can be claimed, how to pay, what to take on the way.

use capolinea_engine::action::Action;
use capolinea_engine::cards::{Card, CardCounts, Color, Payment, Price};
use capolinea_engine::ids::{RouteId, Seat};
use capolinea_engine::map::Map;
use capolinea_engine::phase::Phase;
use capolinea_engine::rules::MARKET_SIZE;
use capolinea_engine::view::{Own, View};

/// The routes that `seat` may claim, cards and pieces allowing.
pub(crate) fn open_routes<'a>(view: &View<'a>, seat: Seat) -> impl Iterator<Item = RouteId> + use<'a> {
    let (map, public) = (view.map, view.public);
    let player = &public.seats[seat];
    map.route_ids().filter(move |&id| {
        let route = map.route(id);
        !public.unavailable.contains(id)
            && !player.barred.contains(id)
            && player.pieces[route.fleet.index()] >= route.spaces
    })
}

/// Every way to pay a price.
pub(crate) fn payments(hand: &CardCounts, price: Price) -> impl Iterator<Item = Payment> + '_ {
    (0..price.ways(hand)).filter_map(move |number| price.payment(hand, number))
}

/// The way to pay that spends the fewest wilds, then of the colour held most.
pub(crate) fn thrifty_payment(hand: &CardCounts, price: Price) -> Option<Payment> {
    payments(hand, price)
        .min_by_key(|payment| (payment.wilds, std::cmp::Reverse(payment.color.map_or(0, |color| hand.of(color)))))
}

/// The place in the market of a card.
pub(crate) fn slot_of(view: &View<'_>, card: Card) -> Option<u8> {
    (0..MARKET_SIZE).find(|&slot| view.public.market[slot] == Some(card)).map(|slot| slot as u8)
}

/// The colour held most; the first of several.
pub(crate) fn favourite(hand: &CardCounts) -> Color {
    Color::ALL.into_iter().rev().max_by_key(|&color| hand.of(color)).unwrap_or(Color::Red)
}

/// A passenger to take: of the colour in which one more counts most against the others.
pub(crate) fn take_passenger(view: &View<'_>, own: &Own) -> Option<Action> {
    let Phase::TakingPassengers { ends, .. } = view.public.phase else { return None };
    let waiting = ends
        .into_iter()
        .flatten()
        .flat_map(|location| view.public.passengers_at(view.map, location).map(move |color| (location, color)));
    let (location, color) = waiting.max_by_key(|&(_, color)| majority_worth(view, own.seat, color))?;
    Some(Action::TakePassenger { location, color })
}

/// What one more passenger of a colour is worth to `seat`: most where the lead is close.
pub(crate) fn majority_worth(view: &View<'_>, seat: Seat, color: Color) -> i32 {
    let held = |seat: Seat| i32::from(view.public.seats[seat].passengers[color]);
    let others = Map::seats(view.public.players).filter(|&other| other != seat);
    let best = others.map(held).max().unwrap_or(0);
    match held(seat) - best {
        lead @ 3.. => 4 - lead.min(4),
        lead @ -1..=2 => 12 - 2 * lead.abs(),
        behind => (8 + 2 * behind).max(1),
    }
}
