//! The text alternatives of a drawing, for screen readers and tooltips.

use crate::Language;
use crate::Language::{English, Italian};
use capolinea_engine::map::{LocationKind, Names, Route};
use capolinea_engine::rules::{Piece, WildName};
use capolinea_engine::{Color, Map};

/// A route in a few words: `Berlin – Vienna, green, 3`.
pub(super) fn route_title(map: &Map, route: &Route, language: Language) -> String {
    let name = |location| language.name(&map.location(location).name);
    let mut title = format!("{} – {}, {}, ", name(route.a), name(route.b), color_word(route.color, language));
    let is_subway = map.rules().fleets[route.fleet.index()].piece == Piece::Subway;
    match (is_subway, language) {
        (true, English) => title.push_str("subway: "),
        (true, Italian) => title.push_str("metropolitana: "),
        (false, English | Italian) => {}
    }
    title.push_str(&route.cards.to_string());
    if route.wilds > 0 {
        title.push_str(&format!(" ({} × {})", route.wilds, wild_word(map.rules().wild, language)));
    }
    match (route.is_tunnel, language) {
        (true, English) => title.push_str(", tunnel"),
        (true, Italian) => title.push_str(", galleria"),
        (false, English | Italian) => {}
    }
    title
}

/// A location's name, with the local name and today's where they differ.
pub(super) fn location_title(names: &Names, language: Language) -> String {
    let name = language.name(names);
    let others: Vec<_> = [&names.local, &names.modern]
        .into_iter()
        .flatten()
        .map(String::as_str)
        .filter(|&other| other != name)
        .collect();
    if others.is_empty() { name.to_string() } else { format!("{name} ({})", others.join(", ")) }
}

/// The description of the whole drawing.
pub(super) fn description(map: &Map, language: Language) -> String {
    let countries = map.locations().iter().filter(|location| location.kind == LocationKind::Country).count();
    let (locations, routes) = (map.locations().len() - countries, map.routes().len());
    let board = match language {
        English => format!("The empty board: {locations} locations, {routes} routes."),
        Italian => format!("Il tabellone vuoto: {locations} località, {routes} linee."),
    };
    format!("{board} {}", map.provenance())
}

fn color_word(color: Option<Color>, language: Language) -> &'static str {
    let (english, italian) = match color {
        Some(Color::Purple) => ("purple", "viola"),
        Some(Color::Blue) => ("blue", "blu"),
        Some(Color::Orange) => ("orange", "arancione"),
        Some(Color::White) => ("white", "bianco"),
        Some(Color::Green) => ("green", "verde"),
        Some(Color::Yellow) => ("yellow", "giallo"),
        Some(Color::Black) => ("black", "nero"),
        Some(Color::Red) => ("red", "rosso"),
        None => ("gray", "grigio"),
    };
    match language {
        English => english,
        Italian => italian,
    }
}

fn wild_word(wild: WildName, language: Language) -> &'static str {
    let (english, italian) = match wild {
        WildName::Locomotive => ("locomotive", "locomotiva"),
        WildName::Ferry => ("ferry", "traghetto"),
        WildName::Bicycle => ("bicycle", "bicicletta"),
    };
    match language {
        English => english,
        Italian => italian,
    }
}
