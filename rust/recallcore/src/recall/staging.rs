//! Whether a reranker that goes through the head slice by slice may stop.

use std::ops::Range;

use super::candidates::Candidates;
use super::options::FinishOptions;
use super::scored::{RerankScores, ScoredPool};
use crate::error::Result;

/// The place whose score counts where neither a limit nor the budget nor a floor says which is the last.
const LAST_THAT_COUNTS: usize = 10;

/// What a slice must stay below for scoring to end.
enum Bar {
    /// Too few are scored to know.
    Unknown,
    /// The combined score of the last candidate that counts.
    Combined(f64),
    /// A floor of the rerank score, above which everything counts.
    Rerank(f64),
}

impl Candidates {
    /// Whether scoring may end here: the best of the newest slice lies below the last score that counts, by more than
    /// `margin` of that score, so that what comes after the slice, which fusion likes less, is hopeless too.
    ///
    /// The last that counts is the last that `limit` or the budget lets in; while there is room for more, everything
    /// above a floor of the rerank score, else the tenth. As long as too few are scored, nothing is settled.
    ///
    /// # Errors
    /// `Config` for a bad option, `Input` for another number of scores.
    pub fn settled(
        &self,
        options: &FinishOptions,
        rerank: RerankScores<'_>,
        newest: Range<usize>,
        margin: f64,
    ) -> Result<bool> {
        let pool = self.score(options, Some(rerank))?;
        let newest = pool.scored.iter().take(newest.end).skip(newest.start);
        let judged: Vec<(f64, f64)> = newest.filter_map(|one| Some((one.combined, one.rerank?))).collect();
        let below = |bar: f64, score: fn(&(f64, f64)) -> f64| {
            !judged.is_empty() && judged.iter().all(|one| score(one) < bar * (1.0 - margin))
        };
        Ok(match self.bar(&pool, options)? {
            Bar::Unknown => false,
            Bar::Combined(last) => below(last, |(combined, _)| *combined),
            Bar::Rerank(floor) => below(floor, |(_, rerank)| *rerank),
        })
    }

    fn bar(&self, pool: &ScoredPool, options: &FinishOptions) -> Result<Bar> {
        let floors = self.applicable(options.floors()?);
        let decisions = self.floored(pool, floors);
        let scored_at = |at: usize| pool.scored.get(*pool.order.get(at)?).filter(|one| one.rerank.is_some());
        let present: Vec<usize> = (0..)
            .zip(&decisions)
            .filter(|(at, decision): &(usize, _)| decision.is_none() && scored_at(*at).is_some())
            .map(|(at, _)| at)
            .collect();
        let (packing, _) = self.pack(pool, &present, options);
        let full = !packing.dropped.is_empty() || options.limit == Some(packing.kept.len());
        let last = match (full, options.limit, options.min_reranker) {
            (true, _, _) => packing.kept.last().copied(),
            (false, Some(_), _) => None,
            (false, None, Some(floor)) => return Ok(Bar::Rerank(floor)),
            (false, None, None) => Some(LAST_THAT_COUNTS - 1),
        };
        let at = last.and_then(|last| present.get(last));
        let combined = at.and_then(|at| scored_at(*at)).map(|one| one.combined);
        Ok(combined.map_or(Bar::Unknown, Bar::Combined))
    }
}
