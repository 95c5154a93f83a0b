//! The same game with its decks shuffled anew: hands, tickets and everything on the table stay.
//!
//! In a world every card and ticket has a rank of its own, and a deck lies in the order of ranks. So a position and the next one have
//! nearly the same decks in the world of the same number: what differs between them is due to what happened, and hardly to the
//! shuffle.

use capolinea_engine::position::Position;
use capolinea_engine::{Card, Map, State, TicketId};
use rand_chacha::ChaCha8Rng;
use rand_core::{Rng as _, SeedableRng as _};

/// The key of all shuffles: any number will do, and it must be the same on every machine.
const KEY: [u8; 32] = *b"capolinea review: decks of cards";

/// The ranks of a world.
struct Ranks {
    cards: Vec<Vec<u32>>,
    tickets: Vec<u32>,
    seed: [u8; 32],
}

impl Ranks {
    fn new(map: &Map, world: u32) -> Self {
        let mut rng = ChaCha8Rng::from_seed(KEY);
        rng.set_stream(u64::from(world));
        let copies = |card: Card| usize::from(map.rules().cards[card]);
        let cards = Card::ALL.map(|card| (0..copies(card)).map(|_| rng.next_u32()).collect());
        let tickets = map.ticket_ids().map(|_| rng.next_u32()).collect();
        let mut seed = [0; 32];
        rng.fill_bytes(&mut seed);
        Ranks { cards: cards.into(), tickets, seed }
    }

    /// The cards of a deck in order. Of several alike, those with the first ranks are in it.
    fn sort_cards(&self, deck: &mut [Card]) {
        let mut used = [0; Card::ALL.len()];
        let mut ranked: Vec<(u32, Card)> = deck
            .iter()
            .map(|&card| {
                let copy = used[card.index()];
                used[card.index()] += 1;
                (self.cards[card.index()].get(copy).copied().unwrap_or(u32::MAX), card)
            })
            .collect();
        ranked.sort_unstable_by_key(|&(rank, card)| (rank, card.index()));
        for (place, (_, card)) in deck.iter_mut().zip(ranked) {
            *place = card;
        }
    }

    fn sort_tickets(&self, deck: &mut [TicketId]) {
        deck.sort_unstable_by_key(|&ticket| (self.tickets.get(ticket.index()).copied(), ticket));
    }
}

/// The game with its decks as they are in a world.
pub(crate) fn shuffled(map: &Map, position: &Position, world: u32) -> Option<State> {
    let ranks = Ranks::new(map, world);
    let mut position = Position { seed: ranks.seed, ..position.clone() };
    ranks.sort_cards(&mut position.deck);
    position.ticket_decks.iter_mut().for_each(|deck| ranks.sort_tickets(deck));
    State::from_position(map, &position).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use capolinea_engine::{FirstPlayer, Seat, Setup, Viewer};

    #[test]
    fn everything_stays_but_the_order_of_the_decks_and_a_card_less_changes_little() {
        let map = &capolinea_maps::find("germany").expect("it is built in").map;
        let setup = Setup { players: 3, first: FirstPlayer::Named(Seat(0)), seed: [3; 32], pieces: None };
        let state = State::new(map, &setup).unwrap();
        let mut position = state.to_position(map);
        let one = shuffled(map, &position, 0).unwrap();
        assert_ne!(one, shuffled(map, &position, 1).unwrap());
        for seat in Map::seats(3) {
            assert_eq!(one.view(map, Viewer::Seat(seat)), state.view(map, Viewer::Seat(seat)));
        }
        // Whichever card is moved to a hand, all others keep their order.
        let before = one.to_position(map).deck;
        let card = position.deck.pop().unwrap();
        position.own[Seat(0)].hand.add([card].into_iter().collect());
        let after = shuffled(map, &position, 0).unwrap().to_position(map).deck;
        let gone = (0..before.len()).find(|&place| after.get(place) != Some(&before[place])).unwrap();
        assert_eq!(before[gone], card);
        assert_eq!([&before[..gone], &before[gone + 1..]].concat(), after);
    }
}
