//! A queue that serves its clients in turn, so that a client with many items delays only itself.

use std::collections::hash_map::Entry;
use std::collections::{HashMap, VecDeque};
use std::hash::Hash;

/// Items by client. Clients take turns, one item at a time.
#[derive(Debug)]
pub struct FairQueue<K, T> {
    waiting: HashMap<K, VecDeque<T>>,
    /// Every client that has an entry above.
    turns: VecDeque<K>,
}

impl<K, T> Default for FairQueue<K, T> {
    fn default() -> Self {
        FairQueue { waiting: HashMap::new(), turns: VecDeque::new() }
    }
}

impl<K: Copy + Eq + Hash, T> FairQueue<K, T> {
    /// Adds an item behind the others of its client.
    pub fn add(&mut self, client: K, item: T) {
        match self.waiting.entry(client) {
            Entry::Occupied(mut theirs) => theirs.get_mut().push_back(item),
            Entry::Vacant(place) => {
                place.insert(VecDeque::from([item]));
                self.turns.push_back(client);
            }
        }
    }

    /// The first item of the client whose turn it is. The client goes to the end of the line.
    pub fn take(&mut self) -> Option<T> {
        while let Some(client) = self.turns.pop_front() {
            let Entry::Occupied(mut theirs) = self.waiting.entry(client) else { continue };
            let item = theirs.get_mut().pop_front();
            if theirs.get().is_empty() {
                theirs.remove();
            } else {
                self.turns.push_back(client);
            }
            if item.is_some() {
                return item;
            }
        }
        None
    }

    /// Drops the items of a client that are not wanted any more; returns how many are left.
    pub fn retain(&mut self, client: K, is_wanted: impl FnMut(&T) -> bool) -> usize {
        let Some(theirs) = self.waiting.get_mut(&client) else { return 0 };
        theirs.retain(is_wanted);
        theirs.len()
    }

    /// How many items wait.
    pub fn len(&self) -> usize {
        self.waiting.values().map(VecDeque::len).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_client_that_asks_for_much_waits_for_itself() {
        let mut queue = FairQueue::default();
        (0..100).for_each(|number| queue.add('a', number));
        queue.add('b', 1000);
        queue.add('c', 2000);
        queue.add('b', 1001);
        let order: Vec<i32> = std::iter::from_fn(|| queue.take()).collect();
        assert_eq!(order[..6], [0, 1000, 2000, 1, 1001, 2]);
        assert_eq!(order.len(), 103);
        assert!(queue.waiting.is_empty() && queue.turns.is_empty());
    }

    #[test]
    fn clients_take_turns_and_dropped_items_are_passed_over() {
        let mut queue = FairQueue::default();
        for (client, item) in [('a', 1), ('a', 2), ('a', 3), ('b', 4), ('c', 5)] {
            queue.add(client, item);
        }
        assert_eq!((queue.len(), queue.retain('c', |_| false), queue.retain('d', |_| true)), (5, 0, 0));
        assert_eq!([(); 5].map(|()| queue.take()), [Some(1), Some(4), Some(2), Some(3), None]);
        queue.add('c', 6);
        assert_eq!((queue.take(), queue.take()), (Some(6), None));
    }
}
