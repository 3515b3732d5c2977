//! Reciprocal rank fusion: s(row) = Σ over rankings of 1 / (k + rank).
//!
//! Source: G. V. Cormack, C. L. A. Clarke, S. Büttcher, "Reciprocal Rank Fusion outperforms Condorcet and
//! individual Rank Learning Methods", SIGIR 2009, <https://doi.org/10.1145/1571941.1572114>. Ranks start at 1.
//! Only ranks leave a ranking, so scores on different scales never meet.

use serde::Deserialize;

use super::{Fused, assemble};
use crate::ranking::Row;
use crate::{Error, Result};

/// The paper's k, which damps the lead of the first ranks: finite and above 0. Default 60, the paper's.
#[derive(Debug, Clone, Copy, PartialEq, Deserialize)]
#[serde(try_from = "f64")]
pub struct RrfK(f64);

impl TryFrom<f64> for RrfK {
    type Error = Error;

    fn try_from(rrf_k: f64) -> Result<Self> {
        Self::new(rrf_k)
    }
}

impl RrfK {
    /// Checks k.
    ///
    /// # Errors
    /// [`Error::Config`] if `rrf_k` is not a finite number above 0.
    pub fn new(rrf_k: f64) -> Result<Self> {
        if rrf_k.is_finite() && rrf_k > 0.0 {
            Ok(Self(rrf_k))
        } else {
            Err(Error::Config(format!("rrf_k must be a finite number above 0, given {rrf_k}")))
        }
    }

    /// What one place in one ranking adds; `rank` is from 1 and may be a fraction, as that of a boosted arm.
    /// The formula stands here and nowhere else.
    pub fn reciprocal(self, rank: f64) -> f64 {
        1.0 / (self.0 + rank)
    }

    /// The same as a share of what the first place adds: 1 for rank 1, and less the deeper.
    ///
    /// ```
    /// use recallcore::fusion::rrf::RrfK;
    ///
    /// let rrf_k = RrfK::new(1.0)?;
    /// assert_eq!([rrf_k.share(1.0), rrf_k.share(3.0)], [1.0, 0.5]);
    /// # Ok::<(), recallcore::Error>(())
    /// ```
    pub fn share(self, rank: f64) -> f64 {
        self.reciprocal(rank) / self.reciprocal(1.0)
    }
}

impl Default for RrfK {
    fn default() -> Self {
        Self(60.0)
    }
}

/// Keeps the first `cap_per_ranking` of a ranking, or all of it without a cap. Ranks do not change.
///
/// ```
/// use recallcore::fusion::rrf::cap;
///
/// assert_eq!(cap(&[4, 5, 6], Some(2)), [4, 5]);
/// assert_eq!(cap(&[4, 5, 6], None), [4, 5, 6]);
/// ```
pub fn cap<T>(ranking: &[T], cap_per_ranking: Option<usize>) -> &[T] {
    cap_per_ranking.and_then(|most| ranking.get(..most)).unwrap_or(ranking)
}

