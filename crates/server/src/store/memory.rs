//! A store that forgets everything when the program ends: for tests and trials.

use super::*;
use crate::limits::{ATTEMPT_KEPT_FOR, CHAT_KEPT, CHAT_KEPT_FOR, LINKS_KEPT, SESSION_KEPT_FOR};
use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// A store in memory.
#[derive(Default)]
pub struct MemoryStore {
    inner: Mutex<Inner>,
}

#[derive(Default)]
pub(super) struct Inner {
    /// In the order they were made.
    order: Vec<TableId>,
    pub(super) tables: HashMap<TableId, StoredTable>,
    sitters: HashSet<(TokenHash, TableId)>,
    chat: HashMap<TableId, BTreeMap<u64, ChatRow>>,
    /// When each was last seen.
    sessions: HashMap<TokenHash, u64>,
    /// In the order they were made.
    links: Vec<SeatLinkRow>,
    attempts: HashMap<TokenHash, AttemptRow>,
    /// Messages to the servers that share the store, by server.
    pub(super) servers: Vec<(u64, broadcast::Sender<StoreHint>)>,
    pub(super) claimed: HashMap<TableId, u64>,
    pub(super) listings: HashMap<TableId, (u64, String)>,
    challenges: HashMap<TableId, ChallengeRow>,
    plays: Vec<PlayRow>,
    secret: Option<[u8; 32]>,
}

impl MemoryStore {
    pub(super) fn inner(&self) -> MutexGuard<'_, Inner> {
        // Every change below is made at once, after all checks: a panic elsewhere leaves nothing half done.
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Inner {
    fn table(&mut self, id: TableId) -> Result<&mut StoredTable, StoreError> {
        self.tables.get_mut(&id).ok_or(StoreError::NoSuchTable)
    }

    fn create(&mut self, table: NewTable) -> Result<(), StoreError> {
        if self.tables.contains_key(&table.id) {
            return Err(StoreError::Conflict);
        }
        let NewTable { id, created, seating, status } = table;
        self.seat_all(id, &seating);
        self.order.push(id);
        self.tables.insert(id, StoredTable { created, version: 0, seating, status, steps: Vec::new() });
        Ok(())
    }

    pub(super) fn commit(&mut self, id: TableId, write: Write) -> Result<(), StoreError> {
        let table = self.table(id)?;
        let is_known = (table.version, table.status.revision) == (write.version, write.revision);
        if !is_known || !write.is_consistent() {
            return Err(StoreError::Conflict);
        }
        let Write { seating, step, status, session, rematch, .. } = write;
        if let Some(rematch) = rematch {
            self.create(rematch)?;
        }
        if let Some(session) = session {
            self.see(session, status.updated);
        }
        if let Some(seating) = &seating {
            self.seat_all(id, seating);
        }
        let table = self.table(id)?;
        if let Some(seating) = seating {
            table.version += 1;
            table.seating = seating;
        }
        table.status = status;
        table.steps.extend(step);
        Ok(())
    }

    fn see(&mut self, session: TokenHash, at: u64) {
        let seen = self.sessions.entry(session).or_default();
        *seen = at.max(*seen);
    }

    fn forget_sessions(&mut self, now_is: u64) {
        let since = now_is.saturating_sub(SESSION_KEPT_FOR.as_millis() as u64);
        let is_alive = |table: &StoredTable| !table.status.status.is_over() && table.status.updated > since;
        let is_needed = |session: &TokenHash| {
            let mut theirs = self.sitters.iter().filter(|(sitter, _)| sitter == session);
            theirs.any(|(_, table)| self.tables.get(table).is_some_and(is_alive))
        };
        let old = self.sessions.iter().filter(|(session, seen)| **seen <= since && !is_needed(session));
        let old: HashSet<TokenHash> = old.map(|(session, _)| *session).collect();
        self.sessions.retain(|session, _| !old.contains(session));
        self.sitters.retain(|(session, _)| !old.contains(session));
    }

    fn seat_all(&mut self, id: TableId, seating: &Seating) {
        self.sitters.extend(seating.sessions().into_iter().map(|session| (session, id)));
    }

    fn rows(&self, at_most: u32, wanted: impl Fn(TableId, &StoredTable) -> bool) -> Vec<TableRow> {
        let newest_first = self.order.iter().rev().filter_map(|id| Some((*id, self.tables.get(id)?)));
        let wanted = newest_first.filter(|(id, table)| wanted(*id, table)).take(at_most as usize);
        let row = |(id, table): (TableId, &StoredTable)| TableRow {
            id,
            created: table.created,
            seating: table.seating.clone(),
            status: table.status,
        };
        wanted.map(row).collect()
    }
}

pub(super) fn now<T: Send + 'static>(result: Result<T, StoreError>) -> StoreFuture<T> {
    Box::pin(std::future::ready(result))
}

