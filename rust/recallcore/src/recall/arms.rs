//! Asking the arms: for each kind semantic and keyword side by side, then what builds on them.

use std::cell::RefCell;
use std::time::Instant;

use super::found::{ArmReport, ArmState, Found, graph_hit, temporal_hit};
use super::options::SearchOptions;
use crate::analyzer::Analysis;
use crate::arms::graph::{EntityNumber, GraphHit, GraphLimits, GraphRequest};
use crate::arms::keyword::KeywordHits;
use crate::arms::semantic::MAX_NEIGHBOURS;
use crate::arms::temporal::{TemporalHit, TemporalRequest};
use crate::bank::Indexes;
use crate::error::{Error, Result};
use crate::ranking::{ArmId, Hit, Row, RowSet, by_score_then_row};
use crate::types::{MemoryKind, Reading};

/// The most seeds that the graph arm starts from.
const MAX_SEEDS: usize = 20;

/// Below this many admitted memories a recall ends sooner than threads would start.
const PARALLEL_FROM: usize = 5_000;

/// One question, ready to be put to every arm.
pub struct Question<'a> {
    pub indexes: &'a Indexes,
    /// The entities that the query names; absent when nobody looked for them.
    pub named: Option<Vec<EntityNumber>>,
    pub text: &'a str,
    pub analysis: Analysis,
    pub vector: Option<&'a [f32]>,

    pub allowed: &'a RowSet,
    /// What the filter admits of every kind: an observation is reached through its sources, whatever their kind.
    pub bridge: &'a RowSet,
    pub options: &'a SearchOptions,
    /// The bank's threads, if it has any.
    pub threads: Option<&'a rayon::ThreadPool>,
}

/// What the arms found of one kind.
#[derive(Default)]
struct KindFound {
    semantic: Vec<Hit>,
    keyword: Vec<Hit>,
    graph: Vec<GraphHit>,
    temporal: Vec<TemporalHit>,
    micros: [u64; 4],
    terms_left_out: usize,
    keyword_ideal: f64,
}

