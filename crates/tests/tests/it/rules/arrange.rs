//! Arranging a table: each step takes what it needs from the deck and gives back what it replaces.

use super::support::{Game, cards, counts};
use capolinea_engine::cards::ByColor;
use capolinea_engine::ids::{TouristKind, TouristSet};
use capolinea_engine::position::Position;
use capolinea_engine::{Card, CardCounts, Color, LocationId, Map, Phase, RouteId, Seat, State, TicketId};

impl Game {
    /// Changes the position.
    pub fn edit(mut self, change: impl FnOnce(&mut Position, &'static Map)) -> Game {
        let mut position = self.state.to_position(self.map);
        change(&mut position, self.map);
        self.state = State::from_position(self.map, &position).expect("a possible position");
        self
    }

    /// Gives a seat exactly this hand.
    pub fn hand(self, seat: u8, text: &str) -> Game {
        self.edit(|position, _| {
            let old = std::mem::replace(&mut position.own[Seat(seat)].hand, counts(text));
            put_back(&mut position.deck, old);
            take_out(&mut position.deck, &cards(text));
        })
    }

    /// Lays exactly these cards face up, from the first place on.
    pub fn market(self, text: &str) -> Game {
        self.edit(|position, _| {
            let old = position.public.market.iter().flatten().copied().collect();
            put_back(&mut position.deck, old);
            let new = cards(text);
            take_out(&mut position.deck, &new);
            position.public.market = std::array::from_fn(|slot| new.get(slot).copied());
        })
    }

    /// Makes these the discards.
    pub fn discards(self, text: &str) -> Game {
        self.edit(|position, _| {
            put_back(&mut position.deck, position.public.discards);
            take_out(&mut position.deck, &cards(text));
            position.public.discards = counts(text);
        })
    }

    /// Puts these cards on top of the deck, the first to be drawn first.
    pub fn top(self, text: &str) -> Game {
        self.edit(|position, _| {
            let top = cards(text);
            take_out(&mut position.deck, &top);
            position.deck.extend(top.into_iter().rev());
        })
    }

    /// Makes these the whole deck, the first to be drawn first; the last seat's hand gets all others.
    pub fn deck(self, text: &str) -> Game {
        let hoarder = Seat(self.state.public().players - 1);
        self.edit(|position, _| {
            let top = cards(text);
            take_out(&mut position.deck, &top);
            position.own[hoarder].hand.add(position.deck.iter().copied().collect());
            position.deck = top.into_iter().rev().collect();
        })
    }

    /// Gives a seat tickets, named by their ends.
    pub fn tickets(self, seat: u8, names: &[&str]) -> Game {
        let ids: Vec<TicketId> = names.iter().map(|name| self.ticket(name)).collect();
        self.edit(|position, map| {
            for id in ids {
                position.ticket_decks.iter_mut().for_each(|deck| deck.retain(|&other| other != id));
                position.own[Seat(seat)].tickets.insert(id);
                let deck = if map.rules().draw.is_split() { map.ticket(id).deck.index() } else { 0 };
                position.public.seats[Seat(seat)].tickets[deck] += 1;
            }
        })
    }

    /// Leaves so many tickets in each deck.
    pub fn tickets_left(self, first: usize, second: usize) -> Game {
        self.edit(|position, _| {
            position.ticket_decks[0].truncate(first);
            position.ticket_decks[1].truncate(second);
        })
    }

    /// Gives a seat routes, with their points and pieces.
    pub fn routes(self, seat: u8, names: &[&str]) -> Game {
        let ids: Vec<RouteId> = names.iter().map(|name| self.route(name)).collect();
        self.edit(|position, map| {
            for id in ids {
                let (player, facts) = (&mut position.public.seats[Seat(seat)], map.route(id));
                player.routes.insert(id);
                player.score += i16::from(facts.points);
                let left = &mut player.pieces[facts.fleet.index()];
                *left = left.saturating_sub(facts.spaces);
            }
        })
    }

    /// Leaves a seat so many pieces of each kind.
    pub fn pieces(self, seat: u8, left: [u8; 2]) -> Game {
        self.edit(|position, _| position.public.seats[Seat(seat)].pieces = left)
    }

    /// Builds a seat's stations.
    pub fn stations(self, seat: u8, names: &[&str]) -> Game {
        let sites: Vec<LocationId> = names.iter().map(|name| self.location(name)).collect();
        self.edit(|position, _| {
            position.public.seats[Seat(seat)].stations = std::array::from_fn(|place| sites.get(place).copied());
        })
    }

    /// Gives a seat passengers.
    pub fn held_passengers(self, seat: u8, text: &str) -> Game {
        let mut held = ByColor([0; 8]);
        for (place, &count) in counts(text).0[..8].iter().enumerate() {
            held.0[place] = count;
        }
        self.edit(|position, _| position.public.seats[Seat(seat)].passengers = held)
    }

    /// Makes exactly these passengers wait at a location.
    pub fn waiting(self, name: &str, text: &str) -> Game {
        let location = self.location(name);
        self.edit(|position, map| {
            let before = map.location_ids().take_while(|&other| other != location);
            let start: usize = before.map(|other| map.passengers_waiting(other)).sum();
            let mut colors = colors(text);
            assert!(colors.len() <= map.passengers_waiting(location), "more than fit");
            for place in &mut position.public.passengers[start..start + map.passengers_waiting(location)] {
                *place = colors.pop();
            }
        })
    }

    /// Puts a stack of tourist tokens somewhere.
    pub fn stack(self, kind: u8, name: &str, left: u8) -> Game {
        let location = self.location(name);
        self.edit(|position, _| {
            let stack = &mut position.public.tourists[usize::from(kind)];
            (stack.location, stack.left) = (Some(location), left);
        })
    }

    /// Gives a seat tourist tokens.
    pub fn held_tourists(self, seat: u8, kinds: &[u8]) -> Game {
        let kinds: TouristSet = kinds.iter().map(|&kind| TouristKind(kind)).collect();
        self.edit(|position, _| position.public.seats[Seat(seat)].tourists = kinds)
    }

    /// Gives a seat the turn.
    pub fn turn_of(self, seat: u8) -> Game {
        self.edit(|position, _| position.public.phase = Phase::Turn { seat: Seat(seat) })
    }
}

fn colors(text: &str) -> Vec<Color> {
    text.split_whitespace().map(|word| word.parse().expect("a colour")).collect()
}

fn put_back(deck: &mut Vec<Card>, old: CardCounts) {
    for (card, count) in old.kinds() {
        deck.splice(0..0, std::iter::repeat_n(card, usize::from(count)));
    }
}

fn take_out(deck: &mut Vec<Card>, wanted: &[Card]) {
    for card in wanted {
        let place = deck.iter().position(|there| there == card).unwrap_or_else(|| panic!("no {card} left in the deck"));
        deck.remove(place);
    }
}
