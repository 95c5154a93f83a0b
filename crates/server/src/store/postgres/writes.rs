//! The other writes: new tables, chat, sessions, links, and the deletion of expired data.

use super::challenges::{self, ChallengeWrite};
use super::connect::Line;
use super::lanes::{Lane, Ran};
use super::others::Notifier;
use super::rows::{LinkColumns, Parameter, StatusColumns, json};
use super::*;
use crate::limits::postgres::WRITE_TRIES;
use crate::limits::{ATTEMPT_KEPT_FOR, CHAT_KEPT, CHAT_KEPT_FOR, FORGOTTEN_AT_ONCE, LINKS_KEPT, SESSION_KEPT_FOR};
use std::time::Duration;
use tokio::sync::{Mutex, mpsc, oneshot};
use tokio_postgres::types::ToSql;

type Reply<T> = oneshot::Sender<Result<T, StoreError>>;
pub(super) type PgResult<T> = Result<T, tokio_postgres::Error>;

/// Something to be written, and the caller that waits for it.
pub(super) enum WriteRequest {
    Create { table: Box<NewTable>, attempt: Option<AttemptRow>, answer: Reply<()> },
    AddChat { id: TableId, row: Box<ChatRow>, answer: Reply<()> },
    AddSession { session: TokenHash, at: u64, answer: Reply<()> },
    AddLink { link: SeatLinkRow, answer: Reply<()> },
    SpendLink { token: TokenHash, by: TokenHash, answer: Reply<()> },
    ForgetOld { now: u64, answer: Reply<bool> },
    Challenge { write: Box<ChallengeWrite>, answer: Reply<bool> },
    Check { answer: Reply<()> },
}

/// Writes requests one after the other; several lanes share one queue.
pub(super) async fn write_all(
    mut lane: Lane,
    requests: Arc<Mutex<mpsc::UnboundedReceiver<WriteRequest>>>,
    others: Notifier,
) {
    loop {
        let next = requests.lock().await.recv().await;
        let Some(request) = next else { return };
        execute(&mut lane, request, &others).await;
    }
}

async fn execute(lane: &mut Lane, request: WriteRequest, others: &Notifier) {
    match request {
        WriteRequest::Create { table, attempt, answer } => {
            let result = create(lane, Arc::from(table), attempt).await;
            tell(answer, result);
        }
        WriteRequest::AddChat { id, row, answer } => {
            let chat = row.line.number;
            let added = add_chat(lane, id, Arc::from(row)).await;
            if added.is_ok() {
                others.changed(TablePosition { id, version: 0, revision: 0, chat });
            }
            tell(answer, added);
        }
        WriteRequest::AddSession { session, at, answer } => {
            let sql = "INSERT INTO sessions (session, created, seen) VALUES ($1, $2, $2) \
                       ON CONFLICT (session) DO UPDATE SET seen = greatest(sessions.seen, excluded.seen)";
            let write =
                move |line: Arc<Line>| async move { run(&line, sql, &[&&session.0[..], &(at as i64)]).await.map(drop) };
            tell(answer, repeat(lane, write).await);
        }
        WriteRequest::AddLink { link, answer } => {
            tell(answer, repeat(lane, move |line| async move { add_link(&line, link).await }).await);
        }
        WriteRequest::SpendLink { token, by, answer } => {
            let sql = "UPDATE links SET spent_by = $2 WHERE token = $1";
            let write =
                move |line: Arc<Line>| async move { run(&line, sql, &[&&token.0[..], &&by.0[..]]).await.map(drop) };
            tell(answer, repeat(lane, write).await);
        }
        WriteRequest::ForgetOld { now, answer } => {
            tell(answer, repeat(lane, move |line| async move { forget_old(&line, now).await }).await);
        }
        WriteRequest::Challenge { write, answer } => tell(answer, challenges::write(lane, *write).await),
        WriteRequest::Check { answer } => {
            // Writes the value that is there already: a statement that changes no row would succeed on a full disk.
            let sql = "UPDATE capolinea_schema SET version = version";
            let write = move |line: Arc<Line>| async move { run(&line, sql, &[]).await.map(drop) };
            tell(answer, repeat(lane, write).await);
        }
    }
}

fn tell<T>(answer: Reply<T>, result: Result<T, StoreError>) {
    // The caller may have stopped waiting.
    drop(answer.send(result));
}

pub(super) async fn run(line: &Line, sql: &'static str, values: &[Parameter<'_>]) -> PgResult<u64> {
    let statement = line.prepare(sql).await?;
    line.client.execute(&statement, values).await
}

