//! Where a map is drawn.

use capolinea_engine::{LocationId, RouteId};
use serde::Serialize;

/// Where everything is drawn, in the board's own units, counted from the top left corner.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct BoardInfo {
    /// The width of the whole drawing.
    pub width: f64,
    /// The height of the whole drawing.
    pub height: f64,
    /// The length of one space of a route.
    pub space_width: f64,
    /// The breadth of one space of a route.
    pub space_height: f64,
    /// The radius of a location's dot.
    pub city_radius: f64,
    /// Every location of the map, by its number.
    pub locations: Vec<DrawnLocationInfo>,
    /// The ends of routes into countries.
    pub country_ends: Vec<CountryEndInfo>,
    /// Every route of the map, by its number.
    pub routes: Vec<DrawnRouteInfo>,
    /// The ground under everything, in drawing order.
    pub land: Vec<LandInfo>,
}

/// Where a location is drawn.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct DrawnLocationInfo {
    /// Its dot; for a country, where its name stands.
    pub x: f64,
    /// Its dot.
    pub y: f64,
    /// Its name.
    pub label: LabelInfo,
}

/// Where a name is written: one line.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct LabelInfo {
    /// Where the line begins, has its middle or ends, by `anchor`.
    pub x: f64,
    /// Its baseline.
    pub y: f64,
    /// `start`, `middle` or `end`, as SVG's `text-anchor`.
    pub anchor: String,
    /// The height of its letters.
    pub size: f64,
}

/// The end of one route into a country.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct CountryEndInfo {
    /// The country.
    pub country: LocationId,
    /// The route.
    pub route: RouteId,
    /// Where the route ends.
    pub x: f64,
    /// Where the route ends.
    pub y: f64,
    /// The country's name, if it stands here once more.
    pub label: Option<LabelInfo>,
}

/// Where a route is drawn.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct DrawnRouteInfo {
    /// Its spaces, from `a` to `b`: as many as the route has (a subway has one).
    pub spaces: Vec<SpaceInfo>,
    /// Its middle line from location to location, as SVG path data.
    pub path: String,
}

/// One space of a route.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct SpaceInfo {
    /// Its middle.
    pub x: f64,
    /// Its middle.
    pub y: f64,
    /// How it is turned, in degrees clockwise.
    pub angle: f64,
}

/// A piece of the ground.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct LandInfo {
    /// `land`, `foreign`, `lake`, `river`, `border`, `park`, `street` or `bridge`.
    pub kind: String,
    /// Whether it matters less than others of its kind, as the border of a state does.
    pub minor: bool,
    /// Its shape, as SVG path data.
    pub path: String,
}
