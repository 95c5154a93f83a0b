//! Copies another store's tables. It can be repeated: existing rows stay, and newer ones are left alone.

use super::connect::{Connector, Line, words};
use super::rows::{LinkColumns, Parameter, StatusColumns, json};
use super::*;
use crate::store::sqlite::{SessionRow, WholeTable};

/// The outcome for one table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Imported {
    /// It was not there.
    New,
    /// It was there, at an earlier moment.
    Continued,
    /// It was there already.
    Same,
    /// It has moved on here, and was left alone.
    Newer,
}

/// A database that is being filled.
pub struct Import {
    line: Arc<Line>,
}

type Values<'a> = &'a [Parameter<'a>];

impl Import {
    /// Opens a database, which must be prepared: see [`PostgresStore::open`].
    ///
    /// # Errors
    /// It can't be reached.
    pub async fn open(options: &PostgresOptions) -> Result<Import, OpenError> {
        let connector = Connector::new(&options.url, options.ca.as_deref())?;
        let line = connector.connect().await;
        let line = line.map_err(|error| OpenError::Unreachable { place: connector.place(), problem: words(&error) })?;
        Ok(Import { line })
    }

    async fn execute(&self, sql: &'static str, values: Values<'_>) -> Result<u64, StoreError> {
        let statement = self.line.prepare(sql).await.map_err(|error| failed(&error))?;
        self.line.client.execute(&statement, values).await.map_err(|error| failed(&error))
    }

    /// Copies a table with its steps, its chat and the sessions that sat there, all of it or nothing.
    ///
    /// # Errors
    /// It can't be written.
    pub async fn table(&self, table: &WholeTable) -> Result<Imported, StoreError> {
        self.line.client.batch_execute("BEGIN").await.map_err(|error| failed(&error))?;
        let done = self.table_in_transaction(table).await;
        let end = if done.is_ok() { "COMMIT" } else { "ROLLBACK" };
        self.line.client.batch_execute(end).await.map_err(|error| failed(&error))?;
        done
    }

    async fn table_in_transaction(&self, table: &WholeTable) -> Result<Imported, StoreError> {
        let WholeTable { id, stored, sitters, chat } = table;
        let sql = "SELECT key, version, revision FROM heads WHERE id = $1 FOR UPDATE";
        let row = self.line.client.query_opt(sql, &[&id.as_str()]).await.map_err(|error| failed(&error))?;
        let found = match row {
            Some(row) => {
                let (key, version, revision): (i64, i64, i64) = (get(&row, 0)?, get(&row, 1)?, get(&row, 2)?);
                Some((key, version as u64, revision as u64))
            }
            None => None,
        };
        let (imported, key) = match found {
            None => (Imported::New, self.head(*id, stored).await?),
            Some((_, version, revision)) if version > stored.version || revision > stored.status.revision => {
                return Ok(Imported::Newer);
            }
            Some((key, version, revision)) if (version, revision) == (stored.version, stored.status.revision) => {
                (Imported::Same, key)
            }
            Some((key, ..)) => (Imported::Continued, key),
        };
        if imported == Imported::Continued {
            self.continue_head(key, stored).await?;
        }
        for step in &stored.steps {
            self.step(key, step).await?;
        }
        for session in sitters {
            let sql = "INSERT INTO sitters (session, key) VALUES ($1, $2) ON CONFLICT DO NOTHING";
            self.execute(sql, &[&&session.0[..], &key]).await?;
        }
        for row in chat {
            let sql = "INSERT INTO chat (key, number, line, at) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING";
            self.execute(sql, &[&key, &(row.line.number as i64), &json(row)?, &(row.line.at as i64)]).await?;
        }
        Ok(imported)
    }

    /// Writes a table's row and returns its key.
    async fn head(&self, id: TableId, stored: &StoredTable) -> Result<i64, StoreError> {
        let sql = "INSERT INTO heads (id, created, version, revision, status, waiting, deadline, wakes_at, updated, winners) \
                   VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) RETURNING key";
        let status = StatusColumns::new(&stored.status);
        let (id, created, version) = (id.as_str(), stored.created as i64, stored.version as i64);
        let values = [&[&id as Parameter<'_>, &created, &version][..], &status.values()[..]].concat();
        let statement = self.line.prepare(sql).await.map_err(|error| failed(&error))?;
        let row = self.line.client.query_one(&statement, &values).await.map_err(|error| failed(&error))?;
        let key: i64 = get(&row, 0)?;
        let sql = "INSERT INTO seatings (key, seating) VALUES ($1, $2)";
        self.execute(sql, &[&key, &json(&stored.seating)?]).await?;
        Ok(key)
    }

    async fn continue_head(&self, key: i64, stored: &StoredTable) -> Result<(), StoreError> {
        let sql = "UPDATE heads SET version = $2, revision = $3, status = $4, waiting = $5, deadline = $6, wakes_at = $7, \
                   updated = $8, winners = $9 WHERE key = $1";
        let (status, version) = (StatusColumns::new(&stored.status), stored.version as i64);
        let values = [&[&key as Parameter<'_>, &version][..], &status.values()[..]].concat();
        self.execute(sql, &values).await?;
        self.execute("UPDATE seatings SET seating = $2 WHERE key = $1", &[&key, &json(&stored.seating)?]).await?;
        Ok(())
    }

    async fn step(&self, key: i64, step: &StoredStep) -> Result<(), StoreError> {
        let sql = "INSERT INTO steps (key, revision, at, id, done, events) VALUES ($1, $2, $3, $4, $5, $6) \
                   ON CONFLICT DO NOTHING";
        let values: Values<'_> = &[
            &key,
            &(step.revision as i64),
            &(step.at as i64),
            &step.id.map(|id| id as i64),
            &json(&step.done)?,
            &step.events,
        ];
        self.execute(sql, values).await.map(drop)
    }

    /// Copies a session.
    ///
    /// # Errors
    /// It can't be written.
    pub async fn session(&self, row: &SessionRow) -> Result<(), StoreError> {
        let sql = "INSERT INTO sessions (session, created, seen) VALUES ($1, $2, $3) \
                   ON CONFLICT (session) DO UPDATE SET seen = greatest(sessions.seen, excluded.seen)";
        self.execute(sql, &[&&row.session.0[..], &(row.created as i64), &(row.seen as i64)]).await.map(drop)
    }

    /// Copies a link that moves a seat. One that was used here stays used.
    ///
    /// # Errors
    /// It can't be written.
    pub async fn link(&self, link: &SeatLinkRow) -> Result<(), StoreError> {
        let sql = "INSERT INTO links (token, table_id, seat, owner, expires, spent_by) VALUES ($1, $2, $3, $4, $5, $6) \
                   ON CONFLICT (token) DO UPDATE SET spent_by = coalesce(links.spent_by, excluded.spent_by)";
        self.execute(sql, &LinkColumns::new(link).values()).await.map(drop)
    }

    /// Copies an attempt.
    ///
    /// # Errors
    /// It can't be written.
    pub async fn attempt(&self, row: &AttemptRow) -> Result<(), StoreError> {
        let sql = "INSERT INTO attempts (attempt, session, asked, table_id, seats, at) VALUES ($1, $2, $3, $4, $5, $6) \
                   ON CONFLICT DO NOTHING";
        let values: Values<'_> = &[
            &&row.key.0[..],
            &&row.session.0[..],
            &&row.asked[..],
            &row.table.as_str(),
            &i16::from(row.seats.0),
            &(row.at as i64),
        ];
        self.execute(sql, values).await.map(drop)
    }
}

fn get<'a, T: tokio_postgres::types::FromSql<'a>>(
    row: &'a tokio_postgres::Row,
    column: usize,
) -> Result<T, StoreError> {
    row.try_get(column).map_err(|error| failed(&error))
}

fn failed(error: &tokio_postgres::Error) -> StoreError {
    StoreError::Failed { problem: words(error) }
}
