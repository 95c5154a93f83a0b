//! The reads of the PostgreSQL store. Each is one statement, so that it sees one consistent state.

use super::connect::words;
use super::rows::{from_json, hash, known_status, seats, table_id, unreadable};
use super::*;
use crate::limits::postgres::{ANSWER_TIMEOUT, READ_TRIES};
use deadpool_postgres::Pool;
use tokio::time::timeout;
use tokio_postgres::Row;
use tokio_postgres::types::ToSql;

/// The rows of a statement.
pub(super) async fn query(
    pool: &Pool,
    sql: &'static str,
    values: &[&(dyn ToSql + Sync)],
) -> Result<Vec<Row>, StoreError> {
    let mut problem = String::new();
    for _ in 0..READ_TRIES {
        let client = match pool.get().await {
            Ok(client) => client,
            Err(error) => return Err(StoreError::Unreadable { problem: words(&error) }),
        };
        let asked = async {
            let statement = client.prepare_cached(sql).await?;
            client.query(&statement, values).await
        };
        match timeout(ANSWER_TIMEOUT, asked).await {
            Ok(Ok(rows)) => return Ok(rows),
            Ok(Err(error)) => {
                problem = words(&error);
                if error.as_db_error().is_some() && !client.is_closed() {
                    break;
                }
            }
            Err(_) => {
                // Nothing that arrives on it later answers a request.
                drop(deadpool_postgres::Object::take(client));
                problem = "the database does not answer".into();
                break;
            }
        }
    }
    Err(StoreError::Unreadable { problem })
}

pub(super) fn get<'a, T: tokio_postgres::types::FromSql<'a>>(row: &'a Row, column: usize) -> Result<T, StoreError> {
    row.try_get(column).map_err(|error| unreadable(&error))
}

pub(super) async fn load(pool: &Pool, id: TableId) -> Result<Option<StoredTable>, StoreError> {
    let sql = "SELECT h.revision, h.status, h.waiting, h.deadline, h.wakes_at, h.updated, h.winners, h.created, h.version, \
               s.seating, t.revisions, t.times, t.ids, t.done, t.events FROM heads h JOIN seatings s ON s.key = h.key \
               CROSS JOIN LATERAL (SELECT array_agg(revision ORDER BY revision) AS revisions, \
               array_agg(at ORDER BY revision) AS times, array_agg(id ORDER BY revision) AS ids, \
               array_agg(done ORDER BY revision) AS done, array_agg(events ORDER BY revision) AS events \
               FROM steps WHERE steps.key = h.key) t WHERE h.id = $1";
    let rows = query(pool, sql, &[&id.as_str()]).await?;
    let Some(row) = rows.first() else { return Ok(None) };
    Ok(Some(StoredTable {
        created: get::<i64>(row, 7)? as u64,
        version: get::<i64>(row, 8)? as u64,
        seating: from_json(get(row, 9)?)?,
        status: known_status(row, 0)?,
        steps: steps(row)?,
    }))
}

/// The steps, from five columns of arrays of the same length.
fn steps(row: &Row) -> Result<Vec<StoredStep>, StoreError> {
    let revisions: Vec<i64> = get::<Option<_>>(row, 10)?.unwrap_or_default();
    let times: Vec<i64> = get::<Option<_>>(row, 11)?.unwrap_or_default();
    let ids: Vec<Option<i64>> = get::<Option<_>>(row, 12)?.unwrap_or_default();
    let done: Vec<&str> = get::<Option<_>>(row, 13)?.unwrap_or_default();
    let events: Vec<String> = get::<Option<_>>(row, 14)?.unwrap_or_default();
    let mut steps = Vec::with_capacity(revisions.len());
    for (index, events) in events.into_iter().enumerate() {
        steps.push(StoredStep {
            revision: revisions[index] as u64,
            at: times[index] as u64,
            id: ids[index].map(|id| id as u64),
            done: from_json(done[index])?,
            events,
        });
    }
    Ok(steps)
}

pub(super) async fn chat(pool: &Pool, id: TableId, at_most: u32) -> Result<Vec<ChatRow>, StoreError> {
    let sql = "SELECT c.line FROM chat c JOIN heads h ON h.key = c.key WHERE h.id = $1 ORDER BY c.number DESC LIMIT $2";
    let rows = query(pool, sql, &[&id.as_str(), &i64::from(at_most)]).await?;
    rows.iter().rev().map(|row| from_json(get(row, 0)?)).collect()
}

