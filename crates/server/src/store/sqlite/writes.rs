//! The writes of the SQLite store: many per transaction, all of them or none.

use super::SCHEMA_VERSION;
use super::challenges::ChallengeWrite;
use super::files::WatchedFiles;
use super::journal::{Batch, SharedLatest};
use super::lines::check_step;
use super::*;
use crate::limits::sqlite::POSITIONS_KNOWN;
use crate::limits::{CHAT_KEPT, LINKS_KEPT};
use crate::store::status_number::status_number;
use rusqlite::{Connection, OptionalExtension as _, ffi, params};
use serde::Serialize;
use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use tokio::sync::oneshot;

type Reply<T> = oneshot::Sender<Result<T, StoreError>>;

/// Something to be written, and the caller that waits for it.
pub(super) enum WriteRequest {
    Create { table: Box<NewTable>, attempt: Option<AttemptRow>, answer: Reply<()> },
    Commit { id: TableId, write: Box<Write>, answer: Reply<()> },
    AddChat { id: TableId, line: Box<ChatRow>, answer: Reply<()> },
    AddSession { session: TokenHash, at: u64, answer: Reply<()> },
    AddLink { link: SeatLinkRow, answer: Reply<()> },
    SpendLink { token: TokenHash, by: TokenHash, answer: Reply<()> },
    ForgetOld { now: u64, more: Arc<AtomicBool>, answer: Reply<()> },
    Challenge { write: Box<ChallengeWrite>, answer: Reply<()> },
    Check { answer: Reply<()> },
}

/// An answer that is sent once the transaction is committed.
struct Outcome {
    answer: Reply<()>,
    result: Result<(), StoreError>,
}

impl Outcome {
    fn tell(self, failure: Option<&StoreError>) {
        // The caller may have stopped waiting.
        drop(self.answer.send(failure.map_or(self.result, |error| Err(error.clone()))));
    }
}

/// What the thread that writes knows of the database: nobody else changes it.
pub(super) struct Writer<'a> {
    pub(super) connection: &'a Connection,
    pub(super) files: &'a WatchedFiles,
    /// The steps that are in the journal only.
    pub(super) latest: SharedLatest,
    /// The positions of tables that were written to.
    known: HashMap<TableId, Position>,
    batch: Batch,
}

/// A table's key in the database, the version of its seating, and its revision, journal included.
#[derive(Clone, Copy)]
struct Position {
    key: i64,
    version: u64,
    revision: u64,
}

