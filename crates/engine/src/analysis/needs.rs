//! The needs of routes: pieces, cards and turns.

use crate::cards::{ByColor, Card, CardCounts, Color};
use crate::few::sort_few;
use crate::ids::RouteSet;
use crate::map::Map;
use crate::rules::MAX_FLEETS;

/// The pieces, cards and turns that some routes need.
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

/// How the cards of a hand serve routes that are to be claimed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct HandShare {
    /// The cards of the hand that go towards the routes.
    pub used: CardCounts,
    /// The cards still missing. Wilds that are left over fill the colours that lack least first.
    pub missing: CardNeeds,
}

impl Needs {
    /// The needs of all of `routes` with the cards of `hand`.
    pub fn new(map: &Map, routes: RouteSet, hand: &CardCounts) -> Self {
        let (pieces, cards, gray) = asked_for(map, routes);
        let missing_cards = HandShare::of_cards(&cards, gray, hand).missing.total();
        let turns = routes.len() as u16 + missing_cards.div_ceil(2);
        Needs { pieces, cards, missing_cards, turns }
    }

    /// The pieces of all kinds.
    pub fn all_pieces(&self) -> u16 {
        self.pieces.iter().sum()
    }

    /// Whether this many pieces of each kind are enough.
    pub fn is_within(&self, pieces: &[u8; MAX_FLEETS]) -> bool {
        self.pieces.iter().zip(pieces).all(|(&needed, &left)| needed <= u16::from(left))
    }
}

/// The pieces and cards that some routes ask for, and the cards of each gray route.
fn asked_for(map: &Map, routes: RouteSet) -> ([u16; MAX_FLEETS], CardNeeds, Vec<u16>) {
    let (mut pieces, mut cards, mut gray) = ([0; MAX_FLEETS], CardNeeds::default(), Vec::new());
    for route in routes {
        let route = map.route(route);
        let plain = u16::from(route.cards - route.wilds);
        pieces[route.fleet.index()] += u16::from(route.spaces);
        cards.wilds += u16::from(route.wilds);
        match route.color {
            Some(color) => cards.colors[color] += plain,
            None => gray.push(plain),
        }
    }
    cards.gray = gray.iter().sum();
    (pieces, cards, gray)
}

impl HandShare {
    /// How `hand` serves `routes`.
    pub fn new(map: &Map, routes: RouteSet, hand: &CardCounts) -> Self {
        let (_, cards, gray) = asked_for(map, routes);
        HandShare::of_cards(&cards, gray, hand)
    }

    /// Shares out a hand. Cards go to routes of their colour first; what is left over goes to gray routes, the fullest colour to
    /// the longest; wilds go to ferries first, then wherever a card is missing. That leaves the fewest missing, except for
    /// rare hands with several gray routes, where sharing out the colours in another way would save a card.
    fn of_cards(needed: &CardNeeds, mut gray: Vec<u16>, hand: &CardCounts) -> Self {
        let mut share = HandShare::default();
        for color in Color::ALL {
            let used = needed.colors[color].min(u16::from(hand.count(color)));
            share.used[Card::Color(color)] += used as u8;
            share.missing.colors[color] = needed.colors[color] - used;
        }
        sort_few(&mut gray, |a, b| a > b);
        for cards in gray {
            let spare = |color: &Color| hand.count(*color) - share.used[Card::Color(*color)];
            let fullest = Color::ALL.into_iter().max_by_key(spare).expect("there are colours");
            let used = cards.min(u16::from(spare(&fullest)));
            share.used[Card::Color(fullest)] += used as u8;
            share.missing.gray += cards - used;
        }
        let to_ferries = needed.wilds.min(u16::from(hand.wilds()));
        share.missing.wilds = needed.wilds - to_ferries;
        let spare = u16::from(hand.wilds()) - to_ferries;
        let filled = share.missing.fill(spare);
        share.used[Card::Wild] = (to_ferries + filled) as u8;
        share
    }
}

impl CardNeeds {
    /// Fills what is missing with this many wilds, the colours that lack least first; returns how many were used.
    fn fill(&mut self, wilds: u16) -> u16 {
        let mut rest = wilds;
        let mut places: Vec<&mut u16> = self.colors.0.iter_mut().chain([&mut self.gray]).collect();
        sort_few(&mut places, |a, b| **a < **b);
        for missing in places {
            let filled = rest.min(*missing);
            *missing -= filled;
            rest -= filled;
        }
        wilds - rest
    }
}
