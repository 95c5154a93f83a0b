//! Records from strangers: damaged, cut, invented or tampered with, they are refused with the right words and never make
//! the program panic.

mod damage;
mod messages;

use capolinea_engine::Map;

fn map(id: &str) -> Option<&'static Map> {
    capolinea_maps::find(id).map(|game_map| &game_map.map)
}
