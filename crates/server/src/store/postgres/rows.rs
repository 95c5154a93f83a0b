//! Conversions between values of the database and of the program.

use super::*;
use crate::store::status_number::{status_from_number, status_number};
use serde::Serialize;
use tokio_postgres::Row;
use tokio_postgres::types::ToSql;

/// A value as JSON text.
pub(super) fn json(value: &impl Serialize) -> Result<String, StoreError> {
    serde_json::to_string(value).map_err(|error| StoreError::Failed { problem: error.to_string() })
}

pub(super) fn from_json<T: serde::de::DeserializeOwned>(text: &str) -> Result<T, StoreError> {
    serde_json::from_str(text).map_err(|error| StoreError::Unreadable { problem: error.to_string() })
}

/// A parameter of a statement.
pub(super) type Parameter<'a> = &'a (dyn ToSql + Sync);

/// A table's status as columns.
pub(super) struct StatusColumns {
    revision: i64,
    status: i16,
    waiting: i16,
    deadline: Option<i64>,
    wakes_at: Option<i64>,
    updated: i64,
    winners: i16,
}

impl StatusColumns {
    pub(super) fn new(status: &TableStatus) -> Self {
        StatusColumns {
            revision: status.revision as i64,
            status: status_number(status.status).into(),
            waiting: status.waiting.0.into(),
            deadline: status.deadline.map(|at| at as i64),
            wakes_at: status.wakes_at.map(|at| at as i64),
            updated: status.updated as i64,
            winners: status.winners.0.into(),
        }
    }

    /// The values in the order of the columns.
    pub(super) fn values(&self) -> [Parameter<'_>; 7] {
        [&self.revision, &self.status, &self.waiting, &self.deadline, &self.wakes_at, &self.updated, &self.winners]
    }
}

/// A link that moves a seat, as columns.
pub(super) struct LinkColumns<'a> {
    token: &'a [u8],
    table: &'a str,
    seat: i16,
    owner: &'a [u8],
    expires: i64,
    spent_by: Option<&'a [u8]>,
}

impl<'a> LinkColumns<'a> {
    pub(super) fn new(link: &'a SeatLinkRow) -> Self {
        LinkColumns {
            token: &link.token.0,
            table: link.table.as_str(),
            seat: link.seat.0.into(),
            owner: &link.owner.0,
            expires: link.expires as i64,
            spent_by: link.spent_by.as_ref().map(|by| &by.0[..]),
        }
    }

    /// The values in the order of the columns.
    pub(super) fn values(&self) -> [Parameter<'_>; 6] {
        [&self.token, &self.table, &self.seat, &self.owner, &self.expires, &self.spent_by]
    }
}

/// A status from the columns revision, status, waiting, deadline, wakes_at, updated, winners; `None` if its number is not known.
pub(super) fn from_status(row: &Row, first: usize) -> Result<Option<TableStatus>, tokio_postgres::Error> {
    let number: i16 = row.try_get(first + 1)?;
    let Some(status) = u8::try_from(number).ok().and_then(status_from_number) else { return Ok(None) };
    Ok(Some(TableStatus {
        revision: row.try_get::<_, i64>(first)? as u64,
        status,
        waiting: seats(row.try_get(first + 2)?),
        deadline: row.try_get::<_, Option<i64>>(first + 3)?.map(|at| at as u64),
        wakes_at: row.try_get::<_, Option<i64>>(first + 4)?.map(|at| at as u64),
        updated: row.try_get::<_, i64>(first + 5)? as u64,
        winners: seats(row.try_get(first + 6)?),
    }))
}

pub(super) fn seats(number: i16) -> SeatSet {
    SeatSet(number as u8)
}

pub(super) fn hash(bytes: &[u8]) -> Result<TokenHash, StoreError> {
    let bytes = bytes.try_into().map_err(|_| StoreError::Unreadable { problem: "a hash is too short".into() })?;
    Ok(TokenHash(bytes))
}

pub(super) fn table_id(text: &str) -> Result<TableId, StoreError> {
    text.parse().map_err(|_| StoreError::Unreadable { problem: "a table's id is damaged".into() })
}

pub(super) fn known_status(row: &Row, first: usize) -> Result<TableStatus, StoreError> {
    let status = from_status(row, first).map_err(|error| unreadable(&error))?;
    status.ok_or_else(|| StoreError::Unreadable { problem: "a table's status is not known".into() })
}

pub(super) fn unreadable(error: &tokio_postgres::Error) -> StoreError {
    StoreError::Unreadable { problem: super::connect::words(error) }
}
