//! A lane is one connection that writes. It knows the outcome of every statement it has sent, even when the connection is lost.
//!
//! Each write is a single statement, so it is a transaction of its own: the database holds no lock while it waits for a server
//! that is slow, paused or gone.

use super::connect::{Backend, Connector, Line, words};
use super::*;
use crate::limits::postgres::{ANSWER_TIMEOUT, RETRY_PAUSE, SETTLE_FOR};
use tokio::time::{Instant, sleep, timeout};
use tokio_postgres::error::SqlState;

/// The outcome of a statement.
pub(super) enum Ran<T> {
    /// It is done and committed.
    Done(T),
    /// The database has rejected it: nothing was written.
    Rejected(StoreError),
    /// The database has rejected it, but it may succeed when it is sent again.
    Busy(StoreError),
    /// It was never sent.
    NotSent(StoreError),
    /// The connection was lost, or no answer came: it may have been committed, and may still be.
    Lost(Lost),
}

/// A statement whose outcome is not known.
pub(super) struct Lost {
    problem: String,
    backend: Backend,
}

impl Lost {
    /// The error for callers, without details.
    pub(super) fn unknown(self) -> StoreError {
        StoreError::Unknown { problem: self.problem }
    }
}

/// One connection that writes, opened when it is needed.
pub(super) struct Lane {
    connector: Arc<Connector>,
    line: Option<Arc<Line>>,
    /// When the last attempt to connect failed, and why: requests that follow at once get the same error.
    failed: Option<(Instant, String)>,
}

impl Lane {
    pub(super) fn new(connector: Arc<Connector>) -> Lane {
        Lane { connector, line: None, failed: None }
    }

    async fn line(&mut self) -> Result<Arc<Line>, StoreError> {
        if let Some(line) = self.line.as_ref().filter(|line| !line.client.is_closed()) {
            return Ok(line.clone());
        }
        self.line = None;
        if let Some((at, problem)) = &self.failed
            && at.elapsed() < RETRY_PAUSE
        {
            return Err(StoreError::Failed { problem: problem.clone() });
        }
        let opened = timeout(ANSWER_TIMEOUT, self.connector.connect()).await;
        let problem = match opened {
            Ok(Ok(line)) => {
                self.failed = None;
                return Ok(self.line.insert(line).clone());
            }
            Ok(Err(error)) => words(&error),
            Err(_) => "the database does not answer".into(),
        };
        self.failed = Some((Instant::now(), problem.clone()));
        Err(StoreError::Failed { problem })
    }

    /// Executes one statement.
    pub(super) async fn run<T, F>(&mut self, work: impl FnOnce(Arc<Line>) -> F) -> Ran<T>
    where
        F: Future<Output = Result<T, tokio_postgres::Error>>,
    {
        let line = match self.line().await {
            Ok(line) => line,
            Err(error) => return Ran::NotSent(error),
        };
        let backend = line.backend.clone();
        let problem = match timeout(ANSWER_TIMEOUT, work(line)).await {
            Ok(Ok(done)) => return Ran::Done(done),
            Ok(Err(error)) if is_rejected(&error) && is_passing(&error) => return Ran::Busy(rejected(&error)),
            Ok(Err(error)) if is_rejected(&error) => return Ran::Rejected(rejected(&error)),
            Ok(Err(error)) => words(&error),
            Err(_) => "the database does not answer".into(),
        };
        self.line = None;
        tracing::warn!(problem, "a connection to the database was lost during a write");
        Ran::Lost(Lost { problem, backend })
    }

    /// Makes sure that a lost statement is over: the process that may still be executing it is terminated. From
    /// then on the database shows whether it was committed, which `look` reads.
    ///
    /// # Errors
    /// The database can't be reached.
    pub(super) async fn settle<T, F>(&mut self, lost: &Lost, look: impl Fn(Arc<Line>) -> F) -> Result<T, StoreError>
    where
        F: Future<Output = Result<T, tokio_postgres::Error>>,
    {
        let begun = Instant::now();
        loop {
            if let Ok(line) = self.line().await {
                let settled = async {
                    let is_over = end_backend(&line, &lost.backend).await?;
                    if is_over { look(line).await.map(Some) } else { Ok(None) }
                };
                match timeout(ANSWER_TIMEOUT, settled).await {
                    Ok(Ok(Some(found))) => return Ok(found),
                    Ok(Ok(None)) => {}
                    Ok(Err(_)) | Err(_) => self.line = None,
                }
            }
            if begun.elapsed() > SETTLE_FOR {
                return Err(StoreError::Unknown { problem: lost.problem.clone() });
            }
            sleep(RETRY_PAUSE / 10).await;
        }
    }
}

/// Terminates a process of the database; returns whether it is gone.
async fn end_backend(line: &Line, backend: &Backend) -> Result<bool, tokio_postgres::Error> {
    let sql = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid = $1 AND backend_start::text = $2";
    Ok(line.client.query_opt(sql, &[&backend.pid, &backend.started]).await?.is_none())
}

/// Whether the database has rejected the statement but keeps the connection. A process that is terminated reports an error too, but possibly
/// after it has committed.
fn is_rejected(error: &tokio_postgres::Error) -> bool {
    use tokio_postgres::error::Severity;
    error.as_db_error().is_some_and(|error| error.parsed_severity() == Some(Severity::Error))
}

/// Whether a rejected statement may succeed when it is sent again.
fn is_passing(error: &tokio_postgres::Error) -> bool {
    let passing = [SqlState::T_R_SERIALIZATION_FAILURE, SqlState::T_R_DEADLOCK_DETECTED];
    error.code().is_some_and(|code| passing.contains(code))
}

/// The error for a rejected statement.
fn rejected(error: &tokio_postgres::Error) -> StoreError {
    if error.code() == Some(&SqlState::UNIQUE_VIOLATION) {
        return StoreError::Conflict;
    }
    StoreError::Failed { problem: words(error) }
}
