//! The graph arm: memories that share entities with the best hits, lie near them in meaning, or stand in a
//! causal link with them.
//!
//! Independent signals add: `tanh(0.5 · shared entities) + strongest near link + strongest causal link`.
//! The formula is that of link expansion in Hindsight (`docs/differences.md` lists where the search around
//! it differs). Three rules hold throughout: an entity of a great part of the bank leads nowhere, the caller's filter is applied before every cap, and every cut follows the total order.

mod expand;
mod index;

use std::sync::Arc;

use crate::ranking::{Hit, Row};
use crate::types::{MemoryKind, Relation};

pub use index::{GraphIndex, MAX_NAME_WORDS};

/// A causal link as it is stored with the memory it starts from.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct GraphLink<'a> {
    /// Public id of the memory at the other end, which need not exist yet.
    pub target: &'a str,
    /// How this memory bears on the target.
    pub relation: Relation,
    /// Strength; above 1 counts as 1, and a link of no positive weight is dropped.
    pub weight: f64,
}

/// What the graph keeps of one memory.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct GraphMemory<'a> {
    /// Public id, by which links and sources name it.
    pub id: &'a str,
    /// Names of who and what it is about; compared without regard to case and width.
    pub entities: &'a [String],
    /// Causal links from it.
    pub links: &'a [GraphLink<'a>],
    /// Public ids of the memories that it was distilled from; these need not exist yet.
    pub source_ids: &'a [String],
}

/// How far one search may reach.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct GraphLimits {
    /// The most seeds that are used, best first; default 20.
    pub seeds: usize,
    /// The most memories that one entity leads to, the latest ones; default 200. A very common entity
    /// therefore costs no more than a rare one, and never fills the answer alone.
    pub per_entity: usize,
    /// An entity in more memories than this, and in more than one in [`Self::common_share`] of all, leads
    /// nowhere: a name that every other memory carries says nothing about which one is meant. Default 20.
    pub common_from: usize,
    /// See [`Self::common_from`]; default 8.
    pub common_share: usize,
}

impl Default for GraphLimits {
    fn default() -> Self {
        Self { seeds: 20, per_entity: 200, common_from: 20, common_share: 8 }
    }
}

/// One search for memories of one kind.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct GraphRequest<'a> {
    /// The kind wanted: observations are also reached through their sources.
    pub kind: MemoryKind,
    /// Where to start, best first; hits of that kind from the semantic or the keyword arm.
    pub seeds: &'a [Hit],
    /// The most memories to return.
    pub depth: usize,
    /// How far to reach.
    pub limits: GraphLimits,
    /// The entities that the query names; absent when nobody looked for them. See [`GraphIndex::search`].
    pub named: Option<&'a [EntityNumber]>,
}

/// An entity of one index, while some memory carries it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct EntityNumber(pub(super) usize);

/// One memory that the graph led to, and why.
#[derive(Debug, Clone, PartialEq)]
pub struct GraphHit {
    /// The memory's row.
    pub row: Row,
    /// The sum of its signals, above 0.
    pub arm_score: f64,
    /// The entities that led to it, in the order and the spelling of the seeds. For an observation reached
    /// through sources these are the entities of the sources.
    pub shared_entities: Vec<Arc<str>>,
    /// The strongest nearness in meaning to a seed, or 0.
    pub semantic_weight: f64,
    /// The strongest causal link with a seed, or 0.
    pub causal_weight: f64,
}

#[cfg(test)]
mod tests;
