//! What a caller may ask of one recall, checked once.

use serde::Deserialize;

use crate::bank::EmbedderIdentity;
use crate::budget::MAX_DEPTH;
use crate::error::{Error, Result};
use crate::filter::Filter;
use crate::fusion::boost::Boosts;
use crate::fusion::rrf::RrfK;
use crate::packing::{Overflow, TokenBudget};
use crate::ranking::ArmId;
use crate::scoring::blend::Blend;
use crate::scoring::combined::Alphas;
use crate::scoring::floors::Floors;
use crate::scoring::normalise::Scale;
use crate::scoring::recency::Decay;
use crate::types::{Micros, TimeWindow};

/// How the arms' rankings are put together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Fusion {
    /// By normalised scores: an arm that knows counts for more than one that guesses.
    #[default]
    Auto,
    /// By reciprocal ranks: agreement counts.
    Rrf,
    /// Each arm's first, then each arm's second: no arm's first is buried. It is not reranked and has no multipliers.
    Interleave,
}

impl Fusion {
    /// Whether the fused order is all there is: no boost, no reranker and no multiplier acts on it.
    pub(super) fn takes_turns(self) -> bool {
        match self {
            Self::Auto | Self::Rrf => false,
            Self::Interleave => true,
        }
    }
}

/// How to search.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SearchOptions {
    /// Which memories may be found at all.
    #[serde(default)]
    pub filter: Filter,
    /// The arms to run.
    pub arms: Vec<ArmId>,
    /// The most memories an arm returns, per kind.
    pub depth: usize,
    /// How the rankings are put together.
    pub fusion: Fusion,
    /// The most memories of an arm that enter fusion, all kinds together; absent: all.
    pub cap_per_arm: Option<usize>,
    /// The constant of reciprocal ranks.
    pub rrf_k: RrfK,
    /// Which arms count for more, at the cut to `rerank_depth` and after a rerank.
    pub boosts: Boosts,
    /// How many candidates a reranker may see; those behind keep their fused order below them.
    pub rerank_depth: usize,
    /// The time asked about; absent: the temporal arm sleeps.
    pub window: Option<TimeWindow>,
    /// What "now" means.
    pub query_time: Micros,
    /// Names that an extractor found in the query, beside those that stand in it word for word: the graph
    /// arm answers with what they, or the seeds' causes, lead to. Absent: with all that is near the seeds.
    #[serde(default)]
    pub entities: Option<Vec<String>>,
    /// Who made the query's vector; one of another embedder than the bank's is left out. Absent: not checked.
    #[serde(default)]
    pub made_by: Option<EmbedderIdentity>,
    /// Whether memories are found by their context too.
    #[serde(default = "yes")]
    pub search_context: bool,
    /// Lowest cosine similarity in the semantic arm, inclusive; absent: none.
    pub min_semantic: Option<f64>,
    /// Lowest BM25 score in the keyword arm, inclusive; absent: none.
    pub min_keyword: Option<f64>,
    /// Whether to note what each arm found and took.
    #[serde(default)]
    pub trace: bool,
}

fn yes() -> bool {
    true
}

impl SearchOptions {
    /// Checks what the types do not say.
    ///
    /// # Errors
    /// `Config` for a depth out of range or a floor that is no number, `Input` for a window that ends before it
    /// starts.
    pub fn check(&self) -> Result<()> {
        for (name, depth) in [("depth", self.depth), ("rerank_depth", self.rerank_depth)] {
            if depth == 0 || depth > MAX_DEPTH {
                return Err(Error::Config(format!("{name} is {depth}, expected 1 to {MAX_DEPTH}")));
            }
        }
        for (name, floor) in [("semantic", self.min_semantic), ("keyword", self.min_keyword)] {
            if floor.is_some_and(f64::is_nan) {
                return Err(Error::Config(format!("the floor {name} must be a number, given NaN")));
            }
        }
        if let Some(TimeWindow { start: Some(start), end: Some(end) }) = self.window
            && end < start
        {
            return Err(Error::Input(format!(
                "the time window ends {} microseconds before it starts",
                i128::from(start) - i128::from(end)
            )));
        }
        Ok(())
    }
}

/// How to score, order and pack.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FinishOptions {
    /// Tokens of memory text that may be returned.
    pub max_tokens: u64,
    /// The most memories to return; absent: no limit.
    pub limit: Option<usize>,
    /// What happens when not even one memory fits.
    pub overflow: Overflow,
    /// How recency falls with age.
    pub recency: Decay,
    /// How much the secondary signals count after a rerank.
    pub alphas: Alphas,
    /// How much they count after a passthrough; absent: [`Alphas::for_passthrough`].
    pub passthrough_alphas: Option<Alphas>,
    /// What the reranker's scores are.
    pub scale: Scale,
    /// How much fusion has to say beside the reranker in the order.
    #[serde(default)]
    pub blend: Blend,
    /// Whether the reranker decides the order alone, and leaves the scores that a caller reads as they are without it.
    #[serde(default)]
    pub order_only: bool,
    /// The least likeness to the query on the common scale, inclusive; absent, or without a query vector: none.
    pub min_similarity: Option<f64>,
    /// The least normalised rerank score, inclusive; absent, or without a rerank: none.
    pub min_reranker: Option<f64>,
    /// The least combined score, inclusive; absent: none.
    pub min_final: Option<f64>,
    /// The least relevance of the best memory, in [0, 1]: below it nothing is returned.
    #[serde(default)]
    pub min_relevance: f64,
    /// How many candidates a reranker came to, those among them that it could not read; absent: as far as the last that
    /// it was asked about.
    #[serde(default)]
    pub reached: Option<usize>,
    /// The places of those among them that no reranker was asked about, for it could not read them: they keep their
    /// places.
    #[serde(default)]
    pub passed_over: Vec<usize>,
    /// Whether an observation that is returned stands for the memories it was made from.
    pub prefer_observations: bool,
    /// Whether to tell the whole story.
    pub trace: bool,
}

impl FinishOptions {
    /// The budget as a checked value.
    pub fn budget(&self) -> TokenBudget {
        TokenBudget::new(self.max_tokens, self.overflow)
    }

    /// The floors as checked values.
    ///
    /// # Errors
    /// `Config` for one that is no number, or a least relevance outside [0, 1].
    pub fn floors(&self) -> Result<Floors> {
        if !(0.0..=1.0).contains(&self.min_relevance) {
            return Err(Error::Config(format!(
                "min_relevance is {}, expected a number from 0 to 1",
                self.min_relevance
            )));
        }
        Floors::new(self.min_similarity, self.min_reranker, self.min_final)
    }
}
