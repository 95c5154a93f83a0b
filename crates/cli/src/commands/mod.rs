//! The program's commands.

mod addresses;
mod arena;
pub(crate) mod bot;
pub(crate) mod completions;
pub(crate) mod duel;
pub(crate) mod ladder;
pub(crate) mod learn;
pub(crate) mod man;
pub(crate) mod map;
pub(crate) mod migrate;
pub(crate) mod replay;
pub(crate) mod review;
pub(crate) mod serve;
pub(crate) mod simulate;
pub(crate) mod tune;

use crate::console::print_stderr;
use crate::output::strip_control_chars;
use anyhow::Context as _;
use capolinea_engine::record::RecordError;
use capolinea_engine::{GameRecord, Map};
use capolinea_maps::GameMap;
use capolinea_server::store::postgres::OpenError;
use clap::Args;
use std::path::{Path, PathBuf};

/// Examples and the bots, for the help of commands that name them.
fn bots_help(examples: &str) -> String {
    let lines = capolinea_bots::BOTS.iter().map(|bot| format!("  {:<18}{}\n", bot.name, bot.line));
    format!(
        "{examples}\nBots:\n{}\nA bot that thinks takes a budget for each decision: a time (searcher:50ms), or a number of games that it\n\
         simulates (searcher:200), with which it always makes the same moves. searcher:1s*2 thinks on two threads. The\n\
         default is 50 ms.",
        lines.collect::<String>()
    )
}

/// The options that `tune` and `learn` share: a map and a number of players.
#[derive(Args)]
struct ForTable {
    /// The map's id, or its folder
    #[arg(long, default_value = "usa")]
    map: String,
    /// How many players per game
    #[arg(long, default_value_t = 2, value_parser = clap::value_parser!(u8).range(2..=5))]
    players: u8,
}

impl ForTable {
    /// The map, if it is for this many players.
    fn choose_map(&self) -> anyhow::Result<Chosen> {
        let chosen = choose_map(&self.map)?;
        chosen.map.check_players(self.players)?;
        Ok(chosen)
    }
}

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
        let notice = warnings_notice(&map, Path::new(name));
        notice.into_iter().for_each(|notice| print_stderr(&format!("capolinea: {notice}\n")));
        return Ok(Chosen::Read(Box::new(map)));
    }
    // A built-in map comes before a folder of the same name; `./usa` is always the folder.
    let known: Vec<&str> = capolinea_maps::built_in_ids().collect();
    anyhow::bail!("no map is called `{name}`; there are {}, or name a map's folder", known.join(", "))
}

/// The folders in this one that have a map's file, by name.
fn map_folders(folder: &Path) -> std::io::Result<Vec<PathBuf>> {
    let mut folders: Vec<PathBuf> = std::fs::read_dir(folder)?.flatten().map(|entry| entry.path()).collect();
    folders.retain(|folder| folder.join("map.json").exists());
    folders.sort();
    Ok(folders)
}

/// Every map in a folder of maps.
fn read_maps(folder: &Path) -> anyhow::Result<Vec<GameMap>> {
    let folders = map_folders(folder).with_context(|| format!("--maps {} can't be read", folder.display()))?;
    anyhow::ensure!(
        !folders.is_empty(),
        "--maps {} has no map in it: name the folder that holds your maps' folders",
        folder.display()
    );
    let read = |folder: &PathBuf| {
        let map = capolinea_maps::read_folder(folder);
        let map = map.with_context(|| format!("the map in {} can't be used", folder.display()))?;
        if let Some(notice) = warnings_notice(&map, folder) {
            tracing::warn!("{notice}");
        }
        Ok(map)
    };
    folders.iter().map(read).collect()
}

/// A record and the map that it was played on: the one that is given, or a built-in one.
fn read_record<'m>(text: &str, given: Option<&'m GameMap>) -> Result<(GameRecord, &'m Map), RecordError> {
    let find = |id: &str| given.or_else(|| capolinea_maps::find(id)).map(|found| &found.map);
    let record = GameRecord::read(text, find)?;
    let map = find(&record.map).ok_or_else(|| RecordError::UnknownMap { id: record.map.clone() })?;
    Ok((record, map))
}

/// A hint for a record whose map is not known. `is_given`: the command names a folder.
fn map_hint(problem: &RecordError, is_given: bool) -> &'static str {
    if matches!(problem, RecordError::UnknownMap { .. } | RecordError::MapChanged { .. }) && !is_given {
        " without `--map FOLDER`, the folder of its map"
    } else {
        ""
    }
}

/// The flags for a database that can't be used; `address` is the flag with its address.
fn database_hint(problem: &OpenError, address: &str) -> String {
    match problem {
        OpenError::Unreachable { .. } => format!("(the database: {address}; certificates to trust: --database-ca)"),
        OpenError::Ca { .. } => "(--database-ca)".into(),
        OpenError::Address { .. } | OpenError::Form { .. } | OpenError::Newer { .. } => {
            format!("(the database: {address})")
        }
    }
}

/// How many warnings there are about the map of a folder, and how to read them.
fn warnings_notice(map: &GameMap, folder: &Path) -> Option<String> {
    let count = map.warnings().len();
    let warnings = if count == 1 { "warning" } else { "warnings" };
    let folder = folder.display();
    (count > 0).then(|| {
        strip_control_chars(&format!("{folder} has {count} {warnings}; `capolinea map check {folder}` lists them"))
    })
}
