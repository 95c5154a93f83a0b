//! A folder with SQLite copied to PostgreSQL, and every table checked: read back, compared, its game replayed.

use super::postgres::{Import, Imported, PostgresOptions, PostgresStore};
use super::sqlite::Export;
use super::{ChallengeStore, Store as _};
use crate::maps::DrawnMaps;
use capolinea_maps::GameMap;
use capolinea_table::{Loaded, Maps, TableId};
use std::path::Path;
use std::sync::Arc;

/// Why a copy ended early.
#[derive(Debug, thiserror::Error)]
pub enum CopyError {
    /// The folder can't be used.
    #[error(transparent)]
    Folder(#[from] super::sqlite::OpenError),
    /// The database can't be used.
    #[error(transparent)]
    Database(#[from] super::postgres::OpenError),
    /// Two maps have the same id.
    #[error(transparent)]
    Map(#[from] crate::maps::IdTaken),
    /// Something can't be read or written.
    #[error("not everything is copied; what is copied is complete, and the command can be repeated when this is fixed")]
    Store(#[from] super::StoreError),
    /// The data written differs from the data read.
    #[error("the table {table} differs in the database and in the folder: please report this as a bug")]
    Different {
        /// The table.
        table: TableId,
    },
}

/// The copied data, in numbers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Copied {
    /// Tables that were not there.
    pub new: u64,
    /// Tables that were there at an earlier moment.
    pub continued: u64,
    /// Tables that were there already.
    pub same: u64,
    /// Tables that have moved on in the database, and were left alone.
    pub newer: u64,
    /// Sessions.
    pub sessions: u64,
    /// Tables whose game can't be replayed, in the folder as in the copy, and why.
    pub broken: Vec<(String, String)>,
}

/// Copies a folder to a database. `progress` gets the number of tables and how many are done.
///
/// # Errors
/// The folder or the database can't be used, or the copy is not valid.
pub async fn copy(
    from: &Path,
    to: &PostgresOptions,
    own_maps: &[Arc<GameMap>],
    mut progress: impl FnMut(u64, u64),
) -> Result<Copied, CopyError> {
    let maps = DrawnMaps::new(own_maps)?.playable();
    let export = Export::open(from)?;
    let store = PostgresStore::open(to).await?;
    let import = Import::open(to).await?;
    let mut copied = Copied::default();
    copy_sessions(&export, &import, &mut copied).await?;
    let (count, mut done, mut last) = (export.count_tables()?, 0, 0);
    loop {
        let tables = export.tables_after(last)?;
        let Some(&(newest, _)) = tables.last() else { break };
        for (number, id) in tables {
            copy_table(&export, &import, &store, &maps, (number, id), &mut copied).await?;
            done += 1;
            progress(done, count);
        }
        last = newest;
    }
    for link in export.links()? {
        import.link(&link).await?;
    }
    for attempt in export.attempts()? {
        import.attempt(&attempt).await?;
    }
    copy_challenges(&export, store.challenges()).await?;
    store.close().await;
    Ok(copied)
}

async fn copy_challenges(export: &Export, to: &dyn ChallengeStore) -> Result<(), CopyError> {
    if let Some(secret) = export.secret()? {
        to.secret(secret).await?;
    }
    for (challenge, plays) in export.challenges()? {
        let (id, closes) = (challenge.id, challenge.closes);
        to.add_challenge(challenge).await?;
        if let Some(at) = closes {
            to.close_challenge(id, at).await?;
        }
        for play in plays {
            to.add_play(play).await?;
        }
    }
    Ok(())
}

async fn copy_sessions(export: &Export, import: &Import, copied: &mut Copied) -> Result<(), CopyError> {
    let mut last = None;
    loop {
        let sessions = export.sessions_after(last)?;
        let Some(newest) = sessions.last() else { return Ok(()) };
        last = Some(newest.session);
        for session in &sessions {
            import.session(session).await?;
            copied.sessions += 1;
        }
    }
}

async fn copy_table(
    export: &Export,
    import: &Import,
    store: &PostgresStore,
    maps: &Maps,
    (number, id): (i64, TableId),
    copied: &mut Copied,
) -> Result<(), CopyError> {
    let table = export.table(number, id)?;
    let imported = import.table(&table).await?;
    let counted = match imported {
        Imported::New => &mut copied.new,
        Imported::Continued => &mut copied.continued,
        Imported::Same => &mut copied.same,
        Imported::Newer => &mut copied.newer,
    };
    *counted += 1;
    let found = store.load(id).await?;
    let Some(found) = found.filter(|found| imported == Imported::Newer || *found == table.stored) else {
        return Err(CopyError::Different { table: id });
    };
    if let Err(refusal) = Loaded::new(maps, found) {
        copied.broken.push((id.to_string(), refusal.words));
    }
    Ok(())
}
