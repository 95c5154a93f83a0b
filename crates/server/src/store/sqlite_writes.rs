//! The writes of the SQLite store: many to a transaction, all of them or none.

use super::sqlite::SCHEMA_VERSION;
use super::sqlite_files::Files;
use super::sqlite_forgets;
use super::*;
use rusqlite::{Connection, OptionalExtension as _, ffi, params};
use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use tokio::sync::oneshot;

type Reply<T> = oneshot::Sender<Result<T, StoreError>>;

/// Something to be written, and who waits for it.
pub(super) enum Write {
    Create { table: Box<NewTable>, attempt: Option<AttemptRow>, answer: Reply<()> },
    SaveSheet { id: TableId, version: u64, sheet: Box<Sheet>, head: Head, answer: Reply<()> },
    Append { id: TableId, step: StoredStep, head: Head, answer: Reply<()> },
    AddChat { id: TableId, line: Box<ChatRow>, answer: Reply<()> },
    AddSession { session: TokenHash, at: u64, answer: Reply<()> },
    AddLink { link: SeatLinkRow, answer: Reply<()> },
    SpendLink { token: TokenHash, by: TokenHash, answer: Reply<()> },
    ForgetOld { now: u64, more: Arc<AtomicBool>, answer: Reply<()> },
    Check { answer: Reply<()> },
}

/// An answer that is told once the transaction is committed.
struct Outcome {
    answer: Reply<()>,
    result: Result<(), StoreError>,
}

impl Outcome {
    fn tell(self, failure: Option<&StoreError>) {
        // Whoever has stopped waiting does not want to know.
        drop(self.answer.send(failure.map_or(self.result, |error| Err(error.clone()))));
    }
}

/// The database's own short names of tables, as far as they were looked up. They never change.
#[derive(Default)]
pub(super) struct Keys {
    known: HashMap<TableId, i64>,
}

/// The most names that are remembered.
const MOST_KEYS: usize = 100_000;

impl Keys {
    fn of(&mut self, connection: &Connection, id: TableId) -> rusqlite::Result<Option<i64>> {
        if let Some(&key) = self.known.get(&id) {
            return Ok(Some(key));
        }
        let mut find = connection.prepare_cached("SELECT key FROM tables WHERE id = ?1")?;
        let key = find.query_row([id.as_str()], |row| row.get(0)).optional()?;
        if self.known.len() >= MOST_KEYS {
            self.known.clear();
        }
        if let Some(key) = key {
            self.known.insert(id, key);
        }
        Ok(key)
    }
}

