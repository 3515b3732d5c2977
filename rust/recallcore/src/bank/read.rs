//! Reading from a bank without a query: by id, in order, and in numbers.

use std::collections::BTreeMap;
use std::path::Path;

use rusqlite::Connection;
use serde::Serialize;

use super::connection::sqlite_error;
use super::embedders::StoredEmbedder;
use super::indexes::Indexes;
use super::log::Pending;
use super::records::Record;
use super::{Bank, log, schema};
use crate::error::Result;
use crate::filter::Filter;
use crate::ranking::{Row, RowSet};
use crate::types::Seq;

/// A bank in numbers.
#[derive(Debug, Clone, Serialize)]
pub struct Stats {
    /// Memories held.
    pub memories: i64,
    /// Facts about the world among them.
    pub world: i64,
    /// Experiences among them.
    pub experience: i64,
    /// Observations among them.
    pub observation: i64,
    /// Causal links.
    pub links: i64,
    /// Distinct entities.
    pub entities: usize,
    /// Distinct tags.
    pub tags: usize,
    /// Tokens of all texts.
    pub tokens: i64,
    /// Memories with a vector of the active embedder.
    pub vectors: i64,
    /// Memories that wait for one; all of them when the bank has no embedder.
    pub pending_vectors: i64,
    /// The active embedder.
    pub embedder: Option<StoredEmbedder>,
    /// Format of the bank's files.
    pub format_version: i32,
    /// The newest change.
    pub change: i64,
    /// Bytes of the bank's files.
    pub disk_bytes: u64,
    /// The generation that the indexes were mapped from; none if they were built from the truth.
    pub generation: Option<String>,
    /// Memories indexed since.
    pub tail: usize,
    /// Why the generation that the truth names could not be used, if so.
    pub rebuilt: Option<String>,
    /// How the last fold failed, if it did.
    pub fold_failed: Option<String>,
}

impl Bank {
    /// The memories with these public ids, in the order asked for.
    ///
    /// # Errors
    /// As SQLite says.
    pub fn get(&self, ids: &[String]) -> Result<Vec<Option<Record>>> {
        self.read(|reader| {
            ids.iter()
                .map(|id| match log::find(reader, id)? {
                    Some((seq, _)) => log::read_record(reader, seq),
                    None => Ok(None),
                })
                .collect()
        })
    }

    /// At most `limit` memories after number `after` that the filter admits, in the order of their numbers.
    ///
    /// # Errors
    /// As SQLite says; `Input` for a bad filter.
    pub fn iterate(&self, after: Seq, limit: usize, filter: &Filter) -> Result<Vec<Record>> {
        let mut after = after;
        loop {
            let seqs = self.admitted_after(after, limit, filter)?;
            let Some(last) = seqs.last() else {
                return Ok(Vec::new());
            };
            let records: Vec<Record> = self.read(|reader| {
                let records = seqs.iter().map(|seq| log::read_record(reader, *seq));
                records.filter_map(Result::transpose).collect()
            })?;
            // All of them forgotten meanwhile is not the end of the bank.
            if !records.is_empty() {
                return Ok(records);
            }
            after = *last;
        }
    }

    fn admitted_after(&self, after: Seq, limit: usize, filter: &Filter) -> Result<Vec<Seq>> {
        if filter.is_unrestricted() {
            let limit = i64::try_from(limit).unwrap_or(i64::MAX);
            return self.read(|reader| log::seqs_after(reader, after, limit));
        }
        self.read(|reader| {
            let indexes = self.indexes()?;
            let allowed = self.allowed(&indexes, reader, filter)?;
            let rows = allowed.ones().filter_map(|row| indexes.info(Row::try_from(row).ok()?));
            Ok(rows.map(|info| info.seq).filter(|seq| *seq > after).take(limit).collect())
        })
    }

