//! From what the arms found to one pool: their rankings put together, each row with all that is known of it.

use super::arms::Question;
use super::found::Found;
use super::options::Fusion;
use crate::bank::Thresholds;
use crate::error::Result;
use crate::fusion::Fused;
use crate::fusion::auto::{self, CosineScale, Said, Scales, Weighed};
use crate::fusion::interleave::interleave;
use crate::fusion::rrf;
use crate::ranking::{ArmId, Hit, Row};
use crate::scoring::relevance::{self, Clues};
use crate::scoring::similarity::{Anchors, on_common_scale};

/// The fused rows, and columns beside them.
pub struct Pooled {
    pub fused: Fused,
    /// What each arm added to each fused score; empty where only ranks were counted.
    pub parts: Vec<[f64; 4]>,
    /// How the arms' scores were weighed; none where only ranks were counted.
    pub scales: Option<Scales>,
    /// Likeness to the query on the common scale; empty without vectors.
    pub similarities: Vec<Option<f64>>,
    /// How likely each row is to bear on the query; none where no arm measured anything.
    pub relevances: Vec<Option<f64>>,
}

impl Question<'_> {
    /// The arms' rankings put together, each first cut to `cap_per_arm`.
    pub fn pool(&self, found: &Found) -> Result<Pooled> {
        let rows = found.rows(self.options.cap_per_arm);
        let rankings = rows.each_ref().map(Vec::as_slice);
        match self.options.fusion {
            Fusion::Auto => self.weighed(rankings, found),
            Fusion::Rrf => self.counted(rrf::fuse(&rankings, self.options.rrf_k), found),
            Fusion::Interleave => self.counted(interleave(&rankings), found),
        }
    }

    /// A pool that only ranks made.
    fn counted(&self, fused: Fused, found: &Found) -> Result<Pooled> {
        let cosines = self.cosines(&fused.rows, found)?;
        let relevances = self.relevances(&cosines, &self.bm25s(&fused.rows, found)?, found);
        let similarities = self.similarities(&cosines);
        Ok(Pooled { fused, parts: Vec::new(), scales: None, similarities, relevances })
    }

    /// A pool that scores made: every row is looked up in the arms that did not return it.
    fn weighed(&self, rankings: [&[Row]; 4], found: &Found) -> Result<Pooled> {
        let mut rows: Vec<Row> = rankings.concat();
        rows.sort_unstable();
        rows.dedup();
        let cosines = self.cosines(&rows, found)?;
        let bm25s = self.bm25s(&rows, found)?;
        let column = |scores: &[Option<f64>], at: usize| scores.get(at).copied().flatten();
        let said: Vec<Said> = rows
            .iter()
            .enumerate()
            .map(|(at, row)| Said { row: *row, cosine: column(&cosines, at), bm25: column(&bm25s, at) })
            .collect();
        let likeness = self.indexes.embedder().map(|embedder| {
            let Thresholds { temporal: typical, seed: rare, link: _ } = embedder.thresholds;
            CosineScale::new(typical, rare)
        });
        let likeness = likeness.transpose()?;
        let Weighed { fused, parts, scales } =
            auto::fuse(rankings, &said, found.keyword_ideal, likeness, self.options.rrf_k);
        let place = |row: &Row| rows.binary_search(row).ok();
        let in_order = |scores: &[Option<f64>]| -> Vec<Option<f64>> {
            fused.rows.iter().map(|row| place(row).and_then(|at| column(scores, at))).collect()
        };
        let (cosines, bm25s) = (in_order(&cosines), in_order(&bm25s));
        let relevances = self.relevances(&cosines, &bm25s, found);
        let similarities = self.similarities(&cosines);
        Ok(Pooled { fused, parts, scales: Some(scales), similarities, relevances })
    }

    /// The cosines of rows with the query, as the semantic arm has them or, where it did not return a row, compared
    /// anew; none at all without vectors.
    fn cosines(&self, rows: &[Row], found: &Found) -> Result<Vec<Option<f64>>> {
        let (Some(semantic), Some(vector)) = (&self.indexes.semantic, self.vector) else {
            return Ok(vec![None; rows.len()]);
        };
        completed(rows, &found.semantic, |unknown| semantic.similarities(vector, self.reading(), unknown))
    }

    /// The same of BM25 scores; none at all where the keyword arm has nothing to say.
    fn bm25s(&self, rows: &[Row], found: &Found) -> Result<Vec<Option<f64>>> {
        if !self.options.arms.contains(&ArmId::Keyword) {
            return Ok(vec![None; rows.len()]);
        }
        // An arm that could have returned more has returned whatever shares a word.
        let all_found = found.keyword.len() < self.options.depth && self.options.min_keyword.is_none();
        completed(rows, &found.keyword, |unknown| {
            if all_found {
                return Ok(vec![None; unknown.len()]);
            }
            self.indexes.keyword.scores(&self.analysis, self.reading(), unknown)
        })
    }

    /// How likely rows are to bear on the query, by what the arms measured.
    fn relevances(&self, cosines: &[Option<f64>], bm25s: &[Option<f64>], found: &Found) -> Vec<Option<f64>> {
        if self.analysis.is_empty() {
            // Where nothing is asked nothing bears on it, however alike two strings of signs may be.
            return vec![Some(0.0); cosines.len()];
        }
        let thresholds = self.indexes.embedder().map(|embedder| embedder.thresholds);
        let memories = u32::try_from(self.indexes.keyword.len()).unwrap_or(u32::MAX);
        let keyword_ran = self.options.arms.contains(&ArmId::Keyword);
        let relevance = |(cosine, bm25): (&Option<f64>, &Option<f64>)| {
            let lifted = cosine
                .zip(thresholds)
                .map(|(cosine, Thresholds { seed, temporal, .. })| relevance::lift(cosine, temporal, seed));
            let covered = keyword_ran
                .then(|| relevance::covered(bm25.unwrap_or_default(), found.keyword_ideal, memories));
            Clues { lift: lifted, covered }.relevance()
        };
        cosines.iter().zip(bm25s).map(relevance).collect()
    }

    /// Cosines on the scale that embedders share.
    fn similarities(&self, cosines: &[Option<f64>]) -> Vec<Option<f64>> {
        let Some(embedder) = self.indexes.embedder() else { return Vec::new() };
        let Thresholds { seed, link, temporal } = embedder.thresholds;
        let anchors = Anchors { temporal, seed, link };
        cosines.iter().map(|cosine| cosine.map(|cosine| on_common_scale(cosine, anchors))).collect()
    }
}

/// The scores of rows: those of an arm's hits, and of the others what `look_up` says, in their order.
fn completed(
    rows: &[Row],
    hits: &[Hit],
    look_up: impl Fn(&[Row]) -> Result<Vec<Option<f64>>>,
) -> Result<Vec<Option<f64>>> {
    let mut known: Vec<(Row, f64)> = hits.iter().map(|hit| (hit.row, hit.arm_score)).collect();
    known.sort_unstable_by_key(|(row, _)| *row);
    let known_score = |row: &Row| {
        let at = known.binary_search_by_key(row, |(row, _)| *row).ok()?;
        known.get(at).map(|(_, score)| *score)
    };
    let scores: Vec<Option<f64>> = rows.iter().map(known_score).collect();
    let unknown: Vec<Row> =
        rows.iter().zip(&scores).filter(|(_, score)| score.is_none()).map(|(row, _)| *row).collect();
    if unknown.is_empty() {
        return Ok(scores);
    }
    let mut found = look_up(&unknown)?.into_iter();
    Ok(scores.into_iter().map(|score| score.or_else(|| found.next().flatten())).collect())
}
