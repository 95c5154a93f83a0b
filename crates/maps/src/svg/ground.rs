//! Sea, land and what lies on it: everything under the network.

use super::{Drawing, short};
use crate::board::{Board, Land, LandKind};

/// The colour of land; names on it have a halo of it.
pub(super) const LAND: &str = "#f6efdd";
/// The colour of land that is not what the map is about.
pub(super) const FOREIGN: &str = "#ded4bb";
const WATER: &str = "#b4d4df";

/// The definitions of shapes and paints.
pub(super) fn define(board: &Board, drawing: &mut Drawing) {
    let [sea, waves, shade] = ["sea", "waves", "shade"].map(|name| drawing.id(name));
    drawing.push(&format!(
        "<radialGradient id=\"{sea}\" cx=\".5\" cy=\".45\" r=\".75\"><stop offset=\"0\" stop-color=\"#c3dde6\"/>\
         <stop offset=\"1\" stop-color=\"#97bfcf\"/></radialGradient>\n\
         <pattern id=\"{waves}\" width=\"44\" height=\"22\" patternUnits=\"userSpaceOnUse\">\
         <path d=\"M0 6q5.5-4 11 0t11 0M22 17q5.5-4 11 0t11 0\" fill=\"none\" stroke=\"#fff\" stroke-opacity=\".28\"/>\
         </pattern>\n\
         <radialGradient id=\"{shade}\" cx=\".5\" cy=\".5\" r=\".75\"><stop offset=\".6\" stop-color=\"#5a3d1e\" stop-opacity=\"0\"/>\
         <stop offset=\"1\" stop-color=\"#5a3d1e\" stop-opacity=\".22\"/></radialGradient>\n",
    ));
    let view = board.view;
    drawing.push(&format!(
        "<clipPath id=\"{}\"><rect width=\"{}\" height=\"{}\"/></clipPath>\n",
        drawing.id("view"),
        short(view.width),
        short(view.height)
    ));
    drawing.push(&format!("<g id=\"{}\">", drawing.id("coast")));
    for land in board.land.iter().filter(|land| matches!(land.kind, LandKind::Land | LandKind::Foreign)) {
        drawing.push(&format!("<path d=\"{}\"/>", land.path));
    }
    drawing.push("</g>\n");
}

/// Draws all of it.
pub(super) fn draw(board: &Board, drawing: &mut Drawing) {
    let rectangle = |paint: &str| {
        format!(
            "<rect width=\"{}\" height=\"{}\" fill=\"url(#{paint})\"/>\n",
            short(board.view.width),
            short(board.view.height)
        )
    };
    drawing.push(&format!(
        "<g id=\"{}\" clip-path=\"url(#{})\" stroke-linejoin=\"round\" stroke-linecap=\"round\">\n",
        drawing.id("ground"),
        drawing.id("view")
    ));
    drawing.push(&rectangle(&drawing.id("sea")));
    drawing.push(&rectangle(&drawing.id("waves")));
    let coast = drawing.id("coast");
    // The glow along the coast: strokes under the land, each narrower than the one before.
    for width in [46, 40, 34, 28, 22, 17, 12, 8, 4] {
        drawing.push(&format!(
            "<use href=\"#{coast}\" fill=\"none\" stroke=\"#eef7f8\" stroke-opacity=\".13\" stroke-width=\"{width}\"/>\n"
        ));
    }
    for land in &board.land {
        drawing.push(&piece(land, board));
    }
    drawing.push(&rectangle(&drawing.id("shade")));
    drawing.push("</g>\n");
}

fn piece(land: &Land, board: &Board) -> String {
    let path = |attributes: &str| format!("<path d=\"{}\" {attributes}/>\n", land.path);
    let line =
        |color: &str, width: f64| path(&format!("fill=\"none\" stroke=\"{color}\" stroke-width=\"{}\"", short(width)));
    let height = board.space.height;
    match land.kind {
        LandKind::Land => path(&format!("fill=\"{LAND}\" stroke=\"#9a8d70\" stroke-width=\"1.3\"")),
        LandKind::Foreign => path(&format!("fill=\"{FOREIGN}\" stroke=\"#aea384\" stroke-width=\".8\"")),
        LandKind::Lake => path(&format!("fill=\"{WATER}\" stroke=\"#86afbf\" stroke-width=\"1\"")),
        LandKind::River => line("#a9cedb", 2.0),
        LandKind::Border if land.is_minor => {
            path("fill=\"none\" stroke=\"#cdbf9d\" stroke-width=\"1\" stroke-dasharray=\"2 3\"")
        }
        LandKind::Border => {
            path("fill=\"none\" stroke=\"#b5a27a\" stroke-width=\"1.6\" stroke-dasharray=\"7 3 1.5 3\"")
        }
        LandKind::Park => path("fill=\"#d3e3b6\" stroke=\"#b7cd94\" stroke-width=\"1.5\""),
        LandKind::Street => line("#d3c3a0", height * 0.32) + &line("#fdfaf2", height * 0.2),
        LandKind::Bridge => line("#8c4a35", height * 0.3) + &line("#d98d6c", height * 0.14),
    }
}
