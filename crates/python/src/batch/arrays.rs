//! Arrays that a batch writes to: given by the caller, or new ones.

use crate::errors::error;
use numpy::{PyArray1, PyArray2, PyArrayMethods as _};
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// The array of this name among those given, or a new one.
/// The names that a buffer may have.
const NAMES: [&str; 5] = ["observations", "masks", "seats", "rewards", "dones"];

/// Checks that each buffer is one that a batch fills.
pub(super) fn check_names(given: Option<&Bound<'_, PyDict>>) -> PyResult<()> {
    let Some(given) = given else { return Ok(()) };
    match given.keys().iter().map(|name| name.to_string()).find(|name| !NAMES.contains(&name.as_str())) {
        Some(other) => Err(error(format!("there is no buffer `{other}`; there are {}", NAMES.join(", ")))),
        None => Ok(()),
    }
}

pub(super) fn array2<T: numpy::Element>(
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

pub(super) fn array1<T: numpy::Element>(
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
        "observations" => "uint8 (or float32 if that was requested)",
        "masks" | "seats" => "int8",
        "rewards" => "float32",
        _ => "bool",
    };
    error(format!("the buffer `{name}` must be a writable, contiguous array of {dtype} with the shape {shape:?}"))
}
