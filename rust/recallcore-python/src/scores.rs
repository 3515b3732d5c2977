//! The pure scoring stages over plain arrays.

use numpy::{IntoPyArray, PyArray1, PyReadonlyArray1};
use pyo3::prelude::*;
use recallcore::scoring::combined::{self, Alphas, Signals};
use recallcore::scoring::floors::{Floor, Floors};
use recallcore::scoring::normalise::Scale;
use recallcore::scoring::recency::Decay;
use recallcore::scoring::similarity::{Anchors, on_common_scale};
use recallcore::types::{MemoryDates, Precision};

use crate::arrays::{contiguous, dates, finite, places, places_array, same_length};
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

/// The most candidates that a passthrough is made for.
const MOST_CANDIDATES: usize = 100_000_000;

/// What stands for the rerank scores of `count` candidates that no reranker has seen.
#[pyfunction]
#[pyo3(signature = (count))]
pub fn passthrough(py: Python<'_>, count: i64) -> PyResult<Floats<'_>> {
    let given = crate::arrays::count("count", count)?;
    if given > MOST_CANDIDATES {
        return Err(InputError::new_err(format!("count must be at most {MOST_CANDIDATES}, given {given}")));
    }
    Ok(py.detach(|| recallcore::scoring::passthrough::passthrough(given)).into_pyarray(py))
}

/// The same for candidates that stand in another order than the fused one.
#[pyfunction]
pub fn passthrough_in_order<'py>(
    py: Python<'py>,
    fused_ranks: PyReadonlyArray1<'py, i64>,
) -> PyResult<Floats<'py>> {
    let ranks = places("fused_ranks", Some(&fused_ranks))?;
    Ok(py.detach(|| recallcore::scoring::passthrough::in_order(&ranks)).into_pyarray(py))
}

/// What nearness to the middle of the window is worth; NaN is outside of it.
#[pyfunction]
pub fn proximity<'py>(py: Python<'py>, nearness: PyReadonlyArray1<'py, f64>) -> PyResult<Floats<'py>> {
    let nearness = contiguous("nearness", nearness.as_slice())?;
    if let Some(given) = nearness.iter().find(|given| !given.is_nan() && !(0.0..=1.0).contains(*given)) {
        return Err(InputError::new_err(format!("nearness must lie in [0, 1] or be NaN, given {given}")));
    }
    let worth =
        |nearness: &f64| recallcore::scoring::proximity::proximity((!nearness.is_nan()).then_some(*nearness));
    Ok(py.detach(|| nearness.iter().map(worth).collect::<Vec<f64>>()).into_pyarray(py))
}

/// An embedder's thresholds, as a bank stores them.
#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct Thresholds {
    seed: f64,
    link: f64,
    temporal: f64,
}

/// Cosines on the scale that embedders share.
#[pyfunction]
pub fn similarity<'py>(
    py: Python<'py>,
    cosines: PyReadonlyArray1<'py, f64>,
    thresholds: &[u8],
) -> PyResult<Floats<'py>> {
    let cosines = finite("cosines", &cosines)?;
    let Thresholds { seed, link, temporal } = json::parse_object("thresholds", thresholds)?;
    let anchors = Anchors { temporal, seed, link };
    let scaled =
        py.detach(|| cosines.iter().map(|cosine| on_common_scale(*cosine, anchors)).collect::<Vec<f64>>());
    Ok(scaled.into_pyarray(py))
}

