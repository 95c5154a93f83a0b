//! The maps that are played here: for the tables as rules, for clients as drawings.

use capolinea_maps::GameMap;
use capolinea_table::Maps;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Two maps have the same id.
#[derive(Debug, thiserror::Error)]
#[error("there is already a map `{0}`; give yours another id, and its folder the same name")]
pub struct IdTaken(String);

/// The drawings of all maps, by id.
#[derive(Debug)]
pub struct DrawnMaps {
    by_id: BTreeMap<String, Arc<GameMap>>,
}

impl DrawnMaps {
    /// The built-in maps and the host's own.
    ///
    /// # Errors
    /// Two maps have the same id.
    pub fn new(own: &[Arc<GameMap>]) -> Result<DrawnMaps, IdTaken> {
        let built_in = capolinea_maps::built_in().map(|map| Arc::new(map.clone()));
        let mut by_id = BTreeMap::new();
        for map in built_in.chain(own.iter().cloned()) {
            if let Some(other) = by_id.insert(map.map.id().to_owned(), map) {
                return Err(IdTaken(other.map.id().to_owned()));
            }
        }
        Ok(DrawnMaps { by_id })
    }

    /// The map with this id.
    pub fn find(&self, id: &str) -> Option<&Arc<GameMap>> {
        self.by_id.get(id)
    }

    /// Every map, by id.
    pub fn all(&self) -> impl Iterator<Item = &GameMap> {
        self.by_id.values().map(Arc::as_ref)
    }

    /// The maps as the tables need them.
    pub fn playable(&self) -> Maps {
        self.all().map(|map| &map.map).collect()
    }
}
