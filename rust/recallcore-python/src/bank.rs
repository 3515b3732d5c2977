//! `recallcore._core.Bank` and `Candidates`: conversions around the engine's bank, nothing else.

use std::path::PathBuf;
use std::sync::Arc;

use numpy::{PyReadonlyArray1, PyReadonlyArray2, PyUntypedArrayMethods};
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use recallcore::bank::{Bank, EmbedderIdentity, IncomingMemory, StoredEmbedder, VectorBatch};
use recallcore::recall::{self, Candidates};
use serde_json::json;

use crate::arrays::{contiguous, places};
use crate::errors::{InputError, to_python};
use crate::json;

/// Runs engine work with the interpreter released, and hands its answer back as JSON bytes.
fn answer<T: serde::Serialize + Send>(
    py: Python<'_>,
    work: impl FnOnce() -> recallcore::Result<T> + Send,
) -> PyResult<Bound<'_, PyBytes>> {
    let bytes = py.detach(|| work().map_err(to_python).and_then(|value| json::write(&value)))?;
    Ok(PyBytes::new(py, &bytes))
}

/// An open bank.
#[pyclass(name = "Bank", module = "recallcore._core", frozen)]
pub struct PyBank {
    bank: Arc<Bank>,
}

#[pymethods]
impl PyBank {
    #[staticmethod]
    fn open(py: Python<'_>, path: PathBuf, options: &[u8]) -> PyResult<Self> {
        let options = json::parse_object("options", options)?;
        let bank = py.detach(|| Bank::open(&path, options)).map_err(to_python)?;
        Ok(Self { bank: Arc::new(bank) })
    }

