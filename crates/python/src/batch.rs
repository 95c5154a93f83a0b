//! Many games at once: one call takes an id for each game and writes what comes of it into arrays. Python's lock is not held.

use crate::bot::entrant;
use crate::errors::{error, refusal};
use crate::lane::{Lane, Refused};
use crate::map::{MapChoice, PyMap, Tables};
use crate::rewards::Rewards;
use capolinea_bots::rand_chacha::ChaCha8Rng;
use capolinea_bots::rand_core::SeedableRng as _;
use capolinea_bots::{Entrant, Player, game_seed};
use capolinea_engine::{FirstPlayer, IllegalAction, LegalActions, Seat, Setup, State, Viewer};
use numpy::{PyArray1, PyArray2, PyArrayMethods as _, PyReadonlyArray1};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use rayon::prelude::*;
use std::collections::HashMap;

/// So many games make it worth while to use several threads.
const GAMES_PER_TASK: usize = 32;

/// What never changes while the games are played.
struct Shared {
    map: PyMap,
    players: u8,
    seed: u64,
    games: u32,
    rewards: Rewards,
    /// Who plays each seat: a bot, or the caller.
    opponents: Vec<Option<Entrant>>,
}

/// One of the games.
struct OneGame {
    lane: Lane,
    /// How many games were played in this place.
    round: u32,
    /// Where it is among the games.
    place: u32,
    random: u64,
    bots: Vec<Option<(Player, ChaCha8Rng)>>,
    /// Room for an observation before it is scaled.
    scratch: Vec<u8>,
}

/// Where a game's results go.
struct Out<'a> {
    observation: Tensor<&'a mut [u8], &'a mut [f32]>,
    mask: Option<&'a mut [i8]>,
    seat: &'a mut i8,
    rewards: &'a mut [f32],
    done: &'a mut bool,
}

/// Observations as whole numbers, scaled, or not at all.
enum Tensor<W, S> {
    Whole(W),
    Scaled(S),
    None,
}

/// Why a game did not go on.
enum Stopped {
    Caller(Refused),
    Bot(IllegalAction),
}

impl Shared {
    fn tables(&self) -> &Tables {
        &self.map.tables
    }

    fn setup(&self, place: u32, round: u32) -> Setup {
        let number = place.wrapping_add(round.wrapping_mul(self.games));
        Setup { players: self.players, first: FirstPlayer::Random, seed: game_seed(self.seed, number), pieces: None }
    }

    fn seat_bots(&self, setup: &Setup) -> Vec<Option<(Player, ChaCha8Rng)>> {
        let seat = |(seat, opponent): (usize, &Option<Entrant>)| {
            let opponent = opponent.as_ref()?;
            let mut key = setup.seed;
            key[31] ^= 1 + seat as u8;
            Some((opponent.player(), ChaCha8Rng::from_seed(key)))
        };
        self.opponents.iter().enumerate().map(seat).collect()
    }

    fn has_bots(&self) -> bool {
        self.opponents.iter().any(Option::is_some)
    }
}

impl OneGame {
    /// Does what the caller chose, then lets bots decide until it is the caller's turn or the game is over.
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

    /// SplitMix64: quick, and good enough to choose among some hundred actions.
    #[inline]
    fn next_random(&mut self) -> u64 {
        self.random = self.random.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.random;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }
}

/// Many games on one map.
#[pyclass(module = "capolinea")]
pub(crate) struct Batch {
    shared: Shared,
    games: Vec<OneGame>,
    threads: Option<rayon::ThreadPool>,
    observations: Tensor<Py<PyArray2<u8>>, Py<PyArray2<f32>>>,
    masks: Option<Py<PyArray2<i8>>>,
    seats: Py<PyArray1<i8>>,
    rewards: Py<PyArray2<f32>>,
    dones: Py<PyArray1<bool>>,
    steps: u64,
}

/// The array of this name among those given, or a new one.
fn array2<T: numpy::Element>(
    py: Python<'_>,
    given: Option<&Bound<'_, PyDict>>,
    name: &str,
    shape: [usize; 2],
) -> PyResult<Py<PyArray2<T>>> {
    let Some(array) = given.map(|given| given.get_item(name)).transpose()?.flatten() else {
        return Ok(PyArray2::zeros(py, shape, false).unbind());
    };
    let array = array.cast_into::<PyArray2<T>>().map_err(|_| wrong_buffer(name, &shape))?;
    if numpy::PyUntypedArrayMethods::shape(&array) != shape
        || array.try_readwrite().map_err(error)?.as_slice_mut().is_err()
    {
        return Err(wrong_buffer(name, &shape));
    }
    Ok(array.unbind())
}

