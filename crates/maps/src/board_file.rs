//! Reads a `board.json` into a [`BoardFile`]: names instead of ids, nothing compared with the map yet.

use crate::board::{Anchor, DrawnRoute, Land, LandKind, Point, Size, Space};
use crate::json;
use crate::labels::{LabelFile, LabelPlace};
use crate::path_data::path_data;
use crate::reader::{Mistakes, Node, ObjectFields, check_format};

/// A larger board than this is a mistake.
const LARGEST_VIEW: f64 = 10_000.0;

/// Everything a `board.json` says.
pub(crate) struct BoardFile {
    /// `None` if it can't be read.
    pub(crate) id: Option<String>,
    pub(crate) view: Size,
    pub(crate) space: Size,
    pub(crate) city_radius: f64,
    pub(crate) label_size: f64,
    pub(crate) places: Vec<PlaceFile>,
    pub(crate) routes: Vec<BoardRouteFile>,
    pub(crate) land: Vec<Land>,
    /// Whether nothing had to be left out of the places and routes.
    pub(crate) is_complete: bool,
}

/// A location, or the end of one route into a country.
pub(crate) struct PlaceFile {
    /// Its name in the file: a location's id, or `austria@89` for the end of route 89.
    pub(crate) name: String,
    pub(crate) path: String,
    pub(crate) point: Point,
    pub(crate) label: Option<LabelFile>,
    pub(crate) route: Option<u8>,
}

/// A route.
pub(crate) struct BoardRouteFile {
    pub(crate) path: String,
    pub(crate) route: u8,
    /// `None` if the file leaves the drawing to the program.
    pub(crate) drawn: Option<DrawnRoute>,
    pub(crate) end: Option<String>,
}

/// The readable part of the board that `bytes` describe.
pub(crate) fn read(bytes: &[u8], mistakes: &Mistakes) -> Option<BoardFile> {
    let value = json::parse(bytes, mistakes)?;
    let mut fields = Node::root(&value, mistakes).fields();
    check_format(&mut fields);
    let id = fields.text("id");
    let view = fields.required("view").and_then(|node| size(&node, LARGEST_VIEW));
    let space = fields.required("space").and_then(|node| size(&node, LARGEST_VIEW));
    let city_radius = fields.required("city_radius").and_then(|node| node.measure(0.1, LARGEST_VIEW));
    let label_size = fields.required("label_size").and_then(|node| node.measure(0.1, LARGEST_VIEW));
    // Placeholders for values that can't be read: the file is refused all the same, but checked to the end.
    let view = view.unwrap_or(Size { width: LARGEST_VIEW, height: LARGEST_VIEW });
    let label_size = label_size.unwrap_or(1.0);
    let frame = Frame { view, label_size };
    let places = fields.required("locations").and_then(|node| node.entries("the ids of the map's locations"));
    let places = places.map(|places| places.iter().map(|(name, node)| place(name, node, &frame)).collect());
    let mut items = |name| fields.required(name).and_then(|node| node.items());
    let routes = items("routes").map(|routes| routes.iter().map(|node| route(node, &frame)).collect());
    let land = items("land").unwrap_or_default().iter().filter_map(land).collect();
    fields.finish();
    let mut is_complete = true;
    Some(BoardFile {
        id,
        view,
        space: space.unwrap_or(Size { width: 1.0, height: 1.0 }),
        city_radius: city_radius.unwrap_or(1.0),
        label_size,
        places: readable(places, &mut is_complete),
        routes: readable(routes, &mut is_complete),
        land,
        is_complete,
    })
}

/// The readable entries of a list; clears `is_complete` if that is not all of them.
fn readable<T>(entries: Option<Vec<Option<T>>>, is_complete: &mut bool) -> Vec<T> {
    let entries = entries.unwrap_or_else(|| vec![None]);
    *is_complete &= entries.iter().all(Option::is_some);
    entries.into_iter().flatten().collect()
}

/// The facts about the board that are needed to read points and labels.
struct Frame {
    view: Size,
    label_size: f64,
}

