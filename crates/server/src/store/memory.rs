//! A store that forgets everything when the program ends: for tests and trials.

use super::*;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// A store in memory.
#[derive(Default)]
pub struct MemoryStore {
    inner: Mutex<Inner>,
}

#[derive(Default)]
struct Inner {
    /// In the order they were made.
    order: Vec<TableId>,
    tables: HashMap<TableId, StoredTable>,
    sitters: HashSet<(TokenHash, TableId)>,
    chat: HashMap<TableId, BTreeMap<u64, ChatRow>>,
    sessions: HashSet<TokenHash>,
    links: HashMap<TokenHash, SeatLinkRow>,
    /// Tables that the lobby has listed for long enough.
    unlisted: HashSet<TableId>,
}

impl MemoryStore {
    fn inner(&self) -> MutexGuard<'_, Inner> {
        // Every change below is made at once, after all checks: a panic elsewhere leaves nothing half done.
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Inner {
    fn table(&mut self, id: TableId) -> Result<&mut StoredTable, StoreError> {
        self.tables.get_mut(&id).ok_or(StoreError::NoSuchTable)
    }

    fn seat_all(&mut self, id: TableId, sheet: &Sheet) {
        self.sitters.extend(sheet.sessions().into_iter().map(|session| (session, id)));
    }

    fn rows(&self, at_most: u32, wanted: impl Fn(TableId, &StoredTable) -> bool) -> Vec<TableRow> {
        let newest_first = self.order.iter().rev().filter_map(|id| Some((*id, self.tables.get(id)?)));
        let wanted = newest_first.filter(|(id, table)| wanted(*id, table)).take(at_most as usize);
        let row = |(id, table): (TableId, &StoredTable)| TableRow {
            id,
            created: table.created,
            sheet: table.sheet.clone(),
            head: table.head,
        };
        wanted.map(row).collect()
    }
}

fn now<T: Send + 'static>(result: Result<T, StoreError>) -> Answer<T> {
    Box::pin(std::future::ready(result))
}

impl Store for MemoryStore {
    fn create(&self, table: NewTable) -> Answer<()> {
        let mut inner = self.inner();
        if inner.tables.contains_key(&table.id) {
            return now(Err(StoreError::Conflict));
        }
        let NewTable { id, created, sheet, head } = table;
        inner.seat_all(id, &sheet);
        inner.order.push(id);
        inner.tables.insert(id, StoredTable { created, version: 0, sheet, head, steps: Vec::new() });
        now(Ok(()))
    }

    fn load(&self, id: TableId) -> Answer<Option<StoredTable>> {
        now(Ok(self.inner().tables.get(&id).cloned()))
    }

    fn save_sheet(&self, id: TableId, version: u64, sheet: Sheet, head: Head) -> Answer<()> {
        let mut inner = self.inner();
        let result = inner.table(id).and_then(|table| {
            if table.version != version || table.head.revision != head.revision {
                return Err(StoreError::Conflict);
            }
            table.version += 1;
            table.sheet = sheet.clone();
            table.head = head;
            Ok(())
        });
        if result.is_ok() {
            inner.seat_all(id, &sheet);
            inner.unlisted.remove(&id);
        }
        now(result)
    }

    fn append(&self, id: TableId, step: StoredStep, head: Head) -> Answer<()> {
        now(self.inner().table(id).and_then(|table| {
            if table.head.revision + 1 != step.revision || head.revision != step.revision {
                return Err(StoreError::Conflict);
            }
            table.head = head;
            table.steps.push(step);
            Ok(())
        }))
    }

    fn add_chat(&self, id: TableId, row: ChatRow) -> Answer<()> {
        let mut inner = self.inner();
        if let Err(error) = inner.table(id) {
            return now(Err(error));
        }
        let lines = inner.chat.entry(id).or_default();
        let number = row.line.number;
        if lines.contains_key(&number) {
            return now(Err(StoreError::Conflict));
        }
        lines.insert(number, row);
        lines.retain(|&other, _| other + CHAT_KEPT > number);
        now(Ok(()))
    }

    fn chat(&self, id: TableId, at_most: u32) -> Answer<Vec<ChatRow>> {
        let inner = self.inner();
        let lines = inner.chat.get(&id).map(|lines| lines.values().rev().take(at_most as usize).cloned().collect());
        let mut lines: Vec<ChatRow> = lines.unwrap_or_default();
        lines.reverse();
        now(Ok(lines))
    }

    fn tables_of(&self, session: TokenHash, at_most: u32) -> Answer<Vec<TableRow>> {
        let inner = self.inner();
        now(Ok(inner.rows(at_most, |id, _| inner.sitters.contains(&(session, id)))))
    }

    fn count_open(&self, session: TokenHash, since: u64) -> Answer<u32> {
        let inner = self.inner();
        let counts = |id: TableId, table: &StoredTable| {
            inner.sitters.contains(&(session, id)) && !table.head.status.is_over() && table.head.updated >= since
        };
        now(Ok(inner.tables.iter().filter(|(id, table)| counts(**id, table)).count() as u32))
    }

    fn listed(&self, at_most: u32) -> Answer<Vec<TableRow>> {
        let inner = self.inner();
        let is_listed = |id: TableId, table: &StoredTable| {
            table.sheet.settings.listed && !table.head.status.is_over() && !inner.unlisted.contains(&id)
        };
        now(Ok(inner.rows(at_most, is_listed)))
    }

    fn forget_old(&self, now_is: u64) -> Answer<()> {
        let mut inner = self.inner();
        inner.links.retain(|_, link| link.expires > now_is);
        let is_old =
            |table: &StoredTable| table.head.status == Status::Waiting && table.head.updated + LISTED_FOR <= now_is;
        let old: Vec<TableId> = inner.tables.iter().filter(|(_, table)| is_old(table)).map(|(id, _)| *id).collect();
        inner.unlisted.extend(old);
        now(Ok(()))
    }

    fn alarms(&self) -> Answer<Vec<Alarm>> {
        let inner = self.inner();
        let playing = inner.tables.iter().filter(|(_, table)| table.head.status == Status::Playing);
        let alarm = |(&id, table): (&TableId, &StoredTable)| {
            let at = table.head.wakes_at?;
            Some(Alarm { id, at, wait: at.saturating_sub(table.head.updated) })
        };
        now(Ok(playing.filter_map(alarm).collect()))
    }

    fn add_session(&self, session: TokenHash, _at: u64) -> Answer<()> {
        self.inner().sessions.insert(session);
        now(Ok(()))
    }

    fn has_session(&self, session: TokenHash) -> Answer<bool> {
        now(Ok(self.inner().sessions.contains(&session)))
    }

    fn add_link(&self, link: SeatLinkRow) -> Answer<()> {
        self.inner().links.insert(link.token, link);
        now(Ok(()))
    }

    fn link(&self, token: TokenHash, now_is: u64) -> Answer<Option<SeatLinkRow>> {
        now(Ok(self.inner().links.get(&token).copied().filter(|link| link.expires > now_is)))
    }

    fn spend_link(&self, token: TokenHash, by: TokenHash) -> Answer<()> {
        self.inner().links.entry(token).and_modify(|link| link.spent_by = Some(by));
        now(Ok(()))
    }

    fn check(&self) -> Answer<()> {
        now(Ok(()))
    }
}
