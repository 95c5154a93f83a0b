//! Worlds: whole states that a player could be in, dealt at random behind what the player sees.

use super::beliefs::Beliefs;
use capolinea_engine::cards::{Card, CardCounts};
use capolinea_engine::ids::{BySeat, DeckId, Seat, TicketId, TicketSet};
use capolinea_engine::map::Map;
use capolinea_engine::phase::Phase;
use capolinea_engine::position::Position;
use capolinea_engine::shuffle::below;
use capolinea_engine::state::State;
use capolinea_engine::view::{Offer, Own, View};
use rand_chacha::ChaCha8Rng;
use rand_core::Rng as _;

/// A world that looks to the viewer as the real one does. Before the first turn, when all choose at once, nobody else has
/// chosen yet. `None` if the view can't be completed.
pub(super) fn sample(view: &View<'_>, own: &Own, beliefs: &Beliefs, rng: &mut ChaCha8Rng) -> Option<State> {
    let mut seed = [0; 32];
    rng.fill_bytes(&mut seed);
    let mut position = Position {
        public: *view.public,
        seed,
        shuffles: 0,
        deck: unseen_cards(view, own),
        ticket_decks: [const { Vec::new() }; 2],
        own: BySeat(std::array::from_fn(|seat| Own {
            seat: Seat(seat as u8),
            hand: CardCounts::NONE,
            tickets: TicketSet::EMPTY,
            offer: Offer::NONE,
            split: None,
        })),
    };
    position.own[own.seat] = *own;
    shuffle(&mut position.deck, rng);
    for seat in others(view, own) {
        deal_hand(view, &mut position, seat);
    }
    if matches!(view.public.phase, Phase::ChoosingSplits { .. }) {
        return None;
    }
    if matches!(view.public.phase, Phase::ChoosingTickets { .. }) {
        deal_offers(view, own, &mut position, rng);
    } else {
        deal_tickets(view, own, beliefs, &mut position, rng);
    }
    State::from_position(view.map, &position).ok()
}

fn others(view: &View<'_>, own: &Own) -> impl Iterator<Item = Seat> + use<> {
    let mine = own.seat;
    Map::seats(view.public.players).filter(move |&seat| seat != mine)
}

fn shuffle<T>(items: &mut [T], rng: &mut ChaCha8Rng) {
    for last in (1..items.len()).rev() {
        items.swap(last, below(rng, last as u32 + 1) as usize);
    }
}

/// The cards in the deck and in other hands, but for those everybody knows to be in a hand.
fn unseen_cards(view: &View<'_>, own: &Own) -> Vec<Card> {
    let public = view.public;
    let mut unseen = view.map.rules.cards;
    unseen.take(own.hand);
    unseen.take(public.discards);
    unseen.take(public.revealed);
    unseen.take(public.market.iter().flatten().copied().collect());
    if let Phase::PayingTunnel { route, laid, .. } = public.phase {
        unseen.take(laid.cards(view.map.route(route).cards));
    }
    for seat in others(view, own) {
        unseen.take(public.seats[seat].known);
    }
    unseen.kinds().flat_map(|(card, count)| std::iter::repeat_n(card, usize::from(count))).collect()
}

/// Known cards, and as many unknown ones as the hand's size says.
fn deal_hand(view: &View<'_>, position: &mut Position, seat: Seat) {
    let player = &view.public.seats[seat];
    let mut hand = player.known;
    let unknown = usize::from(player.hand_size).saturating_sub(hand.total());
    let rest = position.deck.len().saturating_sub(unknown);
    hand.add(position.deck.drain(rest..).collect());
    position.own[seat].hand = hand;
}

/// The tickets that the player has not seen, deck by deck, in any order.
fn unseen_tickets(view: &View<'_>, own: &Own, rng: &mut ChaCha8Rng) -> [Vec<TicketId>; 2] {
    let seen = own.tickets.union(own.offer.set());
    [0, 1].map(|deck| {
        let tickets = view.map.deck_tickets(DeckId(deck));
        let mut unseen: Vec<TicketId> = tickets.filter(|&ticket| !seen.contains(ticket)).collect();
        shuffle(&mut unseen, rng);
        unseen
    })
}

/// Offers to everybody else from the decks that the player's own came from, then the decks.
fn deal_offers(view: &View<'_>, own: &Own, position: &mut Position, rng: &mut ChaCha8Rng) {
    let mut unseen = unseen_tickets(view, own, rng);
    for seat in others(view, own) {
        let decks = own.offer.tickets().iter().map(|&ticket| view.map.ticket(ticket).deck);
        let offer: Vec<TicketId> = decks.filter_map(|deck| unseen[deck.index()].pop()).collect();
        position.own[seat].offer = Offer::of(&offer);
        position.public.seats[seat].tickets = Default::default();
    }
    position.public.phase = Phase::ChoosingTickets { waiting: Map::seats(view.public.players).collect() };
    put_down(view, unseen, position);
}

/// What is left of the tickets, as far as the decks have any.
fn put_down(view: &View<'_>, unseen: [Vec<TicketId>; 2], position: &mut Position) {
    for (deck, mut tickets) in unseen.into_iter().enumerate() {
        tickets.truncate(usize::from(view.public.ticket_decks[deck]));
        position.ticket_decks[deck] = tickets;
    }
}

/// Unseen tickets for the others, as they may hold them, then for the decks.
fn deal_tickets(view: &View<'_>, own: &Own, beliefs: &Beliefs, position: &mut Position, rng: &mut ChaCha8Rng) {
    let mut unseen = unseen_tickets(view, own, rng);
    let backs_tell = view.map.rules.draw.is_split();
    for seat in others(view, own) {
        for (deck, count) in view.public.seats[seat].tickets.into_iter().enumerate() {
            // Where backs tell nothing, one ticket may be from the deck that is out of the game after the start.
            let mut may_be_from_start = !backs_tell;
            for _ in 0..count {
                let mut tickets = unseen[deck].clone();
                if may_be_from_start {
                    tickets.extend(&unseen[1]);
                }
                let Some(ticket) = beliefs.pick(seat, &tickets, rng) else { break };
                position.own[seat].tickets.insert(ticket);
                may_be_from_start &= !unseen[1].contains(&ticket);
                unseen.iter_mut().for_each(|deck| deck.retain(|&other| other != ticket));
            }
        }
    }
    put_down(view, unseen, position);
}
