//! A game from Python: whose decision it is, what may be done, what each seat sees, records, bots.

use crate::action::PyAction;
use crate::choice::{Choice, Seed};
use crate::errors::{RecordError, error, refusal, to_python};
use crate::lane::{Lane, Refused};
use crate::map::{MapChoice, PyMap};
use crate::rewards::Rewards;
use capolinea_bots::game_seed;
use capolinea_bots::rand_chacha::ChaCha8Rng;
use capolinea_bots::rand_core::SeedableRng as _;
use capolinea_bots::worlds::Worlds;
use capolinea_encoding::Memory;
use capolinea_engine::analysis::Progress;
use capolinea_engine::notation::write_action;
use capolinea_engine::record::SeatAction;
use capolinea_engine::{Action, FirstPlayer, GameRecord, Map, Seat, Setup, Viewer};
use capolinea_protocol::game::GameView;
use numpy::{IntoPyArray as _, PyArray1};
use pyo3::prelude::*;

/// A game in play.
#[pyclass(module = "capolinea")]
#[derive(Clone)]
pub(crate) struct Game {
    pub(crate) map: PyMap,
    pub(crate) lane: Lane,
    record: GameRecord,
    /// Whether the record leads to the state. It does not after [`Game::resample`].
    is_recorded: bool,
}

impl Game {
    /// The seat that decides: the one named, or the first of those that do.
    pub(crate) fn decider_or_error(&self, seat: Option<u8>) -> PyResult<Seat> {
        match seat {
            Some(seat) => self.seat(seat),
            None => self.lane.decider().ok_or_else(|| error("the game is over: nobody decides")),
        }
    }

    fn seat(&self, seat: u8) -> PyResult<Seat> {
        let players = self.players();
        if seat < players {
            Ok(Seat(seat))
        } else {
            Err(error(format!("there is no seat {seat}; seats are numbered from 0 to {}", players - 1)))
        }
    }

    /// The seat to look from: the one named, or the one that decides, or the first at the end of the game.
    fn viewer(&self, seat: Option<u8>) -> PyResult<Seat> {
        match seat {
            Some(seat) => self.seat(seat),
            None => Ok(self.lane.decider().unwrap_or(Seat(0))),
        }
    }

    pub(crate) fn describe(&self, seat: Seat, action: Action) -> PyAction {
        let view = self.lane.state.view(self.map.map(), Viewer::Seat(seat));
        let number = self.map.tables.actions.number(&view, action);
        PyAction { action, number, text: write_action(self.map.map(), action) }
    }

    fn done(&mut self, seat: Seat, action: Action) {
        self.record.actions.push(SeatAction { seat, action });
        if self.lane.state.is_over() {
            self.record.note_result(self.map.map(), &self.lane.state);
        }
    }

    fn tensor(&mut self, seat: Seat, perfect: bool) -> Vec<u8> {
        let tables = &self.map.tables;
        if perfect {
            let mut tensor = vec![0; tables.observations.perfect_len()];
            self.lane.observe_all(tables, seat, &mut tensor);
            return tensor;
        }
        let mut tensor = vec![0; tables.observations.len()];
        self.lane.observe(tables, seat, &mut tensor);
        tensor
    }

    fn as_array<'py>(&self, py: Python<'py>, tensor: Vec<u8>, dtype: &str) -> PyResult<Bound<'py, PyAny>> {
        match dtype {
            "uint8" => Ok(tensor.into_pyarray(py).into_any()),
            "float32" => {
                let mut scaled = vec![0.0f32; tensor.len()];
                self.map.tables.observations.scale(&tensor, &mut scaled);
                Ok(scaled.into_pyarray(py).into_any())
            }
            other => Err(error(format!("`{other}` is not a kind of tensor; write `uint8` or `float32`"))),
        }
    }
}

#[pymethods]
impl Game {
    #[new]
    #[pyo3(signature = (map = MapChoice::Id("usa".into()), players = 2, seed = Seed::Number(0), *, first = None, payments = "all"))]
    fn new(map: MapChoice, players: u8, seed: Seed, first: Option<u8>, payments: &str) -> PyResult<Self> {
        let map = map.map(payments)?;
        let first = first.map_or(FirstPlayer::Random, |seat| FirstPlayer::Named(Seat(seat)));
        let setup = Setup { players, first, seed: seed.bytes()?, pieces: None };
        let lane = Lane::new(&map.tables, &setup).map_err(error)?;
        let names = (1..=players).map(|seat| format!("player {seat}")).collect();
        let record = GameRecord::new(map.map(), &setup, names);
        Ok(Game { map, lane, record, is_recorded: true })
    }

