//! Writes a view into a tensor, section by section in the order of the layout.

use super::layout::{PHASES, phase_place};
use super::memory::Memory;
use super::{ObservationSpace, Shape};
use crate::bits::expand;
use capolinea_engine::cards::CARD_KINDS;
use capolinea_engine::{CardCounts, LocationId, Map, Phase, Public, Seat, View};

impl ObservationSpace {
    /// Writes a view. `memory` is that of the same game. For a spectator, seats are counted from the first, and the
    /// viewer's own places stay 0.
    ///
    /// # Panics
    /// The tensor has another size than [`ObservationSpace::len`].
    pub fn write(&self, view: &View<'_>, memory: &mut Memory, tensor: &mut [u8]) {
        assert_eq!(tensor.len(), self.len(), "a tensor has one place for each value");
        let mut writer = Writer::new(tensor, &self.shape, view.public, view.seat());
        writer.board(view);
        writer.cards(view);
        writer.seats();
        writer.one_hot(PHASES.len(), Some(phase_place(view.public.phase)));
        self.write_tickets(view, memory, &mut writer);
        writer.mechanics(view.map);
        writer.history(memory);
        writer.finish();
    }

    fn write_tickets(&self, view: &View<'_>, memory: &mut Memory, writer: &mut Writer<'_>) {
        let count = self.shape.tickets;
        let (kept, offered) = view.own.map_or_else(Default::default, |own| (own.tickets, own.offer.set()));
        expand(kept.0, writer.take(count));
        expand(offered.0, writer.take(count));
        let rest = writer.take(3 * count);
        let (joined, rest) = rest.split_at_mut(count);
        let (blocked, missing) = rest.split_at_mut(count);
        for known in memory.tickets(view) {
            let place = known.ticket.index();
            match known.pieces {
                Some(0) => joined[place] = 1,
                Some(pieces) => missing[place] = pieces,
                None => blocked[place] = 1,
            }
        }
    }
}

/// The rest of a tensor that is still to be written.
pub(super) struct Writer<'a> {
    rest: &'a mut [u8],
    shape: &'a Shape,
    public: &'a Public,
    /// The seat that counts as the first.
    first: u8,
}

impl<'a> Writer<'a> {
    /// Everything that is not written is 0.
    pub(super) fn new(rest: &'a mut [u8], shape: &'a Shape, public: &'a Public, seat: Option<Seat>) -> Self {
        rest.fill(0);
        Writer { rest, shape, public, first: seat.map_or(0, |seat| seat.0) }
    }

