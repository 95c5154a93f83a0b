//! Plays out possible games with a planner in every seat. It first chooses the course that its own planner follows, then the move.
//! It departs from the last course and from the planner's move only on evidence.

mod allowance;
pub(crate) mod beliefs;
mod clock;
mod courses;
pub(crate) mod rollout;
mod trial;
pub(crate) mod value;

use crate::candidates;
use crate::planner::Planner;
use crate::worlds::Worlds;
use crate::{Bot, Budget};
use allowance::Allowance;
use capolinea_engine::ids::MAX_ROUTES;
use capolinea_engine::{Action, Map, Own, Phase, RouteId, RouteSet, Seat, View, sort_few};
use clock::{Stopwatch, start_stopwatch};
use rand_chacha::ChaCha8Rng;
use rand_core::{Rng as _, SeedableRng as _};
use rollout::{Rollouts, Start};
use trial::Trials;

/// The searcher, for one game.
pub(crate) struct Searcher {
    planner: Planner,
    /// Starts the clock by which it keeps to a budget of time.
    start_stopwatch: Box<dyn Fn() -> Stopwatch + Send + Sync>,
}

impl Searcher {
    pub(crate) fn new() -> Self {
        Searcher::with_clock(start_stopwatch)
    }

    /// One that keeps to its time by another clock than the system's.
    fn with_clock(start_stopwatch: impl Fn() -> Stopwatch + Send + Sync + 'static) -> Self {
        Searcher { planner: Planner::new(), start_stopwatch: Box::new(start_stopwatch) }
    }
}

/// How many worlds are played out before moves are compared again.
const BATCH: u64 = 8;
/// The share of the budget for the choice of a course.
const COURSES: f64 = 0.4;
/// The minimum number of worlds for each course: with a small budget fewer courses are tried.
const WORLDS_PER_COURSE: u32 = 16;
/// The number of worlds in which the routes that others want are counted.
pub(crate) const COUNTED: u64 = 24;

impl Bot for Searcher {
    fn choose(&mut self, view: &View<'_>, budget: Budget, rng: &mut ChaCha8Rng) -> Action {
        self.search(view, budget, rng).0
    }
}

impl Searcher {
    /// The choice, and the work done for it: worlds dealt beforehand and games played out.
    fn search(&mut self, view: &View<'_>, budget: Budget, rng: &mut ChaCha8Rng) -> (Action, u32) {
        let allowance = Allowance::new(budget, &self.start_stopwatch);
        let own = view.own.expect("a bot sits at a table");
        let planned = self.planner.choose(view, Budget::NONE, rng);
        // How others split their draw before the first turn can't be guessed well, and hardly matters.
        if view.legal_actions().get(1).is_none() || matches!(view.public.phase, Phase::ChoosingSplits { .. }) {
            return (planned, 0);
        }
        let mut key = [0; 32];
        rng.fill_bytes(&mut key);
        let rollouts = &Rollouts::new(view);
        let worlds = Worlds::believed(*view).expect("a bot sits at a table");
        let threads = budget.threads;
        let mut search =
            Search { view, own, allowance, threads, key, rollouts, worlds, dealt: Vec::new(), played_out: 0 };
        if !matches!(view.public.phase, Phase::Turn { .. }) {
            let action = search.best_move(candidates::list(view, own, planned, RouteSet::EMPTY, &[]), &self.planner);
            return (action, search.work());
        }
        let in_time = (0..COUNTED).take_while(|_| !search.allowance.is_time_up());
        search.dealt = in_time.map_while(|number| search.deal(number)).collect();
        self.planner = search.best_course(courses::list(view, own, &self.planner));
        let planned = self.planner.choose(view, Budget::NONE, rng);
        let plan = self.planner.plan(view, own).routes;
        let moves = candidates::list(view, own, planned, plan, &search.wanted());
        (search.best_move(moves, &self.planner), search.work())
    }
}

