//! A store in memory that several servers share: for tests of several servers.

use super::memory::{MemoryStore, now};
use super::*;
use crate::limits::{ALARM_GRACE, CLAIMED_FOR};
use std::sync::Arc;

/// One server's handle to a store in memory that several servers share.
pub struct SharedMemoryStore {
    store: Arc<MemoryStore>,
    server: u64,
    hints: broadcast::Sender<StoreHint>,
}

impl SharedMemoryStore {
    /// A handle for one more server.
    pub fn new(store: &Arc<MemoryStore>) -> SharedMemoryStore {
        let (hints, _) = broadcast::channel(1024);
        let mut inner = store.inner();
        let server = inner.servers.len() as u64 + 1;
        inner.servers.push((server, hints.clone()));
        drop(inner);
        SharedMemoryStore { store: store.clone(), server, hints }
    }

    fn send(&self, hint: StoreHint) {
        for (_, others) in self.store.inner().servers.iter().filter(|(server, _)| *server != self.server) {
            // A server that does not listen has ended.
            drop(others.send(hint));
        }
    }

    fn tell_all(&self, position: TablePosition) {
        self.send(StoreHint::Changed(position));
    }
}

impl Store for SharedMemoryStore {
    fn create(&self, table: NewTable) -> StoreFuture<()> {
        self.store.create(table)
    }

    fn create_once(&self, table: NewTable, attempt: AttemptRow) -> StoreFuture<()> {
        self.store.create_once(table, attempt)
    }

    fn attempt(&self, key: TokenHash) -> StoreFuture<Option<AttemptRow>> {
        self.store.attempt(key)
    }

    fn load(&self, id: TableId) -> StoreFuture<Option<StoredTable>> {
        self.store.load(id)
    }

    fn commit(&self, id: TableId, write: Write) -> StoreFuture<()> {
        let committed = self.store.inner().commit(id, write);
        if committed.is_ok() {
            self.store.inner().claimed.insert(id, crate::clock::now() + CLAIMED_FOR.as_millis() as u64);
            let position = self.store.inner().position(id);
            position.into_iter().for_each(|position| self.tell_all(position));
        }
        now(committed)
    }

    fn add_chat(&self, id: TableId, line: ChatRow) -> StoreFuture<()> {
        let added = self.store.add_chat(id, line);
        let position = self.store.inner().position(id);
        position.into_iter().for_each(|position| self.tell_all(position));
        added
    }

    fn chat(&self, id: TableId, at_most: u32) -> StoreFuture<Vec<ChatRow>> {
        self.store.chat(id, at_most)
    }

    fn tables_of(&self, session: TokenHash, at_most: u32) -> StoreFuture<Vec<TableRow>> {
        self.store.tables_of(session, at_most)
    }

    fn count_open(&self, session: TokenHash, since: u64) -> StoreFuture<u32> {
        self.store.count_open(session, since)
    }

    fn forget_old(&self, now_is: u64) -> StoreFuture<bool> {
        self.store.forget_old(now_is)
    }

    fn alarms(&self) -> StoreFuture<Vec<Alarm>> {
        self.store.alarms()
    }

    fn add_session(&self, session: TokenHash, at: u64) -> StoreFuture<()> {
        self.store.add_session(session, at)
    }

    fn session_seen(&self, session: TokenHash) -> StoreFuture<Option<u64>> {
        self.store.session_seen(session)
    }

    fn add_link(&self, link: SeatLinkRow) -> StoreFuture<()> {
        self.store.add_link(link)
    }

    fn link(&self, token: TokenHash, now_is: u64) -> StoreFuture<Option<SeatLinkRow>> {
        self.store.link(token, now_is)
    }

    fn spend_link(&self, token: TokenHash, by: TokenHash) -> StoreFuture<()> {
        self.store.spend_link(token, by)
    }

    fn check(&self) -> StoreFuture<()> {
        self.store.check()
    }

    fn challenges(&self) -> &dyn ChallengeStore {
        &*self.store
    }

    fn shared(&self) -> Option<&dyn SharedStore> {
        Some(self)
    }
}

impl SharedStore for SharedMemoryStore {
    fn time(&self) -> StoreFuture<u64> {
        now(Ok(crate::clock::now()))
    }

    fn hints(&self) -> broadcast::Receiver<StoreHint> {
        self.hints.subscribe()
    }

    fn tell_presence(&self, presence: TablePresence) {
        self.send(StoreHint::Presence { server: self.server, presence });
    }

    fn positions(&self, ids: Vec<TableId>) -> StoreFuture<Vec<TablePosition>> {
        let inner = self.store.inner();
        now(Ok(ids.into_iter().filter_map(|id| inner.position(id)).collect()))
    }

    fn claim_alarms(&self, at_most: u32) -> StoreFuture<Vec<TableId>> {
        let time = crate::clock::now();
        let mut inner = self.store.inner();
        let is_due = |table: &StoredTable| {
            let wakes_at = table.status.wakes_at.filter(|_| table.status.status == Status::Playing);
            wakes_at.is_some_and(|at| at + ALARM_GRACE.as_millis() as u64 <= time)
        };
        let is_free = |id: &TableId| inner.claimed.get(id).is_none_or(|&until| until <= time);
        let due = inner.tables.iter().filter(|(id, table)| is_due(table) && is_free(id)).map(|(id, _)| *id);
        let due: Vec<TableId> = due.take(at_most as usize).collect();
        inner.claimed.extend(due.iter().map(|&id| (id, time + CLAIMED_FOR.as_millis() as u64)));
        now(Ok(due))
    }

    fn exchange_lobby(&self, changes: Vec<LobbyChange>) -> StoreFuture<LobbyNews> {
        let mut inner = self.store.inner();
        for LobbyChange { id, listing, .. } in changes {
            match listing {
                Some(listing) => drop(inner.listings.insert(id, (self.server, listing))),
                None => inner.listings.retain(|other, (server, _)| *other != id || *server != self.server),
            }
        }
        let others = inner.listings.values().filter(|(server, _)| *server != self.server);
        now(Ok(LobbyNews { others: others.map(|(_, listing)| listing.clone()).collect(), is_unknown: false }))
    }
}
