//! Sums by row, in columns that are used again.

use parking_lot::Mutex;

use crate::ranking::Row;

/// The most columns that are kept: more searches at a time than this begin with one of their own.
const KEPT: usize = 8;

/// Sums of some rows: a dense column, and the rows in it that are not 0.
#[derive(Default)]
pub(super) struct Scores {
    of_row: Vec<f64>,
    rows: Vec<Row>,
}

impl Scores {
    /// Adds something positive.
    pub(super) fn add(&mut self, row: Row, value: f64) {
        let sum = &mut self.of_row[row as usize];
        if *sum == 0.0 {
            self.rows.push(row);
        }
        *sum += value;
    }

    /// The sum of a row, if it has one.
    pub(super) fn get(&self, row: Row) -> Option<f64> {
        self.of_row.get(row as usize).copied().filter(|sum| *sum > 0.0)
    }

    /// How many rows have a sum.
    pub(super) fn len(&self) -> usize {
        self.rows.len()
    }

    /// The rows and their sums, in the order in which they came.
    pub(super) fn iter(&self) -> impl Iterator<Item = (Row, f64)> {
        self.rows.iter().map(|row| (*row, self.of_row[*row as usize]))
    }

    /// Takes every row and its sum out.
    pub(super) fn drain(&mut self) -> impl Iterator<Item = (Row, f64)> {
        self.rows.drain(..).map(|row| (row, std::mem::take(&mut self.of_row[row as usize])))
    }
}

/// Empty columns: to clear one by its rows takes a fraction of the time that a new one of zeros does.
#[derive(Default)]
pub(super) struct Columns(Mutex<Vec<Scores>>);

impl Columns {
    /// A column of `count` rows without a sum.
    pub(super) fn take(&self, count: usize) -> Scores {
        let mut scores = self.0.lock().pop().unwrap_or_default();
        scores.of_row.resize(count, 0.0);
        scores
    }

    /// Takes a column back.
    pub(super) fn give(&self, mut scores: Scores) {
        scores.drain().for_each(drop);
        let mut kept = self.0.lock();
        if kept.len() < KEPT {
            kept.push(scores);
        }
    }
}
