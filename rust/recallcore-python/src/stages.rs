//! The pure stages over plain arrays, so that each can be tested, compared and used alone.

use numpy::{IntoPyArray, PyArray1, PyArray2, PyReadonlyArray1, PyReadonlyArray2};
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use recallcore::analyzer::TermClass;
use recallcore::budget::{Budget, Budgets};
use recallcore::fusion::boost::{self, Boosts};
use recallcore::fusion::interleave;
use recallcore::fusion::rrf::{self, RrfK};
use recallcore::fusion::{Fused, Ranks, boost::check_arms};
use recallcore::ranking::Row;
use recallcore::types::{MemoryDates, Precision};

use crate::arrays::{RowNames, contiguous, count, finite, places_array, ranks, ranks_array, same_length};
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

/// What a reranker reads of a memory.
#[pyfunction]
pub fn document(py: Python<'_>, memory: &[u8]) -> PyResult<String> {
    py.detach(|| {
        let memory: DocumentParts = json::parse_object("memory", memory)?;
        let dates = MemoryDates {
            occurred_start: memory.occurred_start,
            occurred_end: memory.occurred_end,
            precision: memory.precision,
            mentioned_at: memory.mentioned_at,
        };
        Ok(recallcore::document::document(&memory.text, memory.context.as_deref(), dates))
    })
}

/// What of a memory a reranker may see.
#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct DocumentParts {
    text: String,
    context: Option<String>,
    occurred_start: Option<i64>,
    occurred_end: Option<i64>,
    mentioned_at: Option<i64>,
    precision: Precision,
}

/// How many memories an arm may return.
#[pyfunction]
pub fn budget_depth(py: Python<'_>, level: &str, max_tokens: i64, budgets: &[u8]) -> PyResult<usize> {
    let max_tokens = count("max_tokens", max_tokens)? as u64;
    py.detach(|| {
        let budgets: Budgets = json::parse_object("budgets", budgets)?;
        Ok(budgets.depth(Budget::from_name(level).map_err(to_python)?, max_tokens))
    })
}

type FusedArrays<'py> = (Bound<'py, PyArray1<i64>>, Bound<'py, PyArray1<f64>>, Bound<'py, PyArray2<i64>>);

/// Reciprocal rank fusion of rankings that lie one after another in `rows`.
#[pyfunction]
#[pyo3(signature = (rows, lengths, rrf_k, cap_per_arm = None))]
pub fn fuse<'py>(
    py: Python<'py>,
    rows: PyReadonlyArray1<'py, i64>,
    lengths: PyReadonlyArray1<'py, i64>,
    rrf_k: f64,
    cap_per_arm: Option<i64>,
) -> PyResult<FusedArrays<'py>> {
    let rrf_k = RrfK::new(rrf_k).map_err(to_python)?;
    together(py, &rows, &lengths, cap_per_arm, |rankings| rrf::fuse(rankings, rrf_k))
}

/// Each ranking's first, then each ranking's second, and so on.
#[pyfunction]
#[pyo3(name = "interleave", signature = (rows, lengths, cap_per_arm = None))]
pub fn interleaved<'py>(
    py: Python<'py>,
    rows: PyReadonlyArray1<'py, i64>,
    lengths: PyReadonlyArray1<'py, i64>,
    cap_per_arm: Option<i64>,
) -> PyResult<FusedArrays<'py>> {
    together(py, &rows, &lengths, cap_per_arm, interleave::interleave)
}

/// The most ranks that are laid out, rows by rankings.
const MOST_RANKS: usize = 100_000_000;

fn together<'py>(
    py: Python<'py>,
    rows: &PyReadonlyArray1<'py, i64>,
    lengths: &PyReadonlyArray1<'py, i64>,
    cap_per_arm: Option<i64>,
    put_together: impl Fn(&[&[Row]]) -> Fused + Sync,
) -> PyResult<FusedArrays<'py>> {
    let rows = contiguous("rows", rows.as_slice())?;
    let lengths = contiguous("lengths", lengths.as_slice())?;
    let cap_per_arm = cap_per_arm.map(|most| count("cap_per_arm", most)).transpose()?;
    let (names, fused) = py.detach(|| {
        let cells = rows.len().checked_mul(lengths.len());
        if cells.is_none_or(|cells| cells > MOST_RANKS) {
            return Err(InputError::new_err(format!(
                "{} rows in {} rankings were given, expected their product to be at most {MOST_RANKS}",
                rows.len(),
                lengths.len()
            )));
        }
        let names = RowNames::of(rows)?;
        let fused = put_together(&split(&names.rows, lengths, cap_per_arm)?);
        Ok::<_, PyErr>((names.named(&fused.rows), fused))
    })?;
    let ranks = ranks_array(py, &fused.ranks)?;
    Ok((names.into_pyarray(py), fused.scores.into_pyarray(py), ranks))
}

