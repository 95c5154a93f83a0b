//! Options on trial, moves or courses: how much better than the first each has proved, world by world.

use capolinea_engine::sort_few;

/// The options on trial. The others are compared with the first, which is followed in doubt.
pub(super) struct Trials<T> {
    trials: Vec<Trial<T>>,
    rollouts: u32,
}

struct Trial<T> {
    option: T,
    is_alive: bool,
    worlds: f64,
    sum: f64,
    squares: f64,
}

/// Minimum sample size.
const FEW_WORLDS: f64 = 12.0;
/// An option that is worse by this many standard errors is not tried further.
const HOPELESS: f64 = 2.5;

impl<T: Clone> Trials<T> {
    pub(super) fn new(options: Vec<T>) -> Self {
        let trial = |option| Trial { option, is_alive: true, worlds: 0.0, sum: 0.0, squares: 0.0 };
        Trials { trials: options.into_iter().map(trial).collect(), rollouts: 0 }
    }

    /// How many games were played out.
    pub(super) fn rollouts(&self) -> u32 {
        self.rollouts
    }

    /// The options still on trial.
    pub(super) fn living(&self) -> Vec<T> {
        self.trials.iter().filter(|trial| trial.is_alive).map(|trial| trial.option.clone()).collect()
    }

    /// Adds the value of every remaining option in some worlds.
    pub(super) fn add(&mut self, worlds: &[Vec<f64>]) {
        for worths in worlds {
            let Some(first) = worths.first() else { continue };
            self.rollouts += worths.len() as u32;
            for (trial, worth) in self.trials.iter_mut().filter(|trial| trial.is_alive).zip(worths) {
                let gain = worth - first;
                trial.worlds += 1.0;
                trial.sum += gain;
                trial.squares += gain * gain;
            }
        }
    }

    /// How many options besides the first are still on trial.
    pub(super) fn others(&self) -> usize {
        self.trials[1..].iter().filter(|trial| trial.is_alive).count()
    }

    /// Drops the options that are surely worse than the first.
    pub(super) fn drop_hopeless(&mut self) {
        for trial in self.trials[1..].iter_mut().filter(|trial| trial.worlds >= FEW_WORLDS) {
            trial.is_alive &= trial.mean() + HOPELESS * trial.error() >= 0.0;
        }
    }

    /// Drops the worse half of the options besides the first, but never the last.
    pub(super) fn halve(&mut self) {
        let mut alive: Vec<usize> = (1..self.trials.len()).filter(|&number| self.trials[number].is_alive).collect();
        sort_few(&mut alive, |&a, &b| self.trials[b].mean().total_cmp(&self.trials[a].mean()).is_lt());
        for &number in alive.iter().skip(alive.len().div_ceil(2)) {
            self.trials[number].is_alive = false;
        }
    }

    /// The gate: another option than the first only if it is better by this many standard errors.
    pub(super) fn verdict(&self, doubt: f64) -> T {
        let sure_gain = |trial: &&Trial<T>| trial.mean() - doubt * trial.error();
        let living = self.trials[1..].iter().filter(|trial| trial.is_alive && trial.worlds >= FEW_WORLDS);
        let best = living.max_by(|a, b| sure_gain(a).total_cmp(&sure_gain(b)));
        best.filter(|trial| sure_gain(trial) > 0.0).unwrap_or(&self.trials[0]).option.clone()
    }
}

impl<T> Trial<T> {
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
