//! The routes: their lines, and their spaces with colour, symbol, and signs for ferries and tunnels.

use super::symbols::{color_symbol, paint, wild_symbol};
use super::{Drawing, ground, short, words};
use crate::board::{Board, DrawnRoute, Size, Space};
use crate::map_file::route_color_word;
use crate::{GameMap, Language};
use capolinea_engine::map::Route;
use capolinea_engine::rules::Piece;
use capolinea_engine::{Color, Map, RouteId};

/// How a space is filled: with one symbol in the middle, or with two that leave room for a number.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Look {
    Plain,
    Subway,
}

fn look(map: &Map, route: &Route) -> Look {
    match map.rules().fleets[route.fleet.index()].piece {
        Piece::Subway => Look::Subway,
        Piece::Train | Piece::Tram => Look::Plain,
    }
}

fn space_id(color: Option<Color>, look: Look) -> String {
    let suffix = match look {
        Look::Plain => "",
        Look::Subway => "-subway",
    };
    format!("space-{}{suffix}", route_color_word(color))
}

/// Each kind of space once, to be used again and again.
pub(super) fn define(game_map: &GameMap, drawing: &mut Drawing) {
    let (map, board) = (&game_map.map, &game_map.board);
    let mut kinds: Vec<_> = map.routes().iter().map(|route| (route.color, look(map, route))).collect();
    kinds.sort();
    kinds.dedup();
    for (color, look) in kinds {
        define_space(color, look, board.space, drawing);
    }
    if map.routes().iter().any(|route| route.is_tunnel) {
        define_tunnel(board.space, drawing);
    }
    if map.routes().iter().any(|route| route.wilds > 0) {
        let radius = board.space.height * 0.66;
        drawing.push(&format!(
            "<g id=\"wild\"><circle r=\"{}\" fill=\"#fffdf4\" stroke=\"#2d4653\" stroke-width=\"1.4\"/>\
             <path d=\"{}\" fill=\"#1f4a60\" transform=\"scale({})\"/></g>\n",
            short(radius),
            wild_symbol(map.rules().wild),
            short(radius * 0.72)
        ));
    }
}

pub(super) fn rectangle(size: Size, inset: f64, attributes: &str) -> String {
    let (width, height) = (size.width - 2.0 * inset, size.height - 2.0 * inset);
    format!(
        "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"{}\" {attributes}/>",
        short(-width / 2.0),
        short(-height / 2.0),
        short(width),
        short(height),
        short((size.height * 0.24 - inset).max(0.5))
    )
}

fn define_space(color: Option<Color>, look: Look, size: Size, drawing: &mut Drawing) {
    let paint = paint(color);
    let id = space_id(color, look);
    drawing.push(&format!(
        "<linearGradient id=\"fill-{id}\" x2=\"0\" y2=\"1\"><stop offset=\"0\" stop-color=\"{}\"/>\
         <stop offset=\".55\" stop-color=\"{}\"/></linearGradient>\n<g id=\"{id}\">",
        paint.light, paint.body
    ));
    drawing.push(&rectangle(size, -0.8, "fill=\"#2b1d10\" fill-opacity=\".3\" transform=\"translate(.6 1.5)\""));
    drawing.push(&rectangle(
        size,
        0.5,
        &format!("fill=\"url(#fill-{id})\" stroke=\"{}\" stroke-width=\"1\"", paint.edge),
    ));
    drawing.push(&rectangle(
        size,
        size.height * 0.14,
        "fill=\"none\" stroke=\"#fff\" stroke-opacity=\".3\" stroke-width=\".8\"",
    ));
    let places: &[f64] = match look {
        Look::Plain => &[0.0],
        Look::Subway => &[-0.33, 0.33],
    };
    for place in places.iter().filter(|_| color.is_some()) {
        drawing.push(&format!(
            "<path d=\"{}\" fill=\"{}\" transform=\"translate({} 0) scale({})\"/>",
            color.map_or("", color_symbol),
            paint.ink,
            short(place * size.width),
            short(size.height * 0.3)
        ));
    }
    drawing.push("</g>\n");
}

/// The dashed outline of a tunnel's spaces; a light line under it keeps it visible on black.
fn define_tunnel(size: Size, drawing: &mut Drawing) {
    drawing.push("<g id=\"tunnel\">");
    drawing.push(&rectangle(size, 0.3, "fill=\"none\" stroke=\"#f3ead2\" stroke-width=\"2.2\""));
    drawing.push(&rectangle(
        size,
        0.3,
        "fill=\"none\" stroke=\"#241a12\" stroke-width=\"2.2\" stroke-dasharray=\"5 2.8\"",
    ));
    drawing.push("</g>\n");
}

