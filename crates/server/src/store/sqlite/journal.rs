//! The latest steps of all tables. They are written to one table of the database, the journal, with one row for each transaction,
//! and are in memory as well. From time to time they are moved to their permanent tables, `steps` and `heads`.

use super::lines::{Damaged, add_status, add_step, parse_move, parse_steps};
use super::reads::id_at;
use super::writes::{insert_steps, update_status};
use super::*;
use rusqlite::types::Type;
use rusqlite::{Connection, OptionalExtension as _};
use std::collections::HashMap;
use std::ops::Range;
use std::sync::{MutexGuard, PoisonError};

/// Steps that are in the journal and nowhere else, by table.
#[derive(Default)]
pub(super) struct Latest {
    tables: HashMap<TableId, LatestSteps>,
    /// How often some were moved.
    moved: u64,
}

/// The latest steps of one table.
struct LatestSteps {
    key: i64,
    /// The table's status after the last of them.
    status: TableStatus,
    lines: String,
}

impl Latest {
    /// The status of a table, from the one in the database.
    pub(super) fn status(&self, id: TableId, stored: TableStatus) -> TableStatus {
        let latest = self.tables.get(&id).map(|latest| latest.status);
        latest.filter(|latest| latest.revision > stored.revision).unwrap_or(stored)
    }

    /// The revision after a table's latest steps; 0 if it has none here.
    pub(super) fn revision(&self, id: TableId) -> u64 {
        self.tables.get(&id).map_or(0, |latest| latest.status.revision)
    }

    /// All statuses that are newer than in the database, or were a moment ago.
    pub(super) fn statuses(&self) -> impl Iterator<Item = (TableId, &TableStatus)> {
        self.tables.iter().map(|(&id, latest)| (id, &latest.status))
    }

    /// Adds the steps that are not in the database yet, and the status after them.
    pub(super) fn complete(&self, id: TableId, stored: &mut StoredTable) -> rusqlite::Result<()> {
        let Some(latest) = self.tables.get(&id) else { return Ok(()) };
        if latest.status.revision > stored.status.revision {
            stored.status = latest.status;
            stored.steps.extend(parse_steps(&latest.lines).map_err(unreadable)?);
        }
        Ok(())
    }

    /// Whether there are any.
    pub(super) fn is_empty(&self) -> bool {
        self.tables.is_empty()
    }
}

/// The latest steps, which one thread writes and another reads.
#[derive(Clone, Default)]
pub(super) struct SharedLatest(Arc<Mutex<Latest>>);

impl SharedLatest {
    pub(super) fn lock(&self) -> MutexGuard<'_, Latest> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Reads from the database, and adds what is not in it yet. Steps may be moved meanwhile: then it is read again.
    pub(super) fn read<T>(
        &self,
        mut read: impl FnMut() -> rusqlite::Result<T>,
        add: impl FnOnce(&mut T, &Latest) -> rusqlite::Result<()>,
    ) -> rusqlite::Result<T> {
        loop {
            let moved = self.lock().moved;
            let mut found = read()?;
            let latest = self.lock();
            if latest.moved == moved {
                return add(&mut found, &latest).map(|()| found);
            }
        }
    }
}

/// The steps of one transaction.
#[derive(Default)]
pub(super) struct Batch {
    /// As the journal's row.
    text: String,
    steps: Vec<BatchStep>,
    /// Tables whose latest steps, but for those in `steps`, this transaction has moved.
    moved: Vec<TableId>,
}

struct BatchStep {
    id: TableId,
    key: i64,
    status: TableStatus,
    /// Where its line is in the text.
    line: Range<usize>,
}

impl Batch {
    /// Adds a step, and the table's status after it.
    pub(super) fn add(
        &mut self,
        id: TableId,
        key: i64,
        status: &TableStatus,
        step: &StoredStep,
    ) -> rusqlite::Result<()> {
        add_status(&mut self.text, key, status);
        let start = self.text.len();
        add_step(&mut self.text, step).map_err(|error| rusqlite::Error::ToSqlConversionFailure(Box::new(error)))?;
        self.steps.push(BatchStep { id, key, status: *status, line: start..self.text.len() });
        Ok(())
    }

