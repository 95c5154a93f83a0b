//! Waking tables: each of them once, however many ask for it, few at the same time, and in turns by address: a client that
//! wakes many delays only itself.

use crate::limits::LOADS_AT_ONCE;
use crate::turns::{Turn, Turns};
use capolinea_protocol::refusal::Refusal;
use capolinea_table::TableId;
use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::net::{IpAddr, Ipv4Addr};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::OnceCell;

/// The address of the server itself, when it wakes a table on its own: for an alarm, or to read again what another server has changed.
pub const SERVER_ITSELF: IpAddr = IpAddr::V4(Ipv4Addr::UNSPECIFIED);

type Woken<T> = Result<T, Refusal>;

/// The tables that are being woken.
pub struct Waking<T> {
    under_way: Mutex<HashMap<TableId, Arc<OnceCell<Woken<T>>>>>,
    turns: Arc<Turns>,
}

impl<T> Default for Waking<T> {
    fn default() -> Self {
        // The connections of an address limit how many of its requests can wait.
        Waking { under_way: Mutex::default(), turns: Turns::new(LOADS_AT_ONCE, usize::MAX) }
    }
}

impl<T: Clone> Waking<T> {
    fn under_way(&self) -> MutexGuard<'_, HashMap<TableId, Arc<OnceCell<Woken<T>>>>> {
        self.under_way.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Wakes a table, or waits for the task that is waking it already. If that one is cancelled, the next one continues.
    pub async fn once<F: Future<Output = Woken<T>>>(&self, id: TableId, wake: impl FnOnce() -> F) -> Woken<T> {
        let cell = self.under_way().entry(id).or_default().clone();
        let asking = Asking { waking: self, id, cell };
        asking.cell.get_or_init(wake).await.clone()
    }

    /// How many tables are being woken, or in line for it.
    pub fn count(&self) -> usize {
        self.under_way().len()
    }

    /// The right to read a game, for a client at this address.
    pub async fn turn(&self, by: IpAddr) -> Option<Turn> {
        self.turns.wait(by).await
    }
}

/// A caller that waits for a table. The last one removes the entry, woken or not; a later client finds the table awake, or tries again.
struct Asking<'a, T: Clone> {
    waking: &'a Waking<T>,
    id: TableId,
    cell: Arc<OnceCell<Woken<T>>>,
}

impl<T: Clone> Drop for Asking<'_, T> {
    fn drop(&mut self) {
        let mut under_way = self.waking.under_way();
        // One is here, one in the list.
        let is_last = Arc::strong_count(&self.cell) <= 2;
        if let Entry::Occupied(entry) = under_way.entry(self.id)
            && Arc::ptr_eq(entry.get(), &self.cell)
            && (is_last || self.cell.initialized())
        {
            entry.remove();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use futures_util::FutureExt as _;
    use std::sync::atomic::{AtomicUsize, Ordering};

    #[tokio::test]
    async fn a_table_that_many_ask_for_is_woken_once() {
        let waking = Waking::<u8>::default();
        let id = TableId::from_random([1; 16]);
        let (count, go) = (AtomicUsize::new(0), tokio::sync::Notify::new());
        let ask = || {
            waking.once(id, || async {
                count.fetch_add(1, Ordering::Relaxed);
                go.notified().await;
                Ok(7)
            })
        };
        let release = async { go.notify_one() };
        let (first, second, third, ()) = tokio::join!(ask(), ask(), ask(), release);
        assert!(first.is_ok() && second.is_ok() && third.is_ok());
        assert_eq!(count.load(Ordering::Relaxed), 1);
        assert!(waking.under_way().is_empty(), "nothing is remembered");
    }

    #[tokio::test]
    async fn the_next_continues_when_one_stops_waiting() {
        let waking = Waking::<u8>::default();
        let id = TableId::from_random([1; 16]);
        {
            let mut first = std::pin::pin!(waking.once(id, std::future::pending));
            assert!(first.as_mut().now_or_never().is_none());
        }
        assert!(waking.under_way().is_empty(), "nothing is left behind");
        let woken = waking.once(id, || async { Ok(7) }).await;
        assert!(woken.is_ok());
    }
}
