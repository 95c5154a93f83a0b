//! Many games between bots, on as many cores as there are, always with the same result for the same seed.

use crate::contestant::SeatedPlayer;
use crate::threads::{for_each_number, thread_count};
use crate::{ArenaError, BoxError, Contestant, Moments};
use capolinea_bots::{game_seed, play_choosing};
use capolinea_engine::ids::BySeat;
use capolinea_engine::record::{RecordError, SeatAction, Step};
use capolinea_engine::scoring::Tally;
use capolinea_engine::{FirstPlayer, GameRecord, Map, Observer, Seat, SeatSet, Setup, SetupError, State};
use serde::Serialize;
use std::ops::ControlFlow;
use std::time::Instant;

/// The settings of a run. The number of players is checked when it is made.
pub struct Simulation<'a> {
    map: &'a Map,
    /// By seat.
    bots: Vec<Contestant>,
    /// How many games.
    pub games: u32,
    /// The seed of all of them.
    pub seed: u64,
}

/// How it went.
#[derive(Clone, Debug, Serialize)]
pub struct SimulationReport {
    /// The map's id.
    pub map: String,
    /// The bots' names, by seat.
    pub bots: Vec<String>,
    /// How many games there were.
    pub games: u32,
    /// How many of them had been played before and were read from their records.
    pub games_from_records: u32,
    /// Whether it was stopped before all games were played.
    pub interrupted: bool,
    /// The seed of all games.
    pub seed: u64,
    /// How many threads played.
    pub threads: usize,
    /// How long it took.
    pub seconds: f64,
    /// Games played per second.
    pub games_per_second: f64,
    /// How many decisions were made in all.
    pub decisions: u64,
    /// Decisions made per second.
    pub decisions_per_second: f64,
    /// How each seat did.
    pub seats: Vec<SeatReport>,
}

/// How a seat did.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SeatReport {
    /// The bot's name.
    pub bot: String,
    /// Games won alone.
    pub wins: u32,
    /// Victories shared.
    pub ties: u32,
    /// The mean score.
    pub score_mean: f64,
    /// The scores' standard deviation.
    pub score_sd: f64,
    /// Tickets completed, per game.
    pub tickets_completed_mean: f64,
    /// Tickets not completed, per game.
    pub tickets_failed_mean: f64,
}

/// How a game ended.
pub struct GameOutcome {
    /// The player who had the first turn.
    pub first: Seat,
    /// Everybody's points, by seat.
    pub tallies: BySeat<Tally>,
    /// The winners.
    pub winners: SeatSet,
    /// How many decisions were made.
    pub decisions: u32,
}

/// A game that has ended.
pub struct Finished<'a> {
    /// Its number, from 0.
    pub game: u32,
    /// The seed of its shuffles.
    pub seed: [u8; 32],
    /// How it ended.
    pub ending: &'a GameOutcome,
    /// Its last state.
    pub state: &'a State,
    /// Its record, if asked for; none if it was read from one.
    pub record: Option<GameRecord>,
}

/// Follows games while they are played, from several threads. `()` follows nothing.
pub trait Follower: Sync {
    /// Whether to stop: games that have begun are still played.
    fn wants_stop(&self) -> bool {
        false
    }

    /// Whether to record the games.
    fn wants_records(&self) -> bool {
        false
    }

    /// The record of a game that was played before.
    ///
    /// # Errors
    /// The record exists, but can't be used.
    fn saved(&self, _game: u32) -> Result<Option<GameRecord>, BoxError> {
        Ok(None)
    }

    /// A game has ended.
    ///
    /// # Errors
    /// Any error that should stop the run.
    fn after(&self, _finished: Finished<'_>) -> Result<(), BoxError> {
        Ok(())
    }

    /// A game failed: it will never end.
    fn give_up(&self) {}
}

impl Follower for () {}

/// Tells a follower that a game failed, unless the game has ended.
struct Begun<'a, F: Follower> {
    follower: &'a F,
    has_ended: bool,
}

impl<F: Follower> Drop for Begun<'_, F> {
    fn drop(&mut self) {
        if !self.has_ended {
            self.follower.give_up();
        }
    }
}

/// Takes notes of many games: it gets each event as it happens, then how the game ended.
pub trait Gather: Observer + Send {
    /// Takes note of a game's end.
    fn end(&mut self, ending: &GameOutcome);

