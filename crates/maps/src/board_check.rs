//! Compares a [`BoardFile`] with its map: every location and route is drawn, once, and nothing else.

use crate::board::{Board, CountryEnd, DrawnLocation, DrawnRoute};
use crate::board_file::{BoardFile, PlaceFile, RouteFile};
use crate::reader::{Mistakes, shortened};
use capolinea_engine::ids::{LocationId, RouteId};
use capolinea_engine::map::{LocationKind, Map};
use std::collections::HashMap;

/// The board that `file` describes, if it fits `map`; every mistake otherwise.
pub(crate) fn check(file: BoardFile, map: &Map, mistakes: &Mistakes) -> Option<Board> {
    if let Some(id) = file.id.as_deref() {
        mistakes.check(id == map.id, "id", || format!("`{}`, but the map's id is `{}`", shortened(id), map.id));
    }
    check_sizes(&file, mistakes);
    let country_ends = country_ends(&file.places, map, file.is_complete, mistakes);
    let locations = locations(&file.places, map, file.is_complete, mistakes);
    let routes = routes(file.routes, map, &country_ends, file.is_complete, mistakes);
    let board = Board {
        view: file.view,
        space: file.space,
        city_radius: file.city_radius,
        label_size: file.label_size,
        locations: locations?,
        country_ends,
        routes: routes?,
        land: file.land,
    };
    mistakes.is_empty().then_some(board)
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

/// The route of this number, if the map has it.
fn find_route(map: &Map, number: u8, path: String, mistakes: &Mistakes) -> Option<RouteId> {
    let count = map.routes.len();
    let exists = usize::from(number) < count;
    mistakes.check(exists, path, || format!("there is no route {number}; the map's are 0 to {}", count - 1));
    exists.then_some(RouteId(number))
}

/// Places such as `austria@89`: one for each route into a country.
fn country_ends(places: &[PlaceFile], map: &Map, is_complete: bool, mistakes: &Mistakes) -> Vec<CountryEnd> {
    let mut ends: Vec<CountryEnd> = Vec::new();
    for place in places {
        let Some(number) = place.route else { continue };
        let Some(route) = find_route(map, number, format!("{}.route", place.path), mistakes) else { continue };
        let country = countries_of(map, route).into_iter().find(|&country| place.name == end_name(map, country, route));
        match country {
            Some(country) => ends.push(CountryEnd { country, route, point: place.point, label: place.label }),
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

fn locations(places: &[PlaceFile], map: &Map, is_complete: bool, mistakes: &Mistakes) -> Option<Vec<DrawnLocation>> {
    let mut by_name: HashMap<&str, &PlaceFile> =
        places.iter().filter(|place| place.route.is_none()).map(|place| (place.name.as_str(), place)).collect();
    let mut drawn = Vec::new();
    for location in &map.locations {
        let path = format!("locations.{}", location.id);
        match by_name.remove(location.id.as_str()) {
            Some(PlaceFile { point, label: Some(label), .. }) => {
                drawn.push(DrawnLocation { point: *point, label: *label });
            }
            Some(PlaceFile { label: None, .. }) => mistakes.add(format!("{path}.label"), "is missing"),
            None => mistakes.check(!is_complete, path, || "is missing: it is a location of the map".into()),
        }
    }
    let mut strangers: Vec<_> = by_name.into_values().collect();
    strangers.sort_by_key(|place| &place.path);
    for place in strangers {
        mistakes.add(&place.path, "no location of the map has this id");
    }
    (drawn.len() == map.locations.len()).then_some(drawn)
}

fn routes(
    files: Vec<RouteFile>,
    map: &Map,
    ends: &[CountryEnd],
    is_complete: bool,
    mistakes: &Mistakes,
) -> Option<Vec<DrawnRoute>> {
    let mut drawn: Vec<Option<DrawnRoute>> = vec![None; map.routes.len()];
    for file in files {
        let Some(route) = find_route(map, file.route, format!("{}.route", file.path), mistakes) else { continue };
        let (needed, there) = (usize::from(map.route(route).spaces), file.spaces.len());
        mistakes.check(needed == there, format!("{}.spaces", file.path), || {
            format!("{there} spaces; route {} has {needed}", route.0)
        });
        check_end(&file, route, map, ends, is_complete, mistakes);
        let place = &mut drawn[route.index()];
        mistakes.check(place.is_none(), format!("{}.route", file.path), || format!("route {} is drawn twice", route.0));
        *place = Some(DrawnRoute { spaces: file.spaces, path: file.line });
    }
    for (number, _) in drawn.iter().enumerate().filter(|(_, route)| route.is_none() && is_complete) {
        mistakes.add("routes", format!("route {number} is not drawn"));
    }
    drawn.into_iter().collect()
}

/// A route into a country names the place of its end there.
fn check_end(file: &RouteFile, route: RouteId, map: &Map, ends: &[CountryEnd], is_complete: bool, mistakes: &Mistakes) {
    let path = format!("{}.end", file.path);
    let names: Vec<_> = countries_of(map, route).into_iter().map(|country| end_name(map, country, route)).collect();
    match (&file.end, names.first()) {
        (None, None) => {}
        (None, Some(name)) => mistakes.add(path, format!("is missing: `{name}` should stand here")),
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
