//! Numbered tasks on several threads, begun in the order of their numbers.

use std::io;
use std::ops::{ControlFlow, Range};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread::{self, Builder};

/// How many threads to work on: as many as asked for, otherwise one per core.
pub(crate) fn thread_count(asked: Option<u16>) -> usize {
    asked.map_or_else(|| thread::available_parallelism().map_or(1, usize::from), usize::from).max(1)
}

/// Calls `work` once for each number, on several threads. Each thread has a state of its own; all of them are returned.
///
/// Numbers are handed out in order. After `work` has returned [`ControlFlow::Break`] or an error, no more are handed out;
/// those handed out before are still finished.
///
/// # Errors
/// The first error of `work`, or a thread can't be started.
pub(crate) fn for_each_number<S: Send, E: From<io::Error> + Send>(
    threads: usize,
    numbers: Range<u32>,
    state: impl Fn() -> S + Sync,
    work: impl Fn(&mut S, u32) -> Result<ControlFlow<()>, E> + Sync,
) -> Result<Vec<S>, E> {
    let next = AtomicU64::new(numbers.start.into());
    let has_ended = AtomicBool::new(false);
    let worker = || -> Result<S, E> {
        let mut state = state();
        while !has_ended.load(Ordering::Relaxed) {
            let number = next.fetch_add(1, Ordering::Relaxed);
            let Some(number) = u32::try_from(number).ok().filter(|number| numbers.contains(number)) else { break };
            let done = work(&mut state, number).inspect_err(|_| has_ended.store(true, Ordering::Relaxed))?;
            if done.is_break() {
                has_ended.store(true, Ordering::Relaxed);
            }
        }
        Ok(state)
    };
    let threads = threads.clamp(1, numbers.len().max(1));
    thread::scope(|scope| {
        let others: Vec<_> = (1..threads).map(|_| Builder::new().spawn_scoped(scope, worker)).collect();
        if others.iter().any(Result::is_err) {
            has_ended.store(true, Ordering::Relaxed);
        }
        let mut states = vec![worker()];
        for other in others {
            let joined = other.map(|thread| thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
            states.push(joined.unwrap_or_else(|error| Err(error.into())));
        }
        states.into_iter().collect()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(threads: usize, numbers: Range<u32>, last: u32) -> Vec<u32> {
        let states = for_each_number::<Vec<u32>, io::Error>(threads, numbers, Vec::new, |done, number| {
            done.push(number);
            Ok(if number == last { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
        });
        let mut all = states.unwrap().concat();
        all.sort_unstable();
        all
    }

    #[test]
    fn every_number_is_worked_on_once() {
        for threads in [1, 2, 7] {
            assert_eq!(run(threads, 3..100, u32::MAX), (3..100).collect::<Vec<_>>());
        }
        assert!(run(4, 5..5, u32::MAX).is_empty());
        assert_eq!(run(2, u32::MAX - 2..u32::MAX, u32::MAX), [u32::MAX - 2, u32::MAX - 1]);
    }

    #[test]
    fn a_stop_leaves_no_holes() {
        for threads in [1, 2, 7] {
            let done = run(threads, 0..1_000_000, 500);
            assert_eq!(done, (0..done.len() as u32).collect::<Vec<_>>());
            assert!(done.len() > 500);
        }
    }

    #[test]
    fn an_error_ends_the_work() {
        let failed = for_each_number::<(), io::Error>(
            3,
            0..u32::MAX,
            || (),
            |(), number| {
                if number == 9 { Err(io::Error::other("nine")) } else { Ok(ControlFlow::Continue(())) }
            },
        );
        assert_eq!(failed.unwrap_err().to_string(), "nine");
    }
}
