//! Results of numbered games, made on several threads in any order and written in the order of their numbers.

use std::collections::BTreeMap;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// A thread that is this many games ahead of the slowest waits for it, so that memory use stays small.
const MAX_AHEAD: u32 = 1024;

/// Writes items in the order of their numbers, from 0, with a function that gets one item at a time.
pub struct InOrder<T, W> {
    inner: Mutex<Inner<T, W>>,
    moved: Condvar,
}

struct Inner<T, W> {
    next: u32,
    early: BTreeMap<u32, T>,
    write: W,
    has_ended: bool,
}

impl<T, E, W: FnMut(T) -> Result<(), E>> InOrder<T, W> {
    /// Nothing is written yet.
    pub fn new(write: W) -> Self {
        let inner = Inner { next: 0, early: BTreeMap::new(), write, has_ended: false };
        InOrder { inner: Mutex::new(inner), moved: Condvar::new() }
    }

    /// Takes an item and writes all whose turn it is.
    ///
    /// # Errors
    /// The item, or one that waited for it, can't be written.
    pub fn put(&self, number: u32, item: T) -> Result<(), E> {
        let mut inner = self.lock();
        while !inner.has_ended && number.saturating_sub(inner.next) >= MAX_AHEAD {
            inner = self.moved.wait(inner).unwrap_or_else(PoisonError::into_inner);
        }
        inner.early.insert(number, item);
        while !inner.has_ended {
            let next = inner.next;
            let Some(item) = inner.early.remove(&next) else { break };
            if let Err(error) = (inner.write)(item) {
                inner.has_ended = true;
                self.moved.notify_all();
                return Err(error);
            }
            inner.next += 1;
        }
        self.moved.notify_all();
        Ok(())
    }

    /// Releases every thread that waits: an item is missing for good.
    pub fn give_up(&self) {
        self.lock().has_ended = true;
        self.moved.notify_all();
    }

    fn lock(&self) -> MutexGuard<'_, Inner<T, W>> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn items_are_written_in_the_order_of_their_numbers() {
        let written = Mutex::new(Vec::new());
        let in_order = InOrder::new(|item: u32| {
            written.lock().unwrap().push(item);
            Ok::<(), ()>(())
        });
        for number in [2, 0, 1, 5, 4, 3] {
            in_order.put(number, number * 10).unwrap();
        }
        assert_eq!(*written.lock().unwrap(), [0, 10, 20, 30, 40, 50]);
    }

    #[test]
    fn a_thread_far_ahead_waits_until_the_missing_item_comes_or_never_will() {
        for comes in [true, false] {
            let written = Mutex::new(0);
            let in_order = InOrder::new(|()| {
                *written.lock().unwrap() += 1;
                Ok::<(), ()>(())
            });
            std::thread::scope(|scope| {
                scope.spawn(|| (1..=2 * MAX_AHEAD).for_each(|number| in_order.put(number, ()).unwrap()));
                if comes {
                    in_order.put(0, ()).unwrap();
                } else {
                    in_order.give_up();
                }
            });
            assert_eq!(*written.lock().unwrap(), if comes { 2 * MAX_AHEAD + 1 } else { 0 });
        }
    }

    #[test]
    fn what_can_not_be_written_is_an_error_once_and_nothing_follows() {
        let in_order = InOrder::new(|item: u32| if item == 1 { Err("one") } else { Ok(()) });
        in_order.put(0, 0).unwrap();
        assert!(in_order.put(1, 1).is_err());
        in_order.put(2, 2).unwrap();
        assert_eq!(in_order.lock().next, 1);
    }
}
