//! What fusion yields: the pool of memories, each with what every arm said of it.

use std::ops::Range;
use std::sync::Arc;

use unicode_script::Script;

use super::arms::Question;
use super::found::Found;
use super::options::{Fusion, SearchOptions};
use super::pooling::Pooled;
use super::trace::{RankedMemory, StageTime};
use crate::analyzer::writing;
use crate::bank::{Bank, Versioned};
use crate::document::Reads;
use crate::error::{Error, Result};
use crate::fusion::auto::Scales;
use crate::fusion::boost::{Boosts, boosted, boosted_auto, cut_with_tail};
use crate::fusion::{Fused, Ranks};
use crate::ranking::{ArmId, Row};
use crate::scoring::proximity::proximity;
use crate::types::{MemoryDates, MemoryKind, Micros, Seq};

/// One memory that at least one arm found.
#[derive(Debug, Clone)]
pub struct Candidate {
    /// The memory's number.
    pub seq: Seq,
    /// The version that was found.
    pub version: i64,
    /// Its public id.
    pub id: Box<str>,
    /// What sort of memory it is.
    pub kind: MemoryKind,
    /// Tokens of its text.
    pub tokens: u64,
    /// What its age is measured by.
    pub dates: MemoryDates,
    /// How many memories bear it out.
    pub proof_count: Option<i64>,
    /// Of an observation: the numbers of the memories that it was made from, ascending.
    pub sources: Box<[Seq]>,
    /// Likeness to the query on a scale that embedders share; none without vectors.
    pub similarity: Option<f64>,
    /// How likely it is to bear on the query, by what the arms measured; none where none measured anything.
    pub relevance: Option<f64>,
    /// Nearness to the middle of the window as it counts; neutral outside of it.
    pub proximity: f64,
    /// Its place in the fused order, from 1.
    pub fused_rank: usize,
    /// The sum of the arms' parts or of reciprocal ranks, or the interleave score.
    pub fused_score: f64,
    /// What each arm added to it, by [`ArmId::column`]; none where only ranks were counted.
    pub fused_parts: Option<[f64; 4]>,
    /// What the cut went by; none where nothing was cut.
    pub boosted: Option<f64>,
}

/// The pool of one search: first the head, which a reranker may see, in the order of the cut; then the tail behind
/// the cut, in fused order.
pub struct Candidates {
    pub(super) bank: Arc<Bank>,
    pub(super) list: Vec<Candidate>,
    /// How many of the list are the head.
    pub(super) head: usize,
    pub(super) fusion: Fusion,
    pub(super) boosts: Boosts,
    pub(super) query_time: Micros,
    /// What most of the query is written in.
    pub(super) writing: Option<Script>,
    /// The arms' ranks of the list, in its order.
    pub(super) ranks: Ranks,
    pub(super) found: Found,
    /// How the arms' scores were weighed; none where only ranks were counted.
    pub(super) scales: Option<Scales>,
    /// What every arm ranked, in a traced recall.
    pub(super) rankings: Option<[Vec<RankedMemory>; 4]>,
    /// What the search's stages took.
    pub(super) stages: Vec<StageTime>,
}

