//! Compares a [`BoardFile`] with its map: every location and route is drawn, once, and nothing else.

use crate::board::{Board, COUNTRY_END, CountryEnd, DrawnLocation, DrawnRoute, Point};
use crate::board_file::{BoardFile, BoardRouteFile, PlaceFile};
use crate::geometry::Rectangle;
use crate::labels::{self, LabelFile, Request};
use crate::reader::{Mistakes, shortened};
use crate::straight;
use capolinea_engine::map::{LocationKind, Route};
use capolinea_engine::{LocationId, Map, RouteId};
use std::collections::HashMap;

/// The board that `file` describes, if it fits `map`; every mistake otherwise.
pub(crate) fn check(file: BoardFile, map: &Map, mistakes: &Mistakes) -> Option<Board> {
    if let Some(id) = file.id.as_deref() {
        mistakes.check(id == map.id(), "id", || format!("`{}`, but the map's id is `{}`", shortened(id), map.id()));
    }
    check_sizes(&file, mistakes);
    let locations = locations(&file, map, mistakes);
    if is_out_of_step(&file, map, mistakes) {
        return None;
    }
    let ends = country_ends(&file.places, map, file.is_complete, mistakes);
    let routes = routes(&file, map, &ends, mistakes);
    let (locations, routes) = (locations?, routes?);
    if !mistakes.is_empty() {
        return None;
    }
    let (locations, country_ends) = written(&file, map, &locations, &ends, &routes);
    Some(Board {
        view: file.view,
        space: file.space,
        city_radius: file.city_radius,
        label_size: file.label_size,
        locations,
        country_ends,
        routes,
        land: file.land,
    })
}

/// A location's place; its label may have none yet.
struct PlacedLocation {
    point: Point,
    label: LabelFile,
}

/// The end of a route into a country; its label, if there is one, may have no place yet.
struct PlacedEnd {
    country: LocationId,
    route: RouteId,
    point: Point,
    label: Option<LabelFile>,
}

/// The locations and country ends with their names, each where the file says or where there is room.
fn written(
    file: &BoardFile,
    map: &Map,
    locations: &[PlacedLocation],
    ends: &[PlacedEnd],
    routes: &[DrawnRoute],
) -> (Vec<DrawnLocation>, Vec<CountryEnd>) {
    let has_dot = |location: &LocationId| map.location(*location).kind != LocationKind::Country;
    let dots = map.location_ids().filter(has_dot).map(|location| locations[location.index()].point);
    let mut taken: Vec<Rectangle> = dots.map(|point| Rectangle::of_dot(point, file.city_radius)).collect();
    taken.extend(ends.iter().map(|end| Rectangle::of_dot(end.point, file.city_radius * COUNTRY_END)));
    let spaces = routes.iter().flat_map(|route| &route.spaces);
    taken.extend(spaces.map(|space| Rectangle::of_space(space, file.space)));
    let of_locations = map.location_ids().zip(locations).map(|(id, placed)| Request {
        names: &map.location(id).name,
        point: placed.point,
        radius: has_dot(&id).then_some(file.city_radius),
        label: placed.label,
    });
    let of_ends = ends.iter().filter_map(|end| {
        let (names, radius) = (&map.location(end.country).name, Some(file.city_radius * COUNTRY_END));
        Some(Request { names, point: end.point, radius, label: end.label? })
    });
    let requests: Vec<Request<'_>> = of_locations.chain(of_ends).collect();
    let mut labels = labels::place(&requests, file.view, taken).into_iter();
    let drawn =
        locations.iter().zip(labels.by_ref()).map(|(placed, label)| DrawnLocation { point: placed.point, label });
    let drawn = drawn.collect();
    let end = |end: &PlacedEnd| {
        let label = end.label.and_then(|_| labels.next());
        CountryEnd { country: end.country, route: end.route, point: end.point, label }
    };
    (drawn, ends.iter().map(end).collect())
}

fn check_sizes(file: &BoardFile, mistakes: &Mistakes) {
    let smaller_side = file.view.width.min(file.view.height);
    let sizes = [
        ("space", file.space.width.max(file.space.height)),
        ("city_radius", file.city_radius),
        ("label_size", file.label_size),
    ];
    for (path, size) in sizes {
        mistakes.check(size <= smaller_side, path, || format!("{size} is larger than the whole view"));
    }
}

