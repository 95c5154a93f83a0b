//! Prices, and the ways to pay them.

use super::{Card, CardCounts, Color};

/// The cards laid for a route or a station: wilds, and the rest in one colour.
///
/// The number of cards is the price of the route or station. A payment of wilds alone has no colour, so each payment can be
/// written in one way only.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Payment {
    /// The colour of the cards that are not wild; none if all are.
    pub color: Option<Color>,
    /// How many of the cards are wild.
    pub wilds: u8,
}

impl Payment {
    /// The cards themselves, when `price` of them are laid.
    #[inline]
    pub fn cards(self, price: u8) -> CardCounts {
        let mut cards = CardCounts::NONE;
        cards[Card::Wild] = self.wilds;
        if let Some(color) = self.color {
            cards[Card::Color(color)] = price.saturating_sub(self.wilds);
        }
        cards
    }
}

/// The price of a route or a station.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Price {
    /// The colour; `None` takes any one.
    pub color: Option<Color>,
    /// How many cards.
    pub cards: u8,
    /// How many of these must be wild (E02).
    pub wilds: u8,
}

impl Price {
    /// In how many ways a hand can pay it.
    #[inline]
    pub fn ways(self, hand: &CardCounts) -> usize {
        let all_wild = usize::from(hand.wilds() >= self.cards);
        match self.color {
            Some(color) => usize::from(self.mixes(hand.wilds(), hand.count(color))) + all_wild,
            None => {
                let mixes = hand.colors().map(|held| self.mixes(hand.wilds(), held));
                usize::from(mixes.into_iter().sum::<u8>()) + all_wild
            }
        }
    }

    /// Every way in which a hand can pay it: colour by colour, each from few wilds to many, wilds alone last.
    pub fn payments(self, hand: &CardCounts) -> impl Iterator<Item = Payment> + use<> {
        let (hand, colors) = (*hand, self.color.map_or(0..Color::ALL.len(), |color| color.index()..color.index() + 1));
        let mixed = Color::ALL[colors].iter().flat_map(move |&color| {
            let fewest = self.fewest_wilds(hand.count(color));
            let ways = self.mixes(hand.wilds(), hand.count(color));
            (fewest..fewest + ways).map(move |wilds| Payment { color: Some(color), wilds })
        });
        let all_wild = (hand.wilds() >= self.cards).then_some(Payment { color: None, wilds: self.cards });
        mixed.chain(all_wild)
    }

    /// The same payments, from few wilds to many; those with as many wilds in the order of the colours.
    pub fn payments_by_wilds(self, hand: &CardCounts) -> impl Iterator<Item = Payment> + use<> {
        let (hand, most) = (*hand, hand.wilds().min(self.cards - 1));
        let mixed = (self.wilds..=most).flat_map(move |wilds| {
            let pays = move |color: &Color| {
                self.color.is_none_or(|asked| asked == *color) && hand.count(*color) >= self.cards - wilds
            };
            Color::ALL.into_iter().filter(pays).map(move |color| Payment { color: Some(color), wilds })
        });
        let all_wild = (hand.wilds() >= self.cards).then_some(Payment { color: None, wilds: self.cards });
        mixed.chain(all_wild)
    }

    /// The way with this number, from 0: colour by colour, each from few wilds to many, wilds alone last.
    pub fn payment(self, hand: &CardCounts, number: usize) -> Option<Payment> {
        let mut rest = number;
        for color in Color::ALL.into_iter().filter(|&color| self.color.is_none_or(|asked| asked == color)) {
            let held = hand.count(color);
            let mixes = usize::from(self.mixes(hand.wilds(), held));
            if rest < mixes {
                return Some(Payment { color: Some(color), wilds: self.fewest_wilds(held) + rest as u8 });
            }
            rest -= mixes;
        }
        (rest == 0 && hand.wilds() >= self.cards).then_some(Payment { color: None, wilds: self.cards })
    }

    /// How many cards a hand lacks to pay it, in the colour that lacks least, wilds counted in.
    #[inline]
    pub fn missing(self, hand: &CardCounts) -> u8 {
        let held = self.color.map_or_else(|| hand.most(), |color| hand.count(color));
        let wilds = self.wilds.saturating_sub(hand.wilds());
        wilds.max(self.cards.saturating_sub(held + hand.wilds()))
    }

    /// A payment that the hand can make, or else the one that lacks the fewest cards.
    pub(crate) fn nearest_payment(self, hand: &CardCounts) -> Payment {
        if let Some(payment) = self.payment(hand, 0) {
            return payment;
        }
        let color = self.color.unwrap_or_else(|| hand.fullest_color());
        let wilds = self.wilds.max(self.cards.saturating_sub(hand.count(color)).min(hand.wilds())).min(self.cards);
        Payment { color: (wilds < self.cards).then_some(color), wilds }
    }

    /// The fewest wilds that are enough with `held` cards of the colour.
    #[inline]
    fn fewest_wilds(self, held: u8) -> u8 {
        self.wilds.max(self.cards.saturating_sub(held))
    }

    /// How many different numbers of wilds are possible with at least one card of the colour.
    #[inline]
    fn mixes(self, wilds: u8, held: u8) -> u8 {
        wilds.min(self.cards - 1).wrapping_add(1).saturating_sub(self.fewest_wilds(held))
    }
}
