//! What packing keeps, and what it leaves out and why.

use std::collections::BTreeMap;

use serde::Serialize;

use super::candidates::{Candidate, Candidates, Evidence};
use super::options::FinishOptions;
use super::scored::ScoredPool;
use super::trace::Trace;
use crate::bank::{Record, Versioned};
use crate::error::Result;
use crate::packing::observations::{Packable, pack_preferring};
use crate::packing::{Packing, TokenBudget, skip_fill};
use crate::ranking::ArmId;
use crate::scoring::passthrough::rank_score;
use crate::types::{MemoryKind, Seq};

/// What became of one arm in one recall.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum ArmState {
    /// It ran and found something.
    Ran,
    /// It ran and found nothing.
    Empty,
    /// It did not run.
    Off,
}

/// One arm's report.
#[derive(Debug, Clone, Serialize)]
pub struct ArmReport {
    /// The arm.
    #[serde(skip)]
    pub arm: ArmId,
    /// What became of it.
    pub state: ArmState,
    /// Memories it found, all kinds together.
    pub found: usize,
    /// Why it is off or empty, where that is known.
    pub reason: Option<&'static str>,
    /// What it took; only in a traced recall, for equal recalls answer with equal bytes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub micros: Option<u64>,
}

/// Every number of one memory; absent where an arm did not find it or no reranker saw it.
#[derive(Debug, Clone, Copy, Serialize)]
pub struct Scores {
    /// The semantic arm's score: the cosine.
    pub semantic: Option<f64>,
    /// The keyword arm's score: BM25.
    pub keyword: Option<f64>,
    /// The graph arm's score.
    pub graph: Option<f64>,
    /// The temporal arm's score.
    pub temporal: Option<f64>,
    /// The sum of reciprocal ranks, or the interleave score.
    pub fused: f64,
    /// The reranker's score in [0, 1].
    pub rerank: Option<f64>,
    /// How recent it is, in [0, 1].
    pub recency: f64,
    /// How near to the middle of the window, in [0.5, 1].
    pub proximity: f64,
    /// How well borne out, in [0.5, 1].
    pub proof: f64,
    /// The sort key; unbounded.
    pub combined: f64,
}

/// One memory of the answer.
#[derive(Debug, Clone, Serialize)]
pub struct Selected {
    /// The memory.
    pub record: Record,
    /// Its place among all candidates, from 1.
    pub rank: usize,
    /// Its score in [0, 1].
    pub score: f64,
    /// What the score is made of: `rerank`, `similarity`, or `rank`, which only restates the order.
    pub basis: &'static str,
    /// What it is made up of.
    pub scores: Scores,
    /// What each arm said, by the arm's name.
    pub evidence: BTreeMap<&'static str, Evidence>,
}

/// One candidate that was left out.
#[derive(Debug, Clone, Serialize)]
pub struct Dropped {
    /// Public id.
    pub id: Box<str>,
    /// Tokens of its text.
    pub tokens: u64,
    /// Its place among all candidates, from 1.
    pub rank: usize,
    /// Why.
    pub reason: &'static str,
}

/// The answer to one recall.
#[derive(Debug, Clone, Serialize)]
pub struct Selection {
    /// The memories, best first.
    pub memories: Vec<Selected>,
    /// Tokens of their texts.
    pub tokens_used: u64,
    /// The budget they were packed under.
    pub max_tokens: u64,
    /// Whether the first memory was taken although it alone exceeds the budget.
    pub overflowed: bool,
    /// How many candidates there were.
    pub candidates: usize,
    /// How deep the arms looked.
    pub depth: usize,
    /// The candidates left out above the last one kept, in order; all of them where none was kept.
    pub dropped: Vec<Dropped>,
    /// How many candidates were left out, by reason.
    pub left_out: BTreeMap<&'static str, usize>,
    /// Each arm's report, by name.
    pub arms: BTreeMap<&'static str, ArmReport>,
    /// What a caller may want to know.
    pub notes: Vec<String>,
    /// The full story, where it was asked for.
    pub trace: Option<Trace>,
}

/// What becomes of a candidate that is kept.
const KEPT: &str = "kept";

