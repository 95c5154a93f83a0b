//! Capolinea in a browser, without tables: the [`Bots`] that search and a [`Reviewer`] of finished games for workers, and an [`Arena`] for
//! games between bots. It is a module of its own, so that the page of an ordinary game does not fetch parts that it does not need.

mod bots;
mod games;
mod reviews;

pub use bots::Bots;
pub use reviews::Reviewer;

use capolinea_maps::GameMap;
use capolinea_protocol::map::{MapInfo, MapSummary};
use wasm_bindgen::prelude::wasm_bindgen;

/// A map for games between bots.
#[wasm_bindgen]
pub struct Arena(GameMap);

#[wasm_bindgen]
impl Arena {
    /// Reads the two files of a map.
    #[wasm_bindgen(constructor)]
    pub fn new(map_json: &str, board_json: &str) -> Result<Arena, String> {
        GameMap::read(map_json.as_bytes(), board_json.as_bytes()).map(Arena).map_err(|error| error.to_string())
    }

    /// Everything that a page needs to know about the map, as a server answers it (JSON).
    pub fn info(&self) -> String {
        serde_json::to_string(&MapInfo::from(&self.0)).expect("messages have nothing that JSON can't say")
    }

    /// The map's entry in the list of maps (JSON).
    pub fn summary(&self) -> String {
        serde_json::to_string(&MapSummary::new(&self.0.map)).expect("messages have nothing that JSON can't say")
    }

    /// The record of a game that `capolinea simulate` plays with these bots and this seed.
    pub fn record(&self, bots: &str, seed: u32, game: u32) -> Result<String, String> {
        games::record(&self.0.map, bots, u64::from(seed), game)
    }

    /// Plays this many of these games; returns how many decisions were made.
    pub fn play(&self, bots: &str, seed: u32, games: u32) -> Result<u32, String> {
        games::play(&self.0.map, bots, u64::from(seed), games)
    }
}
