//! The order of the work: a first look at everything, then passes with twice as many games each, then another look at
//! the decisions that seem costly.

use crate::Options;
use crate::report::{ReviewProgress, ReviewStage};

/// A decision that looks costly is tried in this many times as many worlds.
const CONFIRMATION: u32 = 4;
/// For each world in which a decision is judged, this many games are played out from its position.
const GAMES_PER_POSITION: u32 = 2;

/// One unit of work: plays out worlds for one thing until there are this many.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Unit {
    Position { index: usize, worlds: u32 },
    Decision { index: usize, worlds: u32 },
    Confirmation { index: usize, worlds: u32 },
}

/// The work of a review.
pub(crate) struct Schedule {
    decisions: usize,
    /// The worlds of each pass over the game.
    passes: Vec<u32>,
    done: usize,
}

impl Schedule {
    pub(crate) fn new(decisions: usize, rollouts: u32) -> Self {
        let doubled = std::iter::successors(Some(Options::LEAST), |worlds| Some(worlds * 2));
        let mut passes: Vec<u32> = doubled.take_while(|&worlds| worlds < rollouts).collect();
        passes.push(rollouts);
        Schedule { decisions, passes, done: 0 }
    }

    /// The depth of the last pass.
    pub(crate) fn rollouts(&self) -> u32 {
        self.passes.last().copied().unwrap_or(Options::LEAST)
    }

    /// The next unit of work, which counts as done.
    pub(crate) fn next(&mut self) -> Option<Unit> {
        let per_pass = self.per_pass();
        let (pass, place) = (self.done / per_pass, self.done % per_pass);
        let unit = match self.passes.get(pass) {
            Some(&worlds) if place <= self.decisions => {
                Unit::Position { index: place, worlds: GAMES_PER_POSITION * worlds }
            }
            Some(&worlds) => Unit::Decision { index: place - self.decisions - 1, worlds },
            None if self.done < self.total() => {
                Unit::Confirmation { index: place, worlds: CONFIRMATION * self.rollouts() }
            }
            None => return None,
        };
        self.done += 1;
        Some(unit)
    }

    pub(crate) fn progress(&self) -> ReviewProgress {
        let stage = match self.done / self.per_pass() {
            _ if self.done >= self.total() => ReviewStage::Done,
            0 => ReviewStage::Coarse,
            pass if pass < self.passes.len() => ReviewStage::Refining,
            _ => ReviewStage::Confirming,
        };
        ReviewProgress { done: self.done as u32, total: self.total() as u32, stage }
    }

    /// Every decision, and one position more.
    fn per_pass(&self) -> usize {
        2 * self.decisions + 1
    }

    fn total(&self) -> usize {
        self.passes.len() * self.per_pass() + self.decisions
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_pass_looks_at_everything_and_the_last_has_the_depth_asked_for() {
        let mut schedule = Schedule::new(1, 24);
        assert_eq!(schedule.progress(), ReviewProgress { done: 0, total: 7, stage: ReviewStage::Coarse });
        let units: Vec<Unit> = std::iter::from_fn(|| schedule.next()).collect();
        let pass = |worlds| {
            let positions = (0..2).map(move |index| Unit::Position { index, worlds: 2 * worlds });
            positions.chain([Unit::Decision { index: 0, worlds }])
        };
        let expected: Vec<Unit> =
            pass(16).chain(pass(24)).chain([Unit::Confirmation { index: 0, worlds: 96 }]).collect();
        assert_eq!(units, expected);
        assert_eq!(schedule.progress().stage, ReviewStage::Done);
    }
}