    /// The records of these numbers at these versions; none where a memory was forgotten or replaced.
    ///
    /// # Errors
    /// As SQLite says.
    pub fn records(&self, wanted: &[(Seq, i64)]) -> Result<Vec<Versioned>> {
        self.read(|reader| {
            // One transaction for all: they are of one moment, and SQLite takes its locks once.
            let transaction = reader.unchecked_transaction().map_err(sqlite_error)?;
            wanted
                .iter()
                .map(|(seq, version)| {
                    Ok(match log::read_record(&transaction, *seq)? {
                        None => Versioned::Forgotten,
                        Some(record) if record.version == *version => Versioned::Current(Box::new(record)),
                        Some(_) => Versioned::Replaced,
                    })
                })
                .collect()
        })
    }

    /// At most `limit` memories after number `after` that lack a vector of the active embedder: of their text or,
    /// with `context`, of the context that they have. With `all`, every memory and all its facets.
    ///
    /// # Errors
    /// As SQLite says.
    pub fn pending(&self, after: Seq, limit: usize, all: bool, context: bool) -> Result<Vec<Pending>> {
        let limit = i64::try_from(limit).unwrap_or(i64::MAX);
        self.read(|reader| log::pending(reader, after, limit, all, context))
    }

    /// The active embedder.
    ///
    /// # Errors
    /// As SQLite says.
    pub fn embedder(&self) -> Result<Option<StoredEmbedder>> {
        Ok(self.indexes()?.embedder().cloned())
    }

    /// The caller's settings, a JSON object.
    ///
    /// # Errors
    /// As SQLite says.
    pub fn settings(&self) -> Result<String> {
        self.read(log::read_settings)
    }

    /// The bank in numbers.
    ///
    /// # Errors
    /// As SQLite says.
    pub fn stats(&self) -> Result<Stats> {
        let (counts, change) = self.read(|reader| Ok((log::counts(reader)?, log::newest_change(reader)?)))?;
        let count = |name: &str| counts.get(name).copied().unwrap_or_default();
        let indexes = self.indexes()?;
        Ok(Stats {
            memories: count("memories"),
            world: count("world"),
            experience: count("experience"),
            observation: count("observation"),
            links: count("links"),
            entities: indexes.graph.entity_count(),
            tags: indexes.filter.distinct_tags(),
            tokens: count("tokens"),
            vectors: count("vectors"),
            pending_vectors: count("memories") - count("vectors"),
            embedder: indexes.embedder().cloned(),
            format_version: schema::current_version(),
            change,
            disk_bytes: self.file.parent().map_or(0, bytes_in),
            generation: indexes.origin().generation.clone(),
            tail: indexes.origin().tail,
            rebuilt: indexes.origin().rebuilt.clone(),
            fold_failed: self.fold_failed.lock().clone(),
        })
    }

    /// The rows that a filter admits, its ids resolved.
    ///
    /// # Errors
    /// `Input` for a bad filter.
    pub fn allowed(&self, indexes: &Indexes, connection: &Connection, filter: &Filter) -> Result<RowSet> {
        let mut named = BTreeMap::new();
        for id in filter.ids.iter().flatten().chain(&filter.exclude) {
            if let Some((seq, _)) = log::find(connection, id)?
                && let Some(row) = indexes.row_of(seq)
            {
                named.insert(id.as_str(), row);
            }
        }
        indexes.filter.allowed(filter, &|id| named.get(id).copied())
    }
}

/// Bytes of all files below a folder; what cannot be read counts as nothing.
fn bytes_in(folder: &Path) -> u64 {
    let Ok(entries) = std::fs::read_dir(folder) else { return 0 };
    let sizes = entries.flatten().filter_map(|entry| {
        let kind = entry.file_type().ok()?;
        Some(if kind.is_dir() { bytes_in(&entry.path()) } else { entry.metadata().ok()?.len() })
    });
    sizes.sum()
}

/// What became of a memory since it was found.
#[derive(Debug, Clone)]
pub enum Versioned {
    /// It is as it was.
    Current(Box<Record>),
    /// It was replaced.
    Replaced,
    /// It was forgotten.
    Forgotten,
}

impl Versioned {
    /// The memory, if it is as it was.
    pub fn current(self) -> Option<Record> {
        match self {
            Self::Current(record) => Some(*record),
            Self::Replaced | Self::Forgotten => None,
        }
    }
}
