//! The search: entries of the window, their scores, and what strength reaches from them.

use std::cmp::Ordering;

use super::index::{DateColumn, Dates, Moments, Span, TemporalIndex, number};
use super::select::{Dated, select_over_buckets};
use super::spread::{Path, spread};
use super::{TemporalHit, TemporalRequest, Via};
use crate::filter::row_at;
use crate::ranking::{Hit, Row, RowSet, by_score_then_row};
use crate::types::{Micros, Relation, TimeWindow};

/// The most relevant rows of the window from which entries are chosen.
const ENTRY_POOL: usize = 60;
/// The most entries.
const MAX_ENTRIES: usize = 10;
/// The parts of the window over which entries are chosen.
const BUCKETS: usize = 8;
/// What a row of the window that is less relevant than the floor scores less than its proximity, so that it comes
/// after all others; nothing spreads from it.
const LESS_RELEVANT: f64 = 2.0;
/// The proximity of a row without any date that a causal link leads to.
const UNDATED_PROXIMITY: f64 = 0.3;

/// Relevance of rows to the query, one answer a row in the same order; none where it is not known.
type Relevance<'a> = dyn Fn(&[Row]) -> Vec<Option<f64>> + 'a;

impl TemporalIndex {
    /// The memories that the window leads to, best score first, then row ascending.
    ///
    /// Of the allowed rows dated in the window and relevant enough, the sixty most relevant (then nearest to
    /// the middle, then lowest row) are the pool, and ten of it, chosen over eight buckets, the entries. Less
    /// relevant rows of the window fill the places that are left, and after them rows that were only mentioned
    /// in it, so that a bank whose memories were all retained today keeps today's window for what happened
    /// today. Strength then spreads from the entries, each starting with its own proximity; every row reached is
    /// allowed and relevant enough. `links` gives a row's causal links in both directions.
    pub fn search(
        &self,
        request: &TemporalRequest,
        allowed: &RowSet,
        similarity: &Relevance<'_>,
        links: &dyn Fn(Row) -> Vec<(Row, Relation, f64)>,
    ) -> Vec<TemporalHit> {
        let Some(window) = Moments::of(request.window).filter(|_| request.depth > 0) else {
            return Vec::new();
        };
        let scale = self.scale(request.window, request.query_time);
        let relevance = Floor { of: similarity, least: request.relevance_floor };
        let most = MAX_ENTRIES.min(request.depth);
        let mut dated = self.dated_inside(window, allowed);
        let mut hits = self.entries(&dated, &relevance, &scale, most, Via::Window);
        let mut less = Vec::new();
        if hits.len() < most {
            // "What happened in May?" is like nothing that happened: the window itself was the question.
            for hit in &hits {
                dated.remove(hit.row as usize);
            }
            let any = Floor { least: f64::NEG_INFINITY, ..relevance };
            less = self.entries(&dated, &any, &scale, most - hits.len(), Via::Window);
            for hit in &mut less {
                hit.arm_score -= LESS_RELEVANT;
            }
        }
        if hits.len() + less.len() < most {
            let mentioned = self.mentioned_inside(window, allowed);
            let limit = most - hits.len() - less.len();
            hits.extend(self.entries(&mentioned, &relevance, &scale, limit, Via::Mention));
        }
        let entries: Vec<Hit> =
            hits.iter().map(|hit| Hit { row: hit.row, arm_score: hit.arm_score }).collect();
        let column = self.date_column(allowed);
        let paths = |row: Row, visited: &RowSet| {
            let mut open = allowed.clone();
            open.difference_with(visited);
            relevance.keep(self.paths(&column, row, &open, links))
        };
        let nearness = |row| self.dates(row).map_or(UNDATED_PROXIMITY, |dates| scale.proximity(dates));
        let reached = spread(&entries, request.depth - entries.len() - less.len(), paths, nearness);
        hits.extend(less);
        hits.extend(reached.into_iter().map(|one| TemporalHit {
            row: one.row,
            arm_score: one.score,
            proximity: one.proximity,
            via: one.via,
        }));
        hits.sort_by(|left, right| by_score_then_row(&left.hit(), &right.hit()));
        hits
    }

    /// How near the middle of the window the row's date lies, in [0, 1]; none where it is dated outside it.
    ///
    /// The date is the middle of the span that the memory covers; both edges of the window are 0.
    pub fn proximity(&self, row: Row, window: TimeWindow, query_time: Micros) -> Option<f64> {
        let dates = self.dates(row)?;
        let inside = Moments::of(window)?.meets(dates.span);
        inside.then(|| self.scale(window, query_time).proximity(dates))
    }