impl Candidates {
    /// Scores, orders and packs the candidates, and reads the memories that are kept.
    ///
    /// `rerank_scores` are a reranker's, one for each of [`Self::documents`] in their order, NaN for "unknown"; none
    /// means that no reranker ran. A memory that was forgotten or replaced since the search is left out with that
    /// reason, and what comes after it is packed as if it had not been there.
    ///
    /// # Errors
    /// `Config` for a bad option, `Input` for another number of scores; as SQLite says.
    pub fn finish(&self, options: &FinishOptions, rerank_scores: Option<&[f64]>) -> Result<Selection> {
        let budget = options.budget()?;
        let pool = self.score(options, rerank_scores)?;
        let mut decisions = floored(&pool, options);
        loop {
            let present: Vec<usize> =
                (0..decisions.len()).filter(|at| decisions.get(*at).is_some_and(Option::is_none)).collect();
            let (packing, superfluous) = self.pack(&pool, &present, options, budget);
            let kept: Vec<usize> = packing.kept.iter().filter_map(|at| present.get(*at).copied()).collect();
            let records = self.read(&pool, &kept)?;
            let mut gone = false;
            for (at, version) in kept.iter().zip(&records) {
                if let (Some(reason), Some(decision)) = (why_gone(version), decisions.get_mut(*at)) {
                    *decision = Some(reason);
                    gone = true;
                }
            }
            if !gone {
                let mut decide = |at: usize, reason: &'static str| {
                    if let Some(decision) = present.get(at).and_then(|at| decisions.get_mut(*at)) {
                        *decision = Some(reason);
                    }
                };
                for at in &packing.kept {
                    decide(*at, KEPT);
                }
                for dropped in &packing.dropped {
                    decide(dropped.index, dropped.reason.name());
                }
                for at in superfluous {
                    decide(at, "observation");
                }
                let decisions: Vec<&'static str> =
                    decisions.into_iter().map(|decision| decision.unwrap_or(KEPT)).collect();
                return Ok(self.selection(options, &pool, &packing, &decisions, kept, records));
            }
        }
    }

    /// Packs what is present, given by places in the final order; the answer is in places among these.
    fn pack(
        &self,
        pool: &ScoredPool,
        present: &[usize],
        options: &FinishOptions,
        budget: TokenBudget,
    ) -> (Packing, Vec<usize>) {
        let candidates: Vec<&Candidate> = present
            .iter()
            .filter_map(|at| pool.order.get(*at))
            .filter_map(|place| self.list.get(*place))
            .collect();
        if !options.prefer_observations {
            let tokens: Vec<u64> = candidates.iter().map(|candidate| candidate.tokens).collect();
            return (skip_fill(&tokens, budget, options.limit), Vec::new());
        }
        let sources = source_places(&candidates);
        let memories: Vec<Packable<'_>> = candidates
            .iter()
            .zip(&sources)
            .map(|(candidate, sources)| Packable { tokens: candidate.tokens, sources })
            .collect();
        pack_preferring(&memories, budget, options.limit)
    }

    fn read(&self, pool: &ScoredPool, kept: &[usize]) -> Result<Vec<Versioned>> {
        let candidates = kept.iter().filter_map(|at| self.list.get(*pool.order.get(*at)?));
        let wanted: Vec<(Seq, i64)> =
            candidates.map(|candidate| (candidate.seq, candidate.version)).collect();
        self.bank.records(&wanted)
    }

    fn selection(
        &self,
        options: &FinishOptions,
        pool: &ScoredPool,
        packing: &Packing,
        decisions: &[&'static str],
        kept: Vec<usize>,
        records: Vec<Versioned>,
    ) -> Selection {
        let mut left_out: BTreeMap<&'static str, usize> = BTreeMap::new();
        for reason in decisions.iter().filter(|decision| **decision != KEPT) {
            *left_out.entry(reason).or_default() += 1;
        }
        let last = kept.last().copied().unwrap_or(decisions.len());
        let dropped = decisions.iter().enumerate().take(last).filter(|(_, decision)| **decision != KEPT);
        let mut notes = self.notes.clone();
        let reranked = pool.scored.iter().any(|scored| scored.rerank.is_some());
        if !options.boosts.is_empty() && !reranked && self.head == self.list.len() {
            notes.push("the boosts had no effect: no candidate was cut, and no reranker ran".into());
        }
        Selection {
            dropped: dropped.filter_map(|(at, reason)| self.dropped(pool, at, reason)).collect(),
            memories: kept
                .into_iter()
                .zip(records)
                .filter_map(|(at, version)| self.selected(pool, at, version.current()?))
                .collect(),
            tokens_used: packing.tokens_used,
            max_tokens: options.max_tokens,
            overflowed: packing.overflowed,
            candidates: self.list.len(),
            depth: self.depth,
            left_out,
            arms: self.arms.iter().map(|report| (report.arm.name(), report.clone())).collect(),
            notes,
            trace: options.trace.then(|| self.trace(pool, decisions)),
        }
    }

    fn selected(&self, pool: &ScoredPool, at: usize, record: Record) -> Option<Selected> {
        let place = *pool.order.get(at)?;
        let (candidate, scored) = (self.list.get(place)?, pool.scored.get(place)?);
        let (score, basis) = match (scored.rerank, candidate.similarity) {
            (Some(rerank), _) => (rerank, "rerank"),
            (None, Some(similarity)) => (similarity, "similarity"),
            (None, None) => (rank_score(at, self.list.len()), "rank"),
        };
        let arm_score = |arm: ArmId| Some(candidate.evidence.get(arm.column())?.as_ref()?.arm_score);
        let numbers = Scores {
            semantic: arm_score(ArmId::Semantic),
            keyword: arm_score(ArmId::Keyword),
            graph: arm_score(ArmId::Graph),
            temporal: arm_score(ArmId::Temporal),
            fused: candidate.fused_score,
            rerank: scored.rerank,
            recency: scored.signals.recency,
            proximity: scored.signals.proximity,
            proof: scored.signals.proof,
            combined: scored.combined,
        };
        Some(Selected {
            record,
            rank: at + 1,
            score,
            basis,
            scores: numbers,
            evidence: evidence_by_name(candidate),
        })
    }

    fn dropped(&self, pool: &ScoredPool, at: usize, reason: &'static str) -> Option<Dropped> {
        let candidate = self.list.get(*pool.order.get(at)?)?;
        Some(Dropped { id: candidate.id.clone(), tokens: candidate.tokens, rank: at + 1, reason })
    }
}