    /// Moves a table's latest steps to `steps` and `heads`, those of this transaction included.
    pub(super) fn move_steps(
        &mut self,
        connection: &Connection,
        latest: &SharedLatest,
        id: TableId,
    ) -> rusqlite::Result<()> {
        let mut found: Option<LatestSteps> = None;
        if !self.moved.contains(&id) {
            let latest = latest.lock();
            found = latest.tables.get(&id).map(LatestSteps::copy);
            self.moved.extend(found.is_some().then_some(id));
        }
        for step in self.steps.extract_if(.., |step| step.id == id) {
            let BatchStep { key, status, line, .. } = step;
            let steps = found.get_or_insert_with(|| LatestSteps { key, status, lines: String::new() });
            steps.status = status;
            steps.lines.push_str(&self.text[line]);
        }
        let Some(LatestSteps { key, status, lines }) = found else { return Ok(()) };
        insert_steps(connection, key, &lines)?;
        update_status(connection, key, &status)
    }

    /// The same for all tables.
    pub(super) fn move_all(&mut self, connection: &Connection, latest: &SharedLatest) -> rusqlite::Result<()> {
        let mut ids: Vec<TableId> = latest.lock().tables.keys().copied().collect();
        ids.extend(self.steps.iter().map(|step| step.id));
        ids.into_iter().try_for_each(|id| self.move_steps(connection, latest, id))
    }

    /// Writes the steps to the journal.
    pub(super) fn write(&self, connection: &Connection) -> rusqlite::Result<()> {
        if self.steps.is_empty() {
            return Ok(());
        }
        connection.prepare_cached("INSERT INTO journal (moves) VALUES (?1)")?.execute([&self.text]).map(drop)
    }

    /// Forgets everything: for another transaction.
    pub(super) fn clear(&mut self) {
        self.text.clear();
        self.steps.clear();
        self.moved.clear();
    }

    /// The transaction is committed.
    pub(super) fn saved(&mut self, latest: &SharedLatest) {
        let mut latest = latest.lock();
        latest.moved += u64::from(!self.moved.is_empty());
        for id in &self.moved {
            latest.tables.remove(id);
        }
        for BatchStep { id, key, status, line } in self.steps.drain(..) {
            let steps = latest.tables.entry(id).or_insert_with(|| LatestSteps { key, status, lines: String::new() });
            steps.status = status;
            steps.lines.push_str(&self.text[line]);
        }
        self.clear();
    }
}

impl LatestSteps {
    fn copy(&self) -> LatestSteps {
        LatestSteps { key: self.key, status: self.status, lines: self.lines.clone() }
    }
}

/// Moves all steps of a journal that was left behind: the program had no time to do it at its end.
pub(super) fn empty_journal(connection: &mut Connection) -> rusqlite::Result<()> {
    let transaction = connection.transaction()?;
    let latest = SharedLatest::default();
    {
        let mut latest = latest.lock();
        let mut rows = transaction.prepare("SELECT moves FROM journal ORDER BY number")?;
        let mut rows = rows.query([])?;
        let mut head = transaction
            .prepare_cached("SELECT t.id, h.revision FROM tables t JOIN heads h ON h.key = t.key WHERE t.key = ?1")?;
        while let Some(row) = rows.next()? {
            for line in row.get_ref(0)?.as_str()?.lines() {
                let (key, status, step) = parse_move(line).map_err(unreadable)?;
                let position = head.query_row([key], |row| Ok((id_at(row, 0)?, row.get::<_, i64>(1)? as u64)));
                // A table may have been removed, and steps may have been moved, without the journal being emptied.
                let Some((id, revision)) = position.optional()? else { continue };
                if status.revision > revision {
                    let steps =
                        latest.tables.entry(id).or_insert_with(|| LatestSteps { key, status, lines: String::new() });
                    steps.status = status;
                    steps.lines.extend([step, "\n"]);
                }
            }
        }
    }
    Batch::default().move_all(&transaction, &latest)?;
    transaction.execute("DELETE FROM journal", [])?;
    transaction.commit()
}

fn unreadable(damaged: Damaged) -> rusqlite::Error {
    rusqlite::Error::FromSqlConversionFailure(0, Type::Text, Box::new(damaged))
}

