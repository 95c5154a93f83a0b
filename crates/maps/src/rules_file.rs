//! Reads the `rules` of a `map.json`.

use crate::map_file::{complete, entries};
use crate::reader::{Node, ObjectFields};
use capolinea_engine::cards::UnknownColor;
use capolinea_engine::map::file::{DealFile, Fields, FleetFile, PointsFile, RulesFile};
use capolinea_engine::mechanics::{MechanicFile, MechanicKind};
use capolinea_engine::rules::{EmptyDeck, FirstPlayerChosen, Piece, Returned, TieBreak, WildName};
use capolinea_engine::{Card, CardCounts, Color};

/// The fields of a table by number.
const NUMBERS: &str = "whole numbers, as in {\"1\": 1, \"2\": 2}";

/// The rules, or `None` if missing parts would make other entries look wrong.
pub(crate) fn rules(node: &Node<'_>) -> Option<RulesFile> {
    let mut fields = node.fields();
    let cards = fields.required("cards").and_then(|node| cards(&node));
    let wild = fields.required("wild").and_then(|node| node.word(WildName::ALL, WildName::as_str));
    let starting_hand = fields.count("starting_hand");
    let pieces = fields.required("pieces").and_then(|node| all(&node, fleet));
    let last_round_at = fields.count("last_round_at");
    let single_lane_up_to = fields.count("single_lane_up_to");
    let empty_deck = fields.optional("empty_deck").and_then(|node| node.word(EmptyDeck::ALL, EmptyDeck::as_str));
    let first_player =
        fields.optional("first_player").and_then(|node| node.word(FirstPlayerChosen::ALL, FirstPlayerChosen::as_str));
    let tickets = fields.required("tickets").and_then(|node| ticket_rules(&node));
    let mechanics = fields.required("mechanics").and_then(|node| entries(&node, mechanic));
    let tie_breaks =
        fields.required("tie_breaks").and_then(|node| all(&node, |word| word.word(TieBreak::ALL, TieBreak::as_str)));
    fields.finish();
    let tickets = tickets?;
    Some(RulesFile {
        cards: cards?,
        wild: wild.unwrap_or(WildName::Locomotive),
        starting_hand: starting_hand?,
        pieces: pieces?,
        last_round_at: last_round_at?,
        single_lane_up_to: single_lane_up_to.unwrap_or(0),
        empty_deck: empty_deck.unwrap_or(EmptyDeck::FaceUp),
        first_player: first_player.unwrap_or(FirstPlayerChosen::BeforeTickets),
        start_deal: tickets.deal,
        start_keep: tickets.start_keep,
        start_returned: tickets.returned,
        draw_count: tickets.draw_count,
        draw_keep: tickets.draw_keep,
        draw_decks: tickets.decks,
        mechanics: complete(mechanics?)?,
        tie_breaks: tie_breaks.unwrap_or_default(),
    })
}

fn cards(node: &Node<'_>) -> Option<CardCounts> {
    let card = |name: &str, node: &Node<'_>| {
        let found = Card::ALL.into_iter().find(|card| card.as_str() == name);
        if found.is_none() {
            let words: Vec<_> = Card::ALL.iter().map(|card| card.as_str()).collect();
            node.mistake(format!("not a card; the cards are {}", words.join(", ")));
        }
        found
    };
    let mut counts = CardCounts::default();
    for (card, count) in table(node, &Card::ALL.map(Card::as_str).join(", "), card)? {
        counts.0[card.index()] = count;
    }
    Some(counts)
}

fn fleet(node: &Node<'_>) -> Option<FleetFile> {
    let mut fields = node.fields();
    let piece = fields.required("piece").and_then(|node| node.word(Piece::ALL, Piece::as_str));
    let count = fields.count("count");
    let points = fields.required("points").and_then(|node| table(&node, NUMBERS, number_name));
    fields.finish();
    let points = points?.into_iter().map(|(cards, points)| PointsFile { cards, points }).collect();
    Some(FleetFile { piece: piece?, count: count?, points })
}

/// `rules.tickets`.
struct TicketRules {
    deal: DealFile,
    start_keep: u8,
    returned: Returned,
    draw_count: u8,
    draw_keep: u8,
    decks: Vec<String>,
}

