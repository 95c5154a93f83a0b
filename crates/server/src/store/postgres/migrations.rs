//! The schema: scripts that lead from each version to the next, executed once, however many servers start.

use super::OpenError;
use super::connect::{Connector, words};

/// The migration from each version to the next, from an empty database on.
pub const SCRIPTS: [Script; 3] = [
    Script { sql: include_str!("schema_1.sql"), oldest: 1 },
    Script { sql: include_str!("schema_2.sql"), oldest: 1 },
    Script { sql: include_str!("schema_3.sql"), oldest: 1 },
];

/// A step to the next version.
#[derive(Clone, Copy, Debug)]
pub struct Script {
    /// The statements.
    pub sql: &'static str,
    /// The oldest version that a program must know to work with this one: a change that older programs need not know leaves
    /// it as it is, so that they can run beside newer ones while a site is upgraded.
    pub oldest: i32,
}

/// The schema version that this program writes.
pub const SCHEMA_VERSION: i32 = SCRIPTS.len() as i32;

/// The id of the advisory lock for schema changes: any number that nothing else uses.
const LOCK: i64 = 0x6361_706f_6c69_6e65;

/// Updates the schema to the version of a program that knows these scripts, or finds that it can use that of a newer program.
pub(super) async fn migrate(connector: &Connector, scripts: &[Script]) -> Result<(), OpenError> {
    let unreachable =
        |error: &tokio_postgres::Error| OpenError::Unreachable { place: connector.place(), problem: words(error) };
    let line = connector.connect().await.map_err(|error| unreachable(&error))?;
    let failed = |error: tokio_postgres::Error| OpenError::Form { place: connector.place(), problem: words(&error) };
    let client = &line.client;
    // Another server may be doing the same, and a large table takes a while.
    client.batch_execute("SET statement_timeout = 0; SET lock_timeout = 0; BEGIN").await.map_err(failed)?;
    client.execute("SELECT pg_advisory_xact_lock($1)", &[&LOCK]).await.map_err(failed)?;
    let table = "CREATE TABLE IF NOT EXISTS capolinea_schema (version int NOT NULL, oldest int NOT NULL)";
    client.batch_execute(table).await.map_err(failed)?;
    let row = client.query_opt("SELECT version, oldest FROM capolinea_schema", &[]).await.map_err(failed)?;
    let (found, oldest): (i32, i32) = match &row {
        Some(row) => (row.try_get(0).map_err(failed)?, row.try_get(1).map_err(failed)?),
        None => (0, 0),
    };
    let known = scripts.len() as i32;
    if oldest > known {
        return Err(OpenError::Newer { place: connector.place(), found, oldest, known });
    }
    for script in scripts.iter().skip(found as usize) {
        client.batch_execute(script.sql).await.map_err(failed)?;
    }
    if found < known {
        let needed = scripts.last().map_or(0, |script| script.oldest);
        let values: [&(dyn tokio_postgres::types::ToSql + Sync); 2] = [&known, &needed];
        client.execute("DELETE FROM capolinea_schema", &[]).await.map_err(failed)?;
        client.execute("INSERT INTO capolinea_schema VALUES ($1, $2)", &values).await.map_err(failed)?;
    }
    client.batch_execute("COMMIT").await.map_err(failed)
}
