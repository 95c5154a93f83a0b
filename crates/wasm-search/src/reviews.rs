//! The review of a finished game, in steps that a worker takes.

use capolinea_engine::GameRecord;
use capolinea_maps::GameMap;
use capolinea_review::{Options, Review};
use wasm_bindgen::prelude::wasm_bindgen;

/// A review in progress.
#[wasm_bindgen]
pub struct Reviewer {
    review: Review,
    fingerprint: String,
}

#[wasm_bindgen]
impl Reviewer {
    /// Replays a record, JSON or text, on the map with these two files. Nothing is judged yet.
    #[wasm_bindgen(constructor)]
    pub fn new(map_json: &str, board_json: &str, record: &str, rollouts: u32) -> Result<Reviewer, String> {
        let map = GameMap::read(map_json.as_bytes(), board_json.as_bytes()).map_err(|error| error.to_string())?.map;
        let record = GameRecord::read(record, |_| Some(&map)).map_err(|error| error.to_string())?;
        let review = Review::new(&map, &record, Options { rollouts }).map_err(|error| error.to_string())?;
        Ok(Reviewer { review, fingerprint: capolinea_review::fingerprint(&record) })
    }

    /// The fingerprint of the game: a stored report belongs to it if it has the same.
    pub fn fingerprint(&self) -> String {
        self.fingerprint.clone()
    }

    /// Does one unit of work, some milliseconds; returns whether there is more to do.
    pub fn step(&mut self) -> bool {
        self.review.step();
        !self.review.is_done()
    }

    /// How far it is (JSON).
    pub fn progress(&self) -> String {
        serde_json::to_string(&self.review.progress()).expect("a report has nothing that JSON can't say")
    }

    /// Everything that is known so far (JSON).
    pub fn report(&self) -> String {
        serde_json::to_string(&self.review.report()).expect("a report has nothing that JSON can't say")
    }
}
