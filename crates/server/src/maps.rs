//! The maps that are played here.

use capolinea_engine::map::Map;
use capolinea_engine::rules::RULES_VERSION;
use capolinea_maps::GameMap;
use capolinea_maps::board::{Label, Point};
use capolinea_protocol::map::*;
use std::collections::BTreeMap;
use std::sync::{LazyLock, Mutex, PoisonError};

/// A map and what the server knows about it.
pub struct ServedMap {
    /// The map itself.
    pub map: &'static Map,
    game_map: &'static GameMap,
}

/// Maps of the host's own, until they are served with the others.
static ADDED: Mutex<Vec<&'static GameMap>> = Mutex::new(Vec::new());

static MAPS: LazyLock<BTreeMap<&'static str, ServedMap>> = LazyLock::new(|| {
    let served = |game_map: &'static GameMap| {
        let map = &game_map.map;
        (map.id.as_str(), ServedMap { map, game_map })
    };
    let added = std::mem::take(&mut *ADDED.lock().unwrap_or_else(PoisonError::into_inner));
    capolinea_maps::built_in().chain(added).map(served).collect()
});

/// The same maps by older versions of the rules.
static OLDER: LazyLock<BTreeMap<u32, BTreeMap<&'static str, ServedMap>>> = LazyLock::new(|| {
    let by_rules = |served: &'static ServedMap, version| {
        let map: &'static Map = Box::leak(Box::new(served.map.by_rules(version)?.into_owned()));
        Some((map.id.as_str(), ServedMap { map, game_map: served.game_map }))
    };
    let of_version = |version| (version, all().filter_map(|served| by_rules(served, version)).collect());
    (1..RULES_VERSION).map(of_version).collect()
});

/// Why a map can't be added.
#[derive(Debug, thiserror::Error)]
#[error("there is a map `{0}` already; give yours another id and its folder the same name")]
pub struct IdTaken(String);

/// Adds a map of the host's own for as long as the program runs; before the first game is asked for.
///
/// # Errors
/// Another map has its id.
pub fn add(map: GameMap) -> Result<(), IdTaken> {
    let mut added = ADDED.lock().unwrap_or_else(PoisonError::into_inner);
    let id = &map.map.id;
    if capolinea_maps::find(id).is_some() || added.iter().any(|other| other.map.id == *id) {
        return Err(IdTaken(id.clone()));
    }
    added.push(Box::leak(Box::new(map)));
    Ok(())
}

/// The map with this id.
pub fn find(id: &str) -> Option<&'static ServedMap> {
    MAPS.get(id)
}

/// The map with this id by a version of the rules, for games that began under it.
pub fn find_by_rules(id: &str, version: u32) -> Option<&'static ServedMap> {
    if version == RULES_VERSION { find(id) } else { OLDER.get(&version)?.get(id) }
}

/// Every map.
pub fn all() -> impl Iterator<Item = &'static ServedMap> {
    MAPS.values()
}

impl ServedMap {
    /// Everything a client needs to know about it.
    pub fn info(&self) -> MapInfo {
        let board = &self.game_map.board;
        let board = BoardInfo {
            width: board.view.width,
            height: board.view.height,
            space_width: board.space.width,
            space_height: board.space.height,
            city_radius: board.city_radius,
            locations: board
                .locations
                .iter()
                .map(|location| {
                    let Point { x, y } = location.point;
                    DrawnLocationInfo { x, y, label: label(&location.label) }
                })
                .collect(),
            country_ends: board
                .country_ends
                .iter()
                .map(|end| CountryEndInfo {
                    country: end.country,
                    route: end.route,
                    x: end.point.x,
                    y: end.point.y,
                    label: end.label.as_ref().map(label),
                })
                .collect(),
            routes: board
                .routes
                .iter()
                .map(|route| DrawnRouteInfo {
                    spaces: route
                        .spaces
                        .iter()
                        .map(|space| SpaceInfo { x: space.point.x, y: space.point.y, angle: space.angle })
                        .collect(),
                    path: route.path.clone(),
                })
                .collect(),
            land: board
                .land
                .iter()
                .map(|land| LandInfo { kind: land.kind.word().into(), minor: land.is_minor, path: land.path.clone() })
                .collect(),
        };
        MapInfo::of(self.map, board)
    }
}

fn label(label: &Label) -> LabelInfo {
    LabelInfo { x: label.point.x, y: label.point.y, anchor: label.anchor.word().into(), size: label.size }
}
