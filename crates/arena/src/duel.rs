//! Two bots on duplicate deals: each deal is played with A once in every seat, and B in all others.

use crate::duel_game::{DuelGame, side};
use crate::threads::{for_each_number, thread_count};
use crate::{
    ArenaError, BoxError, Contestant, DuelReport, Histogram, Hypotheses, LUCK_FEATURES, Luck, Moments, SprtReport,
    SprtVerdict,
};
use capolinea_bot_engine::Forfeit;
use capolinea_bots::game_seed;
use capolinea_engine::ids::BySeat;
use capolinea_engine::scoring::Tally;
use capolinea_engine::{FirstPlayer, GameRecord, Map, Seat, SeatSet, Setup, SetupError};
use std::ops::{ControlFlow, Range};
use std::time::Instant;

/// A victory counts as this many parts, so that up to five players can share it evenly.
pub const WHOLE: u32 = 60;

/// The sequential test is evaluated after this many deals; fixed, so that the number of threads changes nothing.
const BATCH: u32 = 32;

/// A seat's share of the victory: [`WHOLE`] if it is not shared, 0 if others won.
pub fn share_of_victory(winners: SeatSet, seat: Seat) -> u32 {
    if winners.contains(seat) { WHOLE / winners.len() as u32 } else { 0 }
}

/// The settings of a run. The number of players is checked when it is made.
#[derive(Clone, Debug)]
pub struct Duel<'a> {
    pub(crate) map: &'a Map,
    pub(crate) players: u8,
    /// The bot in question: one seat per game.
    pub(crate) a: Contestant,
    /// Its opponents: all other seats.
    pub(crate) b: Contestant,
    /// How many deals at most.
    pub deals: u32,
    /// The seed of all of them.
    pub seed: u64,
    /// Whether to stop as soon as one of these is likely enough.
    pub sprt: Option<Hypotheses>,
    /// Whether to measure luck, for a second figure with a smaller interval. It takes some hundredths of a second per game.
    pub measures_luck: bool,
}

/// Follows a duel, or all duels of a ladder, while it is played, from several threads. `()` follows nothing.
pub trait Watcher: Sync {
    /// Whether to stop: deals that are being played are dropped at their next decision, those played are kept.
    fn wants_stop(&self) -> bool {
        false
    }

    /// Whether to record the games.
    fn wants_records(&self) -> bool {
        false
    }

    /// A deal has been played, with a record for each seat of A if asked for. Deals begin in the order of their numbers, but may end in
    /// another.
    ///
    /// # Errors
    /// Any error that should stop the run.
    fn on_deal(&self, _deal: Deal, _records: Vec<GameRecord>) -> Result<(), BoxError> {
        Ok(())
    }
}

impl Watcher for () {}

/// A side of a duel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// The contestant in question.
    A,
    /// Its opponents.
    B,
}

/// The result of A in one deal, over all its games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Deal {
    /// Its number, from 0.
    pub number: u32,
    /// How many of its games A won alone.
    pub wins: u8,
    /// How many of its games A won together with others.
    pub draws: u8,
    /// A's shares of victories, each [`WHOLE`] if not shared.
    pub share: u32,
    /// A's scores less those of its best opponents.
    pub margin: i32,
}

/// The figures of a side. Each of its seats in each game counts once.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SideSums {
    /// Scores.
    pub score: Moments,
    /// Tickets completed.
    pub completed: u64,
    /// Tickets not completed.
    pub failed: u64,
    /// How long decisions took.
    pub times: Histogram,
    /// Decisions that took more than a tenth longer than the budget.
    pub overruns: u64,
    /// Games lost without playing them to the end.
    pub forfeits: u64,
}

/// A game that an engine lost without playing it to the end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LostGame {
    /// The deal's number, from 0.
    pub deal: u32,
    /// A's seat in this game.
    pub seat_a: Seat,
    /// The engine's seat.
    pub seat: Seat,
    /// The engine's side.
    pub side: Side,
    /// Why it lost.
    pub reason: Forfeit,
}

