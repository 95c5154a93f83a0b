//! The chance to win at every position, and how choices and luck changed it.
//!
//! From each position the same numbered worlds are played out. In a world, a move's choice and its luck lead exactly from the victory
//! that was to be expected before to the one after; so their sums lead from the first chance to the result.

use crate::decks::shuffled;
use crate::game::{PlayedMove, ReplayedGame};
use crate::report::{ChanceEvent, Estimate};
use crate::statistics::{CHANCE, Sum};
use capolinea_bots::study::{Continuations, Ending, Move};
use capolinea_engine::Seat;
use capolinea_engine::ids::MAX_SEATS;
use std::ops::Range;

/// Everybody's share of the victory in each world.
type Victories = Vec<[u8; MAX_SEATS]>;

/// The victories from every position on.
pub(crate) struct Curve {
    players: usize,
    /// From each position.
    positions: Vec<Victories>,
    /// From each position with the move that was played, before what it left to chance.
    moves: Vec<Expected>,
}

/// Where the expectation of a move is found.
enum Expected {
    /// Nothing is left to chance: it is the chance at the next position.
    Next,
    /// The planner's own move: it is the chance at this position.
    Same,
    /// It is played out.
    Played { victories: Victories },
}

impl Curve {
    pub(crate) fn new(game: &ReplayedGame) -> Self {
        let expected = |done: &PlayedMove| match done.chance_event {
            None => Expected::Next,
            Some(_) if done.is_planned => Expected::Same,
            Some(_) => Expected::Played { victories: Vec::new() },
        };
        Curve {
            players: usize::from(game.players),
            positions: vec![Vec::new(); game.states.len()],
            moves: game.moves.iter().map(expected).collect(),
        }
    }

    /// Plays out a position until it has so many worlds.
    pub(crate) fn extend(&mut self, game: &ReplayedGame, index: usize, worlds: u32) {
        let state = &game.states[index];
        let victories = &mut self.positions[index];
        if state.is_over() {
            victories.resize(worlds as usize, shares(&Ending::new(&game.map, state)));
            return;
        }
        let play_on = Continuations::new(&game.map, state);
        let position = state.to_position(&game.map);
        let play = |world: u32, first: Option<Move>| {
            let ending = play_on.end(shuffled(&game.map, &position, world)?, first)?;
            Some(shares(&ending))
        };
        let rest = |done: &Victories| done.len() as u32..worlds;
        victories.extend(rest(victories).map_while(|world| play(world, None)));
        if let Some(Expected::Played { victories }) = self.moves.get_mut(index) {
            let done = &game.moves[index];
            let first = Some(Move { seat: done.seat, action: done.action });
            victories.extend(rest(victories).map_while(|world| play(world, first)));
        }
    }

    /// The worlds that all positions have; none before the first pass is done.
    fn worlds(&self) -> Option<Range<usize>> {
        let played = self.moves.iter().filter_map(|expected| match expected {
            Expected::Played { victories } => Some(victories.len()),
            Expected::Next | Expected::Same => None,
        });
        let common = self.positions.iter().map(Vec::len).chain(played).min()?;
        (common > 0).then_some(0..common)
    }

    fn expected(&self, index: usize, world: usize) -> [u8; MAX_SEATS] {
        match &self.moves[index] {
            Expected::Next => self.positions[index + 1][world],
            Expected::Same => self.positions[index][world],
            Expected::Played { victories } => victories[world],
        }
    }

    fn choice_in(&self, index: usize, world: usize, seat: usize) -> i64 {
        i64::from(self.expected(index, world)[seat]) - i64::from(self.positions[index][world][seat])
    }

    fn luck_in(&self, index: usize, world: usize, seat: usize) -> i64 {
        i64::from(self.positions[index + 1][world][seat]) - i64::from(self.expected(index, world)[seat])
    }

    /// Everybody's chance at a position.
    pub(crate) fn chances(&self, index: usize) -> Option<Vec<Estimate>> {
        let worlds = self.worlds()?;
        let is_last = index + 1 == self.positions.len();
        let chance = |seat: usize| {
            let sum: Sum = worlds.clone().map(|world| i64::from(self.positions[index][world][seat])).collect();
            if is_last { sum.estimate(CHANCE) } else { sum.chance() }
        };
        Some((0..self.players).map(chance).collect())
    }

    /// How a choice changed everybody's chance.
    pub(crate) fn choice(&self, index: usize) -> Option<Vec<Estimate>> {
        self.by_seat(|world, seat| self.choice_in(index, world, seat))
    }

    /// How the outcome of a move changed everybody's chance; `None` if nothing was left to chance.
    pub(crate) fn luck(&self, index: usize) -> Option<Vec<Estimate>> {
        let is_certain = matches!(self.moves[index], Expected::Next);
        if is_certain { None } else { self.by_seat(|world, seat| self.luck_in(index, world, seat)) }
    }

    fn by_seat(&self, change: impl Fn(usize, usize) -> i64) -> Option<Vec<Estimate>> {
        let worlds = self.worlds()?;
        let estimate = |seat| worlds.clone().map(|world| change(world, seat)).collect::<Sum>().estimate(CHANCE);
        Some((0..self.players).map(estimate).collect())
    }

    /// How some moves changed a player's chance by choice, in all.
    pub(crate) fn choices(&self, seat: Seat, moves: impl Iterator<Item = usize> + Clone) -> Option<Estimate> {
        self.total(|world| moves.clone().map(|index| self.choice_in(index, world, seat.index())).sum())
    }

    /// How what some moves left to chance changed a player's chance, in all.
    pub(crate) fn lucks(&self, seat: Seat, moves: impl Iterator<Item = usize> + Clone) -> Option<Estimate> {
        self.total(|world| moves.clone().map(|index| self.luck_in(index, world, seat.index())).sum())
    }

    fn total(&self, change: impl Fn(usize) -> i64) -> Option<Estimate> {
        Some(self.worlds()?.map(change).collect::<Sum>().estimate(CHANCE))
    }
}

/// The moves that left something of a kind to chance.
pub(crate) fn of_kind(game: &ReplayedGame, kind: ChanceEvent) -> impl Iterator<Item = usize> + Clone {
    (0..game.moves.len()).filter(move |&index| game.moves[index].chance_event == Some(kind))
}

/// Everybody's share of the victory.
fn shares(ending: &Ending) -> [u8; MAX_SEATS] {
    std::array::from_fn(|seat| u8::try_from(ending.victory(Seat(seat as u8))).unwrap_or(u8::MAX))
}
