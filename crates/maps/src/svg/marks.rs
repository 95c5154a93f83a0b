//! A board whose routes show figures instead of their colours: how often claimed, how often won.

use super::routes::{middle, placed, rectangle};
use super::{Drawing, short, words};
use crate::board::{Board, DrawnRoute, Size};
use crate::{GameMap, Language};

/// A mark that every route of a board shows instead of its colour.
#[derive(Clone, Debug)]
pub struct Marks {
    /// The prefix of every id of the drawing, so that a page may hold several: letters, digits and hyphens.
    pub prefix: String,
    /// The drawing's title.
    pub title: String,
    /// Its content, in words.
    pub description: String,
    /// The marks, by route.
    pub routes: Vec<Mark>,
}

/// The drawing of one route.
#[derive(Clone, Debug)]
pub struct Mark {
    /// The paint of its spaces: a colour of SVG.
    pub fill: String,
    /// The paint of what is written on it.
    pub ink: &'static str,
    /// The text on its middle space: a few letters.
    pub label: String,
    /// The part of its title after the route's own words.
    pub note: String,
}

/// One space without a paint, to be used again and again.
pub(super) fn define(size: Size, drawing: &mut Drawing) {
    drawing.push(&format!("<g id=\"{}\">", drawing.id("space")));
    drawing.push(&rectangle(size, -0.8, "fill=\"#2b1d10\" fill-opacity=\".3\" transform=\"translate(.6 1.5)\""));
    drawing.push(&rectangle(size, 0.5, "stroke=\"#2b2118\" stroke-width=\"1\""));
    drawing.push("</g>\n");
}

/// Draws every route with its mark.
pub(super) fn draw(game_map: &GameMap, language: Language, marks: &Marks, drawing: &mut Drawing) {
    let (map, board) = (&game_map.map, &game_map.board);
    drawing.push(&format!("<g id=\"{}\" text-anchor=\"middle\" font-weight=\"700\">\n", drawing.id("routes")));
    for ((id, drawn), mark) in map.route_ids().zip(&board.routes).zip(&marks.routes) {
        let group = drawing.id(&format!("route-{}", id.0));
        drawing.push(&format!("<g id=\"{group}\" class=\"route\" data-route=\"{}\">", id.0));
        drawing.element("title", &format!("{}: {}", words::route_title(map, map.route(id), language), mark.note));
        draw_spaces(drawn, board, mark, drawing);
        drawing.push("</g>\n");
    }
    drawing.push("</g>\n");
}

fn draw_spaces(drawn: &DrawnRoute, board: &Board, mark: &Mark, drawing: &mut Drawing) {
    let space = drawing.id("space");
    drawing.push("<g fill=\"");
    drawing.text(&mark.fill);
    drawing.push("\">");
    for one in &drawn.spaces {
        drawing.push(&format!("<use href=\"#{space}\" {}/>", placed(one, middle(drawn))));
    }
    drawing.push("</g>");
    let size = board.space.height * 0.9;
    drawing.push(&format!(
        "<text {} y=\"{}\" font-size=\"{}\" fill=\"{}\">",
        placed(middle(drawn), middle(drawn)),
        short(size * 0.36),
        short(size),
        mark.ink
    ));
    drawing.text(&mark.label);
    drawing.push("</text>");
}
