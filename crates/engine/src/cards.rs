//! Cards, counts of cards, and what a player may pay with.

use std::fmt;
use std::ops::{Index, IndexMut};
use std::str::FromStr;

/// A colour of cards, routes and passengers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[repr(u8)]
pub enum Color {
    /// Purple; pink on some boards.
    Purple,
    /// Blue.
    Blue,
    /// Orange; brown in one rulebook's list of contents.
    Orange,
    /// White.
    White,
    /// Green.
    Green,
    /// Yellow.
    Yellow,
    /// Black.
    Black,
    /// Red.
    Red,
}

impl Color {
    /// Every colour, in the order of the tables.
    pub const ALL: [Color; 8] = [
        Color::Purple,
        Color::Blue,
        Color::Orange,
        Color::White,
        Color::Green,
        Color::Yellow,
        Color::Black,
        Color::Red,
    ];

    /// The colour's place in a table.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The word for it in files and notation.
    pub const fn word(self) -> &'static str {
        match self {
            Color::Purple => "purple",
            Color::Blue => "blue",
            Color::Orange => "orange",
            Color::White => "white",
            Color::Green => "green",
            Color::Yellow => "yellow",
            Color::Black => "black",
            Color::Red => "red",
        }
    }
}

impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.word())
    }
}

/// A word that is no colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not a colour; the colours are purple, blue, orange, white, green, yellow, black, red")]
pub struct UnknownColor;

impl FromStr for Color {
    type Err = UnknownColor;

    fn from_str(word: &str) -> Result<Self, UnknownColor> {
        Color::ALL.into_iter().find(|color| color.word() == word).ok_or(UnknownColor)
    }
}

/// A table with one entry a colour.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ByColor<T>(pub [T; 8]);

impl<T> Index<Color> for ByColor<T> {
    type Output = T;

    #[inline]
    fn index(&self, color: Color) -> &T {
        &self.0[color.index()]
    }
}

impl<T> IndexMut<Color> for ByColor<T> {
    #[inline]
    fn index_mut(&mut self, color: Color) -> &mut T {
        &mut self.0[color.index()]
    }
}

/// A card: a colour, or a wild (locomotive, ferry, bicycle).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(type = "Color | \"wild\""))]
pub enum Card {
    /// A card of one colour.
    Color(Color),
    /// A card that stands in for any colour.
    Wild,
}

/// How many kinds of cards there are: eight colours and the wild.
pub const CARD_KINDS: usize = 9;

impl Card {
    /// Every kind of card, in the order of the tables.
    pub const ALL: [Card; CARD_KINDS] = [
        Card::Color(Color::Purple),
        Card::Color(Color::Blue),
        Card::Color(Color::Orange),
        Card::Color(Color::White),
        Card::Color(Color::Green),
        Card::Color(Color::Yellow),
        Card::Color(Color::Black),
        Card::Color(Color::Red),
        Card::Wild,
    ];

    /// The card's place in a table.
    #[inline]
    pub const fn index(self) -> usize {
        match self {
            Card::Color(color) => color as usize,
            Card::Wild => 8,
        }
    }

    /// The word for it in files and notation.
    pub const fn word(self) -> &'static str {
        match self {
            Card::Color(color) => color.word(),
            Card::Wild => "wild",
        }
    }
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.word())
    }
}

impl FromStr for Card {
    type Err = UnknownColor;

    fn from_str(word: &str) -> Result<Self, UnknownColor> {
        match word {
            "wild" => Ok(Card::Wild),
            color => color.parse().map(Card::Color),
        }
    }
}

#[cfg(feature = "serde")]
impl serde::Serialize for Card {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.word())
    }
}

#[cfg(feature = "serde")]
impl<'de> serde::Deserialize<'de> for Card {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        <String as serde::Deserialize>::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}

/// How many there are of each kind of card.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(type = "Partial<Record<Card, number>>"))]
pub struct CardCounts(pub [u8; CARD_KINDS]);

impl CardCounts {
    /// No cards.
    pub const NONE: CardCounts = CardCounts([0; CARD_KINDS]);

    /// How many wilds.
    #[inline]
    pub const fn wilds(&self) -> u8 {
        self.0[8]
    }

