//! The searched parts of a memory, and the exact statistics of each.

use super::bm25;
use crate::analyzer::Analysis;
use crate::ranking::Row;

/// A part of a memory with postings and statistics of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Field {
    Text,
    Context,
}

impl Field {
    /// Both fields, in the order in which their scores are added.
    pub(super) const ALL: [Self; 2] = [Self::Text, Self::Context];

    /// The field's place in [`Self::ALL`].
    pub(super) fn column(self) -> usize {
        match self {
            Self::Text => 0,
            Self::Context => 1,
        }
    }

    /// What the field's BM25 is multiplied by.
    pub(super) fn weight(self) -> f64 {
        match self {
            Self::Text => 1.0,
            Self::Context => 0.5,
        }
    }
}

/// How often a term stands in one field of one memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Posting {
    pub(super) row: Row,
    pub(super) occurrences: u32,
}

/// The distinct terms of a text with their numbers of occurrences, ascending.
pub(super) fn occurrences(analysis: &Analysis) -> Vec<(&str, u32)> {
    let mut terms: Vec<&str> = analysis.terms().map(|term| term.text).collect();
    terms.sort_unstable();
    let mut counted: Vec<(&str, u32)> = Vec::with_capacity(terms.len());
    for term in terms {
        match counted.last_mut() {
            Some((last, count)) if *last == term => *count = count.saturating_add(1),
            Some(_) | None => counted.push((term, 1)),
        }
    }
    counted
}

/// The exact lengths of one field. Memories without a term in the field count nowhere.
#[derive(Default)]
pub(super) struct Lengths {
    /// By row, in words; 0 for a row without a term in the field.
    of_row: Vec<u32>,
    memories: u32,
    total: u64,
}

impl Lengths {
    /// How many live memories have a term in the field (`N`).
    pub(super) fn memories(&self) -> u32 {
        self.memories
    }

    /// One past the highest row that ever had a term in the field.
    pub(super) fn row_count(&self) -> usize {
        self.of_row.len()
    }

    pub(super) fn insert(&mut self, row: Row, analysis: &Analysis) {
        if analysis.is_empty() {
            return;
        }
        if self.of_row.len() <= row as usize {
            self.of_row.resize(row as usize + 1, 0);
        }
        // A field with a term is at least one word long, whatever the analysis counts as a word.
        let length = analysis.field_length().max(1);
        self.of_row[row as usize] = length;
        self.memories += 1;
        self.total += u64::from(length);
    }

    pub(super) fn remove(&mut self, row: Row) {
        if let Some(length) = self.of_row.get_mut(row as usize).filter(|length| **length > 0) {
            self.memories -= 1;
            self.total -= u64::from(*length);
            *length = 0;
        }
    }

    /// A term's score in the memory of `posting`, given the term's [`bm25::rarity`].
    pub(super) fn score(&self, rarity: f64, posting: Posting, average: f64) -> f64 {
        rarity * bm25::saturation(posting.occurrences, self.of_row[posting.row as usize], average)
    }

    /// The mean length of the live memories that have a term in the field.
    pub(super) fn average(&self) -> f64 {
        #[expect(clippy::cast_precision_loss, reason = "a bank holds far fewer than 2^53 words")]
        let total = self.total as f64;
        total / f64::from(self.memories)
    }
}
