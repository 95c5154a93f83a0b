//! Challenges in the SQLite store.

use super::journal::SharedLatest;
use super::reads::{Reply, from_json, id_at, status, tell};
use super::writes::json;
use super::*;
use rusqlite::{OptionalExtension as _, Row, params};

/// Something to be written about challenges.
pub(super) enum ChallengeWrite {
    Add(ChallengeRow),
    Close { id: TableId, at: u64 },
    AddPlay { play: PlayRow, was_added: Arc<AtomicBool> },
    NoteResult { challenge: TableId, game: TableId, result: PlayResult },
    ProposeSecret([u8; 32]),
}

impl ChallengeWrite {
    pub(super) fn execute(&self, connection: &Connection) -> rusqlite::Result<Result<(), StoreError>> {
        match self {
            ChallengeWrite::Add(challenge) => {
                let sql = "INSERT OR IGNORE INTO challenges (id, created, closes, facts) VALUES (?1, ?2, ?3, ?4)";
                let ChallengeRow { id, created, closes, facts } = challenge;
                let values = params![id.as_str(), *created as i64, closes.map(|at| at as i64), json(facts)?];
                connection.prepare_cached(sql)?.execute(values)?;
            }
            ChallengeWrite::Close { id, at } => {
                let sql = "UPDATE challenges SET closes = min(coalesce(closes, ?2), ?2) WHERE id = ?1";
                connection.prepare_cached(sql)?.execute(params![id.as_str(), *at as i64])?;
            }
            ChallengeWrite::AddPlay { play, was_added } => {
                let sql = "INSERT OR IGNORE INTO plays (challenge, game, seat, session, name, at, result) \
                           SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7 WHERE (SELECT count(*) FROM plays WHERE challenge = ?1) < ?8";
                let PlayRow { challenge, game, seat, session, name, at, result } = play;
                let result = result.as_ref().map(json).transpose()?;
                let (challenge, game) = (challenge.as_str(), game.as_str());
                let values = params![challenge, game, seat.0, session.0, name, *at as i64, result, MAX_PLAYS];
                let added = connection.prepare_cached(sql)?.execute(values)?;
                was_added.store(added > 0, Ordering::Relaxed);
            }
            ChallengeWrite::NoteResult { challenge, game, result } => {
                let sql = "UPDATE plays SET result = ?3 WHERE challenge = ?1 AND game = ?2 AND result IS NULL";
                connection.prepare_cached(sql)?.execute(params![challenge.as_str(), game.as_str(), json(result)?])?;
            }
            ChallengeWrite::ProposeSecret(proposed) => {
                let sql = "INSERT OR IGNORE INTO secrets (number, secret) VALUES (1, ?1)";
                connection.prepare_cached(sql)?.execute([proposed])?;
            }
        }
        Ok(Ok(()))
    }
}

/// Something to be read about challenges.
pub(super) enum ChallengeRead {
    One { id: TableId, answer: Reply<Option<ChallengeRow>> },
    Plays { challenge: TableId, answer: Reply<Vec<(PlayRow, Option<TableStatus>)>> },
    Secret { answer: Reply<[u8; 32]> },
}

impl ChallengeRead {
    pub(super) fn answer(self, connection: &Connection, latest: &SharedLatest) {
        match self {
            ChallengeRead::One { id, answer } => tell(answer, challenge(connection, id)),
            ChallengeRead::Plays { challenge, answer } => tell(
                answer,
                latest.read(
                    || plays(connection, challenge),
                    |plays, latest| {
                        for (play, status) in plays {
                            *status = status.map(|status| latest.status(play.game, status));
                        }
                        Ok(())
                    },
                ),
            ),
            ChallengeRead::Secret { answer } => tell(answer, secret(connection).and_then(found)),
        }
    }
}

fn found<T>(row: Option<T>) -> rusqlite::Result<T> {
    row.ok_or(rusqlite::Error::QueryReturnedNoRows)
}

