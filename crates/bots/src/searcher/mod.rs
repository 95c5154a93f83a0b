//! Plays out possible games with the planner in every seat, and leaves the planner's move only on evidence.

mod candidates;
mod world;

use crate::planner::Planner;
use crate::{Bot, Budget};
use capolinea_engine::action::Action;
use capolinea_engine::ids::Seat;
use capolinea_engine::map::Map;
use capolinea_engine::phase::Phase;
use capolinea_engine::state::State;
use capolinea_engine::view::{Own, View, Viewer};
use rand_chacha::ChaCha8Rng;
use std::time::{Duration, Instant};

/// The searcher, for one game.
pub(crate) struct Searcher {
    planner: Planner,
}

impl Searcher {
    pub(crate) fn new() -> Self {
        Searcher { planner: Planner::new() }
    }
}

/// After so many worlds, moves that look worse are dropped.
const LOOK_EVERY: u32 = 6;
/// More moves than this are halved at every other look.
const FEW: usize = 3;

impl Bot for Searcher {
    fn choose(&mut self, view: &View<'_>, budget: Budget, rng: &mut ChaCha8Rng) -> Action {
        let own = view.own.expect("a bot sits at a table");
        let planned = self.planner.choose(view, Budget::NONE, rng);
        let is_start = matches!(view.public.phase, Phase::ChoosingTickets { .. } | Phase::ChoosingSplits { .. });
        let moves = candidates::list(view, own, planned);
        // Before the first turn the others choose too: there is no world to play out yet.
        if is_start || moves.len() == 1 {
            return planned;
        }
        Search::new(view, own, moves, budget).run(rng)
    }
}

/// One move and how much better than the planner's it has proved, world by world.
struct Trial {
    action: Action,
    is_alive: bool,
    worlds: f64,
    sum: f64,
    squares: f64,
}

impl Trial {
    fn mean(&self) -> f64 {
        self.sum / self.worlds.max(1.0)
    }

    fn error(&self) -> f64 {
        if self.worlds < 2.0 {
            return f64::INFINITY;
        }
        let variance = (self.squares - self.sum * self.mean()) / (self.worlds - 1.0);
        (variance.max(0.0) / self.worlds).sqrt()
    }
}

struct Search<'a> {
    view: &'a View<'a>,
    own: &'a Own,
    budget: Budget,
    begun: Instant,
    rollouts: u32,
    /// The planner's move is the first.
    trials: Vec<Trial>,
}

impl<'a> Search<'a> {
    fn new(view: &'a View<'a>, own: &'a Own, moves: Vec<Action>, budget: Budget) -> Self {
        let trial = |action| Trial { action, is_alive: true, worlds: 0.0, sum: 0.0, squares: 0.0 };
        let trials = moves.into_iter().map(trial).collect();
        Search { view, own, budget, begun: Instant::now(), rollouts: 0, trials }
    }

    fn run(mut self, rng: &mut ChaCha8Rng) -> Action {
        let mut worlds = 0;
        while self.has_budget() && self.trials[1..].iter().any(|trial| trial.is_alive) {
            let Some(world) = world::sample(self.view, self.own, rng) else { break };
            self.play_out(&world, rng);
            worlds += 1;
            if worlds % LOOK_EVERY == 0 {
                self.drop_losers(worlds % (2 * LOOK_EVERY) == 0);
            }
        }
        self.verdict()
    }

    fn has_budget(&self) -> bool {
        match self.budget {
            // The last world takes a while too.
            Budget::Time(time) => self.begun.elapsed() < time.saturating_sub(Duration::from_millis(2)),
            Budget::Rollouts(most) => self.rollouts < most,
        }
    }

    /// Plays every living move out in the same world, and compares with the planner's.
    fn play_out(&mut self, world: &State, rng: &mut ChaCha8Rng) {
        let mut planned = None;
        for number in 0..self.trials.len() {
            if !self.trials[number].is_alive {
                continue;
            }
            let worth = rollout(self.view.map, *world, self.own.seat, self.trials[number].action, rng);
            self.rollouts += 1;
            let base = *planned.get_or_insert(worth);
            let (trial, gain) = (&mut self.trials[number], worth - base);
            trial.worlds += 1.0;
            trial.sum += gain;
            trial.squares += gain * gain;
        }
    }

    fn drop_losers(&mut self, halve: bool) {
        for trial in &mut self.trials[1..] {
            trial.is_alive &= trial.mean() + trial.error() >= 0.0;
        }
        let mut alive: Vec<usize> = (1..self.trials.len()).filter(|&number| self.trials[number].is_alive).collect();
        if halve && alive.len() > FEW {
            alive.sort_by(|&a, &b| self.trials[b].mean().total_cmp(&self.trials[a].mean()));
            for &number in &alive[alive.len().div_ceil(2)..] {
                self.trials[number].is_alive = false;
            }
        }
    }

    /// The gate: another move than the planner's only if it is better beyond doubt.
    fn verdict(&self) -> Action {
        let doubt = if self.view.public.players == 2 { 2.0 } else { 1.0 };
        let sure_gain = |trial: &&Trial| trial.mean() - doubt * trial.error();
        let living = self.trials[1..].iter().filter(|trial| trial.is_alive && trial.worlds >= f64::from(LOOK_EVERY));
        let best = living.max_by(|a, b| sure_gain(a).total_cmp(&sure_gain(b)));
        best.filter(|trial| sure_gain(trial) > 0.0).unwrap_or(&self.trials[0]).action
    }
}

/// What a move is worth in one world: the rest of the game played by planners.
fn rollout(map: &Map, world: State, seat: Seat, action: Action, rng: &mut ChaCha8Rng) -> f64 {
    let mut state = world;
    if state.apply(map, seat, action).is_err() {
        return 0.0;
    }
    let mut planners: Vec<Planner> = (0..state.public().players).map(|_| Planner::new()).collect();
    while let Some(decider) = state.deciders().lowest() {
        let view = state.view(map, Viewer::Seat(decider));
        let action = planners[decider.index()].choose(&view, Budget::NONE, rng);
        if state.apply(map, decider, action).is_err() {
            break;
        }
    }
    worth(map, &state, seat)
}

/// Mostly the margin to the best opponent, bent so that a sure victory need not be won higher; and victory itself.
fn worth(map: &Map, state: &State, seat: Seat) -> f64 {
    let tallies = state.tally(map);
    let others = Map::seats(state.public().players).filter(|&other| other != seat);
    let best = others.map(|other| tallies[other].total).max().unwrap_or(0);
    let margin = f64::from(tallies[seat].total - best);
    let winners = state.winners(map, &tallies);
    let victory = if winners.contains(seat) { 1.0 / winners.len() as f64 } else { 0.0 };
    0.7 / (1.0 + (-margin / 25.0).exp()) + 0.3 * victory
}
