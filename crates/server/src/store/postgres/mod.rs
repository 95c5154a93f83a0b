//! The store in a PostgreSQL database, which several servers may share.
//!
//! Any server may work on a table; that one of them usually does is only faster. Consistency is decided here: every change
//! names the version and the revision that its writer knows, and the database compares.
//!
//! One connection writes the changes of all tables, as many in one statement as have arrived meanwhile; two write everything else;
//! a pool reads. If a connection is lost while something is being written, the store finds out whether it was committed before it
//! answers ([`lanes`]).

mod challenges;
mod commits;
mod connect;
mod import;
mod lanes;
mod migrations;
mod others;
mod reads;
mod rows;
mod writes;

use super::*;
use crate::limits::postgres::{HINTS_KEPT, OTHER_LANES};
use commits::Commit;
use connect::Connector;
use deadpool_postgres::Pool;
pub use import::{Import, Imported};
use lanes::Lane;
pub use migrations::SCHEMA_VERSION;
#[doc(hidden)]
pub use migrations::{SCRIPTS, Script};
use others::Notifier;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use tokio::sync::{broadcast, mpsc, oneshot};
use writes::WriteRequest;

/// Why a database can't be used.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// The address is not valid.
    #[error("the database's address is not valid: {problem}. Write it as postgres://user:password@host:5432/name")]
    Address {
        /// The problem.
        problem: String,
    },
    /// The file of certificates can't be used.
    #[error("the certificates in {path} can't be used: {problem}. Name a file in PEM form")]
    Ca {
        /// The file.
        path: PathBuf,
        /// The problem.
        problem: String,
    },
    /// It does not answer.
    #[error(
        "can't connect to the database at {place}: {problem}. Make sure that it runs and that address, user and password are \
         right. If this machine does not trust the certificate, name a file with those to trust; sslmode=disable turns TLS off"
    )]
    Unreachable {
        /// Where.
        place: String,
        /// The problem.
        problem: String,
    },
    /// Its schema can't be created or changed.
    #[error("the database at {place} can't be prepared: {problem}. Make its user its owner, or let it make tables")]
    Form {
        /// Where.
        place: String,
        /// The problem.
        problem: String,
    },
    /// A newer program has changed it.
    #[error(
        "the database at {place} has version {found}, which only programs that know version {oldest} can use; this one \
         knows versions up to {known}. Start a newer program"
    )]
    Newer {
        /// Where.
        place: String,
        /// Its version.
        found: i32,
        /// The oldest version that a program must know.
        oldest: i32,
        /// The newest version that this program knows.
        known: i32,
    },
}

/// How a database is used.
#[derive(Clone, Debug)]
pub struct PostgresOptions {
    /// Its address: `postgres://user:password@host:5432/name`.
    pub url: String,
    /// A file with the certificates to trust, in PEM form, instead of those that the system trusts.
    pub ca: Option<PathBuf>,
    /// How many connections may read at the same time.
    pub readers: usize,
}

impl PostgresOptions {
    /// The defaults.
    pub fn new(url: impl Into<String>) -> PostgresOptions {
        PostgresOptions { url: url.into(), ca: None, readers: 8 }
    }
}

/// A store in a PostgreSQL database.
pub struct PostgresStore {
    pool: Pool,
    changes: mpsc::UnboundedSender<Commit>,
    others_to_write: mpsc::UnboundedSender<WriteRequest>,
    lanes: Vec<tokio::task::JoinHandle<()>>,
    /// This server's number among those that share the database.
    server: i64,
    others: Notifier,
    hints: broadcast::Sender<StoreHint>,
    listening: tokio::task::JoinHandle<()>,
}

impl PostgresStore {
    /// Opens a database, and prepares it if it is empty or older than this program.
    ///
    /// # Errors
    /// It can't be reached or used.
    pub async fn open(options: &PostgresOptions) -> Result<PostgresStore, OpenError> {
        PostgresStore::open_as(options, &SCRIPTS).await
    }

    /// Opens a database as an older or a newer program would, which knows these versions of its form: for tests.
    #[doc(hidden)]
    pub async fn open_as(options: &PostgresOptions, scripts: &[Script]) -> Result<PostgresStore, OpenError> {
        let connector = Arc::new(Connector::new(&options.url, options.ca.as_deref().map(Path::new))?);
        migrations::migrate(&connector, scripts).await?;
        let pool = connector.pool(options.readers)?;
        let (changes, to_change) = mpsc::unbounded_channel();
        let (others, to_write) = mpsc::unbounded_channel();
        let to_write = Arc::new(tokio::sync::Mutex::new(to_write));
        let server = new_server_number()?;
        let (hints, _) = broadcast::channel(HINTS_KEPT);
        let (notifier, notifying) = others::start_notifier(Lane::new(connector.clone()), server);
        let changing = commits::write_all(Lane::new(connector.clone()), to_change, notifier.clone());
        let mut lanes = vec![tokio::spawn(changing)];
        let other = |_| {
            let lane = Lane::new(connector.clone());
            tokio::spawn(writes::write_all(lane, to_write.clone(), notifier.clone()))
        };
        lanes.extend((0..OTHER_LANES).map(other));
        lanes.push(notifying);
        let listening = tokio::spawn(others::listen(connector, server, hints.clone(), notifier.theirs()));
        Ok(PostgresStore { pool, changes, others_to_write: others, lanes, server, others: notifier, hints, listening })
    }

