//! The semantic arm: nearness of meaning, by cosine similarity of unit vectors.
//!
//! Few vectors are scanned exactly with SIMD; many are searched through a graph, what came after it scanned beside it,
//! and all findings are scored again from the full vectors. Either way an arm score is an `f64` similarity added up in
//! one fixed order: the same bits on every machine, thread count and path.

mod dot;
mod graph;
mod linking;
mod matrix;
mod rounding;
#[cfg(test)]
mod tests;
mod vectors;
mod walk;

use crate::error::{Error, Result};
use crate::files::{Files, FilesWriter};
use crate::ranking::{Hit, Row, RowSet, keep_best};
use crate::types::Reading;
use graph::Graph;
use matrix::{Matrix, Part, Slot};
pub use rounding::Quantisation;

/// The most neighbours that [`SemanticIndex::neighbours`] returns.
pub const MAX_NEIGHBOURS: usize = 50;

/// One of the vectors that an embedder makes of a memory, by the number under which it is stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Facet(pub u8);

impl Facet {
    /// The vector of the memory's own text.
    pub const TEXT: Self = Self(0);
    /// The vector of the memory's context and text together.
    pub const CONTEXT: Self = Self(1);
}

/// How the semantic arm searches.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SemanticOptions {
    /// A search that may return fewer memories than this scans them all; 10,000 by default, see [`Self::default`].
    pub exact_below: usize,
    /// Scans always and builds no graph; false by default.
    pub force_exact: bool,
    /// How a graph that is built keeps its vectors; one that is loaded stays as it was built.
    pub quantisation: Quantisation,
}

impl Default for SemanticOptions {
    /// Where scan and graph take about the same time, the scan is exact and needs no building. 384 components of
    /// multilingual-e5-small, depth 300, one thread of a 2-core EPYC, p50 in milliseconds, and what the graph finds of
    /// the best 10 and 300 (`cargo bench --bench arms`):
    ///
    /// | memories | scan | graph | recall@10 | recall@300 |
    /// |---|---|---|---|---|
    /// | 5,000 | 0.16 | 0.24 | .999 | .986 |
    /// | 10,000 | 0.28 | 0.24 | .997 | .977 |
    /// | 30,000 | 1.38 | 0.30 | .998 | .977 |
    /// | 100,000 | 5.1 | 0.52 | .998 | .974 |
    ///
    /// A second thread would shorten the scan at most by half and hold up another recall meanwhile.
    fn default() -> Self {
        Self { exact_below: 10_000, force_exact: false, quantisation: Quantisation::default() }
    }
}

/// A search of at most one in this many of the memories scans them: a graph walked through a filter visits about
/// as many vectors for each one it may keep.
const SCAN_SHARE: usize = 8;

/// The fewest vectors asked of the graph, so that a shallow search is not a careless one.
const LEAST_BREADTH: usize = 200;

/// Dead slots that are borne before the living are moved together.
const DEAD_SLOTS_BORNE: usize = 1024;

/// The vectors of one bank, searchable by cosine similarity.
///
/// ```
/// use recallcore::arms::semantic::{SemanticIndex, SemanticOptions};
/// use recallcore::ranking::RowSet;
/// use recallcore::types::Reading;
///
/// let mut index = SemanticIndex::new(2, SemanticOptions::default());
/// index.insert(0, &[0.0, 2.0], Some(&[1.0, 0.0]))?;
/// index.insert(1, &[3.0, 0.0], None)?;
/// let everything: RowSet = (0..2).collect();
/// let hits = index.search(&[1.0, 0.0], Reading::Text, &everything, 10, Some(0.5))?;
/// assert_eq!((hits.len(), hits[0].row, hits[0].arm_score), (1, 1, 1.0));
/// let hits = index.search(&[1.0, 0.0], Reading::InContext, &everything, 10, Some(0.5))?;
/// assert_eq!((hits.len(), hits[1].row, hits[1].arm_score), (2, 0, 0.5));
/// # Ok::<(), recallcore::Error>(())
/// ```
pub struct SemanticIndex {
    options: SemanticOptions,
    matrix: Matrix,
    graph: Option<Graph>,
}

