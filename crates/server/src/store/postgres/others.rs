//! Messages between servers that share the database, and their common queries.
//!
//! Hints are sent as notifications, after the commit that they report and gathered for a moment: a notification within a
//! transaction makes all commits wait for each other.

use super::connect::Connector;
use super::lanes::{Lane, Ran};
use super::reads::{get, query};
use super::rows::table_id;
use super::*;
use crate::limits::postgres::{
    ANSWER_TIMEOUT, HINTS_GATHERED_FOR, LISTEN_RETRY, MAX_HINT_BYTES, MAX_LISTINGS, PRESENCE_KEPT, PROBE_EVERY,
};
use crate::limits::{ALARM_GRACE, CLAIMED_FOR, SERVER_LOST_AFTER};
use futures_util::StreamExt as _;
use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use tokio::time::{Instant, sleep, timeout};
use tokio_postgres::{AsyncMessage, Row};

/// A message to other servers.
enum News {
    Changed(TablePosition),
    Presence(TablePresence),
}

/// The channel to other servers.
#[derive(Clone)]
pub(super) struct Notifier {
    news: mpsc::UnboundedSender<News>,
    /// Whether there are other servers.
    has_others: Arc<AtomicBool>,
    /// The tables that others have people at.
    theirs: Arc<Theirs>,
}

/// The tables at which other servers have people, and how long each is remembered if it is not reported again. A change of any other
/// table is of no use to them, and telling all servers of all changes would cost each of them as much as all others do.
#[derive(Default)]
pub(super) struct Theirs(Mutex<HashMap<TableId, Instant>>);

impl Theirs {
    fn tables(&self) -> MutexGuard<'_, HashMap<TableId, Instant>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Another server has reported people at a table.
    fn note(&self, id: TableId, now: Instant) {
        let mut tables = self.tables();
        let is_new = tables.insert(id, now + PRESENCE_KEPT).is_none();
        // Expired entries are removed only now and then, so that it costs little.
        if is_new && tables.len().is_power_of_two() {
            tables.retain(|_, until| *until > now);
        }
    }

    fn has(&self, id: TableId, now: Instant) -> bool {
        self.tables().get(&id).is_some_and(|until| *until > now)
    }
}

impl Notifier {
    fn tell(&self, news: News) {
        if self.has_others.load(Ordering::Relaxed) {
            // If nobody receives it, the store is being closed.
            drop(self.news.send(news));
        }
    }

    /// The tables that others have people at.
    pub(super) fn theirs(&self) -> Arc<Theirs> {
        self.theirs.clone()
    }

    /// A table has changed.
    pub(super) fn changed(&self, position: TablePosition) {
        self.tell(News::Changed(position));
    }
}

/// Starts to send messages to other servers.
pub(super) fn start_notifier(lane: Lane, server: i64) -> (Notifier, tokio::task::JoinHandle<()>) {
    let (news, to_send) = mpsc::unbounded_channel();
    let theirs = Arc::<Theirs>::default();
    let sending = tokio::spawn(send_all(lane, server, to_send, theirs.clone()));
    (Notifier { news, has_others: Arc::new(AtomicBool::new(true)), theirs }, sending)
}

async fn send_all(mut lane: Lane, server: i64, mut to_send: mpsc::UnboundedReceiver<News>, theirs: Arc<Theirs>) {
    let (mut changed, mut present) = (HashMap::new(), HashMap::new());
    while let Some(first) = to_send.recv().await {
        sleep(HINTS_GATHERED_FOR).await;
        let mut next = Some(first);
        while let Some(news) = next {
            match news {
                News::Changed(position) => {
                    changed.entry(position.id).and_modify(|known| merge(known, position)).or_insert(position);
                }
                News::Presence(presence) => drop(present.insert(presence.id, presence)),
            }
            next = to_send.try_recv().ok();
        }
        let now = Instant::now();
        changed.retain(|&id, _| theirs.has(id, now));
        if changed.is_empty() && present.is_empty() {
            continue;
        }
        let texts = write_hints(server, changed.drain().map(|(_, one)| one), present.drain().map(|(_, one)| one));
        let sent = lane.run(|line| async move {
            let statement =
                line.prepare("SELECT pg_notify('capolinea', text) FROM unnest($1::text[]) AS t (text)").await?;
            line.client.execute(&statement, &[&texts]).await
        });
        if !matches!(sent.await, Ran::Done(_)) {
            // Other servers compare all tables every few seconds anyway.
            tracing::debug!("other servers could not be notified of changes");
        }
    }
}