    /// Merges both notes; the order must not matter.
    #[must_use]
    fn merge(self, other: Self) -> Self;
}

/// No notes.
impl Gather for () {
    #[inline]
    fn end(&mut self, _ending: &GameOutcome) {}

    fn merge(self, (): Self) -> Self {}
}

/// Whole numbers only, so that the order of adding does not matter.
#[derive(Clone, Copy, Default)]
struct Sums {
    games: u32,
    games_from_records: u32,
    decisions: u64,
    decisions_from_records: u64,
    interrupted: bool,
    seats: BySeat<SeatSums>,
}

#[derive(Clone, Copy, Default)]
struct SeatSums {
    wins: u32,
    ties: u32,
    score: Moments,
    completed: u64,
    failed: u64,
}

impl Sums {
    fn from_ending(ending: &GameOutcome, players: u8, is_from_record: bool) -> Sums {
        let GameOutcome { tallies, winners, decisions, .. } = ending;
        let decisions = u64::from(*decisions);
        let mut sums = Sums {
            games: 1,
            games_from_records: u32::from(is_from_record),
            decisions,
            decisions_from_records: if is_from_record { decisions } else { 0 },
            ..Sums::default()
        };
        for seat in Map::seats(players) {
            let tally = &tallies[seat];
            sums.seats[seat] = SeatSums {
                wins: u32::from(winners.contains(seat) && winners.len() == 1),
                ties: u32::from(winners.contains(seat) && winners.len() > 1),
                score: Moments::single(i64::from(tally.total)),
                completed: tally.completed.len() as u64,
                failed: tally.failed.len() as u64,
            };
        }
        sums
    }

    fn add(mut self, other: Sums) -> Sums {
        self.games += other.games;
        self.games_from_records += other.games_from_records;
        self.decisions += other.decisions;
        self.decisions_from_records += other.decisions_from_records;
        self.interrupted |= other.interrupted;
        for (sum, more) in self.seats.0.iter_mut().zip(other.seats.0) {
            sum.wins += more.wins;
            sum.ties += more.ties;
            sum.score = sum.score.merge(more.score);
            sum.completed += more.completed;
            sum.failed += more.failed;
        }
        self
    }
}

impl<'a> Simulation<'a> {
    /// A bot for each seat: 1000 games of seed 1 by default.
    ///
    /// # Errors
    /// The map is for more or fewer players.
    pub fn new(map: &'a Map, bots: Vec<Contestant>) -> Result<Self, SetupError> {
        map.check_players(u8::try_from(bots.len()).unwrap_or(u8::MAX))?;
        Ok(Simulation { map, bots, games: 1000, seed: 1 })
    }

