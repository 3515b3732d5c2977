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
use crate::scoring::combined::Alphas;
use crate::scoring::normalise::Scale;
use crate::scoring::recency::Decay;
use crate::types::{Micros, TimeWindow};

/// How the arms' rankings are put together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Fusion {
    /// By reciprocal ranks: agreement counts.
    #[default]
    Rrf,
    /// Each arm's first, then each arm's second: no arm's first is buried. It is not reranked and has no multipliers.
    Interleave,
}

/// How to search.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SearchOptions {
    /// Which memories may be found at all.
    #[serde(default)]
    pub filter: Filter,
    /// The arms to run, by name.
    pub arms: Vec<String>,
    /// The most memories an arm returns, per kind.
    pub depth: usize,
    /// How the rankings are put together.
    #[serde(default)]
    pub fusion: Fusion,
    /// The most memories of an arm that enter fusion, all kinds together; absent: all.
    pub cap_per_arm: Option<usize>,
    /// The constant of reciprocal rank fusion.
    pub rrf_k: f64,
    /// Which arms count for more at the cut to `rerank_depth`.
    #[serde(default)]
    pub boosts: Boosts,
    /// How many candidates a reranker may see; those behind keep their fused order below them. 300 by default.
    #[serde(default = "default_rerank_depth")]
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
    /// Lowest cosine similarity in the semantic arm, inclusive; absent: none.
    pub min_semantic: Option<f64>,
    /// Lowest BM25 score in the keyword arm, inclusive; absent: none.
    pub min_keyword: Option<f64>,
    /// Whether to note what each arm found and took.
    #[serde(default)]
    pub trace: bool,
}

fn default_rerank_depth() -> usize {
    300
}

impl SearchOptions {
    /// The arms asked for, in fusion order.
    ///
    /// # Errors
    /// `Config` for an unknown arm, a depth out of range, a window that ends before it starts or a floor
    /// that is no number.
    pub fn checked_arms(&self) -> Result<Vec<ArmId>> {
        let mut arms = Vec::with_capacity(self.arms.len());
        for name in &self.arms {
            let arm = ArmId::from_name(name).ok_or_else(|| {
                Error::Config(format!(
                    "unknown arm, expected semantic, keyword, graph or temporal, given {name:?}"
                ))
            })?;
            arms.push(arm);
        }
        for (name, depth) in [("depth", self.depth), ("rerank_depth", self.rerank_depth)] {
            if depth == 0 || depth > MAX_DEPTH {
                return Err(Error::Config(format!("{name} is {depth}, expected 1 to {MAX_DEPTH}")));
            }
        }
        check_floor("semantic", self.min_semantic)?;
        check_floor("keyword", self.min_keyword)?;
        if let Some(TimeWindow { start: Some(start), end: Some(end) }) = self.window
            && end < start
        {
            return Err(Error::Input("the time window ends before it starts".into()));
        }
        arms.sort_unstable();
        arms.dedup();
        Ok(arms)
    }

    /// The fusion constant.
    ///
    /// # Errors
    /// `Config` when it is not a positive number.
    pub fn checked_rrf_k(&self) -> Result<RrfK> {
        RrfK::new(self.rrf_k)
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
    /// What happens when not even one memory fits: `first` or `strict`.
    pub overflow: String,
    /// What "now" means.
    pub query_time: Micros,
    /// How recency falls with age.
    #[serde(default)]
    pub recency: Decay,
    /// How much the secondary signals count after a rerank.
    #[serde(default)]
    pub alphas: Alphas,
    /// How much they count after a passthrough; absent: as after a rerank.
    #[serde(default)]
    pub passthrough_alphas: Option<Alphas>,
    /// Which arms count for more after a rerank.
    #[serde(default)]
    pub boosts: Boosts,
    /// What the reranker's scores are.
    #[serde(default)]
    pub scale: Scale,
    /// The least normalised rerank score, inclusive; absent, or without a rerank: none.
    #[serde(default)]
    pub min_reranker: Option<f64>,
    /// The least combined score, inclusive; absent: none.
    #[serde(default)]
    pub min_final: Option<f64>,
    /// Whether an observation that is returned stands for the memories it was made from.
    #[serde(default)]
    pub prefer_observations: bool,
    /// Whether to tell the whole story.
    #[serde(default)]
    pub trace: bool,
}

impl FinishOptions {
    /// The budget as a checked value.
    ///
    /// # Errors
    /// `Config` for an unknown overflow rule or a floor that is no number.
    pub fn budget(&self) -> Result<TokenBudget> {
        check_floor("reranker", self.min_reranker)?;
        check_floor("final", self.min_final)?;
        Ok(TokenBudget::new(self.max_tokens, Overflow::from_name(&self.overflow)?))
    }
}

fn check_floor(name: &str, floor: Option<f64>) -> Result<()> {
    if floor.is_some_and(f64::is_nan) {
        return Err(Error::Config(format!("the floor {name} is not a number")));
    }
    Ok(())
}