/// Rankings that lie one after another, each cut to `cap_per_arm`.
pub fn split<'a>(rows: &'a [Row], lengths: &[i64], cap_per_arm: Option<usize>) -> PyResult<Vec<&'a [Row]>> {
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
        rankings.push(rrf::cap(ranking, cap_per_arm));
        rest = after;
    }
    if rest.is_empty() {
        return Ok(rankings);
    }
    Err(InputError::new_err(format!("lengths leave {} of {} rows over", rest.len(), rows.len())))
}

/// By what candidates are cut before a rerank.
#[pyfunction]
pub fn boosted<'py>(
    py: Python<'py>,
    fused: PyReadonlyArray1<'py, f64>,
    ranks: PyReadonlyArray2<'py, i64>,
    boosts: &[u8],
    rrf_k: f64,
) -> PyResult<Bound<'py, PyArray1<f64>>> {
    let rrf_k = RrfK::new(rrf_k).map_err(to_python)?;
    cut_keys(py, &fused, &ranks, boosts, |fused, ranks, boosts| boost::boosted(fused, ranks, boosts, rrf_k))
}

/// The keys of a cut, by the formula of one fusion.
pub fn cut_keys<'py>(
    py: Python<'py>,
    fused: &PyReadonlyArray1<'py, f64>,
    ranks: &PyReadonlyArray2<'py, i64>,
    boosts: &[u8],
    formula: impl FnOnce(&[f64], &Ranks, Boosts) -> Vec<f64> + Send,
) -> PyResult<Bound<'py, PyArray1<f64>>> {
    let fused = finite("fused", fused)?;
    let (ranks, boosts) =
        (arm_ranks(ranks, Some(fused.len()))?, json::parse_object::<Boosts>("boosts", boosts)?);
    Ok(py.detach(|| formula(fused, &ranks, boosts)).into_pyarray(py))
}

/// The places of the candidates with the largest keys.
#[pyfunction]
pub fn cut<'py>(
    py: Python<'py>,
    keys: PyReadonlyArray1<'py, f64>,
    depth: i64,
) -> PyResult<Bound<'py, PyArray1<i64>>> {
    let (keys, depth) = (finite("keys", &keys)?, count("depth", depth)?);
    let places = py.detach(|| boost::cut(keys, depth));
    Ok(places_array(py, places))
}

/// The same, and behind them the others as they stand.
#[pyfunction]
pub fn cut_with_tail<'py>(
    py: Python<'py>,
    keys: PyReadonlyArray1<'py, f64>,
    depth: i64,
) -> PyResult<Bound<'py, PyArray1<i64>>> {
    let (keys, depth) = (finite("keys", &keys)?, count("depth", depth)?);
    let places = py.detach(|| boost::cut_with_tail(keys, depth));
    Ok(places_array(py, places))
}

/// What strategy boosts add after a rerank.
#[pyfunction]
pub fn strategy_boost<'py>(
    py: Python<'py>,
    ranks: PyReadonlyArray2<'py, i64>,
    boosts: &[u8],
) -> PyResult<Bound<'py, PyArray1<f64>>> {
    let (ranks, boosts) = (arm_ranks(&ranks, None)?, json::parse_object::<Boosts>("boosts", boosts)?);
    Ok(py.detach(|| boost::strategy_boost(&ranks, boosts)).into_pyarray(py))
}

fn arm_ranks(array: &PyReadonlyArray2<'_, i64>, expected: Option<usize>) -> PyResult<Ranks> {
    let ranks = ranks(array)?;
    check_arms(&ranks).map_err(to_python)?;
    if let Some(expected) = expected {
        same_length(&[("scores", expected), ("ranks", ranks.rows().count())])?;
    }
    Ok(ranks)
}
