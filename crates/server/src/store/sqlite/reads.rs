//! The reads of the SQLite store.

use super::challenges::ChallengeRead;
use super::journal::SharedLatest;
use super::lines::parse_steps;
use super::*;
use crate::store::status_number::status_from_number;
use rusqlite::types::Type;
use rusqlite::{Connection, OptionalExtension as _, Row};
use std::sync::mpsc;
use tokio::sync::oneshot;

pub(super) type Reply<T> = oneshot::Sender<Result<T, StoreError>>;

/// Something to be read, and the caller that waits for it.
pub(super) enum ReadRequest {
    Load { id: TableId, answer: Reply<Option<StoredTable>> },
    Chat { id: TableId, at_most: u32, answer: Reply<Vec<ChatRow>> },
    TablesOf { session: TokenHash, at_most: u32, answer: Reply<Vec<TableRow>> },
    CountOpen { session: TokenHash, since: u64, answer: Reply<u32> },
    Alarms { answer: Reply<Vec<Alarm>> },
    SessionSeen { session: TokenHash, answer: Reply<Option<u64>> },
    Attempt { key: TokenHash, answer: Reply<Option<AttemptRow>> },
    Link { token: TokenHash, now: u64, answer: Reply<Option<SeatLinkRow>> },
    Challenge(ChallengeRead),
    Check { answer: Reply<()> },
}

/// What reads: a connection, and the steps that are not where they stay yet.
pub(super) struct Reader {
    pub(super) connection: Connection,
    pub(super) latest: SharedLatest,
}

impl Reader {
    /// Answers requests; ends when no sender is left.
    pub(super) fn answer_all(&self, asked: &mpsc::Receiver<ReadRequest>) {
        while let Ok(read) = asked.recv() {
            self.answer(read);
        }
    }

    fn answer(&self, read: ReadRequest) {
        let (connection, latest) = (&self.connection, &self.latest);
        match read {
            ReadRequest::Load { id, answer } => tell(answer, self.load(id)),
            ReadRequest::Chat { id, at_most, answer } => tell(answer, chat(connection, id, at_most)),
            ReadRequest::TablesOf { session, at_most, answer } => {
                let read = || tables_of(connection, session, at_most);
                tell(
                    answer,
                    latest.read(read, |rows, latest| {
                        rows.iter_mut().for_each(|row| row.status = latest.status(row.id, row.status));
                        Ok(())
                    }),
                );
            }
            ReadRequest::CountOpen { session, since, answer } => {
                let is_open = |status: &TableStatus| !status.status.is_over() && status.updated >= since;
                let open = latest.read(
                    || statuses_of(connection, session),
                    |rows, latest| {
                        rows.iter_mut().for_each(|(id, status)| *status = latest.status(*id, *status));
                        Ok(())
                    },
                );
                tell(answer, open.map(|rows| rows.iter().filter(|(_, status)| is_open(status)).count() as u32));
            }
            ReadRequest::Alarms { answer } => tell(
                answer,
                latest.read(
                    || alarms(connection),
                    |alarms, latest| {
                        alarms.retain(|alarm| latest.revision(alarm.id) == 0);
                        alarms.extend(latest.statuses().filter_map(|(id, status)| alarm(id, status)));
                        Ok(())
                    },
                ),
            ),
            ReadRequest::SessionSeen { session, answer } => tell(answer, session_seen(connection, session)),
            ReadRequest::Attempt { key, answer } => tell(answer, attempt(connection, key)),
            ReadRequest::Challenge(read) => read.answer(connection, latest),
            ReadRequest::Check { answer } => tell(answer, check(connection)),
            ReadRequest::Link { token, now, answer } => tell(answer, link(connection, token, now)),
        }
    }

    fn load(&self, id: TableId) -> rusqlite::Result<Option<StoredTable>> {
        self.latest.read(
            || load(&self.connection, id),
            |table, latest| table.as_mut().map_or(Ok(()), |table| latest.complete(id, table)),
        )
    }
}

pub(super) fn tell<T>(answer: Reply<T>, result: rusqlite::Result<T>) {
    // The caller may have stopped waiting.
    drop(answer.send(result.map_err(|problem| StoreError::Unreadable { problem: problem.to_string() })));
}

