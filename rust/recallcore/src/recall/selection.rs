//! What packing keeps, and what it leaves out and why.

use std::collections::BTreeMap;

use serde::Serialize;

use super::candidates::{Candidate, Candidates, Evidence};
use super::options::FinishOptions;
use crate::bank::{Record, Versioned};
use crate::error::Result;
use crate::packing::{Packing, skip_fill};
use crate::ranking::ArmId;
use crate::scoring::passthrough::rank_score;
use crate::types::Seq;

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

/// One memory of the answer.
#[derive(Debug, Clone, Serialize)]
pub struct Selected {
    /// The memory.
    pub record: Record,
    /// Its place among all candidates, from 1.
    pub rank: usize,
    /// Its score in [0, 1].
    pub score: f64,
    /// What the score is made of: `rank` says that it only restates the order.
    pub basis: &'static str,
    /// The sum of reciprocal ranks.
    pub fused_score: f64,
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
    /// `budget`, `limit`, `forgotten` or `replaced`.
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
    /// The candidates left out, in order.
    pub dropped: Vec<Dropped>,
    /// Each arm's report, by name.
    pub arms: BTreeMap<&'static str, ArmReport>,
    /// What a caller may want to know.
    pub notes: Vec<String>,
}

impl Candidates {
    /// Packs the candidates under the budget and reads the memories that are kept.
    ///
    /// A memory that was forgotten or replaced since the search is left out with that reason, and what
    /// comes after it is packed as if it had not been there.
    ///
    /// # Errors
    /// `Config` for a bad option; as SQLite says.
    pub fn finish(&self, options: &FinishOptions) -> Result<Selection> {
        let budget = options.budget()?;
        let mut gone: BTreeMap<usize, &'static str> = BTreeMap::new();
        loop {
            let present: Vec<usize> =
                (0..self.list.len()).filter(|place| !gone.contains_key(place)).collect();
            let tokens: Vec<u64> =
                present.iter().filter_map(|place| Some(self.list.get(*place)?.tokens)).collect();
            let packing = skip_fill(&tokens, budget, options.limit);
            let kept: Vec<usize> = packing.kept.iter().filter_map(|at| present.get(*at).copied()).collect();
            let records = self.read_kept(&kept)?;
            let before = gone.len();
            for (place, version) in kept.iter().zip(&records) {
                match version {
                    Versioned::Current(_) => {}
                    Versioned::Replaced => drop(gone.insert(*place, "replaced")),
                    Versioned::Forgotten => drop(gone.insert(*place, "forgotten")),
                }
            }
            if gone.len() == before {
                return Ok(self.selection(options, &packing, &present, records, &gone));
            }
        }
    }

    fn read_kept(&self, kept: &[usize]) -> Result<Vec<Versioned>> {
        let wanted: Vec<(Seq, i64)> =
            kept.iter().filter_map(|place| self.list.get(*place)).map(|c| (c.seq, c.version)).collect();
        self.bank.records(&wanted)
    }

    fn selection(
        &self,
        options: &FinishOptions,
        packing: &Packing,
        present: &[usize],
        records: Vec<Versioned>,
        gone: &BTreeMap<usize, &'static str>,
    ) -> Selection {
        let place_of = |at: usize| present.get(at).copied();
        let memories = packing.kept.iter().filter_map(|at| place_of(*at)).zip(records);
        let mut dropped: Vec<Dropped> = packing
            .dropped
            .iter()
            .filter_map(|entry| self.dropped(place_of(entry.index)?, entry.reason.name()))
            .chain(gone.iter().filter_map(|(place, reason)| self.dropped(*place, reason)))
            .collect();
        dropped.sort_by_key(|entry| entry.rank);
        Selection {
            memories: memories
                .filter_map(|(place, version)| self.selected(place, version.current()?))
                .collect(),
            tokens_used: packing.tokens_used,
            max_tokens: options.max_tokens,
            overflowed: packing.overflowed,
            candidates: self.list.len(),
            dropped,
            arms: self.arms.iter().map(|report| (report.arm.name(), report.clone())).collect(),
            notes: self.notes.clone(),
        }
    }

    fn selected(&self, place: usize, record: Record) -> Option<Selected> {
        let candidate = self.list.get(place)?;
        Some(Selected {
            record,
            rank: place + 1,
            score: rank_score(place, self.list.len()),
            basis: "rank",
            fused_score: candidate.fused_score,
            evidence: evidence_by_name(candidate),
        })
    }

    fn dropped(&self, place: usize, reason: &'static str) -> Option<Dropped> {
        let candidate = self.list.get(place)?;
        Some(Dropped { id: candidate.id.clone(), tokens: candidate.tokens, rank: place + 1, reason })
    }
}

fn evidence_by_name(candidate: &Candidate) -> BTreeMap<&'static str, Evidence> {
    let by_arm = ArmId::ALL.into_iter().zip(&candidate.evidence);
    by_arm.filter_map(|(arm, evidence)| Some((arm.name(), evidence.clone()?))).collect()
}
