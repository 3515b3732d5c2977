//! The full story of one recall, as data; `docs/trace.md` describes every key.

use std::collections::BTreeMap;
use std::time::Instant;

use serde::Serialize;

use super::candidates::{Candidate, Candidates};
use super::decision::Decision;
use super::scored::{Scored, ScoredPool};
use crate::fusion::auto::Scales;
use crate::ranking::ArmId;
use crate::scoring::combined::Alphas;

/// What one stage took.
#[derive(Debug, Clone, Copy, Serialize)]
pub struct StageTime {
    /// `filter`, `arms`, `fuse`, `gather`, `score`, `pack` or `read`.
    pub stage: &'static str,
    /// Microseconds.
    pub micros: u64,
}

/// Notes what the stages take, one after the other.
pub struct Stages {
    began: Instant,
    taken: Vec<StageTime>,
}

impl Stages {
    pub fn begin() -> Self {
        Self { began: Instant::now(), taken: Vec::new() }
    }

    /// Ends a stage; what follows belongs to the next.
    pub fn end(&mut self, stage: &'static str) {
        let micros = u64::try_from(self.began.elapsed().as_micros()).unwrap_or(u64::MAX);
        self.taken.push(StageTime { stage, micros });
        self.began = Instant::now();
    }

    pub fn taken(self) -> Vec<StageTime> {
        self.taken
    }
}

/// A memory in one arm's ranking.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct RankedMemory {
    /// Public id.
    pub id: Box<str>,
    /// From 1.
    pub rank: u32,
    /// On the arm's own scale.
    pub arm_score: f64,
}

/// One candidate's way through the stages.
#[derive(Debug, Clone, Serialize)]
pub struct TracedCandidate {
    /// Public id.
    pub id: Box<str>,
    /// Tokens of its text.
    pub tokens: u64,
    /// Its rank in each arm that found it.
    pub arm_ranks: BTreeMap<&'static str, u32>,
    /// Its place in the fused order, from 1.
    pub fused_rank: usize,
    /// Its fused score.
    pub fused: f64,
    /// What each arm added to it, also one that ranked it too low to return it; null where only ranks were counted.
    pub fused_parts: Option<BTreeMap<&'static str, f64>>,
    /// What the cut went by; null where nothing was cut.
    pub boosted: Option<f64>,
    /// Its place in the head, from 1; null behind the cut.
    pub pool_rank: Option<usize>,
    /// What the reranker said.
    pub rerank_raw: Option<f64>,
    /// The same in [0, 1].
    pub rerank: Option<f64>,
    /// What is multiplied: the rerank score, else what stands for it (1 for the first by fused score, falling to 0.1).
    pub base: f64,
    /// How recent it is.
    pub recency: f64,
    /// How near to the middle of the window.
    pub proximity: f64,
    /// How well borne out.
    pub proof: f64,
    /// What recency multiplied by.
    pub recency_factor: f64,
    /// What proximity multiplied by.
    pub proximity_factor: f64,
    /// What proof multiplied by.
    pub proof_factor: f64,
    /// What strategy boosts added.
    pub strategy_boost: f64,
    /// The sort key.
    pub combined: f64,
    /// Its final place, from 1.
    pub rank: usize,
    /// Kept, or why it was left out.
    pub decision: Decision,
}

/// The arms' rankings and the pool, in final order.
#[derive(Debug, Clone, Serialize)]
pub struct Trace {
    /// What every arm ranked, by its name.
    pub rankings: BTreeMap<&'static str, Vec<RankedMemory>>,
    /// How the arms' scores were weighed; null where only ranks were counted.
    pub scales: Option<Scales>,
    /// How much the secondary signals could move a score; null where nothing multiplies.
    pub alphas: Option<Alphas>,
    /// Every candidate.
    pub pool: Vec<TracedCandidate>,
    /// What the engine's stages took, in order.
    pub stages: Vec<StageTime>,
}

impl Candidates {
    /// Tells the story; `decisions` are by place in the final order.
    pub(super) fn trace(&self, pool: &ScoredPool, decisions: &[Decision], stages: Vec<StageTime>) -> Trace {
        let rankings = self.rankings.clone().unwrap_or_default();
        let ordered = pool.order.iter().zip(decisions).zip(1..);
        Trace {
            rankings: ArmId::ALL.into_iter().map(ArmId::name).zip(rankings).collect(),
            scales: self.scales,
            alphas: pool.alphas,
            pool: ordered
                .filter_map(|((&place, decision), rank)| {
                    let (candidate, scored) = (self.list.get(place)?, pool.scored.get(place)?);
                    Some(self.traced(place, candidate, scored, rank, *decision))
                })
                .collect(),
            stages: self.stages.iter().copied().chain(stages).collect(),
        }
    }

    fn traced(
        &self,
        place: usize,
        candidate: &Candidate,
        scored: &Scored,
        rank: usize,
        decision: Decision,
    ) -> TracedCandidate {
        let by_arm = ArmId::ALL.into_iter().zip(self.ranks.of(place));
        TracedCandidate {
            id: candidate.id.clone(),
            tokens: candidate.tokens,
            arm_ranks: by_arm.filter(|(_, rank)| **rank > 0).map(|(arm, rank)| (arm.name(), *rank)).collect(),
            fused_rank: candidate.fused_rank,
            fused: candidate.fused_score,
            fused_parts: candidate.fused_parts.map(spoken),
            boosted: candidate.boosted,
            pool_rank: (place < self.head).then_some(place + 1),
            rerank_raw: scored.rerank_raw.filter(|raw| raw.is_finite()),
            rerank: scored.rerank,
            base: scored.base,
            recency: scored.signals.recency,
            proximity: scored.signals.proximity,
            proof: scored.signals.proof,
            recency_factor: scored.factors.recency,
            proximity_factor: scored.factors.proximity,
            proof_factor: scored.factors.proof,
            strategy_boost: scored.strategy_boost,
            combined: scored.combined,
            rank,
            decision,
        }
    }
}

/// The arms that had something to add.
fn spoken(parts: [f64; 4]) -> BTreeMap<&'static str, f64> {
    let by_arm = ArmId::ALL.into_iter().zip(parts);
    by_arm.filter(|(_, part)| *part != 0.0).map(|(arm, part)| (arm.name(), part)).collect()
}