/// The floor that each candidate lies below, if any; NaN is a likeness or a rerank score that is not there.
#[pyfunction]
#[pyo3(signature = (similarity, rerank, combined, min_similarity, min_reranker, min_final))]
pub fn floors<'py>(
    similarity: PyReadonlyArray1<'py, f64>,
    rerank: PyReadonlyArray1<'py, f64>,
    combined: PyReadonlyArray1<'py, f64>,
    min_similarity: Option<f64>,
    min_reranker: Option<f64>,
    min_final: Option<f64>,
) -> PyResult<Vec<Option<&'static str>>> {
    let likenesses = contiguous("similarity", similarity.as_slice())?;
    let reranks = contiguous("rerank", rerank.as_slice())?;
    let keys = finite("combined", &combined)?;
    same_length(&[
        ("similarities", likenesses.len()),
        ("rerank scores", reranks.len()),
        ("combined scores", keys.len()),
    ])?;
    let mut floors = Floors::new(min_similarity, min_reranker, min_final).map_err(to_python)?;
    if reranks.iter().all(|rerank| rerank.is_nan()) {
        floors = floors.without_reranker();
    }
    if likenesses.iter().all(|likeness| likeness.is_nan()) {
        floors = floors.without_similarity();
    }
    let there = |score: f64| (!score.is_nan()).then_some(score);
    let scored = likenesses.iter().zip(reranks).zip(keys);
    let below = scored.map(|((likeness, rerank), key)| floors.above(there(*likeness), there(*rerank), *key));
    Ok(below.map(|floor| floor.map(Floor::name)).collect())
}

/// Recency by age.
#[pyfunction]
pub fn decay<'py>(
    py: Python<'py>,
    age_days: PyReadonlyArray1<'py, f64>,
    recency: &[u8],
) -> PyResult<Floats<'py>> {
    let ages = finite("age_days", &age_days)?;
    let decay: Decay = json::parse_object("recency", recency)?;
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
    let decay: Decay = json::parse_object("recency", recency)?;
    let values = py.detach(|| {
        let columns = dates(starts).zip(dates(ends)).zip(dates(mentions)).zip(codes);
        columns
            .map(|(((occurred_start, occurred_end), mentioned_at), code)| {
                let precision = precision_of(*code)?;
                let dates = MemoryDates { occurred_start, occurred_end, precision, mentioned_at };
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
#[pyo3(name = "combined", signature = (rerank, recency, proximity, proof, alphas, strategy_boost = None))]
pub fn combine<'py>(
    py: Python<'py>,
    rerank: PyReadonlyArray1<'py, f64>,
    recency: PyReadonlyArray1<'py, f64>,
    proximity: PyReadonlyArray1<'py, f64>,
    proof: PyReadonlyArray1<'py, f64>,
    alphas: &[u8],
    strategy_boost: Option<PyReadonlyArray1<'py, f64>>,
) -> PyResult<Floats<'py>> {
    let reranks = finite("rerank", &rerank)?;
    let recencies = finite("recency", &recency)?;
    let proximities = finite("proximity", &proximity)?;
    let proofs = finite("proof", &proof)?;
    let boosts = strategy_boost.as_ref().map(|boosts| finite("strategy_boost", boosts)).transpose()?;
    same_length(&[
        ("rerank scores", reranks.len()),
        ("recencies", recencies.len()),
        ("proximities", proximities.len()),
        ("proofs", proofs.len()),
        ("strategy boosts", boosts.map_or(reranks.len(), <[f64]>::len)),
    ])?;
    let alphas: Alphas = json::parse_object("alphas", alphas)?;
    let keys = py.detach(|| {
        let boosts = boosts.unwrap_or_default().iter().chain(std::iter::repeat(&0.0));
        let signals = recencies.iter().zip(proximities).zip(proofs).zip(boosts);
        let keys = reranks.iter().zip(signals).map(|(rerank, (((recency, proximity), proof), boost))| {
            let signals = Signals { recency: *recency, proximity: *proximity, proof: *proof };
            combined::combined(*rerank, alphas.factors(signals), *boost)
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
    let keys = finite("combined", &combined)?;
    let reranks = finite("rerank", &rerank)?;
    same_length(&[("combined scores", keys.len()), ("rerank scores", reranks.len())])?;
    let places = py.detach(|| combined::order(keys, reranks));
    Ok(places_array(py, places))
}
