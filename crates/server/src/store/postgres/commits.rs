//! Changes of tables. All that have arrived while the last ones were written are written together, in one statement: one round
//! trip, one transaction, one wait for the disk.

use super::connect::Line;
use super::lanes::{Lane, Ran};
use super::others::Notifier;
use super::rows::{from_status, json};
use super::*;
use crate::limits::postgres::{COMMIT_TRIES, MAX_BATCH};
use crate::store::status_number::status_number;
use std::collections::HashSet;
use tokio::sync::{mpsc, oneshot};
use tokio_postgres::Row;

/// A change, and the channel for its outcome.
pub(super) struct Commit {
    pub(super) id: TableId,
    pub(super) write: Box<Write>,
    pub(super) answer: oneshot::Sender<Result<(), StoreError>>,
}

/// Writes all changes that arrive, until every sender is gone.
pub(super) async fn write_all(mut lane: Lane, mut changes: mpsc::UnboundedReceiver<Commit>, others: Notifier) {
    let mut waiting = Vec::new();
    loop {
        if waiting.is_empty() {
            let Some(first) = changes.recv().await else { return };
            waiting.push(first);
        }
        while waiting.len() < MAX_BATCH
            && let Ok(next) = changes.try_recv()
        {
            waiting.push(next);
        }
        let (batch, rest) = one_per_table(waiting);
        waiting = rest;
        write_batch(&mut lane, batch, &others).await;
    }
}

/// A statement changes a row once: a second change of the same table waits for the next statement.
fn one_per_table(waiting: Vec<Commit>) -> (Vec<Commit>, Vec<Commit>) {
    let mut tables = HashSet::new();
    waiting.into_iter().partition(|commit| {
        let rematch = commit.write.rematch.as_ref().map(|table| table.id);
        tables.insert(commit.id) && rematch.is_none_or(|id| tables.insert(id))
    })
}

async fn write_batch(lane: &mut Lane, mut batch: Vec<Commit>, others: &Notifier) {
    let is_well_formed = |commit: &Commit| commit.write.is_consistent();
    for wrong in batch.extract_if(.., |commit| !is_well_formed(commit)).collect::<Vec<_>>() {
        tell(wrong, Err(StoreError::Conflict), others);
    }
    if batch.is_empty() {
        return;
    }
    match write_together(lane, &batch).await {
        Some(results) => batch.into_iter().zip(results).for_each(|(commit, result)| tell(commit, result, others)),
        // One of them makes the statement fail: each is written by itself, so that the others succeed.
        None => {
            for commit in batch {
                let result = write_together(lane, std::slice::from_ref(&commit)).await;
                let result = result.and_then(|mut results| results.pop()).unwrap_or(Err(StoreError::Conflict));
                tell(commit, result, others);
            }
        }
    }
}

fn tell(commit: Commit, result: Result<(), StoreError>, others: &Notifier) {
    if result.is_ok() {
        let Write { version, seating, status, .. } = &*commit.write;
        let version = version + u64::from(seating.is_some());
        others.changed(TablePosition { id: commit.id, version, revision: status.revision, chat: 0 });
    }
    // The caller may have stopped waiting.
    drop(commit.answer.send(result));
}

/// Writes changes in one statement, and again if it is certain that nothing was written; `None` if they can't be written
/// together.
async fn write_together(lane: &mut Lane, batch: &[Commit]) -> Option<Vec<Result<(), StoreError>>> {
    let for_all = |error: &StoreError| Some(batch.iter().map(|_| Err(error.clone())).collect());
    let mut last = StoreError::Failed { problem: "the database is busy".into() };
    for _ in 0..COMMIT_TRIES {
        let columns = match Columns::new(batch) {
            Ok(columns) => columns,
            Err(error) => return for_all(&error),
        };
        match lane.run(|line| async move { commit_all(&line, &columns).await }).await {
            Ran::Done(found) => return Some(batch.iter().map(|commit| found.result(commit.id)).collect()),
            Ran::Busy(error) => last = error,
            Ran::Rejected(_) if batch.len() > 1 => return None,
            Ran::NotSent(error) | Ran::Rejected(error) => return for_all(&error),
            Ran::Lost(lost) => {
                match lane.settle(&lost, |line| async move { read_back(&line, batch).await }).await {
                    Ok(Some(results)) => return Some(results),
                    // Nothing of it is there, and nothing has changed since: it can be sent again.
                    Ok(None) => last = StoreError::Failed { problem: "the connection to the database was lost".into() },
                    Err(error) => return for_all(&error),
                }
            }
        }
    }
    for_all(&last)
}

