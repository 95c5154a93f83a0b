//! Challenges in the PostgreSQL store. Every write does the same once or twice.

use super::connect::Line;
use super::lanes::Lane;
use super::reads::{get, query};
use super::rows::{from_json, hash, json, known_status, table_id};
use super::writes::{PgResult, repeat, run};
use super::*;
use tokio_postgres::Row;
use tokio_postgres::types::ToSql;

/// Something to be written about challenges.
pub(super) enum ChallengeWrite {
    Add(ChallengeRow),
    Close { id: TableId, at: u64 },
    AddPlay(PlayRow),
    NoteResult { challenge: TableId, game: TableId, result: PlayResult },
    ProposeSecret([u8; 32]),
}

const ADD_PLAY: &str = "\
WITH added AS (
    INSERT INTO plays (challenge, game, seat, session, name, at, result)
    SELECT $1, $2, $3, $4, $5, $6, $7 WHERE (SELECT count(*) FROM plays WHERE challenge = $1) < $8
    ON CONFLICT DO NOTHING RETURNING number
)
SELECT EXISTS (SELECT 1 FROM added) OR EXISTS (SELECT 1 FROM plays WHERE challenge = $1 AND game = $2 AND seat = $3)";

/// Writes; for a new game, returns whether it was kept.
pub(super) async fn write(lane: &mut Lane, write: ChallengeWrite) -> Result<bool, StoreError> {
    // As text before it is sent, so that nothing but the database can fail afterwards.
    let text = match &write {
        ChallengeWrite::Add(challenge) => Some(json(&challenge.facts)?),
        ChallengeWrite::AddPlay(play) => play.result.as_ref().map(json).transpose()?,
        ChallengeWrite::NoteResult { result, .. } => Some(json(result)?),
        ChallengeWrite::Close { .. } | ChallengeWrite::ProposeSecret(_) => None,
    };
    let todo = Arc::new((write, text));
    repeat(lane, |line| {
        let todo = todo.clone();
        async move { write_once(&line, &todo.0, todo.1.as_deref()).await }
    })
    .await
}

async fn write_once(line: &Line, write: &ChallengeWrite, text: Option<&str>) -> PgResult<bool> {
    match write {
        ChallengeWrite::Add(ChallengeRow { id, created, closes, .. }) => {
            let sql =
                "INSERT INTO challenges (id, created, closes, facts) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING";
            let values: [&(dyn ToSql + Sync); 4] =
                [&id.as_str(), &(*created as i64), &closes.map(|at| at as i64), &text];
            run(line, sql, &values).await?;
        }
        ChallengeWrite::Close { id, at } => {
            let sql = "UPDATE challenges SET closes = least(coalesce(closes, $2), $2) WHERE id = $1";
            run(line, sql, &[&id.as_str(), &(*at as i64)]).await?;
        }
        ChallengeWrite::AddPlay(PlayRow { challenge, game, seat, session, name, at, .. }) => {
            let statement = line.prepare(ADD_PLAY).await?;
            let values: [&(dyn ToSql + Sync); 8] = [
                &challenge.as_str(),
                &game.as_str(),
                &i16::from(seat.0),
                &&session.0[..],
                name,
                &(*at as i64),
                &text,
                &i64::from(MAX_PLAYS),
            ];
            return line.client.query_one(&statement, &values).await?.try_get(0);
        }
        ChallengeWrite::NoteResult { challenge, game, .. } => {
            let sql = "UPDATE plays SET result = $3 WHERE challenge = $1 AND game = $2 AND result IS NULL";
            run(line, sql, &[&challenge.as_str(), &game.as_str(), &text]).await?;
        }
        ChallengeWrite::ProposeSecret(proposed) => {
            let sql = "INSERT INTO secrets (number, secret) VALUES (1, $1) ON CONFLICT DO NOTHING";
            run(line, sql, &[&&proposed[..]]).await?;
        }
    }
    Ok(true)
}

