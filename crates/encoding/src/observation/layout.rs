//! The place and name of everything in a tensor. The order is fixed: a change of it needs a new version.

use super::Shape;
use super::memory::ACTION_KINDS;
use capolinea_engine::rules::MAX_PRICE;
use capolinea_engine::{Card, CardCounts, Color, Map, Phase};
use std::ops::Range;

/// Names every phase once, in the order of their places: one that is left out does not compile.
macro_rules! phases {
    ($($Phase:ident $name:literal,)*) => {
        /// The phases, in the order of their places.
        pub(super) const PHASES: &[&str] = &[$($name),*];

        enum Place {
            $($Phase),*
        }

        /// The place of a phase among [`PHASES`].
        pub(super) fn phase_place(phase: Phase) -> usize {
            match phase {
                $(Phase::$Phase { .. } => Place::$Phase as usize,)*
            }
        }
    };
}

phases! {
    ChoosingSplits "choosing_splits",
    ChoosingTickets "choosing_tickets",
    PlacingTourists "placing_tourists",
    Turn "turn",
    SecondCard "second_card",
    ChoosingSplit "choosing_split",
    KeepingTickets "keeping_tickets",
    PayingTunnel "paying_tunnel",
    TakingPassengers "taking_passengers",
    TakingTourist "taking_tourist",
    Over "over",
}

/// How many cards from the top of the deck the hidden part shows.
pub(super) const NEXT_CARDS: usize = 8;

/// A part of a tensor: a table of one to three dimensions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Section {
    /// Its name.
    pub name: &'static str,
    /// Its first place in the tensor.
    pub start: usize,
    /// The names of each dimension's entries.
    pub axes: Vec<Vec<String>>,
    /// Its meaning, in words.
    pub meaning: &'static str,
}

impl Section {
    /// How many places it has.
    pub fn len(&self) -> usize {
        self.axes.iter().map(Vec::len).product()
    }

    /// Whether it has no places because the map has no such thing.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Its places in the tensor.
    pub fn places(&self) -> Range<usize> {
        self.start..self.start + self.len()
    }

    /// Its dimensions.
    pub fn shape(&self) -> Vec<usize> {
        self.axes.iter().map(Vec::len).collect()
    }

    /// The meaning of one of its places.
    pub(super) fn describe(&self, place: usize) -> Option<String> {
        let mut rest = place;
        let mut labels: Vec<&str> = Vec::new();
        for axis in self.axes.iter().rev() {
            labels.push(axis.get(rest % axis.len())?);
            rest /= axis.len();
        }
        labels.reverse();
        Some(format!("{}[{}]", self.name, labels.join(", ")))
    }
}

#[derive(Clone, Debug, Default)]
pub(super) struct Layout {
    pub(super) sections: Vec<Section>,
    pub(super) high: Vec<u8>,
}

/// The names along each dimension of a map's tables.
struct Axes {
    seats: Vec<String>,
    routes: Vec<String>,
    cards: Vec<String>,
    colors: Vec<String>,
    tickets: Vec<String>,
    decks: Vec<String>,
    locations: Vec<String>,
}

impl Axes {
    fn new(map: &Map, shape: &Shape) -> Self {
        let later = (1..shape.seats).map(|place| format!("next {place}"));
        let route = |id| {
            let route = map.route(id);
            let (a, b) = (&map.location(route.a).id, &map.location(route.b).id);
            if route.lanes == 1 { format!("{a}-{b}") } else { format!("{a}-{b}/{}", route.lane) }
        };
        let ticket = |id| {
            let ticket = map.ticket(id);
            format!("{}-{} {}", map.location(ticket.a).id, map.location(ticket.b).id, ticket.points)
        };
        Axes {
            seats: std::iter::once("self".to_owned()).chain(later).collect(),
            routes: map.route_ids().map(route).collect(),
            cards: Card::ALL.map(|card| card.to_string()).to_vec(),
            colors: Color::ALL.map(|color| color.to_string()).to_vec(),
            tickets: map.ticket_ids().map(ticket).collect(),
            decks: map.decks().to_vec(),
            locations: map.location_ids().map(|location| map.location(location).id.clone()).collect(),
        }
    }
}

