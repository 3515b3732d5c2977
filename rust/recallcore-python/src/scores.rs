//! The pure scoring stages over plain arrays.

use numpy::{IntoPyArray, PyArray1, PyReadonlyArray1};
use pyo3::prelude::*;
use recallcore::scoring::combined::{self, Alphas, Signals};
use recallcore::scoring::normalise::Scale;
use recallcore::scoring::recency::{AgeDates, Decay};
use recallcore::types::Precision;

use crate::arrays::{contiguous, dates, places_array, same_length};
use crate::errors::{InputError, to_python};
use crate::json;

type Floats<'py> = Bound<'py, PyArray1<f64>>;

/// A reranker's raw scores in [0, 1].
#[pyfunction]
pub fn normalise<'py>(
    py: Python<'py>,
    scores: PyReadonlyArray1<'py, f64>,
    scale: &str,
) -> PyResult<Floats<'py>> {
    let scores = contiguous("scores", scores.as_slice())?;
    let scale = Scale::from_name(scale).map_err(to_python)?;
    Ok(py.detach(|| recallcore::scoring::normalise::normalise(scores, scale)).into_pyarray(py))
}

/// What stands for the rerank scores of `count` candidates that no reranker has seen.
#[pyfunction]
pub fn passthrough(py: Python<'_>, count: u32) -> Floats<'_> {
    py.detach(|| recallcore::scoring::passthrough::passthrough(count as usize)).into_pyarray(py)
}

/// Recency by age.
#[pyfunction]
pub fn decay<'py>(
    py: Python<'py>,
    age_days: PyReadonlyArray1<'py, f64>,
    recency: &[u8],
) -> PyResult<Floats<'py>> {
    let ages = contiguous("age_days", age_days.as_slice())?;
    let decay: Decay = json::parse("recency", recency)?;
    Ok(py.detach(|| ages.iter().map(|age| decay.at(*age)).collect::<Vec<f64>>()).into_pyarray(py))
}

/// Recency by dates.
#[pyfunction]
pub fn recency<'py>(
    py: Python<'py>,
    occurred_start: PyReadonlyArray1<'py, i64>,
    occurred_end: PyReadonlyArray1<'py, i64>,
    mentioned_at: PyReadonlyArray1<'py, i64>,
    precision: PyReadonlyArray1<'py, u8>,
    now: i64,
    recency: &[u8],
) -> PyResult<Floats<'py>> {
    let starts = contiguous("occurred_start", occurred_start.as_slice())?;
    let ends = contiguous("occurred_end", occurred_end.as_slice())?;
    let mentions = contiguous("mentioned_at", mentioned_at.as_slice())?;
    let codes = contiguous("precision", precision.as_slice())?;
    same_length(&[
        ("starts", starts.len()),
        ("ends", ends.len()),
        ("mentions", mentions.len()),
        ("precisions", codes.len()),
    ])?;
    let decay: Decay = json::parse("recency", recency)?;
    let values = py.detach(|| {
        let columns = dates(starts).zip(dates(ends)).zip(dates(mentions)).zip(codes);
        columns
            .map(|(((occurred_start, occurred_end), mentioned_at), code)| {
                let precision = precision_of(*code)?;
                let dates = AgeDates { occurred_start, occurred_end, precision, mentioned_at };
                Ok(recallcore::scoring::recency::recency(dates, now, decay))
            })
            .collect::<PyResult<Vec<f64>>>()
    })?;
    Ok(values.into_pyarray(py))
}

fn precision_of(code: u8) -> PyResult<Precision> {
    match code {
        0 => Ok(Precision::Instant),
        1 => Ok(Precision::Day),
        2 => Ok(Precision::Month),
        3 => Ok(Precision::Year),
        _ => Err(InputError::new_err(format!("precision must be 0 to 3, given {code}"))),
    }
}

/// Proof by counts, 0 for none.
#[pyfunction]
pub fn proof<'py>(py: Python<'py>, counts: PyReadonlyArray1<'py, i64>) -> PyResult<Floats<'py>> {
    let counts = contiguous("counts", counts.as_slice())?;
    let value = |count: &i64| recallcore::scoring::proof::proof(Some(*count));
    Ok(py.detach(|| counts.iter().map(value).collect::<Vec<f64>>()).into_pyarray(py))
}

/// The sort key.
#[pyfunction]
#[pyo3(name = "combined")]
pub fn combine<'py>(
    py: Python<'py>,
    rerank: PyReadonlyArray1<'py, f64>,
    recency: PyReadonlyArray1<'py, f64>,
    proximity: PyReadonlyArray1<'py, f64>,
    proof: PyReadonlyArray1<'py, f64>,
    alphas: &[u8],
) -> PyResult<Floats<'py>> {
    let reranks = contiguous("rerank", rerank.as_slice())?;
    let recencies = contiguous("recency", recency.as_slice())?;
    let proximities = contiguous("proximity", proximity.as_slice())?;
    let proofs = contiguous("proof", proof.as_slice())?;
    same_length(&[
        ("rerank scores", reranks.len()),
        ("recencies", recencies.len()),
        ("proximities", proximities.len()),
        ("proofs", proofs.len()),
    ])?;
    let alphas: Alphas = json::parse("alphas", alphas)?;
    let keys = py.detach(|| {
        let signals = recencies.iter().zip(proximities).zip(proofs);
        let keys = reranks.iter().zip(signals).map(|(rerank, ((recency, proximity), proof))| {
            let signals = Signals { recency: *recency, proximity: *proximity, proof: *proof };
            combined::combined(*rerank, alphas.factors(signals))
        });
        keys.collect::<Vec<f64>>()
    });
    Ok(keys.into_pyarray(py))
}

/// The places of candidates in their final order.
#[pyfunction]
pub fn order<'py>(
    py: Python<'py>,
    combined: PyReadonlyArray1<'py, f64>,
    rerank: PyReadonlyArray1<'py, f64>,
) -> PyResult<Bound<'py, PyArray1<i64>>> {
    let keys = contiguous("combined", combined.as_slice())?;
    let reranks = contiguous("rerank", rerank.as_slice())?;
    same_length(&[("combined scores", keys.len()), ("rerank scores", reranks.len())])?;
    let places = py.detach(|| combined::order(keys, reranks));
    Ok(places_array(py, places))
}