/// Writes a batch in one transaction and tells everybody how it went.
pub(super) fn commit(connection: &Connection, files: &Files, keys: &mut Keys, batch: Vec<Write>) {
    let mut outcomes = Vec::with_capacity(batch.len());
    let mut failure = files.check().and_then(|()| connection.execute_batch("BEGIN IMMEDIATE")).err();
    for write in batch {
        let (outcome, problem) = carry_out(connection, keys, write, failure.is_some());
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

/// Carries a write out, unless the transaction is lost already; with what breaks the whole transaction, if anything does.
fn carry_out(
    connection: &Connection,
    keys: &mut Keys,
    write: Write,
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
        Write::Create { table, attempt, answer } => {
            run(answer, is_lost, || match attempt.map_or(Ok(true), |attempt| add_attempt(connection, &attempt))? {
                true => create(connection, &table),
                false => Ok(Err(StoreError::Conflict)),
            })
        }
        Write::SaveSheet { id, version, sheet, head, answer } => {
            run(answer, is_lost, || save_sheet(connection, keys, id, version, &sheet, head))
        }
        Write::Append { id, step, head, answer } => run(answer, is_lost, || append(connection, keys, id, &step, head)),
        Write::AddChat { id, line, answer } => run(answer, is_lost, || add_chat(connection, keys, id, &line)),
        Write::AddSession { session, at, answer } => run(answer, is_lost, || {
            let sql = "INSERT INTO sessions (session, created, seen) VALUES (?1, ?2, ?2) \
                       ON CONFLICT (session) DO UPDATE SET seen = max(seen, excluded.seen)";
            connection.prepare_cached(sql)?.execute(params![session.0, at as i64])?;
            Ok(Ok(()))
        }),
        Write::AddLink { link, answer } => run(answer, is_lost, || {
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
        Write::SpendLink { token, by, answer } => run(answer, is_lost, || {
            let sql = "UPDATE links SET spent_by = ?2 WHERE token = ?1";
            connection.prepare_cached(sql)?.execute(params![token.0, by.0])?;
            Ok(Ok(()))
        }),
        Write::ForgetOld { now, more, answer } => run(answer, is_lost, || {
            more.store(sqlite_forgets::forget_old(connection, now)?, Ordering::Relaxed);
            Ok(Ok(()))
        }),
        Write::Check { answer } => run(answer, is_lost, || {
            // What is there already, but written: a statement that changes no row would do well on a full disk.
            write_version(connection)?;
            Ok(Ok(()))
        }),
    }
}

type Written = rusqlite::Result<Result<(), StoreError>>;

fn create(connection: &Connection, table: &NewTable) -> Written {
    let sql = "INSERT OR IGNORE INTO tables (id, created, version, sheet) VALUES (?1, ?2, 0, ?3)";
    let values = params![table.id.as_str(), table.created as i64, json(&table.sheet)?];
    if connection.prepare_cached(sql)?.execute(values)? == 0 {
        return Ok(Err(StoreError::Conflict));
    }
    let key = connection.last_insert_rowid();
    let head = &table.head;
    let sql = "INSERT INTO heads (key, revision, status, waiting, deadline, wakes_at, updated, winners) \
               VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)";
    let values = params![
        key,
        head.revision as i64,
        status_number(head.status),
        head.waiting.0,
        head.deadline.map(|at| at as i64),
        head.wakes_at.map(|at| at as i64),
        head.updated as i64,
        head.winners.0
    ];
    connection.prepare_cached(sql)?.execute(values)?;
    add_sitters(connection, key, &table.sheet)?;
    Ok(Ok(()))
}

fn add_sitters(connection: &Connection, key: i64, sheet: &Sheet) -> rusqlite::Result<()> {
    let mut add = connection.prepare_cached("INSERT OR IGNORE INTO sitters (session, key) VALUES (?1, ?2)")?;
    for session in sheet.sessions() {
        add.execute(params![session.0, key])?;
    }
    Ok(())
}

fn save_sheet(
    connection: &Connection,
    keys: &mut Keys,
    id: TableId,
    version: u64,
    sheet: &Sheet,
    head: Head,
) -> Written {
    let Some(key) = keys.of(connection, id)? else { return Ok(Err(StoreError::NoSuchTable)) };
    let sql = "UPDATE tables SET version = version + 1, sheet = ?3 WHERE key = ?1 AND version = ?2";
    let values = params![key, version as i64, json(sheet)?];
    // The sheet is only replaced where the head fits too: look before either is changed.
    let mut at = connection.prepare_cached("SELECT revision FROM heads WHERE key = ?1")?;
    let revision: i64 = at.query_row([key], |row| row.get(0))?;
    if revision != head.revision as i64 || connection.prepare_cached(sql)?.execute(values)? == 0 {
        return Ok(Err(StoreError::Conflict));
    }
    update_head(connection, key, head.revision, head)?;
    add_sitters(connection, key, sheet)?;
    Ok(Ok(()))
}

/// Replaces the head if the table is at `revision`; whether it was.
fn update_head(connection: &Connection, key: i64, revision: u64, head: Head) -> rusqlite::Result<bool> {
    let sql = "UPDATE heads SET revision = ?3, status = ?4, waiting = ?5, deadline = ?6, wakes_at = ?7, updated = ?8, \
               winners = ?9 WHERE key = ?1 AND revision = ?2";
    let values = params![
        key,
        revision as i64,
        head.revision as i64,
        status_number(head.status),
        head.waiting.0,
        head.deadline.map(|at| at as i64),
        head.wakes_at.map(|at| at as i64),
        head.updated as i64,
        head.winners.0
    ];
    Ok(connection.prepare_cached(sql)?.execute(values)? == 1)
}

fn append(connection: &Connection, keys: &mut Keys, id: TableId, step: &StoredStep, head: Head) -> Written {
    let Some(key) = keys.of(connection, id)? else { return Ok(Err(StoreError::NoSuchTable)) };
    let Some(before) = step.revision.checked_sub(1).filter(|_| head.revision == step.revision) else {
        return Ok(Err(StoreError::Conflict));
    };
    if !update_head(connection, key, before, head)? {
        return Ok(Err(StoreError::Conflict));
    }
    let sql = "INSERT INTO steps (key, revision, at, id, done, events) VALUES (?1, ?2, ?3, ?4, ?5, ?6)";
    let values =
        params![key, step.revision as i64, step.at as i64, step.id.map(|id| id as i64), json(&step.done)?, step.events];
    connection.prepare_cached(sql)?.execute(values)?;
    Ok(Ok(()))
}

fn add_chat(connection: &Connection, keys: &mut Keys, id: TableId, row: &ChatRow) -> Written {
    let Some(key) = keys.of(connection, id)? else { return Ok(Err(StoreError::NoSuchTable)) };
    let sql = "INSERT OR IGNORE INTO chat (key, number, line, at) VALUES (?1, ?2, ?3, ?4)";
    let number = row.line.number as i64;
    if connection.prepare_cached(sql)?.execute(params![key, number, json(row)?, row.line.at as i64])? == 0 {
        return Ok(Err(StoreError::Conflict));
    }
    let forget = "DELETE FROM chat WHERE key = ?1 AND number <= ?2";
    connection.prepare_cached(forget)?.execute(params![key, number - CHAT_KEPT as i64])?;
    Ok(Ok(()))
}

/// Keeps an attempt; whether it is new.
fn add_attempt(connection: &Connection, attempt: &AttemptRow) -> rusqlite::Result<bool> {
    let sql = "INSERT OR IGNORE INTO attempts (attempt, session, asked, table_id, seats, at) \
               VALUES (?1, ?2, ?3, ?4, ?5, ?6)";
    let AttemptRow { key, session, asked, table, seats, at } = attempt;
    let values = params![key.0, session.0, asked, table.as_str(), seats.0, *at as i64];
    Ok(connection.prepare_cached(sql)?.execute(values)? == 1)
}

fn json(value: &impl Serialize) -> rusqlite::Result<String> {
    serde_json::to_string(value).map_err(|error| rusqlite::Error::ToSqlConversionFailure(Box::new(error)))
}

/// The number of a status in the database; never changes.
fn status_number(status: Status) -> u8 {
    match status {
        Status::Waiting => 0,
        Status::Playing => 1,
        Status::Finished => 2,
        Status::Abandoned => 3,
    }
}
