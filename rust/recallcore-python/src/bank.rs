//! `recallcore._core.Bank` and `Candidates`: conversions around the engine's bank, nothing else.

use std::path::PathBuf;
use std::sync::Arc;

use numpy::{IntoPyArray, PyArray1, PyReadonlyArray1, PyReadonlyArray2, PyUntypedArrayMethods};
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use recallcore::arms::semantic::Facet;
use recallcore::bank::{Bank, EmbedderIdentity, IncomingMemory, StoredEmbedder, VectorBatch, VectorOf};
use recallcore::document::Reads;
use recallcore::recall::{self, Candidates, RerankScores};
use recallcore::scoring::margin::Margin;
use serde_json::json;

use crate::arrays::{self, contiguous, facets, places};
use crate::errors::to_python;
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

    #[expect(clippy::too_many_arguments, reason = "columns of one table")]
    #[pyo3(signature = (memories, vectors, vector_of, facet_of, made_by, now))]
    fn retain<'py>(
        &self,
        py: Python<'py>,
        memories: &[u8],
        vectors: Option<PyReadonlyArray2<'py, f32>>,
        vector_of: Option<PyReadonlyArray1<'py, i64>>,
        facet_of: Option<PyReadonlyArray1<'py, i64>>,
        made_by: Option<&[u8]>,
        now: i64,
    ) -> PyResult<Bound<'py, PyBytes>> {
        let memories: Vec<IncomingMemory> = json::parse("memories", memories)?;
        let dimension = vectors.as_ref().map_or(0, |array| array.shape()[1]);
        let values = vectors.as_ref().map(|array| contiguous("vectors", array.as_slice())).transpose()?;
        let (memory_of, facet_of) =
            (places("vector_of", vector_of.as_ref())?, facets("facet_of", facet_of.as_ref())?);
        arrays::same_length(&[("vector_of", memory_of.len()), ("facet_of", facet_of.len())])?;
        let of: Vec<(usize, Facet)> = memory_of.into_iter().zip(facet_of).collect();
        let made_by: Option<EmbedderIdentity> =
            made_by.map(|bytes| json::parse_object("made_by", bytes)).transpose()?;
        let made_by = made_by.as_ref();
        let batch = values.map(|values| VectorBatch { values, dimension, of: &of, made_by });
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
        context: bool,
    ) -> PyResult<Bound<'py, PyBytes>> {
        answer(py, || self.bank.pending(after_seq, limit, all, context))
    }

    #[expect(clippy::too_many_arguments, reason = "columns of one table")]
    #[pyo3(signature = (seqs, versions, facets, vectors, embedder, *, staged))]
    fn put_vectors<'py>(
        &self,
        py: Python<'py>,
        seqs: PyReadonlyArray1<'py, i64>,
        versions: PyReadonlyArray1<'py, i64>,
        facets: PyReadonlyArray1<'py, i64>,
        vectors: PyReadonlyArray2<'py, f32>,
        embedder: &[u8],
        staged: bool,
    ) -> PyResult<usize> {
        let embedder: StoredEmbedder = json::parse_object("embedder", embedder)?;
        let seqs = contiguous("seqs", seqs.as_slice())?;
        let versions = contiguous("versions", versions.as_slice())?;
        let values = contiguous("vectors", vectors.as_slice())?;
        let facets = self::facets("facets", Some(&facets))?;
        arrays::same_length(&[
            ("seqs", seqs.len()),
            ("versions", versions.len()),
            ("facets", facets.len()),
            ("vectors", vectors.shape()[0]),
        ])?;
        let of: Vec<VectorOf> = seqs
            .iter()
            .zip(versions)
            .zip(facets)
            .map(|((seq, version), facet)| VectorOf { seq: *seq, version: *version, facet })
            .collect();
        py.detach(|| self.bank.put_vectors(&of, values, &embedder, staged)).map_err(to_python)
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

    /// What can still be read of a damaged bank, a part at a time.
    #[staticmethod]
    fn salvage(py: Python<'_>, path: PathBuf, after: i64, limit: i64) -> PyResult<Bound<'_, PyBytes>> {
        answer(py, || recallcore::bank::salvage(&path, after, limit))
    }

    #[pyo3(signature = (*, repair))]
    fn check<'py>(&self, py: Python<'py>, repair: bool) -> PyResult<Bound<'py, PyBytes>> {
        answer(py, || self.bank.check(repair))
    }

    fn backup(&self, py: Python<'_>, path: PathBuf) -> PyResult<()> {
        py.detach(|| self.bank.backup(&path)).map_err(to_python)
    }

    fn optimize(&self, py: Python<'_>) -> PyResult<bool> {
        py.detach(|| self.bank.optimize()).map_err(to_python)
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

    fn outline<'py>(&self, py: Python<'py>) -> PyOutline<'py> {
        let outline = py.detach(|| self.candidates.outline());
        let tokens = outline.tokens.into_iter().map(|tokens| i64::try_from(tokens).unwrap_or(i64::MAX));
        let similarities = outline.similarities.into_iter().map(|value| value.unwrap_or(f64::NAN));
        (
            outline.head,
            outline.seqs.into_pyarray(py),
            outline.versions.into_pyarray(py),
            tokens.collect::<Vec<i64>>().into_pyarray(py),
            similarities.collect::<Vec<f64>>().into_pyarray(py),
        )
    }

    fn documents<'py>(
        &self,
        py: Python<'py>,
        first: i64,
        count: i64,
        reads: &[u8],
    ) -> PyResult<Bound<'py, PyBytes>> {
        let reads: Reads = json::parse("reads", reads)?;
        let first = arrays::count("first", first)?;
        let last = first.saturating_add(arrays::count("count", count)?);
        answer(py, || self.candidates.documents(first..last, reads))
    }

    #[pyo3(signature = (options, rerank_scores, asked, newest, margin))]
    fn settled<'py>(
        &self,
        py: Python<'py>,
        options: &[u8],
        rerank_scores: PyReadonlyArray1<'py, f64>,
        asked: PyReadonlyArray1<'py, bool>,
        newest: i64,
        margin: f64,
    ) -> PyResult<bool> {
        let options = json::parse_object("options", options)?;
        let scores = contiguous("rerank_scores", rerank_scores.as_slice())?;
        let asked = contiguous("asked", asked.as_slice())?;
        let newest = arrays::count("newest", newest)?;
        let margin = Margin::new(margin).map_err(to_python)?;
        py.detach(|| {
            let rerank = RerankScores::new(scores, Some(asked))?;
            self.candidates.settled(&options, rerank, newest..scores.len(), margin)
        })
        .map_err(to_python)
    }

    #[pyo3(signature = (options, rerank_scores, asked))]
    fn finish<'py>(
        &self,
        py: Python<'py>,
        options: &[u8],
        rerank_scores: Option<PyReadonlyArray1<'py, f64>>,
        asked: Option<PyReadonlyArray1<'py, bool>>,
    ) -> PyResult<Bound<'py, PyBytes>> {
        let options = json::parse_object("options", options)?;
        let scores = rerank_scores.as_ref();
        let scores = scores.map(|array| contiguous("rerank_scores", array.as_slice())).transpose()?;
        let asked = asked.as_ref();
        let asked = asked.map(|array| contiguous("asked", array.as_slice())).transpose()?;
        answer(py, || {
            let rerank = scores.map(|scores| RerankScores::new(scores, asked)).transpose()?;
            self.candidates.finish(&options, rerank)
        })
    }
}

/// The length of the head, and the columns of a pool.
type PyOutline<'py> = (
    usize,
    Bound<'py, PyArray1<i64>>,
    Bound<'py, PyArray1<i64>>,
    Bound<'py, PyArray1<i64>>,
    Bound<'py, PyArray1<f64>>,
);
