//! Packing over plain arrays.

use numpy::{PyArray1, PyReadonlyArray1};
use pyo3::prelude::*;
use pyo3::types::{PyList, PyString};
use recallcore::packing::observations::{Packable, pack_preferring as preferring};
use recallcore::packing::{DropReason, Dropped, Overflow, TokenBudget, skip_fill};

use crate::arrays::{contiguous, count, places, places_array, same_length};
use crate::errors::{InputError, to_python};

type Places<'py> = Bound<'py, PyArray1<i64>>;

/// Skip-fill packing of memories with these token counts, best first.
#[pyfunction]
#[pyo3(signature = (tokens, max_tokens, limit, overflow))]
pub fn pack<'py>(
    py: Python<'py>,
    tokens: PyReadonlyArray1<'py, i64>,
    max_tokens: i64,
    limit: Option<i64>,
    overflow: &str,
) -> PyResult<(Places<'py>, Places<'py>, Bound<'py, PyList>, u64, bool)> {
    let tokens = counts(&tokens)?;
    let (budget, limit) = bounds(max_tokens, limit, overflow)?;
    let packing = py.detach(|| skip_fill(&tokens, budget, limit));
    let (dropped, reasons) = dropped(py, &packing.dropped)?;
    let kept = places_array(py, packing.kept);
    Ok((kept, dropped, reasons, packing.tokens_used, packing.overflowed))
}

type Preferred<'py> = (Places<'py>, Places<'py>, Bound<'py, PyList>, Places<'py>, u64, bool);

/// The same, leaving out the sources of every memory that is kept; `sources` lie one memory after the other.
#[pyfunction]
#[pyo3(signature = (tokens, sources, lengths, max_tokens, limit, overflow))]
pub fn pack_preferring<'py>(
    py: Python<'py>,
    tokens: PyReadonlyArray1<'py, i64>,
    sources: PyReadonlyArray1<'py, i64>,
    lengths: PyReadonlyArray1<'py, i64>,
    max_tokens: i64,
    limit: Option<i64>,
    overflow: &str,
) -> PyResult<Preferred<'py>> {
    let tokens = counts(&tokens)?;
    let sources = places("sources", Some(&sources))?;
    let lengths = places("lengths", Some(&lengths))?;
    same_length(&[("token counts", tokens.len()), ("lengths", lengths.len())])?;
    let (budget, limit) = bounds(max_tokens, limit, overflow)?;
    let (packing, superfluous) = py.detach(|| {
        let mut rest = sources.as_slice();
        let mut memories = Vec::with_capacity(tokens.len());
        for (&tokens, &length) in tokens.iter().zip(&lengths) {
            let (sources, after) = rest.split_at_checked(length).ok_or_else(|| uneven(&sources, &lengths))?;
            memories.push(Packable { tokens, sources });
            rest = after;
        }
        if !rest.is_empty() {
            return Err(uneven(&sources, &lengths));
        }
        Ok(preferring(&memories, budget, limit))
    })?;
    let (dropped, reasons) = dropped(py, &packing.dropped)?;
    let (kept, superfluous) = (places_array(py, packing.kept), places_array(py, superfluous));
    Ok((kept, dropped, reasons, superfluous, packing.tokens_used, packing.overflowed))
}

fn uneven(sources: &[usize], lengths: &[usize]) -> PyErr {
    let wanted = lengths.iter().fold(0usize, |sum, length| sum.saturating_add(*length));
    InputError::new_err(format!("{} sources were given, expected {wanted} by their lengths", sources.len()))
}

fn counts(tokens: &PyReadonlyArray1<'_, i64>) -> PyResult<Vec<u64>> {
    let tokens = contiguous("tokens", tokens.as_slice())?;
    tokens.iter().map(|given| count("a count in tokens", *given).map(|given| given as u64)).collect()
}

fn bounds(max_tokens: i64, limit: Option<i64>, overflow: &str) -> PyResult<(TokenBudget, Option<usize>)> {
    let budget = Overflow::from_name(overflow)
        .and_then(|rule| TokenBudget::from_signed(max_tokens, rule))
        .map_err(to_python)?;
    Ok((budget, limit.map(|most| count("limit", most)).transpose()?))
}

fn dropped<'py>(py: Python<'py>, dropped: &[Dropped]) -> PyResult<(Places<'py>, Bound<'py, PyList>)> {
    // Two strings for all: a string a memory would cost more than the packing.
    let names =
        [DropReason::Budget, DropReason::Limit].map(|reason| (reason, PyString::new(py, reason.name())));
    let name_of = |reason| names.iter().find(|(known, _)| *known == reason).map(|(_, name)| name);
    let reasons = PyList::new(py, dropped.iter().map(|one| name_of(one.reason)).collect::<Vec<_>>())?;
    Ok((places_array(py, dropped.iter().map(|one| one.index).collect()), reasons))
}
