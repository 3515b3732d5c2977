//! The extension module `recallcore._core`: it converts between Python's values and the engine's, maps
//! errors, and holds no retrieval logic. Its stub is `python/recallcore/_core.pyi`.

#![expect(clippy::needless_pass_by_value, reason = "pyo3 hands arguments over by value")]

mod bank;
mod errors;
mod json;
mod stages;

use pyo3::prelude::*;

/// The Rust core of recallcore.
#[pymodule(gil_used = false)]
fn _core(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add_class::<bank::PyBank>()?;
    module.add_class::<bank::PyCandidates>()?;
    module.add_function(wrap_pyfunction!(stages::analyze, module)?)?;
    module.add_function(wrap_pyfunction!(stages::count_tokens, module)?)?;
    module.add_function(wrap_pyfunction!(stages::fuse, module)?)?;
    module.add_function(wrap_pyfunction!(stages::pack, module)?)?;
    Ok(())
}
