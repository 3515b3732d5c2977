//! The pool with its scores: rerank or passthrough, multiplied by the secondary signals, boosted, ordered.

use super::candidates::Candidates;
use super::options::{FinishOptions, Fusion};
use crate::error::{Error, Result};
use crate::fusion::boost::strategy_boost;
use crate::scoring::combined::{Factors, Signals, combined, order};
use crate::scoring::normalise::normalise;
use crate::scoring::passthrough::passthrough;
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
}

impl Candidates {
    /// Scores and orders the pool. `rerank_scores` are a reranker's, one for each candidate of the head.
    pub(super) fn score(&self, options: &FinishOptions, rerank_scores: Option<&[f64]>) -> Result<ScoredPool> {
        if let Some(scores) = rerank_scores
            && scores.len() != self.head
        {
            return Err(Error::Input(format!(
                "{} rerank scores were given, expected {}, one for each document",
                scores.len(),
                self.head
            )));
        }
        let reranked = rerank_scores.is_some() && self.fusion == Fusion::Rrf;
        let normalised = rerank_scores.filter(|_| reranked).map(|scores| normalise(scores, options.scale));
        let bases = normalised.clone().unwrap_or_else(|| self.passed_through());
        let gains = if reranked { strategy_boost(&self.ranks, options.boosts) } else { Vec::new() };
        let alphas =
            if reranked { options.alphas } else { options.passthrough_alphas.unwrap_or(options.alphas) };
        let scored: Vec<Scored> = (0..self.list.len())
            .map(|place| {
                let at = |column: Option<&[f64]>| column.and_then(|column| column.get(place).copied());
                // The tail has no base: it stays below the head, in fused order.
                let base = bases.get(place).copied().unwrap_or_default();
                let boost =
                    if place < self.head { gains.get(place).copied().unwrap_or_default() } else { 0.0 };
                let signals = self.signals(place, options);
                let factors = alphas.factors(signals);
                Scored {
                    rerank_raw: at(rerank_scores).filter(|_| reranked),
                    rerank: at(normalised.as_deref()),
                    base,
                    signals,
                    factors,
                    strategy_boost: boost,
                    combined: combined(base, factors) + boost,
                }
            })
            .collect();
        let keys: Vec<f64> = scored.iter().map(|one| one.combined).collect();
        Ok(ScoredPool { order: order(&keys, &bases), scored })
    }

    /// What stands for the rerank score where no reranker has run: the fused order of the head, or the interleave
    /// score of all.
    fn passed_through(&self) -> Vec<f64> {
        if self.fusion == Fusion::Interleave {
            return self.list.iter().map(|candidate| candidate.fused_score).collect();
        }
        let mut by_fused: Vec<usize> = (0..self.head).collect();
        by_fused.sort_unstable_by_key(|place| self.list.get(*place).map(|candidate| candidate.fused_rank));
        let mut bases = vec![0.0; self.head];
        for (place, score) in by_fused.into_iter().zip(passthrough(self.head)) {
            if let Some(base) = bases.get_mut(place) {
                *base = score;
            }
        }
        bases
    }

    fn signals(&self, place: usize, options: &FinishOptions) -> Signals {
        match (self.fusion, self.list.get(place)) {
            (Fusion::Rrf, Some(candidate)) => Signals {
                recency: recency(candidate.dates, options.query_time, options.recency),
                proximity: candidate.proximity,
                proof: proof(candidate.proof_count),
            },
            (Fusion::Interleave, _) | (Fusion::Rrf, None) => Signals::NEUTRAL,
        }
    }
}