impl Store for MemoryStore {
    fn create(&self, table: NewTable) -> StoreFuture<()> {
        now(self.inner().create(table))
    }

    fn create_once(&self, table: NewTable, attempt: AttemptRow) -> StoreFuture<()> {
        let mut inner = self.inner();
        if inner.attempts.contains_key(&attempt.key) {
            return now(Err(StoreError::Conflict));
        }
        let created = inner.create(table);
        if created.is_ok() {
            inner.attempts.insert(attempt.key, attempt);
        }
        now(created)
    }

    fn attempt(&self, key: TokenHash) -> StoreFuture<Option<AttemptRow>> {
        now(Ok(self.inner().attempts.get(&key).copied()))
    }

    fn load(&self, id: TableId) -> StoreFuture<Option<StoredTable>> {
        now(Ok(self.inner().tables.get(&id).cloned()))
    }

    fn commit(&self, id: TableId, write: Write) -> StoreFuture<()> {
        now(self.inner().commit(id, write))
    }

    fn add_chat(&self, id: TableId, row: ChatRow) -> StoreFuture<()> {
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

    fn chat(&self, id: TableId, at_most: u32) -> StoreFuture<Vec<ChatRow>> {
        let inner = self.inner();
        let lines = inner.chat.get(&id).map(|lines| lines.values().rev().take(at_most as usize).cloned().collect());
        let mut lines: Vec<ChatRow> = lines.unwrap_or_default();
        lines.reverse();
        now(Ok(lines))
    }

    fn tables_of(&self, session: TokenHash, at_most: u32) -> StoreFuture<Vec<TableRow>> {
        let inner = self.inner();
        now(Ok(inner.rows(at_most, |id, _| inner.sitters.contains(&(session, id)))))
    }

    fn count_open(&self, session: TokenHash, since: u64) -> StoreFuture<u32> {
        let inner = self.inner();
        let counts = |id: TableId, table: &StoredTable| {
            inner.sitters.contains(&(session, id)) && !table.status.status.is_over() && table.status.updated >= since
        };
        now(Ok(inner.tables.iter().filter(|(id, table)| counts(**id, table)).count() as u32))
    }

    fn forget_old(&self, now_is: u64) -> StoreFuture<bool> {
        let mut inner = self.inner();
        inner.links.retain(|link| link.expires > now_is);
        inner.attempts.retain(|_, attempt| attempt.at + ATTEMPT_KEPT_FOR.as_millis() as u64 > now_is);
        for lines in inner.chat.values_mut() {
            lines.retain(|_, row| row.line.at + CHAT_KEPT_FOR.as_millis() as u64 > now_is);
        }
        inner.chat.retain(|_, lines| !lines.is_empty());
        inner.forget_sessions(now_is);
        inner.challenges.retain(|_, challenge| challenge.created + CHALLENGE_KEPT_FOR.as_millis() as u64 > now_is);
        let Inner { challenges, plays, .. } = &mut *inner;
        plays.retain(|play| challenges.contains_key(&play.challenge));
        now(Ok(false))
    }

    fn alarms(&self) -> StoreFuture<Vec<Alarm>> {
        let inner = self.inner();
        let playing = inner.tables.iter().filter(|(_, table)| table.status.status == Status::Playing);
        let alarm = |(&id, table): (&TableId, &StoredTable)| {
            let at = table.status.wakes_at?;
            Some(Alarm { id, at, wait: at.saturating_sub(table.status.updated) })
        };
        now(Ok(playing.filter_map(alarm).collect()))
    }

    fn add_session(&self, session: TokenHash, at: u64) -> StoreFuture<()> {
        self.inner().see(session, at);
        now(Ok(()))
    }

    fn session_seen(&self, session: TokenHash) -> StoreFuture<Option<u64>> {
        now(Ok(self.inner().sessions.get(&session).copied()))
    }

    fn add_link(&self, link: SeatLinkRow) -> StoreFuture<()> {
        let mut inner = self.inner();
        inner.links.push(link);
        let of_seat = |other: &SeatLinkRow| (other.table, other.seat) == (link.table, link.seat);
        let mut too_many = inner.links.iter().filter(|other| of_seat(other)).count().saturating_sub(LINKS_KEPT);
        inner.links.retain(|other| {
            let is_forgotten = too_many > 0 && of_seat(other);
            too_many -= usize::from(is_forgotten);
            !is_forgotten
        });
        now(Ok(()))
    }

    fn link(&self, token: TokenHash, now_is: u64) -> StoreFuture<Option<SeatLinkRow>> {
        let is_wanted = |link: &&SeatLinkRow| link.token == token && link.expires > now_is;
        now(Ok(self.inner().links.iter().find(is_wanted).copied()))
    }

    fn spend_link(&self, token: TokenHash, by: TokenHash) -> StoreFuture<()> {
        for link in self.inner().links.iter_mut().filter(|link| link.token == token) {
            link.spent_by = Some(by);
        }
        now(Ok(()))
    }

    fn check(&self) -> StoreFuture<()> {
        now(Ok(()))
    }

    fn challenges(&self) -> &dyn ChallengeStore {
        self
    }
}

impl ChallengeStore for MemoryStore {
    fn add_challenge(&self, challenge: ChallengeRow) -> StoreFuture<()> {
        self.inner().challenges.entry(challenge.id).or_insert(challenge);
        now(Ok(()))
    }