/// Whether the drawings belong to other routes than they should. A route added to `map.json` or removed shifts all those after
/// it; that is one mistake, not one for each of them.
fn is_out_of_step(file: &BoardFile, map: &Map, mistakes: &Mistakes) -> bool {
    const FEW: usize = 3;
    let misfits: Vec<&BoardRouteFile> = file.routes.iter().filter(|drawing| !fits(drawing, file, map)).collect();
    let [first, others @ ..] = &misfits[..] else { return false };
    if others.len() < FEW {
        return false;
    }
    let (drawn, there, number) = (file.routes.len(), map.routes().len(), first.route);
    let joins = map
        .routes()
        .get(usize::from(number))
        .map_or_else(String::new, |route| format!(" ({} to {})", map.location(route.a).id, map.location(route.b).id));
    let problem = format!(
        "this is not route {number} of map.json{joins}, and {} drawings after it go with no route of their number either: \
         map.json has {there} routes, {drawn} are drawn; was one put in or taken out?",
        others.len()
    );
    mistakes.add(&first.path, problem);
    true
}

/// Whether a drawing can be that of the route whose number it has.
fn fits(drawing: &BoardRouteFile, file: &BoardFile, map: &Map) -> bool {
    let number = RouteId(drawing.route);
    let Some(route) = map.routes().get(number.index()) else { return false };
    let Some(drawn) = &drawing.drawn else { return true };
    drawn.spaces.len() == usize::from(route.spaces) && begins_at(drawn, route.a, number, file, map)
}

/// Whether a route's line begins where its first end is drawn, or within the length of a space.
fn begins_at(drawn: &DrawnRoute, location: LocationId, route: RouteId, file: &BoardFile, map: &Map) -> bool {
    match (start(&drawn.path), end_point(location, route, file, map)) {
        (Some(start), Some(end)) => (start.x - end.x).hypot(start.y - end.y) <= file.space.width,
        (None, _) | (_, None) => true,
    }
}

/// The first point of SVG path data.
fn start(path: &str) -> Option<Point> {
    let spread = path.replace('-', " -");
    let numbers = spread.split(|letter: char| !(letter.is_ascii_digit() || "+-.".contains(letter)));
    let mut numbers = numbers.filter(|word| !word.is_empty()).map(|word| word.parse().ok());
    Some(Point { x: numbers.next()??, y: numbers.next()?? })
}

/// Where a route's end is drawn; in a country it has a place of its own.
fn end_point(location: LocationId, route: RouteId, file: &BoardFile, map: &Map) -> Option<Point> {
    let name = match map.location(location).kind {
        LocationKind::Country => end_name(map, location, route),
        LocationKind::City | LocationKind::Landmark => map.location(location).id.clone(),
    };
    file.places.iter().find(|place| place.name == name).map(|place| place.point)
}

/// The route of this number, if the map has it.
fn find_route(map: &Map, number: u8, path: String, mistakes: &Mistakes) -> Option<RouteId> {
    let count = map.routes().len();
    let exists = usize::from(number) < count;
    mistakes.check(exists, path, || format!("there is no route {number}; the map's are 0 to {}", count - 1));
    exists.then_some(RouteId(number))
}

/// Places such as `austria@89`: one for each route into a country.
fn country_ends(places: &[PlaceFile], map: &Map, is_complete: bool, mistakes: &Mistakes) -> Vec<PlacedEnd> {
    let mut ends: Vec<PlacedEnd> = Vec::new();
    for place in places {
        let Some(number) = place.route else { continue };
        let Some(route) = find_route(map, number, format!("{}.route", place.path), mistakes) else { continue };
        let country = countries_of(map, route).into_iter().find(|&country| place.name == end_name(map, country, route));
        match country {
            Some(country) => ends.push(PlacedEnd { country, route, point: place.point, label: place.label }),
            None => mistakes.add(&place.path, format!("route {number} has no such end in a country")),
        }
    }
    if is_complete {
        for route in map.route_ids() {
            for country in countries_of(map, route) {
                let is_drawn = ends.iter().any(|end| end.route == route && end.country == country);
                let path = format!("locations.{}", end_name(map, country, route));
                mistakes.check(is_drawn, path, || format!("is missing: route {} ends there", route.0));
            }
        }
    }
    ends
}

/// The countries that a route leads into.
fn countries_of(map: &Map, route: RouteId) -> Vec<LocationId> {
    let route = map.route(route);
    [route.a, route.b].into_iter().filter(|&end| map.location(end).kind == LocationKind::Country).collect()
}

fn end_name(map: &Map, country: LocationId, route: RouteId) -> String {
    format!("{}@{}", map.location(country).id, route.0)
}

