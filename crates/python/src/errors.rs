//! Errors as Python exceptions. A refusal carries the rule's id and the facts.

use capolinea_engine::IllegalAction;
use pyo3::create_exception;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use std::fmt::Display;

create_exception!(
    capolinea,
    CapolineaError,
    PyValueError,
    "Something that can't be done; the message says what to do."
);
create_exception!(
    capolinea,
    IllegalActionError,
    CapolineaError,
    "An action against the rules. Nothing has changed. `rule` is the id of the rule in docs/RULES.md, `facts` a dict."
);
create_exception!(capolinea, RecordError, CapolineaError, "A record that can't be read or replayed.");

/// Adds the exceptions to the module.
pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let py = module.py();
    module.add("CapolineaError", py.get_type::<CapolineaError>())?;
    module.add("IllegalActionError", py.get_type::<IllegalActionError>())?;
    module.add("RecordError", py.get_type::<RecordError>())
}

/// An error of the library, in its own words.
pub(crate) fn error(problem: impl Display) -> PyErr {
    CapolineaError::new_err(problem.to_string())
}

/// A refusal, with the rule's id and the facts.
pub(crate) fn refusal(py: Python<'_>, reason: IllegalAction) -> PyErr {
    let error = IllegalActionError::new_err(format!("{}: {reason}", reason.rule()));
    let value = error.value(py);
    let facts = to_python(py, &reason);
    let added = facts.and_then(|facts| {
        value.setattr("rule", reason.rule())?;
        value.setattr("facts", facts)
    });
    match added {
        Ok(()) => error,
        Err(problem) => problem,
    }
}

/// Any value that can be JSON, as Python's own lists and dicts.
pub(crate) fn to_python<'py>(py: Python<'py>, value: &impl serde::Serialize) -> PyResult<Bound<'py, PyAny>> {
    let text = serde_json::to_string(value).map_err(error)?;
    py.import("json")?.call_method1("loads", (text,))
}
