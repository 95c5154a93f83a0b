//! A map with its drawing, as clients get it.

use crate::map::*;
use capolinea_maps::GameMap;
use capolinea_maps::board::{Label, Point};

impl From<&GameMap> for MapInfo {
    fn from(map: &GameMap) -> MapInfo {
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
            kind: land.kind.as_str().into(),
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
        MapInfo::new(&map.map, board)
    }
}

fn label(label: &Label) -> LabelInfo {
    LabelInfo { x: label.point.x, y: label.point.y, anchor: label.anchor.as_str().into(), size: label.size }
}
