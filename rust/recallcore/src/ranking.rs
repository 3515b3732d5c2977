//! The arms' names, their ranked hits, and the one total order that every ranked list and every cut uses.

use std::cmp::Ordering;

use serde::{Deserialize, Serialize};

/// A memory's dense place in the in-memory indexes. Rows ascend with the memory's sequence number,
/// and a replaced memory keeps its row, so that "row ascending" is the tie rule everywhere.
pub type Row = u32;

/// A set of rows; rows at or past its length are not in it.
pub type RowSet = fixedbitset::FixedBitSet;

/// One way to retrieve. The order of the variants is the order in which fusion adds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ArmId {
    /// Nearness of meaning: vectors.
    Semantic,
    /// Shared words: BM25.
    Keyword,
    /// Shared entities, near neighbours and causes of the semantic seeds.
    Graph,
    /// Dated inside the window asked for.
    Temporal,
}

impl ArmId {
    /// Every arm, in fusion order.
    pub const ALL: [Self; 4] = [Self::Semantic, Self::Keyword, Self::Graph, Self::Temporal];

    /// The arm's public name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Semantic => "semantic",
            Self::Keyword => "keyword",
            Self::Graph => "graph",
            Self::Temporal => "temporal",
        }
    }

    /// The arm's place in [`Self::ALL`], for columns kept one an arm.
    pub fn column(self) -> usize {
        match self {
            Self::Semantic => 0,
            Self::Keyword => 1,
            Self::Graph => 2,
            Self::Temporal => 3,
        }
    }
}

/// One memory that an arm found, with the arm's own score (higher is better; scales differ between arms).
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Hit {
    /// The memory's row.
    pub row: Row,
    /// The arm's own score; finite.
    pub arm_score: f64,
}

/// The total order: score descending by `total_cmp`, then row ascending.
pub fn by_score_then_row(left: &Hit, right: &Hit) -> Ordering {
    right.arm_score.total_cmp(&left.arm_score).then(left.row.cmp(&right.row))
}

/// A score as an integer that ascends while the score descends by `total_cmp`: integers sort in half the time.
pub fn descending(score: f64) -> u64 {
    let bits = score.to_bits();
    // Negative numbers lie in reverse: all their bits are turned; of the others only the sign.
    let ascending = if bits >> 63 == 1 { !bits } else { bits | 1 << 63 };
    !ascending
}

/// Orders `hits` by [`by_score_then_row`] and keeps the best `depth`.
///
/// Cutting before sorting keeps a long list cheap; the cut uses the same order, so ties never depend on it.
pub fn keep_best(mut hits: Vec<Hit>, depth: usize) -> Vec<Hit> {
    if depth == 0 {
        return Vec::new();
    }
    if hits.len() > depth {
        hits.select_nth_unstable_by(depth - 1, by_score_then_row);
        hits.truncate(depth);
    }
    hits.sort_unstable_by(by_score_then_row);
    hits
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn integers_order_scores_as_total_cmp_does(left: f64, right: f64) {
            prop_assert_eq!(descending(left).cmp(&descending(right)), right.total_cmp(&left));
        }

        #[test]
        fn cut_equals_the_head_of_the_full_sort(scores in proptest::collection::vec(0u8..6, 0..60), depth in 0usize..70) {
            let hits: Vec<Hit> = (0..).zip(&scores).map(|(row, s)| Hit { row, arm_score: f64::from(*s) }).collect();
            let mut full = hits.clone();
            full.sort_by(by_score_then_row);
            full.truncate(depth);
            prop_assert_eq!(keep_best(hits, depth), full);
        }
    }
}
