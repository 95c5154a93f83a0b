//! Other worlds behind the same view: everything hidden from one viewer is dealt again.

use crate::games::{below, shuffle};
use capolinea_engine::position::Position;
use capolinea_engine::{Card, CardCounts, Map, Offer, Phase, Seat, State, TicketId, TicketSet, Viewer};
use rand_chacha::ChaCha8Rng;
use rand_core::Rng;

/// A state that `viewer` can't tell from `state`: other hands (but for the cards all have seen), the deck's order, other
/// players' tickets, splits and choices, the ticket decks and the seed are new.
pub fn redeal(map: &Map, state: &State, viewer: Viewer, rng: &mut ChaCha8Rng) -> State {
    let mut position = state.to_position(map);
    let others: Vec<Seat> = Map::seats(position.public.players).filter(|&seat| Viewer::Seat(seat) != viewer).collect();
    cards(&mut position, &others, rng);
    tickets(map, &mut position, &others, rng);
    for &seat in &others {
        if let Some(split) = &mut position.own[seat].split {
            let first = below(rng, 5) as u8;
            *split = [first, 4 - first];
        }
    }
    rng.fill_bytes(&mut position.seed);
    position.shuffles += 1;
    State::from_position(map, &position).expect("the same cards and tickets were dealt again")
}

fn cards(position: &mut Position, others: &[Seat], rng: &mut ChaCha8Rng) {
    let mut pool: Vec<Card> = position.deck.clone();
    for &seat in others {
        let mut unseen = position.own[seat].hand;
        unseen.take(position.public.seats[seat].known);
        pool.extend(unseen.kinds().flat_map(|(card, count)| (0..count).map(move |_| card)));
    }
    shuffle(rng, &mut pool);
    for &seat in others {
        let known = position.public.seats[seat].known;
        let unseen = position.own[seat].hand.total() - known.total();
        let mut hand: CardCounts = pool.drain(..unseen).collect();
        hand.add(known);
        position.own[seat].hand = hand;
    }
    position.deck = pool;
}

/// Deals the tickets the viewer doesn't see. Decks keep their kind; so do hands where the backs differ, and offers,
/// because from which deck they were drawn is public.
fn tickets(map: &Map, position: &mut Position, others: &[Seat], rng: &mut ChaCha8Rng) {
    let is_start = matches!(position.public.phase, Phase::ChoosingTickets { .. });
    let waiting = position.public.phase.deciders();
    let seen = Map::seats(position.public.players).filter(|seat| !others.contains(seat));
    let seen: TicketSet = seen.fold(TicketSet::EMPTY, |all, seat| {
        all.union(position.own[seat].tickets).union(position.own[seat].offer.set())
    });
    let mut pool: Vec<TicketId> = map.ticket_ids().filter(|&ticket| !seen.contains(ticket)).collect();
    shuffle(rng, &mut pool);
    let mut take = |fits: &dyn Fn(TicketId) -> bool| {
        let place = pool.iter().position(|&ticket| fits(ticket)).expect("there are as many as before");
        pool.swap_remove(place)
    };
    let deck_of = |ticket: TicketId| map.ticket(ticket).deck;
    for deck in &mut position.ticket_decks {
        for ticket in deck {
            let kind = deck_of(*ticket);
            *ticket = take(&|other| deck_of(other) == kind);
        }
    }
    for &seat in others {
        let own = &mut position.own[seat];
        let keeps_kind = is_start || map.rules().draw.is_split();
        let mut redealt = |ticket: TicketId, keeps_kind: bool| {
            let kind = deck_of(ticket);
            take(&|other| !keeps_kind || deck_of(other) == kind)
        };
        let offer: Vec<TicketId> = own.offer.tickets().iter().map(|&ticket| redealt(ticket, true)).collect();
        let tickets: Vec<TicketId> = own.tickets.iter().map(|ticket| redealt(ticket, keeps_kind)).collect();
        (own.offer, own.tickets) = (Offer::new(&offer), tickets.iter().copied().collect());
        if is_start && !waiting.contains(seat) {
            // How many a player keeps stays secret until all have chosen.
            let mut all: Vec<TicketId> = tickets.into_iter().chain(offer).collect();
            shuffle(rng, &mut all);
            let least = usize::from(map.rules().start.keep);
            let kept = all.split_off(below(rng, all.len() - least + 1));
            (own.offer, own.tickets) = (Offer::new(&all), kept.into_iter().collect());
        }
    }
}
