//! Writing to a bank: check everything first, then one transaction, then the indexes follow.

use std::collections::{BTreeMap, BTreeSet};

use rusqlite::{Connection, Transaction, TransactionBehavior};
use serde::{Deserialize, Serialize};
use uuid::{Timestamp, Uuid};

use super::connection::sqlite_error;
use super::embedders::{self, StoredEmbedder};
use super::log;
use super::records::{IncomingMemory, Link, check_weight};
use super::{Bank, embedders::EmbedderIdentity};
use crate::arms::semantic::{Facet, normalised};
use crate::error::{Error, Result};
use crate::filter::Filter;
use crate::types::{Micros, Relation, Seq};

/// Vectors that come with memories: `values` holds one after the other, `of[i]` says what vector `i` stands for.
#[derive(Debug, Clone, Copy)]
pub struct VectorBatch<'a> {
    /// All values, row-major.
    pub values: &'a [f32],
    /// Length of one vector.
    pub dimension: usize,
    /// The place in the batch of each vector's memory, and which of its facets it is.
    pub of: &'a [(usize, Facet)],
    /// Who made them; checked against the bank's embedder in the writing transaction. Absent: not checked.
    pub made_by: Option<&'a EmbedderIdentity>,
}

/// What a vector stands for that comes later than its memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct VectorOf {
    /// The memory's number.
    pub seq: Seq,
    /// The version that was embedded.
    pub version: i64,
    /// Which of its facets.
    pub facet: Facet,
}

/// What one `retain` did.
#[derive(Debug, Clone, Default, Serialize)]
pub struct Retained {
    /// Public ids in the order given, duplicates included.
    pub ids: Vec<String>,
    /// The memories' numbers, in the same order.
    pub seqs: Vec<Seq>,
    /// Ids that were there before.
    pub replaced: Vec<String>,
    /// What a caller may want to know: duplicates in the batch.
    pub notes: Vec<String>,
}

/// One link to add between two memories that exist.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LinkRequest {
    /// Public id of the memory that links.
    pub source: String,
    /// Public id of the memory that is linked to.
    pub target: String,
    /// How the source bears on the target.
    pub relation: Relation,
    /// Strength in (0, 1].
    pub weight: f64,
}

impl Bank {
    /// Stores memories, all or none. A memory whose id exists takes that memory's place everywhere at once.
    /// Of two with the same id in one batch the last wins, and a note says so.
    ///
    /// # Errors
    /// `Input`, `Dimension`, `NotFound` (link target) or `EmbedderMismatch` before anything is stored;
    /// `Storage` and its kin from SQLite.
    pub fn retain(
        &self,
        memories: &[IncomingMemory],
        vectors: Option<VectorBatch<'_>>,
        now: Micros,
    ) -> Result<Retained> {
        for (place, memory) in memories.iter().enumerate() {
            memory.check().map_err(|error| at_place(error, place, memories.len()))?;
        }
        let mut retained = Retained { ids: self.assign_ids(memories, now), ..Retained::default() };
        let last_place: BTreeMap<&str, usize> =
            retained.ids.iter().enumerate().map(|(place, id)| (id.as_str(), place)).collect();
        retained.notes = duplicate_notes(&retained.ids, &last_place);
        // Counted before the transaction, so that no other writer waits for it.
        let tokens: Vec<i64> = memories.iter().map(IncomingMemory::tokens).collect();
        let kept = |place: usize| {
            retained.ids.get(place).is_some_and(|id| last_place.get(id.as_str()) == Some(&place))
        };
        let (seqs, replaced) = self.write(|transaction| {
            let vectors = prepare_vectors(transaction, vectors, memories.len())?;
            let mut seq_of = BTreeMap::new();
            let mut replaced = Vec::new();
            for (place, ((memory, id), tokens)) in memories.iter().zip(&retained.ids).zip(&tokens).enumerate()
            {
                if !kept(place) {
                    continue;
                }
                let (seq, was_there) = log::write_memory(transaction, id, memory, *tokens, now)?;
                if was_there {
                    replaced.push(id.clone());
                }
                seq_of.insert(id.as_str(), seq);
                for (facet, vector) in vectors.of(place) {
                    embedders::write_vector(transaction, seq, facet, vectors.embedder_id, vector)?;
                }
            }
            // Links come after all memories, so that a batch may link within itself.
            for (place, (memory, id)) in memories.iter().zip(&retained.ids).enumerate() {
                let Some(seq) = seq_of.get(id.as_str()).filter(|_| kept(place)) else {
                    continue;
                };
                for link in &memory.links {
                    log::write_link(transaction, *seq, link)
                        .map_err(|error| at_place(error, place, memories.len()))?;
                }
                log::note_change(transaction, *seq)?;
            }
            Ok((retained.ids.iter().filter_map(|id| seq_of.get(id.as_str()).copied()).collect(), replaced))
        })?;
        retained.seqs = seqs;
        retained.replaced = replaced;
        Ok(retained)
    }

