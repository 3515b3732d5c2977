//! Names as small numbers, given back when the last use goes.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use super::posting::RowPosting;
use crate::ranking::Row;

/// Numbers for names. A released number is given to the next name, so that columns indexed by
/// number stay as long as the most names that were ever in use at once.
#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(from = "KeptNames")]
pub(crate) struct Interner {
    /// Ordered by [`hash`], so that a look-up reads one name and not one at each level of the tree.
    #[serde(skip_serializing)]
    numbers: BTreeSet<(u64, usize)>,
    names: Vec<Option<Box<str>>>,
    free: Vec<usize>,
}

/// What is kept of an [`Interner`]; the order of the hashes is made again.
#[derive(Deserialize)]
struct KeptNames {
    names: Vec<Option<Box<str>>>,
    free: Vec<usize>,
}

impl From<KeptNames> for Interner {
    fn from(KeptNames { names, free }: KeptNames) -> Self {
        let numbers = names.iter().enumerate();
        let numbers = numbers.filter_map(|(number, name)| Some((hash(name.as_deref()?), number))).collect();
        Self { numbers, names, free }
    }
}

impl Interner {
    /// The number of `name`, given now if it has none.
    pub(crate) fn intern(&mut self, name: &str) -> usize {
        let hash = hash(name);
        if let Some(number) = self.find(hash, name) {
            return number;
        }
        let number = self.free.pop().unwrap_or(self.names.len());
        if self.names.len() <= number {
            self.names.resize_with(number + 1, || None);
        }
        self.names[number] = Some(Box::from(name));
        self.numbers.insert((hash, number));
        number
    }

    /// The number of `name`, if it has one.
    pub(crate) fn number(&self, name: &str) -> Option<usize> {
        self.find(hash(name), name)
    }

    /// How many names are in use.
    pub(crate) fn len(&self) -> usize {
        self.numbers.len()
    }

    /// Forgets the name of `number`, which may then be given to another.
    pub(crate) fn release(&mut self, number: usize) {
        if let Some(name) = self.names.get_mut(number).and_then(Option::take) {
            self.numbers.remove(&(hash(&name), number));
            self.free.push(number);
        }
    }

    fn find(&self, hash: u64, name: &str) -> Option<usize> {
        let mut same_hash = self.numbers.range((hash, 0)..=(hash, usize::MAX)).map(|(_, number)| *number);
        same_hash.find(|number| self.names.get(*number).is_some_and(|own| own.as_deref() == Some(name)))
    }
}

/// FNV-1a, 64 bits: <http://www.isthe.com/chongo/tech/comp/fnv/>. It decides no order that anyone sees.
fn hash(name: &str) -> u64 {
    name.bytes()
        .fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

/// For each name, the rows that carry it.
#[derive(Debug, Default, Serialize, Deserialize)]
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

    /// The number of `name`, if some row carries it.
    pub(crate) fn number(&self, name: &str) -> Option<usize> {
        self.names.number(name)
    }

    /// How many names some row carries.
    pub(crate) fn len(&self) -> usize {
        self.names.len()
    }

    /// Every name that some row carries, with its rows, in no order that means anything.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (&str, &RowPosting)> {
        self.names.names.iter().zip(&self.postings).filter_map(|(name, rows)| Some((name.as_deref()?, rows)))
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
