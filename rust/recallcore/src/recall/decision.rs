//! What became of a candidate.

use serde::Serialize;

use crate::packing::DropReason;
use crate::scoring::floors::Floor;

/// Kept, or why not.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Decision {
    /// It is returned.
    Kept,
    /// It did not fit in what was left of the budget.
    Budget,
    /// As many as wanted were already kept.
    Limit,
    /// Its likeness to the query lies below the floor.
    SimilarityFloor,
    /// Its rerank score lies below the floor.
    RerankerFloor,
    /// Its combined score lies below the floor.
    FinalFloor,
    /// Nothing that was found bears on the query.
    Relevance,
    /// An observation that was made from it is returned.
    Observation,
    /// It was forgotten since the search.
    Forgotten,
    /// It was replaced since the search.
    Replaced,
}

impl From<DropReason> for Decision {
    fn from(reason: DropReason) -> Self {
        match reason {
            DropReason::Budget => Self::Budget,
            DropReason::Limit => Self::Limit,
        }
    }
}

impl From<Floor> for Decision {
    fn from(floor: Floor) -> Self {
        match floor {
            Floor::Similarity => Self::SimilarityFloor,
            Floor::Reranker => Self::RerankerFloor,
            Floor::Final => Self::FinalFloor,
        }
    }
}
