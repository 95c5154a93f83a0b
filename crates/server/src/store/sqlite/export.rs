//! Everything in a folder, for a copy in another store.

use super::reads;
use super::*;
use crate::limits::CHAT_KEPT;
use crate::limits::sqlite::EXPORT_CHUNK;
use rusqlite::{Connection, Row, params};

/// A folder that is read from beginning to end. No server can use it meanwhile.
pub struct Export {
    connection: Connection,
    /// Keeps servers out.
    _store: SqliteStore,
}

/// A session, when it was first seen and when last.
#[derive(Clone, Copy, Debug)]
pub struct SessionRow {
    /// The session.
    pub session: TokenHash,
    /// When it was first seen.
    pub created: u64,
    /// When it was last seen.
    pub seen: u64,
}

/// A table with everything that belongs to it.
#[derive(Clone, Debug)]
pub struct WholeTable {
    /// Its id.
    pub id: TableId,
    /// The table.
    pub stored: StoredTable,
    /// The sessions that have or had a seat.
    pub sitters: Vec<TokenHash>,
    /// The chat, oldest first.
    pub chat: Vec<ChatRow>,
}

impl Export {
    /// Opens a folder.
    ///
    /// # Errors
    /// There is no database in it, or it can't be used.
    pub fn open(folder: &Path) -> Result<Export, OpenError> {
        let path = folder.join("capolinea.sqlite");
        if !path.is_file() {
            return Err(OpenError::NoGames { folder: folder.to_path_buf() });
        }
        let store = SqliteStore::open(folder)?;
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let connection = Connection::open_with_flags(&path, flags).map_err(|problem| unusable(&path, problem))?;
        Ok(Export { connection, _store: store })
    }

    /// The number and id of every table after a number, some at a time, in the order in which they were made.
    ///
    /// # Errors
    /// They can't be read.
    pub fn tables_after(&self, number: i64) -> Result<Vec<(i64, TableId)>, StoreError> {
        let sql = "SELECT key, id FROM tables WHERE key > ?1 ORDER BY key LIMIT ?2";
        self.all(sql, params![number, EXPORT_CHUNK], |row| Ok((row.get(0)?, reads::id_at(row, 1)?)))
    }

    /// How many tables there are.
    ///
    /// # Errors
    /// They can't be read.
    pub fn count_tables(&self) -> Result<u64, StoreError> {
        let counted = self.all("SELECT count(*) FROM tables", [], |row| row.get::<_, i64>(0))?;
        Ok(counted.first().map_or(0, |&count| count as u64))
    }

    /// A table by its number and id.
    ///
    /// # Errors
    /// It can't be read.
    pub fn table(&self, number: i64, id: TableId) -> Result<WholeTable, StoreError> {
        let stored = reads::load(&self.connection, id).map_err(unreadable)?.ok_or(StoreError::NoSuchTable)?;
        let sitters =
            self.all("SELECT session FROM sitters WHERE key = ?1", [number], |row| Ok(TokenHash(row.get(0)?)))?;
        let chat = reads::chat(&self.connection, id, CHAT_KEPT as u32).map_err(unreadable)?;
        Ok(WholeTable { id, stored, sitters, chat })
    }

    /// Every session after another, some at a time.
    ///
    /// # Errors
    /// They can't be read.
    pub fn sessions_after(&self, session: Option<TokenHash>) -> Result<Vec<SessionRow>, StoreError> {
        let sql = "SELECT session, created, seen FROM sessions WHERE session > ?1 ORDER BY session LIMIT ?2";
        let after = session.map_or(Vec::new(), |session| session.0.to_vec());
        self.all(sql, params![after, EXPORT_CHUNK], |row| {
            let (created, seen) = (row.get::<_, i64>(1)? as u64, row.get::<_, i64>(2)? as u64);
            Ok(SessionRow { session: TokenHash(row.get(0)?), created, seen })
        })
    }

    /// Every link that moves a seat.
    ///
    /// # Errors
    /// They can't be read.
    pub fn links(&self) -> Result<Vec<SeatLinkRow>, StoreError> {
        let tokens = self.all("SELECT token FROM links", [], |row| Ok(TokenHash(row.get(0)?)))?;
        let link = |token| reads::link(&self.connection, token, 0).map_err(unreadable).transpose();
        tokens.into_iter().filter_map(link).collect()
    }

    /// Every challenge with its games.
    ///
    /// # Errors
    /// They can't be read.
    pub fn challenges(&self) -> Result<Vec<(ChallengeRow, Vec<PlayRow>)>, StoreError> {
        let ids = self.all("SELECT id FROM challenges", [], |row| reads::id_at(row, 0))?;
        let whole = |id| {
            let challenge = challenges::challenge(&self.connection, id).map_err(unreadable)?;
            let plays = challenges::plays(&self.connection, id).map_err(unreadable)?;
            Ok(challenge.map(|challenge| (challenge, plays.into_iter().map(|(play, _)| play).collect())))
        };
        ids.into_iter().filter_map(|id| whole(id).transpose()).collect()
    }

    /// The secret that the deals of the day are made of, if there is one yet.
    ///
    /// # Errors
    /// It can't be read.
    pub fn secret(&self) -> Result<Option<[u8; 32]>, StoreError> {
        challenges::secret(&self.connection).map_err(unreadable)
    }

    /// Every attempt.
    ///
    /// # Errors
    /// They can't be read.
    pub fn attempts(&self) -> Result<Vec<AttemptRow>, StoreError> {
        let keys = self.all("SELECT attempt FROM attempts", [], |row| Ok(TokenHash(row.get(0)?)))?;
        let attempt = |key| reads::attempt(&self.connection, key).map_err(unreadable).transpose();
        keys.into_iter().filter_map(attempt).collect()
    }

    fn all<T>(
        &self,
        sql: &str,
        values: impl rusqlite::Params,
        read: impl FnMut(&Row<'_>) -> rusqlite::Result<T>,
    ) -> Result<Vec<T>, StoreError> {
        let mut query = self.connection.prepare_cached(sql).map_err(unreadable)?;
        let rows = query.query_map(values, read).map_err(unreadable)?;
        rows.collect::<rusqlite::Result<_>>().map_err(unreadable)
    }
}

fn unreadable(problem: rusqlite::Error) -> StoreError {
    StoreError::Unreadable { problem: problem.to_string() }
}
