//! The writes of the SQLite store: many per transaction, all of them or none.

use super::SCHEMA_VERSION;
use super::challenges::ChallengeWrite;
use super::files::WatchedFiles;
use super::*;
use crate::limits::sqlite::KEYS_REMEMBERED;
use crate::limits::{CHAT_KEPT, LINKS_KEPT};
use crate::store::status_number::status_number;
use rusqlite::{Connection, OptionalExtension as _, ffi, params};
use serde::Serialize;
use std::collections::HashMap;
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

/// The database's keys of tables, as far as they were looked up. They never change.
#[derive(Default)]
pub(super) struct Keys {
    known: HashMap<TableId, i64>,
}

impl Keys {
    fn find(&mut self, connection: &Connection, id: TableId) -> rusqlite::Result<Option<i64>> {
        if let Some(&key) = self.known.get(&id) {
            return Ok(Some(key));
        }
        let mut find = connection.prepare_cached("SELECT key FROM tables WHERE id = ?1")?;
        let key = find.query_row([id.as_str()], |row| row.get(0)).optional()?;
        if self.known.len() >= KEYS_REMEMBERED {
            self.known.clear();
        }
        if let Some(key) = key {
            self.known.insert(id, key);
        }
        Ok(key)
    }
}

/// Writes a batch in one transaction and answers all callers.
pub(super) fn commit(connection: &Connection, files: &WatchedFiles, keys: &mut Keys, batch: Vec<WriteRequest>) {
    let mut outcomes = Vec::with_capacity(batch.len());
    let mut failure = files.check().and_then(|()| connection.execute_batch("BEGIN IMMEDIATE")).err();
    for write in batch {
        let (outcome, problem) = execute(connection, keys, write, failure.is_some());
        outcomes.push(outcome);
        failure = failure.or(problem);
    }
    let mut is_unknown = false;
    if failure.is_none() {
        failure = connection.execute_batch("COMMIT").err();
        is_unknown = failure.as_ref().is_some_and(may_be_saved);
    }
    let failure = failure.map(|problem| {
        if !connection.is_autocommit()
            && let Err(worse) = connection.execute_batch("ROLLBACK")
        {
            tracing::error!(%worse, "a transaction could not be rolled back");
        }
        // A table that was made in the lost transaction does not exist after all.
        *keys = Keys::default();
        // All frames of the transaction may be in the log, where a program that starts after a crash would find them. The next
        // transaction is written over them: once it is synced they can't be read any more.
        let is_settled = || connection.is_autocommit() && write_version(connection).is_ok();
        if is_unknown && !is_settled() {
            tracing::error!(%problem, writes = outcomes.len(), "a transaction may or may not have been saved");
            return StoreError::Unknown { problem: problem.to_string() };
        }
        tracing::error!(%problem, writes = outcomes.len(), "nothing of a transaction was saved");
        failed(&problem)
    });
    outcomes.into_iter().for_each(|outcome| outcome.tell(failure.as_ref()));
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
fn execute(
    connection: &Connection,
    keys: &mut Keys,
    write: WriteRequest,
    is_lost: bool,
) -> (Outcome, Option<rusqlite::Error>) {
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
    match write {
        WriteRequest::Create { table, attempt, answer } => {
            run(answer, is_lost, || match attempt.map_or(Ok(true), |attempt| add_attempt(connection, &attempt))? {
                true => create(connection, &table),
                false => Ok(Err(StoreError::Conflict)),
            })
        }
        WriteRequest::Commit { id, write, answer } => {
            run(answer, is_lost, || commit_table(connection, keys, id, &write))
        }
        WriteRequest::AddChat { id, line, answer } => run(answer, is_lost, || add_chat(connection, keys, id, &line)),
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

/// Writes a change of a table, if the table is as its writer knows it.
fn commit_table(connection: &Connection, keys: &mut Keys, id: TableId, write: &Write) -> Written {
    let Some(key) = keys.find(connection, id)? else { return Ok(Err(StoreError::NoSuchTable)) };
    let now = position(connection, key)?;
    if (now.version, now.revision) != (write.version, write.revision) || !write.is_consistent() {
        return Ok(Err(StoreError::Conflict));
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
    let last_step = match &write.step {
        Some(step) => Some(append(connection, key, now.last_step, step)?),
        None => now.last_step,
    };
    update_status(connection, key, &write.status, last_step)?;
    Ok(Ok(()))
}

/// Where a table is. Nobody changes it before the transaction ends: this connection is the only one that writes.
struct Position {
    version: u64,
    revision: u64,
    /// The number of its last step.
    last_step: Option<i64>,
}

fn position(connection: &Connection, key: i64) -> rusqlite::Result<Position> {
    let sql = "SELECT t.version, h.revision, h.last_step FROM tables t JOIN heads h ON h.key = t.key WHERE t.key = ?1";
    connection.prepare_cached(sql)?.query_row([key], |row| {
        let (version, revision) = (row.get::<_, i64>(0)? as u64, row.get::<_, i64>(1)? as u64);
        Ok(Position { version, revision, last_step: row.get(2)? })
    })
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

fn update_status(
    connection: &Connection,
    key: i64,
    status: &TableStatus,
    last_step: Option<i64>,
) -> rusqlite::Result<()> {
    let sql = "UPDATE heads SET revision = ?2, status = ?3, waiting = ?4, deadline = ?5, wakes_at = ?6, updated = ?7, \
               winners = ?8, last_step = ?9 WHERE key = ?1";
    let values = status_values(key, status).into_iter().chain([last_step]);
    connection.prepare_cached(sql)?.execute(rusqlite::params_from_iter(values)).map(drop)
}

/// Appends a step to the one before; returns its number.
fn append(connection: &Connection, key: i64, previous: Option<i64>, step: &StoredStep) -> rusqlite::Result<i64> {
    let sql = "INSERT INTO steps (key, previous, revision, at, id, done, events) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)";
    let (done, id) = (json(&step.done)?, step.id.map(|id| id as i64));
    let values = params![key, previous, step.revision as i64, step.at as i64, id, done, step.events];
    connection.prepare_cached(sql)?.execute(values)?;
    Ok(connection.last_insert_rowid())
}

fn add_chat(connection: &Connection, keys: &mut Keys, id: TableId, row: &ChatRow) -> Written {
    let Some(key) = keys.find(connection, id)? else { return Ok(Err(StoreError::NoSuchTable)) };
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