pub(super) async fn tables_of(pool: &Pool, session: TokenHash, at_most: u32) -> Result<Vec<TableRow>, StoreError> {
    let sql = "SELECT h.revision, h.status, h.waiting, h.deadline, h.wakes_at, h.updated, h.winners, h.id, h.created, \
               g.seating FROM sitters s JOIN heads h ON h.key = s.key JOIN seatings g ON g.key = s.key \
               WHERE s.session = $1 ORDER BY s.key DESC LIMIT $2";
    let rows = query(pool, sql, &[&&session.0[..], &i64::from(at_most)]).await?;
    let row = |row: &Row| {
        Ok(TableRow {
            id: table_id(get(row, 7)?)?,
            created: get::<i64>(row, 8)? as u64,
            seating: from_json(get(row, 9)?)?,
            status: known_status(row, 0)?,
        })
    };
    rows.iter().map(row).collect()
}

pub(super) async fn count_open(pool: &Pool, session: TokenHash, since: u64) -> Result<u32, StoreError> {
    let sql = "SELECT count(*) FROM sitters s JOIN heads h ON h.key = s.key \
               WHERE s.session = $1 AND h.status < 2 AND h.updated >= $2";
    let rows = query(pool, sql, &[&&session.0[..], &(since as i64)]).await?;
    rows.first().map_or(Ok(0), |row| get::<i64>(row, 0)).map(|count| count as u32)
}

pub(super) async fn alarms(pool: &Pool) -> Result<Vec<Alarm>, StoreError> {
    let sql = "SELECT id, wakes_at, updated FROM heads WHERE wakes_at IS NOT NULL AND status = 1";
    let row = |row: &Row| {
        let (at, updated) = (get::<i64>(row, 1)? as u64, get::<i64>(row, 2)? as u64);
        Ok(Alarm { id: table_id(get(row, 0)?)?, at, wait: at.saturating_sub(updated) })
    };
    query(pool, sql, &[]).await?.iter().map(row).collect()
}

pub(super) async fn session_seen(pool: &Pool, session: TokenHash) -> Result<Option<u64>, StoreError> {
    let rows = query(pool, "SELECT seen FROM sessions WHERE session = $1", &[&&session.0[..]]).await?;
    rows.first().map(|row| get::<i64>(row, 0)).transpose().map(|seen| seen.map(|at| at as u64))
}

pub(super) async fn attempt(pool: &Pool, key: TokenHash) -> Result<Option<AttemptRow>, StoreError> {
    let sql = "SELECT table_id, session, asked, seats, at FROM attempts WHERE attempt = $1";
    let rows = query(pool, sql, &[&&key.0[..]]).await?;
    let row = |row: &Row| {
        Ok(AttemptRow {
            key,
            session: hash(get(row, 1)?)?,
            asked: hash(get(row, 2)?)?.0,
            table: table_id(get(row, 0)?)?,
            seats: seats(get(row, 3)?),
            at: get::<i64>(row, 4)? as u64,
        })
    };
    rows.first().map(row).transpose()
}

pub(super) async fn link(pool: &Pool, token: TokenHash, now: u64) -> Result<Option<SeatLinkRow>, StoreError> {
    let sql = "SELECT table_id, seat, owner, expires, spent_by FROM links WHERE token = $1 AND expires > $2";
    let rows = query(pool, sql, &[&&token.0[..], &(now as i64)]).await?;
    let row = |row: &Row| {
        Ok(SeatLinkRow {
            token,
            table: table_id(get(row, 0)?)?,
            seat: Seat(get::<i16>(row, 1)? as u8),
            owner: hash(get(row, 2)?)?,
            expires: get::<i64>(row, 3)? as u64,
            spent_by: get::<Option<&[u8]>>(row, 4)?.map(hash).transpose()?,
        })
    };
    rows.first().map(row).transpose()
}

/// Reads the newest table, if there is any: the same tables that are read to find a game.
pub(super) async fn check(pool: &Pool) -> Result<(), StoreError> {
    let sql = "SELECT h.revision, s.seating FROM heads h JOIN seatings s ON s.key = h.key ORDER BY h.key DESC LIMIT 1";
    query(pool, sql, &[]).await.map(drop)
}