impl SemanticIndex {
    /// An empty index of vectors with `dimension` components.
    pub fn new(dimension: usize, options: SemanticOptions) -> Self {
        Self { options, matrix: Matrix::new(dimension), graph: None }
    }

    /// The number of components of every vector.
    pub fn dimension(&self) -> usize {
        self.matrix.dimension()
    }

    /// How many memories have a vector.
    pub fn len(&self) -> usize {
        self.matrix.row_count()
    }

    /// Whether no memory has a vector.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Whether the memory has a vector.
    pub fn contains(&self, row: Row) -> bool {
        self.matrix.rows().contains(row as usize)
    }

    /// What a query is compared with: the unit vector of the text or, in context, the mean of the unit vectors of
    /// text and of context with text.
    pub fn vector(&self, row: Row, reading: Reading) -> Option<&[f32]> {
        self.matrix.slot(row, reading).map(|slot| self.matrix.vector(slot))
    }

    /// Stores the vectors of a memory, scaled to length 1, in place of earlier ones: that of its text and, where it
    /// has a context, that of both together.
    ///
    /// # Errors
    /// [`Error::Dimension`] for a vector of another length; [`Error::Input`] for NaN, infinity or all zeros, after
    /// which nothing has changed; [`Error::Storage`] if there is no room for it.
    pub fn insert(&mut self, row: Row, text: &[f32], context: Option<&[f32]>) -> Result<()> {
        let what = format!("vector of row {row}");
        let text = normalised(&what, text, self.dimension())?;
        let context = context.map(|vector| normalised(&what, vector, self.dimension())).transpose()?;
        let mean = context.map(|context| mean(&text, &context));
        if mean.is_none() {
            self.matrix.remove_slot(row, Part::Mean);
        }
        self.put(row, Part::Text, &text)?;
        mean.map_or(Ok(()), |mean| self.put(row, Part::Mean, &mean))
    }

    fn put(&mut self, row: Row, part: Part, vector: &[f32]) -> Result<()> {
        // A graph keeps what it was given, and so does a mapped file: there a changed vector needs a slot of its own.
        let covered = self.graph.as_ref().map_or(0, Graph::covered);
        let old = self.matrix.slot_of(row, part).filter(|slot| *slot >= covered);
        if old.is_some_and(|slot| self.matrix.overwrite(slot, vector)) {
            return Ok(());
        }
        self.matrix.push(row, part, vector)?;
        if self.matrix.dead_count() > self.matrix.live_count() + DEAD_SLOTS_BORNE {
            self.matrix.compact();
            self.graph = None;
        }
        Ok(())
    }

    /// Builds the graph over all vectors there are, if there are enough for one; later ones are scanned beside it.
    ///
    /// # Errors
    /// [`Error::Storage`] if the graph cannot be built; searches go on without it.
    pub fn link(&mut self) -> Result<()> {
        self.graph = None;
        if self.wants_graph() {
            if self.matrix.dead_count() > 0 {
                self.matrix.compact();
            }
            self.graph = Some(self.built(&|| Ok(()))?);
        }
        Ok(())
    }

    /// Writes the living vectors and, if there are enough for one, a graph over them. That takes a while: `go_on` is
    /// asked again and again whether to.
    ///
    /// # Errors
    /// [`Error::Storage`] if the disk or the graph fails; what `go_on` says.
    pub fn save(&self, files: &mut FilesWriter, go_on: &(dyn Fn() -> Result<()> + Sync)) -> Result<()> {
        self.matrix.save(files)?;
        if self.wants_graph() {
            self.built(go_on)?.save(files)?;
        }
        Ok(())
    }

    /// Maps what [`Self::save`] wrote.
    ///
    /// # Errors
    /// [`Error::Storage`] if the files are not what it wrote.
    pub fn load(dimension: usize, options: SemanticOptions, files: &Files) -> Result<Self> {
        let matrix = Matrix::load(dimension, files)?;
        let graph =
            if options.force_exact { None } else { Graph::load(dimension, matrix.live_count(), files)? };
        Ok(Self { options, matrix, graph })
    }