fn merge(known: &mut TablePosition, new: TablePosition) {
    known.version = known.version.max(new.version);
    known.revision = known.revision.max(new.revision);
    known.chat = known.chat.max(new.chat);
}

/// Hints as texts of notifications: the server's number, then the hints.
fn write_hints(
    server: i64,
    changed: impl Iterator<Item = TablePosition>,
    present: impl Iterator<Item = TablePresence>,
) -> Vec<String> {
    let changed = changed
        .map(|TablePosition { id, version, revision, chat }| format!(" c,{},{version},{revision},{chat}", id.as_str()));
    let present =
        present.map(|TablePresence { id, seats, spectators }| format!(" p,{},{},{spectators}", id.as_str(), seats.0));
    let mut texts: Vec<String> = Vec::new();
    for hint in changed.chain(present) {
        match texts.last_mut().filter(|text| text.len() + hint.len() <= MAX_HINT_BYTES) {
            Some(text) => text.push_str(&hint),
            None => texts.push(format!("{server}{hint}")),
        }
    }
    texts
}

/// The hints in the text of a notification, unless they are this server's own. Unknown hints of a newer server are skipped.
fn read_hints(own: i64, text: &str) -> Vec<StoreHint> {
    let mut words = text.split(' ');
    let Some(server) = words.next().and_then(|word| word.parse::<i64>().ok()).filter(|&server| server != own) else {
        return Vec::new();
    };
    let read = |word: &str| {
        let mut parts = word.split(',');
        let (kind, id) = (parts.next()?, parts.next()?.parse().ok()?);
        let mut number = || parts.next()?.parse::<u64>().ok();
        match kind {
            "c" => {
                Some(StoreHint::Changed(TablePosition { id, version: number()?, revision: number()?, chat: number()? }))
            }
            "p" => {
                let (seats, spectators) = (SeatSet(number()? as u8), number()? as u32);
                let presence = TablePresence { id, seats, spectators };
                Some(StoreHint::Presence { server: server as u64, presence })
            }
            _ => None,
        }
    };
    words.filter_map(read).collect()
}

/// Listens to other servers for as long as the store is open. Notifications sent while the connection is down are lost.
pub(super) async fn listen(
    connector: Arc<Connector>,
    server: i64,
    hints: broadcast::Sender<StoreHint>,
    theirs: Arc<Theirs>,
) {
    loop {
        listen_once(&connector, server, &hints, &theirs).await;
        sleep(LISTEN_RETRY).await;
    }
}

async fn listen_once(connector: &Connector, server: i64, hints: &broadcast::Sender<StoreHint>, theirs: &Theirs) {
    let Ok(Ok((client, mut messages))) = timeout(ANSWER_TIMEOUT, connector.connect_raw()).await else { return };
    let told = hints;
    let reading = async {
        while let Some(Ok(message)) = messages.next().await {
            if let AsyncMessage::Notification(notification) = message {
                for hint in read_hints(server, notification.payload()) {
                    if let StoreHint::Presence { presence, .. } = &hint {
                        theirs.note(presence.id, Instant::now());
                    }
                    // Nobody may be listening yet.
                    drop(told.send(hint));
                }
            }
        }
    };
    let asking = async {
        let answers = |asked: Result<Result<(), tokio_postgres::Error>, _>| matches!(asked, Ok(Ok(())));
        if !answers(timeout(ANSWER_TIMEOUT, client.batch_execute("LISTEN capolinea")).await) {
            return;
        }
        drop(hints.send(StoreHint::Lost));
        // Without this, a dead connection would never be noticed.
        while answers(timeout(ANSWER_TIMEOUT, client.batch_execute("")).await) {
            sleep(PROBE_EVERY).await;
        }
    };
    tokio::select! {
        () = reading => {}
        () = asking => {}
    }
}

