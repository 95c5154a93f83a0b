//! Many games between bots, on as many cores as there are, always with the same result for the same seed.

pub use capolinea_bots::game_seed;

use capolinea_bots::arena::Moments;
use capolinea_bots::{Entrant, Player, play_game_observed};
use capolinea_engine::event::Observer;
use capolinea_engine::ids::{BySeat, Seat, SeatSet};
use capolinea_engine::map::Map;
use capolinea_engine::record::{GameRecord, SeatAction};
use capolinea_engine::scoring::Tally;
use capolinea_engine::setup::{FirstPlayer, Setup, SetupError};
use rayon::prelude::*;
use serde::Serialize;
use std::time::Instant;

/// What to play.
pub struct Plan<'a> {
    /// On which map.
    pub map: &'a Map,
    /// Who plays, by seat.
    pub bots: Vec<Entrant>,
    /// How many games.
    pub games: u32,
    /// The number that decides every one of them.
    pub seed: u64,
}

/// How it went.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    /// The map's id.
    pub map: String,
    /// The bots' names, by seat.
    pub bots: Vec<String>,
    /// How many games were played.
    pub games: u32,
    /// The number that decided them.
    pub seed: u64,
    /// How many threads played.
    pub threads: usize,
    /// How long it took.
    pub seconds: f64,
    /// Games a second.
    pub games_per_second: f64,
    /// How many decisions were made in all.
    pub decisions: u64,
    /// Decisions a second.
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
    /// Tickets completed, a game.
    pub tickets_completed_mean: f64,
    /// Tickets not completed, a game.
    pub tickets_failed_mean: f64,
}

/// How a game ended.
pub struct Ending {
    /// Who had the first turn.
    pub first: Seat,
    /// What counts for everybody.
    pub tallies: BySeat<Tally>,
    /// Who won.
    pub winners: SeatSet,
    /// How many decisions were made.
    pub decisions: u32,
}

/// Whoever takes notes of many games: told each event as it happens, then how the game ended.
pub trait Gather: Observer + Send {
    /// Takes note of a game's end.
    fn end(&mut self, ending: &Ending);

    /// Both notes together, whatever the order.
    #[must_use]
    fn merge(self, other: Self) -> Self;
}

/// No notes.
impl Gather for () {
    #[inline]
    fn end(&mut self, _ending: &Ending) {}

    fn merge(self, (): Self) -> Self {}
}

/// Whole numbers only, so that the order of adding does not matter.
#[derive(Clone, Copy, Default)]
struct Sums {
    decisions: u64,
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
    fn of(ending: &Ending, players: u8) -> Sums {
        let Ending { tallies, winners, decisions, .. } = ending;
        let mut sums = Sums { decisions: u64::from(*decisions), ..Sums::default() };
        for seat in Map::seats(players) {
            let tally = &tallies[seat];
            sums.seats[seat] = SeatSums {
                wins: u32::from(winners.contains(seat) && winners.len() == 1),
                ties: u32::from(winners.contains(seat) && winners.len() > 1),
                score: Moments::of(i64::from(tally.total)),
                completed: tally.completed.len() as u64,
                failed: tally.failed.len() as u64,
            };
        }
        sums
    }

    fn add(mut self, other: Sums) -> Sums {
        self.decisions += other.decisions;
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

impl Plan<'_> {
    /// Whether the map is for so many players.
    ///
    /// # Errors
    /// It isn't.
    pub fn check(&self) -> Result<(), SetupError> {
        self.map.check_players(u8::try_from(self.bots.len()).unwrap_or(u8::MAX))
    }

    /// Plays the games and tells `after` how each one ended, with its record if it `keeps_records`. Each thread takes its notes
    /// with what `notes` makes; without any it is `|| ()`.
    ///
    /// # Errors
    /// The map is for more or fewer players, or what `after` returns.
    pub fn run<G: Gather>(
        &self,
        threads: Option<u16>,
        notes: impl Fn() -> G + Sync + Send,
        after: impl Fn(u32, &Ending, Option<GameRecord>) -> anyhow::Result<()> + Sync,
        keeps_records: bool,
    ) -> anyhow::Result<(Report, G)> {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads.map_or(0, usize::from)).build()?;
        let begun = Instant::now();
        let nothing = || (Sums::default(), notes());
        let (sums, gathered) = pool.install(|| {
            (0..self.games)
                .into_par_iter()
                .try_fold(nothing, |(sums, mut gathered), game| {
                    let more = self.play(game, &mut gathered, &after, keeps_records)?;
                    anyhow::Ok((sums.add(more), gathered))
                })
                .try_reduce(nothing, |(sums, gathered), (more, others)| Ok((sums.add(more), gathered.merge(others))))
        })?;
        Ok((self.report(&sums, begun.elapsed().as_secs_f64(), pool.current_num_threads()), gathered))
    }

    fn play<G: Gather>(
        &self,
        game: u32,
        gathered: &mut G,
        after: &(impl Fn(u32, &Ending, Option<GameRecord>) -> anyhow::Result<()> + Sync),
        keeps_records: bool,
    ) -> anyhow::Result<Sums> {
        // New players for each game: what one remembers of another game must not matter.
        let mut players: Vec<Player> = self.bots.iter().map(Entrant::player).collect();
        let setup =
            Setup { players: players.len() as u8, first: FirstPlayer::Random, seed: game_seed(self.seed, game) };
        let mut record = keeps_records.then(|| {
            let names = self.bots.iter().map(|bot| bot.to_string()).collect();
            GameRecord::new(self.map, &setup, names)
        });
        let played = play_game_observed(self.map, &setup, &mut players, gathered, |_, seat, action| {
            if let Some(record) = &mut record {
                record.actions.push(SeatAction { seat, action });
            }
        })?;
        if let Some(record) = &mut record {
            record.note_result(self.map, &played.state);
        }
        let tallies = played.state.tally(self.map);
        let winners = played.state.winners(self.map, &tallies);
        let first = played.state.public().first.expect("a game that is over had a first turn");
        let ending = Ending { first, tallies, winners, decisions: played.decisions };
        after(game, &ending, record)?;
        gathered.end(&ending);
        Ok(Sums::of(&ending, setup.players))
    }

    fn report(&self, sums: &Sums, seconds: f64, threads: usize) -> Report {
        let games = f64::from(self.games);
        let seat = |(bot, sums): (&Entrant, SeatSums)| SeatReport {
            bot: bot.to_string(),
            wins: sums.wins,
            ties: sums.ties,
            score_mean: sums.score.mean(),
            score_sd: sums.score.sd(),
            tickets_completed_mean: sums.completed as f64 / games,
            tickets_failed_mean: sums.failed as f64 / games,
        };
        Report {
            map: self.map.id.clone(),
            bots: self.bots.iter().map(Entrant::to_string).collect(),
            games: self.games,
            seed: self.seed,
            threads,
            seconds,
            games_per_second: games / seconds,
            decisions: sums.decisions,
            decisions_per_second: sums.decisions as f64 / seconds,
            seats: self.bots.iter().zip(sums.seats.0).map(seat).collect(),
        }
    }
}
