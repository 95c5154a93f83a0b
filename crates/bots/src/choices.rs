//! Helpers that several bots share: which routes can be claimed, how to pay, which tickets to keep, which passengers to take.

use capolinea_engine::cards::Price;
use capolinea_engine::rules::MARKET_SIZE;
use capolinea_engine::{
    Action, Card, CardCounts, Color, Map, Own, Payment, Phase, Public, RouteId, Seat, View, sort_few,
};
use std::cmp::Reverse;

/// The share of its pieces that the player nearest to the end has left, of some players.
pub(crate) fn least_share(map: &Map, public: &Public, seats: impl Iterator<Item = Seat>) -> f32 {
    let all: u8 = map.rules().fleets.iter().map(|fleet| fleet.count).sum();
    let least = seats.map(|seat| public.seats[seat].pieces_left()).min().unwrap_or(all);
    f32::from(least) / f32::from(all)
}

/// The way to pay that spends the fewest wilds, then of the colour held most.
pub(crate) fn thrifty_payment(hand: &CardCounts, price: Price) -> Option<Payment> {
    price.payments(hand).min_by_key(|payment| thrift(hand, *payment))
}

fn thrift(hand: &CardCounts, payment: Payment) -> (u8, Reverse<u8>) {
    (payment.wilds, Reverse(payment.color.map_or(0, |color| hand.count(color))))
}

/// With fewer cards than this to turn up, the same ones may come again and again.
const FEW_TO_TURN_UP: usize = 12;

/// Every way to pay for a route. With few cards to turn up, a player tries a tunnel only if every possible price can be paid:
/// players who all try and leave, turn after turn, would never end the game.
pub(crate) fn ways_to_claim<'a>(view: &View<'a>, own: &'a Own, route: RouteId) -> impl Iterator<Item = Payment> + 'a {
    let facts = view.map.route(route);
    let to_turn_up = usize::from(view.public.deck_size) + view.public.discards.total();
    let is_risky = facts.is_tunnel && to_turn_up < FEW_TO_TURN_UP;
    let most = view.map.tunnels().map_or(0, |tunnels| usize::from(tunnels.reveal)).min(to_turn_up);
    let can_pay_most = move |payment: &Payment| {
        let mut left = own.hand;
        left.take(payment.cards(facts.cards));
        usize::from(left.wilds() + payment.color.map_or(0, |color| left.count(color))) >= most
    };
    facts.price().payments(&own.hand).filter(move |payment| !is_risky || can_pay_most(payment))
}

/// The way to pay for a route that spends the fewest wilds, then of the colour held most.
pub(crate) fn thrifty_claim(view: &View<'_>, own: &Own, route: RouteId) -> Option<Payment> {
    ways_to_claim(view, own, route).min_by_key(|payment| thrift(&own.hand, *payment))
}

/// The place in the market of a card.
pub(crate) fn slot_of(view: &View<'_>, card: Card) -> Option<u8> {
    (0..MARKET_SIZE).find(|&slot| view.public.market[slot] == Some(card)).map(|slot| slot as u8)
}

/// The colour held most; the first of several.
pub(crate) fn favourite(hand: &CardCounts) -> Color {
    Color::ALL.into_iter().rev().max_by_key(|&color| hand.count(color)).unwrap_or(Color::Red)
}

/// As few of the tickets offered as possible, and the cheapest.
pub(crate) fn cheapest_tickets(view: &View<'_>, own: &Own, keep: u8) -> Option<Action> {
    let offered = own.offer.tickets();
    let mut places: Vec<usize> = (0..offered.len()).collect();
    let points = |place: usize| view.map.ticket(offered[place]).points;
    sort_few(&mut places, |&a, &b| points(a) < points(b));
    let chosen = places.into_iter().take(usize::from(keep)).fold(0, |chosen, place| chosen | 1 << place);
    Some(Action::KeepTickets { offered: chosen })
}

/// The legal choice of tickets that is worth most; the smallest of several.
#[cfg(feature = "pool")]
pub(crate) fn best_tickets(own: &Own, keep: u8, worth: impl Fn(capolinea_engine::TicketSet) -> f32) -> Option<Action> {
    let offered = own.offer.tickets();
    let least = u32::from(keep).min(offered.len() as u32);
    let kept = |chosen: u8| (0..offered.len()).filter(move |place| chosen >> place & 1 == 1);
    (0..1u8 << offered.len())
        .filter(|chosen| chosen.count_ones() >= least)
        .map(|chosen| (worth(kept(chosen).map(|place| offered[place]).collect()), chosen))
        .rev()
        .max_by(|a, b| a.0.total_cmp(&b.0))
        .map(|(_, offered)| Action::KeepTickets { offered })
}

/// How many tickets to draw from which deck: as close as possible to this number from the second.
pub(crate) fn split(view: &View<'_>, from_second: f32) -> Option<Action> {
    let distance = |action: &Action| {
        if let Action::ChooseSplit { second, .. } = action {
            (f32::from(*second) - from_second).abs()
        } else {
            f32::INFINITY
        }
    };
    view.legal_actions().iter().min_by(|a, b| distance(a).total_cmp(&distance(b)))
}

