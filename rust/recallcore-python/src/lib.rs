//! The extension module `recallcore._core`: it converts between Python's values and the engine's, maps
//! errors, and holds no retrieval logic. Its stub is `python/recallcore/_core.pyi`.

#![expect(clippy::needless_pass_by_value, reason = "pyo3 hands arguments over by value")]

mod arrays;
mod bank;
mod choices;
mod errors;
mod json;
mod packed;
mod scores;
mod stages;
mod weighing;

use pyo3::prelude::*;

/// The Rust core of recallcore.
#[pymodule(gil_used = false)]
fn _core(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add_class::<bank::PyBank>()?;
    module.add_class::<bank::PyCandidates>()?;
    module.add_function(wrap_pyfunction!(stages::analyze, module)?)?;
    module.add_function(wrap_pyfunction!(stages::budget_depth, module)?)?;
    module.add_function(wrap_pyfunction!(stages::boosted, module)?)?;
    module.add_function(wrap_pyfunction!(stages::count_tokens, module)?)?;
    module.add_function(wrap_pyfunction!(stages::cut, module)?)?;
    module.add_function(wrap_pyfunction!(stages::cut_with_tail, module)?)?;
    module.add_function(wrap_pyfunction!(stages::document, module)?)?;
    module.add_function(wrap_pyfunction!(stages::fuse, module)?)?;
    module.add_function(wrap_pyfunction!(stages::interleaved, module)?)?;
    module.add_function(wrap_pyfunction!(stages::strategy_boost, module)?)?;
    module.add_function(wrap_pyfunction!(weighing::boosted_auto, module)?)?;
    module.add_function(wrap_pyfunction!(weighing::fuse_auto, module)?)?;
    module.add_function(wrap_pyfunction!(packed::pack, module)?)?;
    module.add_function(wrap_pyfunction!(packed::pack_preferring, module)?)?;
    module.add_function(wrap_pyfunction!(scores::combine, module)?)?;
    module.add_function(wrap_pyfunction!(scores::decay, module)?)?;
    module.add_function(wrap_pyfunction!(scores::floors, module)?)?;
    module.add_function(wrap_pyfunction!(scores::normalise, module)?)?;
    module.add_function(wrap_pyfunction!(scores::order, module)?)?;
    module.add_function(wrap_pyfunction!(scores::passthrough, module)?)?;
    module.add_function(wrap_pyfunction!(scores::passthrough_in_order, module)?)?;
    module.add_function(wrap_pyfunction!(scores::proof, module)?)?;
    module.add_function(wrap_pyfunction!(scores::proximity, module)?)?;
    module.add_function(wrap_pyfunction!(scores::recency, module)?)?;
    module.add_function(wrap_pyfunction!(scores::similarity, module)?)?;
    module.add_function(wrap_pyfunction!(choices::admitted, module)?)?;
    module.add_function(wrap_pyfunction!(choices::resolve_tags, module)?)?;
    module.add_function(wrap_pyfunction!(choices::select_over_window, module)?)?;
    module.add_function(wrap_pyfunction!(choices::tag_similarity, module)?)?;
    Ok(())
}
