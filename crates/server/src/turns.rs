//! Long calculations: a limited number at once, on threads of their own, and in turns by address. A client that asks for many
//! delays only itself.

use crate::fair_queue::FairQueue;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::oneshot;

/// The running and the waiting calculations.
pub struct Turns {
    inner: Mutex<Inner>,
    /// How many of one address may wait.
    most_waiting: usize,
}

struct Inner {
    free: usize,
    waiting: FairQueue<IpAddr, oneshot::Sender<Turn>>,
}

/// The right to calculate, until it is dropped.
pub struct Turn {
    turns: Option<Arc<Turns>>,
}

impl Turns {
    /// With a limit on calculations at once, and on those of one address that wait.
    pub fn new(at_once: usize, most_waiting: usize) -> Arc<Turns> {
        let inner = Inner { free: at_once.max(1), waiting: FairQueue::default() };
        Arc::new(Turns { inner: Mutex::new(inner), most_waiting })
    }

    /// Waits for a turn; none if too many of this address wait already.
    pub async fn wait(self: &Arc<Self>, address: IpAddr) -> Option<Turn> {
        let (give, given) = oneshot::channel();
        {
            let mut inner = self.inner();
            if inner.free > 0 {
                inner.free -= 1;
                return Some(Turn { turns: Some(self.clone()) });
            }
            // Clients that have gone away make room.
            if inner.waiting.retain(address, |one| !one.is_closed()) >= self.most_waiting {
                return None;
            }
            inner.waiting.add(address, give);
        }
        given.await.ok()
    }

    fn inner(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The next in line.
    fn next(&self) -> Option<oneshot::Sender<Turn>> {
        let mut inner = self.inner();
        let next = inner.waiting.take();
        inner.free += usize::from(next.is_none());
        next
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        let Some(turns) = self.turns.take() else { return };
        while let Some(next) = turns.next() {
            match next.send(Turn { turns: Some(turns.clone()) }) {
                Ok(()) => return,
                // The client that waited has gone: this turn is given to another, not twice.
                Err(mut turn) => turn.turns = None,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn length(turns: &Turns) -> usize {
        turns.inner().waiting.len()
    }

    #[tokio::test]
    async fn addresses_take_turns() {
        let turns = Turns::new(1, 64);
        let address = |last: u8| IpAddr::from([127, 0, 0, last]);
        let first = turns.wait(address(1)).await.unwrap();
        let (told, mut order) = tokio::sync::mpsc::unbounded_channel();
        let queue = async |last: u8| {
            let before = length(&turns);
            let (asked, told) = (turns.clone(), told.clone());
            let waiting = tokio::spawn(async move {
                let turn = asked.wait(address(last)).await.unwrap();
                told.send(last).unwrap();
                drop(turn);
            });
            // Waits until it is in the queue; otherwise the order would be random.
            while length(&turns) == before {
                tokio::task::yield_now().await;
            }
            waiting.abort_handle()
        };
        for last in [1, 1, 1] {
            queue(last).await;
        }
        let gone = queue(1).await;
        for last in [2, 3] {
            queue(last).await;
        }
        gone.abort();
        drop(first);
        let mut had = Vec::new();
        for _ in 0..5 {
            had.push(order.recv().await.unwrap());
        }
        assert_eq!(had, [1, 2, 3, 1, 1]);
        assert!(turns.wait(address(4)).await.is_some(), "the last turn came back");
    }

    #[tokio::test]
    async fn one_address_does_not_queue_without_end() {
        const MOST: usize = 10;
        let turns = Turns::new(1, MOST);
        let _turn = turns.wait(IpAddr::from([127, 0, 0, 1])).await.unwrap();
        let mut waiting = tokio::task::JoinSet::new();
        for _ in 0..MOST {
            let turns = turns.clone();
            waiting.spawn(async move { turns.wait(IpAddr::from([127, 0, 0, 1])).await.is_some() });
        }
        while length(&turns) < MOST {
            tokio::task::yield_now().await;
        }
        assert!(turns.wait(IpAddr::from([127, 0, 0, 1])).await.is_none());
        waiting.abort_all();
        while waiting.join_next().await.is_some() {}
        let again = turns.wait(IpAddr::from([127, 0, 0, 1]));
        let waits = tokio::time::timeout(std::time::Duration::from_millis(1), again).await.is_err();
        assert!(waits, "clients that have gone make room");
    }
}
