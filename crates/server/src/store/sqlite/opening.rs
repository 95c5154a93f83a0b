//! A database before the store uses it: its folder, its lock, its version, and why it can't be used.

use super::journal::empty_journal;
use crate::limits::sqlite::{CACHE_KIBIBYTES, CACHED_STATEMENTS, LOCK_WAIT, MAX_LOG_BYTES};
use rusqlite::{Connection, ErrorCode, ffi};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The schema version that this program writes.
pub const SCHEMA_VERSION: u32 = SCRIPTS.len() as u32;

/// The migration from each version to the next, from an empty database on.
const SCRIPTS: [&str; 9] = [
    include_str!("schema.sql"),
    include_str!("schema_2.sql"),
    include_str!("schema_3.sql"),
    include_str!("schema_4.sql"),
    include_str!("schema_5.sql"),
    include_str!("schema_6.sql"),
    include_str!("schema_7.sql"),
    include_str!("schema_8.sql"),
    include_str!("schema_9.sql"),
];

/// No database is shorter, in bytes.
const SHORTEST: u64 = 512;

/// Why a database can't be used.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// The folder can't be made or written.
    #[error(
        "can't write to the folder {folder} or its files: {problem}. Choose another folder, or make the user that runs this \
         program their owner"
    )]
    Folder {
        /// The folder.
        folder: PathBuf,
        /// The problem.
        problem: std::io::Error,
    },
    /// Games are to be read from a folder that has none.
    #[error(
        "there are no games in {folder}: no file capolinea.sqlite. Name the folder that the server was started with"
    )]
    NoGames {
        /// The folder.
        folder: PathBuf,
    },
    /// Made by a newer program.
    #[error(
        "the database {path} has version {found}; this program knows versions up to {SCHEMA_VERSION}. \
         Start the newer program that wrote it, or choose another folder"
    )]
    Newer {
        /// The file.
        path: PathBuf,
        /// Its version.
        found: u32,
    },
    /// Another server has it open.
    #[error("the database {path} is in use by another server. Stop that one, or choose another folder")]
    InUse {
        /// The file.
        path: PathBuf,
    },
    /// The file that keeps other servers out can't be used.
    #[error(
        "can't lock the folder by {path}: {problem}. Make room on the disk and let the folder be written; if that file \
         itself is broken, and no other server uses the folder, remove that file"
    )]
    Lock {
        /// The file.
        path: PathBuf,
        /// The problem.
        problem: rusqlite::Error,
    },
    /// The database is missing, but its log is there.
    #[error(
        "the database {path} is missing or empty, but its log {} is there. Put the database back; or restore a backup and \
         remove the log; or choose another folder",
        log_of(path).display()
    )]
    LogAlone {
        /// The database's file.
        path: PathBuf,
    },
    /// Something else is where the database should be.
    #[error("{path} is not a database of this program. Move it away, or choose another folder")]
    NotOurs {
        /// The file.
        path: PathBuf,
    },
    /// It can't be written, whatever is in it.
    #[error(
        "can't write to the database {path}: {problem}. Make room on the disk and check that it works, or choose another \
         folder; nothing in the database has changed"
    )]
    Disk {
        /// The file.
        path: PathBuf,
        /// The problem.
        problem: rusqlite::Error,
    },
    /// A broken database.
    #[error("can't open the database {path}: {problem}. Restore it from a backup, or choose another folder")]
    Broken {
        /// The file.
        path: PathBuf,
        /// The problem.
        problem: rusqlite::Error,
    },
}

/// Makes the folder, readable by its owner only where the system supports that: the database holds seeds of running games.
pub(super) fn create_folder(folder: &Path) -> std::io::Result<()> {
    let mut builder = std::fs::DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.recursive(true).create(folder)
}

/// Makes the file, readable by its owner only where the system supports that. SQLite gives the files beside it the same
/// permissions.
pub(super) fn close_to_others(file: &Path) -> std::io::Result<()> {
    let opened = std::fs::OpenOptions::new().create(true).append(true).open(file)?;
    #[cfg(unix)]
    opened.set_permissions(std::os::unix::fs::PermissionsExt::from_mode(0o600))?;
    drop(opened);
    Ok(())
}