/// Executes an idempotent write: if its outcome is not known, it is executed again.
pub(super) async fn repeat<T, F>(lane: &mut Lane, write: impl Fn(Arc<Line>) -> F) -> Result<T, StoreError>
where
    F: Future<Output = PgResult<T>>,
{
    let mut last = StoreError::Failed { problem: "the database is busy".into() };
    for _ in 0..WRITE_TRIES {
        match lane.run(&write).await {
            Ran::Done(done) => return Ok(done),
            Ran::NotSent(error) | Ran::Rejected(error) => return Err(error),
            Ran::Busy(error) => last = error,
            Ran::Lost(lost) => last = lost.unknown(),
        }
    }
    Err(last)
}

/// Executes a write that must not be repeated: if its answer is lost, `was_done` checks whether it was executed.
async fn once<F, L>(
    lane: &mut Lane,
    write: impl Fn(Arc<Line>) -> F,
    was_done: impl Fn(Arc<Line>) -> L,
) -> Result<Result<(), StoreError>, StoreError>
where
    F: Future<Output = PgResult<Result<(), StoreError>>>,
    L: Future<Output = PgResult<bool>>,
{
    let mut last = StoreError::Failed { problem: "the database is busy".into() };
    for _ in 0..WRITE_TRIES {
        match lane.run(&write).await {
            Ran::Done(done) => return Ok(done),
            Ran::NotSent(error) | Ran::Rejected(error) => return Err(error),
            Ran::Busy(error) => last = error,
            Ran::Lost(lost) => {
                if lane.settle(&lost, &was_done).await? {
                    return Ok(Ok(()));
                }
                last = StoreError::Failed { problem: "the connection to the database was lost".into() };
            }
        }
    }
    Err(last)
}

const CREATE: &str = "\
WITH made AS (
    INSERT INTO heads (id, created, version, revision, status, waiting, deadline, wakes_at, updated, winners)
    VALUES ($1, $2, 0, $3, $4, $5, $6, $7, $8, $9) RETURNING key
), seated AS (
    INSERT INTO seatings (key, seating) SELECT key, $10 FROM made
), tried AS (
    INSERT INTO attempts (attempt, session, asked, table_id, seats, at)
    SELECT $12, $13, $14, $1, $15, $16 FROM made WHERE $12::bytea IS NOT NULL
)
INSERT INTO sitters (session, key) SELECT o.session, made.key FROM made, unnest($11::bytea[]) AS o (session)";

async fn create(lane: &mut Lane, table: Arc<NewTable>, attempt: Option<AttemptRow>) -> Result<(), StoreError> {
    let seating: Arc<str> = json(&table.seating)?.into();
    let id = table.id;
    let write = |line: Arc<Line>| {
        let (table, seating) = (table.clone(), seating.clone());
        async move { create_table(&line, &table, &seating, attempt).await.map(Ok) }
    };
    // Ids are random: if there is a table of this id, it is this one.
    let was_done = |line: Arc<Line>| async move {
        let sql = "SELECT 1 FROM heads WHERE id = $1";
        Ok(line.client.query_opt(sql, &[&id.as_str()]).await?.is_some())
    };
    once(lane, write, was_done).await?
}

