//! The files behind an open database. If one is removed or replaced, SQLite keeps writing to a file without a name: everything
//! would seem saved, and nothing of it would be found after the program's end.

use rusqlite::ffi;
use std::path::{Path, PathBuf};

/// Files as they were when the database was opened.
pub(super) struct WatchedFiles {
    watched: Vec<(PathBuf, Identity)>,
}

impl WatchedFiles {
    /// Remembers which files these are.
    pub(super) fn watch(paths: impl IntoIterator<Item = PathBuf>) -> WatchedFiles {
        let found = |path: PathBuf| identity(&path).map(|identity| (path, identity));
        WatchedFiles { watched: paths.into_iter().filter_map(found).collect() }
    }

    /// Whether they are still the same.
    ///
    /// # Errors
    /// One was removed or replaced.
    pub(super) fn check(&self) -> rusqlite::Result<()> {
        let is_other = |(path, opened): &&(PathBuf, Identity)| identity(path).as_ref() != Some(opened);
        let Some((path, _)) = self.watched.iter().find(is_other) else { return Ok(()) };
        let words = format!(
            "{} was removed or replaced while the server runs; put the same file back, or restart the server with a backup",
            path.display()
        );
        Err(rusqlite::Error::SqliteFailure(ffi::Error::new(ffi::SQLITE_READONLY_DBMOVED), Some(words)))
    }
}

/// The identity of a file on this machine.
#[cfg(unix)]
type Identity = (u64, u64);

#[cfg(unix)]
fn identity(file: &Path) -> Option<Identity> {
    use std::os::unix::fs::MetadataExt as _;
    std::fs::metadata(file).ok().map(|found| (found.dev(), found.ino()))
}

/// Elsewhere a file that is open can't be removed.
#[cfg(not(unix))]
type Identity = ();

#[cfg(not(unix))]
fn identity(_file: &Path) -> Option<Identity> {
    Some(())
}
