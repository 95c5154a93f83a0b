//! Three servers, one store that fails in every way a database can, and two people who resend, reconnect and move their seats:
//! all of it simulated, so that a seed always gives the same run.
//!
//! `CAPOLINEA_SIMULATION_SEEDS=1000000` runs so many seeds, `CAPOLINEA_SIMULATION_SEED=17` that one alone; see CONTRIBUTING.md.

mod people;
mod world;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicU64, Ordering};
use world::World;

/// How many runs there are unless another number is named.
const SEEDS: u64 = 2000;

fn number(name: &str) -> Option<u64> {
    std::env::var(name).ok().map(|text| text.parse().expect("a number"))
}

#[test]
fn whatever_fails_every_acknowledged_action_is_kept_once_and_the_game_ends() {
    if let Some(seed) = number("CAPOLINEA_SIMULATION_SEED") {
        let figures = World::new(seed).run();
        println!("seed {seed}: {figures:?}");
        return;
    }
    let (seeds, next) = (number("CAPOLINEA_SIMULATION_SEEDS").unwrap_or(SEEDS), AtomicU64::new(0));
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let totals = std::thread::scope(|scope| {
        let work = || {
            let mut totals = world::Figures::default();
            loop {
                let seed = next.fetch_add(1, Ordering::Relaxed);
                if seed >= seeds {
                    return totals;
                }
                match catch_unwind(AssertUnwindSafe(|| World::new(seed).run())) {
                    Ok(figures) => totals.add(&figures),
                    Err(_) => panic!("seed {seed} failed: CAPOLINEA_SIMULATION_SEED={seed} runs it again"),
                }
            }
        };
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        let mut totals = world::Figures::default();
        workers.into_iter().for_each(|worker| totals.add(&worker.join().unwrap()));
        totals
    });
    println!("{seeds} seeds: {totals:?}");
    // A run in which nothing fails shows nothing.
    let faults = [totals.conflicts, totals.failed_reads, totals.lost_answers, totals.late_writes];
    let troubles = [totals.kills, totals.pauses, totals.moved_seats];
    let each = [&faults[..], &troubles].concat();
    assert!(each.iter().all(|&count| count > seeds / 10), "{totals:?}");
}
