//! Columns and postings of what filters ask about, and the evaluation of a filter over them.

use std::borrow::Cow;
use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use super::fuzzy::{is_fuzzy, resolve_tags};
use super::interner::NamedPostings;
use super::posting::RowPosting;
use super::request::{Filter, Resolve, TagGroup, TagsMatch};
use crate::error::Result;
use crate::ranking::{Row, RowSet};
use crate::types::{MemoryKind, Micros};

/// What of one row must be undone when it goes.
#[derive(Debug, Serialize, Deserialize)]
struct Entry {
    kind: MemoryKind,
    /// Distinct tags by number.
    tags: Box<[usize]>,
    document: Option<usize>,
}

/// What filters ask about, for every live row.
///
/// ```
/// use recallcore::filter::{Filter, FilterIndex};
/// use recallcore::types::MemoryKind;
///
/// let mut index = FilterIndex::default();
/// index.insert(0, MemoryKind::World, &["user:minji".to_owned()], 0, None);
/// index.insert(1, MemoryKind::World, &[], 0, None);
/// let filter: Filter = serde_json::from_str(r#"{"tags": ["user:minji"], "tags_match": "any_strict"}"#)?;
/// let allowed = index.allowed(&filter, &|_| None)?;
/// assert_eq!(allowed.ones().collect::<Vec<_>>(), [0]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Default, Serialize, Deserialize)]
pub struct FilterIndex {
    live: RowSet,
    untagged: RowSet,
    /// In the order of [`MemoryKind::ALL`].
    kinds: [RowSet; 3],
    entries: Vec<Option<Entry>>,
    updated_at: Vec<Micros>,
    tags: NamedPostings,
    documents: NamedPostings,
}

impl FilterIndex {
    /// Adds `row`, or replaces what it held. Repeated tags count once.
    pub fn insert(
        &mut self,
        row: Row,
        kind: MemoryKind,
        tags: &[String],
        updated_at: Micros,
        document: Option<&str>,
    ) {
        self.remove(row);
        let place = row as usize;
        if self.entries.len() <= place {
            self.entries.resize_with(place + 1, || None);
            self.updated_at.resize(place + 1, 0);
        }
        let distinct: BTreeSet<&str> = tags.iter().map(String::as_str).collect();
        let tags: Box<[usize]> = distinct.into_iter().map(|tag| self.tags.insert(tag, row)).collect();
        let document = document.map(|document| self.documents.insert(document, row));
        self.live.grow_and_insert(place);
        self.kinds[kind.column()].grow_and_insert(place);
        if tags.is_empty() {
            self.untagged.grow_and_insert(place);
        }
        self.updated_at[place] = updated_at;
        self.entries[place] = Some(Entry { kind, tags, document });
    }

    /// How many rows there are.
    pub fn len(&self) -> usize {
        self.live.count_ones(..)
    }

    /// Whether there is no row.
    pub fn is_empty(&self) -> bool {
        self.live.is_clear()
    }

    /// Takes `row` out; one that is absent is left alone.
    pub fn remove(&mut self, row: Row) {
        let place = row as usize;
        let Some(entry) = self.entries.get_mut(place).and_then(Option::take) else { return };
        entry.tags.iter().for_each(|tag| self.tags.remove(*tag, row));
        if let Some(document) = entry.document {
            self.documents.remove(document, row);
        }
        self.live.remove(place);
        self.kinds[entry.kind.column()].remove(place);
        if entry.tags.is_empty() {
            self.untagged.remove(place);
        }
    }

    /// Every row that was inserted and not removed.
    pub fn live(&self) -> &RowSet {
        &self.live
    }

    /// How many distinct tags the live rows carry.
    pub fn distinct_tags(&self) -> usize {
        self.tags.len()
    }

    /// The live rows of `kind`.
    pub fn kind_rows(&self, kind: MemoryKind) -> &RowSet {
        &self.kinds[kind.column()]
    }

    /// The live rows that `filter` lets through. `row_of_id` answers for public ids, which only the bank
    /// knows; it is asked only for ids that the filter names.
    ///
    /// # Errors
    /// [`crate::Error::Input`] when tag groups nest too deeply ([`Filter::check`]).
    pub fn allowed(&self, filter: &Filter, row_of_id: &dyn Fn(&str) -> Option<Row>) -> Result<RowSet> {
        filter.check()?;
        let mut set = self.live.clone();
        if let Some(kinds) = &filter.kinds {
            set.intersect_with(&self.of_kinds(kinds));
        }
        if let Some(ids) = &filter.ids {
            set.intersect_with(&ids.iter().filter_map(|id| row_of_id(id)).map(|row| row as usize).collect());
        }
        let excluded: RowSet =
            filter.exclude.iter().filter_map(|id| row_of_id(id)).map(|row| row as usize).collect();
        set.difference_with(&excluded);
        if let Some(document) = &filter.document_id {
            narrow_to(&mut set, self.documents.rows_of(document));
        }
        if let Some(tags) = filter.flat_tags() {
            set.intersect_with(&self.matching(tags, filter.tags_match));
        }
        for group in &*self.spelt_out(&filter.tag_groups)? {
            set.intersect_with(&self.in_group(group));
        }
        Ok(self.changed_between(set, filter.updated_after, filter.updated_before))
    }

