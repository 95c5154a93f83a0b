//! The store in one SQLite file. One thread writes, many writes to a transaction: whoever waits for a commit shares its
//! price with everybody who came meanwhile. Another thread reads.

mod export;
mod files;
mod forgets;
mod reads;
mod writes;

use super::*;
pub use export::{Export, SessionRow, WholeTable};
use files::Files;
use reads::Read;
use rusqlite::{Connection, ErrorCode, OpenFlags, ffi};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, mpsc};
use std::thread;
use std::time::Duration;
use tokio::sync::oneshot;
use writes::WriteRequest;

/// The version of the database's form that this program writes.
pub const SCHEMA_VERSION: u32 = SCRIPTS.len() as u32;

/// What leads from each version to the next, from an empty database on.
const SCRIPTS: [&str; 6] = [
    include_str!("schema.sql"),
    include_str!("schema_2.sql"),
    include_str!("schema_3.sql"),
    include_str!("schema_4.sql"),
    include_str!("schema_5.sql"),
    include_str!("schema_6.sql"),
];

/// The most writes that share a transaction.
const MAX_BATCH: usize = 2048;
/// After a batch of so many, the next one waits a moment for company: a commit costs the same for one as for fifty.
const BUSY: usize = 4;
/// That moment.
const GATHER: Duration = Duration::from_micros(200);
/// More than there are different statements, so that each is prepared once.
const STATEMENTS: usize = 64;
/// After so many writes the log behind the database is moved into it.
const CHECKPOINT_AFTER: usize = 2000;
/// And when nobody has written for so long: a log is easily lost or damaged, and it takes room.
const QUIET: Duration = Duration::from_secs(1);
/// No database is shorter, in bytes.
const SHORTEST: u64 = 512;
/// A log that had to grow beyond this is cut when it begins anew, in bytes.
const LOG_LIMIT: i64 = 64 * 1024 * 1024;

/// Why a database can't be used.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// The folder can't be made or written.
    #[error("can't write to the folder {folder}: {problem}. Choose another folder, or make it writable")]
    Folder {
        /// The folder.
        folder: PathBuf,
        /// What is wrong.
        problem: std::io::Error,
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
    /// Another program has it open.
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
        /// What is wrong.
        problem: rusqlite::Error,
    },
    /// The database is gone, but not what was to be added to it.
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
        "can't write to the database {path}: {problem}. Make room on the disk and see that it works, or choose another \
         folder; nothing in the database has changed"
    )]
    Disk {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        problem: rusqlite::Error,
    },
    /// A broken database.
    #[error("can't open the database {path}: {problem}. Restore it from a backup, or choose another folder")]
    Broken {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        problem: rusqlite::Error,
    },
}

/// A store in a folder.
pub struct SqliteStore {
    writer: mpsc::Sender<WriteRequest>,
    reader: mpsc::Sender<Read>,
    reading: thread::JoinHandle<()>,
    writing: thread::JoinHandle<()>,
    /// Held as long as the store is open: no second server may write beside this one.
    lock: Mutex<Connection>,
}

impl SqliteStore {
    /// Opens the database in `folder`, and makes it if there is none.
    ///
    /// # Errors
    /// The folder can't be written, or what is there can't be used.
    pub fn open(folder: &Path) -> Result<SqliteStore, OpenError> {
        let in_folder = |problem| OpenError::Folder { folder: folder.to_path_buf(), problem };
        create_folder(folder).map_err(in_folder)?;
        let probe = folder.join(".write-test");
        std::fs::write(&probe, b"").and_then(|()| std::fs::remove_file(&probe)).map_err(in_folder)?;
        let path = folder.join("capolinea.sqlite");
        check_file(&path)?;
        check_log(&path)?;
        close_to_others(&path).map_err(in_folder)?;
        let lock = lock(&folder.join("capolinea.lock"), &path)?;
        let writer = open_writer(&path)?;
        let unusable = |problem| unusable(&path, problem);
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let reader = Connection::open_with_flags(&path, flags).map_err(unusable)?;
        // It opens its files with its first look: now, while they are where they should be.
        reader.query_row("PRAGMA schema_version", [], |_| Ok(())).map_err(unusable)?;
        let files = Files::watch([path.clone(), log_of(&path)]);
        let (write, to_write) = mpsc::channel();
        let (read, to_read) = mpsc::channel();
        let spawn_all = || {
            let reading = spawn("store-read", move || reads::answer_all(&reader, &to_read))?;
            let writing = spawn("store-write", move || write_all(&writer, &files, &to_write))?;
            Ok((reading, writing))
        };
        let (reading, writing) = spawn_all().map_err(in_folder)?;
        Ok(SqliteStore { writer: write, reader: read, reading, writing, lock: Mutex::new(lock) })
    }