/// A width and a height, as in `[1600, 1000]`.
fn size(node: &Node<'_>, most: f64) -> Option<Size> {
    let items = node.items()?;
    let [width, height] = &items[..] else {
        node.mistake("a width and a height should be here, as in [1600, 1000]");
        return None;
    };
    let (width, height) = (width.measure(1.0, most), height.measure(1.0, most));
    Some(Size { width: width?, height: height? })
}

/// The fields `x` and `y`: a point inside the view.
fn point(fields: &mut ObjectFields<'_>, frame: &Frame) -> Option<Point> {
    let x = fields.required("x").and_then(|node| node.measure(0.0, frame.view.width));
    let y = fields.required("y").and_then(|node| node.measure(0.0, frame.view.height));
    Some(Point { x: x?, y: y? })
}

fn place(name: &str, node: &Node<'_>, frame: &Frame) -> Option<PlaceFile> {
    let mut fields = node.fields();
    let point = point(&mut fields, frame);
    let label = fields.optional("label").map(|node| label(&node, frame));
    let route = fields.optional("route").map(|node| node.count());
    fields.finish();
    Some(PlaceFile {
        name: name.to_string(),
        path: node.path().to_string(),
        point: point?,
        label: if let Some(label) = label { Some(label?) } else { None },
        route: if let Some(route) = route { Some(route?) } else { None },
    })
}

/// A label. Its place is `x`, `y` and `anchor`, or all three are left out.
fn label(node: &Node<'_>, frame: &Frame) -> Option<LabelFile> {
    let mut fields = node.fields();
    let size = fields.optional("size").map_or(Some(frame.label_size), |node| node.measure(0.1, LARGEST_VIEW));
    let has_place = ["x", "y", "anchor"].map(|name| fields.optional(name).is_some()).contains(&true);
    let place = has_place.then(|| {
        let point = point(&mut fields, frame);
        let anchor = fields.required("anchor").and_then(|node| node.word(Anchor::ALL, Anchor::as_str));
        Some(LabelPlace { point: point?, anchor: anchor? })
    });
    fields.finish();
    Some(LabelFile { place: if let Some(place) = place { Some(place?) } else { None }, size: size? })
}

fn route(node: &Node<'_>, frame: &Frame) -> Option<BoardRouteFile> {
    let mut fields = node.fields();
    let route = fields.count("route");
    let end = fields.optional("end").map(|node| node.text());
    let (line, spaces) = (fields.optional("path"), fields.optional("spaces"));
    fields.finish();
    let drawn = match (line, spaces) {
        (None, None) => None,
        (Some(line), Some(spaces)) => {
            let path = path_data(&line);
            let spaces: Option<Vec<_>> =
                spaces.items().map(|items| items.iter().map(|node| space(node, frame)).collect());
            Some(DrawnRoute { spaces: spaces?.into_iter().collect::<Option<_>>()?, path: path? })
        }
        (Some(_), None) | (None, Some(_)) => {
            node.mistake("`path` and `spaces` go together; without both the route is drawn straight");
            return None;
        }
    };
    Some(BoardRouteFile {
        path: node.path().to_string(),
        route: route?,
        drawn,
        end: if let Some(end) = end { Some(end?) } else { None },
    })
}

fn space(node: &Node<'_>, frame: &Frame) -> Option<Space> {
    let mut fields = node.fields();
    let point = point(&mut fields, frame);
    let angle = fields.required("angle").and_then(|node| node.measure(-360.0, 360.0));
    fields.finish();
    Some(Space { point: point?, angle: angle? })
}

fn land(node: &Node<'_>) -> Option<Land> {
    let mut fields = node.fields();
    let kind = fields.required("kind").and_then(|node| node.word(LandKind::ALL, LandKind::as_str));
    let is_minor = fields.optional("minor").and_then(|node| node.flag());
    let path = fields.required("d").and_then(|node| path_data(&node));
    fields.finish();
    Some(Land { kind: kind?, is_minor: is_minor.unwrap_or(false), path: path? })
}