    /// Every live tag, most used first, then by name.
    pub fn vocabulary(&self) -> Vec<&str> {
        let mut tags: Vec<(usize, &str)> = self.tags.iter().map(|(tag, rows)| (rows.len(), tag)).collect();
        tags.sort_unstable_by(|left, right| right.0.cmp(&left.0).then(left.1.cmp(right.1)));
        tags.into_iter().map(|(_, tag)| tag).collect()
    }

    /// The groups with their fuzzy leaves resolved against the live tags.
    fn spelt_out<'a>(&self, groups: &'a [TagGroup]) -> Result<Cow<'a, [TagGroup]>> {
        if groups.iter().any(is_fuzzy) {
            return Ok(Cow::Owned(resolve_tags(groups.to_vec(), &self.vocabulary())?));
        }
        Ok(Cow::Borrowed(groups))
    }

    fn of_kinds(&self, kinds: &[MemoryKind]) -> RowSet {
        let mut set = RowSet::new();
        for kind in kinds {
            set.union_with(self.kind_rows(*kind));
        }
        set
    }

    fn changed_between(&self, set: RowSet, after: Option<Micros>, before: Option<Micros>) -> RowSet {
        if after.is_none() && before.is_none() {
            return set;
        }
        let mut kept = RowSet::with_capacity(set.len());
        for place in set.ones() {
            let at = self.updated_at[place];
            if after.is_none_or(|after| at > after) && before.is_none_or(|before| at < before) {
                kept.insert(place);
            }
        }
        kept
    }

    /// The depth of the tree was checked, so that the recursion is bounded.
    fn in_group(&self, group: &TagGroup) -> RowSet {
        match group {
            // Fuzzy leaves were resolved before.
            TagGroup::Leaf { tags, matching, resolve: Resolve::Exact | Resolve::Fuzzy } => {
                self.matching(tags, *matching)
            }
            TagGroup::And(members) => {
                let mut set = self.live.clone();
                for member in members {
                    set.intersect_with(&self.in_group(member));
                }
                set
            }
            TagGroup::Or(members) => {
                let mut set = RowSet::with_capacity(self.live.len());
                for member in members {
                    set.union_with(&self.in_group(member));
                }
                set
            }
            TagGroup::Not(member) => {
                let mut set = self.live.clone();
                set.difference_with(&self.in_group(member));
                set
            }
        }
    }

    /// The rows that a leaf lets through; an empty list is compared like any other.
    fn matching(&self, tags: &[String], matching: TagsMatch) -> RowSet {
        let distinct: BTreeSet<&str> = tags.iter().map(String::as_str).collect();
        match matching {
            TagsMatch::Any => with(self.having_some(&distinct), &self.untagged),
            TagsMatch::All => with(self.having_all(&distinct), &self.untagged),
            TagsMatch::AnyStrict => self.having_some(&distinct),
            TagsMatch::AllStrict => {
                let mut set = self.having_all(&distinct);
                set.difference_with(&self.untagged);
                set
            }
            TagsMatch::Exact => {
                let all = self.having_all(&distinct);
                let mut set = RowSet::with_capacity(all.len());
                all.ones()
                    .filter(|place| self.tag_count(*place) == distinct.len())
                    .for_each(|place| set.insert(place));
                set
            }
        }
    }

    fn tag_count(&self, place: usize) -> usize {
        self.entries.get(place).and_then(Option::as_ref).map_or(0, |entry| entry.tags.len())
    }

    fn having_some(&self, tags: &BTreeSet<&str>) -> RowSet {
        let mut set = RowSet::with_capacity(self.live.len());
        tags.iter().filter_map(|tag| self.tags.rows_of(tag)).for_each(|rows| rows.add_to(&mut set));
        set
    }

    fn having_all(&self, tags: &BTreeSet<&str>) -> RowSet {
        let mut set = self.live.clone();
        for tag in tags {
            narrow_to(&mut set, self.tags.rows_of(tag));
        }
        set
    }
}

fn with(mut set: RowSet, other: &RowSet) -> RowSet {
    set.union_with(other);
    set
}

/// A value that no row carries leaves nothing.
fn narrow_to(set: &mut RowSet, rows: Option<&RowPosting>) {
    match rows {
        Some(rows) => rows.narrow(set),
        None => set.clear(),
    }
}

#[cfg(test)]
mod tests;
