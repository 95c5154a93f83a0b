//! Reads a `map.json` into a [`MapFile`], which the engine then checks.

use crate::json;
use crate::reader::{Mistakes, Node, check_format};
use crate::rules_file::rules;
use capolinea_engine::map::file::{Entry, LocationFile, RouteFile, TicketFile};
use capolinea_engine::map::{LocationKind, Names, Origin};
use capolinea_engine::rules::Piece;
use capolinea_engine::{Color, Map, MapFile};
use serde_json::Value;

/// The map that `bytes` describe, or `None` and every mistake.
pub(crate) fn read(bytes: &[u8], mistakes: &Mistakes) -> Option<Map> {
    let value = json::parse(bytes, mistakes)?;
    let file = map_file(&value, mistakes)?;
    match Map::new(&file) {
        Ok(map) => mistakes.is_empty().then_some(map),
        Err(found) => {
            found.into_iter().for_each(|mistake| mistakes.add(mistake.path, mistake.problem));
            None
        }
    }
}

/// The readable part, or `None` if so much is missing that further mistakes would follow from that alone. Elsewhere a
/// placeholder takes an unreadable value's place: the file is refused all the same, but checked to the end.
fn map_file(value: &Value, mistakes: &Mistakes) -> Option<MapFile> {
    let mut fields = Node::root(value, mistakes).fields();
    check_format(&mut fields);
    let id = fields.text("id");
    let name = fields.required("name").map(|node| names(&node));
    let origin = fields.required("origin").and_then(|node| origin(&node));
    let provenance = fields.text("provenance");
    let players = fields.required("players").and_then(|node| players(&node));
    let rules = fields.required("rules").and_then(|node| rules(&node));
    let locations = fields.required("locations").and_then(|node| entries(&node, location));
    let routes = fields.required("routes").and_then(|node| entries(&node, route));
    let tickets = fields.required("tickets").and_then(|node| entries(&node, ticket));
    fields.finish();
    let (min_players, max_players) = players?;
    Some(MapFile {
        id: id?,
        name: name.unwrap_or(NAMELESS),
        origin: origin.unwrap_or(Origin::Own),
        provenance: provenance.unwrap_or_default(),
        min_players,
        max_players,
        digest: json::digest(value),
        digest_1: json::digest_1(value),
        rules: rules?,
        locations: complete(locations?)?,
        routes: complete(routes?)?,
        tickets: complete(tickets?)?,
    })
}

fn origin(node: &Node<'_>) -> Option<Origin> {
    fn word(origin: Origin) -> &'static str {
        match origin {
            Origin::Published => "published",
            Origin::Own => "own",
        }
    }
    node.word(&[Origin::Published, Origin::Own], word)
}

const NAMELESS: Names = Names { en: String::new(), it: String::new(), local: None, modern: None };

/// The readable entries of a list, and whether that is all of them.
pub(crate) struct Entries<T> {
    list: Vec<Entry<T>>,
    is_complete: bool,
}

pub(crate) fn entries<T>(node: &Node<'_>, read: fn(&Node<'_>) -> Option<T>) -> Option<Entries<T>> {
    let items = node.items()?;
    let read_item = |(index, item)| read(item).map(|value| Entry { index, value });
    let list: Vec<_> = items.iter().enumerate().filter_map(read_item).collect();
    let is_complete = list.len() == items.len();
    Some(Entries { list, is_complete })
}

/// The list if nothing was lost. A lost location or route would make good entries look wrong.
pub(crate) fn complete<T>(entries: Entries<T>) -> Option<Vec<Entry<T>>> {
    entries.is_complete.then_some(entries.list)
}

