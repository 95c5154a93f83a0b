//! The locations: a dot and a name each, and the ends of routes into countries.

use super::{Drawing, ground, short, words};
use crate::board::{Board, COUNTRY_END, Label, Point};
use crate::{GameMap, Language};
use capolinea_engine::map::{Location, LocationKind};

const INK: &str = "#2a1f16";
const COUNTRY_INK: &str = "#7d6a45";

/// Draws all of them.
pub(super) fn draw(game_map: &GameMap, language: Language, drawing: &mut Drawing) {
    let (map, board) = (&game_map.map, &game_map.board);
    drawing.push(&format!("<g id=\"{}\" font-weight=\"700\" stroke-linejoin=\"round\">\n", drawing.id("locations")));
    for end in &board.country_ends {
        draw_end(end.point, board, drawing);
        if let Some(label) = &end.label {
            draw_label(map.location(end.country), label, language, drawing);
        }
    }
    for (location, drawn) in map.locations().iter().zip(&board.locations) {
        let group = drawing.id(&format!("location-{}", location.id));
        drawing.push(&format!("<g id=\"{group}\">"));
        drawing.element("title", &words::location_title(&location.name, language));
        draw_dot(location.kind, drawn.point, board, drawing);
        draw_label(location, &drawn.label, language, drawing);
        drawing.push("</g>\n");
    }
    drawing.push("</g>\n");
}

fn draw_dot(kind: LocationKind, point: Point, board: &Board, drawing: &mut Drawing) {
    let radius = board.city_radius;
    let at = format!("cx=\"{}\" cy=\"{}\"", short(point.x), short(point.y));
    let ring = format!(
        "<circle {at} r=\"{}\" fill=\"#2b1d10\" fill-opacity=\".3\" transform=\"translate(.6 1.5)\"/>\
         <circle {at} r=\"{}\" fill=\"#fffdf5\" stroke=\"#3a2a1e\" stroke-width=\"{}\"/>",
        short(radius * 1.08),
        short(radius * 0.92),
        short(radius * 0.22)
    );
    match kind {
        LocationKind::City => {
            drawing.push(&ring);
            drawing.push(&format!("<circle {at} r=\"{}\" fill=\"#b5432c\"/>", short(radius * 0.48)));
        }
        LocationKind::Landmark => {
            drawing.push(&ring);
            drawing.push(&format!(
                "<path d=\"M0-1L1 0L0 1L-1 0Z\" fill=\"#b5432c\" transform=\"translate({} {}) scale({})\"/>",
                short(point.x),
                short(point.y),
                short(radius * 0.6)
            ));
        }
        // A country's routes have an end each; only its name stands here.
        LocationKind::Country => {}
    }
}

fn draw_end(point: Point, board: &Board, drawing: &mut Drawing) {
    drawing.push(&format!(
        "<circle cx=\"{}\" cy=\"{}\" r=\"{}\" fill=\"#fffdf5\" stroke=\"{COUNTRY_INK}\" stroke-width=\"2.4\"/>\n",
        short(point.x),
        short(point.y),
        short(board.city_radius * COUNTRY_END)
    ));
}

fn draw_label(location: &Location, label: &Label, language: Language, drawing: &mut Drawing) {
    let (ink, halo) = match location.kind {
        LocationKind::City | LocationKind::Landmark => (INK, ground::LAND),
        LocationKind::Country => (COUNTRY_INK, ground::FOREIGN),
    };
    drawing.push(&format!(
        "<text x=\"{}\" y=\"{}\" text-anchor=\"{}\" font-size=\"{}\" fill=\"{ink}\" stroke=\"{halo}\" stroke-width=\"{}\" \
         stroke-opacity=\".85\" paint-order=\"stroke\">",
        short(label.point.x),
        short(label.point.y),
        label.anchor.as_str(),
        short(label.size),
        short(label.size * 0.24)
    ));
    drawing.text(language.name(&location.name));
    drawing.push("</text>");
}
