//! The keyword arm: BM25 over the words of a memory's text and context.
//!
//! Both fields are weighed by BM25F, each with its own lengths; a search may also leave contexts unread. The statistics
//! are those of the bank's living memories and exact; a filter restricts what is returned, never the statistics. Scores
//! are added in `f64` in ascending order of the terms, so that they do not depend on where a memory's postings are
//! kept: recent memories in a tail of plain maps, earlier ones in immutable segments that the tail is folded into.

mod bm25;
mod field;
mod saved;
mod scores;
mod segment;
mod tail;
#[cfg(test)]
mod tests;

use crate::analyzer::Analysis;
use crate::error::Result;
use crate::ranking::{Hit, Row, RowSet, keep_best};
use crate::types::Reading;
pub use bm25::Bm25;
use field::{Field, Lengths, Posting};
use scores::{Columns, Scores};
use segment::{Doc, Segment};
use tail::Tail;

/// The most distinct terms of a query that are scored: the rarest of those the bank knows.
pub const MAX_QUERY_TERMS: usize = 64;

/// How the keyword arm keeps its postings and weighs them.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct KeywordOptions {
    /// The constants of the scores.
    pub bm25: Bm25,
    /// The tail is folded into a segment when it holds this many memories, which changes no score; 2,048 by default.
    pub fold_at: usize,
}

impl Default for KeywordOptions {
    fn default() -> Self {
        Self { bm25: Bm25::default(), fold_at: 2048 }
    }
}

/// What a keyword search found, and which of the query's words it searched for.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct KeywordHits {
    /// Memories with at least one of the terms, in the total order; their scores are positive.
    pub hits: Vec<Hit>,
    /// The distinct terms that were scored, ascending.
    pub used: Vec<String>,
    /// How many distinct terms of the query no memory holds.
    pub unknown: usize,
    /// How many distinct terms the bank knows but [`MAX_QUERY_TERMS`] rarer ones pushed out.
    pub dropped: usize,
    /// What a memory would score that held each term very often, at most [`MAX_QUERY_TERMS`] of them: also those that
    /// no memory holds, for they too were asked for.
    pub ideal: f64,
}

/// Where a memory's postings are.
#[derive(Clone, Copy)]
enum Place {
    Absent,
    Tail,
    Segment { segment: usize, doc: Doc },
}

/// The postings and statistics of one bank.
///
/// ```
/// use recallcore::{analyzer::analyze, arms::keyword::KeywordIndex, ranking::RowSet, types::Reading};
///
/// let mut index = KeywordIndex::new();
/// index.insert(0, &analyze("Minji bought a camera"), Some(&analyze("birthday")))?;
/// index.insert(1, &analyze("Minji swims on Mondays"), None)?;
/// let everything: RowSet = (0..2).collect();
/// let query = analyze("what did Minji buy for her birthday?");
/// let found = index.search(&query, Reading::InContext, &everything, 10, None)?;
/// assert_eq!(found.hits.iter().map(|hit| hit.row).collect::<Vec<_>>(), [0, 1]);
/// assert_eq!(found.used, ["birthday", "minji"]);
/// # Ok::<(), recallcore::Error>(())
/// ```
#[derive(Default)]
pub struct KeywordIndex {
    options: KeywordOptions,
    places: Vec<Place>,
    lengths: [Lengths; 2],
    /// How many memories have a term in any field.
    worded: u32,
    tail: Tail,
    segments: Vec<Segment>,
    columns: Columns,
}

/// The terms of a query that the bank knows, and how many others there were.
struct QueryTerms<'a> {
    used: Vec<&'a str>,
    unknown: usize,
    dropped: usize,
}

impl KeywordIndex {
    /// An empty index with the default options.
    pub fn new() -> Self {
        Self::default()
    }

    /// An empty index.
    pub fn with_options(options: KeywordOptions) -> Self {
        Self { options, ..Self::default() }
    }

    /// How many memories are indexed.
    pub fn len(&self) -> usize {
        self.tail.len() + self.segments.iter().map(Segment::living_count).sum::<usize>()
    }

