//! Interleaving: each ranking's first, then each ranking's second, and so on.
//!
//! Reciprocal rank fusion rewards agreement, and so can bury what one ranking alone puts first. A search for the
//! twin of a new memory wants exactly that one: here whatever any ranking puts first stands in front.

use super::{Fused, assemble};
use crate::ranking::Row;

/// Interleaves rankings (best first) in the order given; a row counts where it is met first.
///
/// The score of the row at place i of n is n − i, so that scores fall by one from n to 1. Of a row that repeats
/// inside one ranking the first place counts.
///
/// ```
/// use recallcore::fusion::interleave::interleave;
///
/// let fused = interleave(&[&[10, 11, 12], &[20, 10], &[30]]);
/// assert_eq!(fused.rows, [10, 20, 30, 11, 12]);
/// assert_eq!(fused.scores, [5.0, 4.0, 3.0, 2.0, 1.0]);
/// assert_eq!(fused.ranks.of(0), [1, 2, 0]);
/// ```
#[expect(clippy::cast_precision_loss, reason = "a place in a ranking is far below 2^53")]
pub fn interleave(rankings: &[&[Row]]) -> Fused {
    let width = rankings.len() as f64;
    // Where a row is met first: round by round, and within a round in the order of the rankings.
    let mut fused = assemble(rankings, |_, ranks| {
        let met = ranks.iter().zip(0u32..).filter(|(rank, _)| **rank > 0);
        let places = met.map(|(rank, ranking)| f64::from(*rank) * width + f64::from(ranking));
        -places.fold(f64::INFINITY, f64::min)
    });
    let count = fused.rows.len();
    fused.scores = (0..count).map(|place| (count - place) as f64).collect();
    fused
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The definition: walk round by round, take what is not there yet.
    fn naive(rankings: &[Vec<u32>]) -> Vec<u32> {
        let mut rows = Vec::new();
        for place in 0..rankings.iter().map(Vec::len).max().unwrap_or(0) {
            for row in rankings.iter().filter_map(|ranking| ranking.get(place)) {
                if !rows.contains(row) {
                    rows.push(*row);
                }
            }
        }
        rows
    }

    #[test]
    fn what_a_ranking_puts_first_is_never_buried() {
        // Row 9 is first in one ranking alone; rows 1 and 2 are second and third in all.
        let fused = interleave(&[&[9, 1, 2], &[3, 1, 2], &[4, 1, 2], &[5, 1, 2]]);
        assert_eq!(fused.rows, [9, 3, 4, 5, 1, 2]);
    }

    #[test]
    fn nothing_interleaves_to_nothing() {
        assert_eq!(interleave(&[]).rows, [0; 0]);
        assert_eq!(interleave(&[&[], &[]]).rows, [0; 0]);
    }

    proptest! {
        #[test]
        #[expect(clippy::cast_precision_loss, reason = "a few dozen")]
        fn equals_the_naive_walk(rankings in proptest::collection::vec(proptest::collection::vec(0u32..12, 0..15), 0..6)) {
            let slices: Vec<&[u32]> = rankings.iter().map(Vec::as_slice).collect();
            let fused = interleave(&slices);
            prop_assert_eq!(&fused.rows, &naive(&rankings));
            let falling: Vec<f64> = (1..=fused.rows.len()).rev().map(|score| score as f64).collect();
            prop_assert_eq!(fused.scores, falling);
        }
    }
}