    /// Waits until everything asked for is written, and closes the database.
    pub fn close(self) {
        let SqliteStore { writer, reader, reading, writing, lock } = self;
        let join = |thread: thread::JoinHandle<()>| {
            if thread.join().is_err() {
                tracing::error!("a thread of the store ended in a panic");
            }
        };
        // Whoever closes the database last moves the log into it, which a reader can't.
        drop(reader);
        join(reading);
        drop(writer);
        join(writing);
        drop(lock);
    }

    fn write<T>(&self, make: impl FnOnce(oneshot::Sender<Result<T, StoreError>>) -> WriteRequest) -> Answer<T>
    where
        T: Send + 'static,
    {
        let (answer, answered) = oneshot::channel();
        let sent = self.writer.send(make(answer)).is_ok();
        later(sent, answered)
    }

    fn read<T>(&self, make: impl FnOnce(oneshot::Sender<Result<T, StoreError>>) -> Read) -> Answer<T>
    where
        T: Send + 'static,
    {
        let (answer, answered) = oneshot::channel();
        let sent = self.reader.send(make(answer)).is_ok();
        later(sent, answered)
    }
}

/// Makes the folder, for its owner's eyes only where the system knows such a thing: the database holds seeds of running games.
fn create_folder(folder: &Path) -> std::io::Result<()> {
    let mut builder = std::fs::DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.recursive(true).create(folder)
}

/// Makes the file, and lets its owner alone read it where the system knows such a thing. The files that SQLite puts beside it
/// are as closed as it is.
fn close_to_others(file: &Path) -> std::io::Result<()> {
    let opened = std::fs::OpenOptions::new().create(true).append(true).open(file)?;
    #[cfg(unix)]
    opened.set_permissions(std::os::unix::fs::PermissionsExt::from_mode(0o600))?;
    drop(opened);
    Ok(())
}

fn spawn(name: &str, work: impl FnOnce() + Send + 'static) -> std::io::Result<thread::JoinHandle<()>> {
    thread::Builder::new().name(name.into()).spawn(work)
}

/// Where SQLite keeps what is to be added to a database.
fn log_of(database: &Path) -> PathBuf {
    let mut log = database.as_os_str().to_owned();
    log.push("-wal");
    log.into()
}

/// A pipe would be waited for, and a file too short for a database taken for an empty one.
fn check_file(database: &Path) -> Result<(), OpenError> {
    let is_other = |found: std::fs::Metadata| !found.is_file() || (1..SHORTEST).contains(&found.len());
    if std::fs::metadata(database).is_ok_and(is_other) {
        return Err(OpenError::NotOurs { path: database.to_path_buf() });
    }
    Ok(())
}

/// Beside a database that is missing or empty SQLite would remove the log, and with it what could be rescued.
fn check_log(database: &Path) -> Result<(), OpenError> {
    let is_empty = |file: &Path| std::fs::metadata(file).map_or(true, |found| found.len() == 0);
    if is_empty(database) && !is_empty(&log_of(database)) {
        return Err(OpenError::LogAlone { path: database.to_path_buf() });
    }
    Ok(())
}

/// An open transaction on a file of its own: it ends with the program, however that ends.
fn lock(file: &Path, database: &Path) -> Result<Connection, OpenError> {
    let wrong = |problem: rusqlite::Error| match problem.sqlite_error_code() {
        Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => OpenError::InUse { path: database.to_path_buf() },
        Some(_) | None => OpenError::Lock { path: file.to_path_buf(), problem },
    };
    let connection = Connection::open(file).map_err(wrong)?;
    connection.busy_timeout(Duration::ZERO).map_err(wrong)?;
    connection.execute_batch("BEGIN EXCLUSIVE").map_err(wrong)?;
    Ok(connection)
}

