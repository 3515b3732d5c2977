//! Whether anything that was found bears on the question, or the answer is better left empty.

use super::candidates::Candidates;
use super::decision::Decision;
use super::finish::Packed;
use super::options::FinishOptions;
use super::scored::ScoredPool;
use crate::analyzer::writing;
use crate::bank::Versioned;
use crate::error::Result;
use crate::packing::Packing;
use crate::scoring::normalise::Scale;
use crate::scoring::relevance::judged;

/// Memories whose script says whether a question across scripts was asked.
const HEAD: usize = 3;

impl Candidates {
    /// The relevance of one candidate: what the arms measured, and with it what a reranker says whose numbers mean
    /// something by themselves.
    pub(super) fn relevance(&self, pool: &ScoredPool, place: usize, options: &FinishOptions) -> Option<f64> {
        let means_something = match options.scale {
            Scale::Probability | Scale::Logit => !options.order_only,
            Scale::Auto => false,
        };
        let scored = pool.scored.get(place)?;
        // No number is no judgement, whatever it counts in the order.
        let has_number = scored.rerank_raw.is_some_and(|raw| !raw.is_nan());
        let said = scored.rerank.filter(|_| means_something && has_number);
        match (self.list.get(place)?.relevance, said) {
            (Some(measured), Some(said)) => Some(judged(measured, said)),
            (measured, said) => said.or(measured),
        }
    }

    /// The highest relevance of all candidates; where a reranker was asked, of those as deep as it was asked, among them
    /// those that it could not read.
    pub(super) fn best_relevance(&self, pool: &ScoredPool, options: &FinishOptions) -> Option<f64> {
        let reached = if pool.reached == 0 { self.list.len() } else { pool.reached };
        (0..reached).filter_map(|place| self.relevance(pool, place, options)).max_by(f64::total_cmp)
    }

    /// What the best relevance means for the answer.
    ///
    /// A memory of the time asked about is an answer by its date alone. Across scripts both words and cosines say too
    /// little to leave a question unanswered.
    pub(super) fn judgement(
        &self,
        relevance: Option<f64>,
        pool: &ScoredPool,
        options: &FinishOptions,
    ) -> Result<Judgement> {
        let irrelevant = relevance.is_some_and(|relevance| relevance < options.min_relevance);
        if !irrelevant || !self.found.temporal.is_empty() {
            return Ok(Judgement::Answers);
        }
        // By the head of the order, whatever of it is packed: how much is asked for decides nothing.
        let head: Vec<usize> = (0..pool.order.len().min(HEAD)).collect();
        let read = self.read(pool, &head)?.into_iter().filter_map(Versioned::current);
        let written: Vec<_> = read.map(|record| writing(&record.text)).collect();
        let is_foreign = |script: &Option<_>| script.is_some() && *script != self.writing;
        let all_foreign = self.writing.is_some() && !written.is_empty() && written.iter().all(is_foreign);
        Ok(if all_foreign { Judgement::Unsure } else { Judgement::Irrelevant })
    }
}

/// What the best relevance means for the answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Judgement {
    /// Something bears on the question, or is asked for by its time.
    Answers,
    /// Little bears on it, but what stands first is in other scripts.
    Unsure,
    /// Nothing bears on it.
    Irrelevant,
}

impl Judgement {
    /// What a caller should know of it.
    pub(super) fn note(self) -> Option<&'static str> {
        match self {
            Self::Unsure => Some(
                "the relevance is low, but the memories that stand first are in another script than the query, across \
                 which it says little: nothing was left out",
            ),
            Self::Answers | Self::Irrelevant => None,
        }
    }
}

impl Packed {
    /// The same with nothing in it, because nothing bears on the question.
    #[must_use]
    pub(super) fn emptied(self) -> Self {
        let empty = |decision| match decision {
            Decision::Kept | Decision::Budget | Decision::Limit | Decision::Observation => {
                Decision::Relevance
            }
            other => other,
        };
        Self {
            packing: Packing::default(),
            decisions: self.decisions.into_iter().map(empty).collect(),
            kept: Vec::new(),
        }
    }
}
