//! One recall: the arms search, fusion orders, scores are combined, packing selects. Composition only, no formula.

mod arms;
mod candidates;
mod options;
mod scored;
mod selection;
mod trace;

use std::sync::Arc;

pub use candidates::{Candidate, Candidates, Evidence, GraphEvidence, TemporalEvidence};
pub use options::{FinishOptions, Fusion, SearchOptions};
pub use selection::{ArmReport, ArmState, Dropped, Scores, Selected, Selection};
pub use trace::{RankedMemory, Trace, TracedCandidate};

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
    let wanted = options.checked_arms()?;
    let rrf_k = options.checked_rrf_k()?;
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
        analysis: analyze(query),
        vector,
        wanted: &wanted,
        allowed: &allowed,
        bridge: &bridge,
        options,
        pool: bank.pool(),
    };
    let found = question.ask()?;
    let fused = found.fuse(options.fusion, options.cap_per_arm, rrf_k);
    Candidates::gather(bank, &question, &fused, &found, rrf_k)
}
