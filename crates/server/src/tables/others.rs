//! The work of a server that shares its store with others. None of it decides anything: if another server changed a table
//! first, the store reports a conflict, whatever is known here.

use super::Tables;
use crate::limits::{
    CLAIM_EVERY, CLAIMED_AT_ONCE, CLOCK_EVERY, CLOCK_TOLERANCE, COMPARE_EVERY, COMPARED_AT_ONCE, LOBBY_EVERY,
};
use crate::store::{StoreError, StoreHint};
use capolinea_table::TableId;
use std::collections::HashSet;
use std::sync::Arc;
use tokio::sync::Notify;
use tokio::sync::broadcast::error::RecvError;
use tokio::task::JoinHandle;
use tokio::time::{Instant, sleep};

impl Tables {
    /// Starts everything that a server with others does, as long as it runs; nothing if there can be no others.
    pub fn follow_others(self: Arc<Self>) -> Vec<JoinHandle<()>> {
        if self.store.shared().is_none() {
            return Vec::new();
        }
        let lost = Arc::new(Notify::new());
        vec![
            tokio::spawn(self.clone().hear_hints(lost.clone())),
            tokio::spawn(self.clone().compare_again(lost)),
            tokio::spawn(self.clone().take_over_alarms()),
            tokio::spawn(self.clone().share_lobby()),
            tokio::spawn(self.follow_clock()),
        ]
    }

    /// Tells tables that are awake about changes by other servers.
    async fn hear_hints(self: Arc<Self>, lost: Arc<Notify>) {
        let Some(mut hints) = self.store.shared().map(|shared| shared.hints()) else { return };
        loop {
            match hints.recv().await {
                Ok(StoreHint::Changed(position)) => {
                    if let Some(table) = self.find_awake(position.id) {
                        table.compare(position).await;
                    }
                }
                Ok(StoreHint::Presence { server, presence }) => {
                    if let Some(table) = self.find_awake(presence.id) {
                        table.hear_of(server, presence).await;
                    }
                }
                Ok(StoreHint::Lost) | Err(RecvError::Lagged(_)) => lost.notify_one(),
                Err(RecvError::Closed) => return,
            }
        }
    }

    /// Compares all tables that are awake with the store, every few seconds and whenever hints were lost.
    async fn compare_again(self: Arc<Self>, lost: Arc<Notify>) {
        loop {
            let was_lost = tokio::select! {
                () = sleep(COMPARE_EVERY) => false,
                () = lost.notified() => true,
            };
            let ids: Vec<TableId> = self.awake().keys().copied().collect();
            for some in ids.chunks(COMPARED_AT_ONCE) {
                if let Err(error) = self.compare(some.to_vec(), was_lost).await {
                    tracing::debug!(%error, "tables could not be compared with the store");
                }
            }
        }
    }

    /// Compares tables with the store, and tells others which people are connected to them; after hints were lost also where no other server is known to
    /// have the table awake.
    async fn compare(&self, ids: Vec<TableId>, was_lost: bool) -> Result<(), StoreError> {
        let Some(shared) = self.store.shared() else { return Ok(()) };
        for position in shared.positions(ids).await? {
            if let Some(table) = self.find_awake(position.id) {
                table.compare(position).await;
                if was_lost {
                    table.tell_presence().await;
                } else {
                    table.repeat_presence().await;
                }
            }
        }
        Ok(())
    }

    /// Wakes tables whose alarm has passed, if no server has handled it.
    async fn take_over_alarms(self: Arc<Self>) {
        // A game that can't be read does not get better by being tried again.
        let mut broken = HashSet::new();
        loop {
            sleep(CLAIM_EVERY).await;
            let Some(shared) = self.store.shared() else { return };
            let claimed = shared.claim_alarms(CLAIMED_AT_ONCE).await.unwrap_or_else(|error| {
                tracing::debug!(%error, "alarms could not be taken over");
                Vec::new()
            });
            for id in claimed {
                if self.is_stopping() || broken.contains(&id) {
                    continue;
                }
                let begun = Instant::now();
                if self.clone().wake_for_alarm(id).await {
                    broken.insert(id);
                }
                // Half of the time is left for people who wait at their screens.
                sleep(begun.elapsed()).await;
            }
        }
    }

    /// Exchanges lobby listings with other servers.
    async fn share_lobby(self: Arc<Self>) {
        loop {
            let Some(shared) = self.store.shared() else { return };
            let changes = self.lobby.changes(self.clock.uptime());
            match shared.exchange_lobby(changes.clone()).await {
                Ok(news) => self.lobby.hear(news),
                Err(error) => {
                    tracing::debug!(%error, "the lobby could not be shared");
                    self.lobby.repeat(&changes);
                }
            }
            sleep(LOBBY_EVERY).await;
        }
    }

    async fn follow_clock(self: Arc<Self>) {
        loop {
            sleep(CLOCK_EVERY).await;
            if let Err(error) = self.read_clock().await {
                tracing::debug!(%error, "the store's clock could not be read");
            }
        }
    }

    /// Takes the time from a store that several servers share.
    ///
    /// # Errors
    /// It can't be read.
    pub async fn read_clock(&self) -> Result<(), StoreError> {
        let Some(shared) = self.store.shared() else { return Ok(()) };
        let asked = Instant::now();
        let time = shared.time().await?;
        let way = asked.elapsed() / 2;
        // An answer that took long is too imprecise.
        if self.clock.is_own() || way < CLOCK_TOLERANCE {
            self.clock.set(time + way.as_millis() as u64);
        }
        Ok(())
    }
}
