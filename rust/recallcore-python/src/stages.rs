//! The pure stages over plain arrays, so that each can be tested, compared and used alone.

use numpy::{IntoPyArray, PyArray1, PyReadonlyArray1};
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use recallcore::analyzer::TermClass;
use recallcore::fusion::rrf::{RrfK, fuse_rows};
use recallcore::packing::{Overflow, TokenBudget, skip_fill};

use crate::bank::contiguous;
use crate::errors::{InputError, to_python};
use crate::json;

/// The terms of a text in order, as JSON: `[["term", "content"], …]`.
#[pyfunction]
pub fn analyze<'py>(py: Python<'py>, text: &str) -> PyResult<Bound<'py, PyBytes>> {
    let bytes = py.detach(|| {
        let analysis = recallcore::analyzer::analyze(text);
        let class_name = |class| match class {
            TermClass::Content => "content",
            TermClass::Stop => "stop",
        };
        let terms: Vec<(&str, &str)> =
            analysis.terms().map(|term| (term.text, class_name(term.class))).collect();
        json::write(&terms)
    })?;
    Ok(PyBytes::new(py, &bytes))
}

/// The number of `o200k` tokens of a text.
#[pyfunction]
pub fn count_tokens(py: Python<'_>, text: &str) -> usize {
    py.detach(|| recallcore::tokens::count_tokens(text))
}

type Fused<'py> = (Bound<'py, PyArray1<i64>>, Bound<'py, PyArray1<f64>>);

/// Reciprocal rank fusion of rankings that lie one after another in `rows`.
#[pyfunction]
#[pyo3(signature = (rows, lengths, rrf_k))]
pub fn fuse<'py>(
    py: Python<'py>,
    rows: PyReadonlyArray1<'py, i64>,
    lengths: PyReadonlyArray1<'py, i64>,
    rrf_k: f64,
) -> PyResult<Fused<'py>> {
    let rows = contiguous("rows", rows.as_slice())?;
    let lengths = contiguous("lengths", lengths.as_slice())?;
    let (rows, scores) = py.detach(|| {
        let rrf_k = RrfK::new(rrf_k).map_err(to_python)?;
        let fused = fuse_rows(&split(rows, lengths)?, rrf_k);
        let rows: Vec<i64> = fused.iter().map(|entry| entry.row).collect();
        let scores: Vec<f64> = fused.iter().map(|entry| entry.fused_score).collect();
        Ok::<_, PyErr>((rows, scores))
    })?;
    Ok((rows.into_pyarray(py), scores.into_pyarray(py)))
}

fn split<'a>(rows: &'a [i64], lengths: &[i64]) -> PyResult<Vec<&'a [i64]>> {
    let mut rest = rows;
    let mut rankings = Vec::with_capacity(lengths.len());
    for length in lengths {
        let Some((ranking, after)) = usize::try_from(*length).ok().and_then(|n| rest.split_at_checked(n))
        else {
            return Err(InputError::new_err(format!(
                "lengths ask for more than the {} rows given, or are negative",
                rows.len()
            )));
        };
        rankings.push(ranking);
        rest = after;
    }
    if rest.is_empty() {
        return Ok(rankings);
    }
    Err(InputError::new_err(format!("lengths leave {} of {} rows over", rest.len(), rows.len())))
}

type Packed<'py> = (Bound<'py, PyArray1<i64>>, Bound<'py, PyArray1<i64>>, Vec<&'static str>, u64, bool);

/// Skip-fill packing of memories with these token counts, best first.
#[pyfunction]
#[pyo3(signature = (tokens, max_tokens, limit, overflow))]
pub fn pack<'py>(
    py: Python<'py>,
    tokens: PyReadonlyArray1<'py, i64>,
    max_tokens: i64,
    limit: Option<usize>,
    overflow: &str,
) -> PyResult<Packed<'py>> {
    let tokens = contiguous("tokens", tokens.as_slice())?;
    let negative = |_| InputError::new_err("tokens holds a negative count");
    let tokens: Vec<u64> =
        tokens.iter().map(|count| u64::try_from(*count).map_err(negative)).collect::<PyResult<_>>()?;
    let budget = Overflow::from_name(overflow)
        .and_then(|rule| TokenBudget::from_signed(max_tokens, rule))
        .map_err(to_python)?;
    let packing = py.detach(|| skip_fill(&tokens, budget, limit));
    let place = |index: usize| i64::try_from(index).unwrap_or(i64::MAX);
    let kept: Vec<i64> = packing.kept.iter().map(|index| place(*index)).collect();
    let dropped: Vec<i64> = packing.dropped.iter().map(|entry| place(entry.index)).collect();
    let reasons = packing.dropped.iter().map(|entry| entry.reason.name()).collect();
    Ok((kept.into_pyarray(py), dropped.into_pyarray(py), reasons, packing.tokens_used, packing.overflowed))
}
