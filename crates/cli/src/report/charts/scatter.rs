//! Points on a plane, each with a title.

use super::super::table::Link;
use super::axis::{Scale, format_tick, whole};
use super::{Chart, WIDTH};
use capolinea_maps::svg::{escape, short};

/// One of the points.
pub(in super::super) struct Mark {
    pub(in super::super) link: Link,
    pub(in super::super) across: f64,
    pub(in super::super) up: f64,
    /// Half of the upward interval.
    pub(in super::super) reach: Option<f64>,
    /// Which of two shapes it has.
    pub(in super::super) is_second: bool,
    pub(in super::super) is_uncertain: bool,
    pub(in super::super) title: String,
    /// The text beside it; empty for most.
    pub(in super::super) label: String,
}

/// A line through the plane.
#[derive(Clone, Copy)]
pub(in super::super) enum Line {
    None,
    /// At one height.
    Level(f64),
    /// Where both numbers are the same.
    Diagonal,
}

/// The meaning of the two axes.
pub(in super::super) struct Plane<'a> {
    pub(in super::super) id: String,
    pub(in super::super) title: &'a str,
    pub(in super::super) description: String,
    pub(in super::super) across: &'a str,
    pub(in super::super) up: &'a str,
    /// The unit after the numbers of the vertical axis.
    pub(in super::super) unit: &'a str,
    /// The smallest range of the vertical axis.
    pub(in super::super) least: [f64; 2],
    /// A line to compare with.
    pub(in super::super) line: Line,
}

impl Mark {
    /// Its vertical extent.
    fn reach_up(&self) -> [f64; 2] {
        let reach = self.reach.unwrap_or(0.0);
        [self.up - reach, self.up + reach]
    }
}

const LEFT: f64 = 44.0;
const RIGHT: f64 = WIDTH - 14.0;
const TOP: f64 = 26.0;
const BOTTOM: f64 = 280.0;

pub(in super::super) fn scatter(plane: &Plane<'_>, marks: &[Mark]) -> String {
    let ends = |number: fn(&Mark) -> [f64; 2], least: [f64; 2]| {
        let numbers = marks.iter().flat_map(number);
        [numbers.clone().fold(least[0], f64::min), numbers.fold(least[1], f64::max)]
    };
    let across = Scale::round(ends(|mark| [mark.across; 2], [0.0, 0.0]), [LEFT, RIGHT]);
    let up = Scale::round(ends(Mark::reach_up, plane.least), [BOTTOM, TOP]);
    let mut chart = Chart::new(&plane.id, plane.title, plane.description.clone());
    up.draw_beside(&mut chart, [LEFT, RIGHT], |tick| format_tick(tick) + plane.unit);
    across.draw_below(&mut chart, [TOP, BOTTOM], whole);
    chart.text(4.0, 12.0, "tick", plane.up);
    chart.text((LEFT + RIGHT) / 2.0, BOTTOM + 34.0, "tick middle", plane.across);
    match plane.line {
        Line::None => {}
        Line::Level(level) => chart.line([LEFT, up.place(level)], [RIGHT, up.place(level)], "par"),
        Line::Diagonal => {
            let end = across.end().min(up.end());
            chart.line([across.place(0.0), up.place(0.0)], [across.place(end), up.place(end)], "par");
        }
    }
    for mark in marks {
        let (x, y) = (across.place(mark.across), up.place(mark.up));
        chart.push(&format!("<g class=\"mark\"{}><title>{}</title>", mark.link.attribute(), escape(&mark.title)));
        let [low, high] = mark.reach_up().map(|end| up.place(end));
        chart.line([x, low], [x, high], "stem");
        let uncertain = if mark.is_uncertain { " uncertain" } else { "" };
        if mark.is_second {
            let [x, y] = [x, y].map(short);
            chart.push(&format!("<path d=\"M{x} {y}m0-6l6 6l-6 6l-6-6z\" class=\"point second{uncertain}\"/>"));
        } else {
            chart.circle([x, y], 4.6, &format!("point{uncertain}"));
        }
        chart.push("</g>");
    }
    let labelled = marks.iter().filter(|mark| !mark.label.is_empty());
    write_labels(
        &mut chart,
        labelled.map(|mark| (across.place(mark.across), up.place(mark.up), &*mark.label)).collect(),
    );
    chart.height = BOTTOM + 42.0;
    chart.markup()
}

/// Writes labels beside their points, on the side with more room; those that would overlap are moved down.
fn write_labels(chart: &mut Chart, mut labels: Vec<(f64, f64, &str)>) {
    const LINE: f64 = 13.0;
    labels.sort_by(|one, other| one.1.total_cmp(&other.1));
    let mut free = [TOP; 2];
    for (x, y, label) in labels {
        let is_left = x > WIDTH / 2.0;
        let free = &mut free[usize::from(is_left)];
        let baseline = (y + 4.0).max(*free);
        *free = baseline + LINE;
        let (x, class) = if is_left { (x - 8.0, "tick end halo") } else { (x + 8.0, "tick halo") };
        chart.text(x, baseline, class, label);
    }
}
