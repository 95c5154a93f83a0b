//! The store in one SQLite file. One thread writes, many writes per transaction: all callers that wait at the same time share
//! the cost of a commit. Another thread reads.

mod challenges;
mod export;
mod files;
mod forgets;
mod journal;
mod lines;
mod opening;
mod reads;
mod writes;

use super::*;
use crate::limits::sqlite::{BUSY_BATCH, CHECKPOINT_AFTER, GATHER_FOR, MAX_BATCH, QUIET_FOR};
pub use export::{Export, SessionRow, WholeTable};
use files::WatchedFiles;
use journal::SharedLatest;
pub use opening::{OpenError, SCHEMA_VERSION};
use opening::{check_file, check_log, close_to_others, create_folder, lock, log_of, open_writer, unusable};
use reads::{ReadRequest, Reader};
use rusqlite::{Connection, OpenFlags};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, mpsc};
use std::thread;
use std::time::Duration;
use tokio::sync::oneshot;
use writes::{WriteRequest, Writer};

/// A store in a folder.
pub struct SqliteStore {
    writer: mpsc::Sender<WriteRequest>,
    reader: mpsc::Sender<ReadRequest>,
    reading: thread::JoinHandle<()>,
    writing: thread::JoinHandle<()>,
    /// Held as long as the store is open: no second server may write beside this one.
    lock: Mutex<Connection>,
}

impl SqliteStore {
    /// Opens the database in `folder`, and makes it if there is none.
    ///
    /// # Errors
    /// The folder can't be written, or its contents can't be used.
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
        // SQLite opens its files at the first read, so read now, while they are in place.
        reader.query_row("PRAGMA schema_version", [], |_| Ok(())).map_err(unusable)?;
        let files = WatchedFiles::watch([path.clone(), log_of(&path)]);
        let (write, to_write) = mpsc::channel();
        let (read, to_read) = mpsc::channel();
        let latest = SharedLatest::default();
        let reader = Reader { connection: reader, latest: latest.clone() };
        let spawn_all = || {
            let reading = spawn("store-read", move || reader.answer_all(&to_read))?;
            let writing = spawn("store-write", move || write_all(Writer::new(&writer, &files, latest), &to_write))?;
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
        // The connection that closes last moves the log into the database, which a reader can't.
        drop(reader);
        join(reading);
        drop(writer);
        join(writing);
        drop(lock);
    }

    fn write<T>(&self, make: impl FnOnce(oneshot::Sender<Result<T, StoreError>>) -> WriteRequest) -> StoreFuture<T>
    where
        T: Send + 'static,
    {
        let (answer, answered) = oneshot::channel();
        let sent = self.writer.send(make(answer)).is_ok();
        later(sent, answered)
    }

    fn read<T>(&self, make: impl FnOnce(oneshot::Sender<Result<T, StoreError>>) -> ReadRequest) -> StoreFuture<T>
    where
        T: Send + 'static,
    {
        let (answer, answered) = oneshot::channel();
        let sent = self.reader.send(make(answer)).is_ok();
        later(sent, answered)
    }
}

fn spawn(name: &str, work: impl FnOnce() + Send + 'static) -> std::io::Result<thread::JoinHandle<()>> {
    thread::Builder::new().name(name.into()).spawn(work)
}

/// Writes requests, all that wait in one transaction; ends when no sender is left. The same connection moves the log
/// into the database: SQLite's log is safest with a single connection that changes anything.
fn write_all(mut writer: Writer<'_>, to_write: &mpsc::Receiver<WriteRequest>) {
    let mut written = 0;
    let mut last_batch = 0;
    loop {
        let quiet = if written == 0 { Duration::MAX } else { QUIET_FOR };
        let first = match to_write.recv_timeout(quiet) {
            Ok(first) => first,
            Err(mpsc::RecvTimeoutError::Timeout) => {
                written = 0;
                writer.tidy();
                continue;
            }
            Err(mpsc::RecvTimeoutError::Disconnected) => return writer.empty_journal(),
        };
        let mut batch = vec![first];
        if last_batch >= BUSY_BATCH {
            thread::sleep(GATHER_FOR);
        }
        while batch.len() < MAX_BATCH
            && let Ok(next) = to_write.try_recv()
        {
            batch.push(next);
        }
        last_batch = batch.len();
        written += batch.len();
        writer.commit(batch);
        if written >= CHECKPOINT_AFTER {
            written = 0;
            writer.tidy();
        }
    }
}