fn array1<T: numpy::Element>(
    py: Python<'_>,
    given: Option<&Bound<'_, PyDict>>,
    name: &str,
    len: usize,
) -> PyResult<Py<PyArray1<T>>> {
    let Some(array) = given.map(|given| given.get_item(name)).transpose()?.flatten() else {
        return Ok(PyArray1::zeros(py, len, false).unbind());
    };
    let array = array.cast_into::<PyArray1<T>>().map_err(|_| wrong_buffer(name, &[len]))?;
    if numpy::PyUntypedArrayMethods::shape(&array) != [len]
        || array.try_readwrite().map_err(error)?.as_slice_mut().is_err()
    {
        return Err(wrong_buffer(name, &[len]));
    }
    Ok(array.unbind())
}

fn wrong_buffer(name: &str, shape: &[usize]) -> PyErr {
    let dtype = match name {
        "observations" => "uint8 (or float32 if so asked for)",
        "masks" | "seats" => "int8",
        "rewards" => "float32",
        _ => "bool",
    };
    error(format!("the buffer `{name}` must be a writable, contiguous array of {dtype} with the shape {shape:?}"))
}

#[pymethods]
impl Batch {
    #[new]
    #[pyo3(signature = (map = MapChoice::Id("usa".into()), games = 1024, players = 2, seed = 0, *, opponents = None,
        observations = Some("uint8"), masks = true, rewards = "win", payments = "all", threads = 1, buffers = None))]
    #[expect(clippy::too_many_arguments, reason = "they are keywords in Python")]
    fn new(
        py: Python<'_>,
        map: MapChoice,
        games: u32,
        players: u8,
        seed: u64,
        opponents: Option<HashMap<u8, String>>,
        observations: Option<&str>,
        masks: bool,
        rewards: &str,
        payments: &str,
        threads: usize,
        buffers: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Self> {
        let map = map.map(payments)?;
        map.map().check_players(players).map_err(error)?;
        if games == 0 {
            return Err(error("a batch has at least one game"));
        }
        let mut seats = vec![None; usize::from(players)];
        for (seat, name) in opponents.unwrap_or_default() {
            let place = seats.get_mut(usize::from(seat));
            let place = place.ok_or_else(|| error(format!("seats go from 0 to {}; {seat} is none", players - 1)))?;
            *place = Some(entrant(&name)?);
        }
        if seats.iter().all(Option::is_some) {
            return Err(error("every seat has a bot; leave at least one to the caller"));
        }
        let tables = map.tables.clone();
        let count = games as usize;
        let observations = match observations {
            None => Tensor::None,
            Some("uint8") => Tensor::Whole(array2(py, buffers, "observations", [count, tables.observations.len()])?),
            Some("float32") => Tensor::Scaled(array2(py, buffers, "observations", [count, tables.observations.len()])?),
            Some(other) => {
                return Err(error(format!("`{other}` is not a kind of tensor; write `uint8`, `float32` or None")));
            }
        };
        let masks = masks.then(|| array2(py, buffers, "masks", [count, tables.actions.len()])).transpose()?;
        let shared = Shared { map, players, seed, games, rewards: rewards.parse()?, opponents: seats };
        let mut batch = Batch {
            games: Vec::with_capacity(count),
            threads: pool(threads)?,
            observations,
            masks,
            seats: array1(py, buffers, "seats", count)?,
            rewards: array2(py, buffers, "rewards", [count, usize::from(players)])?,
            dones: array1(py, buffers, "dones", count)?,
            steps: 0,
            shared,
        };
        batch.reset(py, None)?;
        Ok(batch)
    }

    /// Begins every game again, with other deals if there is a seed.
    #[pyo3(signature = (seed = None))]
    fn reset(&mut self, py: Python<'_>, seed: Option<u64>) -> PyResult<()> {
        self.shared.seed = seed.unwrap_or(self.shared.seed);
        let shared = &self.shared;
        self.games.clear();
        for place in 0..shared.games {
            let setup = shared.setup(place, 0);
            let lane = Lane::new(shared.tables(), &setup).map_err(error)?;
            let bots = if shared.has_bots() { shared.seat_bots(&setup) } else { Vec::new() };
            let random = u64::from_le_bytes(std::array::from_fn(|byte| setup.seed[byte] ^ 0x5a));
            self.games.push(OneGame { lane, round: 0, place, random, bots, scratch: Vec::new() });
        }
        self.steps = 0;
        self.run(py, Work::Begin)
    }

    /// Does one action in every game: an id for each, or any legal action, all as likely, if there are no ids. A game that ends
    /// is rewarded and begins again. If an id is illegal its game stays as it is, the others go on, and the first such game is
    /// named by the exception.
    #[pyo3(signature = (ids = None))]
    fn step(&mut self, py: Python<'_>, ids: Option<PyReadonlyArray1<'_, i64>>) -> PyResult<()> {
        let Some(ids) = ids else { return self.run(py, Work::Random) };
        let ids = ids.as_slice().map_err(|_| error("the ids must be a contiguous array of int64"))?;
        if ids.len() != self.games.len() {
            return Err(error(format!("there are {} games and {} ids", self.games.len(), ids.len())));
        }
        self.run(py, Work::Ids(ids))
    }

    /// A random legal id for every game, from the masks: every id as likely as any other.
    fn sample<'py>(&mut self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<i64>>> {
        let Some(masks) = &self.masks else {
            return Err(error("this batch writes no masks; make it with `masks=True`"));
        };
        let masks = masks.bind(py).try_readonly().map_err(error)?;
        let masks = masks.as_slice().map_err(error)?;
        let size = self.shared.tables().actions.len();
        let choose = |(game, mask): (&mut OneGame, &[i8])| {
            let count = mask.iter().map(|&legal| u64::from(legal == 1)).sum::<u64>();
            let mut rank = ((game.next_random() >> 32) * count) >> 32;
            let found = mask.iter().position(|&legal| {
                let is_it = legal == 1 && rank == 0;
                rank = rank.wrapping_sub(u64::from(legal == 1));
                is_it
            });
            found.map_or(-1, |id| id as i64)
        };
        let ids: Vec<i64> = self.games.iter_mut().zip(masks.chunks(size)).map(choose).collect();
        Ok(PyArray1::from_vec(py, ids))
    }

    /// What the deciding seat of each game sees: an array with a row for each game. None if not asked for.
    #[getter]
    fn observations(&self, py: Python<'_>) -> Option<Py<PyAny>> {
        match &self.observations {
            Tensor::Whole(array) => Some(array.clone_ref(py).into_any()),
            Tensor::Scaled(array) => Some(array.clone_ref(py).into_any()),
            Tensor::None => None,
        }
    }

    /// 1 for every legal id of each game. None if not asked for.
    #[getter]
    fn masks(&self, py: Python<'_>) -> Option<Py<PyArray2<i8>>> {
        self.masks.as_ref().map(|masks| masks.clone_ref(py))
    }

    /// The seat that decides in each game.
    #[getter]
    fn seats(&self, py: Python<'_>) -> Py<PyArray1<i8>> {
        self.seats.clone_ref(py)
    }

    /// The rewards by game and seat: zeros but where a game has just ended.
    #[getter]
    fn rewards(&self, py: Python<'_>) -> Py<PyArray2<f32>> {
        self.rewards.clone_ref(py)
    }

    /// Which games have just ended. Everything else shows the game that follows.
    #[getter]
    fn dones(&self, py: Python<'_>) -> Py<PyArray1<bool>> {
        self.dones.clone_ref(py)
    }

    /// The map.
    #[getter]
    fn map(&self) -> PyMap {
        self.shared.map.clone()
    }

    /// How many steps were done in every game since the last reset.
    #[getter]
    fn steps(&self) -> u64 {
        self.steps
    }

    fn __len__(&self) -> usize {
        self.games.len()
    }

    fn __repr__(&self) -> String {
        let shared = &self.shared;
        let (map, rewards) = (shared.map.map().id(), shared.rewards.as_str());
        format!("<Batch of {} games on {map}, {} players, rewards '{rewards}'>", self.games.len(), shared.players)
    }
}

