//! A map with its board, from bytes or from a folder.

use crate::error::{MAX_FILE_SIZE, MapError};
use crate::reader::{Mistakes, shortened};
use crate::{Board, MapFiles, board_check, board_file, map_file, warnings};
use capolinea_engine::Map;
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

/// A map and its drawing, which fit each other.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct GameMap {
    /// The facts and the rules.
    pub map: Map,
    /// The drawing.
    pub board: Board,
    /// The files that it was read from.
    pub files: MapFiles,
}

impl GameMap {
    /// Reads what the two files of a map say.
    ///
    /// # Errors
    /// Every mistake in either of them.
    pub fn read(map_json: &[u8], board_json: &[u8]) -> Result<GameMap, MapError> {
        GameMap::read_named(map_json, board_json, None)
    }

    fn read_named(map_json: &[u8], board_json: &[u8], folder: Option<&str>) -> Result<GameMap, MapError> {
        let in_map = Mistakes::default();
        let map = map_file::read(map_json, &in_map);
        if let (Some(map), Some(folder)) = (&map, folder) {
            in_map.check(map.id() == folder, "id", || {
                format!("`{}`, but its folder is called `{}`", map.id(), shortened(folder))
            });
        }
        let in_board = Mistakes::default();
        let file = board_file::read(board_json, &in_board);
        let board = match (file, &map) {
            (Some(file), Some(map)) => board_check::check(file, map, &in_board),
            // Without a map there is nothing to compare the board with; its own mistakes are known by now.
            (Some(_), None) | (None, _) => None,
        };
        match (map, board) {
            (Some(map), Some(board)) if in_map.is_empty() => {
                let text = |bytes| String::from_utf8_lossy(bytes).into_owned();
                let files = MapFiles { map_json: text(map_json), board_json: text(board_json) };
                Ok(GameMap { map, board, files })
            }
            (map, Some(_) | None) => Err(MapError::Mistakes {
                map: in_map.into_list(),
                board: in_board.into_list(),
                warnings: map.as_ref().map(warnings::of_facts).unwrap_or_default(),
            }),
        }
    }
}

/// Reads what a `map.json` says: a map without its drawing.
///
/// # Errors
/// Every mistake in it.
pub fn read_map(map_json: &[u8]) -> Result<Map, MapError> {
    let mistakes = Mistakes::default();
    let map = map_file::read(map_json, &mistakes);
    map.ok_or_else(|| MapError::Mistakes { map: mistakes.into_list(), board: Vec::new(), warnings: Vec::new() })
}

/// Reads the map in a folder that has a `map.json` and a `board.json` and is called by the map's id.
///
/// # Errors
/// A file can't be read or is too large; or every mistake in either file.
pub fn read_folder(folder: impl AsRef<Path>) -> Result<GameMap, MapError> {
    let folder = folder.as_ref();
    let map_json = read_file(&folder.join("map.json"))?;
    let board_json = read_file(&folder.join("board.json"))?;
    // The folder may be given as `.`, which is not its name.
    let whole_path = folder.canonicalize().unwrap_or_else(|_| folder.to_path_buf());
    let name = whole_path.file_name().map(|name| name.to_string_lossy());
    GameMap::read_named(&map_json, &board_json, name.as_deref())
}

fn read_file(path: &Path) -> Result<Vec<u8>, MapError> {
    let unreadable = |problem| MapError::Unreadable { path: path.to_path_buf(), problem };
    // Opening a pipe would wait for a writer.
    if !path.metadata().map_err(unreadable)?.is_file() {
        return Err(unreadable(io::Error::other("it is not a file")));
    }
    let mut bytes = Vec::new();
    let file = File::open(path).map_err(unreadable)?;
    file.take(MAX_FILE_SIZE + 1).read_to_end(&mut bytes).map_err(unreadable)?;
    if bytes.len() as u64 > MAX_FILE_SIZE {
        return Err(MapError::TooLarge { path: path.to_path_buf() });
    }
    Ok(bytes)
}