    /// A graph of the living, who are numbered anew.
    fn built(&self, go_on: &(dyn Fn() -> Result<()> + Sync)) -> Result<Graph> {
        let slots: Vec<Slot> = self.matrix.live_slots().collect();
        Graph::build(&slots, (self.matrix.view(), self.options.quantisation), go_on)
    }

    fn wants_graph(&self) -> bool {
        !self.options.force_exact && !self.is_empty() && self.len() >= self.options.exact_below
    }

    /// Forgets every vector of the memory; does nothing if there is none.
    pub fn remove(&mut self, row: Row) {
        self.matrix.remove(row);
    }

    /// The `depth` memories in `allowed` most similar to `query`, in the total order.
    ///
    /// `min_similarity` is inclusive. Fewer than `depth` come back only if fewer in `allowed` reach it. The query
    /// need not have length 1. Where [`Self::is_exact_for`] is false, a memory near the cut may be missed.
    ///
    /// # Errors
    /// [`Error::Dimension`] and [`Error::Input`] as for [`Self::insert`].
    pub fn search(
        &self,
        query: &[f32],
        reading: Reading,
        allowed: &RowSet,
        depth: usize,
        min_similarity: Option<f64>,
    ) -> Result<Vec<Hit>> {
        let unit = self.unit_query(query)?;
        Ok(self.nearest(&unit, reading, allowed, depth, min_similarity))
    }

    /// Whether a search among `allowed` scans them all instead of walking the graph.
    pub fn is_exact_for(&self, allowed: &RowSet) -> bool {
        self.graph_for(allowed.intersection_count(self.matrix.rows())).is_none()
    }

    /// The similarity of each of `rows` to `query`, in their order; none for a memory without a vector.
    ///
    /// # Errors
    /// [`Error::Dimension`] and [`Error::Input`] as for [`Self::insert`].
    pub fn similarities(&self, query: &[f32], reading: Reading, rows: &[Row]) -> Result<Vec<Option<f64>>> {
        let unit = self.unit_query(query)?;
        Ok(rows.iter().map(|row| self.similarity(&unit, reading, *row)).collect())
    }

    /// The other memories in `allowed` whose texts are most similar to this one's, whatever the order they were
    /// stored in: at most `limit` and [`MAX_NEIGHBOURS`], with a similarity of at least `min_similarity`, in the total
    /// order. Contexts do not count, for turns that follow each other share them. A memory without a vector has no
    /// neighbours.
    pub fn neighbours(&self, row: Row, allowed: &RowSet, limit: usize, min_similarity: f64) -> Vec<Hit> {
        let Some(vector) = self.vector(row, Reading::Text) else { return Vec::new() };
        let limit = limit.min(MAX_NEIGHBOURS);
        let mut hits = self.nearest(vector, Reading::Text, allowed, limit + 1, Some(min_similarity));
        hits.retain(|hit| hit.row != row);
        hits.truncate(limit);
        hits
    }

    fn nearest(
        &self,
        unit: &[f32],
        reading: Reading,
        allowed: &RowSet,
        depth: usize,
        min_similarity: Option<f64>,
    ) -> Vec<Hit> {
        if depth == 0 {
            return Vec::new();
        }
        let slots = self.candidates(unit, reading, allowed, depth);
        let view = self.matrix.view();
        let vectors: Vec<&[f32]> = slots.iter().map(|slot| view.of(*slot)).collect();
        let floor = min_similarity.unwrap_or(f64::NEG_INFINITY);
        let hits = std::iter::zip(slots, dot::similarities(unit, &vectors))
            .map(|(slot, arm_score)| Hit { row: self.matrix.row(slot), arm_score })
            .filter(|hit| hit.arm_score >= floor)
            .collect();
        keep_best(hits, depth)
    }

