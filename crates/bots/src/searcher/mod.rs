//! Plays out possible games with the planner in every seat, and leaves the planner's move only on evidence.

pub(crate) mod beliefs;
pub(crate) mod candidates;
mod rollout;
mod trial;
pub(crate) mod value;
mod world;

use crate::planner::Planner;
use crate::{Bot, Budget, Limit};
use beliefs::Beliefs;
use capolinea_engine::action::Action;
use capolinea_engine::ids::{MAX_ROUTES, RouteId};
use capolinea_engine::phase::Phase;
use capolinea_engine::view::{Own, View};
use rand_chacha::ChaCha8Rng;
use rand_core::{Rng as _, SeedableRng as _};
use rollout::{Rollouts, Start};
use std::cmp::Reverse;
use std::time::Instant;
use trial::Trials;

/// The searcher, for one game.
pub(crate) struct Searcher {
    planner: Planner,
}

impl Searcher {
    pub(crate) fn new() -> Self {
        Searcher { planner: Planner::new() }
    }
}

/// So many worlds are played out before moves are looked at again.
const BATCH: u64 = 8;
/// What others want is counted in so many worlds.
const COUNTED: u64 = 24;

impl Bot for Searcher {
    fn choose(&mut self, view: &View<'_>, budget: Budget, rng: &mut ChaCha8Rng) -> Action {
        let begun = Instant::now();
        let own = view.own.expect("a bot sits at a table");
        let planned = self.planner.choose(view, Budget::NONE, rng);
        // How others split their draw before the first turn can't be imagined well, and hardly matters.
        if view.legal_actions().get(1).is_none() || matches!(view.public.phase, Phase::ChoosingSplits { .. }) {
            return planned;
        }
        let mut key = [0; 32];
        rng.fill_bytes(&mut key);
        let (rollouts, beliefs) = (&Rollouts::of(view), Beliefs::of(view));
        let mut search = Search { view, own, budget, begun, key, rollouts, beliefs, dealt: Vec::new() };
        if matches!(view.public.phase, Phase::Turn { .. }) {
            search.dealt = (0..COUNTED).map_while(|number| search.deal(number)).collect();
        }
        let plan = self.planner.plan(view, own).routes;
        search.run(candidates::list(view, own, planned, plan, &search.wanted()))
    }
}

struct Search<'a> {
    view: &'a View<'a>,
    own: &'a Own,
    budget: Budget,
    begun: Instant,
    /// What all worlds are dealt from.
    key: [u8; 32],
    rollouts: &'a Rollouts<'a>,
    beliefs: Beliefs,
    /// The first worlds, if what others want was to be counted in them.
    dealt: Vec<Start<'a>>,
}

impl<'a> Search<'a> {
    /// The best of the moves, of which the first is the planner's. The budget is parted evenly into rounds; after each, half of
    /// the others are left, and in the last only one.
    fn run(&self, moves: Vec<Action>) -> Action {
        let mut trials = Trials::new(moves);
        let rounds = f64::from(trials.others().next_power_of_two().ilog2() + 1);
        let mut halvings = 0.0;
        for batch in 0.. {
            let spent = self.spent(trials.rollouts());
            if spent >= 1.0 || trials.others() == 0 {
                break;
            }
            while spent * rounds >= halvings + 1.0 {
                trials.halve();
                halvings += 1.0;
            }
            let moves = trials.living();
            let worlds = self.play_out(batch * BATCH..(batch + 1) * BATCH, &moves);
            // A world that can't be dealt, or for which there was no time, is missing.
            if worlds.is_empty() {
                break;
            }
            trials.add(&worlds);
            trials.drop_hopeless();
        }
        trials.verdict(if self.view.public.players == 2 { 2.0 } else { 1.0 })
    }

    /// The part of the budget that is spent.
    fn spent(&self, rollouts: u32) -> f64 {
        match self.budget.limit {
            Limit::Time(time) => self.begun.elapsed().as_secs_f64() / time.as_secs_f64().max(1e-9),
            Limit::Rollouts(most) if rollouts < most => f64::from(rollouts) / f64::from(most),
            Limit::Rollouts(_) => 1.0,
        }
    }

    /// The routes that others plan to claim, those planned in most worlds first.
    fn wanted(&self) -> Vec<RouteId> {
        let mut counts = [0u32; MAX_ROUTES];
        for start in &self.dealt {
            start.planned_by_others(self.own.seat).for_each(|route| counts[route.index()] += 1);
        }
        let mut wanted: Vec<RouteId> = self.view.map.route_ids().filter(|route| counts[route.index()] > 0).collect();
        wanted.sort_by_key(|route| Reverse(counts[route.index()]));
        wanted
    }

    /// One of the worlds that could be.
    fn deal(&self, number: u64) -> Option<Start<'a>> {
        let mut rng = ChaCha8Rng::from_seed(self.key);
        rng.set_stream(number);
        let world = world::sample(self.view, self.own, &self.beliefs, &mut rng)?;
        Some(self.rollouts.start(world))
    }

    /// What each move is worth in each of these worlds.
    fn play_out(&self, worlds: std::ops::Range<u64>, moves: &[Action]) -> Vec<Vec<f64>> {
        let threads = u64::from(self.budget.threads);
        let share = |thread: u64| -> Vec<(u64, Vec<f64>)> {
            let mine = worlds.clone().skip(thread as usize).step_by(threads as usize);
            mine.filter_map(|world| Some((world, self.play_out_one(world, moves)?))).collect()
        };
        let mut played = if threads == 1 {
            share(0)
        } else {
            std::thread::scope(|scope| {
                let share = &share;
                let others: Vec<_> = (1..threads).map(|thread| scope.spawn(move || share(thread))).collect();
                let mut played = share(0);
                for other in others {
                    played.extend(other.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
                }
                played
            })
        };
        played.sort_by_key(|(world, _)| *world);
        played.into_iter().map(|(_, worths)| worths).collect()
    }

    fn play_out_one(&self, number: u64, moves: &[Action]) -> Option<Vec<f64>> {
        let fresh;
        let start = match self.dealt.get(number as usize) {
            Some(start) => start,
            None => {
                fresh = self.deal(number)?;
                &fresh
            }
        };
        // A clock is read before each game: none takes longer than a few milliseconds.
        let play = |&action: &Action| match self.budget.limit {
            Limit::Time(time) if self.begun.elapsed() >= time => None,
            Limit::Time(_) | Limit::Rollouts(_) => Some(start.play_out(self.own.seat, action)),
        };
        moves.iter().map(play).collect()
    }
}