/// Where SQLite keeps a database's log.
pub(super) fn log_of(database: &Path) -> PathBuf {
    let mut log = database.as_os_str().to_owned();
    log.push("-wal");
    log.into()
}

/// SQLite would wait for a pipe, and take a file that is too short for an empty database.
pub(super) fn check_file(database: &Path) -> Result<(), OpenError> {
    let is_other = |found: std::fs::Metadata| !found.is_file() || (1..SHORTEST).contains(&found.len());
    if std::fs::metadata(database).is_ok_and(is_other) {
        return Err(OpenError::NotOurs { path: database.to_path_buf() });
    }
    Ok(())
}

/// If the database is missing or empty, SQLite would remove the log, and with it the data that could be rescued.
pub(super) fn check_log(database: &Path) -> Result<(), OpenError> {
    let is_empty = |file: &Path| std::fs::metadata(file).map_or(true, |found| found.len() == 0);
    if is_empty(database) && !is_empty(&log_of(database)) {
        return Err(OpenError::LogAlone { path: database.to_path_buf() });
    }
    Ok(())
}

/// An open transaction on a file of its own: it ends with the program, however that ends.
pub(super) fn lock(file: &Path, database: &Path) -> Result<Connection, OpenError> {
    let wrong = |problem: rusqlite::Error| match problem.sqlite_error_code() {
        Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => OpenError::InUse { path: database.to_path_buf() },
        Some(_) | None => OpenError::Lock { path: file.to_path_buf(), problem },
    };
    let connection = Connection::open(file).map_err(wrong)?;
    connection.busy_timeout(Duration::ZERO).map_err(wrong)?;
    connection.execute_batch("BEGIN EXCLUSIVE").map_err(wrong)?;
    Ok(connection)
}

/// The problem. A full disk damages no database, so nothing has to be restored for it.
pub(super) fn unusable(path: &Path, problem: rusqlite::Error) -> OpenError {
    let path = path.to_path_buf();
    let code = problem.sqlite_error().map(|error| (error.code, error.extended_code));
    match code {
        Some((ErrorCode::SystemIoFailure, ffi::SQLITE_IOERR_READ | ffi::SQLITE_IOERR_SHORT_READ)) => {
            OpenError::Broken { path, problem }
        }
        Some((ErrorCode::DiskFull | ErrorCode::SystemIoFailure, _)) => OpenError::Disk { path, problem },
        Some(_) | None => OpenError::Broken { path, problem },
    }
}

pub(super) fn open_writer(path: &Path) -> Result<Connection, OpenError> {
    let unusable = |problem| unusable(path, problem);
    let mut connection = Connection::open(path).map_err(unusable)?;
    connection.set_prepared_statement_cache_capacity(CACHED_STATEMENTS);
    connection.busy_timeout(LOCK_WAIT).map_err(unusable)?;
    let found: u32 = connection.query_row("PRAGMA user_version", [], |row| row.get(0)).map_err(unusable)?;
    if found > SCHEMA_VERSION {
        return Err(OpenError::Newer { path: path.to_path_buf(), found });
    }
    let is_empty = || connection.query_row("SELECT count(*) = 0 FROM sqlite_schema", [], |row| row.get(0));
    if found == 0 && !is_empty().map_err(unusable)? {
        return Err(OpenError::NotOurs { path: path.to_path_buf() });
    }
    // `FULL`: a commit that was confirmed survives a power cut, not only the end of the program.
    connection
        .execute_batch(&format!(
            "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA wal_autocheckpoint=0; PRAGMA cache_size=-{CACHE_KIBIBYTES};
             PRAGMA journal_size_limit={MAX_LOG_BYTES};"
        ))
        .map_err(unusable)?;
    if found < SCHEMA_VERSION {
        let transaction = connection.transaction().map_err(unusable)?;
        for script in &SCRIPTS[found as usize..] {
            transaction.execute_batch(script).map_err(unusable)?;
        }
        transaction.pragma_update(None, "user_version", SCHEMA_VERSION).map_err(unusable)?;
        transaction.commit().map_err(unusable)?;
    }
    empty_journal(&mut connection).map_err(unusable)?;
    Ok(connection)
}
