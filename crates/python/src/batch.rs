//! Many games at once: one call takes an id for each game and writes the results into arrays. Python's lock is not held.

mod arrays;
mod games;

use crate::bot::find_bot;
use crate::errors::{error, refusal};
use crate::lane::{Lane, Refused};
use crate::map::{MapChoice, PyMap};
use arrays::{array1, array2, check_names};
use capolinea_engine::State;
use games::{OneGame, Out, Shared, Stopped, Tensor, Work, play_all};
use numpy::{PyArray1, PyArray2, PyArrayMethods as _, PyReadonlyArray1};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::collections::HashMap;

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
        check_names(buffers)?;
        let mut seats = vec![None; usize::from(players)];
        for (seat, name) in opponents.unwrap_or_default() {
            let place = seats.get_mut(usize::from(seat));
            let place = place.ok_or_else(|| {
                error(format!("there is no seat {seat}; seats are numbered from 0 to {}", players - 1))
            })?;
            *place = Some(find_bot(&name)?);
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

    /// Executes one action in every game: an id for each, or without ids a random legal action, chosen uniformly. A game that ends
    /// is rewarded and begins again. If an id is illegal its game does not change, the others continue, and the exception
    /// names the first such game.
    #[pyo3(signature = (ids = None))]
    fn step(&mut self, py: Python<'_>, ids: Option<PyReadonlyArray1<'_, i64>>) -> PyResult<()> {
        let Some(ids) = ids else { return self.run(py, Work::Random) };
        let ids = ids.as_slice().map_err(|_| error("the ids must be a contiguous array of int64"))?;
        if ids.len() != self.games.len() {
            return Err(error(format!("there are {} games and {} ids", self.games.len(), ids.len())));
        }
        self.run(py, Work::Ids(ids))
    }

    /// A random legal id for every game, from the masks: chosen uniformly.
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

    /// The view of the deciding seat of each game: an array with a row for each game. None if not asked for.
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

    /// The rewards by game and seat: zeros except where a game has just ended.
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

    /// The number of steps in each game since the last reset.
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

/// The threads besides the one that calls.
fn pool(threads: usize) -> PyResult<Option<rayon::ThreadPool>> {
    match threads {
        0 | 1 => Ok(None),
        threads => Ok(Some(rayon::ThreadPoolBuilder::new().num_threads(threads - 1).build().map_err(error)?)),
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

/// A state is copied with every step of a search: it stays small.
const _: () = assert!(size_of::<State>() <= 1024);
