//! The in-memory indexes of one bank, derived from SQLite and kept up with it.
//!
//! A memory's row is its place in the order of sequence numbers. New memories have the largest numbers, a
//! replaced one keeps its number, so rows ascend with them for ever, and "row ascending" breaks ties alike
//! here and after a fresh open.

use std::path::Path;

use rusqlite::Connection;
use serde::{Deserialize, Serialize, de::DeserializeOwned};

use super::BankOptions;
use super::connection::sqlite_error;
use super::embedders::{self, StoredEmbedder};
use super::generation::{self, Manifest};
use super::log;
use super::records::Record;
use super::stop::Stop;
use crate::analyzer::analyze;
use crate::arms::graph::{GraphIndex, GraphLink, GraphMemory};
use crate::arms::keyword::{KeywordIndex, KeywordOptions};
use crate::arms::semantic::{Facet, SemanticIndex, SemanticOptions};
use crate::arms::temporal::TemporalIndex;
use crate::error::{Error, Result};
use crate::files::{Files, FilesWriter};
use crate::filter::FilterIndex;
use crate::ranking::Row;
use crate::types::{MemoryDates, MemoryKind, Seq};

/// What a recall needs of one memory besides its arms.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct RowInfo {
    /// The memory's number.
    pub seq: Seq,
    /// The version that was indexed.
    pub version: i64,
    /// What sort of memory it is.
    pub kind: MemoryKind,
    /// Tokens of its text.
    pub tokens: i64,
    /// What its age is measured by.
    pub dates: MemoryDates,
    /// How many memories bear it out.
    pub proof_count: Option<i64>,
    /// Its public id.
    pub id: Box<str>,
}

/// The four arms, the filter and the columns of one bank.
pub struct Indexes {
    applied: i64,
    origin: Origin,
    embedder: Option<(i64, StoredEmbedder)>,
    rows: Vec<RowInfo>,
    /// What filters read.
    pub filter: FilterIndex,
    /// Vectors; none while the bank has no embedder.
    pub semantic: Option<SemanticIndex>,
    /// Words.
    pub keyword: KeywordIndex,
    /// Entities, causes and sources.
    pub graph: GraphIndex,
    /// Dates.
    pub temporal: TemporalIndex,
}

/// Where indexes came from, and how far they have gone from there.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Origin {
    /// The generation that they were mapped from; none if they were built from the truth.
    pub generation: Option<String>,
    /// How many memories were indexed since, one that changed twice counted twice.
    pub tail: usize,
    /// Why a generation that the truth names was not used.
    pub rebuilt: Option<String>,
}

/// The files of the small indexes; the large ones name their own.
const ROWS: &str = "rows";
const FILTER: &str = "filter";
const GRAPH: &str = "graph";
const TEMPORAL: &str = "temporal";

/// Memories read between two looks at whether to stop.
const CHUNK: i64 = 256;

impl Indexes {
    /// Indexes of nothing.
    pub fn empty() -> Self {
        Self {
            applied: 0,
            origin: Origin::default(),
            embedder: None,
            rows: Vec::new(),
            filter: FilterIndex::default(),
            semantic: None,
            keyword: KeywordIndex::new(),
            graph: GraphIndex::default(),
            temporal: TemporalIndex::default(),
        }
    }

    /// The newest generation and what was committed since, or, where there is none that can be used, the whole bank.
    ///
    /// # Errors
    /// As [`Self::load`]. A generation that is damaged is no error: [`Origin::rebuilt`] says so.
    pub fn open(connection: &Connection, bank: &Path, options: &BankOptions, stop: &Stop) -> Result<Self> {
        loop {
            let name = generation::name(connection)?;
            let problem = match Self::open_generation(connection, bank, options) {
                Ok(Some(mut indexes)) => {
                    indexes.catch_up(connection, options, stop)?;
                    return Ok(indexes);
                }
                Ok(None) => None,
                // Another process may have folded just now, and removed what was the newest before.
                Err(_) if generation::name(connection)? != name => continue,
                // What SQLite says of the truth itself, the whole bank would say again.
                Err(problem) => Some(problem.to_string()),
            };
            let mut indexes = Self::load(connection, options, stop)?;
            indexes.origin.rebuilt = problem;
            return Ok(indexes);
        }
    }