/// Which tables the statement found, and which it changed.
struct Found {
    there: HashSet<String>,
    changed: HashSet<String>,
}

impl Found {
    fn result(&self, id: TableId) -> Result<(), StoreError> {
        match (self.changed.contains(id.as_str()), self.there.contains(id.as_str())) {
            (true, _) => Ok(()),
            (false, true) => Err(StoreError::Conflict),
            (false, false) => Err(StoreError::NoSuchTable),
        }
    }
}

const COMMIT: &str = "\
WITH input AS (
    SELECT * FROM unnest($1::text[], $2::int8[], $3::int8[], $4::text[], $5::int8[], $6::int2[], $7::int2[], $8::int8[],
                         $9::int8[], $10::int8[], $11::int2[], $12::int8[], $13::int8[], $14::text[], $15::text[],
                         $16::text[], $17::text[], $18::int8[], $25::int2[], $26::int2[], $27::int8[])
        AS i (id, version, revision, seating, new_revision, status, waiting, deadline, wakes_at, updated, winners,
              step_at, step_id, done, events, rematch, rematch_seating, rematch_created, rematch_status, rematch_waiting,
              rematch_updated)
), changed AS (
    UPDATE heads h SET version = h.version + (i.seating IS NOT NULL)::int, revision = i.new_revision, status = i.status,
        waiting = i.waiting, deadline = i.deadline, wakes_at = i.wakes_at, updated = i.updated, winners = i.winners,
        claimed_until = (extract(epoch FROM clock_timestamp()) * 1000)::int8 + 15000
    FROM input i WHERE h.id = i.id AND h.version = i.version AND h.revision = i.revision
    RETURNING h.id, h.key
), stepped AS (
    INSERT INTO steps (key, revision, at, id, done, events)
    SELECT c.key, i.new_revision, i.step_at, i.step_id, i.done, i.events
    FROM changed c JOIN input i ON i.id = c.id WHERE i.done IS NOT NULL
), seated AS (
    UPDATE seatings s SET seating = i.seating FROM changed c JOIN input i ON i.id = c.id
    WHERE s.key = c.key AND i.seating IS NOT NULL
), sat AS (
    INSERT INTO sitters (session, key)
    SELECT DISTINCT o.session, c.key FROM unnest($19::text[], $20::bytea[]) AS o (id, session) JOIN changed c ON c.id = o.id
    ON CONFLICT DO NOTHING
), seen AS (
    INSERT INTO sessions (session, created, seen)
    SELECT o.session, max(i.updated), max(i.updated)
    FROM unnest($21::text[], $22::bytea[]) AS o (id, session) JOIN changed c ON c.id = o.id JOIN input i ON i.id = o.id
    GROUP BY o.session
    ON CONFLICT (session) DO UPDATE SET seen = greatest(sessions.seen, excluded.seen)
), again AS (
    INSERT INTO heads (id, created, version, revision, status, waiting, updated, winners)
    SELECT i.rematch, i.rematch_created, 0, 0, i.rematch_status, i.rematch_waiting, i.rematch_updated, 0
    FROM changed c JOIN input i ON i.id = c.id WHERE i.rematch IS NOT NULL
    RETURNING id, key
), again_seated AS (
    INSERT INTO seatings (key, seating) SELECT a.key, i.rematch_seating FROM again a JOIN input i ON i.rematch = a.id
), again_sat AS (
    INSERT INTO sitters (session, key)
    SELECT DISTINCT o.session, a.key FROM unnest($23::text[], $24::bytea[]) AS o (id, session) JOIN again a ON a.id = o.id
)
SELECT i.id, c.id IS NOT NULL, EXISTS (SELECT 1 FROM heads h WHERE h.id = i.id)
FROM input i LEFT JOIN changed c ON c.id = i.id";