async fn challenge(pool: &Pool, id: TableId) -> Result<Option<ChallengeRow>, StoreError> {
    let rows = query(pool, "SELECT created, closes, facts FROM challenges WHERE id = $1", &[&id.as_str()]).await?;
    let row = |row: &Row| {
        let closes = get::<Option<i64>>(row, 1)?.map(|at| at as u64);
        Ok(ChallengeRow { id, created: get::<i64>(row, 0)? as u64, closes, facts: from_json(get(row, 2)?)? })
    };
    rows.first().map(row).transpose()
}

async fn plays(pool: &Pool, challenge: TableId) -> Result<Vec<(PlayRow, Option<TableStatus>)>, StoreError> {
    let sql = "SELECT p.game, p.seat, p.session, p.name, p.at, p.result, h.revision, h.status, h.waiting, h.deadline, \
               h.wakes_at, h.updated, h.winners FROM plays p LEFT JOIN heads h ON h.id = p.game \
               WHERE p.challenge = $1 ORDER BY p.number";
    let row = |row: &Row| {
        let play = PlayRow {
            challenge,
            game: table_id(get(row, 0)?)?,
            seat: Seat(get::<i16>(row, 1)? as u8),
            session: hash(get(row, 2)?)?,
            name: get(row, 3)?,
            at: get::<i64>(row, 4)? as u64,
            result: get::<Option<&str>>(row, 5)?.map(from_json).transpose()?,
        };
        let status = get::<Option<i64>>(row, 6)?.map(|_| known_status(row, 6)).transpose()?;
        Ok((play, status))
    };
    query(pool, sql, &[&challenge.as_str()]).await?.iter().map(row).collect()
}

async fn secret(pool: &Pool) -> Result<[u8; 32], StoreError> {
    let rows = query(pool, "SELECT secret FROM secrets", &[]).await?;
    let missing = || StoreError::Unreadable { problem: "there is no secret for the deals of the day".into() };
    Ok(hash(get(rows.first().ok_or_else(missing)?, 0)?)?.0)
}

impl PostgresStore {
    fn write_challenge(&self, write: ChallengeWrite) -> StoreFuture<bool> {
        self.write(|answer| WriteRequest::Challenge { write: Box::new(write), answer })
    }
}

fn done(written: StoreFuture<bool>) -> StoreFuture<()> {
    Box::pin(async move { written.await.map(drop) })
}

impl ChallengeStore for PostgresStore {
    fn add_challenge(&self, challenge: ChallengeRow) -> StoreFuture<()> {
        done(self.write_challenge(ChallengeWrite::Add(challenge)))
    }

    fn challenge(&self, id: TableId) -> StoreFuture<Option<ChallengeRow>> {
        self.read(move |pool| async move { challenge(&pool, id).await })
    }

    fn close_challenge(&self, id: TableId, at: u64) -> StoreFuture<()> {
        done(self.write_challenge(ChallengeWrite::Close { id, at }))
    }

    fn add_play(&self, play: PlayRow) -> StoreFuture<bool> {
        self.write_challenge(ChallengeWrite::AddPlay(play))
    }

    fn note_result(&self, challenge: TableId, game: TableId, result: PlayResult) -> StoreFuture<()> {
        done(self.write_challenge(ChallengeWrite::NoteResult { challenge, game, result }))
    }

    fn plays(&self, challenge: TableId) -> StoreFuture<Vec<(PlayRow, Option<TableStatus>)>> {
        self.read(move |pool| async move { plays(&pool, challenge).await })
    }

    fn secret(&self, proposed: [u8; 32]) -> StoreFuture<[u8; 32]> {
        let written = self.write_challenge(ChallengeWrite::ProposeSecret(proposed));
        let pool = self.pool.clone();
        Box::pin(async move {
            written.await?;
            secret(&pool).await
        })
    }
}
