//! Overlaps in a drawing.

use super::List;
use crate::Language;
use crate::board::{Board, COUNTRY_END, Label, Point};
use crate::geometry::Rectangle;
use capolinea_engine::map::{LocationKind, Names};
use capolinea_engine::{Map, RouteId};

/// How far, in heights of a letter or of a space, things may overlap without a warning.
const TOLERANCE: f64 = 0.2;

pub(super) fn check(map: &Map, board: &Board, list: &mut List) {
    let dots = dots(map, board);
    let labels = labels(map, board);
    let spaces = Rectangle::of_spaces(board);
    check_dots(&dots, board, list);
    check_spaces(map, board, &spaces, list);
    check_passed(map, board, &dots, &spaces, list);
    for (index, label) in labels.iter().enumerate() {
        check_label(map, board, label, &spaces, list);
        check_neighbours(label, &labels[..index], &dots, list);
    }
}

/// Something drawn, with its name in `board.json`.
struct Dot {
    name: String,
    point: Point,
    radius: f64,
    covers: Rectangle,
    /// The routes that end there.
    routes: Vec<usize>,
}

/// The dots of cities and landmarks, and the ends of routes into countries.
fn dots(map: &Map, board: &Board) -> Vec<Dot> {
    let dot = |name: String, point: Point, radius: f64, routes| Dot {
        name,
        point,
        radius,
        covers: Rectangle::of_dot(point, radius),
        routes,
    };
    let locations = map.locations().iter().zip(&board.locations);
    let with_dots = locations.filter(|(location, _)| location.kind != LocationKind::Country);
    let cities = with_dots.map(|(location, drawn)| {
        let routes = location.routes.iter().map(|route| route.index()).collect();
        dot(location.id.clone(), drawn.point, board.city_radius, routes)
    });
    let ends = board.country_ends.iter().map(|end| {
        let name = format!("{}@{}", map.location(end.country).id, end.route.0);
        dot(name, end.point, board.city_radius * COUNTRY_END, vec![end.route.index()])
    });
    cities.chain(ends).collect()
}

/// A name, with what it covers in each language.
struct Written<'a> {
    path: String,
    place: String,
    label: &'a Label,
    covers: Vec<(Language, &'a str, Rectangle)>,
}

fn labels<'a>(map: &'a Map, board: &'a Board) -> Vec<Written<'a>> {
    let written = |place: String, names: &'a Names, label: &'a Label| {
        let covers = Language::ALL.map(|language| {
            let name = language.name(names);
            (language, name, Rectangle::of_label(label, name, 1.0))
        });
        Written { path: format!("locations.{place}.label"), place, label, covers: covers.into() }
    };
    let locations = map.locations().iter().zip(&board.locations);
    let of_locations = locations.map(|(location, drawn)| written(location.id.clone(), &location.name, &drawn.label));
    let of_ends = board.country_ends.iter().filter_map(|end| {
        let country = map.location(end.country);
        Some(written(format!("{}@{}", country.id, end.route.0), &country.name, end.label.as_ref()?))
    });
    of_locations.chain(of_ends).collect()
}

fn describe_route(map: &Map, index: usize) -> String {
    let route = map.route(RouteId(index as u8));
    format!("route {index} ({} to {})", map.location(route.a).id, map.location(route.b).id)
}

/// Two places on one spot.
fn check_dots(dots: &[Dot], board: &Board, list: &mut List) {
    for (index, dot) in dots.iter().enumerate() {
        for other in &dots[..index] {
            let away = (dot.point.x - other.point.x).hypot(dot.point.y - other.point.y);
            if away < dot.radius + other.radius {
                let problem =
                    format!("stands on the same spot as `{}`; dots have a radius of {}", other.name, board.city_radius);
                list.add(format!("locations.{}", dot.name), problem);
            }
        }
    }
}

/// Spaces on top of each other: those of one route that is too short for them, or of two that cross.
fn check_spaces(map: &Map, board: &Board, spaces: &[(usize, Rectangle)], list: &mut List) {
    let mut told: Vec<[usize; 2]> = Vec::new();
    for (index, (route, space)) in spaces.iter().enumerate() {
        if list.is_full() {
            return;
        }
        for (other, other_space) in &spaces[..index] {
            let pair = [*other, *route];
            if space.overlap(other_space) <= TOLERANCE * board.space.height || told.contains(&pair) {
                continue;
            }
            told.push(pair);
            let problem = if route == other {
                format!("{} is too short for its spaces: they cover each other", describe_route(map, *route))
            } else {
                format!("a space of {} covers one of {}", describe_route(map, *route), describe_route(map, *other))
            };
            list.add("routes", problem);
        }
    }
}

/// Spaces on the dot of a place where their route does not end.
fn check_passed(map: &Map, board: &Board, dots: &[Dot], spaces: &[(usize, Rectangle)], list: &mut List) {
    for dot in dots {
        let covering = spaces.iter().filter(|(route, space)| {
            !dot.routes.contains(route) && space.overlap(&dot.covers) > TOLERANCE * board.space.height
        });
        let mut routes: Vec<usize> = covering.map(|(route, _)| *route).collect();
        routes.dedup();
        for route in routes {
            list.add("routes", format!("{} passes over `{}`", describe_route(map, route), dot.name));
        }
    }
}

/// A name over spaces, or beyond the edge.
fn check_label(map: &Map, board: &Board, written: &Written<'_>, spaces: &[(usize, Rectangle)], list: &mut List) {
    let deep = TOLERANCE * written.label.size;
    for (language, name, covers) in &written.covers {
        let mut routes: Vec<usize> =
            spaces.iter().filter(|(_, space)| covers.overlap(space) > deep).map(|(route, _)| *route).collect();
        routes.dedup();
        let name = format!("the name `{name}` ({})", language.code());
        if !routes.is_empty() {
            let routes: Vec<String> = routes.into_iter().map(|route| describe_route(map, route)).collect();
            list.add(&written.path, format!("{name} covers spaces of {}", routes.join(", ")));
        } else if covers.outside(board.view) > deep {
            list.add(&written.path, format!("{name} reaches beyond the edge of the board"));
        } else {
            continue;
        }
        // The other language would repeat the warning.
        return;
    }
}

/// A name over another name, or over another place's dot.
fn check_neighbours(written: &Written<'_>, others: &[Written<'_>], dots: &[Dot], list: &mut List) {
    let deep = TOLERANCE * written.label.size;
    for other in others {
        let both = written.covers.iter().zip(&other.covers);
        if both.into_iter().any(|((_, _, one), (_, _, two))| one.overlap(two) > deep) {
            list.add(&written.path, format!("covers the name of `{}`", other.place));
        }
    }
    for dot in dots.iter().filter(|dot| dot.name != written.place) {
        if written.covers.iter().any(|(_, _, covers)| covers.overlap(&dot.covers) > deep) {
            list.add(&written.path, format!("covers the dot of `{}`", dot.name));
        }
    }
}