    /// The newest generation as it was written; none where there is none, or where the bank has another embedder now.
    fn open_generation(connection: &Connection, bank: &Path, options: &BankOptions) -> Result<Option<Self>> {
        let Some((name, manifest, files)) = generation::newest(connection, bank)? else { return Ok(None) };
        let embedder = embedders::active(connection)?;
        let place = embedder.as_ref().map(|(id, stored)| (*id, stored.identity.dimension));
        if place != manifest.embedder {
            return Ok(None);
        }
        let mut indexes = Self::mapped(&manifest, &files, options)?;
        indexes.embedder = embedder;
        indexes.origin.generation = Some(name);
        Ok(Some(indexes))
    }

    /// What [`Self::save`] wrote. Two threads, for the small indexes take as long as all else.
    fn mapped(manifest: &Manifest, files: &Files, options: &BankOptions) -> Result<Self> {
        let small =
            || -> Result<_> { Ok((read(files, FILTER)?, read(files, TEMPORAL)?, read(files, ROWS)?)) };
        let large = || -> Result<_> {
            let semantic = |(_, dimension)| SemanticIndex::load(dimension, semantic_options(options), files);
            let keyword = KeywordIndex::load(KeywordOptions::default(), files)?;
            Ok((manifest.embedder.map(semantic).transpose()?, keyword, read(files, GRAPH)?))
        };
        let (small, large) = std::thread::scope(|scope| {
            let small = scope.spawn(small);
            let large = large();
            (small.join(), large)
        });
        let broke = |_| Error::Storage("a thread that read a derived file broke down".into());
        let ((filter, temporal, rows), (semantic, keyword, graph)) = (small.map_err(broke)??, large?);
        let applied = manifest.applied;
        Ok(Self {
            applied,
            origin: Origin::default(),
            embedder: None,
            rows,
            filter,
            semantic,
            keyword,
            graph,
            temporal,
        })
    }

    /// Writes everything to files.
    ///
    /// # Errors
    /// `Storage` if the disk fails.
    pub fn save(&self, files: &mut FilesWriter, stop: &Stop) -> Result<()> {
        write(files, ROWS, &self.rows)?;
        write(files, FILTER, &self.filter)?;
        write(files, GRAPH, &self.graph)?;
        write(files, TEMPORAL, &self.temporal)?;
        self.keyword.save(files)?;
        stop.check()?;
        self.semantic.as_ref().map_or(Ok(()), |semantic| semantic.save(files, &|| stop.check()))
    }

    /// Reads the whole bank.
    ///
    /// # Errors
    /// As SQLite says; `BankCorrupt` when a stored value cannot be read.
    pub fn load(connection: &Connection, options: &BankOptions, stop: &Stop) -> Result<Self> {
        let transaction = connection.unchecked_transaction().map_err(sqlite_error)?;
        let mut indexes = Self::empty();
        indexes.applied = log::newest_change(&transaction)?;
        indexes.embedder = embedders::active(&transaction)?;
        if let Some((_, stored)) = &indexes.embedder {
            indexes.semantic = Some(SemanticIndex::new(stored.identity.dimension, semantic_options(options)));
        }
        let mut after = 0;
        loop {
            stop.check()?;
            let seqs = log::seqs_after(&transaction, after, CHUNK)?;
            let Some(last) = seqs.last() else {
                return Ok(indexes);
            };
            after = *last;
            for seq in seqs {
                indexes.apply(&transaction, seq)?;
            }
        }
    }

    /// Applies what was committed since, in one reading transaction.
    ///
    /// # Errors
    /// As [`Self::load`]; what was applied stays, and the next call goes on from the same change.
    pub fn catch_up(&mut self, connection: &Connection, options: &BankOptions, stop: &Stop) -> Result<()> {
        let transaction = connection.unchecked_transaction().map_err(sqlite_error)?;
        let newest = log::newest_change(&transaction)?;
        if newest <= self.applied {
            return Ok(());
        }
        let Some(seqs) = log::changed_since(&transaction, self.applied)? else {
            drop(transaction);
            *self = Self::load(connection, options, stop)?;
            return Ok(());
        };
        for seq in seqs {
            stop.check()?;
            self.apply(&transaction, seq)?;
        }
        self.applied = newest;
        Ok(())
    }

    fn apply(&mut self, connection: &Connection, seq: Seq) -> Result<()> {
        self.origin.tail += 1;
        let Some(record) = log::read_record(connection, seq)? else {
            if let Some(row) = self.row_of(seq) {
                self.remove(row);
            }
            return Ok(());
        };
        let vectors = match (&self.embedder, record.has_vector) {
            (Some((id, stored)), true) => {
                embedders::read_vectors(connection, seq, *id, stored.identity.dimension)?
            }
            _ => Vec::new(),
        };
        self.insert(&record, &vectors)
    }

