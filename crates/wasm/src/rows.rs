//! Tables, steps and lines of chat as a browser stores them.

use crate::server::{SESSION, public_id};
use capolinea_engine::{Seat, SeatSet};
use capolinea_protocol::http::MyGame;
use capolinea_protocol::table::Status;
use capolinea_table::stored::{ChatRow, Done, NewTable, Seating, StoredStep, StoredTable, TableStatus, Write};
use capolinea_table::{TableId, my_game};
use serde::{Deserialize, Serialize};

/// A line of chat.
pub type ChatLineRow = ChatRow;

/// A table without its game.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct TableRow {
    /// Its id.
    pub id: String,
    /// When it was made, in milliseconds since 1970.
    pub created: u64,
    /// The version of the seating.
    pub version: u64,
    /// Its players and settings.
    pub seating: Seating,
    /// Its progress.
    pub status: StatusRow,
    /// The table as a list of games shows it, so that a page can list games without the engine.
    #[serde(default, skip_deserializing)]
    pub game: Option<MyGame>,
}

/// The part of a table that changes with every step.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct StatusRow {
    revision: u64,
    status: Status,
    waiting: Vec<Seat>,
    winners: Vec<Seat>,
    deadline: Option<u64>,
    updated: u64,
}

impl From<&TableStatus> for StatusRow {
    fn from(status: &TableStatus) -> StatusRow {
        let list = |seats: SeatSet| seats.into_iter().collect();
        StatusRow {
            revision: status.revision,
            status: status.status,
            waiting: list(status.waiting),
            winners: list(status.winners),
            deadline: status.deadline,
            updated: status.updated,
        }
    }
}

impl From<&StatusRow> for TableStatus {
    fn from(row: &StatusRow) -> TableStatus {
        let set = |seats: &[Seat]| seats.iter().copied().collect();
        TableStatus {
            revision: row.revision,
            status: row.status,
            waiting: set(&row.waiting),
            winners: set(&row.winners),
            deadline: row.deadline,
            // Nobody wakes a table in a browser: it sleeps until its page is opened again.
            wakes_at: None,
            updated: row.updated,
        }
    }
}

/// A step of a game.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct StepRow {
    revision: u64,
    at: u64,
    id: Option<u64>,
    done: Done,
    events: String,
}

impl From<StoredStep> for StepRow {
    fn from(step: StoredStep) -> StepRow {
        let StoredStep { revision, at, id, done, events } = step;
        StepRow { revision, at, id, done, events }
    }
}

impl From<StepRow> for StoredStep {
    fn from(row: StepRow) -> StoredStep {
        let StepRow { revision, at, id, done, events } = row;
        StoredStep { revision, at, id, done, events }
    }
}

/// Everything that one change writes.
#[derive(Clone, Debug, Serialize)]
pub struct WriteRow {
    /// The version of the seating that the table knows.
    version: u64,
    /// The revision that the table knows.
    revision: u64,
    /// The new seating, if it changes.
    seating: Option<Seating>,
    /// The step to append.
    step: Option<StepRow>,
    /// The new status.
    status: StatusRow,
    /// The table as a list of games shows it.
    game: Option<MyGame>,
    /// A table made for a rematch.
    rematch: Option<TableRow>,
}

impl WriteRow {
    /// The changes of this write to a table with this seating.
    pub fn new(id: TableId, write: Write, before: &Seating) -> WriteRow {
        let seating = write.seating.as_ref().unwrap_or(before);
        WriteRow {
            version: write.version,
            revision: write.revision,
            game: listed(id, seating, &write.status),
            seating: write.seating,
            step: write.step.map(StepRow::from),
            status: StatusRow::from(&write.status),
            rematch: write.rematch.map(TableRow::from),
        }
    }
}

impl From<NewTable> for TableRow {
    fn from(table: NewTable) -> TableRow {
        let NewTable { id, created, seating, status } = table;
        let game = listed(id, &seating, &status);
        TableRow { id: id.to_string(), created, version: 0, seating, status: StatusRow::from(&status), game }
    }
}

fn listed(id: TableId, seating: &Seating, status: &TableStatus) -> Option<MyGame> {
    let game = my_game(id, seating, status, SESSION)?;
    Some(MyGame { table: public_id(&game.table), ..game })
}

impl TableRow {
    /// The table with these steps.
    pub fn with_steps(self, steps: Vec<StoredStep>) -> StoredTable {
        let status = TableStatus::from(&self.status);
        StoredTable { created: self.created, version: self.version, seating: self.seating, status, steps }
    }
}
