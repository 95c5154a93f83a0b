//! The maps that come with the program: every folder under `maps/`, embedded, each read when first asked for.

use crate::GameMap;
use crate::files::MapFiles;
use rust_embed::RustEmbed;
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::{LazyLock, OnceLock};

#[derive(RustEmbed)]
#[folder = "maps"]
struct Files;

static MAPS: LazyLock<BTreeMap<String, OnceLock<GameMap>>> = LazyLock::new(|| {
    let folders = Files::iter().filter_map(|file| file.strip_suffix("/map.json").map(String::from));
    folders.map(|id| (id, OnceLock::new())).collect()
});

/// The ids of the built-in maps, in alphabetical order. Reads none of them.
pub fn built_in_ids() -> impl Iterator<Item = &'static str> {
    MAPS.keys().map(String::as_str)
}

/// The built-in maps, by id. Each is read when the iterator comes to it, unless it was read before.
pub fn built_in() -> impl Iterator<Item = &'static GameMap> {
    built_in_ids().filter_map(find)
}

/// The built-in map with this id, if there is one.
pub fn find(id: &str) -> Option<&'static GameMap> {
    let map = MAPS.get(id)?;
    Some(map.get_or_init(|| {
        GameMap::read(&file(id, "map.json"), &file(id, "board.json"))
            .expect("built-in maps have no mistakes: the test `built_in_maps_are_right` reads them all")
    }))
}

/// The files of the built-in map with this id, if there is one.
pub fn built_in_files(id: &str) -> Option<MapFiles> {
    MAPS.get(id)?;
    let text = |name| String::from_utf8_lossy(&file(id, name)).into_owned();
    Some(MapFiles { map_json: text("map.json"), board_json: text("board.json") })
}

fn file(id: &str, name: &str) -> Cow<'static, [u8]> {
    Files::get(&format!("{id}/{name}")).map(|file| file.data).unwrap_or_default()
}