/// What to do in every game.
#[derive(Clone, Copy)]
enum Work<'a> {
    Begin,
    Random,
    Ids(&'a [i64]),
}

fn pool(threads: usize) -> PyResult<Option<rayon::ThreadPool>> {
    match threads {
        0 | 1 => Ok(None),
        threads => Ok(Some(rayon::ThreadPoolBuilder::new().num_threads(threads).build().map_err(error)?)),
    }
}

impl Batch {
    fn run(&mut self, py: Python<'_>, work: Work<'_>) -> PyResult<()> {
        let sizes = (self.shared.tables().observations.len(), self.shared.tables().actions.len());
        let (mut whole, mut scaled) = match &self.observations {
            Tensor::Whole(array) => (Some(array.bind(py).try_readwrite().map_err(error)?), None),
            Tensor::Scaled(array) => (None, Some(array.bind(py).try_readwrite().map_err(error)?)),
            Tensor::None => (None, None),
        };
        let mut masks = self.masks.as_ref().map(|masks| masks.bind(py).try_readwrite()).transpose().map_err(error)?;
        let mut seats = self.seats.bind(py).try_readwrite().map_err(error)?;
        let mut rewards = self.rewards.bind(py).try_readwrite().map_err(error)?;
        let mut dones = self.dones.bind(py).try_readwrite().map_err(error)?;
        let mut whole = whole
            .as_mut()
            .map(|array| array.as_slice_mut())
            .transpose()
            .map_err(error)?
            .map(|all| all.chunks_mut(sizes.0));
        let mut scaled = scaled
            .as_mut()
            .map(|array| array.as_slice_mut())
            .transpose()
            .map_err(error)?
            .map(|all| all.chunks_mut(sizes.0));
        let mut masks = masks
            .as_mut()
            .map(|array| array.as_slice_mut())
            .transpose()
            .map_err(error)?
            .map(|all| all.chunks_mut(sizes.1));
        let rewards = rewards.as_slice_mut().map_err(error)?.chunks_mut(usize::from(self.shared.players));
        let seats = seats.as_slice_mut().map_err(error)?;
        let dones = dones.as_slice_mut().map_err(error)?;
        let outs = seats.iter_mut().zip(rewards).zip(dones).map(|((seat, rewards), done)| Out {
            observation: match (&mut whole, &mut scaled) {
                (Some(rows), _) => rows.next().map_or(Tensor::None, Tensor::Whole),
                (None, Some(rows)) => rows.next().map_or(Tensor::None, Tensor::Scaled),
                (None, None) => Tensor::None,
            },
            mask: masks.as_mut().and_then(|rows| rows.next()),
            seat,
            rewards,
            done,
        });
        let mut jobs: Vec<(&mut OneGame, Out<'_>)> = self.games.iter_mut().zip(outs).collect();
        let (shared, threads) = (&self.shared, &self.threads);
        let stopped = py.detach(|| play_all(shared, threads.as_ref(), &mut jobs, work));
        drop(jobs);
        self.steps += u64::from(!matches!(work, Work::Begin));
        match stopped {
            None => Ok(()),
            Some((game, stopped)) => Err(self.complaint(py, game, stopped)),
        }
    }

    fn complaint(&self, py: Python<'_>, game: usize, stopped: Stopped) -> PyErr {
        let problem = match stopped {
            Stopped::Caller(Refused::Illegal(reason)) => refusal(py, reason),
            Stopped::Caller(Refused::NoAction) => error("an id that stands for no action now; the masks say which do"),
            Stopped::Bot(reason) => error(format!("a bot broke rule {}: {reason}", reason.rule())),
        };
        let named = problem.value(py).setattr("game", game);
        named.err().unwrap_or(problem)
    }
}

/// Plays one step of all games, on several threads if there are any; the first game that did not go on.
fn play_all(
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
        Some(pool) => pool.install(|| {
            let all = jobs.par_iter_mut().enumerate().with_min_len(GAMES_PER_TASK);
            all.filter_map(|(place, job)| one(place, job)).min_by_key(|(place, _)| *place)
        }),
    }
}

/// A state is copied with every step of a search: it stays small.
const _: () = assert!(size_of::<State>() <= 1024);