/// Draws the lines of all routes, under the spaces of any.
pub(super) fn draw_lines(game_map: &GameMap, drawing: &mut Drawing) {
    let (map, board) = (&game_map.map, &game_map.board);
    drawing.push(&format!("<g id=\"{}\" fill=\"none\" stroke-linecap=\"round\">\n", drawing.id("lines")));
    for (route, drawn) in map.routes().iter().zip(&board.routes) {
        draw_line(look(map, route), route.wilds > 0, drawn, board, drawing);
    }
    drawing.push("</g>\n");
}

/// Draws every route's spaces.
pub(super) fn draw(game_map: &GameMap, language: Language, drawing: &mut Drawing) {
    let (map, board) = (&game_map.map, &game_map.board);
    drawing.push("<g id=\"routes\" text-anchor=\"middle\" font-weight=\"700\">\n");
    for (id, drawn) in map.route_ids().zip(&board.routes) {
        draw_route(map, id, drawn, board, language, drawing);
    }
    drawing.push("</g>\n");
}

fn draw_line(look: Look, is_ferry: bool, drawn: &DrawnRoute, board: &Board, drawing: &mut Drawing) {
    let height = board.space.height;
    let mut line = |color: &str, width: f64, more: &str| {
        drawing.push(&format!(
            "<path d=\"{}\" stroke=\"{color}\" stroke-width=\"{}\"{more}/>\n",
            drawn.path,
            short(width)
        ));
    };
    match look {
        Look::Subway => {
            line("#4e4034", height * 0.34, "");
            line(ground::LAND, height * 0.2, "");
        }
        Look::Plain if is_ferry => line("#3d7390", height * 0.14, " stroke-dasharray=\"2 5\" stroke-opacity=\".8\""),
        Look::Plain => line("#6b5a44", height * 0.14, " stroke-opacity=\".55\""),
    }
}

fn draw_route(map: &Map, id: RouteId, drawn: &DrawnRoute, board: &Board, language: Language, drawing: &mut Drawing) {
    let route = map.route(id);
    let look = look(map, route);
    drawing.push(&format!(
        "<g id=\"route-{}\" data-a=\"{}\" data-b=\"{}\" data-color=\"{}\" data-spaces=\"{}\" data-cards=\"{}\" \
         data-wilds=\"{}\" data-tunnel=\"{}\" data-piece=\"{}\">",
        id.0,
        map.location(route.a).id,
        map.location(route.b).id,
        route_color_word(route.color),
        route.spaces,
        route.cards,
        route.wilds,
        route.is_tunnel,
        map.rules().fleets[route.fleet.index()].piece.as_str()
    ));
    drawing.element("title", &words::route_title(map, route, language));
    for (place, space) in drawn.spaces.iter().enumerate() {
        let at = placed(space, middle(drawn));
        drawing.push(&format!("<use href=\"#{}\" {at}/>", space_id(route.color, look)));
        if route.is_tunnel {
            drawing.push(&format!("<use href=\"#tunnel\" {at}/>"));
        }
        if asks_for_wild(place, drawn.spaces.len(), usize::from(route.wilds)) {
            // Not rotated: a silhouette is recognised upright.
            let (x, y) = (short(space.point.x), short(space.point.y));
            drawing.push(&format!("<use href=\"#wild\" x=\"{x}\" y=\"{y}\"/>"));
        }
    }
    if let (Look::Subway, [space]) = (look, &drawn.spaces[..]) {
        let size = board.space.height * 0.82;
        drawing.push(&format!(
            "<text {} y=\"{}\" font-size=\"{}\" fill=\"{}\">{}</text>",
            placed(space, space),
            short(size * 0.36),
            short(size),
            paint(route.color).ink,
            route.cards
        ));
    }
    drawing.push("</g>\n");
}

/// Spreads a ferry's symbols over its spaces, as far from the ends and from each other as possible.
fn asks_for_wild(place: usize, spaces: usize, wilds: usize) -> bool {
    (0..wilds).any(|wild| (2 * wild + 1) * spaces / (2 * wilds) == place)
}

/// The angle nearest to `reference` at which a space looks as it does at `angle`.
fn near(angle: f64, reference: f64) -> f64 {
    (angle - reference + 90.0).rem_euclid(180.0) - 90.0 + reference
}

/// The space in the middle of a route; the check of a board guarantees that there is one.
pub(super) fn middle(drawn: &DrawnRoute) -> &Space {
    &drawn.spaces[drawn.spaces.len() / 2]
}

/// Where a space goes. The middle one is rotated by at most a quarter, so that nothing on it is upside down; the others follow
/// it, so that no symbol flips along a curve.
pub(super) fn placed(space: &Space, middle: &Space) -> String {
    let angle = near(space.angle, near(middle.angle, 0.0));
    format!("transform=\"translate({} {}) rotate({})\"", short(space.point.x), short(space.point.y), short(angle))
}
