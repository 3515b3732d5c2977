//! The pool with its scores: rerank or passthrough, multiplied by the secondary signals, boosted, ordered.

use super::candidates::{Candidate, Candidates};
use super::options::{FinishOptions, Fusion};
use crate::error::{Error, Result};
use crate::fusion::boost::strategy_boost;
use crate::ranking::ArmId;
use crate::scoring::combined::{Alphas, Factors, Signals, combined, order};
use crate::scoring::normalise::{Scale, normalise};
use crate::scoring::passthrough::in_order;
use crate::scoring::proof::proof;
use crate::scoring::recency::recency;

/// How much of what fusion gives for the window counts beside a reranker: half, for rerank scores lie about half as far
/// apart as fused ones.
const WINDOW_SHARE: f64 = 0.5;

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

/// What a reranker said about the head of a pool.
#[derive(Debug, Clone, Copy)]
pub struct RerankScores<'a> {
    scores: &'a [f64],
    asked: Option<&'a [bool]>,
}

impl<'a> RerankScores<'a> {
    /// A score for each candidate of the head, NaN for one that the reranker has no number for.
    ///
    /// `asked` says which of them it was asked about, all if absent; the others stand below those, in fused order, but for
    /// those that were passed over.
    ///
    /// # Errors
    /// `Input` if the two are not equally long.
    pub fn new(scores: &'a [f64], asked: Option<&'a [bool]>) -> Result<Self> {
        match asked {
            Some(asked) if asked.len() != scores.len() => Err(Error::Input(format!(
                "{} rerank scores and {} flags were given, expected the same number of each",
                scores.len(),
                asked.len()
            ))),
            Some(_) | None => Ok(Self { scores, asked }),
        }
    }

    fn was_asked(self, place: usize) -> bool {
        place < self.scores.len() && self.asked.is_none_or(|asked| asked.get(place).is_some_and(|yes| *yes))
    }

    /// The place behind the last that it was asked about.
    fn reached(self) -> usize {
        (0..self.scores.len()).rev().find(|place| self.was_asked(*place)).map_or(0, |last| last + 1)
    }

    /// The scores on the common scale; none for what it was not asked about, which has no say in what the scale is.
    fn normalised(self, scale: Scale) -> Vec<Option<f64>> {
        let known = |place: usize, score: f64| if self.was_asked(place) { score } else { f64::NAN };
        let known: Vec<f64> = (0..).zip(self.scores).map(|(place, score)| known(place, *score)).collect();
        let normalised = normalise(&known, scale).into_iter();
        (0..).zip(normalised).map(|(place, score)| self.was_asked(place).then_some(score)).collect()
    }
}

/// The pool's numbers, and the order that they make.
pub struct ScoredPool {
    /// By place in the pool.
    pub scored: Vec<Scored>,
    /// Places in the pool, best first.
    pub order: Vec<usize>,
    /// Whether a reranker's scores are in it.
    pub reranked: bool,
    /// How many candidates a reranker came to; 0 where it was asked about none.
    pub reached: usize,
    /// How much the secondary signals could move a score; none where nothing multiplies.
    pub alphas: Option<Alphas>,
}

impl Candidates {
    /// Scores and orders the pool.
    pub(super) fn score(
        &self,
        options: &FinishOptions,
        rerank: Option<RerankScores<'_>>,
    ) -> Result<ScoredPool> {
        self.check_count(rerank)?;
        let rerank = rerank.filter(|_| !self.fusion.takes_turns());
        let reranked = rerank.is_some();
        let (alphas, gains) = if reranked {
            (options.alphas, strategy_boost(&self.ranks, self.boosts))
        } else {
            let damped = || options.alphas.for_passthrough(self.head);
            (options.passthrough_alphas.unwrap_or_else(damped), Vec::new())
        };
        let normalised = rerank.map(|said| said.normalised(options.scale)).unwrap_or_default();
        let bases = if reranked { self.blended(&normalised, options) } else { self.passed_through() };
        let mut scored = Vec::with_capacity(self.list.len());
        // What equal candidates are ordered by; who was not asked about comes after all who were.
        let mut ties = Vec::with_capacity(self.list.len());
        for place in 0..self.list.len() {
            // Neither the tail nor what the reranker was not asked about has a base: both stay in fused order.
            let base = bases.get(place).copied().flatten();
            let gain = base.and_then(|_| gains.get(place)).copied().unwrap_or_default();
            let signals = self.signals(place, options);
            let factors = alphas.factors(signals);
            ties.push(base.unwrap_or(f64::NEG_INFINITY));
            let base = base.unwrap_or_default();
            scored.push(Scored {
                rerank_raw: rerank
                    .filter(|said| said.was_asked(place))
                    .and_then(|said| said.scores.get(place))
                    .copied(),
                rerank: normalised.get(place).copied().flatten(),
                base,
                signals,
                factors,
                strategy_boost: gain,
                combined: combined(base, factors, gain),
            });
        }
        let keys: Vec<f64> = scored.iter().map(|one: &Scored| one.combined).collect();
        let mut order = order(&keys, &ties);
        let asked_to = rerank.map_or(0, RerankScores::reached);
        let reached = asked_to.max(options.reached.unwrap_or(0).min(self.head));
        let passed_over = |place: &usize| options.passed_over.contains(place);
        if asked_to > 0 && !options.passed_over.is_empty() {
            order = keep_places(&order, passed_over);
            key_by_place(&order, &mut scored, passed_over);
        }
        let alphas = (!self.fusion.takes_turns()).then_some(alphas);
        let reached = if asked_to == 0 { 0 } else { reached };
        Ok(ScoredPool { scored, order, reranked, reached, alphas })
    }

