//! Folded postings, by tantivy, which is asked for nothing but postings: its scores, norms, statistics, deletions,
//! tie-breaking and writer threads stay out.

use super::field::{Field, Posting};
use super::tail::Terms;
use crate::error::{Error, Result};
use crate::ranking::{Row, RowSet};
use std::path::Path;
use std::sync::Arc;
use tantivy::Directory;
use tantivy::directory::{MmapDirectory, OwnedBytes, RamDirectory};
use tantivy::fastfield::{AliveBitSet, write_alive_bitset};
use tantivy::index::{Index, IndexSettings, InvertedIndexReader, Segment as Engine, SegmentReader};
use tantivy::indexer::merge_filtered_segments;
use tantivy::postings::BlockSegmentPostings;
use tantivy::schema::{Field as EngineField, IndexRecordOption, Schema, TextFieldIndexing, TextOptions};
use tantivy::store::Compressor;
use tantivy::tokenizer::{PreTokenizedString, Token};
use tantivy::{BitSet, TantivyDocument};

/// Decides only the first size of the writer's term table, which grows.
const WRITER_BYTES: usize = 200_000;

/// A document's place in a segment.
pub(super) type Doc = u32;

/// Immutable postings of some memories, and which of these are still alive.
pub(super) struct Segment {
    engine: Engine,
    readers: [Arc<InvertedIndexReader>; 2],
    rows: Vec<Row>,
    dead: RowSet,
    dead_count: usize,
}

