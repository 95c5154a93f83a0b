//! The maps that are played here: for the tables as rules, for clients as drawings.

use capolinea_maps::GameMap;
use capolinea_maps::board::{Label, Point};
use capolinea_protocol::map::*;
use capolinea_table::Maps;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Two maps have the same id.
#[derive(Debug, thiserror::Error)]
#[error("there is a map `{0}` already; give yours another id and its folder the same name")]
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

/// Everything a client needs to know about a map.
pub fn info(map: &GameMap) -> MapInfo {
    let board = &map.board;
    let locations = board.locations.iter().map(|location| {
        let Point { x, y } = location.point;
        DrawnLocationInfo { x, y, label: label(&location.label) }
    });
    let country_ends = board.country_ends.iter().map(|end| CountryEndInfo {
        country: end.country,
        route: end.route,
        x: end.point.x,
        y: end.point.y,
        label: end.label.as_ref().map(label),
    });
    let space =
        |space: &capolinea_maps::board::Space| SpaceInfo { x: space.point.x, y: space.point.y, angle: space.angle };
    let routes = board
        .routes
        .iter()
        .map(|route| DrawnRouteInfo { spaces: route.spaces.iter().map(space).collect(), path: route.path.clone() });
    let land = board.land.iter().map(|land| LandInfo {
        kind: land.kind.word().into(),
        minor: land.is_minor,
        path: land.path.clone(),
    });
    let board = BoardInfo {
        width: board.view.width,
        height: board.view.height,
        space_width: board.space.width,
        space_height: board.space.height,
        city_radius: board.city_radius,
        locations: locations.collect(),
        country_ends: country_ends.collect(),
        routes: routes.collect(),
        land: land.collect(),
    };
    MapInfo::of(&map.map, board)
}

fn label(label: &Label) -> LabelInfo {
    LabelInfo { x: label.point.x, y: label.point.y, anchor: label.anchor.word().into(), size: label.size }
}
