//! Tables that must be woken even if nobody connects: for a deadline, or for a bot's move.

use super::Tables;
use crate::clock::{self, Clock};
use crate::limits::STORE_RETRY;
use crate::waking::SERVER_ITSELF;
use capolinea_protocol::refusal::RefusalCode;
use capolinea_table::TableId;
use capolinea_table::limits::LOOK_AGAIN;
use std::collections::BTreeSet;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::Notify;
use tokio::time::Instant;

/// When which table must be woken.
#[derive(Default)]
pub(super) struct Alarms {
    waiting: Mutex<BTreeSet<(u64, TableId)>>,
    changed: Notify,
}

impl Alarms {
    fn waiting(&self) -> MutexGuard<'_, BTreeSet<(u64, TableId)>> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Wakes a table at this time.
    pub(super) fn set(&self, id: TableId, at: u64) {
        self.waiting().insert((at, id));
        self.changed.notify_one();
    }

    fn bring_forward(&self, by: u64) {
        if by > 0 {
            let mut waiting = self.waiting();
            *waiting = waiting.iter().map(|&(at, id)| (at.saturating_sub(by), id)).collect();
        }
    }

    /// Waits for the next alarm.
    async fn next(&self, clock: &Clock, watch: &mut clock::Watch) -> TableId {
        loop {
            let set_back = watch.set_back();
            if clock.is_own() {
                self.bring_forward(set_back);
            }
            let next = self.waiting().first().copied();
            let Some((at, id)) = next else {
                self.changed.notified().await;
                continue;
            };
            if at <= clock.unix_ms() {
                self.waiting().remove(&(at, id));
                return id;
            }
            tokio::select! {
                () = tokio::time::sleep(clock.until(at).min(LOOK_AGAIN)) => {}
                () = self.changed.notified() => {}
            }
        }
    }

    /// Wakes tables when their time has come. Thousands may be due at once, above all at the start: half of the time is left
    /// for people who wait at their screens.
    async fn ring<F: Future<Output = ()>>(&self, clock: &Clock, wake: impl Fn(TableId) -> F) {
        let mut watch = clock::Watch::new();
        loop {
            let id = self.next(clock, &mut watch).await;
            let begun = Instant::now();
            wake(id).await;
            tokio::time::sleep(begun.elapsed()).await;
        }
    }
}

impl Tables {
    /// Wakes sleeping tables when their time has come; runs as long as the server does.
    pub async fn keep_alarms(self: Arc<Self>) {
        // If there are other servers, each is assigned alarms from time to time.
        while self.store.shared().is_none() {
            match self.store.alarms().await {
                Ok(alarms) => {
                    // Nobody waits longer than intended because the clock was set back meanwhile.
                    let now = self.clock.unix_ms();
                    for alarm in alarms {
                        self.alarms.set(alarm.id, alarm.at.min(now.saturating_add(alarm.wait)));
                    }
                    break;
                }
                Err(error) => drop(self.store_failed(&error)),
            }
            tokio::time::sleep(STORE_RETRY).await;
        }
        let wake = async |id| {
            // A table that can't be woken is not tried again here.
            let _is_hopeless = self.clone().wake_for_alarm(id).await;
        };
        self.alarms.ring(&self.clock, wake).await;
    }

    /// Wakes a table; returns whether waking it will never succeed.
    pub(super) async fn wake_for_alarm(self: Arc<Self>, id: TableId) -> bool {
        if self.stopping.load(Ordering::Relaxed) {
            return false;
        }
        if let Err(refusal) = self.find(id, SERVER_ITSELF).await {
            tracing::warn!(table = ?id, problem = refusal.words, "a table could not be woken for its alarm");
            // The store may recover; what it holds does not change by itself.
            if !matches!(refusal.code, RefusalCode::NotSaved | RefusalCode::Stopping) {
                return true;
            }
            if refusal.code == RefusalCode::NotSaved {
                self.alarms.set(id, self.clock.unix_ms() + STORE_RETRY.as_millis() as u64);
            }
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::AtomicUsize;
    use std::time::Duration;

    /// With a paused clock.
    #[tokio::test(start_paused = true)]
    async fn many_alarms_that_are_due_leave_half_of_the_time_to_others() {
        let (alarms, woken) = (Alarms::default(), AtomicUsize::new(0));
        (0..1000).for_each(|_| alarms.set(crate::ids::new_table_id().unwrap(), 1));
        let wake = async |_| {
            tokio::time::sleep(Duration::from_millis(10)).await;
            woken.fetch_add(1, Ordering::Relaxed);
        };
        assert!(
            tokio::time::timeout(Duration::from_secs(1), alarms.ring(&Clock::start(), wake)).await.is_err(),
            "it never ends"
        );
        assert_eq!(woken.into_inner(), 50, "of the hundred that a second has time for");
        assert_eq!(alarms.waiting().len(), 949, "the others are not forgotten, and one is being woken");
    }
}