/// The games played. The seed decides all of it except the times.
#[derive(Clone, Debug, Default)]
pub struct Played {
    /// Every deal that was played, by number.
    pub deals: Vec<Deal>,
    /// A's shares of victories, by seat.
    pub seats: BySeat<u64>,
    /// How many decisions were made.
    pub decisions: u64,
    /// The figures of side A.
    pub a: SideSums,
    /// The figures of side B.
    pub b: SideSums,
    /// The games that an engine lost without playing them to the end, by deal.
    pub forfeits: Vec<LostGame>,
    /// A's luck in each deal, by number, if it was measured.
    pub luck: Vec<(u32, Luck)>,
    /// Where the sequential test stood when the duel ended.
    pub sprt: Option<SprtReport>,
    /// Whether it was stopped before all deals were played.
    pub interrupted: bool,
    /// How long it took.
    pub seconds: f64,
}

impl<'a> Duel<'a> {
    /// `a` in one seat of each game and `b` in all others: 500 deals of seed 1 by default.
    ///
    /// # Errors
    /// The map is for more or fewer players.
    pub fn new(map: &'a Map, players: u8, a: Contestant, b: Contestant) -> Result<Self, SetupError> {
        map.check_players(players)?;
        Ok(Duel { map, players, a, b, deals: 500, seed: 1, sprt: None, measures_luck: false })
    }

    /// The map it is played on.
    pub fn map(&self) -> &'a Map {
        self.map
    }

    /// How many players there are in each game.
    pub fn players(&self) -> u8 {
        self.players
    }

    /// Plays the deals, on `threads` threads or one per core.
    ///
    /// # Errors
    /// A bot does not keep to the rules, an engine can't be started, the threads can't be started, or the watcher fails.
    pub fn run(&self, threads: Option<u16>, watcher: &impl Watcher) -> Result<Played, ArenaError> {
        self.a.check(self.map)?;
        self.b.check(self.map)?;
        let begun = Instant::now();
        let batch = if self.sprt.is_some() { BATCH } else { self.deals.max(1) };
        let mut played = Played::default();
        for first in (0..self.deals).step_by(batch as usize) {
            let deals = first..self.deals.min(first.saturating_add(batch));
            let more = self.play_deals(thread_count(threads), deals, watcher)?;
            played = more.into_iter().fold(played, Played::then);
            played.sprt = self.sprt.map(|sprt| sprt.test(&played.shares(), self.whole(), self.par()));
            let is_decided = match played.sprt.map_or(SprtVerdict::None, |sprt| sprt.verdict) {
                SprtVerdict::Stronger | SprtVerdict::NotStronger => true,
                SprtVerdict::None => false,
            };
            if is_decided || played.interrupted {
                break;
            }
        }
        played.deals.sort_unstable_by_key(|deal| deal.number);
        played.luck.sort_unstable_by_key(|(deal, _)| *deal);
        played.forfeits.sort_unstable_by_key(|lost| (lost.deal, lost.seat_a, lost.seat));
        played.seconds = begun.elapsed().as_secs_f64();
        Ok(played)
    }

    /// The games played, in figures.
    pub fn report(&self, played: &Played) -> DuelReport {
        DuelReport::new(self, played)
    }

    /// The rate at which equal players win.
    pub fn par(&self) -> f64 {
        1.0 / f64::from(self.players)
    }

    /// The most that can be won in a deal.
    pub fn whole(&self) -> f64 {
        f64::from(WHOLE) * f64::from(self.players)
    }

    fn setup(&self, deal: u32) -> Setup {
        Setup { players: self.players, first: FirstPlayer::Random, seed: game_seed(self.seed, deal), pieces: None }
    }

    fn play_deals(&self, threads: usize, deals: Range<u32>, watcher: &impl Watcher) -> Result<Vec<Played>, ArenaError> {
        for_each_number(threads, deals, Played::default, |played, deal| self.play_and_report(played, deal, watcher))
    }

    /// Plays a deal and reports it to the watcher; breaks if it was stopped.
    pub(crate) fn play_and_report(
        &self,
        played: &mut Played,
        deal: u32,
        watcher: &impl Watcher,
    ) -> Result<ControlFlow<()>, ArenaError> {
        let Some((deal, records)) = self.play_deal(played, deal, watcher)? else {
            played.interrupted = true;
            return Ok(ControlFlow::Break(()));
        };
        watcher.on_deal(deal, records).map_err(ArenaError::Watcher)?;
        Ok(ControlFlow::Continue(()))
    }

    /// Plays all games of a deal; `None` if it was stopped, and nothing of it counts.
    fn play_deal(
        &self,
        played: &mut Played,
        number: u32,
        watcher: &impl Watcher,
    ) -> Result<Option<(Deal, Vec<GameRecord>)>, ArenaError> {
        let setup = self.setup(number);
        let mut sums = Played::default();
        let mut deal = Deal { number, ..Deal::default() };
        let mut records = Vec::new();
        let mut luck = [0.0; LUCK_FEATURES];
        for alone in Map::seats(self.players) {
            let mut record = watcher.wants_records().then(|| self.record(&setup, alone));
            let game = DuelGame { duel: self, setup: &setup, deal: number, alone };
            let Some(game) = game.play(&mut sums, &mut record, &mut luck, watcher)? else { return Ok(None) };
            deal.wins += game.wins;
            deal.draws += game.draws;
            deal.share += game.share;
            deal.margin += game.margin;
            records.extend(record);
        }
        sums.deals.push(deal);
        sums.luck.extend(self.measures_luck.then_some((number, luck)));
        *played = std::mem::take(played).then(sums);
        Ok(Some((deal, records)))
    }

    fn record(&self, setup: &Setup, alone: Seat) -> GameRecord {
        let name = |seat| self.contestant(side(alone, seat)).to_string();
        GameRecord::new(self.map, setup, Map::seats(self.players).map(name).collect())
    }

    pub(crate) fn contestant(&self, side: Side) -> &Contestant {
        match side {
            Side::A => &self.a,
            Side::B => &self.b,
        }
    }
}