impl Store for SqliteStore {
    fn create(&self, table: NewTable) -> StoreFuture<()> {
        self.write(|answer| WriteRequest::Create { table: Box::new(table), attempt: None, answer })
    }

    fn create_once(&self, table: NewTable, attempt: AttemptRow) -> StoreFuture<()> {
        self.write(|answer| WriteRequest::Create { table: Box::new(table), attempt: Some(attempt), answer })
    }

    fn attempt(&self, key: TokenHash) -> StoreFuture<Option<AttemptRow>> {
        self.read(|answer| ReadRequest::Attempt { key, answer })
    }

    fn load(&self, id: TableId) -> StoreFuture<Option<StoredTable>> {
        self.read(|answer| ReadRequest::Load { id, answer })
    }

    fn commit(&self, id: TableId, write: Write) -> StoreFuture<()> {
        self.write(|answer| WriteRequest::Commit { id, write: Box::new(write), answer })
    }

    fn add_chat(&self, id: TableId, line: ChatRow) -> StoreFuture<()> {
        self.write(|answer| WriteRequest::AddChat { id, line: Box::new(line), answer })
    }

    fn chat(&self, id: TableId, at_most: u32) -> StoreFuture<Vec<ChatRow>> {
        self.read(|answer| ReadRequest::Chat { id, at_most, answer })
    }

    fn tables_of(&self, session: TokenHash, at_most: u32) -> StoreFuture<Vec<TableRow>> {
        self.read(|answer| ReadRequest::TablesOf { session, at_most, answer })
    }

    fn count_open(&self, session: TokenHash, since: u64) -> StoreFuture<u32> {
        self.read(|answer| ReadRequest::CountOpen { session, since, answer })
    }

    fn forget_old(&self, now: u64) -> StoreFuture<bool> {
        let more = Arc::new(AtomicBool::new(false));
        let found = more.clone();
        let forgotten = self.write(|answer| WriteRequest::ForgetOld { now, more, answer });
        Box::pin(async move { forgotten.await.map(|()| found.load(Ordering::Relaxed)) })
    }

    fn alarms(&self) -> StoreFuture<Vec<Alarm>> {
        self.read(|answer| ReadRequest::Alarms { answer })
    }

    fn add_session(&self, session: TokenHash, at: u64) -> StoreFuture<()> {
        self.write(|answer| WriteRequest::AddSession { session, at, answer })
    }

    fn session_seen(&self, session: TokenHash) -> StoreFuture<Option<u64>> {
        self.read(|answer| ReadRequest::SessionSeen { session, answer })
    }

    fn add_link(&self, link: SeatLinkRow) -> StoreFuture<()> {
        self.write(|answer| WriteRequest::AddLink { link, answer })
    }

    fn link(&self, token: TokenHash, now: u64) -> StoreFuture<Option<SeatLinkRow>> {
        self.read(|answer| ReadRequest::Link { token, now, answer })
    }

    fn spend_link(&self, token: TokenHash, by: TokenHash) -> StoreFuture<()> {
        self.write(|answer| WriteRequest::SpendLink { token, by, answer })
    }

    fn challenges(&self) -> &dyn ChallengeStore {
        self
    }

    fn check(&self) -> StoreFuture<()> {
        let written = self.write(|answer| WriteRequest::Check { answer });
        let reader = self.reader.clone();
        Box::pin(async move {
            written.await?;
            let (answer, answered) = oneshot::channel();
            let sent = reader.send(ReadRequest::Check { answer }).is_ok();
            later(sent, answered).await
        })
    }
}