    /// The map it is played on.
    pub fn map(&self) -> &'a Map {
        self.map
    }

    /// The bots, by seat.
    pub fn bots(&self) -> &[Contestant] {
        &self.bots
    }

    /// Plays the games. Each thread takes its notes in a value that `notes` makes; `|| ()` for none.
    ///
    /// # Errors
    /// A bot does not keep to the rules, an engine can't play, the threads can't be started, or the follower fails.
    pub fn run<G: Gather>(
        &self,
        threads: Option<u16>,
        notes: impl Fn() -> G + Sync + Send,
        follower: &impl Follower,
    ) -> Result<(SimulationReport, G), ArenaError> {
        self.bots.iter().try_for_each(|bot| bot.check(self.map))?;
        let threads = thread_count(threads);
        let begun = Instant::now();
        let nothing = || (Sums::default(), notes());
        let by_thread = for_each_number(threads, 0..self.games, nothing, |(sums, gathered), game| {
            if follower.wants_stop() {
                sums.interrupted = true;
                return Ok(ControlFlow::Break(()));
            }
            let mut begun = Begun { follower, has_ended: false };
            *sums = sums.add(self.settle(game, gathered, follower)?);
            begun.has_ended = true;
            Ok::<_, ArenaError>(ControlFlow::Continue(()))
        })?;
        let together = |(sums, gathered): (Sums, G), (more, others)| (sums.add(more), G::merge(gathered, others));
        let (sums, gathered) = by_thread.into_iter().reduce(together).unwrap_or_else(nothing);
        Ok((self.report(&sums, begun.elapsed().as_secs_f64(), threads), gathered))
    }

    /// Plays a game, or plays its record through.
    fn settle<G: Gather>(&self, game: u32, gathered: &mut G, follower: &impl Follower) -> Result<Sums, ArenaError> {
        let setup = self.setup(game);
        let saved = follower.saved(game).map_err(ArenaError::Watcher)?;
        let is_from_record = saved.is_some();
        let (state, decisions, record) = match saved {
            Some(saved) => {
                let state = saved.replay_observed(self.map, |step: Step<'_>| -> Result<(), RecordError> {
                    step.events.iter().for_each(|&event| gathered.on_event(event));
                    Ok(())
                })?;
                (state, saved.actions.len() as u32, None)
            }
            None => {
                let mut record = follower.wants_records().then(|| self.record(&setup));
                let (state, decisions) = self.play(game, &setup, gathered, &mut record)?;
                (state, decisions, record)
            }
        };
        let tallies = state.tally(self.map);
        let winners = state.winners(self.map, &tallies);
        let first = state.public().first.expect("a game that is over had a first turn");
        let ending = GameOutcome { first, tallies, winners, decisions };
        let finished = Finished { game, seed: setup.seed, ending: &ending, state: &state, record };
        follower.after(finished).map_err(ArenaError::Watcher)?;
        gathered.end(&ending);
        Ok(Sums::from_ending(&ending, setup.players, is_from_record))
    }

    fn play<G: Gather>(
        &self,
        game: u32,
        setup: &Setup,
        gathered: &mut G,
        record: &mut Option<GameRecord>,
    ) -> Result<(State, u32), ArenaError> {
        // New players for each game, so that a bot's memory of another game can't change this one.
        let mut players: Vec<SeatedPlayer> = self.bots.iter().map(Contestant::player).collect();
        let mut lost = None;
        let played = play_choosing(
            self.map,
            setup,
            |seat, view, rng| {
                let action = players.get_mut(seat.index())?.choose(view, rng);
                action.map_err(|reason| lost = Some((seat, reason))).ok()
            },
            gathered,
            |_, _, seat, action| {
                if let Some(record) = record {
                    record.actions.push(SeatAction { seat, action });
                }
            },
        )?;
        if let Some((seat, reason)) = lost {
            return Err(ArenaError::Forfeit { game, seat, reason });
        }
        if let Some(record) = record {
            record.note_result(self.map, &played.state);
        }
        Ok((played.state, played.decisions))
    }

    /// Whether this is the record of one of its games, played to the end: what [`Follower::saved`] may return for that game.
    pub fn is_record_of(&self, game: u32, record: &GameRecord) -> bool {
        let expected = self.record(&self.setup(game));
        record.result.is_some()
            && (record.rules, &record.map_digest) == (expected.rules, &expected.map_digest)
            && (&record.players, record.first, record.seed) == (&expected.players, expected.first, expected.seed)
    }

    fn setup(&self, game: u32) -> Setup {
        Setup {
            players: self.bots.len() as u8,
            first: FirstPlayer::Random,
            seed: game_seed(self.seed, game),
            pieces: None,
        }
    }

    /// The record of a game that has not begun.
    fn record(&self, setup: &Setup) -> GameRecord {
        GameRecord::new(self.map, setup, self.bots.iter().map(Contestant::to_string).collect())
    }

    fn report(&self, sums: &Sums, seconds: f64, threads: usize) -> SimulationReport {
        let games = f64::from(sums.games.max(1));
        let seat = |(bot, sums): (&Contestant, SeatSums)| SeatReport {
            bot: bot.to_string(),
            wins: sums.wins,
            ties: sums.ties,
            score_mean: sums.score.mean(),
            score_sd: sums.score.sd(),
            tickets_completed_mean: sums.completed as f64 / games,
            tickets_failed_mean: sums.failed as f64 / games,
        };
        SimulationReport {
            map: self.map.id().to_owned(),
            bots: self.bots.iter().map(Contestant::to_string).collect(),
            games: sums.games,
            games_from_records: sums.games_from_records,
            interrupted: sums.interrupted,
            seed: self.seed,
            threads,
            seconds,
            games_per_second: f64::from(sums.games - sums.games_from_records) / seconds,
            decisions: sums.decisions,
            decisions_per_second: (sums.decisions - sums.decisions_from_records) as f64 / seconds,
            seats: self.bots.iter().zip(sums.seats.0).map(seat).collect(),
        }
    }
}
