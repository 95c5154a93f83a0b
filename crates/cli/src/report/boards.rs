//! The map's board, twice: how often each route is claimed, and how its claimers fare.

use super::colors::{AROUND_PAR, OFTEN, Paint, Ramp, UNKNOWN};
use super::figures::{FEW, counted, percent, signed};
use super::part::Part;
use super::routes::RouteFigures;
use capolinea_maps::svg::{Mark, Marks, draw_marked, escape, short};
use capolinea_maps::{GameMap, Language};

/// Each route by the share of games in which it is claimed.
pub(super) fn by_claims(game_map: &GameMap, routes: &[RouteFigures], part: &Part) -> String {
    let highest = routes.iter().map(|route| route.claimed).fold(0.0, f64::max);
    let top = ((highest * 10.0).ceil() / 10.0).clamp(0.1, 1.0);
    let mark = |route: &RouteFigures| {
        let Paint { fill, ink } = OFTEN.at(route.claimed / top);
        let label = format!("{:.0}", 100.0 * route.claimed);
        Mark { fill, ink, label, note: format!("claimed in {} of games", percent(route.claimed)) }
    };
    let marks = Marks {
        prefix: part.id("claims-"),
        title: part.caption("Routes by how often they are claimed"),
        description: "The board; each route is painted by the share of games in which it is claimed, and shows it in \
                      per cent. The table of routes lists the same figures."
            .into(),
        routes: routes.iter().map(mark).collect(),
    };
    let ends = ["0 %".into(), format!("{:.0} %", 50.0 * top), format!("{:.0} %", 100.0 * top)];
    board(game_map, &marks) + &legend(&part.id("claims-scale"), &OFTEN, &ends, "of games", "")
}

/// Each route by how much more often its claimers win than they do on the whole.
pub(super) fn by_lift(game_map: &GameMap, routes: &[RouteFigures], part: &Part) -> String {
    let known = routes.iter().filter_map(|route| route.lift).filter(|lift| !lift.is_few());
    let most = known.map(|lift| lift.value.abs()).fold(0.0, f64::max);
    let top = ((most * 20.0).ceil() / 20.0).max(0.05);
    let mark = |route: &RouteFigures| match route.lift {
        Some(lift) if !lift.is_few() => {
            let Paint { fill, ink } = AROUND_PAR.at((lift.value / top + 1.0) / 2.0);
            let label = if lift.is_clear() { signed_whole(lift.value) } else { String::new() };
            let note = format!("claimers win {}, {} points from par", percent(lift.rate), lift.words());
            Mark { fill, ink, label, note }
        }
        few => {
            let note = format!("{}: too few to say", counted(few.map_or(0, |lift| lift.count), "claim"));
            Mark { fill: UNKNOWN.into(), ink: "#1d140c", label: "?".into(), note }
        }
    };
    let marks = Marks {
        prefix: part.id("lift-"),
        title: part.caption("Routes by how their claimers fare"),
        description:
            "The board; each route is painted by how much more or less often its claimers win than they do on \
                      the whole. The table of routes lists the same figures."
                .into(),
        routes: routes.iter().map(mark).collect(),
    };
    let ends = [signed_whole(-top), "par".into(), signed_whole(top)];
    let few = format!("fewer than {FEW} claims");
    board(game_map, &marks) + &legend(&part.id("lift-scale"), &AROUND_PAR, &ends, "points of win rate", &few)
}

/// The board, which scrolls sideways where it is too wide.
fn board(game_map: &GameMap, marks: &Marks) -> String {
    let view = game_map.board.view;
    let class = if view.height > view.width { "board tall" } else { "board" };
    format!(
        "<div class=\"{class}\" tabindex=\"0\" role=\"region\" aria-label=\"{}\">{}</div>\n",
        escape(&marks.title),
        draw_marked(game_map, Language::English, marks)
    )
}

fn signed_whole(share: f64) -> String {
    signed((100.0 * share).round()).trim_end_matches(".0").to_string()
}

/// The legend of the colours; `unknown` explains the gray ones, if there can be any.
fn legend(id: &str, ramp: &Ramp, ends: &[String; 3], unit: &str, unknown: &str) -> String {
    let stops: String = (0..=10)
        .map(|step| format!("<stop offset=\"{step}0%\" stop-color=\"{}\"/>", ramp.at(f64::from(step) / 10.0).fill))
        .collect();
    let words: String = [("", 0.0), (" middle", 120.0), (" end", 240.0)]
        .iter()
        .zip(ends)
        .map(|((class, x), end)| {
            format!("<text x=\"{}\" y=\"32\" class=\"tick{class}\">{}</text>", short(*x), escape(end))
        })
        .collect();
    let unknown = if unknown.is_empty() {
        String::new()
    } else {
        format!("<span class=\"swatch\" style=\"background:{UNKNOWN}\">?</span> {}", escape(unknown))
    };
    format!(
        "<p class=\"legend\"><svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 240 36\" aria-hidden=\"true\">\
         <defs><linearGradient id=\"{id}\">{stops}</linearGradient></defs>\
         <rect width=\"240\" height=\"16\" rx=\"3\" fill=\"url(#{id})\" stroke=\"#6b6257\"/>{words}</svg> \
         <span>{}</span> {unknown}</p>\n",
        escape(unit)
    )
}