impl Question<'_> {
    /// Asks every arm for every kind.
    pub fn ask(&self) -> Result<Found> {
        let mut kinds = Vec::with_capacity(MemoryKind::ALL.len());
        for kind in MemoryKind::ALL {
            let mut allowed = self.allowed.clone();
            allowed.intersect_with(self.indexes.filter.kind_rows(kind));
            if !allowed.is_clear() {
                kinds.push(self.ask_kind(kind, &allowed)?);
            }
        }
        Ok(self.assemble(kinds))
    }

    fn ask_kind(&self, kind: MemoryKind, allowed: &RowSet) -> Result<KindFound> {
        let ((semantic, semantic_micros), (keyword, keyword_micros)) = self.side_by_side(
            allowed,
            || timed(|| self.semantic(allowed)),
            || timed(|| self.keyword(allowed)),
        )?;
        let (semantic, keyword) = (semantic?, keyword?);
        let seeds = self.seeds(&semantic, &keyword.hits);
        let ((temporal, temporal_micros), (graph, graph_micros)) = self.side_by_side(
            allowed,
            || timed(|| self.temporal(allowed)),
            || timed(|| self.graph(kind, &seeds, allowed)),
        )?;
        let mut found = KindFound {
            semantic,
            keyword: keyword.hits,
            graph,
            temporal: temporal?,
            micros: [semantic_micros, keyword_micros, graph_micros, temporal_micros],
            terms_left_out: keyword.dropped,
            keyword_ideal: keyword.ideal,
        };
        // Floors and depth come after the seeds were taken, so that they never tighten the graph arm.
        cut(&mut found.semantic, self.options.min_semantic, self.depth_of(ArmId::Semantic));
        cut(&mut found.keyword, self.options.min_keyword, self.depth_of(ArmId::Keyword));
        Ok(found)
    }

    /// Runs both on the bank's threads where the bank is large enough to pay for it, else in turn.
    fn side_by_side<A: Send, B: Send>(
        &self,
        allowed: &RowSet,
        left: impl FnOnce() -> A + Send,
        right: impl FnOnce() -> B + Send,
    ) -> Result<(A, B)> {
        match self.threads {
            Some(threads) if allowed.count_ones(..) >= PARALLEL_FROM => {
                // The calling thread works too, so that callers of one bank do not queue for its threads.
                let mut right_answer = None;
                let left_answer = threads.in_place_scope(|scope| {
                    scope.spawn(|_| right_answer = Some(right()));
                    left()
                });
                let gone = || Error::Storage("a thread of the bank ended before its arm did".into());
                Ok((left_answer, right_answer.ok_or_else(gone)?))
            }
            _ => Ok((left(), right())),
        }
    }

    /// How much of a memory the question is compared with.
    pub fn reading(&self) -> Reading {
        if self.options.search_context { Reading::InContext } else { Reading::Text }
    }

    fn wants(&self, arm: ArmId) -> bool {
        self.options.arms.contains(&arm)
    }

    fn depth_of(&self, arm: ArmId) -> usize {
        if self.wants(arm) { self.options.depth } else { 0 }
    }

    /// As deep as asked for, and at least as deep as the graph arm needs for its seeds.
    fn semantic(&self, allowed: &RowSet) -> Result<Vec<Hit>> {
        let seeds = if self.wants(ArmId::Graph) { MAX_SEEDS } else { 0 };
        let depth = self.depth_of(ArmId::Semantic).max(seeds);
        match (&self.indexes.semantic, self.vector) {
            (Some(semantic), Some(vector)) if depth > 0 => {
                semantic.search(vector, self.reading(), allowed, depth, None)
            }
            _ => Ok(Vec::new()),
        }
    }

    fn keyword(&self, allowed: &RowSet) -> Result<KeywordHits> {
        let seeds = if self.wants(ArmId::Graph) && self.vector.is_none() { MAX_SEEDS } else { 0 };
        let depth = self.depth_of(ArmId::Keyword).max(seeds);
        if depth == 0 {
            return Ok(KeywordHits::default());
        }
        self.indexes.keyword.search(&self.analysis, self.reading(), allowed, depth, None)
    }

    /// The memories that the graph arm starts from: near in meaning or, without vectors, sharing words.
    fn seeds(&self, semantic: &[Hit], keyword: &[Hit]) -> Vec<Hit> {
        match self.indexes.embedder() {
            Some(embedder) if self.vector.is_some() => {
                let threshold = embedder.thresholds.seed;
                semantic
                    .iter()
                    .take_while(|hit| hit.arm_score >= threshold)
                    .take(MAX_SEEDS)
                    .copied()
                    .collect()
            }
            _ => keyword.iter().take(MAX_SEEDS).copied().collect(),
        }
    }

    fn graph(&self, kind: MemoryKind, seeds: &[Hit], allowed: &RowSet) -> Vec<GraphHit> {
        if !self.wants(ArmId::Graph) || seeds.is_empty() {
            return Vec::new();
        }
        let neighbours = |row: Row, among: &RowSet| self.neighbours(row, among);
        let request = GraphRequest {
            kind,
            seeds,
            depth: self.options.depth,
            limits: GraphLimits::default(),
            named: self.named.as_deref(),
        };
        self.indexes.graph.search(&request, allowed, self.bridge, &neighbours)
    }

    /// The memories among some that are near to one in meaning.
    fn neighbours(&self, row: Row, among: &RowSet) -> Vec<Hit> {
        match (&self.indexes.semantic, self.indexes.embedder()) {
            (Some(semantic), Some(embedder)) => {
                semantic.neighbours(row, among, MAX_NEIGHBOURS, embedder.thresholds.link)
            }
            _ => Vec::new(),
        }
    }

    fn temporal(&self, allowed: &RowSet) -> Result<Vec<TemporalHit>> {
        let Some(window) = self.options.window.filter(|_| self.wants(ArmId::Temporal)) else {
            return Ok(Vec::new());
        };
        // The arm cannot fail, what it asks back can: the first failure is kept and ends the recall.
        let failure = RefCell::new(None);
        let relevance = |rows: &[Row]| {
            self.relevance(rows).unwrap_or_else(|error| {
                failure.replace(Some(error));
                vec![None; rows.len()]
            })
        };
        let request = TemporalRequest {
            window,
            query_time: self.options.query_time,
            depth: self.options.depth,
            relevance_floor: self.relevance_floor(),
        };
        let links = |row: Row| self.indexes.graph.causal_links(row);
        let hits = self.indexes.temporal.search(&request, allowed, &relevance, &links);
        failure.into_inner().map_or(Ok(hits), Err)
    }

    /// How near rows are to the question: by meaning or, without vectors, by words.
    fn relevance(&self, rows: &[Row]) -> Result<Vec<Option<f64>>> {
        match (&self.indexes.semantic, self.vector) {
            (Some(semantic), Some(vector)) => semantic.similarities(vector, self.reading(), rows),
            _ => self.indexes.keyword.scores(&self.analysis, self.reading(), rows),
        }
    }

    fn relevance_floor(&self) -> f64 {
        match (self.indexes.embedder(), self.vector) {
            (Some(embedder), Some(_)) => embedder.thresholds.temporal,
            // Without vectors a memory without a word in common still belongs to the window.
            _ => 0.0,
        }
    }

    fn assemble(&self, kinds: Vec<KindFound>) -> Found {
        let mut all = KindFound::default();
        for kind in kinds {
            all.semantic.extend(kind.semantic);
            all.keyword.extend(kind.keyword);
            all.graph.extend(kind.graph);
            all.temporal.extend(kind.temporal);
            for (sum, micros) in all.micros.iter_mut().zip(kind.micros) {
                *sum += micros;
            }
            // The same of every kind, for the statistics are the bank's.
            all.terms_left_out = kind.terms_left_out;
            all.keyword_ideal = kind.keyword_ideal;
        }
        all.semantic.sort_by(by_score_then_row);
        all.keyword.sort_by(by_score_then_row);
        all.graph.sort_by(|a, b| by_score_then_row(&graph_hit(a), &graph_hit(b)));
        all.temporal.sort_by(|a, b| by_score_then_row(&temporal_hit(a), &temporal_hit(b)));
        let (reports, notes) = (self.reports(&all), self.notes(&all));
        let KindFound { semantic, keyword, graph, temporal, keyword_ideal, .. } = all;
        Found { semantic, keyword, graph, temporal, keyword_ideal, reports, notes }
    }

    fn reports(&self, all: &KindFound) -> Vec<ArmReport> {
        let found = [all.semantic.len(), all.keyword.len(), all.graph.len(), all.temporal.len()];
        ArmId::ALL
            .into_iter()
            .zip(found)
            .zip(all.micros)
            .map(|((arm, found), micros)| {
                let (state, reason) = match (self.why_off(arm), found) {
                    (Some(reason), _) => (ArmState::Off, Some(reason)),
                    (None, 0) => (ArmState::Empty, self.why_empty(arm)),
                    (None, _) => (ArmState::Ran, None),
                };
                ArmReport { arm, state, found, reason, micros: self.options.trace.then_some(micros) }
            })
            .collect()
    }

    fn why_off(&self, arm: ArmId) -> Option<&'static str> {
        if !self.wants(arm) {
            return Some("not asked for");
        }
        match arm {
            ArmId::Semantic if self.indexes.semantic.is_none() => Some("the bank has no embedder"),
            ArmId::Semantic if self.vector.is_none() => Some("the query has no vector"),
            ArmId::Temporal if self.options.window.is_none() => Some("no time window"),
            ArmId::Semantic | ArmId::Keyword | ArmId::Graph | ArmId::Temporal => None,
        }
    }

    fn why_empty(&self, arm: ArmId) -> Option<&'static str> {
        match arm {
            ArmId::Graph if self.named.as_ref().is_some_and(Vec::is_empty) => Some(
                "the query names no entity that tells memories apart, and its best memories have no cause",
            ),
            ArmId::Semantic | ArmId::Keyword | ArmId::Graph | ArmId::Temporal => None,
        }
    }

    /// How many memories lack a vector and how many there are, if any lacks one.
    fn without_vector(&self) -> Option<(usize, usize)> {
        let of = self.indexes.filter.live().count_ones(..);
        let without = of.saturating_sub(self.indexes.semantic.as_ref()?.len());
        (without > 0).then_some((without, of))
    }

    fn notes(&self, all: &KindFound) -> Vec<String> {
        let mut notes = Vec::new();
        if all.terms_left_out > 0 {
            notes.push(format!(
                "the query has many words: the keyword arm left out its {} commonest",
                all.terms_left_out
            ));
        }
        if let Some((without, of)) = self.without_vector().filter(|_| self.vector.is_some()) {
            notes.push(format!("{without} of {of} memories have no vector yet, so only the other arms find them: call reembed()"));
        }
        if self.wants(ArmId::Graph) && self.vector.is_none() {
            notes.push("without a query vector the graph arm started from the best keyword hits".into());
        }
        if self.wants(ArmId::Temporal) && self.vector.is_none() && self.options.window.is_some() {
            notes.push("without a query vector the temporal arm ranked by shared words".into());
        }
        notes
    }
}

fn cut(hits: &mut Vec<Hit>, floor: Option<f64>, depth: usize) {
    hits.retain(|hit| floor.is_none_or(|floor| hit.arm_score >= floor));
    hits.truncate(depth);
}

fn timed<T>(work: impl FnOnce() -> T) -> (T, u64) {
    let start = Instant::now();
    let result = work();
    (result, u64::try_from(start.elapsed().as_micros()).unwrap_or(u64::MAX))
}