#[cfg(test)]
mod tests {
    use super::super::files::WatchedFiles;
    use super::super::opening::open_writer;
    use super::super::reads;
    use super::super::writes::{WriteRequest, Writer};
    use super::*;
    use capolinea_engine::{Action, Seat};
    use capolinea_protocol::table::{Settings, Status};

    fn status(revision: u64, status: Status) -> TableStatus {
        let (waiting, winners) = (SeatSet(1), SeatSet(2));
        TableStatus { revision, status, waiting, winners, deadline: None, wakes_at: Some(9), updated: revision }
    }

    fn step(revision: u64) -> StoredStep {
        let done = Done::Action { seat: Seat(0), action: Action::DrawOpen { slot: 3 } };
        StoredStep { revision, at: revision, id: None, done, events: "[]".into() }
    }

    fn request(make: impl FnOnce(oneshot::Sender<Result<(), StoreError>>) -> WriteRequest) -> WriteRequest {
        make(oneshot::channel().0)
    }

    fn play(id: TableId, revision: u64) -> WriteRequest {
        let write = Write {
            version: 0,
            revision: revision - 1,
            seating: None,
            step: Some(step(revision)),
            status: status(revision, Status::Playing),
            session: None,
            rematch: None,
        };
        request(|answer| WriteRequest::Commit { id, write: Box::new(write), answer })
    }

    fn create(id: TableId) -> WriteRequest {
        let seating = Seating::new("usa".into(), "d".into(), 1, TokenHash([1; 32]), Settings::default());
        let table = NewTable { id, created: 7, seating, status: status(0, Status::Playing) };
        request(|answer| WriteRequest::Create { table: Box::new(table), attempt: None, answer })
    }

    fn rows_of_journal(connection: &Connection) -> u32 {
        connection.query_row("SELECT count(*) FROM journal", [], |row| row.get(0)).unwrap()
    }

    #[test]
    fn a_journal_that_was_left_behind_is_emptied_and_what_was_moved_before_is_not_moved_again() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("capolinea.sqlite");
        let [moved, left] = [1, 2].map(|byte| TableId::from_random([byte; 16]));
        let mut connection = open_writer(&path).unwrap();
        let files = WatchedFiles::watch([]);
        {
            let latest = SharedLatest::default();
            let mut writer = Writer::new(&connection, &files, latest.clone());
            writer.commit(vec![create(moved), create(left)]);
            writer.commit(vec![play(moved, 1), play(left, 1)]);
            // Deleting what is old reads every status, so all steps are moved first; the journal is not emptied.
            let more = Arc::default();
            writer.commit(vec![request(|answer| WriteRequest::ForgetOld { now: 0, more, answer }), play(left, 2)]);
            assert_eq!(rows_of_journal(&connection), 2);
            let stored = reads::load(&connection, left).unwrap().unwrap();
            assert_eq!((stored.steps.len(), latest.lock().revision(left)), (1, 2), "the second step is in the journal");
        }
        empty_journal(&mut connection).unwrap();
        assert_eq!(rows_of_journal(&connection), 0);
        for (id, last) in [(moved, 1), (left, 2)] {
            let stored = reads::load(&connection, id).unwrap().unwrap();
            assert_eq!(stored.status, status(last, Status::Playing));
            assert_eq!(stored.steps, (1..=last).map(step).collect::<Vec<_>>());
        }
    }

    #[test]
    fn steps_of_a_table_that_was_removed_are_left_out() {
        let folder = tempfile::tempdir().unwrap();
        let mut connection = open_writer(&folder.path().join("capolinea.sqlite")).unwrap();
        let files = WatchedFiles::watch([]);
        let id = TableId::from_random([1; 16]);
        Writer::new(&connection, &files, SharedLatest::default()).commit(vec![create(id), play(id, 1)]);
        connection.execute_batch("DELETE FROM heads; DELETE FROM sitters; DELETE FROM tables").unwrap();
        empty_journal(&mut connection).unwrap();
        let steps: u32 = connection.query_row("SELECT count(*) FROM steps", [], |row| row.get(0)).unwrap();
        assert_eq!((rows_of_journal(&connection), steps), (0, 0));
    }
}
