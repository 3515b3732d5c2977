//! Weighing what the arms say: a sum of normalised scores in which a weak arm does not lower a strong one.
//!
//! ```text
//! score = (cosine − typical) / (3 · (rare − typical))        semantic: 1 is thrice as far out as a rare likeness
//!       + bm25 / max(best bm25, 0.3 · ideal bm25)            keyword: 1 is the best memory, if it shares enough
//!       + 0.1 · (k + 1) / (k + rank)                         graph
//!       + 0.4 · (k + 1) / (k + rank)                         temporal
//! ```
//!
//! Reciprocal ranks forget by how much one memory is better than the next, so that equal weights let an arm that
//! guesses overrule one that knows. This is the convex combination of S. Bruch, S. Gai, A. Ingber, "An Analysis of Fusion
//! Functions for Hybrid Retrieval", TOIS 2023, <https://doi.org/10.1145/3596512>, which keeps the distances, with scales
//! that need neither labels nor statistics of the rankings, and so do not depend on how deep the arms look or how
//! large the bank is:
//!
//! - `typical` and `rare` are the embedder's own: half and nine tenths of unrelated texts are less alike. The query
//!   has no part in it: where no memory is alike, none gains by being the least unlike.
//! - `ideal` is what a memory with every word of the query, each many times, would score, words that no memory holds
//!   included (the theoretical maximum of the paper). A best memory that reaches less than three tenths of it, such as
//!   one that shares a stray word with a question in another language, is worth less than 1 in proportion.
//! - Every row is weighed by both scores, not only by those of the arms that returned it.
//! - A place in the graph or in a time window is evidence of another kind: a bounded addition.
//!
//! The figures behind the four numbers are in `docs/ranking.md`.

use serde::Serialize;

use super::rrf::RrfK;
use super::{Fused, assemble};
use crate::ranking::{ArmId, Row};
use crate::{Error, Result};

/// How many times as far from a typical likeness as a rare one a cosine must lie to count as 1.
const RARE_STEPS: f64 = 3.0;

/// The share of the ideal score from which on the best memory of the keyword arm counts as 1.
const ENOUGH_OF_IDEAL: f64 = 0.3;

/// What the first place in the graph arm adds.
const GRAPH_WEIGHT: f64 = 0.1;

/// What the first place in the temporal arm adds.
const TEMPORAL_WEIGHT: f64 = 0.4;

/// The scores of one row, by whomever they were found out.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Said {
    /// The row.
    pub row: Row,
    /// Its cosine with the query; none for a row without a vector, which counts as typical.
    pub cosine: Option<f64>,
    /// Its BM25 score; none for a row without a word of the query.
    pub bm25: Option<f64>,
}

/// What a cosine means: 0 for a typical pair of unrelated texts, 1 at `full`.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct CosineScale {
    typical: f64,
    full: f64,
}

impl CosineScale {
    /// The scale of an embedder: half of all unrelated pairs are less alike than `typical`, nine of ten than `rare`.
    ///
    /// Where the two coincide nothing is known of the spread, and a cosine of 1 is full.
    ///
    /// # Errors
    /// [`Error::Config`] if they are no numbers, or `rare` is below `typical`.
    ///
    /// ```
    /// use recallcore::fusion::auto::CosineScale;
    ///
    /// let scale = CosineScale::new(0.25, 0.5)?;
    /// assert_eq!([scale.part(0.25), scale.part(0.625), scale.part(1.0)], [0.0, 0.5, 1.0]);
    /// assert_eq!(CosineScale::new(0.5, 0.5)?.part(0.75), 0.5);
    /// # Ok::<(), recallcore::Error>(())
    /// ```
    pub fn new(typical: f64, rare: f64) -> Result<Self> {
        let spread = rare - typical;
        if !spread.is_finite() || spread < 0.0 {
            return Err(Error::Config(format!(
                "a rare likeness must be a number and at least the typical {typical}, given {rare}"
            )));
        }
        let full = if spread > 0.0 { typical + RARE_STEPS * spread } else { 1.0 };
        Ok(Self { typical, full })
    }

    /// What a cosine adds; negative below the typical.
    pub fn part(self, cosine: f64) -> f64 {
        let span = self.full - self.typical;
        if span > 0.0 { (cosine - self.typical) / span } else { 0.0 }
    }
}

/// What a BM25 score means: 0 without a shared word, 1 at `full`.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct KeywordScale {
    best: f64,
    ideal: f64,
    full: f64,
}

