//! The answer to one recall: what packing keeps, and what is left out and why.

use std::collections::BTreeMap;

use serde::Serialize;

use super::decision::Decision;
use super::found::{ArmReport, Evidence};
use super::trace::Trace;
use crate::bank::Record;
use crate::scoring::basis::Basis;

/// Every number of one memory; absent where an arm did not find it or no reranker saw it.
#[derive(Debug, Clone, Copy, Serialize)]
pub struct Scores {
    /// The semantic arm's score: the cosine.
    pub semantic: Option<f64>,
    /// The keyword arm's score: BM25.
    pub keyword: Option<f64>,
    /// The graph arm's score.
    pub graph: Option<f64>,
    /// The temporal arm's score.
    pub temporal: Option<f64>,
    /// The sum of the arms' parts or of reciprocal ranks, or the interleave score.
    pub fused: f64,
    /// The reranker's score in [0, 1].
    pub rerank: Option<f64>,
    /// How recent it is, in [0, 1].
    pub recency: f64,
    /// How near to the middle of the window, in [0.5, 1].
    pub proximity: f64,
    /// How well borne out, in [0.5, 1].
    pub proof: f64,
    /// The sort key; unbounded.
    pub combined: f64,
    /// How likely it is to bear on the query, in [0, 1]; absent where nothing measured it.
    pub relevance: Option<f64>,
}

/// One memory of the answer.
#[derive(Debug, Clone, Serialize)]
pub struct Selected {
    /// The memory.
    pub record: Record,
    /// Its place among all candidates, from 1.
    pub rank: usize,
    /// Its score in [0, 1].
    pub score: f64,
    /// What the score is made of.
    pub basis: Basis,
    /// What it is made up of.
    pub scores: Scores,
    /// What each arm said, by the arm's name.
    pub evidence: BTreeMap<&'static str, Evidence>,
}

/// One candidate that was left out.
#[derive(Debug, Clone, Serialize)]
pub struct Dropped {
    /// Public id.
    pub id: Box<str>,
    /// Tokens of its text.
    pub tokens: u64,
    /// Its place among all candidates, from 1.
    pub rank: usize,
    /// Why.
    pub reason: Decision,
}

/// The answer to one recall.
#[derive(Debug, Clone, Serialize)]
pub struct Selection {
    /// The memories, best first.
    pub memories: Vec<Selected>,
    /// Tokens of their texts.
    pub tokens_used: u64,
    /// The budget they were packed under.
    pub max_tokens: u64,
    /// Whether the first memory was taken although it alone exceeds the budget.
    pub overflowed: bool,
    /// How many candidates there were.
    pub candidates: usize,
    /// The highest relevance among them; absent where nothing measured it.
    pub relevance: Option<f64>,
    /// The candidates left out above the last one kept, in order; all of them where none was kept.
    pub dropped: Vec<Dropped>,
    /// How many candidates were left out, by reason.
    pub left_out: BTreeMap<Decision, usize>,
    /// Each arm's report, by name.
    pub arms: BTreeMap<&'static str, ArmReport>,
    /// What a caller may want to know.
    pub notes: Vec<String>,
    /// The full story, where it was asked for.
    pub trace: Option<Trace>,
}
