//! The rows that share one value: a short sorted list while they are few, a bitmap once they are many.
//!
//! A list of every row that carries a tag makes a common tag slow to change, and a bitmap for each tag
//! makes a million rare tags heavy. Switching at one row in thirty-two, where both take the same space,
//! keeps each change cheap and each posting no larger than a list.

use serde::{Deserialize, Serialize};

use crate::ranking::{Row, RowSet};

/// Below this many rows a list is always used.
const MIN_DENSE_ROWS: usize = 64;
/// One row in so many makes a bitmap as small as a list of 32-bit rows.
const DENSE_SHARE: usize = 32;
/// A bitmap turns back into a list only when this sparse, so that no row makes it flip at each change.
const SPARSE_SHARE: usize = 128;

/// A set of rows; iterated ascending, or from the latest row down.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub(crate) struct RowPosting(Shape);

#[derive(Debug, Clone, Serialize, Deserialize)]
enum Shape {
    /// Ascending.
    List(Vec<Row>),
    /// The set and how many rows it holds.
    Bitmap(RowSet, usize),
}

impl Default for Shape {
    fn default() -> Self {
        Self::List(Vec::new())
    }
}

/// The row of a bit. Bits come from rows, so that the conversion cannot fail.
pub(crate) fn row_at(bit: usize) -> Row {
    debug_assert!(Row::try_from(bit).is_ok());
    Row::try_from(bit).unwrap_or(Row::MAX)
}

impl RowPosting {
    /// Adds `row`, if absent.
    pub(crate) fn insert(&mut self, row: Row) {
        match &mut self.0 {
            Shape::List(rows) => match rows.last() {
                Some(last) if *last >= row => {
                    if let Err(place) = rows.binary_search(&row) {
                        rows.insert(place, row);
                    }
                }
                Some(_) | None => rows.push(row),
            },
            Shape::Bitmap(set, count) => {
                if !set.contains(row as usize) {
                    set.grow_and_insert(row as usize);
                    *count += 1;
                }
            }
        }
        self.reshape();
    }

    /// Takes `row` out, if present.
    pub(crate) fn remove(&mut self, row: Row) {
        match &mut self.0 {
            Shape::List(rows) => {
                if let Ok(place) = rows.binary_search(&row) {
                    rows.remove(place);
                }
            }
            Shape::Bitmap(set, count) => {
                if set.contains(row as usize) {
                    set.remove(row as usize);
                    *count -= 1;
                }
            }
        }
        self.reshape();
    }

    fn reshape(&mut self) {
        match &self.0 {
            Shape::List(rows) => {
                let span = rows.last().map_or(0, |last| *last as usize + 1);
                if rows.len() >= MIN_DENSE_ROWS && rows.len() * DENSE_SHARE >= span {
                    let mut set = RowSet::with_capacity(span);
                    for row in rows {
                        set.insert(*row as usize);
                    }
                    self.0 = Shape::Bitmap(set, rows.len());
                }
            }
            Shape::Bitmap(set, count) => {
                if *count < MIN_DENSE_ROWS / 2 || *count * SPARSE_SHARE < set.len() {
                    self.0 = Shape::List(set.ones().map(row_at).collect());
                }
            }
        }
    }

    /// How many rows there are.
    pub(crate) fn len(&self) -> usize {
        match &self.0 {
            Shape::List(rows) => rows.len(),
            Shape::Bitmap(_, count) => *count,
        }
    }

    /// Whether there is no row.
    pub(crate) fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Calls `visit` with each row, ascending.
    pub(crate) fn for_each(&self, mut visit: impl FnMut(Row)) {
        match &self.0 {
            Shape::List(rows) => rows.iter().copied().for_each(visit),
            Shape::Bitmap(set, _) => set.ones().for_each(|bit| visit(row_at(bit))),
        }
    }

