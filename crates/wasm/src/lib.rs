//! Capolinea in a browser, without a server: tables and bots for a module worker, with the same messages as a server's.
//!
//! A worker drives a [`Server`]: it passes events to it as JSON, and executes the commands that it returns (`messages`). It has no
//! clock, no storage and no random numbers of its own. Bots that search think elsewhere, in `crates/wasm-search`.

mod maps;
mod messages;
mod open_table;
mod requests;
mod rows;
mod server;

use capolinea_table::{Now, TableConfig, levels};
use server::LocalServer;
use std::time::Duration;
use wasm_bindgen::prelude::wasm_bindgen;

/// The tables of one browser.
#[wasm_bindgen]
pub struct Server(LocalServer);

#[wasm_bindgen]
impl Server {
    /// No table is open. `seed` is 32 random bytes; with a test seed every game is dealt alike, and bots don't pause.
    #[wasm_bindgen(constructor)]
    pub fn new(seed: &[u8], test_seed: Option<u32>) -> Result<Server, String> {
        let seed = seed.try_into().map_err(|_| "the seed has 32 bytes")?;
        let usual = TableConfig::default();
        let bot_delay = if test_seed.is_some() { 0.0 } else { usual.bot_delay };
        let config = TableConfig { test_seed: test_seed.map(u64::from), bot_delay, ..usual };
        Ok(Server(LocalServer::new(config, seed)))
    }

    /// Reads the `map.json` of a map and returns its digest; tables need no drawing. The newest one of an id is for new games.
    pub fn add_map(&mut self, map_json: &str, is_newest: bool) -> Result<String, String> {
        self.0.maps.add(map_json, is_newest).map_err(|error| error.to_string())
    }

    /// Reports that no map with this id was found.
    pub fn lacks_map(&mut self, id: &str) {
        self.0.lacks_map(id);
    }

    /// Handles an event at a time by two clocks, in milliseconds; returns a list of commands. Both are JSON.
    pub fn handle(&mut self, uptime: f64, unix: f64, event: &str) -> Result<String, String> {
        // From bytes, as maps and records are read, so that there is one parser.
        let event = serde_json::from_slice(event.as_bytes()).map_err(|error| format!("not an event: {error}"))?;
        let now = Now { uptime: Duration::from_secs_f64(uptime.max(0.0) / 1000.0), unix_ms: unix.max(0.0) as u64 };
        let out = self.0.handle(now, event);
        serde_json::to_string(&out).map_err(|error| error.to_string())
    }

    /// When the next alarm is due, by the first clock.
    pub fn next_alarm(&self) -> Option<f64> {
        self.0.next_alarm().map(|at| at.as_secs_f64() * 1000.0)
    }
}

/// The levels of bots, as a server answers them (JSON).
#[wasm_bindgen]
pub fn levels() -> String {
    serde_json::to_string(&levels::all()).expect("messages have nothing that JSON can't say")
}