/// What the floors leave out, by place in the final order.
fn floored(pool: &ScoredPool, options: &FinishOptions) -> Vec<Option<&'static str>> {
    let below = |score: f64, floor: Option<f64>| floor.is_some_and(|floor| score < floor);
    let reranked = pool.scored.iter().any(|scored| scored.rerank.is_some());
    let floor = |place: &usize| {
        let scored = pool.scored.get(*place)?;
        if reranked && below(scored.rerank.unwrap_or(f64::NEG_INFINITY), options.min_reranker) {
            return Some("reranker_floor");
        }
        below(scored.combined, options.min_final).then_some("final_floor")
    };
    pool.order.iter().map(floor).collect()
}

/// For each candidate the places, among the candidates, of the raw memories that it was made from.
fn source_places(candidates: &[&Candidate]) -> Vec<Vec<usize>> {
    let mut raw: Vec<(Seq, usize)> = candidates
        .iter()
        .enumerate()
        .filter(|(_, candidate)| candidate.kind != MemoryKind::Observation)
        .map(|(place, candidate)| (candidate.seq, place))
        .collect();
    raw.sort_unstable();
    let place_of = |seq: &Seq| {
        let at = raw.binary_search_by_key(seq, |(seq, _)| *seq).ok()?;
        raw.get(at).map(|(_, place)| *place)
    };
    candidates.iter().map(|candidate| candidate.sources.iter().filter_map(place_of).collect()).collect()
}

fn why_gone(version: &Versioned) -> Option<&'static str> {
    match version {
        Versioned::Current(_) => None,
        Versioned::Replaced => Some("replaced"),
        Versioned::Forgotten => Some("forgotten"),
    }
}

fn evidence_by_name(candidate: &Candidate) -> BTreeMap<&'static str, Evidence> {
    let by_arm = ArmId::ALL.into_iter().zip(&candidate.evidence);
    by_arm.filter_map(|(arm, evidence)| Some((arm.name(), evidence.clone()?))).collect()
}
