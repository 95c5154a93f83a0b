//! The program's commands.

mod arena;
pub(crate) mod duel;
pub(crate) mod ladder;
pub(crate) mod map;
pub(crate) mod replay;
pub(crate) mod simulate;
pub(crate) mod tune;

use anyhow::Context as _;
use capolinea_maps::GameMap;
use std::path::Path;

/// A map by its id, or by the folder it is in.
enum Chosen {
    BuiltIn(&'static GameMap),
    Read(Box<GameMap>),
}

impl std::ops::Deref for Chosen {
    type Target = GameMap;

    fn deref(&self) -> &GameMap {
        match self {
            Chosen::BuiltIn(map) => map,
            Chosen::Read(map) => map,
        }
    }
}

fn choose_map(name: &str) -> anyhow::Result<Chosen> {
    if let Some(map) = capolinea_maps::find(name) {
        return Ok(Chosen::BuiltIn(map));
    }
    if Path::new(name).is_dir() {
        let map = capolinea_maps::read_folder(name).with_context(|| format!("the map in {name} can't be used"))?;
        return Ok(Chosen::Read(Box::new(map)));
    }
    let known: Vec<&str> = capolinea_maps::built_in_ids().collect();
    anyhow::bail!("no map is called `{name}`; there are {}, or name a map's folder", known.join(", "))
}