    /// How many of `color`.
    #[inline]
    pub const fn of(&self, color: Color) -> u8 {
        self.0[color as usize]
    }

    /// How many of each colour.
    #[inline]
    pub fn colors(&self) -> [u8; 8] {
        let [colors @ .., _wilds] = self.0;
        colors
    }

    /// How many there are of the colour there are most of.
    #[inline]
    pub fn most(&self) -> u8 {
        self.colors().into_iter().fold(0, u8::max)
    }

    /// How many cards in all.
    #[inline]
    pub fn total(&self) -> usize {
        self.0.iter().map(|&count| usize::from(count)).sum()
    }

    /// Adds every card of `other`.
    #[inline]
    pub fn add(&mut self, other: CardCounts) {
        for (count, more) in self.0.iter_mut().zip(other.0) {
            *count += more;
        }
    }

    /// Takes every card of `other` away, as far as there are any.
    #[inline]
    pub fn take(&mut self, other: CardCounts) {
        for (count, less) in self.0.iter_mut().zip(other.0) {
            *count = count.saturating_sub(less);
        }
    }

    /// Each kind of which there is at least one, with its count.
    pub fn kinds(&self) -> impl Iterator<Item = (Card, u8)> + '_ {
        Card::ALL.into_iter().map(|card| (card, self[card])).filter(|(_, count)| *count > 0)
    }
}

#[cfg(feature = "serde")]
impl serde::Serialize for CardCounts {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.kinds())
    }
}

impl Index<Card> for CardCounts {
    type Output = u8;

    #[inline]
    fn index(&self, card: Card) -> &u8 {
        &self.0[card.index()]
    }
}

impl IndexMut<Card> for CardCounts {
    #[inline]
    fn index_mut(&mut self, card: Card) -> &mut u8 {
        &mut self.0[card.index()]
    }
}

impl FromIterator<Card> for CardCounts {
    fn from_iter<I: IntoIterator<Item = Card>>(cards: I) -> Self {
        cards.into_iter().fold(Self::NONE, |mut counts, card| {
            counts[card] += 1;
            counts
        })
    }
}

impl fmt::Display for CardCounts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut separator = "";
        for (card, count) in self.kinds() {
            write!(f, "{separator}{count} {card}")?;
            separator = ", ";
        }
        if separator.is_empty() { f.write_str("nothing") } else { Ok(()) }
    }
}

/// The cards laid for a route or a station: wilds, and the rest in one colour.
///
/// How many cards there are in all is the price of what is bought. A payment of wilds alone has no colour, so each
/// payment can be written in one way only.
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

/// What a route or a station asks for.
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
            Some(color) => usize::from(self.mixes(hand.wilds(), hand.of(color))) + all_wild,
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
            let fewest = self.fewest_wilds(hand.of(color));
            let ways = self.mixes(hand.wilds(), hand.of(color));
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
                self.color.is_none_or(|asked| asked == *color) && hand.of(*color) >= self.cards - wilds
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
            let held = hand.of(color);
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
        let held = self.color.map_or_else(|| hand.most(), |color| hand.of(color));
        let wilds = self.wilds.saturating_sub(hand.wilds());
        wilds.max(self.cards.saturating_sub(held + hand.wilds()))
    }

    /// How few wilds will do with so many cards of the colour.
    #[inline]
    fn fewest_wilds(self, held: u8) -> u8 {
        self.wilds.max(self.cards.saturating_sub(held))
    }

    /// How many numbers of wilds will do, with at least one card of the colour.
    #[inline]
    fn mixes(self, wilds: u8, held: u8) -> u8 {
        wilds.min(self.cards - 1).wrapping_add(1).saturating_sub(self.fewest_wilds(held))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_card_is_one_byte_and_so_is_an_empty_place_for_it() {
        assert_eq!(size_of::<Card>(), 1);
        assert_eq!(size_of::<Option<Card>>(), 1);
    }

    #[test]
    fn words_and_cards_round_trip() {
        for card in Card::ALL {
            assert_eq!(card.word().parse(), Ok(card));
            assert_eq!(Card::ALL[card.index()], card);
        }
        assert!("mauve".parse::<Card>().is_err());
    }
}
