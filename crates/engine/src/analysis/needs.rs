//! What routes still take: pieces, cards and turns.

use crate::cards::{ByColor, CardCounts, Color};
use crate::ids::RouteSet;
use crate::map::Map;
use crate::rules::MAX_FLEETS;

/// What it takes to claim some routes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Needs {
    /// The pieces, by kind.
    pub pieces: [u16; MAX_FLEETS],
    /// The cards that the routes ask for.
    pub cards: CardNeeds,
    /// How many of these cards the hand lacks, if each card in it is used where it helps.
    pub missing_cards: u16,
    /// The turns: one for each route, and one for every two missing cards. A tunnel that asks for more, or a card that does not
    /// come, adds to these.
    pub turns: u16,
}

/// The cards that some routes ask for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CardNeeds {
    /// Cards of each colour, for routes of that colour.
    pub colors: ByColor<u16>,
    /// Cards for gray routes: of any colour, one colour for each route.
    pub gray: u16,
    /// Cards that must be wild, for ferries.
    pub wilds: u16,
}

impl CardNeeds {
    /// How many cards in all.
    pub fn total(&self) -> u16 {
        self.colors.0.iter().sum::<u16>() + self.gray + self.wilds
    }
}

impl Needs {
    /// What it takes to claim all of `routes` with the cards of `hand`.
    pub fn new(map: &Map, routes: RouteSet, hand: &CardCounts) -> Self {
        let mut needs = Needs::default();
        let mut gray: Vec<u16> = Vec::new();
        for route in routes {
            let route = map.route(route);
            let plain = u16::from(route.cards - route.wilds);
            needs.pieces[route.fleet.index()] += u16::from(route.spaces);
            needs.cards.wilds += u16::from(route.wilds);
            match route.color {
                Some(color) => needs.cards.colors[color] += plain,
                None => gray.push(plain),
            }
        }
        needs.cards.gray = gray.iter().sum();
        needs.missing_cards = missing_cards(&needs.cards, gray, hand);
        needs.turns = routes.len() as u16 + needs.missing_cards.div_ceil(2);
        needs
    }

    /// The pieces of all kinds.
    pub fn all_pieces(&self) -> u16 {
        self.pieces.iter().sum()
    }

    /// Whether so many pieces of each kind are enough.
    pub fn is_within(&self, pieces: &[u8; MAX_FLEETS]) -> bool {
        self.pieces.iter().zip(pieces).all(|(&needed, &left)| needed <= u16::from(left))
    }
}

/// How many cards a hand lacks. Cards go to routes of their colour first; what is left over goes to gray routes, the fullest
/// colour to the longest; wilds go to ferries first, then wherever a card is missing. That is the fewest but for rare hands and
/// several gray routes, where sharing out the colours otherwise would save a card.
fn missing_cards(needed: &CardNeeds, mut gray: Vec<u16>, hand: &CardCounts) -> u16 {
    let mut missing = 0;
    let mut spare: ByColor<u16> = ByColor::default();
    for color in Color::ALL {
        let held = u16::from(hand.of(color));
        missing += needed.colors[color].saturating_sub(held);
        spare[color] = held.saturating_sub(needed.colors[color]);
    }
    gray.sort_unstable_by(|a, b| b.cmp(a));
    for cards in gray {
        let fullest = spare.0.iter_mut().max();
        let used = fullest.map_or(0, |spare| {
            let used = cards.min(*spare);
            *spare -= used;
            used
        });
        missing += cards - used;
    }
    let wilds = u16::from(hand.wilds());
    missing.saturating_sub(wilds.saturating_sub(needed.wilds)) + needed.wilds.saturating_sub(wilds)
}
