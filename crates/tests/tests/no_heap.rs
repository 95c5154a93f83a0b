//! A running game needs no heap: a counting allocator watches whole random games on every map. A program has one global
//! allocator, so this test is a program of its own.

#![allow(unsafe_code, reason = "a global allocator can't be written without")]

use capolinea_engine::{Action, FirstPlayer, Setup, State, Viewer};
use capolinea_tests::games::{below, tables};
use rand_chacha::ChaCha8Rng;
use rand_core::{Rng, SeedableRng};
use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::hint::black_box;

thread_local! {
    /// How often this thread has asked for memory; other threads don't disturb the count.
    static ASKED: Cell<usize> = const { Cell::new(0) };
}

struct Counting;

// Safety: every call is passed on to the system's allocator as it is.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ASKED.set(ASKED.get() + 1);
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
        unsafe { System.dealloc(memory, layout) }
    }

    unsafe fn realloc(&self, memory: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        ASKED.set(ASKED.get() + 1);
        unsafe { System.realloc(memory, layout, size) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// How often `work` asks for memory.
fn asked(work: impl FnOnce()) -> usize {
    let before = ASKED.get();
    work();
    ASKED.get() - before
}

#[test]
fn the_allocator_counts() {
    assert_eq!(asked(|| drop(black_box(Box::new(7)))), 1);
    assert_eq!(asked(|| drop(black_box(Vec::<u8>::with_capacity(9)))), 1);
    assert_eq!(asked(|| ()), 0);
}

#[test]
fn a_running_game_needs_no_heap() {
    let mut rng = ChaCha8Rng::seed_from_u64(71);
    for (map, players) in tables() {
        for _ in 0..30 {
            let mut seed = [0; 32];
            rng.fill_bytes(&mut seed);
            let setup = Setup { players, first: FirstPlayer::Random, seed, pieces: None };
            let count = asked(|| {
                let mut state = State::new(map, &setup).expect("the map seats that many");
                while let Some(seat) = state.deciders().lowest() {
                    let view = state.view(map, Viewer::Seat(seat));
                    let list = view.legal_actions();
                    let action = list.get(below(&mut rng, list.len())).expect("there is an action");
                    assert_eq!(black_box(list.iter().count()), list.len());
                    let copy = black_box(state);
                    // A refusal needs none either.
                    assert!(state.apply(map, seat, Action::DrawOpen { slot: 9 }).is_err());
                    state.apply(map, seat, action).expect("listed actions are legal");
                    assert!(copy != state);
                }
                let tallies = black_box(state.tally(map));
                assert!(!state.winners(map, &tallies).is_empty());
            });
            assert_eq!(count, 0, "{} with {players} players: {seed:?}", map.id());
        }
    }
}

#[test]
fn states_and_actions_are_small_and_copy() {
    fn copies<T: Copy + Send + Sync + 'static>() -> usize {
        size_of::<T>()
    }
    assert!(copies::<State>() <= 1024, "{}", copies::<State>());
    assert!(copies::<Action>() <= 8, "{}", copies::<Action>());
}
