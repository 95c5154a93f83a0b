//! Places for names that have none in the file: beside their location, where they cover as little as possible.

use crate::Language;
use crate::board::{Anchor, Label, Point, Size};
use crate::geometry::Rectangle;
use capolinea_engine::map::Names;

/// A label as the file has it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LabelFile {
    /// `None` if the file leaves the place to the program.
    pub(crate) place: Option<LabelPlace>,
    pub(crate) size: f64,
}

/// A place for a label.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LabelPlace {
    pub(crate) point: Point,
    pub(crate) anchor: Anchor,
}

impl LabelFile {
    fn at(self, LabelPlace { point, anchor }: LabelPlace) -> Label {
        Label { point, anchor, size: self.size }
    }
}

/// A name to be written.
pub(crate) struct Request<'a> {
    pub(crate) names: &'a Names,
    /// The thing that has this name.
    pub(crate) point: Point,
    /// The radius of the dot there; `None` if there is no dot, and the name itself stands at the point.
    pub(crate) radius: Option<f64>,
    pub(crate) label: LabelFile,
}

/// A place for each name. Those with a place in the file keep it; the others avoid them, the `view`'s edge and the areas that
/// are `taken` already.
pub(crate) fn place(requests: &[Request<'_>], view: Size, mut taken: Vec<Rectangle>) -> Vec<Label> {
    let given = |request: &Request<'_>| request.label.place.map(|place| request.label.at(place));
    for request in requests {
        taken.extend(given(request).map(|label| covered(request.names, &label)));
    }
    let mut labels = Vec::new();
    for request in requests {
        let label = given(request).unwrap_or_else(|| {
            let label = best_place(request, view, &taken);
            taken.push(covered(request.names, &label));
            label
        });
        labels.push(label);
    }
    labels
}

/// Extra room for a font that is wider than usual, as a factor of a name's width.
const SPARE: f64 = 1.15;

/// The area that a label covers with its longest name.
fn covered(names: &Names, label: &Label) -> Rectangle {
    let width = |name: &&str| crate::text::width(name);
    let all = Language::ALL.iter().map(|language| language.name(names));
    let longest = all.max_by(|one, other| width(one).total_cmp(&width(other))).unwrap_or_default();
    Rectangle::of_label(label, longest, SPARE)
}

/// The first of the best places.
fn best_place(request: &Request<'_>, view: Size, taken: &[Rectangle]) -> Label {
    let cost = |label: &Label| {
        let own = covered(request.names, label);
        let covers: f64 = taken.iter().map(|other| own.overlap(other)).sum();
        // A name that is cut off can't be read at all.
        covers + 10.0 * own.outside(view)
    };
    let mut best: Option<(f64, Label)> = None;
    for label in places(request, view) {
        let cost = cost(&label);
        if best.is_none_or(|(least, _)| cost < least) {
            best = Some((cost, label));
        }
    }
    best.map(|(_, label)| label).expect("there is always a place to try")
}

/// Where a name may stand, seen from its location: right, left, above, below, then in between; in degrees clockwise.
const DIRECTIONS: [f64; 16] =
    [0., 180., -90., 90., -45., 45., -135., 135., -22., 22., -158., 158., -67., 67., -113., 113.];

/// Places to try, those that are read most easily first.
fn places(request: &Request<'_>, view: Size) -> Vec<Label> {
    let Request { point, radius, label, .. } = request;
    let size = label.size;
    let whole = size * crate::text::HEIGHT;
    let half = whole / 2.0;
    let mut places = Vec::new();
    let mut add = |x: f64, y: f64, anchor: Anchor| {
        let point = Point { x: inside(point.x + x, view.width), y: inside(point.y + y, view.height) };
        places.push(label.at(LabelPlace { point, anchor }));
    };
    if radius.is_none() {
        add(0.0, half, Anchor::Middle);
    }
    for distance in [1.32, 1.7, 2.2, 3.0] {
        let gap = radius.unwrap_or(whole) * distance;
        for degrees in DIRECTIONS {
            let (down, right) = degrees.to_radians().sin_cos();
            let anchor = match right {
                0.3.. => Anchor::Start,
                ..=-0.3 => Anchor::End,
                _ => Anchor::Middle,
            };
            // The letters' top touches the ring below the location, their bottom above it.
            add(gap * right, gap * down + half * (1.0 + down), anchor);
        }
        // Above and below, but mostly to one side: between two routes.
        for y in [-gap, gap + whole] {
            add(0.0, y, Anchor::Start);
            add(0.0, y, Anchor::End);
            add(gap, y, Anchor::End);
            add(-gap, y, Anchor::Start);
        }
    }
    places
}

/// A coordinate within the view, with one decimal.
fn inside(number: f64, most: f64) -> f64 {
    (number * 10.0).round().clamp(0.0, (most * 10.0).floor()) / 10.0
}