    /// Whether no memory is indexed.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Indexes a memory's words, stop words too, in place of what its row held before.
    ///
    /// # Errors
    /// [`Error::Storage`](crate::Error::Storage) if the tail cannot be folded; the memory is searchable all the same.
    pub fn insert(&mut self, row: Row, text: &Analysis, context: Option<&Analysis>) -> Result<()> {
        self.remove(row);
        for (lengths, analysis) in std::iter::zip(&mut self.lengths, [Some(text), context]) {
            if let Some(analysis) = analysis {
                lengths.insert(row, analysis);
            }
        }
        self.worded += u32::from(self.has_words(row));
        self.tail.insert(row, text, context);
        if self.places.len() <= row as usize {
            self.places.resize(row as usize + 1, Place::Absent);
        }
        self.places[row as usize] = Place::Tail;
        if self.tail.len() >= self.options.fold_at { self.fold() } else { Ok(()) }
    }

    /// Forgets a memory's words at once, in the statistics too; does nothing if it is not indexed.
    pub fn remove(&mut self, row: Row) {
        let Some(place) = self.places.get_mut(row as usize) else { return };
        match std::mem::replace(place, Place::Absent) {
            Place::Absent => return,
            Place::Tail => self.tail.remove(row),
            Place::Segment { segment, doc } => self.segments[segment].kill(doc),
        }
        self.worded -= u32::from(self.has_words(row));
        for lengths in &mut self.lengths {
            lengths.remove(row);
        }
    }

    /// Moves the tail into a segment, and merges segments so that their number stays logarithmic.
    ///
    /// # Errors
    /// [`Error::Storage`](crate::Error::Storage) if a segment cannot be written; nothing is lost then.
    pub fn fold(&mut self) -> Result<()> {
        if self.tail.len() > 0 {
            let segment = Segment::write(self.tail.memories())?;
            self.segments.push(segment);
            self.tail = Tail::default();
            self.place_segment(self.segments.len() - 1);
        }
        for place in (0..self.segments.len()).rev() {
            if self.segments[place].is_mostly_dead() {
                self.merge_from(place, place + 1)?;
            }
        }
        while let [.., before, last] = self.segments.as_slice() {
            if before.living_count() > last.living_count() * 2 {
                break;
            }
            self.merge_from(self.segments.len() - 2, self.segments.len())?;
        }
        Ok(())
    }

    /// The best `depth` of the memories in `allowed` that hold a term of `query`, with a score of at least
    /// `min_score`.
    ///
    /// A term that the query repeats counts once: people repeat words by habit, and a question pasted twice asks the
    /// same. A query of stop words alone is searched for these.
    ///
    /// # Errors
    /// [`Error::Storage`](crate::Error::Storage) if postings cannot be read.
    pub fn search(
        &self,
        query: &Analysis,
        reading: Reading,
        allowed: &RowSet,
        depth: usize,
        min_score: Option<f64>,
    ) -> Result<KeywordHits> {
        let terms = self.query_terms(query, reading)?;
        let (scores, mut ideal) = self.score(&terms.used, reading, allowed)?;
        for _ in 0..terms.unknown.min(MAX_QUERY_TERMS.saturating_sub(terms.used.len())) {
            ideal += bm25::rarity(self.memories(reading), 0);
        }
        let floor = min_score.unwrap_or(0.0);
        let hits = scores.iter().map(|(row, arm_score)| Hit { row, arm_score });
        let hits = hits.filter(|hit| hit.arm_score >= floor).collect();
        self.columns.give(scores);
        Ok(KeywordHits {
            hits: keep_best(hits, depth),
            used: terms.used.into_iter().map(str::to_owned).collect(),
            unknown: terms.unknown,
            dropped: terms.dropped,
            ideal,
        })
    }

    /// The score of each of `rows`, in their order; none for a memory without a term of `query`.
    ///
    /// # Errors
    /// As for [`Self::search`].
    pub fn scores(&self, query: &Analysis, reading: Reading, rows: &[Row]) -> Result<Vec<Option<f64>>> {
        let wanted: RowSet = rows.iter().map(|row| *row as usize).collect();
        let (scores, _) = self.score(&self.query_terms(query, reading)?.used, reading, &wanted)?;
        let found = rows.iter().map(|row| scores.get(*row)).collect();
        self.columns.give(scores);
        Ok(found)
    }