    /// The game of a record, given as JSON or text, after its first `count` actions or all of them.
    #[staticmethod]
    #[pyo3(signature = (record, count = None, *, map = None, payments = "all"))]
    fn from_record(record: &str, count: Option<usize>, map: Option<PyMap>, payments: &str) -> PyResult<Self> {
        let wrong = |problem: capolinea_engine::record::RecordError| RecordError::new_err(problem.to_string());
        let known = |id: &str| match &map {
            Some(map) if map.map().id() == id => Some(map.map()),
            Some(_) | None => capolinea_maps::find(id).map(|found| &found.map),
        };
        let record = GameRecord::read(record, known).map_err(wrong)?;
        let map = match map {
            Some(map) => map,
            None => MapChoice::Id(record.map.clone()).map(payments)?,
        };
        if record.rules != map.map().rules().version {
            let text = "the record is of an older version of the rules; `capolinea replay` reads it";
            return Err(RecordError::new_err(text));
        }
        let count = count.unwrap_or(record.actions.len()).min(record.actions.len());
        let state = record.state_after(map.map(), count).map_err(wrong)?;
        if count == record.actions.len() {
            record.replay(map.map()).map_err(wrong)?;
        }
        let mut memory = Memory::new();
        record.actions[..count].iter().for_each(|done| memory.note(done.seat, done.action));
        let mut record = GameRecord { result: None, ..record };
        record.actions.truncate(count);
        record.note_result(map.map(), &state);
        Ok(Game { map, lane: Lane { state, memory }, record, is_recorded: true })
    }

    /// The map.
    #[getter]
    fn map(&self) -> PyMap {
        self.map.clone()
    }

    /// The number of players.
    #[getter]
    fn players(&self) -> u8 {
        self.lane.state.public().players
    }

    /// The seats that may decide now: several before the first turn, none at the end.
    #[getter]
    fn deciders(&self) -> Vec<u8> {
        self.lane.state.deciders().into_iter().map(|seat| seat.0).collect()
    }

    /// The first of them; none at the end.
    #[getter]
    fn decider(&self) -> Option<u8> {
        self.lane.decider().map(|seat| seat.0)
    }

    /// Whether the game is over.
    #[getter]
    fn is_over(&self) -> bool {
        self.lane.state.is_over()
    }

    /// The number of actions so far.
    #[getter]
    fn actions_done(&self) -> usize {
        self.record.actions.len()
    }

    /// Everything that may be done now, as actions.
    #[pyo3(signature = (seat = None))]
    fn legal_actions(&self, seat: Option<u8>) -> PyResult<Vec<PyAction>> {
        let seat = self.viewer(seat)?;
        let view = self.lane.state.view(self.map.map(), Viewer::Seat(seat));
        Ok(view.legal_actions().iter().map(|action| self.describe(seat, action)).collect())
    }

    /// The ids of everything that may be done now, in increasing order.
    #[pyo3(signature = (seat = None))]
    fn legal_ids(&self, seat: Option<u8>) -> PyResult<Vec<usize>> {
        let view = self.lane.state.view(self.map.map(), Viewer::Seat(self.viewer(seat)?));
        Ok(self.map.tables.actions.legal(&view))
    }