impl KeywordScale {
    /// The scale of a query whose best memory has `best`, and which could give `ideal`.
    ///
    /// ```
    /// use recallcore::fusion::auto::KeywordScale;
    ///
    /// // The best memory holds much of the query.
    /// assert_eq!(KeywordScale::new(6.0, 16.0).part(6.0), 1.0);
    /// // The best memory holds a stray word of it.
    /// assert_eq!(KeywordScale::new(1.5, 10.0).part(1.5), 0.5);
    /// ```
    pub fn new(best: f64, ideal: f64) -> Self {
        Self { best, ideal, full: best.max(ENOUGH_OF_IDEAL * ideal) }
    }

    /// What a score adds.
    pub fn part(self, bm25: f64) -> f64 {
        if self.full > 0.0 { bm25 / self.full } else { 0.0 }
    }
}

/// How one query's evidence is weighed; none for an arm that ranks nothing.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Scales {
    /// Of the semantic arm.
    pub semantic: Option<CosineScale>,
    /// Of the keyword arm.
    pub keyword: Option<KeywordScale>,
    /// What the first place in the graph arm adds.
    pub graph: Option<f64>,
    /// What the first place in the temporal arm adds.
    pub temporal: Option<f64>,
}

/// Rankings put together, with what each arm added.
#[derive(Debug, Clone, PartialEq)]
pub struct Weighed {
    /// The rows, best first.
    pub fused: Fused,
    /// For each row what each arm added, by [`ArmId::column`]; their sum in that order is the fused score.
    pub parts: Vec<[f64; 4]>,
    /// How the evidence was weighed.
    pub scales: Scales,
}

/// Fuses the rankings of the four arms, best first and in arm order.
///
/// `said` holds the scores of the ranked rows, ascending by row; a row that it lacks has neither score. `ideal` is what a
/// memory with every word of the query would score, `likeness` what cosines mean. An arm that ranks nothing adds
/// nothing. Ordered by fused score descending, then row ascending.
///
/// ```
/// use recallcore::fusion::auto::{CosineScale, Said, fuse};
/// use recallcore::fusion::rrf::RrfK;
///
/// // Row 1 shares most words, row 2 is nearest in meaning, row 3 has something of both.
/// let said = [
///     Said { row: 1, cosine: Some(0.25), bm25: Some(8.0) },
///     Said { row: 2, cosine: Some(0.625), bm25: None },
///     Said { row: 3, cosine: Some(0.4375), bm25: Some(6.0) },
/// ];
/// let likeness = CosineScale::new(0.25, 0.5)?;
/// let weighed = fuse([&[2, 3, 1], &[1, 3], &[], &[]], &said, 16.0, Some(likeness), RrfK::default());
/// assert_eq!(weighed.fused.rows, [1, 3, 2]);
/// assert_eq!(weighed.parts, [[0.0, 1.0, 0.0, 0.0], [0.25, 0.75, 0.0, 0.0], [0.5, 0.0, 0.0, 0.0]]);
/// assert_eq!(weighed.fused.scores, [1.0, 1.0, 0.5]);
/// # Ok::<(), recallcore::Error>(())
/// ```
pub fn fuse(
    rankings: [&[Row]; 4],
    said: &[Said],
    ideal: f64,
    likeness: Option<CosineScale>,
    rrf_k: RrfK,
) -> Weighed {
    let ranks_any = |arm: ArmId| rankings.get(arm.column()).is_some_and(|ranking| !ranking.is_empty());
    let best = said.iter().filter_map(|said| said.bm25).fold(0.0, f64::max);
    let scales = Scales {
        semantic: likeness.filter(|_| ranks_any(ArmId::Semantic)),
        keyword: ranks_any(ArmId::Keyword).then(|| KeywordScale::new(best, ideal)),
        graph: ranks_any(ArmId::Graph).then_some(GRAPH_WEIGHT),
        temporal: ranks_any(ArmId::Temporal).then_some(TEMPORAL_WEIGHT),
    };
    let said_of =
        |row: Row| said.binary_search_by_key(&row, |said| said.row).ok().and_then(|at| said.get(at));
    let parts = |row: Row, ranks: &[u32]| scales.parts(said_of(row), ranks, rrf_k);
    // Floating addition depends on the order: the parts are added in arm order.
    let fused = assemble(&rankings, |row, ranks| parts(row, ranks).iter().fold(0.0, |sum, part| sum + part));
    let parts = fused.rows.iter().zip(fused.ranks.rows()).map(|(row, ranks)| parts(*row, ranks)).collect();
    Weighed { fused, parts, scales }
}

