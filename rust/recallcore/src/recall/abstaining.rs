//! Whether anything that was found bears on the question, or the answer is better left empty.

use super::candidates::Candidates;
use super::decision::Decision;
use super::finish::Packed;
use super::options::FinishOptions;
use super::scored::ScoredPool;
use crate::analyzer::writing;
use crate::bank::Record;
use crate::packing::Packing;
use crate::scoring::normalise::Scale;
use crate::scoring::relevance::judged;

impl Candidates {
    /// The relevance of one candidate: what the arms measured, and with it what a reranker says whose numbers mean
    /// something by themselves.
    pub(super) fn relevance(&self, pool: &ScoredPool, place: usize, options: &FinishOptions) -> Option<f64> {
        let means_something = match options.scale {
            Scale::Probability | Scale::Logit => !options.order_only,
            Scale::Auto => false,
        };
        let said = pool.scored.get(place).and_then(|scored| scored.rerank).filter(|_| means_something);
        match (self.list.get(place)?.relevance, said) {
            (Some(measured), Some(said)) => Some(judged(measured, said)),
            (measured, said) => said.or(measured),
        }
    }

    /// The highest relevance of all candidates; of those that a reranker was asked about, where it was.
    pub(super) fn best_relevance(&self, pool: &ScoredPool, options: &FinishOptions) -> Option<f64> {
        let asked = |place: &usize| pool.scored.get(*place).is_some_and(|scored| scored.rerank.is_some());
        let some_asked = (0..self.list.len()).any(|place| asked(&place));
        (0..self.list.len())
            .filter(|place| !some_asked || asked(place))
            .filter_map(|place| self.relevance(pool, place, options))
            .max_by(f64::total_cmp)
    }

    /// What the best relevance means for the answer.
    ///
    /// A memory of the time asked about is an answer by its date alone. Across scripts both words and cosines say too
    /// little to leave a question unanswered.
    pub(super) fn judgement(
        &self,
        relevance: Option<f64>,
        packed: &Packed,
        options: &FinishOptions,
    ) -> Judgement {
        let irrelevant = relevance.is_some_and(|relevance| relevance < options.min_relevance);
        if !irrelevant || !self.found.temporal.is_empty() {
            return Judgement::Answers;
        }
        let readable = |(_, record): &(usize, Record)| {
            let written = writing(&record.text);
            written.is_none() || self.writing.is_none() || written == self.writing
        };
        if packed.kept.is_empty() || packed.kept.iter().any(readable) {
            Judgement::Irrelevant
        } else {
            Judgement::Unsure
        }
    }
}

/// What the best relevance means for the answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Judgement {
    /// Something bears on the question, or is asked for by its time.
    Answers,
    /// Little bears on it, but all that was found is in other scripts.
    Unsure,
    /// Nothing bears on it.
    Irrelevant,
}

impl Judgement {
    /// What a caller should know of it.
    pub(super) fn note(self) -> Option<&'static str> {
        match self {
            Self::Unsure => Some(
                "the relevance is low, but all memories that were found are in another script than the query, across \
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