    /// The rerank scores of the head, with fusion's say in them.
    fn blended(&self, normalised: &[Option<f64>], options: &FinishOptions) -> Vec<Option<f64>> {
        let best = self.list.iter().map(|candidate| candidate.fused_score).fold(0.0, f64::max);
        // A reranker that reads no dates cannot know what lies in the window: that part of fusion counts beside both.
        let dated = |candidate: &Candidate| {
            let part = candidate.fused_parts.and_then(|parts| parts.get(ArmId::Temporal.column()).copied());
            part.filter(|_| options.blend.has_share()).unwrap_or_default()
        };
        let head = self.list.iter().zip(normalised);
        head.map(|(candidate, rerank)| {
            let blended = |rerank| options.blend.of(rerank, candidate.fused_score.max(0.0), best);
            rerank.map(|rerank| blended(rerank) + WINDOW_SHARE * dated(candidate))
        })
        .collect()
    }

    fn check_count(&self, rerank: Option<RerankScores<'_>>) -> Result<()> {
        match rerank {
            Some(RerankScores { scores, .. }) if scores.len() != self.head => Err(Error::Input(format!(
                "{} rerank scores were given, expected {}, one for each document",
                scores.len(),
                self.head
            ))),
            Some(_) | None => Ok(()),
        }
    }

    /// What stands for the rerank score where no reranker has run: the fused order of the head, or the interleave
    /// score of all.
    fn passed_through(&self) -> Vec<Option<f64>> {
        match self.fusion {
            Fusion::Interleave => self.list.iter().map(|candidate| Some(candidate.fused_score)).collect(),
            Fusion::Auto | Fusion::Rrf => {
                let head = self.list.iter().take(self.head);
                let places: Vec<usize> = head.map(|candidate| candidate.fused_rank).collect();
                in_order(&places).into_iter().map(Some).collect()
            }
        }
    }

    fn signals(&self, place: usize, options: &FinishOptions) -> Signals {
        match (self.fusion, self.list.get(place)) {
            (Fusion::Auto | Fusion::Rrf, Some(candidate)) => Signals {
                recency: recency(candidate.dates, self.query_time, options.recency),
                proximity: candidate.proximity,
                proof: proof(candidate.proof_count),
            },
            (Fusion::Interleave, _) | (Fusion::Auto | Fusion::Rrf, None) => Signals::NEUTRAL,
        }
    }
}

/// The order in which those that are kept stand where they stood before, and the others around them as given.
fn keep_places(order: &[usize], kept: impl Fn(&usize) -> bool) -> Vec<usize> {
    let mut others = order.iter().copied().filter(|place| !kept(place));
    (0..order.len()).filter_map(|place| if kept(&place) { Some(place) } else { others.next() }).collect()
}

/// Gives those that were passed over the sort key of whom they stand before, so that keys fall along the order.
fn key_by_place(order: &[usize], scored: &mut [Scored], passed_over: impl Fn(&usize) -> bool) {
    let mut key = 0.0;
    for place in order.iter().rev() {
        let Some(one) = scored.get_mut(*place) else { continue };
        if passed_over(place) {
            one.combined = key;
        } else {
            key = one.combined;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_is_kept_stands_where_he_stood() {
        assert_eq!(keep_places(&[3, 1, 4, 0, 2], |place| [0, 2].contains(place)), [0, 3, 2, 1, 4]);
        assert_eq!(keep_places(&[2, 1, 0], |_| false), [2, 1, 0]);
        assert_eq!(keep_places(&[2, 1, 0], |_| true), [0, 1, 2]);
    }
}