pub(super) fn load(connection: &Connection, id: TableId) -> rusqlite::Result<Option<StoredTable>> {
    // One transaction, so that steps and head belong together.
    let transaction = connection.unchecked_transaction()?;
    let sql = "SELECT t.key, t.created, t.sheet, h.revision, h.status, h.waiting, h.deadline, h.wakes_at, h.updated, \
               h.winners, t.version, h.last_step FROM tables t JOIN heads h ON h.key = t.key WHERE t.id = ?1";
    let found = transaction.prepare_cached(sql)?.query_row([id.as_str()], |row| {
        let (key, created): (i64, i64) = (row.get(0)?, row.get(1)?);
        let (seating, status, version) = (from_json(row, 2)?, status(row, 3)?, row.get::<_, i64>(10)?);
        let table =
            StoredTable { created: created as u64, version: version as u64, seating, status, steps: Vec::new() };
        Ok((key, row.get(11)?, table))
    });
    let Some((key, last_step, mut table)) = found.optional()? else { return Ok(None) };
    table.steps = steps(&transaction, key, last_step)?;
    Ok(Some(table))
}

/// The steps of a table, by its key and the number of its last row: each row names the one before it.
fn steps(connection: &Connection, key: i64, last_row: Option<i64>) -> rusqlite::Result<Vec<StoredStep>> {
    let sql = "SELECT previous, lines FROM steps WHERE number = ?1 AND key = ?2";
    let mut find = connection.prepare_cached(sql)?;
    let mut parts: Vec<Vec<StoredStep>> = Vec::new();
    let mut next = last_row;
    while let Some(number) = next {
        let part = find.query_row([number, key], |row| {
            next = row.get(0)?;
            parse_steps(row.get_ref(1)?.as_str()?).map_err(|error| unreadable(1, error))
        })?;
        // A row that names a later one would never end.
        if next.is_some_and(|previous| previous >= number) {
            return Err(rusqlite::Error::IntegralValueOutOfRange(0, number));
        }
        parts.push(part);
    }
    Ok(parts.into_iter().rev().flatten().collect())
}

pub(super) fn chat(connection: &Connection, id: TableId, at_most: u32) -> rusqlite::Result<Vec<ChatRow>> {
    let sql = "SELECT c.line FROM chat c JOIN tables t ON t.key = c.key WHERE t.id = ?1 \
               ORDER BY c.number DESC LIMIT ?2";
    let mut lines = connection.prepare_cached(sql)?;
    let lines = lines.query_map(rusqlite::params![id.as_str(), at_most], |row| from_json(row, 0))?;
    let mut lines: Vec<ChatRow> = lines.collect::<rusqlite::Result<_>>()?;
    lines.reverse();
    Ok(lines)
}

fn tables_of(connection: &Connection, session: TokenHash, at_most: u32) -> rusqlite::Result<Vec<TableRow>> {
    let sql = "SELECT t.id, t.created, t.sheet, h.revision, h.status, h.waiting, h.deadline, h.wakes_at, \
               h.updated, h.winners FROM sitters s JOIN tables t ON t.key = s.key JOIN heads h ON h.key = s.key \
               WHERE s.session = ?1 ORDER BY s.key DESC LIMIT ?2";
    let mut query = connection.prepare_cached(sql)?;
    let rows = query.query_map(rusqlite::params![session.0, at_most], |row| {
        let created = row.get::<_, i64>(1)? as u64;
        Ok(TableRow { id: id_at(row, 0)?, created, seating: from_json(row, 2)?, status: status(row, 3)? })
    })?;
    rows.collect()
}

/// The tables of a session that were not over when their steps were moved last.
fn statuses_of(connection: &Connection, session: TokenHash) -> rusqlite::Result<Vec<(TableId, TableStatus)>> {
    let sql = "SELECT t.id, h.revision, h.status, h.waiting, h.deadline, h.wakes_at, h.updated, h.winners \
               FROM sitters s JOIN tables t ON t.key = s.key JOIN heads h ON h.key = s.key \
               WHERE s.session = ?1 AND h.status < 2";
    let mut query = connection.prepare_cached(sql)?;
    query.query_map([session.0], |row| Ok((id_at(row, 0)?, status(row, 1)?)))?.collect()
}

