//! The small map that new ones begin with, changed.

use capolinea_maps::{GameMap, MapFiles, starter};

/// Its files, each pair of texts swapped in whichever file has the first.
pub fn files(changes: &[(&str, &str)]) -> MapFiles {
    let MapFiles { mut map_json, mut board_json } = starter("tuscany");
    for (from, to) in changes {
        let text = if map_json.contains(from) { &mut map_json } else { &mut board_json };
        assert!(text.contains(from), "{from}");
        *text = text.replacen(from, to, 1);
    }
    MapFiles { map_json, board_json }
}

/// The map of these files.
pub fn read(files: &MapFiles) -> GameMap {
    GameMap::read(files.map_json.as_bytes(), files.board_json.as_bytes()).unwrap_or_else(|error| panic!("{error}"))
}