/// The results of `work` for each of these threads, all of them together.
#[cfg(feature = "threads")]
fn on_threads<T: Send>(threads: u64, work: &(impl Fn(u64) -> Vec<T> + Sync)) -> Vec<T> {
    if threads == 1 {
        return work(0);
    }
    std::thread::scope(|scope| {
        let others: Vec<_> = (1..threads).map(|thread| scope.spawn(move || work(thread))).collect();
        let mut results = work(0);
        for other in others {
            results.extend(other.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
        }
        results
    })
}

/// The same work, one after the other: a browser has no threads to start.
#[cfg(not(feature = "threads"))]
fn on_threads<T>(threads: u64, work: &impl Fn(u64) -> Vec<T>) -> Vec<T> {
    (0..threads).flat_map(work).collect()
}

struct Search<'a> {
    view: &'a View<'a>,
    own: &'a Own,
    allowance: Allowance,
    threads: u8,
    /// The common data of all worlds.
    key: [u8; 32],
    rollouts: &'a Rollouts<'a>,
    worlds: Worlds<'a>,
    /// The first worlds, if the routes that others want were to be counted in them.
    dealt: Vec<Start<'a>>,
    /// How many games were played out.
    played_out: u32,
}

impl<'a> Search<'a> {
    /// The best of these planners; the first is on the last course.
    fn best_course(&mut self, mut planners: Vec<Planner>) -> Planner {
        planners.truncate(self.allowance.most_options(COURSES, WORLDS_PER_COURSE).max(1));
        let seat = self.own.seat;
        self.contest(planners, COURSES, 2.0, |start, planner| start.play_out(seat, None, planner))
    }

    /// The best of the moves, of which the first is the planner's.
    fn best_move(&mut self, moves: Vec<Action>, planner: &Planner) -> Action {
        let seat = self.own.seat;
        let doubt = if self.view.public.players == 2 { 2.0 } else { 1.0 };
        self.contest(moves, 1.0, doubt, |start, &action| start.play_out(seat, Some(action), planner))
    }

    /// The best of the options, which differs from the first only if it is better by `doubt` standard errors. The budget up to
    /// `share` is divided evenly into rounds. After each round half of the other options are left; in the last round only one is.
    fn contest<T: Clone + Sync>(
        &mut self,
        options: Vec<T>,
        share: f64,
        doubt: f64,
        play: impl Fn(&Start<'_>, &T) -> f64 + Sync,
    ) -> T {
        let mut trials = Trials::new(options);
        let rounds = f64::from(trials.others().next_power_of_two().ilog2() + 1);
        let begun = self.allowance.spent(self.played_out);
        let mut halvings = 0.0;
        for batch in 0.. {
            let spent = self.allowance.spent(self.played_out + trials.rollouts());
            if spent >= share || trials.others() == 0 {
                break;
            }
            while (spent - begun) * rounds >= (halvings + 1.0) * (share - begun) {
                trials.halve();
                halvings += 1.0;
            }
            let options = trials.living();
            let worlds = self.play_out(batch * BATCH..(batch + 1) * BATCH, &options, &play);
            // A world that can't be dealt, or for which there was no time, is missing.
            if worlds.is_empty() {
                break;
            }
            trials.add(&worlds);
            trials.drop_hopeless();
        }
        self.played_out += trials.rollouts();
        trials.verdict(doubt)
    }

    /// How much work was done.
    fn work(&self) -> u32 {
        self.dealt.len() as u32 + self.played_out
    }

    /// The routes that others plan to claim, those planned in most worlds first.
    fn wanted(&self) -> Vec<RouteId> {
        wanted_by_others(self.view.map, self.own.seat, self.dealt.iter())
    }

    /// One of the possible worlds.
    fn deal(&self, number: u64) -> Option<Start<'a>> {
        let mut rng = ChaCha8Rng::from_seed(self.key);
        rng.set_stream(number);
        let world = self.worlds.sample_undecided(&mut rng).ok()?;
        Some(self.rollouts.start(world))
    }

