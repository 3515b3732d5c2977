//! What a caller may ask of one recall, checked once.

use serde::Deserialize;

use crate::bank::EmbedderIdentity;
use crate::error::{Error, Result};
use crate::filter::Filter;
use crate::fusion::rrf::RrfK;
use crate::packing::{Overflow, TokenBudget};
use crate::ranking::ArmId;
use crate::types::{Micros, TimeWindow};

/// The deepest a single arm may look, per kind.
pub const MAX_DEPTH: usize = 100_000;

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
    /// The most memories of an arm that enter fusion, all kinds together; absent: all.
    pub cap_per_arm: Option<usize>,
    /// The constant of reciprocal rank fusion.
    pub rrf_k: f64,
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
    /// Whether to note what each arm took.
    #[serde(default)]
    pub trace: bool,
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
        if self.depth == 0 || self.depth > MAX_DEPTH {
            return Err(Error::Config(format!("depth is {}, expected 1 to {MAX_DEPTH}", self.depth)));
        }
        for (name, floor) in [("semantic", self.min_semantic), ("keyword", self.min_keyword)] {
            if floor.is_some_and(f64::is_nan) {
                return Err(Error::Config(format!("the floor of the {name} arm is not a number")));
            }
        }
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

/// How to pack.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FinishOptions {
    /// Tokens of memory text that may be returned.
    pub max_tokens: u64,
    /// The most memories to return; absent: no limit.
    pub limit: Option<usize>,
    /// What happens when not even one memory fits: `first` or `strict`.
    pub overflow: String,
}

impl FinishOptions {
    /// The budget as a checked value.
    ///
    /// # Errors
    /// `Config` for an unknown overflow rule.
    pub fn budget(&self) -> Result<TokenBudget> {
        Ok(TokenBudget::new(self.max_tokens, Overflow::from_name(&self.overflow)?))
    }
}
