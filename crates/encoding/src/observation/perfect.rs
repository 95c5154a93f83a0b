//! Everything that is hidden, for programs that may look at all cards while they are trained.

use super::ObservationSpace;
use super::layout::NEXT_CARDS;
use super::memory::Memory;
use super::write::Writer;
use crate::bits::expand;
use capolinea_engine::cards::CARD_KINDS;
use capolinea_engine::{Map, Seat, State, TicketSet, Viewer};

impl ObservationSpace {
    /// Writes a player's view, then everything that is hidden from that player.
    ///
    /// # Panics
    /// The tensor has another size than [`ObservationSpace::perfect_len`].
    pub fn write_perfect(&self, map: &Map, state: &State, seat: Seat, memory: &mut Memory, tensor: &mut [u8]) {
        assert_eq!(tensor.len(), self.perfect_len(), "a tensor has one place for each value");
        let (seen, hidden) = tensor.split_at_mut(self.len());
        self.write(&state.view(map, Viewer::Seat(seat)), memory, seen);
        let position = state.to_position(map);
        let tickets = self.shape.tickets;
        let mut writer = Writer::new(hidden, &self.shape, state.public(), Some(seat));
        writer.each_seat(CARD_KINDS, |seat, out| out.copy_from_slice(&position.own[seat].hand.0));
        writer.each_seat(tickets, |seat, out| expand(position.own[seat].tickets.0, out));
        writer.each_seat(tickets, |seat, out| expand(position.own[seat].offer.set().0, out));
        writer.counts(position.deck.iter().copied().collect());
        for place in 0..NEXT_CARDS {
            let card = position.deck.iter().rev().nth(place);
            writer.one_hot(CARD_KINDS, card.map(|card| card.index()));
        }
        for deck in &position.ticket_decks[..self.shape.decks] {
            let next: TicketSet = deck.iter().copied().take(usize::from(map.rules().draw.count)).collect();
            expand(next.0, writer.take(tickets));
        }
        writer.finish();
    }
}