async fn create_table(line: &Line, table: &NewTable, seating: &str, attempt: Option<AttemptRow>) -> PgResult<()> {
    let status = StatusColumns::new(&table.status);
    let sessions: Vec<Vec<u8>> = table.seating.sessions().iter().map(|session| session.0.to_vec()).collect();
    let bytes = |choose: fn(&AttemptRow) -> &[u8; 32]| attempt.as_ref().map(|attempt| choose(attempt).to_vec());
    let (id, created) = (table.id.as_str(), table.created as i64);
    let others: [Parameter<'_>; 7] = [
        &seating,
        &sessions,
        &bytes(|attempt| &attempt.key.0),
        &bytes(|attempt| &attempt.session.0),
        &bytes(|attempt| &attempt.asked),
        &attempt.map(|attempt| i16::from(attempt.seats.0)),
        &attempt.map(|attempt| attempt.at as i64),
    ];
    let values = [&[&id as Parameter<'_>, &created][..], &status.values()[..], &others[..]].concat();
    run(line, CREATE, &values).await.map(drop)
}

const ADD_CHAT: &str = "\
WITH place AS (
    SELECT key FROM heads WHERE id = $1
), added AS (
    INSERT INTO chat (key, number, line, at) SELECT key, $2, $3, $4 FROM place ON CONFLICT DO NOTHING RETURNING key
), forgotten AS (
    DELETE FROM chat c USING added a WHERE c.key = a.key AND c.number <= $5
)
SELECT EXISTS (SELECT 1 FROM place), EXISTS (SELECT 1 FROM added)";

async fn add_chat(lane: &mut Lane, id: TableId, row: Arc<ChatRow>) -> Result<(), StoreError> {
    let text: Arc<str> = json(&*row)?.into();
    let number = row.line.number as i64;
    let write = |line: Arc<Line>| {
        let (text, at) = (text.clone(), row.line.at as i64);
        async move {
            let statement = line.prepare(ADD_CHAT).await?;
            let values: [&(dyn ToSql + Sync); 5] = [&id.as_str(), &number, &&*text, &at, &(number - CHAT_KEPT as i64)];
            let found = line.client.query_one(&statement, &values).await?;
            Ok(match (found.try_get(0)?, found.try_get(1)?) {
                (_, true) => Ok(()),
                (true, false) => Err(StoreError::Conflict),
                (false, false) => Err(StoreError::NoSuchTable),
            })
        }
    };
    let was_done = |line: Arc<Line>| {
        let text = text.clone();
        async move {
            let sql =
                "SELECT 1 FROM chat c JOIN heads h ON h.key = c.key WHERE h.id = $1 AND c.number = $2 AND c.line = $3";
            Ok(line.client.query_opt(sql, &[&id.as_str(), &number, &&*text]).await?.is_some())
        }
    };
    once(lane, write, was_done).await?
}

/// The new link is not among those that the same statement sees.
const ADD_LINK: &str = "\
WITH forgotten AS (
    DELETE FROM links WHERE token IN (
        SELECT token FROM links WHERE table_id = $2 AND seat = $3 AND token <> $1 ORDER BY expires DESC OFFSET $7)
)
INSERT INTO links (token, table_id, seat, owner, expires, spent_by) VALUES ($1, $2, $3, $4, $5, $6)
ON CONFLICT (token) DO NOTHING";

async fn add_link(line: &Line, link: SeatLinkRow) -> PgResult<()> {
    let columns = LinkColumns::new(&link);
    let kept = LINKS_KEPT as i64 - 1;
    let values = [&columns.values()[..], &[&kept as Parameter<'_>]].concat();
    run(line, ADD_LINK, &values).await.map(drop)
}

/// Deletes some expired rows; returns whether there are more. Several servers may do so at once.
async fn forget_old(line: &Line, now: u64) -> PgResult<bool> {
    let before = |kept_for: Duration| now.saturating_sub(kept_for.as_millis() as u64) as i64;
    let most = FORGOTTEN_AT_ONCE as i64;
    let mut is_more = false;
    for (sql, time) in [
        ("DELETE FROM links WHERE token IN (SELECT token FROM links WHERE expires <= $1 LIMIT $2)", now as i64),
        (
            "DELETE FROM attempts WHERE attempt IN (SELECT attempt FROM attempts WHERE at <= $1 LIMIT $2)",
            before(ATTEMPT_KEPT_FOR),
        ),
        (
            "DELETE FROM chat WHERE (key, number) IN (SELECT key, number FROM chat WHERE at <= $1 LIMIT $2)",
            before(CHAT_KEPT_FOR),
        ),
        (
            // The seats of a session are deleted with it.
            "WITH old AS (SELECT o.session FROM sessions o WHERE o.seen <= $1 \
             AND NOT EXISTS (SELECT 1 FROM sitters s JOIN heads h ON h.key = s.key \
             WHERE s.session = o.session AND h.status < 2 AND h.updated > $1) LIMIT $2 FOR UPDATE SKIP LOCKED), \
             gone AS (DELETE FROM sitters s USING old WHERE s.session = old.session) \
             DELETE FROM sessions WHERE session IN (SELECT session FROM old)",
            before(SESSION_KEPT_FOR),
        ),
        (
            "WITH old AS (SELECT id FROM challenges WHERE created <= $1 LIMIT $2), \
             gone AS (DELETE FROM plays p USING old WHERE p.challenge = old.id) \
             DELETE FROM challenges WHERE id IN (SELECT id FROM old)",
            before(CHALLENGE_KEPT_FOR),
        ),
    ] {
        is_more |= run(line, sql, &[&time, &most]).await? >= most as u64;
    }
    Ok(is_more)
}
