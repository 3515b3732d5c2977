//! The memories indexed last, in plain maps: quick to change, and no engine or thread for a small bank.

use super::field::{Field, Posting, occurrences};
use crate::analyzer::Analysis;
use crate::ranking::Row;
use std::collections::BTreeMap;
use std::sync::Arc;

/// The distinct terms of one memory's fields with their numbers of occurrences.
pub(super) type Terms = [Vec<(Arc<str>, u32)>; 2];

/// Postings by term, and terms by memory so that a memory can be taken out exactly.
#[derive(Default)]
pub(super) struct Tail {
    memories: BTreeMap<Row, Terms>,
    postings: [BTreeMap<Arc<str>, Vec<Posting>>; 2],
}

impl Tail {
    pub(super) fn len(&self) -> usize {
        self.memories.len()
    }

    /// The memories, rows ascending.
    pub(super) fn memories(&self) -> impl ExactSizeIterator<Item = (Row, &Terms)> {
        self.memories.iter().map(|(row, terms)| (*row, terms))
    }

    /// The term's postings in one field, rows ascending.
    pub(super) fn postings(&self, field: Field, term: &str) -> &[Posting] {
        self.postings[field.column()].get(term).map_or(&[], Vec::as_slice)
    }

    /// Adds a memory that is not in the tail.
    pub(super) fn insert(&mut self, row: Row, text: &Analysis, context: Option<&Analysis>) {
        let mut terms = Terms::default();
        for (field, analysis) in Field::ALL.into_iter().zip([Some(text), context]) {
            let column = field.column();
            for (term, occurrences) in analysis.map(occurrences).unwrap_or_default() {
                terms[column].push((self.post(field, term, Posting { row, occurrences }), occurrences));
            }
        }
        self.memories.insert(row, terms);
    }

    /// Takes a memory out; does nothing if it is not in the tail.
    pub(super) fn remove(&mut self, row: Row) {
        let Some(terms) = self.memories.remove(&row) else { return };
        for (postings, terms) in std::iter::zip(&mut self.postings, terms) {
            for (term, _) in terms {
                let Some(list) = postings.get_mut(&term) else { continue };
                list.retain(|posting| posting.row != row);
                if list.is_empty() {
                    postings.remove(&term);
                }
            }
        }
    }

    /// Files a posting and returns the tail's one copy of the term.
    fn post(&mut self, field: Field, term: &str, posting: Posting) -> Arc<str> {
        let postings = &mut self.postings[field.column()];
        let shared = match postings.get_key_value(term) {
            Some((shared, _)) => Arc::clone(shared),
            None => Arc::from(term),
        };
        let list = postings.entry(Arc::clone(&shared)).or_default();
        let place = list.partition_point(|other| other.row < posting.row);
        list.insert(place, posting);
        shared
    }
}
