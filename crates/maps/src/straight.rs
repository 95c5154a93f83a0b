//! Draws a route straight from end to end, for files that leave that to the program.

use crate::board::{DrawnRoute, Point, Size, Space};
use capolinea_engine::map::Route;

/// The distance of routes between the same two locations, in widths of a space across its route.
const LANE: f64 = 1.3;

/// The most from the middle of a space to that of the next, in lengths of a space.
const PITCH: f64 = 1.12;

/// The route from `a` to `b` with its spaces in the middle, where other routes are farthest; several between the same two
/// locations lie side by side.
pub(crate) fn draw(route: &Route, [a, b]: [Point; 2], space: Size) -> DrawnRoute {
    let (across, down) = (b.x - a.x, b.y - a.y);
    let length = across.hypot(down).max(f64::EPSILON);
    // Such routes may be written from either end; their lanes are counted from the same side.
    let side = if route.a < route.b { 1.0 } else { -1.0 };
    let lane = f64::from(route.lane) - 1.0 - f64::from(route.lanes - 1) / 2.0;
    let aside = side * lane * LANE * space.height / length;
    let point = |share: f64| Point {
        x: rounded(a.x + across * share - down * aside),
        y: rounded(a.y + down * share + across * aside),
    };
    let angle = rounded(down.atan2(across).to_degrees());
    let count = f64::from(route.spaces);
    let pitch = (PITCH * space.width / length).min(1.0 / count);
    let share = |place: u8| 0.5 + (f64::from(place) - (count - 1.0) / 2.0) * pitch;
    let spaces: Vec<_> = (0..route.spaces).map(|place| Space { point: point(share(place)), angle }).collect();
    // A single route is one line; each of several lanes has its own, by which it is found and shown.
    let on_lane = if route.lanes == 1 { &[] } else { &spaces[..] };
    let corners = [on_lane.first(), on_lane.last()].into_iter().flatten().map(|space| space.point);
    let mut path = format!("M{} {}", a.x, a.y);
    for Point { x, y } in corners.chain([b]) {
        path += &format!("L{x} {y}");
    }
    DrawnRoute { spaces, path }
}

fn rounded(measure: f64) -> f64 {
    (measure * 10.0).round() / 10.0
}