    /// Waits until all pending writes are done, and closes the connections.
    pub async fn close(self) {
        let PostgresStore { pool, changes, others_to_write, lanes, others, listening, .. } = self;
        listening.abort();
        drop((changes, others_to_write, others));
        for lane in lanes {
            if lane.await.is_err() {
                tracing::error!("a task of the store ended in a panic");
            }
        }
        pool.close();
    }

    fn write<T: Send + 'static>(
        &self,
        make: impl FnOnce(oneshot::Sender<Result<T, StoreError>>) -> WriteRequest,
    ) -> StoreFuture<T> {
        let (answer, answered) = oneshot::channel();
        let sent = self.others_to_write.send(make(answer)).is_ok();
        later(sent, answered)
    }

    fn read<T, F>(&self, read: impl FnOnce(Pool) -> F) -> StoreFuture<T>
    where
        F: Future<Output = Result<T, StoreError>> + Send + 'static,
    {
        Box::pin(read(self.pool.clone()))
    }
}

impl Store for PostgresStore {
    fn create(&self, table: NewTable) -> StoreFuture<()> {
        self.write(|answer| WriteRequest::Create { table: Box::new(table), attempt: None, answer })
    }

    fn create_once(&self, table: NewTable, attempt: AttemptRow) -> StoreFuture<()> {
        self.write(|answer| WriteRequest::Create { table: Box::new(table), attempt: Some(attempt), answer })
    }

    fn attempt(&self, key: TokenHash) -> StoreFuture<Option<AttemptRow>> {
        self.read(|pool| async move { reads::attempt(&pool, key).await })
    }

    fn load(&self, id: TableId) -> StoreFuture<Option<StoredTable>> {
        self.read(|pool| async move { reads::load(&pool, id).await })
    }

    fn commit(&self, id: TableId, write: Write) -> StoreFuture<()> {
        let (answer, answered) = oneshot::channel();
        let sent = self.changes.send(Commit { id, write: Box::new(write), answer }).is_ok();
        later(sent, answered)
    }

    fn add_chat(&self, id: TableId, line: ChatRow) -> StoreFuture<()> {
        self.write(|answer| WriteRequest::AddChat { id, row: Box::new(line), answer })
    }

    fn chat(&self, id: TableId, at_most: u32) -> StoreFuture<Vec<ChatRow>> {
        self.read(move |pool| async move { reads::chat(&pool, id, at_most).await })
    }

    fn tables_of(&self, session: TokenHash, at_most: u32) -> StoreFuture<Vec<TableRow>> {
        self.read(move |pool| async move { reads::tables_of(&pool, session, at_most).await })
    }

    fn count_open(&self, session: TokenHash, since: u64) -> StoreFuture<u32> {
        self.read(move |pool| async move { reads::count_open(&pool, session, since).await })
    }

    fn forget_old(&self, now: u64) -> StoreFuture<bool> {
        self.write(|answer| WriteRequest::ForgetOld { now, answer })
    }

    fn alarms(&self) -> StoreFuture<Vec<Alarm>> {
        self.read(|pool| async move { reads::alarms(&pool).await })
    }

    fn add_session(&self, session: TokenHash, at: u64) -> StoreFuture<()> {
        self.write(|answer| WriteRequest::AddSession { session, at, answer })
    }

    fn session_seen(&self, session: TokenHash) -> StoreFuture<Option<u64>> {
        self.read(move |pool| async move { reads::session_seen(&pool, session).await })
    }

    fn add_link(&self, link: SeatLinkRow) -> StoreFuture<()> {
        self.write(|answer| WriteRequest::AddLink { link, answer })
    }

    fn link(&self, token: TokenHash, now: u64) -> StoreFuture<Option<SeatLinkRow>> {
        self.read(move |pool| async move { reads::link(&pool, token, now).await })
    }

    fn spend_link(&self, token: TokenHash, by: TokenHash) -> StoreFuture<()> {
        self.write(|answer| WriteRequest::SpendLink { token, by, answer })
    }

    fn check(&self) -> StoreFuture<()> {
        let written = self.write(|answer| WriteRequest::Check { answer });
        let pool = self.pool.clone();
        Box::pin(async move {
            written.await?;
            reads::check(&pool).await
        })
    }

    fn challenges(&self) -> &dyn ChallengeStore {
        self
    }

    fn shared(&self) -> Option<&dyn SharedStore> {
        Some(self)
    }
}

/// A number that no other server has.
fn new_server_number() -> Result<i64, OpenError> {
    let bytes = crate::ids::random::<8>();
    let bytes = bytes.map_err(|_| OpenError::Address { problem: "the system has no random numbers".into() })?;
    Ok(i64::from_le_bytes(bytes))
}