impl Candidates {
    pub(super) fn gather(
        bank: &Arc<Bank>,
        question: &Question<'_>,
        pooled: &Pooled,
        found: Found,
    ) -> Result<Self> {
        let options = question.options;
        let fused = &pooled.fused;
        let pool = Pool::cut(fused, options);
        let mut list = Vec::with_capacity(fused.rows.len());
        let mut ranks = Vec::with_capacity(fused.ranks.flat().len());
        for place in pool.order {
            let Some(&row) = fused.rows.get(place) else { continue };
            let mut candidate = candidate(question, row)?;
            candidate.fused_rank = place + 1;
            candidate.fused_score = fused.scores.get(place).copied().unwrap_or_default();
            candidate.boosted = pool.keys.as_ref().and_then(|keys| keys.get(place).copied());
            candidate.fused_parts = pooled.parts.get(place).copied();
            candidate.similarity = pooled.similarities.get(place).copied().flatten();
            candidate.relevance = pooled.relevances.get(place).copied().flatten();
            list.push(candidate);
            ranks.extend_from_slice(fused.ranks.of(place));
        }
        Ok(Self {
            bank: Arc::clone(bank),
            list,
            head: pool.head,
            fusion: options.fusion,
            boosts: options.boosts,
            query_time: options.query_time,
            writing: writing(question.text),
            ranks: Ranks::from_flat(ArmId::ALL.len(), ranks)?,
            scales: pooled.scales,
            rankings: options.trace.then(|| ranked(question, &found)),
            found,
            stages: Vec::new(),
        })
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// Whether no arm found anything.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// What is known of each candidate before any text is read, in the order of the pool.
    pub fn outline(&self) -> Outline {
        Outline {
            head: self.head,
            seqs: self.list.iter().map(|candidate| candidate.seq).collect(),
            versions: self.list.iter().map(|candidate| candidate.version).collect(),
            tokens: self.list.iter().map(|candidate| candidate.tokens).collect(),
            similarities: self.list.iter().map(|candidate| candidate.similarity).collect(),
        }
    }

    /// What a reranker may read: the readings of each candidate of the head at these places, in the order of the pool;
    /// none of a memory that was forgotten or replaced since. Places behind the head are left out.
    ///
    /// # Errors
    /// As SQLite says.
    pub fn documents(&self, places: Range<usize>, reads: Reads) -> Result<Vec<Vec<String>>> {
        let head = self.list.iter().take(self.head);
        let chosen = head.skip(places.start).take(places.len());
        let wanted: Vec<(Seq, i64)> = chosen.map(|c| (c.seq, c.version)).collect();
        let versions = self.bank.records(&wanted)?;
        Ok(versions.iter().map(|version| readings(version, reads)).collect())
    }
}

/// Columns of a pool, all equally long.
#[derive(Debug, Clone, PartialEq)]
pub struct Outline {
    /// How many of the first candidates are the head, which a reranker may see.
    pub head: usize,
    /// The bank's numbers of the memories.
    pub seqs: Vec<Seq>,
    /// The versions that were found.
    pub versions: Vec<i64>,
    /// Tokens of their texts.
    pub tokens: Vec<u64>,
    /// Likeness to the query on the common scale; none without vectors.
    pub similarities: Vec<Option<f64>>,
}

fn readings(version: &Versioned, reads: Reads) -> Vec<String> {
    match version {
        Versioned::Current(record) => record.read(reads),
        Versioned::Replaced | Versioned::Forgotten => Vec::new(),
    }
}

/// The order of the pool, and where its head ends.
struct Pool {
    order: Vec<usize>,
    head: usize,
    keys: Option<Vec<f64>>,
}

impl Pool {
    fn cut(fused: &Fused, options: &SearchOptions) -> Self {
        let (count, depth) = (fused.rows.len(), options.rerank_depth);
        if count <= depth {
            return Self { order: (0..count).collect(), head: count, keys: None };
        }
        let keys = match options.fusion {
            Fusion::Auto => boosted_auto(&fused.scores, &fused.ranks, options.boosts),
            Fusion::Rrf => boosted(&fused.scores, &fused.ranks, options.boosts, options.rrf_k),
            Fusion::Interleave => fused.scores.clone(),
        };
        Self { order: cut_with_tail(&keys, depth), head: depth, keys: Some(keys) }
    }
}

/// A candidate with what its row says; fusion's part is filled in by the caller.
fn candidate(question: &Question<'_>, row: Row) -> Result<Candidate> {
    let indexes = question.indexes;
    let info = indexes
        .info(row)
        .ok_or_else(|| Error::Storage(format!("an arm found row {row}, which the bank lacks")))?;
    let sources = match info.kind {
        MemoryKind::World | MemoryKind::Experience => Vec::new(),
        MemoryKind::Observation => {
            let rows = indexes.graph.sources(row);
            let mut sources: Vec<Seq> = rows.filter_map(|source| Some(indexes.info(source)?.seq)).collect();
            sources.sort_unstable();
            sources
        }
    };
    let options = question.options;
    let nearness =
        options.window.and_then(|window| indexes.temporal.proximity(row, window, options.query_time));
    Ok(Candidate {
        seq: info.seq,
        version: info.version,
        id: info.id.clone(),
        kind: info.kind,
        tokens: u64::try_from(info.tokens).unwrap_or_default(),
        dates: info.dates,
        proof_count: info.proof_count,
        sources: sources.into_boxed_slice(),
        similarity: None,
        relevance: None,
        proximity: proximity(nearness),
        fused_rank: 0,
        fused_score: 0.0,
        fused_parts: None,
        boosted: None,
    })
}

/// Every arm's ranking by public id, for the trace.
fn ranked(question: &Question<'_>, found: &Found) -> [Vec<RankedMemory>; 4] {
    ArmId::ALL.map(|arm| {
        let ranked = (1..).zip(found.ranking(arm));
        ranked
            .filter_map(|(rank, hit)| {
                let id = question.indexes.info(hit.row)?.id.clone();
                Some(RankedMemory { id, rank, arm_score: hit.arm_score })
            })
            .collect()
    })
}
