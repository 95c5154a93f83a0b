//! The same game with its decks shuffled again: hands, tickets, everything on the table, and tickets given back to the
//! bottom of a deck stay.
//!
//! In a world every card and ticket has a rank of its own, and a deck lies in the order of ranks. So a position and the next one have
//! nearly the same decks in the world of the same number: what differs between them is due to what happened, and hardly to the
//! shuffle.

use capolinea_engine::position::Position;
use capolinea_engine::rules::MAX_DECKS;
use capolinea_engine::{Card, Map, State, TicketId};
use rand_chacha::ChaCha8Rng;
use rand_core::{Rng as _, SeedableRng as _};
use sha2::{Digest as _, Sha256};

/// The key of all shuffles of a game. Games have different ones, so that the errors of their figures are independent.
pub(crate) fn key(fingerprint: &str) -> [u8; 32] {
    Sha256::new().chain_update(b"capolinea review: decks of cards").chain_update(fingerprint).finalize().into()
}

/// The ranks of a world.
struct Ranks {
    cards: Vec<Vec<u32>>,
    tickets: Vec<u32>,
    seed: [u8; 32],
}

impl Ranks {
    fn new(map: &Map, key: [u8; 32], world: u32) -> Self {
        let mut rng = ChaCha8Rng::from_seed(key);
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

/// A position whose decks can be shuffled.
pub(crate) struct Decks<'a> {
    pub(crate) map: &'a Map,
    pub(crate) key: [u8; 32],
    pub(crate) position: Position,
    /// How many tickets at the bottom of each deck were given back.
    pub(crate) given_back: [usize; MAX_DECKS],
}

impl Decks<'_> {
    /// The game with its decks as they are in a world.
    pub(crate) fn shuffled(&self, world: u32) -> Option<State> {
        let ranks = Ranks::new(self.map, self.key, world);
        let mut position = Position { seed: ranks.seed, ..self.position.clone() };
        ranks.sort_cards(&mut position.deck);
        for (deck, given_back) in position.ticket_decks.iter_mut().zip(self.given_back) {
            let unknown = deck.len().saturating_sub(given_back);
            ranks.sort_tickets(&mut deck[..unknown]);
        }
        State::from_position(self.map, &position).ok()
    }
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
        let mut decks = Decks { map, key: key("a game"), position: state.to_position(map), given_back: [0, 3] };
        let one = decks.shuffled(0).unwrap();
        assert_ne!(one, decks.shuffled(1).unwrap());
        // Tickets that were given back stay at the bottom, in their order.
        let bottom = |state: &State| state.to_position(map).ticket_decks.map(|deck| deck[deck.len() - 3..].to_vec());
        assert_eq!(bottom(&one)[1], bottom(&state)[1]);
        assert_ne!(bottom(&one)[0], bottom(&state)[0]);
        for seat in Map::seats(3) {
            assert_eq!(one.view(map, Viewer::Seat(seat)), state.view(map, Viewer::Seat(seat)));
        }
        // Whichever card is moved to a hand, all others keep their order.
        let before = one.to_position(map).deck;
        let card = decks.position.deck.pop().unwrap();
        decks.position.own[Seat(0)].hand.add([card].into_iter().collect());
        let after = decks.shuffled(0).unwrap().to_position(map).deck;
        let gone = (0..before.len()).find(|&place| after.get(place) != Some(&before[place])).unwrap();
        assert_eq!(before[gone], card);
        assert_eq!([&before[..gone], &before[gone + 1..]].concat(), after);
    }
}
