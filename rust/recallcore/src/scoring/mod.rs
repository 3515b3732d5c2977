//! From a reranker's raw scores to the sort key, and to the score in [0, 1] that a caller reads: pure functions over
//! slices, no memories.

pub mod basis;
pub mod blend;
pub mod combined;
pub mod floors;
pub mod margin;
pub mod normalise;
pub mod passthrough;
pub mod proof;
pub mod proximity;
pub mod recency;
pub mod relevance;
pub mod similarity;

/// The value that neither helps nor harms a memory.
pub const NEUTRAL: f64 = 0.5;
