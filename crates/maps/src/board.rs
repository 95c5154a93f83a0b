//! A board: where everything on a map is drawn, in the board's own units.

use capolinea_engine::{LocationId, RouteId};
use serde::Serialize;

/// A checked drawing. Its locations and routes stand in the same order as the map's.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Board {
    /// The size of the whole drawing; every point lies inside.
    pub view: Size,
    /// The size of one space of a route.
    pub space: Size,
    /// The radius of a location's dot.
    pub city_radius: f64,
    /// The height of the labels' letters, where a label has none of its own.
    pub label_size: f64,
    /// Every location of the map.
    pub locations: Vec<DrawnLocation>,
    /// The ends of routes into countries.
    pub country_ends: Vec<CountryEnd>,
    /// Every route of the map.
    pub routes: Vec<DrawnRoute>,
    /// The ground under everything, in drawing order.
    pub land: Vec<Land>,
}

/// A width and a height.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Size {
    /// From left to right.
    pub width: f64,
    /// From top to bottom.
    pub height: f64,
}

/// A point, counted from the top left corner.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Point {
    /// To the right.
    pub x: f64,
    /// Down.
    pub y: f64,
}

/// Where a location is drawn.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct DrawnLocation {
    /// Its dot; for a country, where its name stands.
    pub point: Point,
    /// Its name.
    pub label: Label,
}

/// Where a name is written: one line.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Label {
    /// Where the line begins, has its middle or ends, by `anchor`.
    pub point: Point,
    /// What `point` is.
    pub anchor: Anchor,
    /// The height of its letters.
    pub size: f64,
}

/// Which part of a line of text stands at a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Anchor {
    /// Its beginning.
    Start,
    /// Its middle.
    Middle,
    /// Its end.
    End,
}

impl Anchor {
    pub(crate) const ALL: &[Anchor] = &[Anchor::Start, Anchor::Middle, Anchor::End];

    /// The word for it in files and in SVG.
    pub const fn as_str(self) -> &'static str {
        match self {
            Anchor::Start => "start",
            Anchor::Middle => "middle",
            Anchor::End => "end",
        }
    }
}

/// The size of the dot at the end of a route into a country, beside a location's.
pub(crate) const COUNTRY_END: f64 = 0.6;

/// The end of one route into a country (G05).
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct CountryEnd {
    /// The country.
    pub country: LocationId,
    /// The route.
    pub route: RouteId,
    /// Where the route ends.
    pub point: Point,
    /// The country's name, if it stands here once more.
    pub label: Option<Label>,
}

/// Where a route is drawn.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct DrawnRoute {
    /// Its spaces, from one end to the other: as many as the route has.
    pub spaces: Vec<Space>,
    /// Its middle line from location to location, as SVG path data.
    pub path: String,
}

/// One space of a route.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Space {
    /// Its middle.
    pub point: Point,
    /// How it is turned, in degrees clockwise.
    pub angle: f64,
}

/// A piece of the ground.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Land {
    /// Its kind.
    pub kind: LandKind,
    /// Whether it matters less than others of its kind, as the border of a state does.
    pub is_minor: bool,
    /// Its shape, as SVG path data.
    pub path: String,
}

/// The kind of a piece of the ground.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum LandKind {
    /// Land.
    Land,
    /// Land that is not what the map is about.
    Foreign,
    /// A lake.
    Lake,
    /// A river: a line.
    River,
    /// A border: a line.
    Border,
    /// A park.
    Park,
    /// A street: a line.
    Street,
    /// A bridge: a line.
    Bridge,
}

impl LandKind {
    pub(crate) const ALL: &[LandKind] = &[
        LandKind::Land,
        LandKind::Foreign,
        LandKind::Lake,
        LandKind::River,
        LandKind::Border,
        LandKind::Park,
        LandKind::Street,
        LandKind::Bridge,
    ];

    /// The word for it in files.
    pub const fn as_str(self) -> &'static str {
        match self {
            LandKind::Land => "land",
            LandKind::Foreign => "foreign",
            LandKind::Lake => "lake",
            LandKind::River => "river",
            LandKind::Border => "border",
            LandKind::Park => "park",
            LandKind::Street => "street",
            LandKind::Bridge => "bridge",
        }
    }
}