    /// Deletes memories, their vectors and the links to and from them, from every arm at once.
    /// Unknown ids are passed over. Returns the ids that were there.
    ///
    /// # Errors
    /// As SQLite says.
    pub fn forget(&self, ids: &[String]) -> Result<Vec<String>> {
        self.write(|transaction| {
            let mut forgotten = Vec::new();
            for id in ids {
                if let Some((seq, _)) = log::find(transaction, id)? {
                    log::delete_memory(transaction, seq)?;
                    forgotten.push(id.clone());
                }
            }
            Ok(forgotten)
        })
    }

    /// Deletes every memory that a filter admits.
    ///
    /// # Errors
    /// `Input` for a filter that restricts nothing: forgetting everything must be said, not implied.
    pub fn forget_where(&self, filter: &Filter) -> Result<Vec<String>> {
        if filter.names_nothing() {
            return Err(Error::Input("the filter restricts nothing, so it would forget every memory".into()));
        }
        if filter.is_fuzzy() {
            return Err(Error::Input(
                "a fuzzy match may not decide what is forgotten, name the tags exactly".into(),
            ));
        }
        self.write(|transaction| {
            // The write lock is held: what the indexes see now cannot change before the delete.
            let indexes = self.indexes()?;
            let allowed = self.allowed(&indexes, transaction, filter)?;
            let found: Vec<(Seq, String)> = allowed
                .ones()
                .filter_map(|row| indexes.info(u32::try_from(row).ok()?))
                .map(|info| (info.seq, info.id.to_string()))
                .collect();
            drop(indexes);
            for (seq, _) in &found {
                log::delete_memory(transaction, *seq)?;
            }
            Ok(found.into_iter().map(|(_, id)| id).collect())
        })
    }

    /// Adds links between memories that exist, all or none.
    ///
    /// # Errors
    /// `NotFound` for an unknown source or target, `Input` for a weight outside (0, 1].
    pub fn link(&self, links: &[LinkRequest]) -> Result<()> {
        links.iter().try_for_each(|link| check_weight(link.weight))?;
        self.write(|transaction| {
            let mut sources = BTreeSet::new();
            for request in links {
                let Some((source, _)) = log::find(transaction, &request.source)? else {
                    return Err(Error::NotFound(format!("link source does not exist: {:?}", request.source)));
                };
                let link = Link {
                    target: request.target.clone(),
                    relation: request.relation,
                    weight: request.weight,
                };
                log::write_link(transaction, source, &link)?;
                sources.insert(source);
            }
            sources.into_iter().try_for_each(|source| log::note_change(transaction, source))
        })
    }

    /// Makes an embedder the bank's own, if it has none or no vectors yet; a no-op when it already is.
    ///
    /// # Errors
    /// `EmbedderMismatch` when vectors of another exist, `Config` when it does not check.
    pub fn set_embedder(&self, embedder: &StoredEmbedder) -> Result<()> {
        self.write(|transaction| embedders::set(transaction, embedder))
    }