    /// Slots of distinct allowed rows, among them the best `depth`.
    fn candidates(&self, unit: &[f32], reading: Reading, allowed: &RowSet, depth: usize) -> Vec<Slot> {
        let reachable = allowed.intersection_count(self.matrix.rows());
        if let Some(graph) = self.graph_for(reachable) {
            let later = self.matrix.allowed_slots_from(graph.covered(), allowed, reading);
            let wanted = depth.min(reachable - later.len());
            if let Some(mut slots) = self.walk(graph, unit, reading, allowed, (depth, wanted)) {
                slots.extend(self.scan(unit, &later, depth));
                return slots;
            }
        }
        self.scan(unit, &self.matrix.allowed_slots(allowed, reading), depth)
    }

    /// The graph, unless scanning `reachable` memories is exact and no slower.
    fn graph_for(&self, reachable: usize) -> Option<&Graph> {
        let small = reachable < self.options.exact_below;
        let selective = reachable.saturating_mul(SCAN_SHARE) < self.len();
        self.graph.as_ref().filter(|_| !small && !selective)
    }

    /// Those of the slots among which the best `depth` are.
    fn scan(&self, unit: &[f32], slots: &[Slot], depth: usize) -> Vec<Slot> {
        let scores = dot::approximate(unit, self.matrix.view(), slots);
        let cut = self.cut(&scores, depth);
        std::iter::zip(slots, &scores).filter(|(_, score)| **score >= cut).map(|(slot, _)| *slot).collect()
    }

    /// The approximate score below which no slot can be one of the best `depth`.
    fn cut(&self, scores: &[f32], depth: usize) -> f32 {
        if scores.len() <= depth {
            return f32::NEG_INFINITY;
        }
        let mut scores = scores.to_vec();
        let (_, last, _) = scores.select_nth_unstable_by(depth - 1, |left, right| right.total_cmp(left));
        *last - dot::approximation_slack(self.dimension())
    }

    /// Candidates for the best `depth` from the graph, or none if it does not reach the slots `wanted` of it.
    fn walk(
        &self,
        graph: &Graph,
        unit: &[f32],
        reading: Reading,
        allowed: &RowSet,
        (depth, wanted): (usize, usize),
    ) -> Option<Vec<Slot>> {
        let may_return =
            |slot| allowed.contains(self.matrix.row(slot) as usize) && self.matrix.is_read(slot, reading);
        // Half as many again as asked, because the graph's own order is that of rounded vectors.
        let mut breadth = depth.saturating_add(depth / 2).max(LEAST_BREADTH);
        loop {
            breadth = breadth.min(graph.len());
            let mut found = graph.search(self.matrix.view(), unit, breadth, may_return);
            let exhausted = found.len() < breadth || breadth == graph.len();
            if found.len() >= wanted {
                // Their vectors are read next: neighbours in memory after each other.
                found.sort_unstable();
                return Some(found);
            }
            if exhausted {
                return None;
            }
            breadth = breadth.saturating_mul(2);
        }
    }

    fn similarity(&self, unit: &[f32], reading: Reading, row: Row) -> Option<f64> {
        self.vector(row, reading).map(|vector| dot::similarity(unit, vector))
    }

    fn unit_query(&self, query: &[f32]) -> Result<Vec<f32>> {
        normalised("query vector", query, self.dimension())
    }
}

/// The vector whose dot product with a query is the mean of theirs.
fn mean(left: &[f32], right: &[f32]) -> Vec<f32> {
    std::iter::zip(left, right).map(|(left, right)| f32::midpoint(*left, *right)).collect()
}

/// A vector scaled to length 1, once it is known to have `dimension` components and a direction; `what` names it
/// in the error.
///
/// # Errors
/// [`Error::Dimension`] for another length; [`Error::Input`] for NaN, infinity or all zeros.
pub fn normalised(what: &str, vector: &[f32], dimension: usize) -> Result<Vec<f32>> {
    if vector.len() != dimension {
        return Err(Error::Dimension { what: what.to_owned(), given: vector.len(), expected: dimension });
    }
    if let Some((place, component)) = vector.iter().enumerate().find(|(_, component)| !component.is_finite())
    {
        return Err(Error::Input(format!(
            "{what} has {component} at component {place}, expected finite numbers"
        )));
    }
    dot::unit(vector).ok_or_else(|| Error::Input(format!("{what} has only zeros, expected a direction")))
}
