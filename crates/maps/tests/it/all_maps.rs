//! Properties of every built-in map.

use capolinea_engine::{LocationId, RouteSet};
use capolinea_maps::board::Point;
use capolinea_maps::{GameMap, Language, MapError, built_in, built_in_ids, find, read_folder, svg};
use std::path::{Path, PathBuf};

fn folders() -> Vec<PathBuf> {
    let maps = Path::new(env!("CARGO_MANIFEST_DIR")).join("maps");
    let mut folders: Vec<_> = std::fs::read_dir(maps).unwrap().map(|entry| entry.unwrap().path()).collect();
    folders.retain(|path| path.is_dir());
    folders.sort();
    folders
}

#[test]
fn built_in_maps_are_right() {
    for folder in folders() {
        let read = read_folder(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
        assert_eq!(folder.file_name().unwrap().to_str(), Some(read.map.id()));
    }
}

#[test]
fn every_folder_is_built_in() {
    let names: Vec<_> =
        folders().iter().map(|folder| folder.file_name().unwrap().to_str().unwrap().to_string()).collect();
    assert!(!names.is_empty());
    assert_eq!(built_in_ids().collect::<Vec<_>>(), names);
    assert_eq!(built_in().map(|game_map| game_map.map.id()).collect::<Vec<_>>(), names);
    assert!(find("atlantis").is_none());
}

#[test]
fn what_is_built_in_is_what_the_folder_says() {
    for (folder, built_in) in folders().iter().zip(built_in()) {
        let read = read_folder(folder).unwrap();
        assert_eq!(read.map.digest(), built_in.map.digest());
        assert_eq!(read.board, built_in.board);
    }
}

#[test]
fn every_location_has_names_and_every_map_says_where_it_comes_from() {
    for GameMap { map, .. } in built_in() {
        assert!(!map.provenance().is_empty(), "{}", map.id());
        for names in map.locations().iter().map(|location| &location.name).chain([map.name()]) {
            assert!(Language::ALL.iter().all(|language| !language.name(names).is_empty()), "{}: {names:?}", map.id());
        }
    }
}

#[test]
fn parallel_routes_know_each_other() {
    for GameMap { map, .. } in built_in() {
        for id in map.route_ids() {
            let route = map.route(id);
            let twins: RouteSet = map
                .route_ids()
                .filter(|&other| other != id && map.route(other).touches(route.a) && map.route(other).touches(route.b))
                .collect();
            assert_eq!(route.parallels, twins, "{}: {id:?}", map.id());
        }
    }
}

#[test]
fn every_space_is_drawn_and_no_two_in_one_place() {
    for GameMap { map, board, .. } in built_in() {
        let spaces: Vec<_> = board.routes.iter().flat_map(|route| &route.spaces).collect();
        assert_eq!(spaces.len(), map.routes().iter().map(|route| usize::from(route.spaces)).sum::<usize>());
        for (place, space) in spaces.iter().enumerate() {
            for other in &spaces[..place] {
                let (x, y) = (space.point.x - other.point.x, space.point.y - other.point.y);
                assert!(x.hypot(y) >= board.space.height, "{}: {space:?} {other:?}", map.id());
            }
        }
    }
}

#[test]
fn a_route_is_drawn_from_its_one_end_to_its_other() {
    for GameMap { map, board, .. } in built_in() {
        for id in map.route_ids() {
            let place = |location: LocationId| {
                let end = board.country_ends.iter().find(|end| end.route == id && end.country == location);
                end.map_or(board.locations[location.index()].point, |end| end.point)
            };
            let route = map.route(id);
            let (a, b) = (place(route.a), place(route.b));
            let spaces = &board.routes[id.index()].spaces;
            let (first, last) = (spaces[0].point, spaces[spaces.len() - 1].point);
            let away = |from: Point, to: Point| (from.x - to.x).hypot(from.y - to.y);
            assert!(away(a, first) <= away(a, last) && away(b, last) <= away(b, first), "{}: {id:?}", map.id());
        }
    }
}

#[test]
fn every_map_can_be_drawn_in_every_language() {
    for game_map in built_in() {
        for language in Language::ALL {
            let drawing = svg::draw(game_map, language);
            assert!(drawing.starts_with("<svg") && drawing.ends_with("</svg>\n"), "{}", game_map.map.id());
            assert_eq!(drawing.matches("<g id=\"route-").count(), game_map.map.routes().len());
            let spaces: usize = game_map.board.routes.iter().map(|route| route.spaces.len()).sum();
            assert_eq!(drawing.matches("<use href=\"#space-").count(), spaces);
        }
    }
}

#[test]
fn a_folder_that_is_not_there_is_reported_in_a_sentence() {
    let error = read_folder("/nowhere/atlantis").unwrap_err();
    assert!(matches!(error, MapError::Unreadable { .. }));
    let text = error.to_string();
    assert!(text.starts_with("/nowhere/atlantis/map.json can't be read"), "{text}");
    assert!(text.ends_with("a map is a folder with a map.json and a board.json in it"), "{text}");
    // Nor is something else by that name opened: a pipe would be waited for.
    let folder = std::env::temp_dir().join(format!("capolinea-no-file-{}", std::process::id()));
    std::fs::create_dir_all(folder.join("map.json")).unwrap();
    let text = read_folder(&folder).unwrap_err().to_string();
    std::fs::remove_dir_all(&folder).unwrap();
    assert!(text.contains("it is not a file"), "{text}");
}

#[test]
fn a_folder_is_named_by_its_maps_id_and_no_file_is_too_large() {
    let folder = std::env::temp_dir().join(format!("capolinea-maps-{}", std::process::id())).join("atlantis");
    std::fs::create_dir_all(&folder).unwrap();
    for name in ["map.json", "board.json"] {
        std::fs::copy(folders()[0].join(name), folder.join(name)).unwrap();
    }
    let error = read_folder(&folder).unwrap_err().to_string();
    assert!(error.contains("but its folder is called `atlantis`"), "{error}");
    std::fs::write(folder.join("board.json"), vec![b' '; 5 << 20]).unwrap();
    assert!(matches!(read_folder(&folder), Err(MapError::TooLarge { .. })));
    std::fs::remove_dir_all(folder.parent().unwrap()).unwrap();
}
