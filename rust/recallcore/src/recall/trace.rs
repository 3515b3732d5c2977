//! The full story of one recall, as data; `docs/trace.md` describes every key.

use std::collections::BTreeMap;

use serde::Serialize;

use super::candidates::{Candidate, Candidates};
use super::scored::{Scored, ScoredPool};
use crate::ranking::ArmId;

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
    /// `kept`, or why it was left out.
    pub decision: &'static str,
}

/// The arms' rankings and the pool, in final order.
#[derive(Debug, Clone, Serialize)]
pub struct Trace {
    /// What every arm ranked, by its name.
    pub rankings: BTreeMap<&'static str, Vec<RankedMemory>>,
    /// Every candidate.
    pub pool: Vec<TracedCandidate>,
}

impl Candidates {
    /// Tells the story; `decisions` are by place in the final order.
    pub(super) fn trace(&self, pool: &ScoredPool, decisions: &[&'static str]) -> Trace {
        let rankings = self.rankings.clone().unwrap_or_default();
        let ordered = pool.order.iter().zip(decisions).zip(1..);
        Trace {
            rankings: ArmId::ALL.into_iter().map(ArmId::name).zip(rankings).collect(),
            pool: ordered
                .filter_map(|((&place, decision), rank)| {
                    let (candidate, scored) = (self.list.get(place)?, pool.scored.get(place)?);
                    let pool_rank = (place < self.head).then_some(place + 1);
                    Some(traced(candidate, scored, pool_rank, rank, decision))
                })
                .collect(),
        }
    }
}

fn traced(
    candidate: &Candidate,
    scored: &Scored,
    pool_rank: Option<usize>,
    rank: usize,
    decision: &'static str,
) -> TracedCandidate {
    let by_arm = ArmId::ALL.into_iter().zip(&candidate.evidence);
    TracedCandidate {
        id: candidate.id.clone(),
        tokens: candidate.tokens,
        arm_ranks: by_arm.filter_map(|(arm, evidence)| Some((arm.name(), evidence.as_ref()?.rank))).collect(),
        fused_rank: candidate.fused_rank,
        fused: candidate.fused_score,
        boosted: candidate.boosted,
        pool_rank,
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
