//! The chance to win at every position, and how choices and luck changed it.
//!
//! From each position the same numbered worlds are played out. In a world, a move's choice and its luck lead exactly from the victory
//! that was to be expected before to the one after; so their sums lead from the first chance to the result.

use crate::decks::Decks;
use crate::game::{PlayedMove, ReplayedGame};
use crate::report::{ChanceEvent, Estimate};
use crate::statistics::{CHANCE, Sum};
use capolinea_bots::study::{Ending, Followers, Move};
use capolinea_engine::Seat;
use capolinea_engine::ids::MAX_SEATS;
use std::ops::Range;

/// Everybody's share of the victory in each world.
type Victories = Vec<[u8; MAX_SEATS]>;

/// The victories from every position on.
pub(crate) struct Curve {
    /// The key of the decks in all worlds.
    key: [u8; 32],
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
    /// The move of the bot that plays on: it is the chance at this position.
    Same,
    /// It is played out.
    Played { victories: Victories },
}

impl Curve {
    pub(crate) fn new(game: &ReplayedGame, key: [u8; 32]) -> Self {
        let expected = |done: &PlayedMove| match done.chance_event {
            None => Expected::Next,
            Some(_) if done.is_planned => Expected::Same,
            Some(_) => Expected::Played { victories: Vec::new() },
        };
        Curve {
            key,
            players: usize::from(game.players),
            positions: vec![Vec::new(); game.states.len()],
            moves: game.moves.iter().map(expected).collect(),
        }
    }

    /// Plays out a position until it has this many worlds.
    pub(crate) fn extend(&mut self, game: &ReplayedGame, index: usize, worlds: u32) {
        let state = &game.states[index];
        let victories = &mut self.positions[index];
        if state.is_over() {
            victories.resize(worlds as usize, shares(&Ending::new(&game.map, state)));
            return;
        }
        let (map, given_back) = (&game.map, game.facts[index].given_back);
        let decks = Decks { map, key: self.key, position: state.to_position(map), given_back };
        let play = |world: u32, followers: &Followers, first: Option<Move>| {
            Some(shares(&followers.end(map, decks.shuffled(world)?, first)?))
        };
        let rest = |done: &Victories| done.len() as u32..worlds;
        victories.extend(rest(victories).map_while(|world| play(world, &game.followers[index], None)));
        if let Some(Expected::Played { victories }) = self.moves.get_mut(index) {
            let done = &game.moves[index];
            let first = Some(Move { seat: done.seat, action: done.action });
            // Those who play on know that this move was made: the same who play on from the next position.
            victories.extend(rest(victories).map_while(|world| play(world, &game.followers[index + 1], first)));
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::decks::key;
    use crate::fingerprint;
    use crate::games::{Mean, map, played, setting};
    use std::collections::BTreeMap;

    /// Luck is the difference from an expectation: over many games nobody has more of it than others, whoever plays and whatever it is.
    ///
    /// ```text
    /// CAPOLINEA_REVIEW_GAMES=2000 cargo test --release -p capolinea-review --lib luck -- --nocapture
    /// ```
    #[test]
    fn mean_luck_is_zero() {
        let games: u32 = setting("CAPOLINEA_REVIEW_GAMES", 40);
        let mut lucks: BTreeMap<String, Mean> = BTreeMap::new();
        for (id, number) in ["usa", "europe", "germany"].into_iter().zip(0..) {
            let (map, bots) = (map(id), ["planner", "amateur"]);
            for game in 0..games {
                let pieces = if map.rules().fleets.len() == 1 { Some(12) } else { None };
                let record = played(map, &bots, pieces, 100_000 * number + game);
                let game = ReplayedGame::new(map, &record).unwrap();
                let mut curve = Curve::new(&game, key(&fingerprint(&record)));
                // However few worlds there are: they make the figures of a game uncertain, and favour nobody.
                (0..game.states.len()).for_each(|index| curve.extend(&game, index, 4));
                let luck = curve.lucks(Seat(0), 0..game.moves.len()).unwrap().value;
                lucks.entry(format!("the planner's on {id}")).or_default().add(luck);
                for kind in ChanceEvent::ALL.into_iter().filter(|&kind| of_kind(&game, kind).next().is_some()) {
                    let own = |index: usize| curve.luck(index).unwrap()[game.moves[index].seat.index()].value;
                    let all = of_kind(&game, kind).map(own).sum();
                    lucks.entry(format!("{kind:?}, of those who moved")).or_default().add(all);
                }
            }
        }
        for (whose, luck) in &lucks {
            println!("{whose}: {luck} in {} games", luck.count());
        }
        assert!(lucks.len() >= 7, "{}", lucks.len());
        for (whose, luck) in &lucks {
            let (mean, error) = luck.estimate();
            // Eight figures are all within three standard errors in 98 of 100 cases.
            assert!(mean.abs() <= 3.0 * error, "{whose}: {luck}");
        }
    }
}
