//! The Python module `capolinea._capolinea`. `docs/PYTHON.md` and `_capolinea.pyi` describe it.

mod action;
mod arena;
mod batch;
mod bot;
mod choice;
mod errors;
mod game;
mod lane;
mod map;
mod rewards;

use pyo3::prelude::*;

/// Capolinea's games.
#[pymodule]
fn _capolinea(module: &Bound<'_, PyModule>) -> PyResult<()> {
    errors::register(module)?;
    module.add("ENCODING_VERSION", capolinea_encoding::VERSION)?;
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add_class::<action::PyAction>()?;
    module.add_class::<batch::Batch>()?;
    module.add_class::<bot::PyBot>()?;
    module.add_class::<game::Game>()?;
    module.add_class::<map::PyMap>()?;
    module.add_function(wrap_pyfunction!(map::maps, module)?)?;
    module.add_function(wrap_pyfunction!(bot::bots, module)?)?;
    module.add_function(wrap_pyfunction!(bot::levels, module)?)?;
    module.add_function(wrap_pyfunction!(arena::simulate, module)?)?;
    module.add_function(wrap_pyfunction!(arena::duel, module)?)?;
    Ok(())
}
