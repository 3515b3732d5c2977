//! Whether a reranker that goes through the head slice by slice may stop.

use std::ops::Range;

use super::candidates::Candidates;
use super::options::FinishOptions;
use super::scored::{RerankScores, ScoredPool};
use crate::error::Result;
use crate::scoring::margin::Margin;

/// The place whose score counts where neither a limit nor the budget nor a floor says which is the last.
const LAST_THAT_COUNTS: usize = 10;

/// What a slice must stay below for scoring to end.
enum Bar {
    /// Too few are scored to know.
    Unknown,
    /// The combined score of the last candidate that counts.
    Last(f64),
    /// There is room for everything above the floors.
    Floors { rerank: Option<f64>, combined: Option<f64> },
}

impl Candidates {
    /// Whether scoring may end here: everything of the newest slice lies below the last score that counts, by more than
    /// the margin, so that what comes after the slice, which fusion likes less, is hopeless too.
    ///
    /// The last that counts is the one at `limit`, or where the budget is full before, the middle one of those that fit;
    /// while there is room for more, everything above the floors, else the tenth. As long as too few are scored, nothing
    /// is settled.
    ///
    /// # Errors
    /// `Config` for a bad option, `Input` for another number of scores.
    pub fn settled(
        &self,
        options: &FinishOptions,
        rerank: RerankScores<'_>,
        newest: Range<usize>,
        margin: Margin,
    ) -> Result<bool> {
        let pool = self.score(options, Some(rerank))?;
        let newest = pool.scored.iter().take(newest.end).skip(newest.start);
        let judged: Vec<(f64, f64)> = newest.filter_map(|one| Some((one.rerank?, one.combined))).collect();
        let below = |score: f64, bar: Option<f64>| bar.is_some_and(|bar| margin.lies_below(score, bar));
        let hopeless = |bar: &Bar, (rerank, combined): (f64, f64)| match bar {
            Bar::Unknown => false,
            Bar::Last(last) => below(combined, Some(*last)),
            Bar::Floors { rerank: floor, combined: lowest } => {
                below(rerank, *floor) || below(combined, *lowest)
            }
        };
        let bar = self.bar(&pool, options)?;
        Ok(!judged.is_empty() && judged.into_iter().all(|scores| hopeless(&bar, scores)))
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
        let enough = options.limit == Some(packing.kept.len());
        let full = !packing.dropped.is_empty();
        let floored = options.min_reranker.is_some() || options.min_final.is_some();
        let last = match (options.limit, full) {
            (Some(_), _) if enough => packing.kept.last().copied(),
            // Not the last that fits: the end of a budget is filled by what is short, however poor it is.
            (_, true) => packing.kept.get(packing.kept.len() / 2).copied(),
            (Some(_), false) => None,
            (None, false) if floored => {
                return Ok(Bar::Floors { rerank: options.min_reranker, combined: options.min_final });
            }
            (None, false) => Some(LAST_THAT_COUNTS - 1),
        };
        let at = last.and_then(|last| present.get(last));
        let combined = at.and_then(|at| scored_at(*at)).map(|one| one.combined);
        Ok(combined.map_or(Bar::Unknown, Bar::Last))
    }
}