fn ticket_rules(node: &Node<'_>) -> Option<TicketRules> {
    let mut fields = node.fields();
    let start = fields.required("start").map(|node| {
        let mut start = node.fields();
        let deal = deal(&mut start);
        let keep = start.count("keep");
        let returned = start.required("returned").and_then(|node| node.word(Returned::ALL, Returned::as_str));
        start.finish();
        (deal, keep, returned.unwrap_or(Returned::Bottom))
    });
    let draw = fields.required("draw").map(|node| {
        let mut draw = node.fields();
        let (count, keep) = (draw.count("count"), draw.count("keep"));
        let decks = draw.required("decks").and_then(|node| all(&node, Node::text));
        draw.finish();
        (count, keep, decks)
    });
    fields.finish();
    let (deal, start_keep, returned) = start?;
    let (draw_count, draw_keep, decks) = draw?;
    Some(TicketRules {
        deal: deal?,
        start_keep: start_keep?,
        returned,
        draw_count: draw_count?,
        draw_keep: draw_keep?,
        decks: decks?,
    })
}

/// Either `deal`, a number from each deck, or `split`, a number in all.
fn deal(start: &mut ObjectFields<'_>) -> Option<DealFile> {
    let split = start.optional("split");
    let deal = start.optional("deal");
    match (deal, split) {
        (Some(deal), None) => table(&deal, "the names of ticket decks", any_name).map(DealFile::Fixed),
        (None, Some(split)) => split.count().map(DealFile::Split),
        (Some(_), Some(split)) => {
            split.mistake("`deal` says how tickets are dealt; leave out one of the two");
            None
        }
        (None, None) => {
            start.required("deal");
            None
        }
    }
}

fn mechanic(node: &Node<'_>) -> Option<MechanicFile> {
    let mut fields = node.fields();
    let Some(kind) = fields.required("kind").and_then(|node| node.word(MechanicKind::ALL, MechanicKind::as_str)) else {
        fields.finish_unread(" and the settings of that kind");
        return None;
    };
    let mechanic = MechanicFile::read(kind, &mut fields);
    fields.finish();
    mechanic
}

impl Fields for ObjectFields<'_> {
    fn count(&mut self, name: &'static str) -> Option<u8> {
        self.required(name)?.count()
    }

    fn counts(&mut self, name: &'static str) -> Option<Vec<u8>> {
        all(&self.required(name)?, Node::count)
    }

    fn texts(&mut self, name: &'static str) -> Option<Vec<String>> {
        all(&self.required(name)?, Node::text)
    }

    fn by_name(&mut self, name: &'static str) -> Option<Vec<(String, u8)>> {
        table(&self.required(name)?, "names", any_name)
    }

    fn by_number(&mut self, name: &'static str) -> Option<Vec<(u8, u8)>> {
        table(&self.required(name)?, NUMBERS, number_name)
    }

    fn by_color(&mut self, name: &'static str) -> Option<Vec<(Color, u8)>> {
        table(&self.required(name)?, "colours of cards", color_name)
    }
}

/// All of a short list, or `None` if one entry can't be read.
fn all<'a, T>(node: &Node<'a>, read: impl Fn(&Node<'a>) -> Option<T>) -> Option<Vec<T>> {
    let read: Vec<Option<T>> = node.items()?.iter().map(read).collect();
    read.into_iter().collect()
}

/// An object whose names and counts are data; `keys` says what the names are.
fn table<K>(node: &Node<'_>, keys: &str, key: impl Fn(&str, &Node<'_>) -> Option<K>) -> Option<Vec<(K, u8)>> {
    let pairs: Vec<Option<(K, u8)>> =
        node.entries(keys)?.iter().map(|(name, node)| key(name, node).zip(node.count())).collect();
    pairs.into_iter().collect()
}

fn any_name(name: &str, _: &Node<'_>) -> Option<String> {
    Some(name.to_string())
}

/// A field name that is a number, as in `{"1": 1, "2": 2, "3": 4}`.
fn number_name(name: &str, node: &Node<'_>) -> Option<u8> {
    let is_plain = name.bytes().all(|byte| byte.is_ascii_digit()) && (name == "0" || !name.starts_with('0'));
    let number = name.parse().ok().filter(|_| is_plain);
    if number.is_none() {
        node.mistake("the names of these fields are whole numbers from 0 to 255");
    }
    number
}

fn color_name(name: &str, node: &Node<'_>) -> Option<Color> {
    name.parse().map_err(|error: UnknownColor| node.mistake(error.to_string())).ok()
}