fn names(names: &[&str]) -> Vec<String> {
    names.iter().map(|&name| name.to_owned()).collect()
}

impl Layout {
    /// A player's view.
    pub(super) fn seen(map: &Map, shape: &Shape) -> Self {
        let axes = Axes::new(map, shape);
        let mut layout = Layout::default();
        layout.add_board(&axes);
        layout.add_cards(map, &axes);
        layout.add_seats(map, shape, &axes);
        layout.add("phase", &[&names(PHASES)], 1, "what the game waits for");
        layout.add_tickets(&axes);
        layout.add_mechanics(map, shape, &axes);
        let deeds = names(&ACTION_KINDS);
        layout.add("history.last", &[&axes.seats, &deeds], 1, "the last thing each player did");
        layout.add("history.counts", &[&axes.seats, &deeds], u8::MAX, "how often each player did it");
        layout
    }

    /// The hidden state, and the private state of the others.
    pub(super) fn add_hidden(&mut self, map: &Map, shape: &Shape) {
        let axes = Axes::new(map, shape);
        let next: Vec<String> = (1..=NEXT_CARDS).map(|place| format!("card {place}")).collect();
        self.add_counts("hidden.hands", &[&axes.seats], &map.rules().cards, "the cards in each hand");
        self.add("hidden.tickets", &[&axes.seats, &axes.tickets], 1, "the tickets that each player keeps");
        self.add("hidden.offers", &[&axes.seats, &axes.tickets], 1, "the tickets that each player chooses from");
        self.add_counts("hidden.deck", &[], &map.rules().cards, "the cards in the deck");
        self.add("hidden.next_cards", &[&next, &axes.cards], 1, "the next cards of the deck, from its top");
        self.add("hidden.next_tickets", &[&axes.decks, &axes.tickets], 1, "the tickets that the next draw can offer");
    }

    fn add(&mut self, name: &'static str, axes: &[&Vec<String>], high: u8, meaning: &'static str) {
        let axes: Vec<Vec<String>> = axes.iter().map(|&axis| axis.clone()).collect();
        let section = Section { name, start: self.high.len(), axes, meaning };
        self.high.extend(std::iter::repeat_n(high.max(1), section.len()));
        self.sections.push(section);
    }

    /// Counts of cards, at most as many as the box has.
    fn add_counts(&mut self, name: &'static str, axes: &[&Vec<String>], box_: &CardCounts, meaning: &'static str) {
        let cards = Card::ALL.map(|card| card.to_string()).to_vec();
        let all: Vec<&Vec<String>> = axes.iter().copied().chain([&cards]).collect();
        self.add(name, &all, 1, meaning);
        let added = self.sections.last().map_or(0..0, Section::places);
        for (place, high) in self.high[added].iter_mut().enumerate() {
            *high = box_.0[place % box_.0.len()].max(1);
        }
    }

    fn add_board(&mut self, axes: &Axes) {
        self.add("routes.owner", &[&axes.seats, &axes.routes], 1, "the routes that each player has claimed");
        self.add("routes.open", &[&axes.routes], 1, "the routes that the viewer may claim given enough cards");
        self.add("routes.payable", &[&axes.routes], 1, "those that the viewer's hand pays for");
    }

    fn add_cards(&mut self, map: &Map, axes: &Axes) {
        let cards = &map.rules().cards;
        self.add_counts("cards.hand", &[], cards, "the viewer's cards");
        self.add_counts("cards.market", &[], cards, "the face-up cards");
        self.add_counts("cards.discards", &[], cards, "the discards");
        self.add_counts("cards.revealed", &[], cards, "cards turned up from the deck until the end of the turn");
        self.add_counts("cards.unseen", &[], cards, "cards in the deck or in other hands, and nobody knows which");
        self.add("cards.deck", &[&names(&["size"])], cards.total() as u8, "how many cards the deck has");
        self.add("ticket_decks", &[&axes.decks], axes.tickets.len() as u8, "how many tickets each deck has");
        self.add(
            "turns_left",
            &[&names(&["turns"])],
            axes.seats.len() as u8 + 1,
            "1 more than the turns left once the last round has begun; 0 before",
        );
        self.add("passes", &[&names(&["count"])], axes.seats.len() as u8, "how many players have passed in a row");
    }

