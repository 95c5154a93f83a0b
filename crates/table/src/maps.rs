//! The maps that can be played at tables, by the present rules and by older versions of them.

use capolinea_engine::Map;
use capolinea_engine::rules::RULES_VERSION;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Every map that can be played.
#[derive(Debug, Default)]
pub struct Maps {
    /// By id.
    current: BTreeMap<String, Arc<Map>>,
    /// By version of the rules and id.
    older: BTreeMap<(u32, String), Arc<Map>>,
}

impl Maps {
    /// The map with this id.
    pub fn find(&self, id: &str) -> Option<&Arc<Map>> {
        self.current.get(id)
    }

    /// The map with this id by a version of the rules, for games that began under it.
    pub fn find_by_rules(&self, id: &str, version: u32) -> Option<&Arc<Map>> {
        if version == RULES_VERSION { self.find(id) } else { self.older.get(&(version, id.into())) }
    }

    /// Every map by the present rules, by id.
    pub fn all(&self) -> impl Iterator<Item = &Arc<Map>> {
        self.current.values()
    }
}

impl<'a> FromIterator<&'a Map> for Maps {
    fn from_iter<T: IntoIterator<Item = &'a Map>>(maps: T) -> Self {
        let mut all = Maps::default();
        for map in maps {
            for version in 1..RULES_VERSION {
                if let Some(older) = map.by_rules(version) {
                    all.older.insert((version, map.id().to_owned()), Arc::new(older.into_owned()));
                }
            }
            all.current.insert(map.id().to_owned(), Arc::new(map.clone()));
        }
        all
    }
}
