//! Maps, with their numberings and tensors.

use crate::errors::{error, to_python};
use capolinea_encoding::{ActionSpace, ObservationSpace, Payments, Section};
use capolinea_maps::{GameMap, Language, built_in_ids, find, read_folder, svg};
use capolinea_protocol::map::{LocationInfo, RouteInfo, TicketInfo};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::hash::{Hash as _, Hasher as _};
use std::path::PathBuf;
use std::sync::Arc;

/// A map and its two encodings, made once and shared.
pub(crate) struct Tables {
    pub(crate) game_map: GameMap,
    pub(crate) actions: ActionSpace,
    pub(crate) observations: ObservationSpace,
}

/// A map, with one numbering of its actions.
#[pyclass(name = "Map", module = "capolinea", frozen, from_py_object)]
#[derive(Clone)]
pub(crate) struct PyMap {
    pub(crate) tables: Arc<Tables>,
}

impl PyMap {
    pub(crate) fn map(&self) -> &capolinea_engine::Map {
        &self.tables.game_map.map
    }
}

/// A map by its id, or one that was made before.
#[derive(FromPyObject)]
pub(crate) enum MapChoice {
    Made(PyMap),
    Id(String),
}

impl MapChoice {
    pub(crate) fn map(self, payments: &str) -> PyResult<PyMap> {
        match self {
            MapChoice::Made(map) => Ok(map),
            MapChoice::Id(id) => PyMap::new(&id, payments, None),
        }
    }
}

#[pymethods]
impl PyMap {
    #[new]
    #[pyo3(signature = (id, payments = "all", *, folder = None))]
    fn new(id: &str, payments: &str, folder: Option<PathBuf>) -> PyResult<Self> {
        let payments: Payments = payments.parse().map_err(error)?;
        let game_map = match folder {
            Some(folder) => read_folder(&folder).map_err(error)?,
            None => find(id).cloned().ok_or_else(|| {
                let known: Vec<&str> = built_in_ids().collect();
                error(format!(
                    "no map is called `{id}`; there are {}; one of your own is `capolinea.Map(id, folder=folder)`",
                    known.join(", ")
                ))
            })?,
        };
        if game_map.map.id() != id {
            return Err(error(format!("the map in this folder is `{}`, not `{id}`", game_map.map.id())));
        }
        let (actions, observations) = (ActionSpace::new(&game_map.map, payments), ObservationSpace::new(&game_map.map));
        Ok(PyMap { tables: Arc::new(Tables { game_map, actions, observations }) })
    }

    /// Its id.
    #[getter]
    fn id(&self) -> &str {
        self.map().id()
    }

    /// Its English name.
    #[getter]
    fn name(&self) -> &str {
        &self.map().name().en
    }

    /// The fewest players.
    #[getter]
    fn min_players(&self) -> u8 {
        self.map().min_players()
    }

    /// The most players.
    #[getter]
    fn max_players(&self) -> u8 {
        self.map().max_players()
    }

