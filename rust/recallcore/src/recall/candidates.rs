//! What fusion yields: memories in fused order, each with what every arm said of it.

use std::sync::Arc;

use serde::Serialize;

use super::arms::Found;
use super::selection::ArmReport;
use crate::bank::{Bank, Indexes, Record};
use crate::error::{Error, Result};
use crate::fusion::rrf::Fused;
use crate::ranking::ArmId;
use crate::types::Seq;

/// How the graph arm came to a memory.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct GraphEvidence {
    /// Entities that it shares with the seeds.
    pub shared_entities: Vec<String>,
    /// The strongest nearness to a seed, 0 for none.
    pub semantic_weight: f64,
    /// The strongest causal link with a seed, 0 for none.
    pub causal_weight: f64,
}

/// How the temporal arm came to a memory.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct TemporalEvidence {
    /// Nearness to the middle of the window, in [0, 1].
    pub proximity: f64,
}

/// What one arm said of one memory.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Evidence {
    /// Its place in the arm's ranking, from 1.
    pub rank: u32,
    /// The arm's own score, on the arm's own scale.
    pub arm_score: f64,
    /// The graph arm's reasons.
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    pub graph: Option<GraphEvidence>,
    /// The temporal arm's reasons.
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    pub temporal: Option<TemporalEvidence>,
}

/// One memory that at least one arm found.
#[derive(Debug, Clone)]
pub struct Candidate {
    /// The memory's number.
    pub seq: Seq,
    /// The version that was found.
    pub version: i64,
    /// Its public id.
    pub id: Box<str>,
    /// Tokens of its text.
    pub tokens: u64,
    /// The sum of reciprocal ranks.
    pub fused_score: f64,
    /// What each arm said, by [`ArmId::column`].
    pub evidence: [Option<Evidence>; 4],
}

/// The candidates of one search, best first.
pub struct Candidates {
    pub(super) bank: Arc<Bank>,
    pub(super) list: Vec<Candidate>,
    pub(super) arms: Vec<ArmReport>,
    pub(super) notes: Vec<String>,
}

impl Candidates {
    pub(super) fn gather(
        bank: &Arc<Bank>,
        indexes: &Indexes,
        fused: Vec<Fused>,
        found: &Found,
    ) -> Result<Self> {
        let mut list = Vec::with_capacity(fused.len());
        for entry in fused {
            let info = indexes
                .info(entry.row)
                .ok_or_else(|| Error::Storage(format!("an arm found row {}, which the bank lacks", entry.row)))?;
            list.push(Candidate {
                seq: info.seq,
                version: info.version,
                id: info.id.clone(),
                tokens: u64::try_from(info.tokens).unwrap_or_default(),
                fused_score: entry.fused_score,
                evidence: ArmId::ALL.map(|arm| found.evidence(arm, &entry)),
            });
        }
        Ok(Self { bank: Arc::clone(bank), list, arms: found.reports(), notes: found.notes() })
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// Whether no arm found anything.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// The candidates, best first.
    pub fn as_slice(&self) -> &[Candidate] {
        &self.list
    }

    /// The records behind the first `count` candidates, for a reranker; those forgotten or replaced since
    /// are absent.
    ///
    /// # Errors
    /// As SQLite says.
    pub fn records(&self, count: usize) -> Result<Vec<Option<Record>>> {
        let wanted: Vec<(Seq, i64)> = self.list.iter().take(count).map(|c| (c.seq, c.version)).collect();
        let versions = self.bank.records(&wanted)?;
        Ok(versions.into_iter().map(crate::bank::Versioned::current).collect())
    }
}
