//! A small map as a start for a new one: complete, and easy to change.

use crate::files::MapFiles;

const MAP: &str = include_str!("map.json");
const BOARD: &str = include_str!("board.json");

/// The files of a small map with this id. Its title is made of the id: `new_york` is New York.
pub fn starter(id: &str) -> MapFiles {
    let files = MapFiles { map_json: MAP.into(), board_json: BOARD.into() };
    let map_json = files.map_json.replacen("\"en\": \"Starter\"", &format!("\"en\": \"{}\"", title(id)), 1);
    MapFiles { map_json, ..files }.renamed("starter", id)
}

fn title(id: &str) -> String {
    let words = id.split('_').filter(|word| !word.is_empty()).map(|word| {
        let mut letters = word.chars();
        let first = letters.next().map(|letter| letter.to_ascii_uppercase());
        first.into_iter().chain(letters).collect::<String>()
    });
    words.collect::<Vec<_>>().join(" ")
}
