//! One recall: the arms search, fusion orders, scores are combined, packing selects. Composition only, no formula.

mod abstaining;
mod arms;
mod candidates;
mod decision;
mod finish;
mod found;
mod options;
mod pooling;
mod scored;
mod selection;
mod staging;
mod trace;

use std::sync::Arc;

pub use candidates::{Candidate, Candidates, Outline};
pub use decision::Decision;
pub use found::{ArmReport, ArmState, Evidence, GraphEvidence, TemporalEvidence};
pub use options::{FinishOptions, Fusion, SearchOptions};
pub use scored::RerankScores;
pub use selection::{Dropped, Scores, Selected, Selection};
pub use trace::{RankedMemory, StageTime, Trace, TracedCandidate};

use crate::analyzer::analyze;
use crate::arms::graph::GraphLimits;
use crate::bank::Bank;
use crate::error::{Error, Result};
use crate::filter::Filter;

/// The most bytes of a query's beginning that the keyword arm reads.
const MAX_QUERY_BYTES: usize = 1 << 20;

/// Searches every arm and fuses what they found.
///
/// `vector` is the query's embedding; without one the semantic arm is off, the graph arm starts from the
/// best keyword hits and the temporal arm ranks by keyword score.
///
/// # Errors
/// `Input`, `Config` or `Dimension` for a bad query, option or vector; `Storage` and its kin.
pub fn search(
    bank: &Arc<Bank>,
    query: &str,
    vector: Option<&[f32]>,
    options: &SearchOptions,
) -> Result<Candidates> {
    if query.len() > MAX_QUERY_BYTES {
        return Err(Error::Input(format!(
            "query has {} bytes of UTF-8, expected at most {MAX_QUERY_BYTES}",
            query.len()
        )));
    }
    options.check()?;
    let mut stages = trace::Stages::begin();
    let indexes = bank.indexes()?;
    // The bank may have moved to another embedder while the query was being embedded.
    let stale = options
        .made_by
        .as_ref()
        .is_some_and(|made_by| indexes.embedder().is_some_and(|embedder| embedder.identity != *made_by));
    let vector = vector.filter(|_| !stale);
    if vector.is_some() && indexes.semantic.is_none() {
        return Err(Error::Config("a query vector was given, but the bank has no embedder".into()));
    }
    let admitted = |filter: &Filter| bank.read(|reader| bank.allowed(&indexes, reader, filter));
    let allowed = admitted(&options.filter)?;
    // Most recalls name no kinds, and what is admitted of every kind is then the same.
    let bridge = match &options.filter.kinds {
        None => allowed.clone(),
        Some(_) => admitted(&Filter { kinds: None, ..options.filter.clone() })?,
    };
    let question = arms::Question {
        indexes: &indexes,
        named: options
            .entities
            .as_ref()
            .map(|names| indexes.graph.entities_in(query, names, GraphLimits::default())),
        text: query,
        analysis: analyze(query),
        vector,
        allowed: &allowed,
        bridge: &bridge,
        options,
        threads: bank.threads(),
    };
    stages.end("filter");
    let found = question.ask()?;
    stages.end("arms");
    let pooled = question.pool(&found)?;
    stages.end("fuse");
    let mut candidates = Candidates::gather(bank, &question, &pooled, found)?;
    stages.end("gather");
    candidates.stages = stages.taken();
    Ok(candidates)
}