/// Fuses any number of rankings (best first), added in the order given.
///
/// Ordered by fused score descending, then row ascending. What did not run is an empty ranking. Of a row that
/// repeats inside one ranking the first place counts; the places behind it keep their ranks.
///
/// ```
/// use recallcore::fusion::rrf::{RrfK, fuse};
///
/// // Row 2 is second in the first ranking and first in the second: 1/(60+2) + 1/(60+1).
/// let fused = fuse(&[&[1, 2], &[2]], RrfK::default());
/// assert_eq!(fused.rows, [2, 1]);
/// assert_eq!(fused.scores, [1.0 / 62.0 + 1.0 / 61.0, 1.0 / 61.0]);
/// assert_eq!(fused.ranks.of(0), [2, 1]);
/// assert_eq!(fused.ranks.of(1), [1, 0]);
/// ```
pub fn fuse(rankings: &[&[Row]], rrf_k: RrfK) -> Fused {
    // Floating addition depends on the order: a row's ranks are added in the order of the rankings.
    assemble(rankings, |_, ranks| {
        let present = ranks.iter().filter(|rank| **rank > 0);
        present.fold(0.0, |sum, rank| sum + rrf_k.reciprocal(f64::from(*rank)))
    })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use proptest::prelude::*;

    fn fuse_lists(rankings: &[Vec<Row>], rrf_k: f64) -> Fused {
        let slices: Vec<&[Row]> = rankings.iter().map(Vec::as_slice).collect();
        fuse(&slices, RrfK::new(rrf_k).unwrap())
    }

    fn pairs(fused: &Fused) -> Vec<(Row, u64)> {
        fused.rows.iter().copied().zip(fused.scores.iter().map(|score| score.to_bits())).collect()
    }

    /// The definition: add list by list into a map, then order.
    fn naive(rankings: &[Vec<Row>], rrf_k: f64) -> Vec<(Row, u64)> {
        let mut scores: BTreeMap<Row, f64> = BTreeMap::new();
        for ranking in rankings {
            let mut seen = Vec::new();
            for (rank, row) in (1u32..).zip(ranking) {
                if !seen.contains(row) {
                    seen.push(*row);
                    *scores.entry(*row).or_insert(0.0) += 1.0 / (rrf_k + f64::from(rank));
                }
            }
        }
        let mut fused: Vec<(Row, f64)> = scores.into_iter().collect();
        fused.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
        fused.into_iter().map(|(row, score)| (row, score.to_bits())).collect()
    }

    #[test]
    fn four_arms_give_the_reference_values() {
        let fused = fuse_lists(&[vec![0, 1, 2], vec![2, 3], vec![1, 4], vec![4, 0]], 60.0);
        let tie = 0.032_522_474_881_015_34;
        assert_eq!(fused.rows, [0, 1, 4, 2, 3]);
        assert_eq!(fused.scores, [tie, tie, tie, 0.032_266_458_495_966_696, 0.016_129_032_258_064_516]);
        assert_eq!(
            fused.ranks.rows().collect::<Vec<_>>(),
            [[1, 0, 0, 2], [2, 0, 1, 0], [0, 0, 2, 1], [3, 1, 0, 0], [0, 2, 0, 0]]
        );
    }

    #[test]
    fn first_place_of_a_repeated_row_counts_and_later_ranks_stay() {
        let fused = fuse(&[&[5, 5, 6]], RrfK::default());
        assert_eq!((fused.rows, fused.scores), (vec![5, 6], vec![1.0 / 61.0, 1.0 / 63.0]));
    }

    #[test]
    fn no_ranking_gives_no_row() {
        assert_eq!(fuse(&[], RrfK::default()).rows, [0; 0]);
        assert_eq!(fuse(&[&[], &[]], RrfK::default()).rows, [0; 0]);
    }

    #[test]
    fn cap_keeps_the_head() {
        assert_eq!(cap(&[1, 2, 3], Some(2)), [1, 2]);
        assert_eq!(cap(&[1, 2, 3], Some(9)), [1, 2, 3]);
        assert_eq!(cap(&[1, 2, 3], Some(0)), [0; 0]);
        assert_eq!(cap(&[1, 2, 3], None), [1, 2, 3]);
    }

    #[test]
    fn rrf_k_out_of_range_is_refused() {
        for bad in [0.0, -1.0, f64::NAN, f64::INFINITY] {
            assert!(RrfK::new(bad).is_err(), "{bad}");
        }
        assert_eq!(RrfK::new(60.0).unwrap(), RrfK::default());
    }

    fn ranking() -> impl Strategy<Value = Vec<Row>> {
        proptest::collection::vec(0u32..12, 0..15)
    }

    proptest! {
        #[test]
        fn equals_the_naive_sum_bit_for_bit(rankings in proptest::collection::vec(ranking(), 0..7), rrf_k in 0.5f64..99.0) {
            prop_assert_eq!(pairs(&fuse_lists(&rankings, rrf_k)), naive(&rankings, rrf_k));
        }

        #[test]
        fn ranks_are_the_first_places(rankings in proptest::collection::vec(ranking(), 1..5)) {
            let fused = fuse_lists(&rankings, 60.0);
            for (row, ranks) in fused.rows.iter().zip(fused.ranks.rows()) {
                for (ranking, rank) in rankings.iter().zip(ranks) {
                    let first = ranking.iter().position(|other| other == row).map_or(0, |place| place + 1);
                    prop_assert_eq!(first, *rank as usize);
                }
            }
        }

        #[test]
        fn empty_ranking_equals_an_absent_one(rankings in proptest::collection::vec(ranking(), 1..5), at in 0usize..5) {
            let mut with_empty = rankings.clone();
            with_empty.insert(at.min(rankings.len()), Vec::new());
            prop_assert_eq!(pairs(&fuse_lists(&with_empty, 60.0)), pairs(&fuse_lists(&rankings, 60.0)));
        }
    }
}