    fn scale(&self, window: TimeWindow, query_time: Micros) -> Scale {
        let latest = window.end.unwrap_or(query_time);
        let start = window.start.unwrap_or_else(|| self.earliest().unwrap_or(latest).min(latest));
        Scale { start, end: latest.max(start), window: Moments::of(window) }
    }

    fn entries(
        &self,
        rows: &RowSet,
        relevance: &Floor<'_>,
        scale: &Scale,
        limit: usize,
        via: Via,
    ) -> Vec<TemporalHit> {
        let mut pool: Vec<Entry> = relevance
            .enough(rows.ones().map(row_at).collect())
            .filter_map(|(row, relevance)| {
                let dates = self.dates(row)?;
                Some(Entry { row, relevance, proximity: scale.proximity(dates), date: dates.span.start })
            })
            .collect();
        if pool.len() > ENTRY_POOL {
            pool.select_nth_unstable_by(ENTRY_POOL, by_relevance);
            pool.truncate(ENTRY_POOL);
        }
        pool.sort_unstable_by(by_relevance);
        let dated: Vec<Dated> =
            pool.iter().map(|entry| Dated { relevance: entry.relevance, date: Some(entry.date) }).collect();
        let chosen = select_over_buckets(&dated, (scale.start, scale.end), limit, BUCKETS);
        chosen
            .into_iter()
            .filter_map(|place| pool.get(place))
            .map(|entry| TemporalHit {
                row: entry.row,
                arm_score: entry.proximity,
                proximity: entry.proximity,
                via,
            })
            .collect()
    }

    /// The ways out of `row` to `open` rows.
    fn paths(
        &self,
        column: &DateColumn,
        row: Row,
        open: &RowSet,
        links: &dyn Fn(Row) -> Vec<(Row, Relation, f64)>,
    ) -> Vec<Path> {
        let causal = links(row).into_iter().filter(|link| open.contains(link.0 as usize));
        let near = self.neighbours_in(column, row, open).into_iter();
        near.map(|(other, weight)| Path::near(row, other, weight))
            .chain(
                causal.map(|(other, relation, weight)| {
                    Path::causal(row, other, relation, weight.clamp(0.0, 1.0))
                }),
            )
            .collect()
    }
}

impl TemporalHit {
    fn hit(&self) -> Hit {
        Hit { row: self.row, arm_score: self.arm_score }
    }
}

/// A row of the entry pool.
struct Entry {
    row: Row,
    relevance: f64,
    proximity: f64,
    date: Micros,
}

/// Relevance, then proximity, both descending, then row ascending.
fn by_relevance(left: &Entry, right: &Entry) -> Ordering {
    let proximity = right.proximity.total_cmp(&left.proximity);
    right.relevance.total_cmp(&left.relevance).then(proximity).then(left.row.cmp(&right.row))
}

/// Relevance with its floor; what is not known counts as just enough.
#[derive(Clone, Copy)]
struct Floor<'a> {
    of: &'a Relevance<'a>,
    least: f64,
}

impl Floor<'_> {
    fn enough(&self, rows: Vec<Row>) -> impl Iterator<Item = (Row, f64)> {
        let mut known = if rows.is_empty() { Vec::new() } else { (self.of)(&rows) };
        known.resize(rows.len(), None);
        rows.into_iter()
            .zip(known)
            .map(|(row, relevance)| (row, relevance.filter(|value| !value.is_nan()).unwrap_or(self.least)))
            .filter(|(_, relevance)| *relevance >= self.least)
    }

    fn keep(&self, paths: Vec<Path>) -> Vec<Path> {
        let mut rows: Vec<Row> = paths.iter().map(|path| path.target).collect();
        rows.sort_unstable();
        rows.dedup();
        let kept: Vec<Row> = self.enough(rows).map(|(row, _)| row).collect();
        paths.into_iter().filter(|path| kept.binary_search(&path.target).is_ok()).collect()
    }
}

/// The window as a measure: open edges have their stand-ins, and the end is never before the start.
struct Scale {
    start: Micros,
    end: Micros,
    /// Decides for a window without length, where only what meets it is near.
    window: Option<Moments>,
}

impl Scale {
    /// `1 − |date − middle| / half the length`, at least 0. The distances are doubled, to spare halves.
    fn proximity(&self, dates: Dates) -> f64 {
        let Span { start, end } = dates.span;
        let length = number(self.end) - number(self.start);
        if length <= 0.0 {
            return if self.window.is_some_and(|window| window.meets(dates.span)) { 1.0 } else { 0.0 };
        }
        let middle = number(self.start) + number(self.end);
        let date = number(start) + number(end);
        1.0 - ((date - middle).abs() / length).min(1.0)
    }
}
