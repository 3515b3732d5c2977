//! The pure stages that choose: by tags, and over a window.

use numpy::{PyArray1, PyReadonlyArray1};
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use recallcore::arms::temporal::{Dated, select_over_buckets};
use recallcore::filter::{Filter, FilterIndex, TagGroup};
use recallcore::types::MemoryKind;

use crate::arrays::{contiguous, count, dates as known_dates, finite, places_array, same_length};
use crate::errors::to_python;
use crate::json;

/// How alike two tags are.
#[pyfunction]
pub fn tag_similarity(py: Python<'_>, left: &str, right: &str) -> f64 {
    py.detach(|| recallcore::filter::tag_similarity(left, right))
}

/// Tag groups with their fuzzy leaves resolved against a vocabulary, most used first.
#[pyfunction]
pub fn resolve_tags<'py>(py: Python<'py>, groups: &[u8], vocabulary: &[u8]) -> PyResult<Bound<'py, PyBytes>> {
    let groups: Vec<TagGroup> = json::parse("groups", groups)?;
    let vocabulary: Vec<String> = json::parse("vocabulary", vocabulary)?;
    let bytes = py.detach(|| {
        let tags: Vec<&str> = vocabulary.iter().map(String::as_str).collect();
        let resolved = recallcore::filter::resolve_tags(groups, &tags).map_err(to_python)?;
        json::write(&resolved)
    })?;
    Ok(PyBytes::new(py, &bytes))
}

/// The places of the memories whose tags a filter lets through.
#[pyfunction]
pub fn admitted<'py>(py: Python<'py>, tags: &[u8], filter: &[u8]) -> PyResult<Bound<'py, PyArray1<i64>>> {
    let tags: Vec<Vec<String>> = json::parse("tags", tags)?;
    let filter: Filter = json::parse_object("filter", filter)?;
    let places = py.detach(|| {
        let mut index = FilterIndex::default();
        for (row, tags) in (0..).zip(&tags) {
            index.insert(row, MemoryKind::World, tags, 0, None);
        }
        index.allowed(&filter, &|_| None).map(|rows| rows.ones().collect::<Vec<usize>>()).map_err(to_python)
    })?;
    Ok(places_array(py, places))
}

/// The places of the most relevant rows, chosen over equal parts of a window.
#[pyfunction]
#[pyo3(signature = (relevance, dates, start, end, limit, buckets))]
pub fn select_over_window<'py>(
    py: Python<'py>,
    relevance: PyReadonlyArray1<'py, f64>,
    dates: PyReadonlyArray1<'py, i64>,
    start: i64,
    end: i64,
    limit: i64,
    buckets: i64,
) -> PyResult<Bound<'py, PyArray1<i64>>> {
    let relevances = finite("relevance", &relevance)?;
    let (limit, buckets) = (count("limit", limit)?, count("buckets", buckets)?);
    let moments = contiguous("dates", dates.as_slice())?;
    same_length(&[("relevances", relevances.len()), ("dates", moments.len())])?;
    let places = py.detach(|| {
        let pool = relevances.iter().zip(known_dates(moments));
        let pool: Vec<Dated> = pool.map(|(relevance, date)| Dated { relevance: *relevance, date }).collect();
        select_over_buckets(&pool, (start, end), limit, buckets)
    });
    Ok(places_array(py, places))
}
