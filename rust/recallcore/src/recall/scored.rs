//! The pool with its scores: rerank or passthrough, multiplied by the secondary signals, boosted, ordered.

use super::candidates::Candidates;
use super::options::{FinishOptions, Fusion};
use crate::error::{Error, Result};
use crate::fusion::boost::strategy_boost;
use crate::scoring::combined::{Factors, Signals, combined, order};
use crate::scoring::normalise::normalise;
use crate::scoring::passthrough::in_order;
use crate::scoring::proof::proof;
use crate::scoring::recency::recency;

/// One candidate's numbers.
#[derive(Debug, Clone, Copy)]
pub struct Scored {
    /// What the reranker said, as it said it.
    pub rerank_raw: Option<f64>,
    /// The same in [0, 1]; none for what no reranker has seen.
    pub rerank: Option<f64>,
    /// What is multiplied: the rerank score, or what stands for it.
    pub base: f64,
    /// The secondary signals.
    pub signals: Signals,
    /// What they multiply by.
    pub factors: Factors,
    /// What the strategy boosts add.
    pub strategy_boost: f64,
    /// The sort key.
    pub combined: f64,
}

/// The pool's numbers, and the order that they make.
pub struct ScoredPool {
    /// By place in the pool.
    pub scored: Vec<Scored>,
    /// Places in the pool, best first.
    pub order: Vec<usize>,
    /// Whether a reranker's scores are in it.
    pub reranked: bool,
}

impl Candidates {
    /// Scores and orders the pool. `rerank_scores` are a reranker's, one for each candidate of the head.
    pub(super) fn score(&self, options: &FinishOptions, rerank_scores: Option<&[f64]>) -> Result<ScoredPool> {
        self.check_count(rerank_scores)?;
        let rerank_scores = rerank_scores.filter(|_| self.fusion == Fusion::Rrf);
        let normalised = rerank_scores.map(|scores| normalise(scores, options.scale));
        let reranked = normalised.is_some();
        let (alphas, gains) = if reranked {
            (options.alphas, strategy_boost(&self.ranks, self.boosts))
        } else {
            let damped = || options.alphas.for_passthrough(self.head);
            (options.passthrough_alphas.unwrap_or_else(damped), Vec::new())
        };
        // The tail has no base: it stays below the head, in fused order.
        let bases = normalised.unwrap_or_else(|| self.passed_through());
        let at = |column: &[f64], place: usize| column.get(place).copied().unwrap_or_default();
        let scored: Vec<Scored> = (0..self.list.len())
            .map(|place| {
                let in_head = place < self.head;
                let base = at(&bases, place);
                let strategy_boost = if in_head { at(&gains, place) } else { 0.0 };
                let signals = self.signals(place, options);
                let factors = alphas.factors(signals);
                Scored {
                    rerank_raw: rerank_scores.and_then(|scores| scores.get(place).copied()),
                    rerank: (reranked && in_head).then_some(base),
                    base,
                    signals,
                    factors,
                    strategy_boost,
                    combined: combined(base, factors, strategy_boost),
                }
            })
            .collect();
        let keys: Vec<f64> = scored.iter().map(|one| one.combined).collect();
        Ok(ScoredPool { order: order(&keys, &bases), scored, reranked })
    }

    fn check_count(&self, rerank_scores: Option<&[f64]>) -> Result<()> {
        match rerank_scores {
            Some(scores) if scores.len() != self.head => Err(Error::Input(format!(
                "{} rerank scores were given, expected {}, one for each document",
                scores.len(),
                self.head
            ))),
            Some(_) | None => Ok(()),
        }
    }

    /// What stands for the rerank score where no reranker has run: the fused order of the head, or the interleave
    /// score of all.
    fn passed_through(&self) -> Vec<f64> {
        match self.fusion {
            Fusion::Interleave => self.list.iter().map(|candidate| candidate.fused_score).collect(),
            Fusion::Rrf => {
                let head = self.list.iter().take(self.head);
                in_order(&head.map(|candidate| candidate.fused_rank).collect::<Vec<usize>>())
            }
        }
    }

    fn signals(&self, place: usize, options: &FinishOptions) -> Signals {
        match (self.fusion, self.list.get(place)) {
            (Fusion::Rrf, Some(candidate)) => Signals {
                recency: recency(candidate.dates, self.query_time, options.recency),
                proximity: candidate.proximity,
                proof: proof(candidate.proof_count),
            },
            (Fusion::Interleave, _) | (Fusion::Rrf, None) => Signals::NEUTRAL,
        }
    }
}
