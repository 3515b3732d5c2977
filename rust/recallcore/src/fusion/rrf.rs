//! Reciprocal rank fusion: s(row) = Σ over rankings of 1 / (k + rank).
//!
//! Source: G. V. Cormack, C. L. A. Clarke, S. Büttcher, "Reciprocal Rank Fusion outperforms Condorcet and
//! individual Rank Learning Methods", SIGIR 2009, <https://doi.org/10.1145/1571941.1572114>. Ranks start at 1.
//! Only ranks leave a ranking, so scores on different scales never meet.

use crate::ranking::{ArmId, Hit, Row};
use crate::{Error, Result};

/// The paper's k, which damps the lead of the first ranks: finite and above 0. Default 60, the paper's.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RrfK(f64);

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

    /// The number.
    pub fn get(self) -> f64 {
        self.0
    }

    /// What one place in one ranking adds; `rank` is from 1 and may be a fraction, as that of a boosted arm.
    /// The formula stands here and nowhere else.
    pub fn reciprocal(self, rank: f64) -> f64 {
        1.0 / (self.0 + rank)
    }
}

impl Default for RrfK {
    fn default() -> Self {
        Self(60.0)
    }
}

/// A row with its fused score, from any number of rankings.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct FusedRow<K> {
    /// The row.
    pub row: K,
    /// The sum of its reciprocal ranks.
    pub fused_score: f64,
}

/// Where an arm put a memory.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ArmPlace {
    /// From 1.
    pub rank: u32,
    /// On the arm's own scale.
    pub arm_score: f64,
}

/// A memory with its fused score and the evidence of each arm.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Fused {
    /// The memory's row.
    pub row: Row,
    /// The sum of its reciprocal ranks, added in arm order.
    pub fused_score: f64,
    /// One an arm, by [`ArmId::column`]; nothing where the arm did not find the memory.
    pub places: [Option<ArmPlace>; ArmId::ALL.len()],
}

/// One place of one row: the column that fusion sorts.
#[derive(Debug, Clone, Copy)]
struct Place<K> {
    row: K,
    ranking: usize,
    rank: u32,
    arm_score: f64,
}

/// Keeps the first `cap_per_arm` of a ranking, or all of it without a cap. Ranks do not change.
pub fn cap<T>(ranking: &[T], cap_per_arm: Option<usize>) -> &[T] {
    cap_per_arm.and_then(|most| ranking.get(..most)).unwrap_or(ranking)
}

/// Fuses the arms' rankings (best first, one an arm, by [`ArmId::column`]) and keeps each arm's evidence.
///
/// Ordered by fused score descending, then row ascending. An arm that did not run is an empty ranking. Of a row
/// that repeats inside one ranking the first place counts; the places behind it keep their ranks.
pub fn fuse(rankings: [&[Hit]; ArmId::ALL.len()], rrf_k: RrfK) -> Vec<Fused> {
    let places = gather(rankings.iter().map(|ranking| ranking.iter().map(|hit| (hit.row, hit.arm_score))));
    let by_row = places.chunk_by(|left, right| left.row == right.row);
    let mut fused: Vec<Fused> = by_row.filter_map(|row_places| fold_arms(row_places, rrf_k)).collect();
    fused.sort_unstable_by(|a, b| b.fused_score.total_cmp(&a.fused_score).then(a.row.cmp(&b.row)));
    fused
}

/// Fuses any number of rankings of plain keys (best first), added in the order given.
///
/// Order, empty rankings and repeats as in [`fuse`].
///
/// ```
/// use recallcore::fusion::rrf::{RrfK, fuse_rows};
///
/// let fused = fuse_rows(&[&[1, 2], &[2]], RrfK::default());
/// assert_eq!(fused[0].row, 2);
/// assert_eq!(fused[0].fused_score, 1.0 / 62.0 + 1.0 / 61.0);
/// ```
pub fn fuse_rows<K: Ord + Copy>(rankings: &[&[K]], rrf_k: RrfK) -> Vec<FusedRow<K>> {
    let places = gather(rankings.iter().map(|ranking| ranking.iter().map(|&row| (row, 0.0))));
    let by_row = places.chunk_by(|left, right| left.row == right.row);
    let mut fused: Vec<FusedRow<K>> = by_row
        .filter_map(|row_places| {
            let row = row_places.first()?.row;
            Some(FusedRow { row, fused_score: fused_score(row_places, rrf_k) })
        })
        .collect();
    fused.sort_unstable_by(|a, b| b.fused_score.total_cmp(&a.fused_score).then(a.row.cmp(&b.row)));
    fused
}

/// Every place of every row, by row, then ranking; the first place alone of a row that repeats in a ranking.
fn gather<K: Ord + Copy>(rankings: impl Iterator<Item = impl Iterator<Item = (K, f64)>>) -> Vec<Place<K>> {
    let mut places = Vec::new();
    for (ranking, rows) in rankings.enumerate() {
        places.extend((1..).zip(rows).map(|(rank, (row, arm_score))| Place {
            row,
            ranking,
            rank,
            arm_score,
        }));
    }
    places.sort_unstable_by_key(|place| (place.row, place.ranking, place.rank));
    places.dedup_by(|next, first| next.row == first.row && next.ranking == first.ranking);
    places
}