    /// The value of each option in each of these worlds.
    fn play_out<T: Sync>(
        &self,
        worlds: std::ops::Range<u64>,
        options: &[T],
        play: &(impl Fn(&Start<'_>, &T) -> f64 + Sync),
    ) -> Vec<Vec<f64>> {
        let threads = u64::from(self.threads);
        let share = |thread: u64| -> Vec<(u64, Vec<f64>)> {
            let mine = worlds.clone().skip(thread as usize).step_by(threads as usize);
            mine.filter_map(|world| Some((world, self.play_out_one(world, options, play)?))).collect()
        };
        let mut played = on_threads(threads, &share);
        sort_few(&mut played, |(a, _), (b, _)| a < b);
        played.into_iter().map(|(_, worths)| worths).collect()
    }

    fn play_out_one<T>(&self, number: u64, options: &[T], play: &impl Fn(&Start<'_>, &T) -> f64) -> Option<Vec<f64>> {
        let fresh;
        let start = match self.dealt.get(number as usize) {
            Some(start) => start,
            None => {
                fresh = self.deal(number)?;
                &fresh
            }
        };
        // A clock is read before each game: none takes longer than a few milliseconds.
        let play = |option: &T| (!self.allowance.is_time_up()).then(|| play(start, option));
        options.iter().map(play).collect()
    }
}

/// The routes that players other than `seat` plan to claim in these worlds, those planned in most of them first.
pub(crate) fn wanted_by_others<'s, 'a: 's>(
    map: &Map,
    seat: Seat,
    worlds: impl Iterator<Item = &'s Start<'a>>,
) -> Vec<RouteId> {
    let mut counts = [0u32; MAX_ROUTES];
    for start in worlds {
        start.planned_by_others(seat).iter().for_each(|route| counts[route.index()] += 1);
    }
    let mut wanted: Vec<RouteId> = map.route_ids().filter(|route| counts[route.index()] > 0).collect();
    sort_few(&mut wanted, |a, b| counts[a.index()] > counts[b.index()]);
    wanted
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Limit;
    use capolinea_engine::{FirstPlayer, Setup, State, Viewer};
    use std::sync::Arc;
    use std::sync::atomic::{AtomicU64, Ordering};
    use std::time::Duration;

    /// A clock that is a millisecond later each time it is read.
    #[derive(Clone, Default)]
    struct FakeClock(Arc<AtomicU64>);

    impl FakeClock {
        fn start(&self) -> Stopwatch {
            self.0.store(0, Ordering::Relaxed);
            let time = self.0.clone();
            Box::new(move || Duration::from_millis(time.fetch_add(1, Ordering::Relaxed)))
        }

        fn reads(&self) -> u64 {
            self.0.load(Ordering::Relaxed)
        }
    }

    /// Plays the first decisions of a game on every map with searchers in all seats; `check` gets the work of each.
    fn watch(budget: Budget, mut seated: impl FnMut() -> Searcher, mut check: impl FnMut(&Map, u32)) {
        for map in capolinea_maps::built_in().map(|built_in| &built_in.map) {
            let setup = Setup { players: map.max_players(), first: FirstPlayer::Random, seed: [9; 32], pieces: None };
            let mut state = State::new(map, &setup).unwrap();
            let mut players: Vec<Searcher> = (0..map.max_players()).map(|_| seated()).collect();
            let mut rng = ChaCha8Rng::from_seed([9; 32]);
            for _ in 0..40 {
                let Some(seat) = state.deciders().lowest() else { break };
                let view = state.view(map, Viewer::Seat(seat));
                let (action, work) = players[seat.index()].search(&view, budget, &mut rng);
                check(map, work);
                state.apply(map, seat, action).unwrap();
            }
        }
    }

    #[test]
    fn a_searcher_reads_the_clock_before_all_work_and_stops_when_its_time_is_up() {
        let clock = FakeClock::default();
        let seated = || {
            let clock = clock.clone();
            Searcher::with_clock(move || clock.start())
        };
        let mut done = 0;
        watch(Budget::milliseconds(60), seated, |map, work| {
            // Each game played out and each world dealt beforehand was preceded by a look at the clock.
            assert!(work <= 60, "{work} steps of work in 60 looks at the clock on {}", map.id());
            // Each world of the last batch may look once more, and finds that the time is up.
            assert!(clock.reads() <= 61 + BATCH, "{} looks at the clock on {}", clock.reads(), map.id());
            done += work;
        });
        assert!(done > 100, "it thought at all: {done}");
    }

    #[test]
    fn a_budget_of_rollouts_is_kept_without_a_clock() {
        let budget = Budget { limit: Limit::Rollouts(60), threads: 1 };
        let seated = || Searcher::with_clock(|| panic!("a clock was asked for"));
        let mut most = 0;
        watch(budget, seated, |map, work| {
            most = most.max(work);
            // A batch once begun is ended: a few worlds with each of some twenty moves.
            let most_work = COUNTED as u32 + 60 + BATCH as u32 * 20;
            assert!(work < most_work, "{work} steps of work on {}", map.id());
        });
        assert!(most >= 60, "{most}");
    }

    #[test]
    fn the_smallest_budgets_are_enough_for_a_move() {
        for rollouts in [1, 39, 41] {
            let budget = Budget { limit: Limit::Rollouts(rollouts), threads: 1 };
            watch(budget, Searcher::new, |map, work| assert!(work < 400, "{work} steps of work on {}", map.id()));
        }
    }
}