    fn insert(&mut self, record: &Record, vectors: &[(Facet, Vec<f32>)]) -> Result<()> {
        let row = self.row_for(record)?;
        self.filter.insert(row, record.kind, &record.tags, record.updated_at, record.document_id.as_deref());
        let text = analyze(&record.text);
        let context = record.context.as_deref().map(analyze);
        self.keyword.insert(row, &text, context.as_ref())?;
        let links: Vec<GraphLink<'_>> = record
            .links
            .iter()
            .map(|link| GraphLink { target: &link.target, relation: link.relation, weight: link.weight })
            .collect();
        self.graph.insert(
            row,
            GraphMemory {
                id: &record.id,
                entities: &record.entities,
                links: &links,
                source_ids: &record.source_ids,
            },
        );
        self.temporal.insert(row, record.dates());
        if let Some(semantic) = &mut self.semantic {
            let of =
                |wanted: Facet| vectors.iter().find(|(facet, _)| *facet == wanted).map(|(_, v)| v.as_slice());
            match of(Facet::TEXT) {
                Some(text) => semantic.insert(row, text, of(Facet::CONTEXT))?,
                None => semantic.remove(row),
            }
        }
        Ok(())
    }

    /// The memory's row, appended when it is new.
    fn row_for(&mut self, record: &Record) -> Result<Row> {
        let info = RowInfo {
            seq: record.seq,
            version: record.version,
            kind: record.kind,
            tokens: record.tokens,
            dates: record.dates(),
            proof_count: record.proofs(),
            id: record.id.as_str().into(),
        };
        if let Some(row) = self.row_of(record.seq) {
            if let Some(place) = self.rows.get_mut(row as usize) {
                *place = info;
            }
            return Ok(row);
        }
        if self.rows.last().is_some_and(|last| last.seq > record.seq) {
            // AUTOINCREMENT never gives a number twice, and writers queue: only a damaged file gets here.
            return Err(Error::BankCorrupt(format!("memory number {} came after a larger one", record.seq)));
        }
        let row = Row::try_from(self.rows.len())
            .map_err(|_| Error::Storage("a bank holds at most 4,294,967,295 memories".into()))?;
        self.rows.push(info);
        Ok(row)
    }

    fn remove(&mut self, row: Row) {
        self.filter.remove(row);
        self.keyword.remove(row);
        self.graph.remove(row);
        self.temporal.remove(row);
        if let Some(semantic) = &mut self.semantic {
            semantic.remove(row);
        }
    }

    /// Where they came from, and how far they have gone from there.
    pub fn origin(&self) -> &Origin {
        &self.origin
    }

    /// How many memories are held.
    pub fn len(&self) -> usize {
        self.filter.len()
    }

    /// Whether none is held.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Whether so many rows belong to memories that are gone that a fold should number them anew.
    pub fn is_mostly_dead(&self) -> bool {
        self.rows.len() > 2 * self.len()
    }

    /// The row number and the dimension of the embedder whose vectors are searched.
    pub fn embedder_place(&self) -> Option<(i64, usize)> {
        self.embedder.as_ref().map(|(id, stored)| (*id, stored.identity.dimension))
    }

    /// The newest change that was applied.
    pub fn applied(&self) -> i64 {
        self.applied
    }

    /// The embedder whose vectors are searched.
    pub fn embedder(&self) -> Option<&StoredEmbedder> {
        self.embedder.as_ref().map(|(_, stored)| stored)
    }

    /// The row of a memory's number, also of one that was forgotten while the bank was open.
    pub fn row_of(&self, seq: Seq) -> Option<Row> {
        let place = self.rows.binary_search_by_key(&seq, |info| info.seq).ok()?;
        Row::try_from(place).ok()
    }

    /// What is known of a row.
    pub fn info(&self, row: Row) -> Option<&RowInfo> {
        self.rows.get(row as usize)
    }
}

fn write(files: &mut FilesWriter, name: &str, index: &impl Serialize) -> Result<()> {
    let bytes = postcard::to_stdvec(index).map_err(|error| unkept(name, &error))?;
    files.write(name, &bytes)
}

fn read<T: DeserializeOwned>(files: &Files, name: &str) -> Result<T> {
    postcard::from_bytes(files.bytes(name)?.as_slice()).map_err(|error| unkept(name, &error))
}

fn unkept(name: &str, error: &postcard::Error) -> Error {
    Error::Storage(format!("derived file {name} cannot be written or read: {error}"))
}

fn semantic_options(options: &BankOptions) -> SemanticOptions {
    SemanticOptions {
        exact_below: if options.exact == Some(false) { 0 } else { options.exact_below },
        force_exact: options.exact == Some(true),
        ..SemanticOptions::default()
    }
}
