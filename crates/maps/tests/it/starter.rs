//! The folders that new maps begin with.

use capolinea_maps::{GameMap, MapFiles, built_in, built_in_files, starter};

fn read(files: &MapFiles) -> GameMap {
    GameMap::read(files.map_json.as_bytes(), files.board_json.as_bytes()).unwrap()
}

#[test]
fn a_new_map_has_its_id_and_a_title_made_of_it() {
    for (id, title) in [("tuscany", "Tuscany"), ("new_york", "New York"), ("map2", "Map2"), ("a__b_", "A B")] {
        let map = read(&starter(id)).map;
        assert_eq!((map.id(), map.name().en.as_str()), (id, title));
    }
}

#[test]
fn a_built_in_maps_files_are_that_map_under_its_own_id_or_another() {
    for game_map in built_in() {
        let id = game_map.map.id();
        let files = built_in_files(id).unwrap();
        assert_eq!(read(&files).map.digest(), game_map.map.digest());
        let renamed = read(&files.renamed(id, "tuscany"));
        assert_eq!(renamed.map.id(), "tuscany");
        assert_eq!(renamed.board, game_map.board);
        let locations =
            |map: &capolinea_maps::Map| map.locations().iter().map(|one| one.id.clone()).collect::<Vec<_>>();
        assert_eq!(locations(&renamed.map), locations(&game_map.map));
    }
    assert!(built_in_files("atlantis").is_none());
}
