//! Many games between bots at once: `simulate` and `duel`, as at the command line.

use crate::bot::find_bot;
use crate::errors::{error, to_python};
use crate::map::MapChoice;
use capolinea_arena::rows::{Cell, columns, rows};
use capolinea_arena::{BoxError, Duel, Finished, Follower, Simulation, Watcher};
use numpy::IntoPyArray as _;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Duration;

/// How often Python is asked whether Ctrl-C was pressed.
const SIGNALS: Duration = Duration::from_millis(100);

/// Works on another thread without Python's lock. Ctrl-C sets `stop`; the exception is raised once the work has ended.
fn interruptible<T: Send>(py: Python<'_>, stop: &AtomicBool, work: impl FnOnce() -> T + Send) -> PyResult<T> {
    thread::scope(|scope| {
        let (sender, mut receiver) = channel();
        // The result is not received only if this function has failed.
        let worker = scope.spawn(move || drop(sender.send(work())));
        let mut interrupt = Ok(());
        loop {
            let answer;
            (answer, receiver) = py.detach(move || (receiver.recv_timeout(SIGNALS), receiver));
            match answer {
                Ok(done) => return interrupt.map(|()| done),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => {
                    // Joined here, so that its panic ends with it.
                    drop(worker.join());
                    return Err(error("a bot failed; please report this"));
                }
            }
            if let Err(signal) = py.check_signals() {
                stop.store(true, Ordering::Relaxed);
                interrupt = Err(signal);
            }
        }
    })
}

/// Keeps the rows of all games, and stops them when asked to.
struct RowKeeper<'a> {
    simulation: &'a Simulation<'a>,
    stop: &'a AtomicBool,
    /// With the games' numbers, because several threads add them in any order.
    games: Mutex<Vec<(u32, Vec<Vec<Cell>>)>>,
}

impl Follower for RowKeeper<'_> {
    fn wants_stop(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    fn after(&self, finished: Finished<'_>) -> Result<(), BoxError> {
        let rows = rows(self.simulation.map(), self.simulation.bots(), &finished);
        self.games.lock().unwrap_or_else(PoisonError::into_inner).push((finished.game, rows));
        Ok(())
    }
}

/// Plays many games between bots: one row for each seat of each game, column by column, ready for a `DataFrame`.
#[pyfunction]
#[pyo3(signature = (map = MapChoice::Id("usa".into()), bots = vec!["planner".into(), "planner".into()], games = 1000, *, seed = 1, threads = None))]
pub(crate) fn simulate<'py>(
    py: Python<'py>,
    map: MapChoice,
    bots: Vec<String>,
    games: u32,
    seed: u64,
    threads: Option<u16>,
) -> PyResult<Bound<'py, PyDict>> {
    let map = map.map("all")?;
    let bots = bots.iter().map(|name| find_bot(name)).collect::<PyResult<_>>()?;
    let mut simulation = Simulation::new(map.map(), bots).map_err(error)?;
    (simulation.games, simulation.seed) = (games, seed);
    let stop = AtomicBool::new(false);
    let keeper = RowKeeper { simulation: &simulation, stop: &stop, games: Mutex::default() };
    let played = interruptible(py, &stop, || simulation.run(threads, || (), &keeper))?;
    played.map_err(error)?;
    let mut games = keeper.games.into_inner().unwrap_or_else(PoisonError::into_inner);
    games.sort_unstable_by_key(|(game, _)| *game);
    let table = PyDict::new(py);
    let mut rows: Vec<_> = games.into_iter().flat_map(|(_, rows)| rows).map(Vec::into_iter).collect();
    for name in columns(map.map()) {
        let column: Vec<Cell> = rows.iter_mut().filter_map(Iterator::next).collect();
        table.set_item(name, array(py, column)?)?;
    }
    Ok(table)
}

/// A column as an array of numbers, or as a list of texts.
fn array(py: Python<'_>, column: Vec<Cell>) -> PyResult<Bound<'_, PyAny>> {
    let mut texts = Vec::new();
    let (mut integers, mut fractions) = (Vec::new(), Vec::new());
    for cell in column {
        match cell {
            Cell::Integer(number) => integers.push(number),
            Cell::Fraction(number) => fractions.push(number),
            Cell::Text(text) => texts.push(text),
        }
    }
    match (texts.is_empty(), fractions.is_empty()) {
        (true, true) => Ok(integers.into_pyarray(py).into_any()),
        (true, false) => Ok(fractions.into_pyarray(py).into_any()),
        (false, _) => texts.into_pyobject(py),
    }
}

/// Stops a duel when asked to.
struct Stop<'a>(&'a AtomicBool);

impl Watcher for Stop<'_> {
    fn wants_stop(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// Finds out which of two bots is stronger, on deals that each plays from every seat: the report of `capolinea duel --json`.
#[pyfunction]
#[pyo3(signature = (a, b, map = MapChoice::Id("usa".into()), players = 2, deals = 200, *, seed = 1, threads = None))]
#[expect(clippy::too_many_arguments, reason = "they are keywords in Python")]
pub(crate) fn duel<'py>(
    py: Python<'py>,
    a: &str,
    b: &str,
    map: MapChoice,
    players: u8,
    deals: u32,
    seed: u64,
    threads: Option<u16>,
) -> PyResult<Bound<'py, PyAny>> {
    let map = map.map("all")?;
    let mut duel = Duel::new(map.map(), players, find_bot(a)?, find_bot(b)?).map_err(error)?;
    (duel.deals, duel.seed) = (deals, seed);
    let stop = AtomicBool::new(false);
    let played = interruptible(py, &stop, || duel.run(threads, &Stop(&stop)))?.map_err(error)?;
    to_python(py, &duel.report(&played))
}