impl<'a> Writer<'a> {
    pub(super) fn new(connection: &'a Connection, files: &'a WatchedFiles, latest: SharedLatest) -> Writer<'a> {
        Writer { connection, files, latest, known: HashMap::new(), batch: Batch::default() }
    }

    /// Writes a batch in one transaction and answers all callers.
    pub(super) fn commit(&mut self, batch: Vec<WriteRequest>) {
        let mut outcomes = Vec::with_capacity(batch.len());
        let failure = self.transaction(|writer, mut failure| {
            for write in batch {
                let (outcome, problem) = execute(writer, write, failure.is_some());
                outcomes.push(outcome);
                failure = failure.or(problem);
            }
            failure
        });
        outcomes.into_iter().for_each(|outcome| outcome.tell(failure.as_ref()));
    }

    /// Moves the latest steps from the journal to `steps` and `heads`.
    pub(super) fn empty_journal(&mut self) {
        if self.latest.lock().is_empty() {
            return;
        }
        // What could not be moved stays in the journal: nothing is lost.
        let _failure = self.transaction(|writer, failure| {
            let empty = |writer: &mut Writer<'_>| {
                writer.batch.move_all(writer.connection, &writer.latest)?;
                writer.connection.execute("DELETE FROM journal", []).map(drop)
            };
            failure.or_else(|| empty(writer).err())
        });
    }

    /// Empties the journal, and moves what SQLite's log holds into the database.
    pub(super) fn tidy(&mut self) {
        self.empty_journal();
        if let Err(problem) = self.connection.query_row("PRAGMA wal_checkpoint(PASSIVE)", [], |_| Ok(())) {
            tracing::warn!(%problem, "a checkpoint of the database failed; the next one will do more");
        }
    }

    /// Executes a transaction, all of it or nothing; `work` is told if it has failed already.
    fn transaction(
        &mut self,
        work: impl FnOnce(&mut Self, Option<rusqlite::Error>) -> Option<rusqlite::Error>,
    ) -> Option<StoreError> {
        let connection = self.connection;
        if self.known.len() >= POSITIONS_KNOWN {
            self.known.clear();
        }
        let begun = self.files.check().and_then(|()| execute_cached(connection, "BEGIN IMMEDIATE"));
        let mut failure = work(self, begun.err()).or_else(|| self.batch.write(connection).err());
        let mut is_unknown = false;
        if failure.is_none() {
            failure = execute_cached(connection, "COMMIT").err();
            is_unknown = failure.as_ref().is_some_and(may_be_saved);
        }
        let Some(problem) = failure else {
            self.batch.saved(&self.latest);
            return None;
        };
        if !connection.is_autocommit()
            && let Err(worse) = connection.execute_batch("ROLLBACK")
        {
            tracing::error!(%worse, "a transaction could not be rolled back");
        }
        // Tables are where they were before the lost transaction.
        self.known.clear();
        self.batch.clear();
        // All frames of the transaction may be in the log, where a program that starts after a crash would find them. The next
        // transaction is written over them: once it is synced they can't be read any more.
        let is_settled = || connection.is_autocommit() && write_version(connection).is_ok();
        if is_unknown && !is_settled() {
            tracing::error!(%problem, "a transaction may or may not have been saved");
            return Some(StoreError::Unknown { problem: problem.to_string() });
        }
        tracing::error!(%problem, "nothing of a transaction was saved");
        Some(failed(&problem))
    }

    /// Where a table is, if there is one.
    fn find(&mut self, id: TableId) -> rusqlite::Result<Option<&mut Position>> {
        match self.known.entry(id) {
            Entry::Occupied(known) => Ok(Some(known.into_mut())),
            Entry::Vacant(unknown) => {
                let sql =
                    "SELECT t.key, t.version, h.revision FROM tables t JOIN heads h ON h.key = t.key WHERE t.id = ?1";
                let row = self.connection.prepare_cached(sql)?.query_row([id.as_str()], |row| {
                    let (version, revision) = (row.get::<_, i64>(1)? as u64, row.get::<_, i64>(2)? as u64);
                    Ok(Position { key: row.get(0)?, version, revision })
                });
                let Some(mut position) = row.optional()? else { return Ok(None) };
                // It has no steps in this transaction: it would be known then.
                position.revision = position.revision.max(self.latest.lock().revision(id));
                Ok(Some(unknown.insert(position)))
            }
        }
    }

    /// Writes a change of a table, if the table is as its writer knows it.
    fn commit_table(&mut self, id: TableId, write: &Write) -> Written {
        let connection = self.connection;
        let Some(&mut Position { key, version, revision }) = self.find(id)? else {
            return Ok(Err(StoreError::NoSuchTable));
        };
        if (version, revision) != (write.version, write.revision) || !write.is_consistent() {
            return Ok(Err(StoreError::Conflict));
        }
        if let Some(Err(damaged)) = write.step.as_ref().map(check_step) {
            return Ok(Err(StoreError::Failed { problem: damaged.to_string() }));
        }
        // Made first, because a conflict there prevents the change.
        if let Some(table) = &write.rematch
            && let Err(error) = create(connection, table)?
        {
            return Ok(Err(error));
        }
        if let Some(session) = write.session {
            add_session(connection, session, write.status.updated)?;
        }
        if let Some(seating) = &write.seating {
            let sql = "UPDATE tables SET version = version + 1, sheet = ?2 WHERE key = ?1";
            connection.prepare_cached(sql)?.execute(params![key, json(seating)?])?;
            add_sitters(connection, key, seating)?;
        }
        match &write.step {
            Some(step) => self.batch.add(id, key, &write.status, step)?,
            None => {
                self.batch.move_steps(connection, &self.latest, id)?;
                update_status(connection, key, &write.status)?;
            }
        }
        if let Some(position) = self.find(id)? {
            *position = Position {
                key,
                version: version + u64::from(write.seating.is_some()),
                revision: write.status.revision,
            };
        }
        Ok(Ok(()))
    }

    /// The key of a table, if there is one.
    fn key(&mut self, id: TableId) -> rusqlite::Result<Option<i64>> {
        Ok(self.find(id)?.map(|position| position.key))
    }
}

