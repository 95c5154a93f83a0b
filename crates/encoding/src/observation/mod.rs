//! A player's view as a tensor of fixed size per map. Seats count from the viewer: the viewer is the first.

mod layout;
mod memory;
mod perfect;
mod write;

pub use layout::Section;
pub use memory::Memory;

use capolinea_engine::Map;
use layout::Layout;

/// The tensors of one map: where everything is, and how large it may be.
///
/// A place is a whole number from 0 to its [`high`](ObservationSpace::high). Divided by that it is a number from 0 to 1.
#[derive(Clone, Debug)]
pub struct ObservationSpace {
    layout: Layout,
    /// How many of the sections a player sees; the others are hidden.
    seen_sections: usize,
    seen: usize,
    /// One divided by the highest value of each place.
    scales: Vec<f32>,
    shape: Shape,
}

/// The sizes that are needed to write a tensor.
#[derive(Clone, Copy, Debug)]
struct Shape {
    seats: usize,
    routes: usize,
    tickets: usize,
    decks: usize,
    fleets: usize,
    locations: usize,
    /// 0 on a map without tourists.
    tourist_kinds: usize,
    has_tunnels: bool,
    has_stations: bool,
    has_passengers: bool,
}

impl ObservationSpace {
    /// The tensors of a map.
    pub fn new(map: &Map) -> Self {
        let shape = Shape {
            seats: usize::from(map.max_players()),
            routes: map.routes().len(),
            tickets: map.tickets().len(),
            decks: map.decks().len(),
            fleets: map.rules().fleets.len(),
            locations: map.locations().len(),
            tourist_kinds: map.tourists().map_or(0, |tourists| tourists.kinds.len()),
            has_tunnels: map.tunnels().is_some(),
            has_stations: map.stations().is_some(),
            has_passengers: map.passengers().is_some(),
        };
        let mut layout = Layout::seen(map, &shape);
        let (seen_sections, seen) = (layout.sections.len(), layout.high.len());
        layout.add_hidden(map, &shape);
        let scales = layout.high.iter().map(|&high| 1.0 / f32::from(high)).collect();
        ObservationSpace { layout, seen_sections, seen, scales, shape }
    }

    /// The size of a player's view.
    #[inline]
    pub fn len(&self) -> usize {
        self.seen
    }

    /// Always false: every tensor has places.
    pub fn is_empty(&self) -> bool {
        self.seen == 0
    }

    /// The size of a player's view with the hidden state.
    #[inline]
    pub fn perfect_len(&self) -> usize {
        self.layout.high.len()
    }

    /// The highest value of every place: those of a player's view first, then those of the hidden state.
    pub fn high(&self) -> &[u8] {
        &self.layout.high
    }

    /// The parts of a player's view, in order.
    pub fn sections(&self) -> &[Section] {
        &self.layout.sections[..self.seen_sections]
    }

    /// All parts, the hidden ones last.
    pub fn perfect_sections(&self) -> &[Section] {
        &self.layout.sections
    }

    /// The meaning of a place, in words, such as `seats.known[next 1, red]`.
    pub fn describe(&self, place: usize) -> Option<String> {
        let section = self.layout.sections.iter().find(|section| section.places().contains(&place))?;
        section.describe(place - section.start)
    }

    /// Divides whole numbers by the highest value of their places.
    pub fn scale(&self, whole: &[u8], scaled: &mut [f32]) {
        for ((scaled, &whole), scale) in scaled.iter_mut().zip(whole).zip(&self.scales) {
            *scaled = f32::from(whole) * scale;
        }
    }
}
