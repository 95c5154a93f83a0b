//! The folder of `simulate --records`: one file per game, written in the order of their numbers and never overwritten. A command
//! that was interrupted goes on where it stopped.

use crate::output::{read_text, write_new};
use anyhow::Context as _;
use capolinea_arena::Simulation;
use capolinea_engine::GameRecord;
use std::path::{Path, PathBuf};

/// The records of a simulation's games.
pub(crate) struct SavedGames<'a> {
    folder: &'a Path,
    simulation: &'a Simulation<'a>,
}

impl<'a> SavedGames<'a> {
    /// Makes the folder unless it is there.
    pub(crate) fn open(folder: &'a Path, simulation: &'a Simulation<'a>) -> anyhow::Result<Self> {
        std::fs::create_dir_all(folder).with_context(|| format!("can't make the folder {}", folder.display()))?;
        Ok(SavedGames { folder, simulation })
    }

    /// The file of a game, which is counted from 0.
    pub(crate) fn path(&self, game: u32) -> PathBuf {
        self.folder.join(format!("{}-{:06}.json", self.simulation.map().id(), game + 1))
    }

    /// The record of a game that was saved before.
    pub(crate) fn read(&self, game: u32) -> anyhow::Result<Option<GameRecord>> {
        let path = self.path(game);
        if !path.exists() {
            return Ok(None);
        }
        let shown = path.display();
        let record = GameRecord::from_json(&read_text(&path)?)
            .with_context(|| format!("{shown} already exists and can't be read; remove it, or name a new folder"))?;
        anyhow::ensure!(
            self.simulation.is_record_of(game, &record),
            "{shown} already exists, and it is not game {} of this command: the map, the bots or the seed differ; name a new \
             folder, or repeat the command that made it to go on with it",
            game + 1
        );
        Ok(Some(record))
    }

    /// Saves a game's record.
    pub(crate) fn write(&self, game: u32, record: &str) -> anyhow::Result<()> {
        write_new(&self.path(game), record)
    }
}
