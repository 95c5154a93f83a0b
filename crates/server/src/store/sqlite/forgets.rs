//! Deletion of expired data from the SQLite store: some rows of each kind at a time, so that no write waits long behind it.

use super::*;
use crate::limits::{ATTEMPT_KEPT_FOR, CHAT_KEPT_FOR, FORGOTTEN_AT_ONCE, SESSION_KEPT_FOR};
use rusqlite::{Connection, params};

/// Deletes some expired rows; returns whether there are more.
pub(super) fn forget_old(connection: &Connection, now: u64) -> rusqlite::Result<bool> {
    let before = |kept_for: Duration| now.saturating_sub(kept_for.as_millis() as u64) as i64;
    let mut is_more = false;
    for (sql, time) in [
        ("DELETE FROM links WHERE token IN (SELECT token FROM links WHERE expires <= ?1 LIMIT ?2)", now as i64),
        (
            "DELETE FROM attempts WHERE attempt IN (SELECT attempt FROM attempts WHERE at <= ?1 LIMIT ?2)",
            before(ATTEMPT_KEPT_FOR),
        ),
        (
            "DELETE FROM chat WHERE (key, number) IN (SELECT key, number FROM chat WHERE at <= ?1 LIMIT ?2)",
            before(CHAT_KEPT_FOR),
        ),
        (
            // Before the challenges, so that none of their games is left behind.
            "DELETE FROM plays WHERE number IN (SELECT p.number FROM challenges c JOIN plays p ON p.challenge = c.id \
             WHERE c.created <= ?1 LIMIT ?2)",
            before(CHALLENGE_KEPT_FOR),
        ),
        (
            "DELETE FROM challenges WHERE id IN (SELECT id FROM challenges c WHERE created <= ?1 \
             AND NOT EXISTS (SELECT 1 FROM plays p WHERE p.challenge = c.id) LIMIT ?2)",
            before(CHALLENGE_KEPT_FOR),
        ),
    ] {
        let forgotten = connection.prepare_cached(sql)?.execute(params![time, FORGOTTEN_AT_ONCE as i64])?;
        is_more |= forgotten >= FORGOTTEN_AT_ONCE;
    }
    Ok(forget_sessions(connection, before(SESSION_KEPT_FOR))? || is_more)
}

/// Sessions that were not seen since then, unless a game of theirs goes on; with them, where they have sat.
fn forget_sessions(connection: &Connection, since: i64) -> rusqlite::Result<bool> {
    let sql = "SELECT session FROM sessions WHERE seen <= ?1 AND NOT EXISTS (SELECT 1 FROM sitters s \
               JOIN heads h ON h.key = s.key WHERE s.session = sessions.session AND h.status < 2 AND h.updated > ?1) LIMIT ?2";
    let mut find = connection.prepare_cached(sql)?;
    let old = find.query_map(params![since, FORGOTTEN_AT_ONCE as i64], |row| row.get::<_, [u8; 32]>(0))?;
    let old: Vec<[u8; 32]> = old.collect::<rusqlite::Result<_>>()?;
    for session in &old {
        connection.prepare_cached("DELETE FROM sitters WHERE session = ?1")?.execute([session])?;
        connection.prepare_cached("DELETE FROM sessions WHERE session = ?1")?.execute([session])?;
    }
    Ok(old.len() >= FORGOTTEN_AT_ONCE)
}
