//! What the arms found: their rankings, put together on demand, and what each arm says of a memory.

use serde::Serialize;

use crate::arms::graph::GraphHit;
use crate::arms::temporal::TemporalHit;
use crate::ranking::{ArmId, Hit, Row};

/// What became of one arm in one recall.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum ArmState {
    /// It ran and found something.
    Ran,
    /// It ran and found nothing.
    Empty,
    /// It did not run.
    Off,
}

/// One arm's report.
#[derive(Debug, Clone, Serialize)]
pub struct ArmReport {
    /// The arm.
    #[serde(skip)]
    pub arm: ArmId,
    /// What became of it.
    pub state: ArmState,
    /// Memories it found, all kinds together.
    pub found: usize,
    /// Why it is off or empty, where that is known.
    pub reason: Option<&'static str>,
    /// What it took; only in a traced recall, for equal recalls answer with equal bytes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub micros: Option<u64>,
}

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
    /// Nearness to the middle of the window, 0 at its edges and 1 in the middle.
    pub nearness: f64,
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

/// What the arms found, kinds put together, each arm in the total order.
pub struct Found {
    pub semantic: Vec<Hit>,
    pub keyword: Vec<Hit>,
    pub graph: Vec<GraphHit>,
    pub temporal: Vec<TemporalHit>,
    /// What a memory with every word of the query would score in the keyword arm.
    pub keyword_ideal: f64,
    /// Every arm's report, in fusion order.
    pub reports: Vec<ArmReport>,
    /// What a caller may want to know.
    pub notes: Vec<String>,
}

impl Found {
    /// The rows that every arm ranked, best first, no more of an arm than `cap_per_arm`.
    pub fn rows(&self, cap_per_arm: Option<usize>) -> [Vec<Row>; 4] {
        let most = cap_per_arm.unwrap_or(usize::MAX);
        ArmId::ALL.map(|arm| self.ranking(arm).map(|hit| hit.row).take(most).collect())
    }

    /// One arm's hits, best first.
    pub fn ranking(&self, arm: ArmId) -> Box<dyn Iterator<Item = Hit> + '_> {
        match arm {
            ArmId::Semantic => Box::new(self.semantic.iter().copied()),
            ArmId::Keyword => Box::new(self.keyword.iter().copied()),
            ArmId::Graph => Box::new(self.graph.iter().map(graph_hit)),
            ArmId::Temporal => Box::new(self.temporal.iter().map(temporal_hit)),
        }
    }

    /// What one arm said of the memory that it ranked there; nothing for rank 0.
    pub fn evidence(&self, arm: ArmId, rank: u32) -> Option<Evidence> {
        let place = place_of(rank)?;
        let plain = |arm_score| Evidence { rank, arm_score, graph: None, temporal: None };
        Some(match arm {
            ArmId::Semantic => plain(self.semantic.get(place)?.arm_score),
            ArmId::Keyword => plain(self.keyword.get(place)?.arm_score),
            ArmId::Graph => {
                let hit = self.graph.get(place)?;
                Evidence { graph: Some(graph_evidence(hit)), ..plain(hit.arm_score) }
            }
            ArmId::Temporal => {
                let hit = self.temporal.get(place)?;
                let temporal = Some(TemporalEvidence { nearness: hit.proximity });
                Evidence { temporal, ..plain(hit.arm_score) }
            }
        })
    }
}

/// The place, from 0, of a rank; none for rank 0.
fn place_of(rank: u32) -> Option<usize> {
    usize::try_from(rank).ok()?.checked_sub(1)
}

/// The row and score of a find.
pub fn graph_hit(hit: &GraphHit) -> Hit {
    Hit { row: hit.row, arm_score: hit.arm_score }
}

/// The row and score of a find.
pub fn temporal_hit(hit: &TemporalHit) -> Hit {
    Hit { row: hit.row, arm_score: hit.arm_score }
}

fn graph_evidence(hit: &GraphHit) -> GraphEvidence {
    GraphEvidence {
        shared_entities: hit.shared_entities.iter().map(ToString::to_string).collect(),
        semantic_weight: hit.semantic_weight,
        causal_weight: hit.causal_weight,
    }
}