    #[pyo3(signature = (memories, vectors, vector_of, made_by, now))]
    fn retain<'py>(
        &self,
        py: Python<'py>,
        memories: &[u8],
        vectors: Option<PyReadonlyArray2<'py, f32>>,
        vector_of: Option<PyReadonlyArray1<'py, i64>>,
        made_by: Option<&[u8]>,
        now: i64,
    ) -> PyResult<Bound<'py, PyBytes>> {
        let memories: Vec<IncomingMemory> = json::parse("memories", memories)?;
        let dimension = vectors.as_ref().map_or(0, |array| array.shape()[1]);
        let values = vectors.as_ref().map(|array| contiguous("vectors", array.as_slice())).transpose()?;
        let memory_of = places("vector_of", vector_of.as_ref())?;
        let made_by: Option<EmbedderIdentity> =
            made_by.map(|bytes| json::parse_object("made_by", bytes)).transpose()?;
        let made_by = made_by.as_ref();
        let batch = values.map(|values| VectorBatch { values, dimension, memory_of: &memory_of, made_by });
        answer(py, || self.bank.retain(&memories, batch, now))
    }

    fn get<'py>(&self, py: Python<'py>, ids: &[u8]) -> PyResult<Bound<'py, PyBytes>> {
        let ids: Vec<String> = json::parse("ids", ids)?;
        answer(py, || self.bank.get(&ids))
    }

    fn forget<'py>(&self, py: Python<'py>, ids: &[u8]) -> PyResult<Bound<'py, PyBytes>> {
        let ids: Vec<String> = json::parse("ids", ids)?;
        answer(py, || self.bank.forget(&ids).map(|forgotten| json!({ "forgotten": forgotten })))
    }

    fn forget_where<'py>(&self, py: Python<'py>, filter: &[u8]) -> PyResult<Bound<'py, PyBytes>> {
        let filter = json::parse_object("filter", filter)?;
        answer(py, || self.bank.forget_where(&filter).map(|forgotten| json!({ "forgotten": forgotten })))
    }

    fn link(&self, py: Python<'_>, links: &[u8]) -> PyResult<()> {
        let links: Vec<_> = json::parse("links", links)?;
        py.detach(|| self.bank.link(&links)).map_err(to_python)
    }

    fn iterate<'py>(
        &self,
        py: Python<'py>,
        after_seq: i64,
        limit: usize,
        filter: &[u8],
    ) -> PyResult<Bound<'py, PyBytes>> {
        let filter = json::parse_object("filter", filter)?;
        answer(py, || self.bank.iterate(after_seq, limit, &filter))
    }

    fn stats<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        answer(py, || self.bank.stats())
    }

    fn embedder<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        answer(py, || self.bank.embedder())
    }

    fn set_embedder(&self, py: Python<'_>, embedder: &[u8]) -> PyResult<()> {
        let embedder: StoredEmbedder = json::parse_object("embedder", embedder)?;
        py.detach(|| self.bank.set_embedder(&embedder)).map_err(to_python)
    }

    fn adopt_embedder(&self, py: Python<'_>, embedder: &[u8]) -> PyResult<()> {
        let embedder: StoredEmbedder = json::parse_object("embedder", embedder)?;
        py.detach(|| self.bank.adopt_embedder(&embedder)).map_err(to_python)
    }

    fn settings<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let settings = py.detach(|| self.bank.settings()).map_err(to_python)?;
        Ok(PyBytes::new(py, settings.as_bytes()))
    }

    fn change_settings<'py>(&self, py: Python<'py>, changes: &[u8]) -> PyResult<Bound<'py, PyBytes>> {
        let changes = json::parse_object("changes", changes)?;
        let settings = py.detach(|| self.bank.change_settings(changes)).map_err(to_python)?;
        Ok(PyBytes::new(py, settings.as_bytes()))
    }

    fn pending<'py>(
        &self,
        py: Python<'py>,
        after_seq: i64,
        limit: usize,
        all: bool,
    ) -> PyResult<Bound<'py, PyBytes>> {
        answer(py, || self.bank.pending(after_seq, limit, all))
    }

    #[pyo3(signature = (seqs, versions, vectors, embedder, *, staged))]
    fn put_vectors<'py>(
        &self,
        py: Python<'py>,
        seqs: PyReadonlyArray1<'py, i64>,
        versions: PyReadonlyArray1<'py, i64>,
        vectors: PyReadonlyArray2<'py, f32>,
        embedder: &[u8],
        staged: bool,
    ) -> PyResult<usize> {
        let embedder: StoredEmbedder = json::parse_object("embedder", embedder)?;
        let seqs = contiguous("seqs", seqs.as_slice())?;
        let versions = contiguous("versions", versions.as_slice())?;
        let values = contiguous("vectors", vectors.as_slice())?;
        if seqs.len() != versions.len() || seqs.len() != vectors.shape()[0] {
            return Err(InputError::new_err(format!(
                "{} seqs, {} versions and {} vectors were given, expected the same number of each",
                seqs.len(),
                versions.len(),
                vectors.shape()[0]
            )));
        }
        let memories: Vec<(i64, i64)> = seqs.iter().copied().zip(versions.iter().copied()).collect();
        py.detach(|| self.bank.put_vectors(&memories, values, &embedder, staged)).map_err(to_python)
    }

    #[pyo3(signature = (query, vector, options))]
    fn search<'py>(
        &self,
        py: Python<'py>,
        query: &str,
        vector: Option<PyReadonlyArray1<'py, f32>>,
        options: &[u8],
    ) -> PyResult<PyCandidates> {
        let options = json::parse_object("options", options)?;
        let vector = vector.as_ref().map(|array| contiguous("vector", array.as_slice())).transpose()?;
        let candidates =
            py.detach(|| recall::search(&self.bank, query, vector, &options)).map_err(to_python)?;
        Ok(PyCandidates { candidates })
    }

    fn close(&self, py: Python<'_>) {
        py.detach(|| self.bank.close());
    }
}

/// What the arms found, fused.
#[pyclass(name = "Candidates", module = "recallcore._core", frozen)]
pub struct PyCandidates {
    candidates: Candidates,
}

#[pymethods]
impl PyCandidates {
    fn __len__(&self) -> usize {
        self.candidates.len()
    }

    fn documents<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        answer(py, || self.candidates.documents())
    }

    #[pyo3(signature = (options, rerank_scores))]
    fn finish<'py>(
        &self,
        py: Python<'py>,
        options: &[u8],
        rerank_scores: Option<PyReadonlyArray1<'py, f64>>,
    ) -> PyResult<Bound<'py, PyBytes>> {
        let options = json::parse_object("options", options)?;
        let scores = rerank_scores.as_ref();
        let scores = scores.map(|array| contiguous("rerank_scores", array.as_slice())).transpose()?;
        answer(py, || self.candidates.finish(&options, scores))
    }
}
