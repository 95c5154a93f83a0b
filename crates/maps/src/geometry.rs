//! Rectangles on a board, rotated or not, and how far they overlap.

use crate::board::{Board, Label, Point, Size, Space};
use crate::text;

/// A rectangle round its middle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Rectangle {
    middle: Point,
    size: Size,
    /// How it is turned, in degrees clockwise.
    angle: f64,
}

impl Rectangle {
    /// The square that a dot fills.
    pub(crate) fn of_dot(middle: Point, radius: f64) -> Self {
        // A disc has three quarters of its square; a square of the same area stands for it.
        let side = radius * std::f64::consts::PI.sqrt();
        Rectangle { middle, size: Size { width: side, height: side }, angle: 0.0 }
    }

    /// The area of a space of a route.
    pub(crate) fn of_space(space: &Space, size: Size) -> Self {
        Rectangle { middle: space.point, size, angle: space.angle }
    }

    /// The area that `name` covers at `label`, in a font that is `stretch` times as wide as a usual one.
    pub(crate) fn of_label(label: &Label, name: &str, width: f64) -> Self {
        let size = Size { width: text::width(name) * label.size * width, height: text::HEIGHT * label.size };
        let middle = Point {
            x: label.point.x + size.width * text::middle_of(label.anchor),
            y: label.point.y - size.height / 2.0,
        };
        Rectangle { middle, size, angle: 0.0 }
    }

    /// All spaces of a board's routes, with the route's number.
    pub(crate) fn of_spaces(board: &Board) -> Vec<(usize, Rectangle)> {
        let routes = board.routes.iter().enumerate();
        routes
            .flat_map(|(route, drawn)| {
                drawn.spaces.iter().map(move |space| (route, Rectangle::of_space(space, board.space)))
            })
            .collect()
    }

    /// How far one reaches into the other, in the direction where that is least; 0 if they don't touch.
    pub(crate) fn overlap(&self, other: &Rectangle) -> f64 {
        let reach = |rectangle: &Rectangle| rectangle.size.width.hypot(rectangle.size.height) / 2.0;
        let away = (self.middle.x - other.middle.x).hypot(self.middle.y - other.middle.y);
        if away >= reach(self) + reach(other) {
            return 0.0;
        }
        let axes = self.axes().into_iter().chain(other.axes());
        let depth = axes.map(|axis| {
            let ([low, high], [other_low, other_high]) = (self.along(axis), other.along(axis));
            high.min(other_high) - low.max(other_low)
        });
        depth.fold(f64::INFINITY, f64::min).max(0.0)
    }

    /// How far it reaches out of a view.
    pub(crate) fn outside(&self, view: Size) -> f64 {
        let [left, right] = self.along([1.0, 0.0]);
        let [top, bottom] = self.along([0.0, 1.0]);
        [-left, -top, right - view.width, bottom - view.height].into_iter().fold(0.0, f64::max)
    }

    /// The directions of its sides.
    fn axes(&self) -> [[f64; 2]; 2] {
        let (sin, cos) = self.angle.to_radians().sin_cos();
        [[cos, sin], [-sin, cos]]
    }

    /// Its extent along a direction.
    fn along(&self, axis: [f64; 2]) -> [f64; 2] {
        let dot = |[x, y]: [f64; 2]| x * axis[0] + y * axis[1];
        let [wide, high] = self.axes().map(dot).map(f64::abs);
        let half = (wide * self.size.width + high * self.size.height) / 2.0;
        let middle = dot([self.middle.x, self.middle.y]);
        [middle - half, middle + half]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rectangle(x: f64, y: f64, width: f64, height: f64, angle: f64) -> Rectangle {
        Rectangle { middle: Point { x, y }, size: Size { width, height }, angle }
    }

    #[test]
    fn rectangles_side_by_side_do_not_overlap() {
        let one = rectangle(50.0, 50.0, 20.0, 10.0, 0.0);
        assert_eq!(one.overlap(&rectangle(70.0, 50.0, 20.0, 10.0, 0.0)), 0.0);
        assert_eq!(one.overlap(&rectangle(67.0, 50.0, 20.0, 10.0, 0.0)), 3.0);
        assert_eq!(one.overlap(&rectangle(50.0, 58.0, 20.0, 10.0, 0.0)), 2.0);
    }

    #[test]
    fn a_turned_rectangle_reaches_as_far_as_its_corners() {
        let one = rectangle(50.0, 50.0, 20.0, 20.0, 0.0);
        // Its corner is 14.14 from its middle: the square of the same size would end at 10.
        let turned = rectangle(72.0, 50.0, 20.0, 20.0, 45.0);
        assert!((one.overlap(&turned) - (10.0 + 200_f64.sqrt() - 22.0)).abs() < 1e-9);
        assert_eq!(one.overlap(&rectangle(75.0, 50.0, 20.0, 20.0, 45.0)), 0.0);
        // Their boxes overlap at the corners, the rectangles don't.
        assert_eq!(one.overlap(&rectangle(68.0, 68.0, 20.0, 20.0, 45.0)), 0.0);
    }

    #[test]
    fn a_rectangle_knows_how_far_it_leaves_the_view() {
        let view = Size { width: 100.0, height: 100.0 };
        assert_eq!(rectangle(50.0, 50.0, 100.0, 100.0, 0.0).outside(view), 0.0);
        assert_eq!(rectangle(95.0, 50.0, 20.0, 10.0, 0.0).outside(view), 5.0);
        assert_eq!(rectangle(50.0, 3.0, 20.0, 10.0, 0.0).outside(view), 2.0);
    }
}
