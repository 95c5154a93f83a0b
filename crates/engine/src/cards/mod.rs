//! Cards, counts of cards, and what a player may pay with.

mod price;

pub use price::{Payment, Price};

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
    pub const fn as_str(self) -> &'static str {
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
        f.pad(self.as_str())
    }
}

/// A word that is not a colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not a colour; the colours are purple, blue, orange, white, green, yellow, black, red")]
pub struct UnknownColor;

impl FromStr for Color {
    type Err = UnknownColor;

    fn from_str(word: &str) -> Result<Self, UnknownColor> {
        Color::ALL.into_iter().find(|color| color.as_str() == word).ok_or(UnknownColor)
    }
}

/// A table with one entry per colour.
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
    pub const fn as_str(self) -> &'static str {
        match self {
            Card::Color(color) => color.as_str(),
            Card::Wild => "wild",
        }
    }
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
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
        // A name, not any text: a writer of JSON need not look for something to escape.
        serializer.serialize_unit_variant("Card", self.index() as u32, self.as_str())
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
    pub const fn count(&self, color: Color) -> u8 {
        self.0[color as usize]
    }

    /// The colour with most cards; the first of the list in an empty hand.
    pub(crate) fn fullest_color(&self) -> Color {
        let first_of_most = |best, color| if self.count(color) > self.count(best) { color } else { best };
        Color::ALL.into_iter().reduce(first_of_most).expect("there are colours")
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

    /// Removes the cards of `other`, as far as they are there.
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
            assert_eq!(card.as_str().parse(), Ok(card));
            assert_eq!(Card::ALL[card.index()], card);
        }
        assert!("mauve".parse::<Card>().is_err());
    }
}