    fn add_seats(&mut self, map: &Map, shape: &Shape, axes: &Axes) {
        let seats = &axes.seats;
        let pieces = map.rules().fleets.iter().map(|fleet| fleet.count).max().unwrap_or(1);
        let fleets: Vec<String> = map.rules().fleets.iter().map(|fleet| fleet.piece.as_str().to_owned()).collect();
        debug_assert_eq!(fleets.len(), shape.fleets);
        self.add("seats.plays", &[seats], 1, "whether somebody has this seat");
        self.add("seats.decides", &[seats], 1, "whose decision the game waits for");
        self.add("seats.first", &[seats], 1, "who had the first turn; nobody before that is chosen");
        self.add("seats.score", &[seats], u8::MAX, "points so far, at most 255");
        self.add("seats.pieces", &[seats, &fleets], pieces, "pieces left, by kind");
        self.add("seats.hand_size", &[seats], map.rules().cards.total() as u8, "how many cards each player holds");
        self.add_counts("seats.known", &[seats], &map.rules().cards, "cards that everybody knows to be in a hand");
        self.add(
            "seats.tickets",
            &[seats, &axes.decks],
            axes.tickets.len() as u8,
            "how many tickets each player keeps",
        );
    }

    fn add_tickets(&mut self, axes: &Axes) {
        let tickets = &axes.tickets;
        self.add("tickets.kept", &[tickets], 1, "the viewer's tickets");
        self.add("tickets.offered", &[tickets], 1, "the tickets that the viewer chooses from");
        self.add("tickets.joined", &[tickets], 1, "of these, the ones whose ends the viewer's own routes join");
        self.add("tickets.blocked", &[tickets], 1, "of these, the ones that no way can complete any more");
        self.add(
            "tickets.missing",
            &[tickets],
            u8::MAX,
            "the fewest pieces that the others of these still need, whether or not that many are left",
        );
    }

    fn add_mechanics(&mut self, map: &Map, shape: &Shape, axes: &Axes) {
        let Axes { seats, routes, colors, locations, .. } = axes;
        if shape.has_tunnels {
            self.add("tunnel.route", &[routes], 1, "the tunnel to be paid");
            self.add("tunnel.laid", &[&axes.cards], MAX_PRICE as u8, "the cards laid for it");
            self.add("tunnel.extra", &[&names(&["cards"])], 3, "how many more cards it asks for");
        }
        if shape.has_stations {
            self.add("stations", &[seats, locations], 1, "where each player has stations");
        }
        if let Some(passengers) = map.passengers() {
            let most = map.location_ids().map(|location| map.passengers_waiting(location)).max().unwrap_or(1);
            let taken = passengers.colors.0.into_iter().max().unwrap_or(1);
            self.add("passengers.waiting", &[locations, colors], most as u8, "who waits at each location");
            self.add("passengers.taken", &[seats, colors], taken, "the passengers that each player has taken");
            self.add("passengers.ends", &[locations], 1, "where the decider may take one now");
        }
        if let Some(tourists) = map.tourists() {
            let height = tourists.stack_height.into_iter().chain(tourists.placed_height).max().unwrap_or(1);
            self.add("tourists.at", &[&tourists.kinds, locations], 1, "where each kind's stack stands");
            self.add("tourists.left", &[&tourists.kinds], height, "how many tokens are left of each kind");
            self.add("tourists.taken", &[seats, &tourists.kinds], 1, "the kinds that each player has taken");
            self.add("tourists.ends", &[locations], 1, "where the decider may take one now");
        }
    }
}