impl SharedStore for PostgresStore {
    fn time(&self) -> StoreFuture<u64> {
        self.read(|pool| async move {
            let sql = "SELECT (extract(epoch FROM clock_timestamp()) * 1000)::int8";
            let rows = query(&pool, sql, &[]).await?;
            let time = rows.first().map(|row| get::<i64>(row, 0)).transpose()?;
            time.map(|time| time as u64).ok_or_else(|| StoreError::Unreadable { problem: "no time".into() })
        })
    }

    fn hints(&self) -> broadcast::Receiver<StoreHint> {
        self.hints.subscribe()
    }

    fn tell_presence(&self, presence: TablePresence) {
        self.others.tell(News::Presence(presence));
    }

    fn positions(&self, ids: Vec<TableId>) -> StoreFuture<Vec<TablePosition>> {
        self.read(|pool| async move {
            let sql = "SELECT h.id, h.version, h.revision, \
                       coalesce((SELECT max(c.number) FROM chat c WHERE c.key = h.key), 0) \
                       FROM heads h WHERE h.id = ANY ($1)";
            let ids: Vec<String> = ids.iter().map(TableId::to_string).collect();
            let position = |row: &Row| {
                let number = |column| get::<i64>(row, column).map(|number| number as u64);
                Ok(TablePosition {
                    id: table_id(get(row, 0)?)?,
                    version: number(1)?,
                    revision: number(2)?,
                    chat: number(3)?,
                })
            };
            query(&pool, sql, &[&ids]).await?.iter().map(position).collect()
        })
    }

    fn claim_alarms(&self, at_most: u32) -> StoreFuture<Vec<TableId>> {
        self.read(move |pool| async move {
            let sql = "WITH clock AS MATERIALIZED (SELECT (extract(epoch FROM clock_timestamp()) * 1000)::int8 AS ms), \
                       due AS (SELECT h.key FROM heads h WHERE h.status = 1 AND h.wakes_at IS NOT NULL \
                       AND h.wakes_at <= (SELECT ms FROM clock) - $2 AND h.claimed_until <= (SELECT ms FROM clock) \
                       ORDER BY h.wakes_at LIMIT $1 FOR UPDATE SKIP LOCKED) \
                       UPDATE heads h SET claimed_until = (SELECT ms FROM clock) + $3 FROM due WHERE h.key = due.key \
                       RETURNING h.id";
            let values: [&(dyn tokio_postgres::types::ToSql + Sync); 3] =
                [&i64::from(at_most), &(ALARM_GRACE.as_millis() as i64), &(CLAIMED_FOR.as_millis() as i64)];
            query(&pool, sql, &values).await?.iter().map(|row| table_id(get(row, 0)?)).collect()
        })
    }

    fn exchange_lobby(&self, changes: Vec<LobbyChange>) -> StoreFuture<LobbyNews> {
        let (server, has_others) = (self.server, self.others.has_others.clone());
        self.read(move |pool| async move {
            let news = exchange_lobby(&pool, server, changes).await?;
            has_others.store(news.1, Ordering::Relaxed);
            Ok(news.0)
        })
    }
}