impl Played {
    /// A's shares of victories, deal by deal.
    pub fn shares(&self) -> Moments {
        self.deals.iter().map(|deal| i64::from(deal.share)).collect()
    }

    /// A's margins, deal by deal.
    pub fn margins(&self) -> Moments {
        self.deals.iter().map(|deal| i64::from(deal.margin)).collect()
    }

    pub(crate) fn side(&mut self, side: Side) -> &mut SideSums {
        match side {
            Side::A => &mut self.a,
            Side::B => &mut self.b,
        }
    }

    pub(crate) fn then(mut self, more: Played) -> Played {
        self.deals.extend(more.deals);
        for (sum, more) in self.seats.0.iter_mut().zip(more.seats.0) {
            *sum += more;
        }
        self.decisions += more.decisions;
        self.a.merge(&more.a);
        self.b.merge(&more.b);
        self.forfeits.extend(more.forfeits);
        self.luck.extend(more.luck);
        self.interrupted |= more.interrupted;
        self
    }
}

impl SideSums {
    /// Adds the counts of another.
    pub fn merge(&mut self, other: &SideSums) {
        self.score = self.score.merge(other.score);
        self.completed += other.completed;
        self.failed += other.failed;
        self.times.merge(&other.times);
        self.overruns += other.overruns;
        self.forfeits += other.forfeits;
    }

    pub(crate) fn count(&mut self, tally: &Tally) {
        self.score = self.score.merge(Moments::single(i64::from(tally.total)));
        self.completed += tally.completed.len() as u64;
        self.failed += tally.failed.len() as u64;
    }
}