pub(super) fn challenge(connection: &Connection, id: TableId) -> rusqlite::Result<Option<ChallengeRow>> {
    let mut find = connection.prepare_cached("SELECT created, closes, facts FROM challenges WHERE id = ?1")?;
    let row = |row: &Row<'_>| {
        let closes = row.get::<_, Option<i64>>(1)?.map(|at| at as u64);
        Ok(ChallengeRow { id, created: row.get::<_, i64>(0)? as u64, closes, facts: from_json(row, 2)? })
    };
    find.query_row([id.as_str()], row).optional()
}

pub(super) fn plays(
    connection: &Connection,
    challenge: TableId,
) -> rusqlite::Result<Vec<(PlayRow, Option<TableStatus>)>> {
    let sql = "SELECT p.game, p.seat, p.session, p.name, p.at, p.result, h.revision, h.status, h.waiting, h.deadline, \
               h.wakes_at, h.updated, h.winners FROM plays p LEFT JOIN tables t ON t.id = p.game \
               LEFT JOIN heads h ON h.key = t.key WHERE p.challenge = ?1 ORDER BY p.number";
    let mut query = connection.prepare_cached(sql)?;
    let row = |row: &Row<'_>| {
        let result = row.get::<_, Option<String>>(5)?.map(|_| from_json(row, 5)).transpose()?;
        let play = PlayRow {
            challenge,
            game: id_at(row, 0)?,
            seat: Seat(row.get(1)?),
            session: TokenHash(row.get(2)?),
            name: row.get(3)?,
            at: row.get::<_, i64>(4)? as u64,
            result,
        };
        let status = row.get::<_, Option<i64>>(6)?.map(|_| status(row, 6)).transpose()?;
        Ok((play, status))
    };
    query.query_map([challenge.as_str()], row)?.collect()
}

pub(super) fn secret(connection: &Connection) -> rusqlite::Result<Option<[u8; 32]>> {
    connection.prepare_cached("SELECT secret FROM secrets")?.query_row([], |row| row.get(0)).optional()
}

impl SqliteStore {
    fn write_challenge(&self, write: ChallengeWrite) -> StoreFuture<()> {
        self.write(|answer| WriteRequest::Challenge { write: Box::new(write), answer })
    }
}

impl ChallengeStore for SqliteStore {
    fn add_challenge(&self, challenge: ChallengeRow) -> StoreFuture<()> {
        self.write_challenge(ChallengeWrite::Add(challenge))
    }

    fn challenge(&self, id: TableId) -> StoreFuture<Option<ChallengeRow>> {
        self.read(|answer| ReadRequest::Challenge(ChallengeRead::One { id, answer }))
    }

    fn close_challenge(&self, id: TableId, at: u64) -> StoreFuture<()> {
        self.write_challenge(ChallengeWrite::Close { id, at })
    }

    fn add_play(&self, play: PlayRow) -> StoreFuture<bool> {
        let was_added = Arc::new(AtomicBool::new(false));
        let written = self.write_challenge(ChallengeWrite::AddPlay { play, was_added: was_added.clone() });
        Box::pin(async move { written.await.map(|()| was_added.load(Ordering::Relaxed)) })
    }

    fn note_result(&self, challenge: TableId, game: TableId, result: PlayResult) -> StoreFuture<()> {
        self.write_challenge(ChallengeWrite::NoteResult { challenge, game, result })
    }

    fn plays(&self, challenge: TableId) -> StoreFuture<Vec<(PlayRow, Option<TableStatus>)>> {
        self.read(|answer| ReadRequest::Challenge(ChallengeRead::Plays { challenge, answer }))
    }

    fn secret(&self, proposed: [u8; 32]) -> StoreFuture<[u8; 32]> {
        let written = self.write_challenge(ChallengeWrite::ProposeSecret(proposed));
        let reader = self.reader.clone();
        Box::pin(async move {
            written.await?;
            let (answer, answered) = oneshot::channel();
            let sent = reader.send(ReadRequest::Challenge(ChallengeRead::Secret { answer })).is_ok();
            later(sent, answered).await
        })
    }
}
