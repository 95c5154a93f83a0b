//! A fresh deal: everything that one player does not know is dealt again, and the game goes on from the same view.
//!
//! Records name a fresh deal by its seed, so what is written here is fixed forever, as every shuffle is (`random.rs`):
//!
//! 1. Cards: the unknown cards of the other hands and the deck are gathered, sorted by kind and shuffled. The other players get as many
//!    as they had, in the order of seats; the rest is the deck, bottom first. Cards that everybody saw a player take stay with that player.
//! 2. Tickets, deck by deck: the tickets that the player has not seen are gathered, sorted by id and shuffled, those out of the game too. The
//!    other players get as many of this deck as they had kept or been offered, in the order of seats; the rest lies in the deck, top
//!    first. A ticket that the player has given back stays where it lies, unless another player holds it by now.
//! 3. All of this takes its numbers from shuffle 1 of the new seed, cards first. The game goes on with shuffle 2; shuffle 0 is
//!    for the first player, as always.
//!
//! So each arrangement is as likely as any other, and which one comes depends on the view, on how many tickets of each deck the others
//! hold, and on the seed: not on where cards and tickets really were. What others have chosen in secret stays chosen.

use crate::cards::{Card, CardCounts};
use crate::ids::{DeckId, Seat, TicketId, TicketSet};
use crate::map::Map;
use crate::position::{Position, PositionError};
use crate::random::Shuffle;
use crate::rules::MAX_DECKS;
use crate::state::State;
use crate::view::Offer;

/// The shuffle of the new seed that deals, and the first one of the game after that.
const DEALING: u32 = 1;
const NEXT_SHUFFLE: u32 = 2;

impl State {
    /// The game with a fresh deal of everything that `seat` does not know. `seen` are the tickets that it has ever been offered.
    /// The view of `seat` stays the same.
    ///
    /// # Errors
    /// The state is not of this map.
    pub fn deal_again(&self, map: &Map, seat: Seat, seen: TicketSet, seed: [u8; 32]) -> Result<State, PositionError> {
        let mut position = self.to_position(map);
        let mut shuffle = Shuffle::new(&seed, DEALING);
        let others: Vec<Seat> = Map::seats(position.public.players).filter(|&other| other != seat).collect();
        deal_cards(&mut position, &others, &mut shuffle);
        deal_tickets(map, &mut position, seat, &others, seen, &mut shuffle);
        position.seed = seed;
        position.shuffles = NEXT_SHUFFLE;
        State::from_position(map, &position)
    }
}

fn deal_cards(position: &mut Position, others: &[Seat], shuffle: &mut Shuffle) {
    let mut unknown: CardCounts = position.deck.iter().copied().collect();
    for &seat in others {
        let mut hidden = position.own[seat].hand;
        hidden.take(position.public.seats[seat].known);
        unknown.add(hidden);
    }
    let mut cards: Vec<Card> =
        unknown.kinds().flat_map(|(card, count)| std::iter::repeat_n(card, usize::from(count))).collect();
    shuffle.shuffle(&mut cards);
    let mut cards = cards.into_iter();
    for &seat in others {
        let known = position.public.seats[seat].known;
        let hidden = position.own[seat].hand.total().saturating_sub(known.total());
        let mut hand: CardCounts = cards.by_ref().take(hidden).collect();
        hand.add(known);
        position.own[seat].hand = hand;
    }
    position.deck = cards.collect();
}

fn deal_tickets(
    map: &Map,
    position: &mut Position,
    seat: Seat,
    others: &[Seat],
    seen: TicketSet,
    shuffle: &mut Shuffle,
) {
    let own = &position.own[seat];
    let mine = own.tickets.union(own.offer.set());
    let held = |other: &Seat| position.own[*other].tickets.union(position.own[*other].offer.set());
    let theirs = others.iter().map(held).fold(TicketSet::EMPTY, TicketSet::union);
    let known = mine.union(seen.without(theirs));
    for deck in 0..MAX_DECKS {
        let is_here = |ticket: TicketId| map.ticket(ticket).deck.index() == deck;
        let mut unknown: Vec<TicketId> =
            map.deck_tickets(DeckId(deck as u8)).filter(|&ticket| !known.contains(ticket)).collect();
        shuffle.shuffle(&mut unknown);
        let mut unknown = unknown.into_iter();
        // There are enough: each ticket that is replaced was one of them.
        let mut again = |ticket: TicketId| if is_here(ticket) { unknown.next().unwrap_or(ticket) } else { ticket };
        for &other in others {
            let own = &mut position.own[other];
            own.tickets = own.tickets.iter().map(&mut again).collect();
            own.offer = Offer::new(&own.offer.tickets().iter().copied().map(&mut again).collect::<Vec<_>>());
        }
        for place in position.ticket_decks[deck].iter_mut().filter(|ticket| !known.contains(**ticket)) {
            *place = again(*place);
        }
    }
}