    /// Changes some of the caller's settings, in one transaction, and returns all of them as a JSON object. A change
    /// to null takes the setting away.
    ///
    /// # Errors
    /// `BankCorrupt` when what is stored is no JSON object; nothing has changed then. As SQLite says.
    pub fn change_settings(&self, changes: serde_json::Map<String, serde_json::Value>) -> Result<String> {
        self.write(|transaction| {
            let stored = log::read_settings(transaction)?;
            let mut settings: serde_json::Map<String, serde_json::Value> = serde_json::from_str(&stored)
                .map_err(|error| {
                    Error::BankCorrupt(format!("the stored settings are no JSON object: {error}"))
                })?;
            for (name, value) in changes {
                if value.is_null() {
                    settings.remove(&name);
                } else {
                    settings.insert(name, value);
                }
            }
            let settings = serde_json::Value::Object(settings).to_string();
            log::write_settings(transaction, &settings)?;
            Ok(settings)
        })
    }

    /// Stores vectors for memories that exist, those replaced meanwhile passed over. With `staged` they are
    /// kept unseen until [`Self::adopt_embedder`]; without it `embedder` must be the bank's own. Returns how
    /// many were stored.
    ///
    /// # Errors
    /// `Input` or `Dimension` for a bad vector, `EmbedderMismatch` for another embedder than the bank's,
    /// `Config` when the bank has none.
    pub fn put_vectors(
        &self,
        of: &[VectorOf],
        values: &[f32],
        embedder: &StoredEmbedder,
        staged: bool,
    ) -> Result<usize> {
        self.write(|transaction| {
            let identity = &embedder.identity;
            let embedder_id = if staged {
                embedders::find_or_add(transaction, embedder)?
            } else {
                let (id, active) = active_embedder(transaction)?;
                if active != *identity {
                    return Err(embedders::mismatch(&active, identity));
                }
                id
            };
            if values.len() != of.len() * identity.dimension {
                return Err(Error::Dimension {
                    what: format!("a batch of {} vectors", of.len()),
                    given: values.len() / of.len().max(1),
                    expected: identity.dimension,
                });
            }
            let mut stored = 0;
            for (VectorOf { seq, version, facet }, values) in
                of.iter().zip(values.chunks_exact(identity.dimension))
            {
                check_facet(*facet)?;
                let current = log::version_of(transaction, *seq)?;
                if current != Some(*version) {
                    continue;
                }
                let vector =
                    normalised(&format!("vector of memory number {seq}"), values, identity.dimension)?;
                embedders::write_vector(transaction, *seq, *facet, embedder_id, &vector)?;
                if !staged {
                    log::note_change(transaction, *seq)?;
                }
                stored += 1;
            }
            Ok(stored)
        })
    }

    /// Makes the staged embedder the active one, and drops the older vectors.
    ///
    /// # Errors
    /// `Config` when it does not check.
    pub fn adopt_embedder(&self, embedder: &StoredEmbedder) -> Result<()> {
        self.write(|transaction| embedders::adopt(transaction, embedder))
    }

    /// The callers' ids, and for memories without one a UUIDv7: ascending with time and within a batch.
    fn assign_ids(&self, memories: &[IncomingMemory], now: Micros) -> Vec<String> {
        let micros = u64::try_from(now).unwrap_or_default();
        let (seconds, micros) = (micros / 1_000_000, u32::try_from(micros % 1_000_000).unwrap_or_default());
        let generate =
            || Uuid::new_v7(Timestamp::from_unix(&self.id_clock, seconds, micros * 1_000)).to_string();
        memories.iter().map(|memory| memory.id.clone().unwrap_or_else(generate)).collect()
    }

