//! The games of a batch, played without Python's lock.

use crate::lane::{Lane, Refused};
use crate::map::{PyMap, Tables};
use crate::rewards::Rewards;
use capolinea_bots::rand_chacha::ChaCha8Rng;
use capolinea_bots::rand_core::SeedableRng as _;
use capolinea_bots::{Entrant, Player, game_seed};
use capolinea_engine::{FirstPlayer, IllegalAction, LegalActions, Seat, Setup, Viewer};
use std::sync::{Mutex, PoisonError};

/// So many games at a time are taken by a thread.
const GAMES_PER_TASK: usize = 16;

/// The data that never changes while the games are played.
pub(super) struct Shared {
    pub(super) map: PyMap,
    pub(super) players: u8,
    pub(super) seed: u64,
    pub(super) games: u32,
    pub(super) rewards: Rewards,
    /// The player of each seat: a bot, or the caller.
    pub(super) opponents: Vec<Option<Entrant>>,
}

/// One of the games.
pub(super) struct OneGame {
    pub(super) lane: Lane,
    /// How many games were played in this place.
    pub(super) round: u32,
    /// Where it is among the games.
    pub(super) place: u32,
    pub(super) random: u64,
    pub(super) bots: Vec<Option<(Player, ChaCha8Rng)>>,
    /// Room for an observation before it is scaled.
    pub(super) scratch: Vec<u8>,
}

/// Where a game's results go.
pub(super) struct Out<'a> {
    pub(super) observation: Tensor<&'a mut [u8], &'a mut [f32]>,
    pub(super) mask: Option<&'a mut [i8]>,
    pub(super) seat: &'a mut i8,
    pub(super) rewards: &'a mut [f32],
    pub(super) done: &'a mut bool,
}

/// Observations as whole numbers, scaled, or not at all.
pub(super) enum Tensor<W, S> {
    Whole(W),
    Scaled(S),
    None,
}

/// Why a game stopped.
pub(super) enum Stopped {
    Caller(Refused),
    Bot(IllegalAction),
}

impl Shared {
    pub(super) fn tables(&self) -> &Tables {
        &self.map.tables
    }

    pub(super) fn setup(&self, place: u32, round: u32) -> Setup {
        let number = place.wrapping_add(round.wrapping_mul(self.games));
        Setup { players: self.players, first: FirstPlayer::Random, seed: game_seed(self.seed, number), pieces: None }
    }

    pub(super) fn seat_bots(&self, setup: &Setup) -> Vec<Option<(Player, ChaCha8Rng)>> {
        let seat = |(seat, opponent): (usize, &Option<Entrant>)| {
            let opponent = opponent.as_ref()?;
            let mut key = setup.seed;
            key[31] ^= 1 + seat as u8;
            Some((opponent.player(), ChaCha8Rng::from_seed(key)))
        };
        self.opponents.iter().enumerate().map(seat).collect()
    }

    pub(super) fn has_bots(&self) -> bool {
        self.opponents.iter().any(Option::is_some)
    }
}

impl OneGame {
    /// Executes the caller's choice, then lets bots decide until it is the caller's turn or the game is over.
    fn step(&mut self, shared: &Shared, id: Option<i64>, out: &mut Out<'_>) -> Result<(), Stopped> {
        let tables = shared.tables();
        let map = &tables.game_map.map;
        out.rewards.fill(0.0);
        *out.done = false;
        let seat = self.lane.decider().unwrap_or(Seat(0));
        match id {
            Some(id) => {
                let id = usize::try_from(id).map_err(|_| Stopped::Caller(Refused::NoAction))?;
                self.lane.apply_id(tables, seat, id).map_err(Stopped::Caller)?;
            }
            None => {
                let random = self.next_random();
                let view = self.lane.state.view(map, Viewer::Seat(seat));
                let chosen = LegalActions::pick(&view, |count| (((random >> 32) * count as u64) >> 32) as usize);
                let action = chosen.ok_or(Stopped::Caller(Refused::NoAction))?;
                self.lane.apply(tables, seat, action).map_err(|reason| Stopped::Caller(Refused::Illegal(reason)))?;
            }
        }
        self.let_bots_play(shared)?;
        if self.lane.state.is_over() {
            for (out, reward) in out.rewards.iter_mut().zip(shared.rewards.of_game(map, &self.lane.state)) {
                *out = reward as f32;
            }
            *out.done = true;
            self.round = self.round.wrapping_add(1);
            self.restart(shared)?;
        }
        self.write(shared, out);
        Ok(())
    }

