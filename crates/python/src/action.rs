//! One action: an id, a line of text, and its facts.

use crate::errors::to_python;
use capolinea_engine::Action;
use pyo3::prelude::*;

/// An action that may be done now.
#[pyclass(name = "Action", module = "capolinea", frozen, eq, hash)]
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct PyAction {
    pub(crate) action: Action,
    pub(crate) number: Option<usize>,
    pub(crate) text: String,
}

#[pymethods]
impl PyAction {
    /// Its id; none for a payment with more wilds than needed where only the fewest have ids.
    #[getter]
    fn id(&self) -> Option<usize> {
        self.number
    }

    /// The line for it in records.
    #[getter]
    fn text(&self) -> &str {
        &self.text
    }

    /// Its facts: `do` says what it does.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        to_python(py, &self.action)
    }

    fn __repr__(&self) -> String {
        format!("<Action {}>", self.text)
    }

    fn __str__(&self) -> &str {
        &self.text
    }
}