    /// The next places.
    #[inline]
    pub(super) fn take(&mut self, count: usize) -> &'a mut [u8] {
        let (taken, rest) = std::mem::take(&mut self.rest).split_at_mut(count);
        self.rest = rest;
        taken
    }

    #[inline]
    fn one(&mut self, value: u8) {
        self.take(1)[0] = value;
    }

    #[inline]
    pub(super) fn one_hot(&mut self, count: usize, place: Option<usize>) {
        let places = self.take(count);
        if let Some(value) = place.and_then(|place| places.get_mut(place)) {
            *value = 1;
        }
    }

    #[inline]
    pub(super) fn counts(&mut self, cards: CardCounts) {
        self.take(CARD_KINDS).copy_from_slice(&cards.0);
    }

    /// The seats that are taken, from the viewer on.
    #[inline]
    fn relative_seats(&self) -> impl Iterator<Item = Seat> + use<> {
        let (first, players) = (self.first, self.public.players);
        (first..first + players).map(move |seat| Seat(if seat < players { seat } else { seat - players }))
    }

    /// Several values for each seat.
    #[inline]
    pub(super) fn each_seat(&mut self, count: usize, write: impl Fn(Seat, &mut [u8])) {
        let mut rest = self.take(self.shape.seats * count);
        for seat in self.relative_seats() {
            let places = rest.split_off_mut(..count).unwrap_or_default();
            write(seat, places);
        }
    }

    fn board(&mut self, view: &View<'_>) {
        let (routes, public) = (self.shape.routes, self.public);
        self.each_seat(routes, |seat, out| expand(public.seats[seat].routes.0, out));
        let (open, payable) = match view.own {
            Some(own) => (view.open_routes(own.seat), view.payable_routes(own.seat, &own.hand)),
            None => Default::default(),
        };
        expand(open.0, self.take(routes));
        expand(payable.0, self.take(routes));
    }

    fn cards(&mut self, view: &View<'_>) {
        let public = self.public;
        self.counts(view.own.map_or(CardCounts::NONE, |own| own.hand));
        self.counts(public.market.iter().flatten().copied().collect());
        self.counts(public.discards);
        self.counts(public.revealed);
        self.counts(view.unseen_cards());
        self.one(public.deck_size);
        let decks = self.shape.decks;
        copy_few(self.take(decks), &public.ticket_decks);
        self.one(public.turns_left.map_or(0, |turns| turns + 1));
        self.one(public.passes);
    }

    fn seats(&mut self) {
        let (public, shape) = (self.public, self.shape);
        let deciders = public.phase.deciders();
        let [plays, decides, first, score] = [(); 4].map(|()| self.take(shape.seats));
        let pieces = self.take(shape.seats * shape.fleets);
        let hand_size = self.take(shape.seats);
        let known = self.take(shape.seats * CARD_KINDS).as_chunks_mut::<CARD_KINDS>().0;
        let tickets = self.take(shape.seats * shape.decks);
        for (place, seat) in self.relative_seats().enumerate() {
            let player = &public.seats[seat];
            plays[place] = 1;
            decides[place] = deciders.contains(seat).into();
            first[place] = (public.first == Some(seat)).into();
            score[place] = player.score.clamp(0, u8::MAX.into()) as u8;
            copy_few(&mut pieces[place * shape.fleets..][..shape.fleets], &player.pieces);
            hand_size[place] = player.hand_size;
            known[place] = player.known.0;
            copy_few(&mut tickets[place * shape.decks..][..shape.decks], &player.tickets);
        }
    }

    fn mechanics(&mut self, map: &Map) {
        if self.shape.has_tunnels {
            self.tunnel(map);
        }
        if self.shape.has_stations {
            let public = self.public;
            self.each_seat(self.shape.locations, |seat, out| mark(out, public.seats[seat].stations));
        }
        if self.shape.has_passengers {
            self.passengers(map);
        }
        if self.shape.tourist_kinds > 0 {
            self.tourists(map);
        }
    }

    fn tunnel(&mut self, map: &Map) {
        let routes = self.shape.routes;
        if let Phase::PayingTunnel { route, laid, extra, .. } = self.public.phase {
            self.one_hot(routes, Some(route.index()));
            self.counts(laid.cards(map.route(route).cards));
            self.one(extra);
        } else {
            self.take(routes + CARD_KINDS + 1);
        }
    }

    fn passengers(&mut self, map: &Map) {
        let (public, locations) = (self.public, self.shape.locations);
        let waiting = self.take(8 * locations);
        for (location, counts) in map.location_ids().zip(waiting.as_chunks_mut::<8>().0) {
            for color in public.passengers_at(map, location) {
                counts[color.index()] += 1;
            }
        }
        self.each_seat(8, |seat, out| out.copy_from_slice(&public.seats[seat].passengers.0));
        let ends = self.take(locations);
        if let Phase::TakingPassengers { ends: open, .. } = public.phase {
            mark(ends, open);
        }
    }

    fn tourists(&mut self, map: &Map) {
        let (public, locations, kinds) = (self.public, self.shape.locations, self.shape.tourist_kinds);
        for stack in &public.tourists[..kinds] {
            self.one_hot(locations, stack.location.map(LocationId::index));
        }
        for stack in &public.tourists[..kinds] {
            self.one(stack.left);
        }
        self.each_seat(kinds, |seat, out| expand(public.seats[seat].tourists.0.into(), out));
        let ends = self.take(locations);
        if let Phase::TakingTourist { route, .. } = public.phase {
            mark(ends, [map.route(route).a, map.route(route).b].map(Some));
        }
    }

    fn history(&mut self, memory: &Memory) {
        let count = memory.history.0[0].counts.len();
        self.each_seat(count, |seat, out| {
            if let Some(last) = memory.history[seat].last {
                out[usize::from(last)] = 1;
            }
        });
        self.each_seat(count, |seat, out| out.copy_from_slice(&memory.history[seat].counts));
    }

    /// Everything has been written.
    pub(super) fn finish(self) {
        debug_assert!(self.rest.is_empty(), "{} places are left", self.rest.len());
    }
}

/// Copies as many values as there are places, one by one: they are one or two.
#[inline]
fn copy_few(out: &mut [u8], values: &[u8]) {
    for (place, &value) in out.iter_mut().zip(values) {
        *place = value;
    }
}

fn mark(out: &mut [u8], locations: impl IntoIterator<Item = Option<LocationId>>) {
    for location in locations.into_iter().flatten() {
        if let Some(value) = out.get_mut(location.index()) {
            *value = 1;
        }
    }
}
