//! From the pool to the answer: score, order, leave out, pack, read.

use std::collections::BTreeMap;

use super::abstaining::Judgement;
use super::candidates::{Candidate, Candidates};
use super::decision::Decision;
use super::options::FinishOptions;
use super::scored::{RerankScores, ScoredPool};
use super::selection::{Dropped, Scores, Selected, Selection};
use super::trace::Stages;
use crate::bank::{Record, Versioned};
use crate::error::{Error, Result};
use crate::packing::observations::{Packable, pack_preferring};
use crate::packing::{Packing, skip_fill};
use crate::ranking::ArmId;
use crate::scoring::basis;
use crate::scoring::floors::Floors;
use crate::types::{MemoryKind, Seq};

/// What packing made of the pool: for each place of the final order its decision, and the memories kept.
pub(super) struct Packed {
    pub(super) packing: Packing,
    pub(super) decisions: Vec<Decision>,
    /// Places in the final order, ascending, each with its record.
    pub(super) kept: Vec<(usize, Record)>,
}

impl Candidates {
    /// Scores, orders and packs the candidates, and reads the memories that are kept.
    ///
    /// `rerank` is what a reranker said about the head; none means that no reranker ran. A memory that was forgotten or
    /// replaced since the search is left out with that reason, and what comes after it is packed as if it had not been
    /// there.
    ///
    /// # Errors
    /// `Config` for a bad option, `Input` for another number of scores; as SQLite says.
    pub fn finish(&self, options: &FinishOptions, rerank: Option<RerankScores<'_>>) -> Result<Selection> {
        let floors = self.applicable(options.floors()?);
        let mut stages = Stages::begin();
        let pool = self.score(options, rerank)?;
        stages.end("score");
        let packed = self.pack_and_read(&pool, options, floors, &mut stages)?;
        let relevance = self.best_relevance(&pool, options);
        let judgement = self.judgement(relevance, &pool, options)?;
        let packed = if judgement == Judgement::Irrelevant { packed.emptied() } else { packed };
        let mut left_out: BTreeMap<Decision, usize> = BTreeMap::new();
        for decision in packed.decisions.iter().filter(|decision| **decision != Decision::Kept) {
            *left_out.entry(*decision).or_default() += 1;
        }
        let trace = options.trace.then(|| self.trace(&pool, &packed.decisions, stages.taken()));
        Ok(Selection {
            tokens_used: packed.packing.tokens_used,
            max_tokens: options.max_tokens,
            overflowed: packed.packing.overflowed,
            candidates: self.list.len(),
            relevance,
            dropped: self.dropped(&pool, &packed),
            left_out,
            arms: self.found.reports.iter().map(|report| (report.arm.name(), report.clone())).collect(),
            notes: self.notes(&pool, options, judgement),
            trace,
            memories: packed
                .kept
                .into_iter()
                .filter_map(|(at, record)| self.selected(&pool, at, record, options))
                .collect(),
        })
    }

    /// Packs until everything that is kept is still as it was found: each turn leaves out what has gone.
    fn pack_and_read(
        &self,
        pool: &ScoredPool,
        options: &FinishOptions,
        floors: Floors,
        stages: &mut Stages,
    ) -> Result<Packed> {
        let mut decisions = self.floored(pool, floors);
        loop {
            let present: Vec<usize> = (0..)
                .zip(&decisions)
                .filter_map(|(at, decision): (usize, _)| decision.is_none().then_some(at))
                .collect();
            let (packing, superfluous) = self.pack(pool, &present, options);
            stages.end("pack");
            let kept: Vec<usize> = packing.kept.iter().filter_map(|at| present.get(*at).copied()).collect();
            let versions = self.read(pool, &kept)?;
            stages.end("read");
            let gone: Vec<(usize, Decision)> = kept
                .iter()
                .zip(&versions)
                .filter_map(|(at, version)| Some((*at, why_gone(version)?)))
                .collect();
            let mut decide = |at: usize, decision: Decision| {
                if let Some(slot) = decisions.get_mut(at) {
                    *slot = Some(decision);
                }
            };
            if !gone.is_empty() {
                for (at, decision) in gone {
                    decide(at, decision);
                }
                continue;
            }
            let place = |at: usize| present.get(at).copied().unwrap_or(usize::MAX);
            for at in &packing.kept {
                decide(place(*at), Decision::Kept);
            }
            for dropped in &packing.dropped {
                decide(place(dropped.index), dropped.reason.into());
            }
            for at in superfluous {
                decide(place(at), Decision::Observation);
            }
            let decided: Option<Vec<Decision>> = decisions.into_iter().collect();
            let undecided = || Error::Storage("packing left a candidate undecided".into());
            let records = versions.into_iter().filter_map(Versioned::current);
            return Ok(Packed {
                packing,
                decisions: decided.ok_or_else(undecided)?,
                kept: kept.into_iter().zip(records).collect(),
            });
        }
    }