    /// 1 for every id that may be done now, else 0.
    #[pyo3(signature = (seat = None))]
    fn legal_mask<'py>(&self, py: Python<'py>, seat: Option<u8>) -> PyResult<Bound<'py, PyArray1<i8>>> {
        let mut mask = vec![0i8; self.map.tables.actions.len()];
        self.lane.write_mask(&self.map.tables, self.viewer(seat)?, &mut mask);
        Ok(mask.into_pyarray(py))
    }

    /// Executes an action: an `Action`, an id, a line of text, or a dict of facts.
    #[pyo3(signature = (action, seat = None))]
    fn apply(&mut self, py: Python<'_>, action: Choice<'_>, seat: Option<u8>) -> PyResult<PyAction> {
        let seat = self.decider_or_error(seat)?;
        let action = self.choice(seat, action)?;
        let described = self.describe(seat, action);
        self.lane.apply(&self.map.tables, seat, action).map_err(|reason| refusal(py, reason))?;
        self.done(seat, action);
        Ok(described)
    }

    /// Executes the action of an id and returns the seat that decides next, or -1 at the end of the game. Faster than `apply`.
    fn step(&mut self, py: Python<'_>, id: usize) -> PyResult<i64> {
        let seat = self.decider_or_error(None)?;
        match self.lane.apply_id(&self.map.tables, seat, id) {
            Ok(action) => self.done(seat, action),
            Err(Refused::NoAction) => return Err(self.no_action(id)),
            Err(Refused::Illegal(reason)) => return Err(refusal(py, reason)),
        }
        Ok(self.lane.decider().map_or(-1, |seat| seat.0.into()))
    }

    /// The view of a seat, as dicts and lists; without a seat, the view of a spectator.
    #[pyo3(signature = (seat = None))]
    fn view<'py>(&self, py: Python<'py>, seat: Option<u8>) -> PyResult<Bound<'py, PyAny>> {
        let viewer = seat.map(|seat| self.seat(seat)).transpose()?.map_or(Viewer::Spectator, Viewer::Seat);
        let view = self.lane.state.view(self.map.map(), viewer);
        to_python(py, &GameView::new(&view, &Progress::new(&view)))
    }

    /// The view of a seat, as a tensor of `uint8` or `float32`.
    #[pyo3(signature = (seat = None, dtype = "uint8"))]
    fn observation<'py>(&mut self, py: Python<'py>, seat: Option<u8>, dtype: &str) -> PyResult<Bound<'py, PyAny>> {
        let seat = self.viewer(seat)?;
        let tensor = self.tensor(seat, false);
        self.as_array(py, tensor, dtype)
    }

    /// The view of a seat together with the hidden state, as a tensor of `uint8` or `float32`.
    #[pyo3(signature = (seat = None, dtype = "uint8"))]
    fn perfect_information<'py>(
        &mut self,
        py: Python<'py>,
        seat: Option<u8>,
        dtype: &str,
    ) -> PyResult<Bound<'py, PyAny>> {
        let seat = self.viewer(seat)?;
        let tensor = self.tensor(seat, true);
        self.as_array(py, tensor, dtype)
    }

    /// The final scores line by line; `None` before the end.
    fn scores<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        self.lane.state.final_scores(self.map.map()).map(|scores| to_python(py, &scores)).transpose()
    }

    /// The rewards by seat, `win` or `score`; zeros before the end.
    #[pyo3(signature = (kind = "win"))]
    fn rewards(&self, kind: &str) -> PyResult<Vec<f64>> {
        let (kind, players): (Rewards, usize) = (kind.parse()?, self.players().into());
        let is_over = self.lane.state.is_over();
        let rewards = if is_over { kind.of_game(self.map.map(), &self.lane.state) } else { Default::default() };
        Ok(rewards[..players].to_vec())
    }

    /// The record so far, as `json` or `text`.
    #[pyo3(signature = (form = "json"))]
    fn record(&self, form: &str) -> PyResult<String> {
        if !self.is_recorded {
            return Err(RecordError::new_err("a resampled game has no record: only its current state was dealt"));
        }
        match form {
            "json" => Ok(self.record.to_json()),
            "text" => Ok(self.record.to_text(self.map.map())),
            other => Err(error(format!("`{other}` is not a form of records; write `json` or `text`"))),
        }
    }

    /// The actions so far, as pairs of seat and line of text.
    fn history(&self) -> PyResult<Vec<(u8, String)>> {
        let line = |done: &SeatAction| (done.seat.0, write_action(self.map.map(), done.action));
        Ok(self.record.actions.iter().map(line).collect())
    }

    /// An independent copy.
    #[pyo3(name = "clone")]
    fn copy(&self) -> Self {
        self.clone()
    }

    fn __copy__(&self) -> Self {
        self.clone()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Self {
        self.clone()
    }

    /// A random game that looks the same from a seat: other hands, tickets and decks are dealt again. With `beliefs` the others'
    /// tickets fit what they have claimed, as far as that was learned for the map.
    #[pyo3(signature = (seat = None, seed = 0, *, beliefs = false))]
    fn resample(&self, seat: Option<u8>, seed: u64, beliefs: bool) -> PyResult<Self> {
        let seat = self.viewer(seat)?;
        let view = self.lane.state.view(self.map.map(), Viewer::Seat(seat));
        let worlds = if beliefs { Worlds::believed(view) } else { Worlds::uniform(view) };
        let worlds = worlds.ok_or_else(|| error("a spectator's view can't be resampled"))?;
        let state = worlds.sample(&mut ChaCha8Rng::from_seed(game_seed(seed, 1))).map_err(error)?;
        let lane = Lane { state, memory: self.lane.memory.clone() };
        Ok(Game { lane, is_recorded: false, ..self.clone() })
    }

    /// Pickled as a record.
    fn __reduce__(&self, py: Python<'_>) -> PyResult<(Py<PyAny>, (String, PyMap))> {
        let restore = py.import("capolinea")?.getattr("_restore")?;
        Ok((restore.unbind(), (self.record("json")?, self.map.clone())))
    }

    fn __eq__(&self, other: &Self) -> bool {
        self.map.map().digest() == other.map.map().digest() && self.lane.state == other.lane.state
    }

    /// The colours of the players' pieces on the drawn board, by seat: paint, and the ink on it.
    #[getter]
    fn colors(&self) -> Vec<[&'static str; 2]> {
        crate::map::PIECES[..self.players().into()].to_vec()
    }

    fn _repr_svg_(&self) -> String {
        let owners =
            Map::seats(self.players()).map(|seat| self.lane.state.public().seats[seat].routes).collect::<Vec<_>>();
        crate::map::draw_claims(&self.map.tables.game_map, &owners)
    }

    fn __repr__(&self) -> String {
        let whose = match self.decider() {
            Some(seat) => format!("seat {seat} decides"),
            None => "over".into(),
        };
        format!(
            "<Game on {}, {} players, {} actions, {whose}>",
            self.map.map().id(),
            self.players(),
            self.actions_done()
        )
    }
}
