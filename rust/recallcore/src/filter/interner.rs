//! Names as small numbers, given back when the last use goes.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::posting::RowPosting;
use crate::ranking::Row;

/// Numbers for names. A released number is given to the next name, so that columns indexed by
/// number stay as long as the most names that were ever in use at once.
#[derive(Debug, Default)]
pub(crate) struct Interner {
    numbers: BTreeMap<Arc<str>, usize>,
    names: Vec<Option<Arc<str>>>,
    free: Vec<usize>,
}

impl Interner {
    /// The number of `name`, given now if it has none.
    pub(crate) fn intern(&mut self, name: &str) -> usize {
        if let Some(number) = self.numbers.get(name) {
            return *number;
        }
        let shared: Arc<str> = Arc::from(name);
        let number = self.free.pop().unwrap_or(self.names.len());
        match self.names.get_mut(number) {
            Some(slot) => *slot = Some(Arc::clone(&shared)),
            None => self.names.push(Some(Arc::clone(&shared))),
        }
        self.numbers.insert(shared, number);
        number
    }

    /// The number of `name`, if it has one.
    pub(crate) fn number(&self, name: &str) -> Option<usize> {
        self.numbers.get(name).copied()
    }

    /// Forgets the name of `number`, which may then be given to another.
    pub(crate) fn release(&mut self, number: usize) {
        if let Some(name) = self.names.get_mut(number).and_then(Option::take) {
            self.numbers.remove(&name);
            self.free.push(number);
        }
    }
}

/// For each name, the rows that carry it.
#[derive(Debug, Default)]
pub(crate) struct NamedPostings {
    names: Interner,
    postings: Vec<RowPosting>,
}

impl NamedPostings {
    /// Notes that `row` carries `name`, and returns the name's number.
    pub(crate) fn insert(&mut self, name: &str, row: Row) -> usize {
        let number = self.names.intern(name);
        if self.postings.len() <= number {
            self.postings.resize_with(number + 1, RowPosting::default);
        }
        self.postings[number].insert(row);
        number
    }

    /// Notes that `row` no longer carries the name of `number`; the last row takes the name with it.
    pub(crate) fn remove(&mut self, number: usize, row: Row) {
        let Some(posting) = self.postings.get_mut(number) else { return };
        posting.remove(row);
        if posting.is_empty() {
            *posting = RowPosting::default();
            self.names.release(number);
        }
    }

    /// The rows that carry `name`, if any does.
    pub(crate) fn rows_of(&self, name: &str) -> Option<&RowPosting> {
        self.postings.get(self.names.number(name)?)
    }

    /// The rows that carry the name of `number`.
    pub(crate) fn posting(&self, number: usize) -> Option<&RowPosting> {
        self.postings.get(number)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_use_gives_the_number_back() {
        let mut names = NamedPostings::default();
        let first = names.insert("a", 0);
        assert_eq!(names.insert("a", 1), first);
        let second = names.insert("b", 0);
        assert_ne!(first, second);
        names.remove(first, 0);
        assert!(names.rows_of("a").is_some());
        names.remove(first, 1);
        assert!(names.rows_of("a").is_none());
        assert_eq!(names.insert("c", 2), first);
        assert_eq!(names.rows_of("c").map(RowPosting::len), Some(1));
        assert_eq!(names.postings.len(), 2);
    }
}