    /// Replaces `segments[from..to]` by one segment of their living memories, or by none if all are dead.
    fn merge_from(&mut self, from: usize, to: usize) -> Result<()> {
        let parts = &self.segments[from..to];
        let living = parts.iter().any(|part| part.living_count() > 0);
        let merged = if living { Some(Segment::merge(parts)?) } else { None };
        self.segments.splice(from..to, merged);
        for place in from..self.segments.len() {
            self.place_segment(place);
        }
        Ok(())
    }

    /// Notes where the living memories of a segment are.
    fn place_segment(&mut self, segment: usize) {
        for (doc, row) in self.segments[segment].living() {
            self.places[row as usize] = Place::Segment { segment, doc };
        }
    }

    /// The query's distinct known terms, ascending; if there are too many, those of the fewest texts and contexts.
    fn query_terms<'a>(&self, query: &'a Analysis, reading: Reading) -> Result<QueryTerms<'a>> {
        let mut distinct: Vec<&str> = query.scored_terms().collect();
        distinct.sort_unstable();
        distinct.dedup();
        let asked = distinct.len();
        let mut known: Vec<(usize, &str)> = Vec::new();
        for term in distinct {
            let mut frequency = 0;
            for field in Field::read(reading) {
                frequency += self.frequency(*field, term)?;
            }
            if frequency > 0 {
                known.push((frequency, term));
            }
        }
        let unknown = asked - known.len();
        let dropped = known.len().saturating_sub(MAX_QUERY_TERMS);
        if dropped > 0 {
            known.sort_unstable();
            known.truncate(MAX_QUERY_TERMS);
        }
        let mut used: Vec<&str> = known.into_iter().map(|(_, term)| term).collect();
        used.sort_unstable();
        Ok(QueryTerms { used, unknown, dropped })
    }

    /// Adds up the scores of the allowed rows, terms in the order given, and the weights of the terms.
    fn score(&self, terms: &[&str], reading: Reading, allowed: &RowSet) -> Result<(Scores, f64)> {
        let mut ideal = 0.0;
        let mut scores = self.columns.take(self.places.len());
        let mut holding = self.columns.take(self.places.len());
        for term in terms {
            self.hold(term, reading, &mut holding)?;
            // Every living memory that holds the term counts, allowed or not.
            let frequency = u32::try_from(holding.len()).unwrap_or(u32::MAX);
            let rarity = bm25::rarity(self.memories(reading), frequency);
            ideal += rarity;
            for (row, occurrences) in holding.drain() {
                if allowed.contains(row as usize) {
                    scores.add(row, rarity * self.options.bm25.saturation(occurrences));
                }
            }
        }
        self.columns.give(holding);
        Ok((scores, ideal))
    }

    /// Notes the evened and weighted occurrences of a term in every living memory.
    fn hold(&self, term: &str, reading: Reading, holding: &mut Scores) -> Result<()> {
        let mut postings = Vec::new();
        for field in Field::read(reading) {
            let lengths = &self.lengths[field.column()];
            let average = lengths.average();
            postings.clear();
            self.collect(*field, term, &mut postings)?;
            for posting in &postings {
                holding
                    .add(posting.row, field.weight() * lengths.evened(*posting, average, self.options.bm25));
            }
        }
        Ok(())
    }

    /// How many memories have a term in a field that is read (`N`).
    fn memories(&self, reading: Reading) -> u32 {
        match reading {
            Reading::Text => self.lengths[Field::Text.column()].memories(),
            Reading::InContext => self.worded,
        }
    }

    fn has_words(&self, row: Row) -> bool {
        self.lengths.iter().any(|lengths| lengths.holds(row))
    }

    /// How many living memories hold the term in the field.
    fn frequency(&self, field: Field, term: &str) -> Result<usize> {
        if self.lengths[field.column()].memories() == 0 {
            return Ok(0);
        }
        let mut frequency = self.tail.postings(field, term).len();
        for segment in &self.segments {
            frequency += segment.frequency(field, term)?;
        }
        Ok(frequency)
    }

    /// Appends a term's postings in all living memories, each memory once.
    fn collect(&self, field: Field, term: &str, postings: &mut Vec<Posting>) -> Result<()> {
        for segment in &self.segments {
            segment.collect(field, term, postings)?;
        }
        postings.extend_from_slice(self.tail.postings(field, term));
        Ok(())
    }
}