const EXCHANGE: &str = "\
WITH clock AS MATERIALIZED (
    SELECT (extract(epoch FROM clock_timestamp()) * 1000)::int8 AS ms
), me AS (
    INSERT INTO servers (server, seen) SELECT $1, ms FROM clock
    ON CONFLICT (server) DO UPDATE SET seen = excluded.seen RETURNING xmax = 0 AS is_new
), dropped AS (
    DELETE FROM listings WHERE server = $1 AND id = ANY ($2)
), put AS (
    INSERT INTO listings (id, server, created, listing)
    SELECT id, $1, created, listing FROM unnest($3::text[], $4::int8[], $5::text[]) AS l (id, created, listing)
    ON CONFLICT (id) DO UPDATE SET server = excluded.server, listing = excluded.listing
), dead AS (
    DELETE FROM servers WHERE seen < (SELECT ms FROM clock) - 60000 RETURNING server
), orphans AS (
    DELETE FROM listings WHERE server IN (SELECT server FROM dead)
), others AS (
    SELECT server FROM servers WHERE server <> $1 AND seen > (SELECT ms FROM clock) - $6
)
SELECT (SELECT is_new FROM me), EXISTS (SELECT 1 FROM others),
    ARRAY (SELECT l.listing FROM listings l JOIN others o ON o.server = l.server ORDER BY l.created DESC LIMIT $7)";

async fn exchange_lobby(pool: &Pool, server: i64, changes: Vec<LobbyChange>) -> Result<(LobbyNews, bool), StoreError> {
    let (mut dropped, mut ids, mut created, mut listings) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for change in changes {
        match change.listing {
            Some(listing) => {
                ids.push(change.id.to_string());
                created.push(change.created as i64);
                listings.push(listing);
            }
            None => dropped.push(change.id.to_string()),
        }
    }
    let lost_after = SERVER_LOST_AFTER.as_millis() as i64;
    let values: [&(dyn tokio_postgres::types::ToSql + Sync); 7] =
        [&server, &dropped, &ids, &created, &listings, &lost_after, &MAX_LISTINGS];
    let rows = query(pool, EXCHANGE, &values).await?;
    let Some(row) = rows.first() else { return Ok((LobbyNews::default(), true)) };
    Ok((LobbyNews { is_unknown: get(row, 0)?, others: get(row, 2)? }, get(row, 1)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn tables_of_others_are_remembered_for_a_while() {
        let theirs = Theirs::default();
        // A byte makes one of 32 letters.
        let id = |number: u8| {
            TableId::from_random(std::array::from_fn(|place| if place == 0 { number / 32 } else { number }))
        };
        for number in 0..100 {
            theirs.note(id(number), Instant::now());
        }
        assert!(theirs.has(id(99), Instant::now()) && !theirs.has(id(100), Instant::now()));
        tokio::time::advance(PRESENCE_KEPT / 2).await;
        theirs.note(id(99), Instant::now());
        tokio::time::advance(PRESENCE_KEPT / 2).await;
        assert!(theirs.has(id(99), Instant::now()) && !theirs.has(id(98), Instant::now()));
        for number in 100..=128 {
            theirs.note(id(number), Instant::now());
        }
        assert_eq!(theirs.tables().len(), 30, "those that are over are forgotten");
    }

    #[test]
    fn hints_are_read_as_they_were_written() {
        let id = |number| TableId::from_random([number; 16]);
        let position = |number| TablePosition { id: id(number), version: 3, revision: 1 << 40, chat: 7 };
        let presence = TablePresence { id: id(1), seats: SeatSet(5), spectators: 2 };
        let texts = write_hints(-9, (0..250).map(position), [presence].into_iter());
        assert!(texts.len() > 1 && texts.iter().all(|text| text.len() <= MAX_HINT_BYTES));
        let read: Vec<StoreHint> = texts.iter().flat_map(|text| read_hints(4, text)).collect();
        let mut expected: Vec<StoreHint> = (0..250).map(|number| StoreHint::Changed(position(number))).collect();
        expected.push(StoreHint::Presence { server: -9_i64 as u64, presence });
        assert_eq!(read, expected);
        assert!(read_hints(-9, &texts[0]).is_empty(), "a server's own");
        assert!(read_hints(1, "nonsense").is_empty() && read_hints(1, "2 x,y c,short,1 c").is_empty());
    }
}