impl Scales {
    /// What each arm adds for one row.
    fn parts(self, said: Option<&Said>, ranks: &[u32], rrf_k: RrfK) -> [f64; 4] {
        let measured = |part: Option<f64>| part.unwrap_or(0.0);
        let placed = |weight: Option<f64>, arm: ArmId| match (weight, ranks.get(arm.column())) {
            (Some(weight), Some(rank)) if *rank > 0 => weight * rrf_k.share(f64::from(*rank)),
            (Some(_) | None, Some(_) | None) => 0.0,
        };
        ArmId::ALL.map(|arm| match arm {
            ArmId::Semantic => measured(
                self.semantic
                    .zip(said.and_then(|said| said.cosine))
                    .map(|(scale, cosine)| scale.part(cosine)),
            ),
            ArmId::Keyword => measured(
                self.keyword.zip(said.and_then(|said| said.bm25)).map(|(scale, bm25)| scale.part(bm25)),
            ),
            ArmId::Graph => placed(self.graph, arm),
            ArmId::Temporal => placed(self.temporal, arm),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const K: f64 = 60.0;

    fn likeness() -> CosineScale {
        CosineScale::new(0.25, 0.5).unwrap()
    }

    /// What arms that score would return: rows by score descending, then row.
    fn ranked(scores: &[(Row, f64)]) -> Vec<Row> {
        let mut scores = scores.to_vec();
        scores.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
        scores.into_iter().map(|(row, _)| row).collect()
    }

    fn bits(weighed: &Weighed) -> Vec<(Row, u64)> {
        weighed
            .fused
            .rows
            .iter()
            .copied()
            .zip(weighed.fused.scores.iter().map(|score| score.to_bits()))
            .collect()
    }

    #[test]
    fn a_stray_word_does_not_outweigh_a_memory_that_means_the_same() {
        let said = [
            Said { row: 1, cosine: Some(0.25), bm25: Some(1.0) },
            Said { row: 2, cosine: Some(0.75), bm25: None },
        ];
        let weighed = fuse([&[2, 1], &[1], &[], &[]], &said, 40.0, Some(likeness()), RrfK::default());
        assert_eq!(weighed.fused.rows, [2, 1]);
        assert_eq!(weighed.parts, [[2.0 / 3.0, 0.0, 0.0, 0.0], [0.0, 1.0 / 12.0, 0.0, 0.0]]);
    }

    #[test]
    fn a_row_without_a_vector_counts_as_typical_and_one_below_it_as_less() {
        let said = [
            Said { row: 1, cosine: None, bm25: Some(4.0) },
            Said { row: 2, cosine: Some(0.0), bm25: Some(4.0) },
            Said { row: 3, cosine: Some(1.0), bm25: None },
        ];
        let weighed = fuse([&[3, 2], &[1, 2], &[], &[]], &said, 8.0, Some(likeness()), RrfK::default());
        assert_eq!(weighed.fused.rows, [1, 3, 2]);
        assert_eq!(weighed.fused.scores, [1.0, 1.0, 1.0 - 1.0 / 3.0]);
    }

    #[test]
    fn places_in_graph_and_window_add_no_more_than_their_weight() {
        let weighed = fuse([&[], &[], &[7, 8], &[8]], &[], 0.0, None, RrfK::default());
        assert_eq!(weighed.fused.rows, [8, 7]);
        let second = GRAPH_WEIGHT * ((1.0 / 62.0) / (1.0 / 61.0));
        assert_eq!(weighed.parts, [[0.0, 0.0, second, TEMPORAL_WEIGHT], [0.0, 0.0, GRAPH_WEIGHT, 0.0]]);
        assert_eq!(weighed.scales.graph, Some(0.1));
        assert_eq!(weighed.scales.semantic, None);
    }

    #[test]
    fn a_query_of_words_that_weigh_nothing_divides_by_nothing() {
        let said = [Said { row: 1, cosine: None, bm25: Some(0.0) }];
        let weighed = fuse([&[], &[1], &[], &[]], &said, 0.0, None, RrfK::default());
        assert_eq!(weighed.fused.scores, [0.0]);
    }

    #[test]
    fn scales_that_are_no_scales_are_refused() {
        for (typical, rare) in [(0.5, 0.4), (f64::NAN, 0.4), (0.1, f64::NAN), (0.1, f64::INFINITY)] {
            assert!(CosineScale::new(typical, rare).is_err(), "{typical} {rare}");
        }
        assert!((CosineScale::new(1.0, 1.0).unwrap().part(1.0)).abs() < f64::EPSILON);
    }

    prop_compose! {
        /// Rows with scores, and the rankings of arms that scored them: the whole input of one fusion.
        fn question()(
            cosines in proptest::collection::btree_map(0u32..30, -1.0f64..=1.0, 0..20),
            bm25s in proptest::collection::btree_map(0u32..30, 0.01f64..20.0, 0..20),
            graph in proptest::collection::vec(0u32..30, 0..8),
            temporal in proptest::collection::vec(0u32..30, 0..8),
            ideal in 0.0f64..80.0,
        ) -> Question {
            let said = (0..30).map(|row| Said { row, cosine: cosines.get(&row).copied(), bm25: bm25s.get(&row).copied() }).collect();
            let of = |scores: std::collections::BTreeMap<Row, f64>| ranked(&scores.into_iter().collect::<Vec<_>>());
            Question { rankings: [of(cosines), of(bm25s), graph, temporal], said, ideal }
        }
    }

    #[derive(Debug, Clone)]
    struct Question {
        rankings: [Vec<Row>; 4],
        said: Vec<Said>,
        ideal: f64,
    }

    impl Question {
        fn fuse(&self) -> Weighed {
            let rankings = self.rankings.each_ref().map(Vec::as_slice);
            fuse(rankings, &self.said, self.ideal, Some(likeness()), RrfK::new(K).unwrap())
        }
    }

    proptest! {
        #[test]
        fn equals_the_formula(question in question()) {
            let weighed = question.fuse();
            let best = question.said.iter().filter_map(|said| said.bm25).fold(0.0, f64::max);
            for (row, score) in weighed.fused.rows.iter().zip(&weighed.fused.scores) {
                let said = question.said[*row as usize];
                let place = |arm: usize| question.rankings[arm].iter().position(|other| other == row);
                #[expect(clippy::cast_precision_loss, reason = "a few dozen")]
                let added = |arm: usize, weight: f64| place(arm).map_or(0.0, |at| weight * 61.0 / (61.0 + at as f64));
                let expected = said.cosine.map_or(0.0, |cosine| (cosine - 0.25) / 0.75)
                    + said.bm25.map_or(0.0, |bm25| bm25 / f64::max(best, 0.3 * question.ideal))
                    + added(2, 0.1) + added(3, 0.4);
                prop_assert!((score - expected).abs() < 1e-12, "{row}: {score} {expected}");
            }
        }

        #[test]
        fn parts_add_up_and_order_the_rows(question in question()) {
            let Weighed { fused, parts, .. } = question.fuse();
            prop_assert_eq!(parts.len(), fused.rows.len());
            for (parts, score) in parts.iter().zip(&fused.scores) {
                prop_assert_eq!(parts.iter().fold(0.0, |sum, part| sum + part).to_bits(), score.to_bits());
            }
            let keys: Vec<(Row, f64)> = fused.rows.iter().copied().zip(fused.scores.iter().copied()).collect();
            prop_assert_eq!(ranked(&keys), fused.rows);
        }

        #[test]
        fn an_arm_that_ranks_nothing_equals_one_whose_scores_are_not_known(question in question(), arm in 0usize..2) {
            let mut empty = question.clone();
            empty.rankings[arm].clear();
            let mut absent = empty.clone();
            for said in &mut absent.said {
                if arm == 0 {
                    said.cosine = None;
                } else {
                    said.bm25 = None;
                }
            }
            prop_assert_eq!(bits(&empty.fuse()), bits(&absent.fuse()));
        }

        #[test]
        fn one_arm_alone_keeps_its_order(question in question(), arm in 0usize..4) {
            let mut alone = question.clone();
            for (other, ranking) in alone.rankings.iter_mut().enumerate() {
                if other != arm {
                    ranking.clear();
                }
            }
            let mut seen = Vec::new();
            for row in &alone.rankings[arm] {
                if !seen.contains(row) {
                    seen.push(*row);
                }
            }
            prop_assert_eq!(alone.fuse().fused.rows, seen);
        }

        #[test]
        fn scores_do_not_depend_on_how_memories_are_numbered(question in question(), shift in 1u32..30) {
            let renamed = |row: Row| (row + shift) % 30;
            let mut other = question.clone();
            for ranking in &mut other.rankings {
                for row in ranking {
                    *row = renamed(*row);
                }
            }
            for said in &mut other.said {
                said.row = renamed(said.row);
            }
            other.said.sort_by_key(|said| said.row);
            let mut expected: Vec<(Row, u64)> =
                bits(&question.fuse()).into_iter().map(|(row, score)| (renamed(row), score)).collect();
            let mut given = bits(&other.fuse());
            expected.sort_unstable();
            given.sort_unstable();
            prop_assert_eq!(given, expected);
        }

        #[test]
        fn more_of_either_score_never_lowers_a_memory(question in question(), row in 0u32..30, more in 0.0f64..0.5) {
            let before = question.fuse();
            let mut better = question;
            // Below the best score, so that the scale stays.
            if let Some(cosine) = better.said[row as usize].cosine.as_mut() {
                *cosine += more;
            }
            let place = |weighed: &Weighed| weighed.fused.rows.iter().position(|other| *other == row);
            prop_assert!(place(&better.fuse()) <= place(&before));
        }
    }
}