    /// Adds every row to `set`.
    pub(crate) fn add_to(&self, set: &mut RowSet) {
        match &self.0 {
            Shape::List(rows) => rows.iter().for_each(|row| set.grow_and_insert(*row as usize)),
            Shape::Bitmap(own, _) => set.union_with(own),
        }
    }

    /// Leaves in `set` only the rows that are here too.
    pub(crate) fn narrow(&self, set: &mut RowSet) {
        match &self.0 {
            Shape::List(rows) => {
                let kept: Vec<usize> =
                    rows.iter().map(|row| *row as usize).filter(|row| set.contains(*row)).collect();
                set.clear();
                for row in kept {
                    set.insert(row);
                }
            }
            Shape::Bitmap(own, _) => set.intersect_with(own),
        }
    }

    /// Calls `visit` with the latest rows that are in `pool`, highest first, at most `limit` of them.
    ///
    /// A bitmap is met with the pool word by word, so that a hub costs little even when the pool holds
    /// few of its rows.
    pub(crate) fn latest_in(&self, pool: &RowSet, limit: usize, mut visit: impl FnMut(Row)) {
        match &self.0 {
            Shape::List(rows) => {
                rows.iter()
                    .rev()
                    .filter(|row| pool.contains(**row as usize))
                    .take(limit)
                    .for_each(|row| visit(*row));
            }
            Shape::Bitmap(set, _) => {
                let mut left = limit;
                for (place, (own, other)) in set.as_slice().iter().zip(pool.as_slice()).enumerate().rev() {
                    let mut word = own & other;
                    while word != 0 && left > 0 {
                        let bit = word.ilog2() as usize;
                        visit(row_at(place * usize::BITS as usize + bit));
                        word &= !(1 << bit);
                        left -= 1;
                    }
                    if left == 0 {
                        return;
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn posting_equals_an_ordered_set(
            changes in prop_oneof![Just(150u32), Just(1_500), Just(9_000)].prop_flat_map(|span| {
                proptest::collection::vec((proptest::bool::weighted(0.7), 0..span), 0..600)
            }),
            pool in proptest::collection::vec(any::<bool>(), 0..9_000),
            limit in 0usize..90,
        ) {
            let mut posting = RowPosting::default();
            let mut oracle = BTreeSet::new();
            for (add, row) in changes {
                if add { posting.insert(row); oracle.insert(row); } else { posting.remove(row); oracle.remove(&row); }
                prop_assert_eq!(posting.len(), oracle.len());
            }
            let mut all = Vec::new();
            posting.for_each(|row| all.push(row));
            prop_assert!(all.iter().eq(&oracle));

            let pool: RowSet = pool.iter().enumerate().filter(|(_, inside)| **inside).map(|(row, _)| row).collect();
            let mut latest = Vec::new();
            posting.latest_in(&pool, limit, |row| latest.push(row));
            let expected: Vec<Row> =
                oracle.iter().rev().copied().filter(|row| pool.contains(*row as usize)).take(limit).collect();
            prop_assert_eq!(latest, expected);

            let mut narrowed = pool.clone();
            posting.narrow(&mut narrowed);
            prop_assert!(narrowed.ones().eq(pool.ones().filter(|row| oracle.contains(&row_at(*row)))));
            let mut wider = pool.clone();
            posting.add_to(&mut wider);
            let union: BTreeSet<usize> = pool.ones().chain(oracle.iter().map(|row| *row as usize)).collect();
            prop_assert!(wider.ones().eq(union));
        }
    }

    #[test]
    fn a_common_value_becomes_a_bitmap_and_a_rare_one_stays_a_list() {
        let mut common = RowPosting::default();
        (0..1_000).for_each(|row| common.insert(row));
        assert!(matches!(common.0, Shape::Bitmap(_, 1_000)));
        (10..1_000).for_each(|row| common.remove(row));
        assert!(matches!(common.0, Shape::List(_)));
        let mut rare = RowPosting::default();
        (0..1_000).for_each(|row| rare.insert(row * 1_000));
        assert!(matches!(rare.0, Shape::List(_)));
    }
}
