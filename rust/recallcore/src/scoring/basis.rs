//! The score that a caller reads, and what it is made of.

use serde::Serialize;

use super::passthrough::rank_score;

/// What a score says.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Basis {
    /// The reranker's judgement.
    Rerank,
    /// Likeness to the query, on the scale that embedders share.
    Similarity,
    /// The place in the order and nothing else.
    Rank,
}

/// The score in [0, 1] of the candidate at `place` (from 0) among `count`, by the best evidence there is.
///
/// ```
/// use recallcore::scoring::basis::{Basis, score};
///
/// assert_eq!(score(Some(0.8), Some(0.3), 1, 3), (0.8, Basis::Rerank));
/// assert_eq!(score(None, Some(0.3), 1, 3), (0.3, Basis::Similarity));
/// assert_eq!(score(None, None, 1, 3), (0.55, Basis::Rank));
/// ```
pub fn score(rerank: Option<f64>, similarity: Option<f64>, place: usize, count: usize) -> (f64, Basis) {
    match (rerank, similarity) {
        (Some(rerank), _) => (rerank, Basis::Rerank),
        (None, Some(similarity)) => (similarity, Basis::Similarity),
        (None, None) => (rank_score(place, count), Basis::Rank),
    }
}