/// A name. A language that is left out uses the other's name, or the local one.
fn names(node: &Node<'_>) -> Names {
    let mut fields = node.fields();
    let mut text = |name| fields.optional(name).map(|node| name_text(&node));
    let [en, it, local, modern] = ["en", "it", "local", "modern"].map(&mut text);
    fields.finish();
    let is_unreadable = [&en, &it, &local].into_iter().any(|text| matches!(text, Some(None)));
    let [en, it, local, modern] =
        [en, it, local, modern].map(|text| text.flatten().filter(|name| !name.trim().is_empty()));
    let Some(any) = en.as_ref().or(it.as_ref()).or(local.as_ref()).cloned() else {
        if node.is_object() && !is_unreadable {
            node.mistake("a name in one language at least should be here: `en` for English, `it` for Italian");
        }
        return NAMELESS;
    };
    Names { en: en.unwrap_or_else(|| any.clone()), it: it.unwrap_or(any), local, modern }
}

/// How long a name may be: it stands on the board, in tables and in sentences.
const MAX_NAME: usize = 80;

/// A name in one language. One that can't be shown is reported.
fn name_text(node: &Node<'_>) -> Option<String> {
    let name = node.text()?;
    let letters = name.chars().count();
    if letters > MAX_NAME {
        node.mistake(format!("{letters} letters; a name has at most {MAX_NAME}"));
    }
    if name.chars().any(char::is_control) {
        node.mistake("a name is one line, without control characters");
    }
    Some(name)
}

fn players(node: &Node<'_>) -> Option<(u8, u8)> {
    let mut fields = node.fields();
    let (min, max) = (fields.count("min"), fields.count("max"));
    fields.finish();
    min.zip(max)
}

fn location(node: &Node<'_>) -> Option<LocationFile> {
    const KINDS: &[LocationKind] = &[LocationKind::City, LocationKind::Landmark, LocationKind::Country];
    fn word(kind: LocationKind) -> &'static str {
        match kind {
            LocationKind::City => "city",
            LocationKind::Landmark => "landmark",
            LocationKind::Country => "country",
        }
    }
    let mut fields = node.fields();
    let id = fields.text("id");
    let name = fields.required("name").map(|node| names(&node));
    let kind = fields.required("kind").and_then(|node| node.word(KINDS, word));
    fields.finish();
    Some(LocationFile { id: id?, name: name.unwrap_or(NAMELESS), kind: kind.unwrap_or(LocationKind::City) })
}

/// The colours a route can have, gray last.
const ROUTE_COLORS: &[Option<Color>] = &[
    Some(Color::Purple),
    Some(Color::Blue),
    Some(Color::Orange),
    Some(Color::White),
    Some(Color::Green),
    Some(Color::Yellow),
    Some(Color::Black),
    Some(Color::Red),
    None,
];

/// The word for a route's colour.
pub(crate) fn route_color_word(color: Option<Color>) -> &'static str {
    color.map_or("gray", Color::as_str)
}

fn route(node: &Node<'_>) -> Option<RouteFile> {
    let mut fields = node.fields();
    let (a, b) = (fields.text("a"), fields.text("b"));
    let color = fields.required("color").and_then(|node| node.word(ROUTE_COLORS, route_color_word));
    let spaces = fields.count("spaces");
    let cards = fields.optional("cards").map(|node| node.count());
    let wilds = fields.optional("wilds").and_then(|node| node.count());
    let tunnel = fields.optional("tunnel").and_then(|node| node.flag());
    let piece = fields.optional("piece").map(|node| node.word(Piece::ALL, Piece::as_str));
    fields.finish();
    Some(RouteFile {
        a: a?,
        b: b?,
        color: color.unwrap_or(None),
        spaces: spaces?,
        cards: if let Some(cards) = cards { Some(cards?) } else { None },
        wilds: wilds.unwrap_or(0),
        tunnel: tunnel.unwrap_or(false),
        piece: if let Some(piece) = piece { Some(piece?) } else { None },
    })
}

fn ticket(node: &Node<'_>) -> Option<TicketFile> {
    let mut fields = node.fields();
    let deck = fields.text("deck");
    let (a, b) = (fields.text("a"), fields.text("b"));
    let points = fields.count("points");
    fields.finish();
    Some(TicketFile { deck: deck?, a: a?, b: b?, points: points.unwrap_or(1) })
}