/// The changes as the columns of the statement.
#[derive(Default)]
struct Columns {
    ids: Vec<String>,
    versions: Vec<i64>,
    revisions: Vec<i64>,
    seatings: Vec<Option<String>>,
    new_revisions: Vec<i64>,
    statuses: Vec<i16>,
    waiting: Vec<i16>,
    deadlines: Vec<Option<i64>>,
    wakes_at: Vec<Option<i64>>,
    updated: Vec<i64>,
    winners: Vec<i16>,
    step_at: Vec<Option<i64>>,
    step_ids: Vec<Option<i64>>,
    done: Vec<Option<String>>,
    events: Vec<Option<String>>,
    rematches: Vec<Option<String>>,
    rematch_seatings: Vec<Option<String>>,
    rematch_created: Vec<Option<i64>>,
    rematch_statuses: Vec<Option<i16>>,
    rematch_waiting: Vec<Option<i16>>,
    rematch_updated: Vec<Option<i64>>,
    sitters: Sessions,
    seen: Sessions,
    rematch_sitters: Sessions,
}

/// Sessions by table.
#[derive(Default)]
struct Sessions {
    tables: Vec<String>,
    sessions: Vec<Vec<u8>>,
}

impl Sessions {
    fn extend(&mut self, id: TableId, sessions: impl IntoIterator<Item = TokenHash>) {
        for session in sessions {
            self.tables.push(id.to_string());
            self.sessions.push(session.0.to_vec());
        }
    }
}

impl Columns {
    fn new(batch: &[Commit]) -> Result<Columns, StoreError> {
        let mut columns = Columns::default();
        batch.iter().try_for_each(|commit| columns.push(commit.id, &commit.write))?;
        Ok(columns)
    }

    fn push(&mut self, id: TableId, write: &Write) -> Result<(), StoreError> {
        let status = &write.status;
        self.ids.push(id.to_string());
        self.versions.push(write.version as i64);
        self.revisions.push(write.revision as i64);
        self.seatings.push(write.seating.as_ref().map(json).transpose()?);
        self.new_revisions.push(status.revision as i64);
        self.statuses.push(status_number(status.status).into());
        self.waiting.push(i16::from(status.waiting.0));
        self.deadlines.push(status.deadline.map(|at| at as i64));
        self.wakes_at.push(status.wakes_at.map(|at| at as i64));
        self.updated.push(status.updated as i64);
        self.winners.push(i16::from(status.winners.0));
        let step = write.step.as_ref();
        self.step_at.push(step.map(|step| step.at as i64));
        self.step_ids.push(step.and_then(|step| step.id).map(|id| id as i64));
        self.done.push(step.map(|step| json(&step.done)).transpose()?);
        self.events.push(step.map(|step| step.events.clone()));
        let rematch = write.rematch.as_ref();
        self.rematches.push(rematch.map(|table| table.id.to_string()));
        self.rematch_seatings.push(rematch.map(|table| json(&table.seating)).transpose()?);
        self.rematch_created.push(rematch.map(|table| table.created as i64));
        self.rematch_statuses.push(rematch.map(|table| status_number(table.status.status).into()));
        self.rematch_waiting.push(rematch.map(|table| i16::from(table.status.waiting.0)));
        self.rematch_updated.push(rematch.map(|table| table.status.updated as i64));
        self.sitters.extend(id, write.seating.iter().flat_map(Seating::sessions));
        self.seen.extend(id, write.session);
        if let Some(table) = rematch {
            self.rematch_sitters.extend(table.id, table.seating.sessions());
        }
        Ok(())
    }
}