/// What is wrong: a disk that takes nothing more spoils no database, so that nobody must restore one.
fn unusable(path: &Path, problem: rusqlite::Error) -> OpenError {
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

fn open_writer(path: &Path) -> Result<Connection, OpenError> {
    let unusable = |problem| unusable(path, problem);
    let mut connection = Connection::open(path).map_err(unusable)?;
    connection.set_prepared_statement_cache_capacity(STATEMENTS);
    connection.busy_timeout(Duration::from_secs(2)).map_err(unusable)?;
    let found: u32 = connection.query_row("PRAGMA user_version", [], |row| row.get(0)).map_err(unusable)?;
    if found > SCHEMA_VERSION {
        return Err(OpenError::Newer { path: path.to_path_buf(), found });
    }
    let is_empty = || connection.query_row("SELECT count(*) = 0 FROM sqlite_schema", [], |row| row.get(0));
    if found == 0 && !is_empty().map_err(unusable)? {
        return Err(OpenError::NotOurs { path: path.to_path_buf() });
    }
    // `FULL`: a commit that was answered for survives a power cut, not only the end of the program.
    connection
        .execute_batch(&format!(
            "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA wal_autocheckpoint=0; PRAGMA cache_size=-65536;
             PRAGMA journal_size_limit={LOG_LIMIT};"
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
    Ok(connection)
}

/// Writes whatever comes, as much at once as has come; ends when nobody can send any more. The same connection moves the log
/// into the database: SQLite's log is safest with a single connection that changes anything.
fn write_all(connection: &Connection, files: &Files, to_write: &mpsc::Receiver<WriteRequest>) {
    let (mut written, mut keys) = (0, writes::Keys::default());
    let mut last_batch = 0;
    loop {
        let quiet = if written == 0 { Duration::MAX } else { QUIET };
        let first = match to_write.recv_timeout(quiet) {
            Ok(first) => first,
            Err(mpsc::RecvTimeoutError::Timeout) => {
                written = 0;
                checkpoint(connection);
                continue;
            }
            Err(mpsc::RecvTimeoutError::Disconnected) => return,
        };
        let mut batch = vec![first];
        if last_batch >= BUSY {
            thread::sleep(GATHER);
        }
        while batch.len() < MAX_BATCH
            && let Ok(next) = to_write.try_recv()
        {
            batch.push(next);
        }
        last_batch = batch.len();
        written += batch.len();
        writes::commit(connection, files, &mut keys, batch);
        if written >= CHECKPOINT_AFTER {
            written = 0;
            checkpoint(connection);
        }
    }
}

/// Moves what the log holds into the database.
fn checkpoint(connection: &Connection) {
    if let Err(problem) = connection.query_row("PRAGMA wal_checkpoint(PASSIVE)", [], |_| Ok(())) {
        tracing::warn!(%problem, "a checkpoint of the database failed; the next one will do more");
    }
}

impl Store for SqliteStore {
    fn create(&self, table: NewTable) -> Answer<()> {
        self.write(|answer| WriteRequest::Create { table: Box::new(table), attempt: None, answer })
    }

    fn create_once(&self, table: NewTable, attempt: AttemptRow) -> Answer<()> {
        self.write(|answer| WriteRequest::Create { table: Box::new(table), attempt: Some(attempt), answer })
    }

    fn attempt(&self, key: TokenHash) -> Answer<Option<AttemptRow>> {
        self.read(|answer| Read::Attempt { key, answer })
    }

    fn load(&self, id: TableId) -> Answer<Option<StoredTable>> {
        self.read(|answer| Read::Load { id, answer })
    }

    fn commit(&self, id: TableId, write: Write) -> Answer<()> {
        self.write(|answer| WriteRequest::Commit { id, write: Box::new(write), answer })
    }

    fn add_chat(&self, id: TableId, line: ChatRow) -> Answer<()> {
        self.write(|answer| WriteRequest::AddChat { id, line: Box::new(line), answer })
    }

    fn chat(&self, id: TableId, at_most: u32) -> Answer<Vec<ChatRow>> {
        self.read(|answer| Read::Chat { id, at_most, answer })
    }

    fn tables_of(&self, session: TokenHash, at_most: u32) -> Answer<Vec<TableRow>> {
        self.read(|answer| Read::TablesOf { session, at_most, answer })
    }

    fn count_open(&self, session: TokenHash, since: u64) -> Answer<u32> {
        self.read(|answer| Read::CountOpen { session, since, answer })
    }

    fn forget_old(&self, now: u64) -> Answer<bool> {
        let more = Arc::new(AtomicBool::new(false));
        let found = more.clone();
        let forgotten = self.write(|answer| WriteRequest::ForgetOld { now, more, answer });
        Box::pin(async move { forgotten.await.map(|()| found.load(Ordering::Relaxed)) })
    }

    fn alarms(&self) -> Answer<Vec<Alarm>> {
        self.read(|answer| Read::Alarms { answer })
    }

    fn add_session(&self, session: TokenHash, at: u64) -> Answer<()> {
        self.write(|answer| WriteRequest::AddSession { session, at, answer })
    }

    fn session_seen(&self, session: TokenHash) -> Answer<Option<u64>> {
        self.read(|answer| Read::SessionSeen { session, answer })
    }

    fn add_link(&self, link: SeatLinkRow) -> Answer<()> {
        self.write(|answer| WriteRequest::AddLink { link, answer })
    }

    fn link(&self, token: TokenHash, now: u64) -> Answer<Option<SeatLinkRow>> {
        self.read(|answer| Read::Link { token, now, answer })
    }

    fn spend_link(&self, token: TokenHash, by: TokenHash) -> Answer<()> {
        self.write(|answer| WriteRequest::SpendLink { token, by, answer })
    }

    fn check(&self) -> Answer<()> {
        let written = self.write(|answer| WriteRequest::Check { answer });
        let reader = self.reader.clone();
        Box::pin(async move {
            written.await?;
            let (answer, answered) = oneshot::channel();
            let sent = reader.send(Read::Check { answer }).is_ok();
            later(sent, answered).await
        })
    }
}