    fn restart(&mut self, shared: &Shared) -> Result<(), Stopped> {
        let setup = shared.setup(self.place, self.round);
        if self.lane.restart(shared.tables(), &setup).is_err() {
            return Err(Stopped::Caller(Refused::NoAction));
        }
        if shared.has_bots() {
            self.bots = shared.seat_bots(&setup);
        }
        self.let_bots_play(shared)
    }

    fn let_bots_play(&mut self, shared: &Shared) -> Result<(), Stopped> {
        if self.bots.is_empty() {
            return Ok(());
        }
        let map = &shared.tables().game_map.map;
        while let Some(seat) = self.lane.decider() {
            let Some((player, rng)) = self.bots.get_mut(seat.index()).and_then(Option::as_mut) else { break };
            let action = player.choose(&self.lane.state.view(map, Viewer::Seat(seat)), rng);
            self.lane.apply(shared.tables(), seat, action).map_err(Stopped::Bot)?;
        }
        Ok(())
    }

    #[inline]
    fn write(&mut self, shared: &Shared, out: &mut Out<'_>) {
        let tables = shared.tables();
        let Some(seat) = self.lane.decider() else { return };
        *out.seat = seat.0 as i8;
        match &mut out.observation {
            Tensor::Whole(tensor) => self.lane.observe(tables, seat, tensor),
            Tensor::Scaled(tensor) => {
                self.scratch.resize(tables.observations.len(), 0);
                self.lane.observe(tables, seat, &mut self.scratch);
                tables.observations.scale(&self.scratch, tensor);
            }
            Tensor::None => {}
        }
        if let Some(mask) = &mut out.mask {
            self.lane.write_mask(tables, seat, mask);
        }
    }

    /// SplitMix64: fast, and good enough to choose among a few hundred actions.
    #[inline]
    pub(super) fn next_random(&mut self) -> u64 {
        self.random = self.random.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.random;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }
}

/// The step to make in every game.
#[derive(Clone, Copy)]
pub(super) enum Work<'a> {
    Begin,
    Random,
    Ids(&'a [i64]),
}

/// Plays one step of all games, on several threads if there are any; returns the first game that failed.
pub(super) fn play_all(
    shared: &Shared,
    threads: Option<&rayon::ThreadPool>,
    jobs: &mut [(&mut OneGame, Out<'_>)],
    work: Work<'_>,
) -> Option<(usize, Stopped)> {
    let one = |place: usize, (game, out): &mut (&mut OneGame, Out<'_>)| {
        let done = match work {
            Work::Begin => {
                out.rewards.fill(0.0);
                *out.done = false;
                game.let_bots_play(shared).map(|()| game.write(shared, out))
            }
            Work::Random => game.step(shared, None, out),
            Work::Ids(ids) => game.step(shared, Some(ids[place]), out),
        };
        done.err().map(|stopped| (place, stopped))
    };
    match threads {
        None => {
            let mut first = None;
            for (place, job) in jobs.iter_mut().enumerate() {
                let stopped = one(place, job);
                first = first.or(stopped);
            }
            first
        }
        Some(pool) => {
            let tasks = Mutex::new(jobs.chunks_mut(GAMES_PER_TASK).enumerate());
            let next = || tasks.lock().unwrap_or_else(PoisonError::into_inner).next();
            let failed = Mutex::new(Vec::new());
            let play = || {
                while let Some((task, jobs)) = next() {
                    let places = task * GAMES_PER_TASK..;
                    let stopped = places.zip(jobs).filter_map(|(place, job)| one(place, job));
                    stopped.for_each(|game| failed.lock().unwrap_or_else(PoisonError::into_inner).push(game));
                }
            };
            // This thread plays too, and does not wait until the others have woken up.
            pool.in_place_scope(|scope| {
                (0..pool.current_num_threads()).for_each(|_| scope.spawn(|_| play()));
                play();
            });
            let failed = failed.into_inner().unwrap_or_else(PoisonError::into_inner);
            failed.into_iter().min_by_key(|(place, _)| *place)
        }
    }
}