    /// How payments are numbered: `all` or `fewest_wilds`.
    #[getter]
    fn payments(&self) -> &'static str {
        self.tables.actions.payments().as_str()
    }

    /// How many action ids there are.
    #[getter]
    fn num_actions(&self) -> usize {
        self.tables.actions.len()
    }

    /// The size of an observation.
    #[getter]
    fn observation_size(&self) -> usize {
        self.tables.observations.len()
    }

    /// The size of a perfect-information tensor.
    #[getter]
    fn perfect_size(&self) -> usize {
        self.tables.observations.perfect_len()
    }

    /// The highest value of each place of a perfect-information tensor; its beginning is that of an observation.
    #[getter]
    fn high<'py>(&self, py: Python<'py>) -> Bound<'py, numpy::PyArray1<u8>> {
        numpy::PyArray1::from_slice(py, self.tables.observations.high())
    }

    /// The routes, as dicts.
    fn routes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let all: Vec<RouteInfo> = self.map().routes().iter().map(Into::into).collect();
        to_python(py, &all)
    }

    /// The tickets, as dicts.
    fn tickets<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let all: Vec<TicketInfo> = self.map().tickets().iter().map(Into::into).collect();
        to_python(py, &all)
    }

    /// The locations, as dicts.
    fn locations<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let all: Vec<LocationInfo> = self.map().locations().iter().map(Into::into).collect();
        to_python(py, &all)
    }

    /// The meaning of an action id.
    fn describe_action(&self, id: usize) -> PyResult<String> {
        let text = self.tables.actions.describe(self.map(), id);
        text.ok_or_else(|| {
            error(format!("there is no action id {id}; they are numbered from 0 to {}", self.tables.actions.len() - 1))
        })
    }

    /// The meaning of a place of a tensor.
    fn describe_observation(&self, place: usize) -> PyResult<String> {
        let size = self.perfect_size();
        let text = self.tables.observations.describe(place);
        text.ok_or_else(|| error(format!("there is no place {place}; places are numbered from 0 to {}", size - 1)))
    }

    /// The parts of an observation, as dicts with name, start, shape and meaning; with the hidden parts if `perfect`.
    #[pyo3(signature = (perfect = false))]
    fn sections<'py>(&self, py: Python<'py>, perfect: bool) -> PyResult<Vec<Bound<'py, PyDict>>> {
        let space = &self.tables.observations;
        let sections = if perfect { space.perfect_sections() } else { space.sections() };
        let entry = |section: &Section| {
            let dict = PyDict::new(py);
            dict.set_item("name", section.name)?;
            dict.set_item("start", section.start)?;
            dict.set_item("shape", section.shape())?;
            dict.set_item("axes", section.axes.clone())?;
            dict.set_item("meaning", section.meaning)?;
            Ok(dict)
        };
        sections.iter().map(entry).collect()
    }

    fn __copy__(&self) -> Self {
        self.clone()
    }

    /// A map never changes: a copy is the same one.
    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Self {
        self.clone()
    }

    fn _repr_svg_(&self) -> String {
        svg::draw(&self.tables.game_map, Language::English)
    }

    fn __repr__(&self) -> String {
        format!("Map('{}', payments='{}')", self.id(), self.payments())
    }

    fn __reduce__(&self, py: Python<'_>) -> PyResult<(Py<PyAny>, (String, &'static str))> {
        if find(self.id()).is_none_or(|known| known.map.digest() != self.map().digest()) {
            return Err(error("only built-in maps can be pickled; read this one from its folder where it is needed"));
        }
        Ok((py.get_type::<PyMap>().into_any().unbind(), (self.id().into(), self.payments())))
    }
}

/// The ids of the built-in maps.
#[pyfunction]
pub(crate) fn maps() -> Vec<&'static str> {
    built_in_ids().collect()
}

/// The look of players' pieces, by seat: paint, and the ink on it.
pub(crate) const PIECES: [[&str; 2]; 5] = [
    ["#1f5fbf", "#ffffff"],
    ["#c8281e", "#ffffff"],
    ["#1d8a3a", "#ffffff"],
    ["#e3b505", "#1a1a1a"],
    ["#26221f", "#ffffff"],
];

/// The board with the players' pieces on their routes.
pub(crate) fn draw_claims(game_map: &GameMap, owners: &[capolinea_engine::RouteSet]) -> String {
    let map = &game_map.map;
    let mark = |route| match owners.iter().position(|routes| routes.contains(route)) {
        Some(seat) => svg::Mark {
            fill: PIECES[seat][0].into(),
            ink: PIECES[seat][1],
            label: (seat + 1).to_string(),
            note: format!("claimed by player {}", seat + 1),
        },
        None => {
            let fill = map.route(route).color.map_or("#b9b2a4", paint);
            svg::Mark { fill: format!("{fill}55"), ink: "#3a332b", label: String::new(), note: "free".into() }
        }
    };
    let counts: Vec<String> = owners
        .iter()
        .enumerate()
        .map(|(seat, routes)| format!("player {}: {} routes", seat + 1, routes.len()))
        .collect();
    // A page may hold many boards: those with the same ids are the same picture.
    let mut hasher = std::hash::DefaultHasher::new();
    (map.digest(), owners).hash(&mut hasher);
    let prefix = format!("game-{:016x}-", hasher.finish());
    let marks = svg::Marks {
        prefix,
        title: map.name().en.clone(),
        description: counts.join(", "),
        routes: map.route_ids().map(mark).collect(),
    };
    svg::draw_marked(game_map, Language::English, &marks)
}

fn paint(color: capolinea_engine::Color) -> &'static str {
    use capolinea_engine::Color;
    match color {
        Color::Purple => "#a25bb5",
        Color::Blue => "#3b7dd8",
        Color::Orange => "#e07b1f",
        Color::White => "#f4f1ea",
        Color::Green => "#4c9f4f",
        Color::Yellow => "#ecc935",
        Color::Black => "#3a3a3a",
        Color::Red => "#cf3a30",
    }
}