    /// What the floors leave out, by place in the final order.
    pub(super) fn floored(&self, pool: &ScoredPool, floors: Floors) -> Vec<Option<Decision>> {
        let floors = if pool.reranked { floors } else { floors.without_reranker() };
        let below = |place: &usize| {
            let (candidate, scored) = (self.list.get(*place)?, pool.scored.get(*place)?);
            floors.above(candidate.similarity, scored.rerank, scored.combined).map(Into::into)
        };
        pool.order.iter().map(below).collect()
    }

    /// Packs what is present, given by places in the final order; the answer is in places among these.
    pub(super) fn pack(
        &self,
        pool: &ScoredPool,
        present: &[usize],
        options: &FinishOptions,
    ) -> (Packing, Vec<usize>) {
        let candidates: Vec<&Candidate> = present
            .iter()
            .filter_map(|at| pool.order.get(*at))
            .filter_map(|place| self.list.get(*place))
            .collect();
        if !options.prefer_observations {
            let tokens: Vec<u64> = candidates.iter().map(|candidate| candidate.tokens).collect();
            return (skip_fill(&tokens, options.budget(), options.limit), Vec::new());
        }
        let sources = source_places(&candidates);
        let memories: Vec<Packable<'_>> = candidates
            .iter()
            .zip(&sources)
            .map(|(candidate, sources)| Packable { tokens: candidate.tokens, sources })
            .collect();
        pack_preferring(&memories, options.budget(), options.limit)
    }

    pub(super) fn read(&self, pool: &ScoredPool, kept: &[usize]) -> Result<Vec<Versioned>> {
        let candidates = kept.iter().filter_map(|at| self.list.get(*pool.order.get(*at)?));
        let wanted: Vec<(Seq, i64)> =
            candidates.map(|candidate| (candidate.seq, candidate.version)).collect();
        self.bank.records(&wanted)
    }

    /// The floors that have something to hold on to.
    pub(super) fn applicable(&self, floors: Floors) -> Floors {
        if self.compared() { floors } else { floors.without_similarity() }
    }

    /// Whether any candidate could be compared with the query.
    fn compared(&self) -> bool {
        self.list.is_empty() || self.list.iter().any(|candidate| candidate.similarity.is_some())
    }

    fn notes(&self, pool: &ScoredPool, options: &FinishOptions, judgement: Judgement) -> Vec<String> {
        let mut notes = self.found.notes.clone();
        notes.extend(judgement.note().map(str::to_owned));
        if options.min_similarity.is_some() && !self.compared() {
            notes.push(
                "the floor of the similarity was not applied: no memory could be compared with the query"
                    .into(),
            );
        }
        let acted = pool.reranked || self.head < self.list.len();
        if !self.boosts.is_empty() && self.fusion.takes_turns() {
            notes.push("the boosts had no effect: interleaving takes the arms in turn".into());
        } else if !self.boosts.is_empty() && !acted {
            notes.push("the boosts had no effect: no candidate was cut, and no reranker ran".into());
        } else if !self.boosts.is_empty() && !self.boosts.touch(&self.ranks) {
            notes.push("the boosts had no effect: no boosted arm found anything".into());
        }
        notes
    }

    /// What was left out above the last one kept; all of it where none was kept.
    fn dropped(&self, pool: &ScoredPool, packed: &Packed) -> Vec<Dropped> {
        let last = packed.kept.last().map_or(packed.decisions.len(), |(at, _)| *at);
        let left_out = packed.decisions.iter().enumerate().take(last);
        left_out
            .filter(|(_, decision)| **decision != Decision::Kept)
            .filter_map(|(at, reason)| {
                let candidate = self.list.get(*pool.order.get(at)?)?;
                let (id, tokens) = (candidate.id.clone(), candidate.tokens);
                Some(Dropped { id, tokens, rank: at + 1, reason: *reason })
            })
            .collect()
    }

    fn selected(
        &self,
        pool: &ScoredPool,
        at: usize,
        record: Record,
        options: &FinishOptions,
    ) -> Option<Selected> {
        let place = *pool.order.get(at)?;
        let (candidate, scored) = (self.list.get(place)?, pool.scored.get(place)?);
        let judged = scored.rerank.filter(|_| !options.order_only);
        let (score, basis) = basis::score(judged, candidate.similarity, at, self.list.len());
        let ranks = ArmId::ALL.into_iter().zip(self.ranks.of(place));
        let evidence: BTreeMap<_, _> =
            ranks.filter_map(|(arm, rank)| Some((arm.name(), self.found.evidence(arm, *rank)?))).collect();
        let arm_score = |arm: ArmId| Some(evidence.get(arm.name())?.arm_score);
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
            relevance: self.relevance(pool, place, options),
        };
        Some(Selected { record, rank: at + 1, score, basis, scores: numbers, evidence })
    }
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

fn why_gone(version: &Versioned) -> Option<Decision> {
    match version {
        Versioned::Current(_) => None,
        Versioned::Replaced => Some(Decision::Replaced),
        Versioned::Forgotten => Some(Decision::Forgotten),
    }
}