    fn challenge(&self, id: TableId) -> StoreFuture<Option<ChallengeRow>> {
        now(Ok(self.inner().challenges.get(&id).cloned()))
    }

    fn close_challenge(&self, id: TableId, at: u64) -> StoreFuture<()> {
        if let Some(challenge) = self.inner().challenges.get_mut(&id) {
            challenge.closes = Some(challenge.closes.map_or(at, |closes| closes.min(at)));
        }
        now(Ok(()))
    }

    fn add_play(&self, play: PlayRow) -> StoreFuture<bool> {
        let mut inner = self.inner();
        let has_room =
            inner.plays.iter().filter(|other| other.challenge == play.challenge).count() < MAX_PLAYS as usize;
        if has_room {
            inner.plays.push(play);
        }
        now(Ok(has_room))
    }

    fn note_result(&self, challenge: TableId, game: TableId, result: PlayResult) -> StoreFuture<()> {
        let mut inner = self.inner();
        let is_wanted = |play: &&mut PlayRow| (play.challenge, play.game) == (challenge, game) && play.result.is_none();
        for play in inner.plays.iter_mut().filter(is_wanted) {
            play.result = Some(result.clone());
        }
        now(Ok(()))
    }

    fn plays(&self, challenge: TableId) -> StoreFuture<Vec<(PlayRow, Option<TableStatus>)>> {
        let inner = self.inner();
        let plays = inner.plays.iter().filter(|play| play.challenge == challenge);
        now(Ok(plays.map(|play| (play.clone(), inner.tables.get(&play.game).map(|table| table.status))).collect()))
    }

    fn secret(&self, proposed: [u8; 32]) -> StoreFuture<[u8; 32]> {
        now(Ok(*self.inner().secret.get_or_insert(proposed)))
    }
}

impl Inner {
    pub(super) fn position(&self, id: TableId) -> Option<TablePosition> {
        let table = self.tables.get(&id)?;
        let last = self.chat.get(&id).and_then(|lines| lines.keys().last().copied());
        let (version, revision) = (table.version, table.status.revision);
        Some(TablePosition { id, version, revision, chat: last.unwrap_or(0) })
    }
}
