//! Fusion by weighed scores over plain arrays.

use numpy::ndarray::Array2;
use numpy::{IntoPyArray, PyArray1, PyArray2, PyReadonlyArray1, PyReadonlyArray2};
use pyo3::prelude::*;
use recallcore::fusion::auto::{self, CosineScale, Said, Weighed};
use recallcore::fusion::boost;
use recallcore::fusion::rrf::RrfK;
use recallcore::ranking::{ArmId, Row};

use crate::arrays::{RowNames, contiguous, count, ranks_array, same_length};
use crate::errors::{InputError, to_python};
use crate::stages::{cut_keys, split};

type WeighedArrays<'py> = (
    Bound<'py, PyArray1<i64>>,
    Bound<'py, PyArray1<f64>>,
    Bound<'py, PyArray2<i64>>,
    Bound<'py, PyArray2<f64>>,
);

/// Fuses the rankings of the four arms, which lie one after another in `rows`, by weighed scores.
///
/// `cosines` and `bm25s` stand beside `rows`, NaN where a row has none; of a row that repeats the first number counts.
#[pyfunction]
#[pyo3(signature = (rows, lengths, cosines, bm25s, ideal, typical, rare, rrf_k, cap_per_arm = None))]
#[expect(clippy::too_many_arguments, reason = "a function of Python, each argument with a name of its own")]
pub fn fuse_auto<'py>(
    py: Python<'py>,
    rows: PyReadonlyArray1<'py, i64>,
    lengths: PyReadonlyArray1<'py, i64>,
    cosines: PyReadonlyArray1<'py, f64>,
    bm25s: PyReadonlyArray1<'py, f64>,
    ideal: f64,
    typical: f64,
    rare: f64,
    rrf_k: f64,
    cap_per_arm: Option<i64>,
) -> PyResult<WeighedArrays<'py>> {
    let rows = contiguous("rows", rows.as_slice())?;
    let lengths = contiguous("lengths", lengths.as_slice())?;
    let cosines = contiguous("cosines", cosines.as_slice())?;
    let bm25s = contiguous("bm25s", bm25s.as_slice())?;
    same_length(&[("rows", rows.len()), ("cosines", cosines.len()), ("bm25s", bm25s.len())])?;
    for (name, scores) in [("cosines", cosines), ("bm25s", bm25s)] {
        if scores.iter().any(|score| score.is_infinite()) {
            return Err(InputError::new_err(format!(
                "{name} holds an infinity, expected finite numbers or NaN"
            )));
        }
    }
    if !ideal.is_finite() {
        return Err(InputError::new_err(format!("ideal is {ideal}, expected a finite number")));
    }
    let likeness = CosineScale::new(typical, rare).map_err(to_python)?;
    let rrf_k = RrfK::new(rrf_k).map_err(to_python)?;
    let cap_per_arm = cap_per_arm.map(|most| count("cap_per_arm", most)).transpose()?;
    let (names, weighed) = py.detach(|| {
        let names = RowNames::of(rows)?;
        let rankings = split(&names.rows, lengths, cap_per_arm)?;
        let given = rankings.len();
        let rankings = <[&[Row]; 4]>::try_from(rankings).map_err(|_| {
            InputError::new_err(format!("{given} rankings were given, expected {}", ArmId::ALL.len()))
        })?;
        let said = said(&names.rows, &rankings, lengths, cosines, bm25s);
        let weighed = auto::fuse(rankings, &said, ideal, Some(likeness), rrf_k);
        Ok::<_, PyErr>((names.named(&weighed.fused.rows), weighed))
    })?;
    let Weighed { fused, parts, .. } = weighed;
    let ranks = ranks_array(py, &fused.ranks)?;
    let shape = (parts.len(), ArmId::ALL.len());
    let parts = Array2::from_shape_vec(shape, parts.concat())
        .map_err(|error| InputError::new_err(error.to_string()))?;
    Ok((names.into_pyarray(py), fused.scores.into_pyarray(py), ranks, parts.into_pyarray(py)))
}

/// What is said of each row that takes part, ascending by row.
fn said(rows: &[Row], rankings: &[&[Row]; 4], lengths: &[i64], cosines: &[f64], bm25s: &[f64]) -> Vec<Said> {
    let mut said: Vec<Said> = Vec::with_capacity(rows.len());
    let mut start = 0;
    for (ranking, length) in rankings.iter().zip(lengths) {
        for (at, row) in (start..).zip(ranking.iter()) {
            let number = |scores: &[f64]| scores.get(at).copied().filter(|score| !score.is_nan());
            said.push(Said { row: *row, cosine: number(cosines), bm25: number(bm25s) });
        }
        start += usize::try_from(*length).unwrap_or(0);
    }
    said.sort_by_key(|said| said.row);
    said.dedup_by(|later, first| {
        let same = later.row == first.row;
        if same {
            first.cosine = first.cosine.or(later.cosine);
            first.bm25 = first.bm25.or(later.bm25);
        }
        same
    });
    said
}

/// By what candidates of that fusion are cut before a rerank.
#[pyfunction]
pub fn boosted_auto<'py>(
    py: Python<'py>,
    fused: PyReadonlyArray1<'py, f64>,
    ranks: PyReadonlyArray2<'py, i64>,
    boosts: &[u8],
) -> PyResult<Bound<'py, PyArray1<f64>>> {
    cut_keys(py, &fused, &ranks, boosts, boost::boosted_auto)
}