/// The sum over a row's places, in the order of the rankings: floating addition depends on it.
fn fused_score<K>(row_places: &[Place<K>], rrf_k: RrfK) -> f64 {
    row_places.iter().fold(0.0, |sum, place| sum + rrf_k.reciprocal(f64::from(place.rank)))
}

fn fold_arms(row_places: &[Place<Row>], rrf_k: RrfK) -> Option<Fused> {
    let row = row_places.first()?.row;
    let mut fused =
        Fused { row, fused_score: fused_score(row_places, rrf_k), places: [None; ArmId::ALL.len()] };
    for place in row_places {
        *fused.places.get_mut(place.ranking)? =
            Some(ArmPlace { rank: place.rank, arm_score: place.arm_score });
    }
    Some(fused)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use proptest::prelude::*;

    fn hits(rows: &[Row]) -> Vec<Hit> {
        rows.iter().map(|&row| Hit { row, arm_score: f64::from(1000 - row) }).collect()
    }

    fn fuse_lists(arms: &[Vec<Row>; 4]) -> Vec<Fused> {
        let lists = arms.each_ref().map(|rows| hits(rows));
        fuse(lists.each_ref().map(Vec::as_slice), RrfK::default())
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
        let fused = fuse_lists(&[vec![0, 1, 2], vec![2, 3], vec![1, 4], vec![4, 0]]);
        let pairs: Vec<(Row, f64)> = fused.iter().map(|memory| (memory.row, memory.fused_score)).collect();
        let tie = 0.032_522_474_881_015_34;
        let expected =
            [(0, tie), (1, tie), (4, tie), (2, 0.032_266_458_495_966_696), (3, 0.016_129_032_258_064_516)];
        assert_eq!(pairs, expected);
    }

    #[test]
    fn evidence_holds_rank_and_score_of_each_arm_that_found_the_memory() {
        let fused = fuse_lists(&[vec![7, 8], vec![], vec![8], vec![]]);
        let first = fused.first().unwrap();
        assert_eq!(first.row, 8);
        assert_eq!(first.places[ArmId::Semantic.column()], Some(ArmPlace { rank: 2, arm_score: 992.0 }));
        assert_eq!(first.places[ArmId::Keyword.column()], None);
        assert_eq!(first.places[ArmId::Graph.column()], Some(ArmPlace { rank: 1, arm_score: 992.0 }));
    }

    #[test]
    fn first_place_of_a_repeated_row_counts_and_later_ranks_stay() {
        let fused = fuse_rows(&[&[5, 5, 6]], RrfK::default());
        let pairs: Vec<(i64, f64)> = fused.iter().map(|row| (row.row, row.fused_score)).collect();
        assert_eq!(pairs, [(5, 1.0 / 61.0), (6, 1.0 / 63.0)]);
    }

    #[test]
    fn no_ranking_gives_no_row() {
        assert_eq!(fuse_rows::<Row>(&[], RrfK::default()), []);
        assert_eq!(fuse_rows::<Row>(&[&[], &[]], RrfK::default()), []);
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
            let slices: Vec<&[Row]> = rankings.iter().map(Vec::as_slice).collect();
            let fused = fuse_rows(&slices, RrfK::new(rrf_k).unwrap());
            let pairs: Vec<(Row, u64)> = fused.iter().map(|row| (row.row, row.fused_score.to_bits())).collect();
            prop_assert_eq!(pairs, naive(&rankings, rrf_k));
        }

        #[test]
        fn four_arms_equal_plain_rows(arms in proptest::array::uniform4(ranking())) {
            let slices: Vec<&[Row]> = arms.iter().map(Vec::as_slice).collect();
            let plain = fuse_rows(&slices, RrfK::default());
            let fused = fuse_lists(&arms);
            let pairs: Vec<FusedRow<Row>> =
                fused.iter().map(|memory| FusedRow { row: memory.row, fused_score: memory.fused_score }).collect();
            prop_assert_eq!(pairs, plain);
        }

        #[test]
        fn rescaling_an_arms_scores_changes_nothing_but_the_evidence(rows in ranking(), others in ranking(), scale in 0.001f64..1000.0) {
            let (semantic, keyword) = (hits(&rows), hits(&others));
            let scaled: Vec<Hit> = semantic.iter().map(|hit| Hit { arm_score: hit.arm_score * scale - 3.0, ..*hit }).collect();
            let plain = fuse([&semantic, &keyword, &[], &[]], RrfK::default());
            let rescaled = fuse([&scaled, &keyword, &[], &[]], RrfK::default());
            let outcome = |fused: &[Fused]| -> Vec<(Row, u64)> {
                fused.iter().map(|memory| (memory.row, memory.fused_score.to_bits())).collect()
            };
            prop_assert_eq!(outcome(&plain), outcome(&rescaled));
        }

        #[test]
        fn empty_ranking_equals_an_absent_one(rankings in proptest::collection::vec(ranking(), 1..5), at in 0usize..5) {
            let absent: Vec<&[Row]> = rankings.iter().map(Vec::as_slice).collect();
            let mut empty = absent.clone();
            empty.insert(at.min(absent.len()), &[]);
            prop_assert_eq!(fuse_rows(&empty, RrfK::default()), fuse_rows(&absent, RrfK::default()));
        }
    }
}