    /// One immediate transaction, then the indexes catch up with it.
    fn write<T>(&self, work: impl FnOnce(&Transaction<'_>) -> Result<T>) -> Result<T> {
        self.check_writable()?;
        let result = {
            let mut writer = self.writer.lock();
            let connection = writer.as_mut().ok_or_else(|| Error::Storage("the bank is closed".into()))?;
            let transaction =
                connection.transaction_with_behavior(TransactionBehavior::Immediate).map_err(sqlite_error)?;
            let result = work(&transaction)?;
            transaction.commit().map_err(sqlite_error)?;
            result
        };
        // What is committed is stored, whatever becomes of the indexes now: an error here would make the
        // caller write it again. The next recall catches up from the same change and reports the failure.
        drop(self.catch_up());
        Ok(result)
    }
}

fn at_place(error: Error, place: usize, count: usize) -> Error {
    match error {
        Error::Input(message) if count > 1 => Error::Input(format!("memory {place} of {count}: {message}")),
        Error::NotFound(message) if count > 1 => {
            Error::NotFound(format!("memory {place} of {count}: {message}"))
        }
        other => other,
    }
}

/// One line for each id that stands more than once in a batch.
fn duplicate_notes(ids: &[String], last_place: &BTreeMap<&str, usize>) -> Vec<String> {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for id in ids {
        *counts.entry(id.as_str()).or_default() += 1;
    }
    let repeated = counts.into_iter().filter(|(_, count)| *count > 1);
    repeated
        .map(|(id, count)| {
            let place = last_place.get(id).copied().unwrap_or_default();
            format!("id {id:?} stands {count} times in one batch: the last, at place {place}, was stored")
        })
        .collect()
}

/// The checked, normalised vectors of a batch, ordered by memory and facet.
#[derive(Default)]
struct PreparedVectors {
    embedder_id: i64,
    vectors: BTreeMap<(usize, Facet), Vec<f32>>,
}

impl PreparedVectors {
    /// The facets of the memory at `place` that have a vector.
    fn of(&self, place: usize) -> impl Iterator<Item = (Facet, &[f32])> {
        let facets = (place, Facet::TEXT)..=(place, Facet::CONTEXT);
        self.vectors.range(facets).map(|((_, facet), vector)| (*facet, vector.as_slice()))
    }
}

fn prepare_vectors(
    connection: &Connection,
    batch: Option<VectorBatch<'_>>,
    memories: usize,
) -> Result<PreparedVectors> {
    let Some(batch) = batch.filter(|batch| !batch.of.is_empty()) else {
        return Ok(PreparedVectors::default());
    };
    let (embedder_id, identity) = active_embedder(connection)?;
    if let Some(made_by) = batch.made_by
        && *made_by != identity
    {
        return Err(embedders::mismatch(&identity, made_by));
    }
    if batch.dimension == 0 || batch.values.len() != batch.dimension * batch.of.len() {
        return Err(Error::Input(format!(
            "{} vectors of {} dimensions need {} values, given {}",
            batch.of.len(),
            batch.dimension,
            batch.dimension * batch.of.len(),
            batch.values.len()
        )));
    }
    let mut vectors = BTreeMap::new();
    for ((place, facet), values) in batch.of.iter().zip(batch.values.chunks_exact(batch.dimension)) {
        check_facet(*facet)?;
        if *place >= memories {
            return Err(Error::Input(format!(
                "a vector belongs to memory {place}, but the batch has {memories}"
            )));
        }
        let vector = normalised(&format!("vector of memory {place}"), values, identity.dimension)?;
        vectors.insert((*place, *facet), vector);
    }
    Ok(PreparedVectors { embedder_id, vectors })
}

fn check_facet(facet: Facet) -> Result<()> {
    if facet <= Facet::CONTEXT {
        return Ok(());
    }
    let Facet(given) = facet;
    Err(Error::Input(format!("there is no facet {given}, expected 0 for the text or 1 for its context")))
}

fn active_embedder(connection: &Connection) -> Result<(i64, EmbedderIdentity)> {
    embedders::active(connection)?.map(|(id, stored)| (id, stored.identity)).ok_or_else(|| {
        Error::Config("the bank has no embedder, so it takes no vectors: set one first".into())
    })
}
