//! Putting rankings together: each formula exists once, here.

pub mod auto;
pub mod boost;
pub mod interleave;
pub mod rrf;

use crate::ranking::{Row, descending};

/// Rankings put together: columns of one length, best first.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Fused {
    /// The rows, each once.
    pub rows: Vec<Row>,
    /// Their fused scores.
    pub scores: Vec<f64>,
    /// Their places in the rankings.
    pub ranks: Ranks,
}

/// For each row its place in each ranking, from 1; 0 where it is absent.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Ranks {
    width: usize,
    flat: Vec<u32>,
}

impl Ranks {
    /// Ranks that lie row after row.
    ///
    /// # Errors
    /// [`crate::Error::Input`] if they do not make up whole rows.
    pub fn from_flat(width: usize, flat: Vec<u32>) -> crate::Result<Self> {
        if flat.len().is_multiple_of(width) {
            return Ok(Self { width, flat });
        }
        let given = flat.len();
        Err(crate::Error::Input(format!("{given} ranks do not make up rows of {width}")))
    }

    /// How many rankings there are.
    pub fn width(&self) -> usize {
        self.width
    }

    /// The ranks row after row.
    pub fn flat(&self) -> &[u32] {
        &self.flat
    }

    /// The ranks of the row at `place`.
    pub fn of(&self, place: usize) -> &[u32] {
        self.flat.get(place * self.width..(place + 1) * self.width).unwrap_or_default()
    }

    /// The rows in order.
    pub fn rows(&self) -> impl Iterator<Item = &[u32]> {
        self.flat.chunks_exact(self.width.max(1))
    }
}

/// Puts rankings together: `score` says what a row is worth, given its ranks. Score descending, then row ascending.
///
/// Of a row that repeats inside one ranking the first place counts.
fn assemble(rankings: &[&[Row]], score: impl Fn(Row, &[u32]) -> f64) -> Fused {
    let Ranked { rows, ranks } = gather(rankings);
    let scores: Vec<f64> = rows.iter().zip(ranks.rows()).map(|(row, ranks)| score(*row, ranks)).collect();
    // One integer a row, for sorting is most of the work here: the score, then the row, then where both stand.
    let keys = scores.iter().zip(&rows).zip(0u32..);
    let mut order: Vec<u128> = keys
        .map(|((score, row), at)| {
            u128::from(descending(*score)) << 64 | u128::from(*row) << 32 | u128::from(at)
        })
        .collect();
    order.sort_unstable();
    let places = || order.iter().filter_map(|key| usize::try_from(key & u128::from(u32::MAX)).ok());
    let mut flat = Vec::with_capacity(ranks.flat.len());
    for place in places() {
        flat.extend_from_slice(ranks.of(place));
    }
    Fused {
        rows: places().filter_map(|place| rows.get(place).copied()).collect(),
        scores: places().filter_map(|place| scores.get(place).copied()).collect(),
        ranks: Ranks { width: ranks.width, flat },
    }
}

/// Rows with their ranks, each row once, in the order in which they are first met.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Ranked {
    rows: Vec<Row>,
    ranks: Ranks,
}

/// A table of all rows up to the largest is kept where it is at most so many times as long as the rankings.
const TABLE_SHARE: usize = 32;

fn gather(rankings: &[&[Row]]) -> Ranked {
    let count: usize = rankings.iter().map(|ranking| ranking.len()).sum();
    let largest = rankings.iter().flat_map(|ranking| ranking.iter()).max().map_or(0, |row| *row as usize);
    if largest <= count * TABLE_SHARE {
        let mut table = vec![u32::MAX; largest + 1];
        return gather_by(rankings, count, |row, next| {
            let at = table.get_mut(row as usize)?;
            if *at == u32::MAX {
                *at = next;
            }
            Some(*at)
        });
    }
    // Few rows of a large bank: their order stands for them.
    let mut known: Vec<Row> = rankings.concat();
    known.sort_unstable();
    known.dedup();
    let mut table = vec![u32::MAX; known.len()];
    gather_by(rankings, count, |row, next| {
        let at = table.get_mut(known.binary_search(&row).ok()?)?;
        if *at == u32::MAX {
            *at = next;
        }
        Some(*at)
    })
}

/// Notes every row's ranks; `number` says where a row stands, which is `next` if it is met first.
fn gather_by(rankings: &[&[Row]], count: usize, mut number: impl FnMut(Row, u32) -> Option<u32>) -> Ranked {
    let width = rankings.len();
    let mut rows = Vec::with_capacity(count);
    let mut flat = vec![0; count * width];
    for (ranking, ranked) in rankings.iter().enumerate() {
        for (rank, row) in (1..).zip(ranked.iter()) {
            let place = number(*row, next_place(&rows)).map_or(usize::MAX, |place| place as usize);
            if place == rows.len() {
                rows.push(*row);
            }
            if let Some(slot) = flat.get_mut(place.saturating_mul(width).saturating_add(ranking))
                && *slot == 0
            {
                *slot = rank;
            }
        }
    }
    flat.truncate(rows.len() * width);
    Ranked { rows, ranks: Ranks { width, flat } }
}

fn next_place(rows: &[Row]) -> u32 {
    u32::try_from(rows.len()).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn a_sparse_bank_is_gathered_like_a_dense_one(
            rankings in proptest::collection::vec(proptest::collection::vec(0u32..12, 0..15), 1..5),
        ) {
            let dense: Vec<&[Row]> = rankings.iter().map(Vec::as_slice).collect();
            let spread: Vec<Vec<Row>> = rankings.iter().map(|rows| rows.iter().map(|row| row * 300_000_000).collect()).collect();
            let sparse: Vec<&[Row]> = spread.iter().map(Vec::as_slice).collect();
            let (dense, sparse) = (gather(&dense), gather(&sparse));
            prop_assert_eq!(dense.ranks, sparse.ranks);
            let rows: Vec<Row> = dense.rows.iter().map(|row| row * 300_000_000).collect();
            prop_assert_eq!(rows, sparse.rows);
        }
    }
}