async fn commit_all(line: &Line, columns: &Columns) -> Result<Found, tokio_postgres::Error> {
    let statement = line.prepare(COMMIT).await?;
    let values: [&(dyn tokio_postgres::types::ToSql + Sync); 27] = [
        &columns.ids,
        &columns.versions,
        &columns.revisions,
        &columns.seatings,
        &columns.new_revisions,
        &columns.statuses,
        &columns.waiting,
        &columns.deadlines,
        &columns.wakes_at,
        &columns.updated,
        &columns.winners,
        &columns.step_at,
        &columns.step_ids,
        &columns.done,
        &columns.events,
        &columns.rematches,
        &columns.rematch_seatings,
        &columns.rematch_created,
        &columns.sitters.tables,
        &columns.sitters.sessions,
        &columns.seen.tables,
        &columns.seen.sessions,
        &columns.rematch_sitters.tables,
        &columns.rematch_sitters.sessions,
        &columns.rematch_statuses,
        &columns.rematch_waiting,
        &columns.rematch_updated,
    ];
    let mut found = Found { there: HashSet::new(), changed: HashSet::new() };
    for row in line.client.query(&statement, &values).await? {
        let (id, is_changed, is_there): (String, bool, bool) = (row.try_get(0)?, row.try_get(1)?, row.try_get(2)?);
        if is_changed {
            found.changed.insert(id);
        } else if is_there {
            found.there.insert(id);
        }
    }
    Ok(found)
}

/// The outcome of changes whose statement is over but whose answer was lost. They succeed or fail together; `None` if they were
/// not written and can be sent again.
async fn read_back(
    line: &Line,
    batch: &[Commit],
) -> Result<Option<Vec<Result<(), StoreError>>>, tokio_postgres::Error> {
    let sql = "SELECT h.revision, h.status, h.waiting, h.deadline, h.wakes_at, h.updated, h.winners, h.version, s.seating, \
               st.at, st.id, st.done, st.events FROM heads h JOIN seatings s ON s.key = h.key \
               LEFT JOIN steps st ON st.key = h.key AND st.revision = $2 WHERE h.id = $1";
    let statement = line.prepare(sql).await?;
    let mut all = Vec::with_capacity(batch.len());
    for Commit { id, write, .. } in batch {
        let row = line.client.query_opt(&statement, &[&id.as_str(), &(write.status.revision as i64)]).await?;
        all.push(row.map_or(Ok(Fate::Gone), |row| fate(&row, write))?);
    }
    if all.iter().all(|fate| *fate == Fate::NotWritten) {
        return Ok(None);
    }
    let result = |fate: &Fate| match fate {
        Fate::Written => Ok(()),
        Fate::Gone => Err(StoreError::NoSuchTable),
        Fate::Overtaken => Err(StoreError::Conflict),
        Fate::NotWritten => Err(StoreError::Conflict),
        Fate::Hidden => Err(StoreError::Unknown { problem: "the connection to the database was lost".into() }),
    };
    Ok(Some(all.iter().map(result).collect()))
}

/// The outcome of a change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fate {
    /// It was written.
    Written,
    /// It was not written, and could be.
    NotWritten,
    /// It was not written: another was.
    Overtaken,
    /// It may have been written, but later changes hide it.
    Hidden,
    /// The table does not exist.
    Gone,
}

fn fate(row: &Row, write: &Write) -> Result<Fate, tokio_postgres::Error> {
    let status = from_status(row, 0)?;
    let version = row.try_get::<_, i64>(7)? as u64;
    if let Some(step) = &write.step {
        let done: Option<String> = row.try_get(11)?;
        let events: Option<String> = row.try_get(12)?;
        let at: Option<i64> = row.try_get(9)?;
        let id: Option<i64> = row.try_get(10)?;
        let is_ours = at == Some(step.at as i64)
            && id == step.id.map(|id| id as i64)
            && done == json(&step.done).ok()
            && events.as_ref() == Some(&step.events);
        return Ok(match is_ours {
            true => Fate::Written,
            false if (version, status.map(|one| one.revision)) == (write.version, Some(write.revision)) => {
                Fate::NotWritten
            }
            false => Fate::Overtaken,
        });
    }
    let stored: String = row.try_get(8)?;
    let revision = status.map(|status| status.revision);
    let is_new_seating = write.seating.as_ref().is_none_or(|seating| json(seating).ok().as_ref() == Some(&stored));
    let next = write.version + u64::from(write.seating.is_some());
    Ok(if version == next && is_new_seating && status == Some(write.status) {
        Fate::Written
    } else if (version, revision) == (write.version, Some(write.revision)) {
        Fate::NotWritten
    } else if version < next {
        Fate::Overtaken
    } else {
        Fate::Hidden
    })
}
