//! Checks on arrays that come in: what `_seam.py` makes right is proved right here.

use numpy::ndarray::Array2;
use numpy::{IntoPyArray, PyArray1, PyArray2, PyReadonlyArray1, PyReadonlyArray2, PyUntypedArrayMethods};
use pyo3::prelude::*;
use recallcore::arms::semantic::Facet;
use recallcore::fusion::Ranks;
use recallcore::ranking::Row;
use recallcore::types::Micros;

use crate::errors::InputError;

/// A date that is not known, as numpy's `NaT`.
const MISSING: i64 = i64::MIN;

/// A numpy array's values, or a clear error when they do not lie one after the other.
pub fn contiguous<'a, T, E>(what: &str, slice: Result<&'a [T], E>) -> PyResult<&'a [T]> {
    slice.map_err(|_| {
        InputError::new_err(format!("{what} is not C-contiguous, expected values in row-major order"))
    })
}

/// A count that a caller gave, or a clear error when it is negative.
pub fn count(what: &str, given: i64) -> PyResult<usize> {
    usize::try_from(given)
        .map_err(|_| InputError::new_err(format!("{what} must be at least 0, given {given}")))
}

/// Numbers that can be calculated with and ordered, or a clear error.
pub fn finite<'a>(what: &str, array: &'a PyReadonlyArray1<'_, f64>) -> PyResult<&'a [f64]> {
    let values = contiguous(what, array.as_slice())?;
    match values.iter().find(|value| !value.is_finite()) {
        None => Ok(values),
        Some(value) => Err(InputError::new_err(format!("{what} holds {value}, expected finite numbers"))),
    }
}

/// An array of places as unsigned numbers; absent is empty.
pub fn places(what: &str, array: Option<&PyReadonlyArray1<'_, i64>>) -> PyResult<Vec<usize>> {
    let Some(array) = array else {
        return Ok(Vec::new());
    };
    let values = contiguous(what, array.as_slice())?;
    values.iter().map(|place| count(&format!("a place in {what}"), *place)).collect()
}

/// An array of facets by their numbers; absent is empty.
pub fn facets(what: &str, array: Option<&PyReadonlyArray1<'_, i64>>) -> PyResult<Vec<Facet>> {
    let Some(array) = array else {
        return Ok(Vec::new());
    };
    let facet = |number: &i64| {
        let unknown = || InputError::new_err(format!("{what} holds {number}, expected facets from 0 to 255"));
        u8::try_from(*number).map(Facet).map_err(|_| unknown())
    };
    contiguous(what, array.as_slice())?.iter().map(facet).collect()
}

/// Dates with [`MISSING`] as none.
pub fn dates(values: &[i64]) -> impl Iterator<Item = Option<Micros>> {
    values.iter().map(|date| (*date != MISSING).then_some(*date))
}

/// Checks that columns are of one length.
pub fn same_length(columns: &[(&str, usize)]) -> PyResult<()> {
    let Some((_, expected)) = columns.first() else { return Ok(()) };
    if columns.iter().all(|(_, length)| length == expected) {
        return Ok(());
    }
    let given: Vec<String> = columns.iter().map(|(name, length)| format!("{length} {name}")).collect();
    Err(InputError::new_err(format!("{} were given, expected the same number of each", given.join(", "))))
}

/// Ranks of shape (memories, arms), 0 for absent.
pub fn ranks(array: &PyReadonlyArray2<'_, i64>) -> PyResult<Ranks> {
    let values = contiguous("ranks", array.as_slice())?;
    if let Some(rank) = values.iter().find(|rank| !(0..=i64::from(u32::MAX)).contains(*rank)) {
        return Err(InputError::new_err(format!("ranks holds {rank}, expected 0 to 4,294,967,295")));
    }
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "checked above")]
    let flat = values.iter().map(|rank| *rank as u32).collect();
    Ranks::from_flat(array.shape()[1], flat).map_err(crate::errors::to_python)
}

/// Ranks as an array of shape (memories, rankings).
pub fn ranks_array<'py>(py: Python<'py>, ranks: &Ranks) -> PyResult<Bound<'py, PyArray2<i64>>> {
    let flat: Vec<i64> = ranks.flat().iter().copied().map(i64::from).collect();
    let rows = flat.len().checked_div(ranks.width()).unwrap_or(0);
    let array = Array2::from_shape_vec((rows, ranks.width()), flat)
        .map_err(|error| InputError::new_err(error.to_string()))?;
    Ok(array.into_pyarray(py))
}

/// Places as an array.
pub fn places_array(py: Python<'_>, places: Vec<usize>) -> Bound<'_, PyArray1<i64>> {
    let places: Vec<i64> = places.into_iter().map(|place| i64::try_from(place).unwrap_or(i64::MAX)).collect();
    places.into_pyarray(py)
}

/// Integers of a caller's as rows of ours, order kept.
pub struct RowNames {
    /// One a given integer, in the order given.
    pub rows: Vec<Row>,
    /// The integers by row, ascending; absent where row and integer are the same.
    names: Option<Vec<i64>>,
}

impl RowNames {
    /// Numbers the integers; those that are rows already stay themselves.
    pub fn of(integers: &[i64]) -> PyResult<Self> {
        if integers.iter().all(|integer| (0..=i64::from(Row::MAX)).contains(integer)) {
            #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "checked above")]
            let rows = integers.iter().map(|integer| *integer as Row).collect();
            return Ok(Self { rows, names: None });
        }
        let mut names = integers.to_vec();
        names.sort_unstable();
        names.dedup();
        let unknown = || InputError::new_err("rows are too many to be numbered");
        let row =
            |integer: &i64| names.binary_search(integer).ok().and_then(|place| Row::try_from(place).ok());
        let rows =
            integers.iter().map(|integer| row(integer).ok_or_else(unknown)).collect::<PyResult<_>>()?;
        Ok(Self { rows, names: Some(names) })
    }

    /// The caller's integers of these rows.
    pub fn named(&self, rows: &[Row]) -> Vec<i64> {
        let name = |row: Row| match &self.names {
            None => i64::from(row),
            Some(names) => names.get(row as usize).copied().unwrap_or_default(),
        };
        rows.iter().map(|row| name(*row)).collect()
    }
}