fn locations(file: &BoardFile, map: &Map, mistakes: &Mistakes) -> Option<Vec<PlacedLocation>> {
    let places = file.places.iter().filter(|place| place.route.is_none());
    let mut by_name: HashMap<&str, &PlaceFile> = places.map(|place| (place.name.as_str(), place)).collect();
    let mut drawn = Vec::new();
    for location in map.locations() {
        match by_name.remove(location.id.as_str()) {
            Some(&PlaceFile { point, label, .. }) => {
                let label = label.unwrap_or(LabelFile { place: None, size: file.label_size });
                drawn.push(PlacedLocation { point, label });
            }
            None => mistakes.check(!file.is_complete, format!("locations.{}", location.id), || {
                "is missing: it is a location of the map".into()
            }),
        }
    }
    let mut strangers: Vec<_> = by_name.into_values().collect();
    strangers.sort_by_key(|place| &place.path);
    for place in strangers {
        mistakes.add(&place.path, "no location of the map has this id");
    }
    (drawn.len() == map.locations().len()).then_some(drawn)
}

fn routes(file: &BoardFile, map: &Map, ends: &[PlacedEnd], mistakes: &Mistakes) -> Option<Vec<DrawnRoute>> {
    let mut drawn: Vec<Option<&BoardRouteFile>> = vec![None; map.routes().len()];
    for drawing in &file.routes {
        let path = format!("{}.route", drawing.path);
        let Some(route) = find_route(map, drawing.route, path.clone(), mistakes) else { continue };
        check_drawing(drawing, route, file, map, mistakes);
        check_end(drawing, route, map, ends, file.is_complete, mistakes);
        let place = &mut drawn[route.index()];
        mistakes.check(place.is_none(), path, || format!("route {} is drawn twice", route.0));
        *place = Some(drawing);
    }
    for (number, _) in drawn.iter().enumerate().filter(|(_, route)| route.is_none() && file.is_complete) {
        let route = map.route(RouteId(number as u8));
        let [a, b] = [route.a, route.b].map(|end| &map.location(end).id);
        mistakes.add("routes", format!("route {number} ({a} to {b}) is not drawn"));
    }
    let draw = |(number, drawing): (usize, Option<&BoardRouteFile>)| {
        let route = RouteId(number as u8);
        drawing?.drawn.clone().or_else(|| {
            let Route { a, b, .. } = map.route(route);
            let ends = [end_point(*a, route, file, map)?, end_point(*b, route, file, map)?];
            Some(straight::draw(map.route(route), ends, file.space))
        })
    };
    drawn.into_iter().enumerate().map(draw).collect()
}

/// A drawing has as many spaces as its route, and begins where that does.
fn check_drawing(drawing: &BoardRouteFile, route: RouteId, file: &BoardFile, map: &Map, mistakes: &Mistakes) {
    let Some(drawn) = &drawing.drawn else { return };
    let (needed, there) = (usize::from(map.route(route).spaces), drawn.spaces.len());
    mistakes.check(needed == there, format!("{}.spaces", drawing.path), || {
        format!("{there} spaces; route {} has {needed}", route.0)
    });
    let a = map.route(route).a;
    mistakes.check(begins_at(drawn, a, route, file, map), format!("{}.path", drawing.path), || {
        format!("route {} begins at `{}`, its line does not", route.0, map.location(a).id)
    });
}

/// A route into a country names the place of its end there.
fn check_end(
    file: &BoardRouteFile,
    route: RouteId,
    map: &Map,
    ends: &[PlacedEnd],
    is_complete: bool,
    mistakes: &Mistakes,
) {
    let path = format!("{}.end", file.path);
    let names: Vec<_> = countries_of(map, route).into_iter().map(|country| end_name(map, country, route)).collect();
    match (&file.end, names.first()) {
        (None, None) => {}
        (None, Some(name)) => mistakes.add(path, format!("is missing: `{name}` should be here")),
        (Some(end), None) => {
            mistakes.add(path, format!("`{}`, but route {} leads into no country", shortened(end), route.0));
        }
        (Some(end), Some(name)) => {
            let is_right = names.contains(end);
            mistakes.check(is_right, &path, || format!("`{}`; it should be `{name}`", shortened(end)));
            let is_drawn = ends.iter().any(|drawn| end_name(map, drawn.country, drawn.route) == *end);
            mistakes.check(is_drawn || !is_right || !is_complete, path, || {
                format!("`locations` has no `{}`", shortened(end))
            });
        }
    }
}
