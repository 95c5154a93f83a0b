//! The maps that were added: the newest of each id for new games, and every one by its digest for games that were begun on it.

use capolinea_engine::Map;
use capolinea_maps::{MapError, read_map};
use capolinea_table::{Maps, Shared, TableConfig};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Every map that is known here.
#[derive(Default)]
pub struct KnownMaps {
    by_digest: BTreeMap<String, Arc<Map>>,
    /// The digest of the newest, by id.
    newest: BTreeMap<String, String>,
}

impl KnownMaps {
    /// Reads the `map.json` of a map; returns its digest.
    ///
    /// # Errors
    /// Every mistake in it.
    pub fn add(&mut self, map_json: &str, is_newest: bool) -> Result<String, MapError> {
        let map = read_map(map_json.as_bytes())?;
        let (id, digest) = (map.id().to_string(), map.digest().to_string());
        if is_newest || !self.newest.contains_key(&id) {
            self.newest.insert(id, digest.clone());
        }
        self.by_digest.insert(digest.clone(), Arc::new(map));
        Ok(digest)
    }

    /// The map for new games.
    pub fn newest(&self, id: &str) -> Option<&Arc<Map>> {
        self.by_digest.get(self.newest.get(id)?)
    }

    /// The map with this digest.
    pub fn find(&self, digest: &str) -> Option<&Arc<Map>> {
        self.by_digest.get(digest)
    }

    /// The state that a table on this map shares with others: only the settings.
    pub fn shared(&self, map: Option<&Arc<Map>>, config: &TableConfig) -> Arc<Shared> {
        let maps: Maps = map.into_iter().map(|map| &**map).collect();
        Arc::new(Shared { config: config.clone(), maps })
    }
}