impl Segment {
    /// Writes the memories' postings, on this thread.
    pub(super) fn write<'a>(memories: impl Iterator<Item = (Row, &'a Terms)>) -> Result<Self> {
        let (schema, fields) = schema();
        let builder = Index::builder().schema(schema).settings(settings());
        let mut writer = builder
            .single_segment_index_writer::<TantivyDocument>(RamDirectory::create(), WRITER_BYTES)
            .map_err(failed)?;
        let mut rows = Vec::new();
        for (row, terms) in memories {
            let mut document = TantivyDocument::default();
            for (field, terms) in std::iter::zip(fields, terms) {
                document.add_pre_tokenized_text(field, tokens(terms));
            }
            writer.add_document(document).map_err(failed)?;
            rows.push(row);
        }
        Self::open(&writer.finalize().map_err(failed)?, rows)
    }

    /// One segment of the living memories of `parts`, of which there must be one.
    pub(super) fn merge(parts: &[Self]) -> Result<Self> {
        let parts: Vec<&Self> = parts.iter().collect();
        Self::merge_into(&parts, RamDirectory::create())
    }

    /// The same, written to an empty folder. Returns the row of each document.
    pub(super) fn merge_to(parts: &[&Self], folder: &Path) -> Result<Vec<Row>> {
        let directory = MmapDirectory::open(folder).map_err(failed)?;
        Ok(Self::merge_into(parts, directory)?.rows)
    }

    /// Maps a segment that [`Self::merge_to`] wrote, whose files are known to be whole.
    pub(super) fn map(folder: &Path, rows: Vec<Row>) -> Result<Self> {
        let directory = MmapDirectory::open(folder).map_err(failed)?;
        Self::open(&Index::open(directory).map_err(failed)?, rows)
    }

    fn merge_into(parts: &[&Self], directory: impl Into<Box<dyn Directory>>) -> Result<Self> {
        let engines: Vec<Engine> = parts.iter().map(|part| part.engine.clone()).collect();
        let living = parts.iter().map(|part| part.alive().map(Some)).collect::<Result<Vec<_>>>()?;
        let merged = merge_filtered_segments(&engines, settings(), living, directory);
        let rows = parts.iter().flat_map(|part| part.living().map(|(_, row)| row)).collect();
        Self::open(&merged.map_err(failed)?, rows)
    }

    /// How many living memories it holds.
    pub(super) fn living_count(&self) -> usize {
        self.rows.len() - self.dead_count
    }

    /// Whether so much of it is dead that it is worth writing again.
    pub(super) fn is_mostly_dead(&self) -> bool {
        self.dead_count * 2 > self.rows.len()
    }

    /// The living documents and their rows, in the order in which a merge keeps them.
    pub(super) fn living(&self) -> impl Iterator<Item = (Doc, Row)> {
        (0..).zip(self.rows.iter().copied()).filter(|(doc, _)| self.is_alive(*doc))
    }

    /// Marks a document dead.
    pub(super) fn kill(&mut self, doc: Doc) {
        if self.is_alive(doc) {
            self.dead.grow_and_insert(doc as usize);
            self.dead_count += 1;
        }
    }

    /// How many living memories hold a term.
    pub(super) fn frequency(&self, field: Field, term: &str) -> Result<usize> {
        if self.dead_count == 0 {
            let info = self.readers[field.column()].terms().get(term).map_err(failed)?;
            return Ok(info.map_or(0, |info| info.doc_freq as usize));
        }
        let Some(mut blocks) = self.blocks(field, term, IndexRecordOption::Basic)? else { return Ok(0) };
        let mut frequency = 0;
        while !blocks.docs().is_empty() {
            frequency += blocks.docs().iter().filter(|doc| self.is_alive(**doc)).count();
            blocks.advance();
        }
        Ok(frequency)
    }

    /// Appends the postings of a term in the living memories.
    pub(super) fn collect(&self, field: Field, term: &str, postings: &mut Vec<Posting>) -> Result<()> {
        let Some(mut blocks) = self.blocks(field, term, IndexRecordOption::WithFreqs)? else {
            return Ok(());
        };
        while !blocks.docs().is_empty() {
            for (doc, occurrences) in std::iter::zip(blocks.docs(), blocks.freqs()) {
                if self.is_alive(*doc) {
                    postings.push(Posting { row: self.rows[*doc as usize], occurrences: *occurrences });
                }
            }
            blocks.advance();
        }
        Ok(())
    }

    /// A term's postings, dead documents among them, or none if no document has it.
    fn blocks(
        &self,
        field: Field,
        term: &str,
        option: IndexRecordOption,
    ) -> Result<Option<BlockSegmentPostings>> {
        let reader = &self.readers[field.column()];
        let info = reader.terms().get(term).map_err(failed)?;
        info.map(|info| reader.read_block_postings_from_terminfo(&info, option)).transpose().map_err(failed)
    }

    fn open(index: &Index, rows: Vec<Row>) -> Result<Self> {
        let segments = index.searchable_segments().map_err(failed)?;
        let [engine] = segments.as_slice() else {
            return Err(Error::Storage(format!("keyword index has {} segments, expected 1", segments.len())));
        };
        let reader = SegmentReader::open(engine).map_err(failed)?;
        if reader.max_doc() as usize != rows.len() {
            let (given, expected) = (reader.max_doc(), rows.len());
            return Err(Error::Storage(format!("keyword segment has {given} memories, expected {expected}")));
        }
        let (_, [text, context]) = schema();
        let readers =
            [reader.inverted_index(text).map_err(failed)?, reader.inverted_index(context).map_err(failed)?];
        Ok(Self { engine: engine.clone(), readers, rows, dead: RowSet::new(), dead_count: 0 })
    }

    fn is_alive(&self, doc: Doc) -> bool {
        self.dead_count == 0 || !self.dead.contains(doc as usize)
    }

    fn alive(&self) -> Result<AliveBitSet> {
        let count = Doc::try_from(self.rows.len()).map_err(failed)?;
        let mut alive = BitSet::with_max_value(count);
        for (doc, _) in self.living() {
            alive.insert(doc);
        }
        let mut bytes = Vec::new();
        write_alive_bitset(&alive, &mut bytes).map_err(failed)?;
        Ok(AliveBitSet::open(OwnedBytes::new(bytes)))
    }
}

fn schema() -> (Schema, [EngineField; 2]) {
    let indexing =
        TextFieldIndexing::default().set_index_option(IndexRecordOption::WithFreqs).set_fieldnorms(false);
    let options = TextOptions::default().set_indexing_options(indexing);
    let mut builder = Schema::builder();
    let fields =
        [builder.add_text_field("text", options.clone()), builder.add_text_field("context", options)];
    (builder.build(), fields)
}

/// Nothing is stored beside the postings, so no thread is started to compress it.
fn settings() -> IndexSettings {
    IndexSettings {
        docstore_compression: Compressor::None,
        docstore_compress_dedicated_thread: false,
        ..IndexSettings::default()
    }
}

/// The terms repeated as often as they occur, the only form in which tantivy takes frequencies.
fn tokens(terms: &[(Arc<str>, u32)]) -> PreTokenizedString {
    let mut tokens = Vec::new();
    for (term, occurrences) in terms {
        for _ in 0..*occurrences {
            tokens.push(Token { position: tokens.len(), text: term.to_string(), ..Token::default() });
        }
    }
    PreTokenizedString { text: String::new(), tokens }
}

fn failed(error: impl std::fmt::Display) -> Error {
    Error::Storage(format!("keyword index failed: {error}"))
}