fn alarms(connection: &Connection) -> rusqlite::Result<Vec<Alarm>> {
    let sql = "SELECT t.id, h.revision, h.status, h.waiting, h.deadline, h.wakes_at, h.updated, h.winners \
               FROM heads h JOIN tables t ON t.key = h.key WHERE h.wakes_at IS NOT NULL AND h.status = 1";
    let mut query = connection.prepare_cached(sql)?;
    let rows = query.query_map([], |row| Ok(alarm(id_at(row, 0)?, &status(row, 1)?)))?;
    rows.filter_map(Result::transpose).collect()
}

/// When a table must be woken, if it must.
fn alarm(id: TableId, status: &TableStatus) -> Option<Alarm> {
    let at = status.wakes_at.filter(|_| status.status == Status::Playing)?;
    Some(Alarm { id, at, wait: at.saturating_sub(status.updated) })
}

fn session_seen(connection: &Connection, session: TokenHash) -> rusqlite::Result<Option<u64>> {
    let mut find = connection.prepare_cached("SELECT seen FROM sessions WHERE session = ?1")?;
    find.query_row([session.0], |row| Ok(row.get::<_, i64>(0)? as u64)).optional()
}

pub(super) fn attempt(connection: &Connection, key: TokenHash) -> rusqlite::Result<Option<AttemptRow>> {
    let sql = "SELECT table_id, session, asked, seats, at FROM attempts WHERE attempt = ?1";
    let row = |row: &Row<'_>| {
        let (session, asked) = (TokenHash(row.get(1)?), row.get(2)?);
        let (seats, at) = (SeatSet(row.get(3)?), row.get::<_, i64>(4)? as u64);
        Ok(AttemptRow { key, session, asked, table: id_at(row, 0)?, seats, at })
    };
    connection.prepare_cached(sql)?.query_row([key.0], row).optional()
}

/// Reads the newest table, if there is any: the same data that is read to find a game.
fn check(connection: &Connection) -> rusqlite::Result<()> {
    let sql = "SELECT t.sheet, h.revision FROM tables t JOIN heads h ON h.key = t.key ORDER BY t.key DESC LIMIT 1";
    connection.prepare_cached(sql)?.query_row([], |_| Ok(())).optional().map(drop)
}

pub(super) fn link(connection: &Connection, token: TokenHash, now: u64) -> rusqlite::Result<Option<SeatLinkRow>> {
    let sql = "SELECT table_id, seat, owner, expires, spent_by FROM links WHERE token = ?1 AND expires > ?2";
    let mut find = connection.prepare_cached(sql)?;
    let row = |row: &Row<'_>| {
        let (seat, owner, expires) = (Seat(row.get(1)?), TokenHash(row.get(2)?), row.get::<_, i64>(3)? as u64);
        let spent_by = row.get::<_, Option<[u8; 32]>>(4)?.map(TokenHash);
        Ok(SeatLinkRow { token, table: id_at(row, 0)?, seat, owner, expires, spent_by })
    };
    find.query_row(rusqlite::params![token.0, now as i64], row).optional()
}

pub(super) fn id_at(row: &Row<'_>, column: usize) -> rusqlite::Result<TableId> {
    let text: String = row.get(column)?;
    text.parse().map_err(|error| unreadable(column, error))
}

pub(super) fn from_json<T: serde::de::DeserializeOwned>(row: &Row<'_>, column: usize) -> rusqlite::Result<T> {
    let text: String = row.get(column)?;
    serde_json::from_str(&text).map_err(|error| unreadable(column, error))
}

fn unreadable(column: usize, error: impl std::error::Error + Send + Sync + 'static) -> rusqlite::Error {
    rusqlite::Error::FromSqlConversionFailure(column, Type::Text, Box::new(error))
}

/// A table's status from its columns, from `first` on.
pub(super) fn status(row: &Row<'_>, first: usize) -> rusqlite::Result<TableStatus> {
    let number: u8 = row.get(first + 1)?;
    let unknown = rusqlite::Error::IntegralValueOutOfRange(first + 1, i64::from(number));
    let status = status_from_number(number).ok_or(unknown)?;
    Ok(TableStatus {
        revision: row.get::<_, i64>(first)? as u64,
        status,
        waiting: SeatSet(row.get(first + 2)?),
        deadline: row.get::<_, Option<i64>>(first + 3)?.map(|at| at as u64),
        wakes_at: row.get::<_, Option<i64>>(first + 4)?.map(|at| at as u64),
        updated: row.get::<_, i64>(first + 5)? as u64,
        winners: SeatSet(row.get(first + 6)?),
    })
}
