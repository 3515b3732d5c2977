//! The searched parts of a memory, and the exact statistics of each.

use super::bm25::Bm25;
use crate::analyzer::Analysis;
use crate::ranking::Row;
use crate::types::Reading;

/// A part of a memory with postings and statistics of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Field {
    Text,
    Context,
}

impl Field {
    /// Both fields, in the order in which their occurrences are added.
    pub(super) const ALL: [Self; 2] = [Self::Text, Self::Context];

    /// The fields that a reading searches, in the same order.
    pub(super) fn read(reading: Reading) -> &'static [Self] {
        match reading {
            Reading::Text => &[Self::Text],
            Reading::InContext => &Self::ALL,
        }
    }

    /// The field's place in [`Self::ALL`].
    pub(super) fn column(self) -> usize {
        match self {
            Self::Text => 0,
            Self::Context => 1,
        }
    }

    /// What an occurrence in the field counts. A context of two turns was tried with .2 to .5 on LoCoMo: nDCG@10
    /// .531, .539, .537 and .526; `docs/context.md` has the table.
    pub(super) fn weight(self) -> f64 {
        match self {
            Self::Text => 1.0,
            Self::Context => 0.3,
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

    /// The lengths by row, as [`Self::of_rows`] takes them.
    pub(super) fn by_row(&self) -> &[u32] {
        &self.of_row
    }

    /// Lengths that were kept.
    pub(super) fn of_rows(of_row: Vec<u32>) -> Self {
        let memories = of_row.iter().filter(|length| **length > 0).count();
        let total = of_row.iter().map(|length| u64::from(*length)).sum();
        Self { of_row, memories: u32::try_from(memories).unwrap_or(u32::MAX), total }
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

    /// Whether the row has a term in the field.
    pub(super) fn holds(&self, row: Row) -> bool {
        self.of_row.get(row as usize).is_some_and(|length| *length > 0)
    }

    /// The occurrences of a posting, evened out by the field's length.
    pub(super) fn evened(&self, posting: Posting, average: f64, bm25: Bm25) -> f64 {
        bm25.evened(posting.occurrences, self.of_row[posting.row as usize], average)
    }

    /// The mean length of the live memories that have a term in the field.
    pub(super) fn average(&self) -> f64 {
        #[expect(clippy::cast_precision_loss, reason = "a bank holds far fewer than 2^53 words")]
        let total = self.total as f64;
        total / f64::from(self.memories)
    }
}