/// Executes a statement that takes and returns nothing.
fn execute_cached(connection: &Connection, sql: &str) -> rusqlite::Result<()> {
    connection.prepare_cached(sql)?.execute([]).map(drop)
}

/// Whether all of a transaction may be in the log though its COMMIT failed. Where a write failed, its end is missing; where
/// only the sync failed, nothing need be missing.
fn may_be_saved(problem: &rusqlite::Error) -> bool {
    let code = problem.sqlite_error().map(|error| error.extended_code);
    !matches!(code, Some(ffi::SQLITE_FULL | ffi::SQLITE_IOERR_WRITE))
}

/// Writes the version that is there already: the smallest real change.
fn write_version(connection: &Connection) -> rusqlite::Result<()> {
    connection.pragma_update(None, "user_version", SCHEMA_VERSION)
}

fn failed(problem: &rusqlite::Error) -> StoreError {
    StoreError::Failed { problem: problem.to_string() }
}

/// Executes a write, unless the transaction has failed already; returns an error that breaks the whole transaction, if there is one.
fn execute(writer: &mut Writer<'_>, write: WriteRequest, is_lost: bool) -> (Outcome, Option<rusqlite::Error>) {
    fn run(
        answer: Reply<()>,
        is_lost: bool,
        work: impl FnOnce() -> rusqlite::Result<Result<(), StoreError>>,
    ) -> (Outcome, Option<rusqlite::Error>) {
        match if is_lost { Ok(Ok(())) } else { work() } {
            Ok(result) => (Outcome { answer, result }, None),
            Err(problem) => (Outcome { answer, result: Ok(()) }, Some(problem)),
        }
    }
    let connection = writer.connection;
    match write {
        WriteRequest::Create { table, attempt, answer } => {
            run(answer, is_lost, || match attempt.map_or(Ok(true), |attempt| add_attempt(connection, &attempt))? {
                true => create(connection, &table),
                false => Ok(Err(StoreError::Conflict)),
            })
        }
        WriteRequest::Commit { id, write, answer } => run(answer, is_lost, || writer.commit_table(id, &write)),
        WriteRequest::AddChat { id, line, answer } => run(answer, is_lost, || add_chat(writer, id, &line)),
        WriteRequest::AddSession { session, at, answer } => {
            run(answer, is_lost, || add_session(connection, session, at).map(Ok))
        }
        WriteRequest::AddLink { link, answer } => run(answer, is_lost, || {
            let sql =
                "INSERT INTO links (token, table_id, seat, owner, expires, spent_by) VALUES (?1, ?2, ?3, ?4, ?5, ?6)";
            let (table, spent_by) = (link.table.as_str(), link.spent_by.map(|by| by.0));
            let values = params![link.token.0, table, link.seat.0, link.owner.0, link.expires as i64, spent_by];
            connection.prepare_cached(sql)?.execute(values)?;
            let forget = "DELETE FROM links WHERE token IN (SELECT token FROM links WHERE table_id = ?1 AND seat = ?2 \
                          ORDER BY expires DESC LIMIT -1 OFFSET ?3)";
            connection.prepare_cached(forget)?.execute(params![table, link.seat.0, LINKS_KEPT as i64])?;
            Ok(Ok(()))
        }),
        WriteRequest::SpendLink { token, by, answer } => run(answer, is_lost, || {
            let sql = "UPDATE links SET spent_by = ?2 WHERE token = ?1";
            connection.prepare_cached(sql)?.execute(params![token.0, by.0])?;
            Ok(Ok(()))
        }),
        WriteRequest::ForgetOld { now, more, answer } => run(answer, is_lost, || {
            writer.batch.move_all(connection, &writer.latest)?;
            more.store(forgets::forget_old(connection, now)?, Ordering::Relaxed);
            Ok(Ok(()))
        }),
        WriteRequest::Challenge { write, answer } => run(answer, is_lost, || write.execute(connection)),
        WriteRequest::Check { answer } => run(answer, is_lost, || {
            // Writes the value that is there already: a statement that changes no row would succeed on a full disk.
            write_version(connection)?;
            Ok(Ok(()))
        }),
    }
}

type Written = rusqlite::Result<Result<(), StoreError>>;

