//! `capolinea map new` and `capolinea map export`: folders as a start for your own map.

use crate::output::{print, write_new};
use anyhow::Context as _;
use capolinea_engine::map::is_id;
use capolinea_maps::{MapFiles, built_in_files, built_in_ids, starter};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

/// Writes a small map to begin with.
pub(super) fn new(id: &str, parent: &Path) -> anyhow::Result<()> {
    check_new_id(id)?;
    let folder = write_folder(parent, id, &starter(id))?;
    let changes = "a small map that can be played. Now change its map.json and board.json";
    print(&format!("{}: {changes}:\n{}", folder.display(), next_steps(&folder, parent)))
}

/// The commands for a map that is being made.
fn next_steps(folder: &Path, parent: &Path) -> String {
    let check = format!("capolinea map check {}", folder.display());
    let play = format!("capolinea play --maps {}", parent.display());
    let width = check.len().max(play.len());
    format!("\n  {check:<width$}    # mistakes and warnings\n  {play:<width$}    # play it in the browser\n")
}

/// Writes the files of a built-in map, with another id if one is given.
pub(super) fn export(id: &str, parent: &Path, new_id: Option<&str>) -> anyhow::Result<()> {
    let known = || built_in_ids().collect::<Vec<_>>().join(", ");
    let files =
        built_in_files(id).with_context(|| format!("no built-in map is called `{id}`; there are {}", known()))?;
    let (name, files) = match new_id {
        Some(new_id) => {
            check_new_id(new_id)?;
            (new_id, files.renamed(id, new_id))
        }
        None => (id, files),
    };
    let folder = write_folder(parent, name, &files)?;
    let shown = folder.display();
    if new_id.is_none() {
        // It can't be played beside the built-in map, so there is less to do with it.
        return print(&format!("{shown}: map.json and board.json of `{id}`\n"));
    }
    let changes = "Its `name` is still that of the other: change it in map.json";
    print(&format!("{shown}: a copy of `{id}`. {changes}:\n{}", next_steps(&folder, parent)))
}

fn check_new_id(id: &str) -> anyhow::Result<()> {
    anyhow::ensure!(is_id(id), "`{id}` can't be a map's id: write lowercase letters, digits and _, as in new_york");
    let is_taken = built_in_ids().any(|known| known == id);
    anyhow::ensure!(
        !is_taken,
        "`{id}` is the id of a built-in map: choose another, so that the two can be distinguished"
    );
    Ok(())
}

/// Makes the folder of a map; one that is there already is left alone.
fn write_folder(parent: &Path, id: &str, files: &MapFiles) -> anyhow::Result<PathBuf> {
    let make = |path: &Path| format!("can't make the folder {}", path.display());
    std::fs::create_dir_all(parent).with_context(|| make(parent))?;
    let folder = parent.join(id);
    std::fs::create_dir(&folder).map_err(|error| {
        if error.kind() == ErrorKind::AlreadyExists {
            return anyhow::anyhow!(
                "{} already exists and is not overwritten: choose another id or folder",
                folder.display()
            );
        }
        anyhow::Error::new(error).context(make(&folder))
    })?;
    let written = write_new(&folder.join("map.json"), &files.map_json)
        .and_then(|()| write_new(&folder.join("board.json"), &files.board_json));
    if let Err(error) = written {
        // Half a map would be in the way of the next attempt.
        drop(std::fs::remove_dir_all(&folder));
        return Err(error);
    }
    Ok(folder)
}