/// The tickets that a player has not completed yet.
#[cfg(feature = "pool")]
pub(crate) fn open_tickets(view: &View<'_>, own: &Own) -> capolinea_engine::TicketSet {
    let joined = capolinea_engine::analysis::Components::new(view.map, view.public.seats[own.seat].routes);
    own.tickets.iter().filter(|&ticket| !joined.joins(view.map.ticket(ticket))).collect()
}

/// A claim for the last turn: the one that brings most points now, tickets it completes counted twice.
#[cfg(feature = "pool")]
pub(crate) fn last_claim(view: &View<'_>, own: &Own) -> Option<Action> {
    let (mine, open) = (view.public.seats[own.seat].routes, open_tickets(view, own));
    let claims = view.payable_routes(own.seat, &own.hand).iter().filter_map(|route| {
        let facts = view.map.route(route);
        let payment = thrifty_claim(view, own, route)?;
        let mut with = mine;
        with.insert(route);
        let joined = capolinea_engine::analysis::Components::new(view.map, with);
        let completed = open.iter().map(|ticket| view.map.ticket(ticket)).filter(|ticket| joined.joins(ticket));
        let tickets: u16 = completed.map(|ticket| 2 * u16::from(ticket.points)).sum();
        Some((tickets + u16::from(facts.points), Action::ClaimRoute { route, payment }))
    });
    claims.max_by_key(|(worth, _)| *worth).map(|(_, action)| action)
}

/// The action that was chosen, or the first legal one.
pub(crate) fn or_first_legal(view: &View<'_>, chosen: Option<Action>) -> Action {
    chosen.or_else(|| view.legal_actions().get(0)).expect("a player who must decide has a legal action")
}

/// The decision of a simple bot in a phase of a mechanic. Without an answer here the first legal action is played: it pays a tunnel
/// with as few wilds as possible, or leaves it; any token, anywhere, will do.
pub(crate) fn decide_for_mechanic(view: &View<'_>, own: &Own) -> Option<Action> {
    take_passenger(view, own)
}

/// A passenger to take: of the colour in which one more counts most against the others.
fn take_passenger(view: &View<'_>, own: &Own) -> Option<Action> {
    let Phase::TakingPassengers { ends, .. } = view.public.phase else { return None };
    let waiting = ends
        .into_iter()
        .flatten()
        .flat_map(|location| view.public.passengers_at(view.map, location).map(move |color| (location, color)));
    let (location, color) = waiting.max_by_key(|&(_, color)| majority_worth(view, own.seat, color))?;
    Some(Action::TakePassenger { location, color })
}

/// The value of one more passenger of a colour to `seat`: most where the lead is close.
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

#[cfg(test)]
mod tests {
    use super::*;
    use capolinea_engine::{FirstPlayer, Setup, State, Viewer};

    /// The number of ways in which the first player can pay for a tunnel that asks for `extra` more cards, with few cards in
    /// the deck; the second player has the others.
    fn ways(spare: usize, deck: usize) -> usize {
        let map = &capolinea_maps::find("europe").expect("it is built in").map;
        let is_plain = |id: &RouteId| map.route(*id).is_tunnel && map.route(*id).color.is_some();
        let tunnel = map.route_ids().find(is_plain).expect("Europe has tunnels");
        let route = map.route(tunnel);
        let color = Card::Color(route.color.expect("it is not gray"));
        let setup = Setup { players: 2, first: FirstPlayer::Random, seed: [1; 32], pieces: None };
        let mut position = State::new(map, &setup).expect("the map is for two").to_position(map);
        position.public.discards = CardCounts::NONE;
        let mut rest = map.rules().cards;
        rest.take(position.public.market.iter().flatten().copied().collect());
        let mut deal = |card: Option<Card>, count: usize| {
            let kinds = card.map_or(Color::ALL.map(Card::Color).to_vec(), |card| vec![card]);
            let all = kinds.into_iter().flat_map(|card| vec![card; usize::from(rest[card])]);
            let cards: Vec<Card> = all.take(count).collect();
            rest.take(cards.iter().copied().collect());
            cards
        };
        position.own[Seat(0)].hand = deal(Some(color), usize::from(route.cards) + spare).into_iter().collect();
        position.deck = deal(None, deck);
        position.own[Seat(1)].hand = rest;
        let state = State::from_position(map, &position).expect("no card was lost");
        let view = state.view(map, Viewer::Seat(Seat(0)));
        ways_to_claim(&view, view.own.expect("it is a seat"), tunnel).count()
    }

    #[test]
    fn with_few_cards_to_turn_up_a_tunnel_is_tried_only_by_who_can_pay_for_it() {
        assert_eq!([ways(0, 2), ways(1, 2), ways(2, 2)], [0, 0, 1]);
        assert_eq!([ways(2, FEW_TO_TURN_UP - 1), ways(3, FEW_TO_TURN_UP - 1)], [0, 1]);
        assert_eq!([ways(0, 0), ways(0, FEW_TO_TURN_UP)], [1, 1]);
    }
}