fn create(connection: &Connection, table: &NewTable) -> Written {
    let sql = "INSERT OR IGNORE INTO tables (id, created, version, sheet) VALUES (?1, ?2, 0, ?3)";
    let values = params![table.id.as_str(), table.created as i64, json(&table.seating)?];
    if connection.prepare_cached(sql)?.execute(values)? == 0 {
        return Ok(Err(StoreError::Conflict));
    }
    let key = connection.last_insert_rowid();
    let sql = "INSERT INTO heads (key, revision, status, waiting, deadline, wakes_at, updated, winners) \
               VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)";
    connection.prepare_cached(sql)?.execute(status_values(key, &table.status))?;
    add_sitters(connection, key, &table.seating)?;
    Ok(Ok(()))
}

fn add_sitters(connection: &Connection, key: i64, seating: &Seating) -> rusqlite::Result<()> {
    let mut add = connection.prepare_cached("INSERT OR IGNORE INTO sitters (session, key) VALUES (?1, ?2)")?;
    for session in seating.sessions() {
        add.execute(params![session.0, key])?;
    }
    Ok(())
}

fn add_session(connection: &Connection, session: TokenHash, at: u64) -> rusqlite::Result<()> {
    let sql = "INSERT INTO sessions (session, created, seen) VALUES (?1, ?2, ?2) \
               ON CONFLICT (session) DO UPDATE SET seen = max(seen, excluded.seen)";
    connection.prepare_cached(sql)?.execute(params![session.0, at as i64])?;
    Ok(())
}

/// A table's key and its status, in the order of the columns.
fn status_values(key: i64, status: &TableStatus) -> [Option<i64>; 8] {
    [
        Some(key),
        Some(status.revision as i64),
        Some(status_number(status.status).into()),
        Some(status.waiting.0.into()),
        status.deadline.map(|at| at as i64),
        status.wakes_at.map(|at| at as i64),
        Some(status.updated as i64),
        Some(status.winners.0.into()),
    ]
}

pub(super) fn update_status(connection: &Connection, key: i64, status: &TableStatus) -> rusqlite::Result<()> {
    let sql = "UPDATE heads SET revision = ?2, status = ?3, waiting = ?4, deadline = ?5, wakes_at = ?6, updated = ?7, \
               winners = ?8 WHERE key = ?1";
    let values = status_values(key, status);
    connection.prepare_cached(sql)?.execute(rusqlite::params_from_iter(values)).map(drop)
}

/// Adds a table's next steps, after those that it has.
pub(super) fn insert_steps(connection: &Connection, key: i64, lines: &str) -> rusqlite::Result<()> {
    let sql = "INSERT INTO steps (key, previous, lines) VALUES (?1, (SELECT last_step FROM heads WHERE key = ?1), ?2)";
    connection.prepare_cached(sql)?.execute(params![key, lines])?;
    let sql = "UPDATE heads SET last_step = ?2 WHERE key = ?1";
    connection.prepare_cached(sql)?.execute([key, connection.last_insert_rowid()]).map(drop)
}

fn add_chat(writer: &mut Writer<'_>, id: TableId, row: &ChatRow) -> Written {
    let Some(key) = writer.key(id)? else { return Ok(Err(StoreError::NoSuchTable)) };
    let connection = writer.connection;
    let sql = "INSERT OR IGNORE INTO chat (key, number, line, at) VALUES (?1, ?2, ?3, ?4)";
    let number = row.line.number as i64;
    if connection.prepare_cached(sql)?.execute(params![key, number, json(row)?, row.line.at as i64])? == 0 {
        return Ok(Err(StoreError::Conflict));
    }
    let forget = "DELETE FROM chat WHERE key = ?1 AND number <= ?2";
    connection.prepare_cached(forget)?.execute(params![key, number - CHAT_KEPT as i64])?;
    Ok(Ok(()))
}

/// Keeps an attempt; returns whether it is new.
fn add_attempt(connection: &Connection, attempt: &AttemptRow) -> rusqlite::Result<bool> {
    let sql = "INSERT OR IGNORE INTO attempts (attempt, session, asked, table_id, seats, at) \
               VALUES (?1, ?2, ?3, ?4, ?5, ?6)";
    let AttemptRow { key, session, asked, table, seats, at } = attempt;
    let values = params![key.0, session.0, asked, table.as_str(), seats.0, *at as i64];
    Ok(connection.prepare_cached(sql)?.execute(values)? == 1)
}

pub(super) fn json(value: &impl Serialize) -> rusqlite::Result<String> {
    serde_json::to_string(value).map_err(|error| rusqlite::Error::ToSqlConversionFailure(Box::new(error)))
}
