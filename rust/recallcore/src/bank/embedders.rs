//! The embedders that a bank knows, and the vectors made by each.
//!
//! Exactly one embedder is active: only its vectors are searched. While a bank is embedded anew the next
//! embedder's vectors gather beside them, unseen, until one transaction makes it the active one.

use rusqlite::{Connection, OptionalExtension, params};
use serde::{Deserialize, Serialize};

use super::connection::sqlite_error;
use super::log::{RELOAD, execute, note_change};
use crate::arms::semantic::Facet;
use crate::error::{Error, Result};
use crate::types::Seq;

/// What tells one embedder's vectors from another's.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EmbedderIdentity {
    /// The model's name.
    pub name: String,
    /// The model's revision.
    pub revision: String,
    /// Length of its vectors.
    pub dimension: usize,
    /// Put before a query.
    pub query_prefix: String,
    /// Put before a memory's text.
    pub passage_prefix: String,
    /// How token vectors become one.
    pub pooling: String,
}

/// Cosine similarities that mean something for one embedder.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Thresholds {
    /// A memory at least this near to the query may seed the graph arm.
    pub seed: f64,
    /// Two memories at least this near to each other are neighbours.
    pub link: f64,
    /// A memory must be at least this near to the query to enter the temporal arm.
    pub temporal: f64,
}

/// An embedder as the bank stores it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StoredEmbedder {
    /// What tells it from others.
    pub identity: EmbedderIdentity,
    /// Its similarity thresholds.
    pub thresholds: Thresholds,
}

impl StoredEmbedder {
    fn check(&self) -> Result<()> {
        let Thresholds { seed, link, temporal } = self.thresholds;
        if self.identity.dimension == 0 || self.identity.dimension > 65_536 {
            return Err(Error::Config(format!(
                "embedder has {} dimensions, expected 1 to 65536",
                self.identity.dimension
            )));
        }
        if [seed, link, temporal].iter().all(|threshold| (-1.0..=1.0).contains(threshold)) {
            return Ok(());
        }
        Err(Error::Config(format!(
            "similarity thresholds must lie in [-1, 1], given seed {seed}, link {link}, temporal {temporal}"
        )))
    }
}

/// The active embedder with its row number, or none.
///
/// # Errors
/// As SQLite says.
pub fn active(connection: &Connection) -> Result<Option<(i64, StoredEmbedder)>> {
    let found: Option<(i64, String, String)> = connection
        .query_row("SELECT id, identity, thresholds FROM embedders WHERE active", [], |row| {
            Ok((row.get(0)?, row.get(1)?, row.get(2)?))
        })
        .optional()
        .map_err(sqlite_error)?;
    let Some((id, identity, thresholds)) = found else {
        return Ok(None);
    };
    let damaged =
        |error: serde_json::Error| Error::BankCorrupt(format!("stored embedder is damaged: {error}"));
    let stored = StoredEmbedder {
        identity: serde_json::from_str(&identity).map_err(damaged)?,
        thresholds: serde_json::from_str(&thresholds).map_err(damaged)?,
    };
    Ok(Some((id, stored)))
}

/// Makes `wanted` the active embedder of a bank that has none, or has no vectors yet; a no-op when it
/// already is. Thresholds once stored are kept, so that equal banks answer alike for ever.
///
/// # Errors
/// `EmbedderMismatch` naming both when vectors of another embedder exist.
pub fn set(connection: &Connection, wanted: &StoredEmbedder) -> Result<()> {
    wanted.check()?;
    if let Some((id, stored)) = active(connection)? {
        if stored.identity == wanted.identity {
            return Ok(());
        }
        let vectors: bool = connection
            .query_row("SELECT EXISTS (SELECT 1 FROM vectors WHERE embedder_id = ?1)", [id], |row| row.get(0))
            .map_err(sqlite_error)?;
        if vectors {
            return Err(mismatch(&stored.identity, &wanted.identity));
        }
        execute(connection, "DELETE FROM embedders WHERE id = ?1", [id])?;
    }
    let id = find_or_add(connection, wanted)?;
    execute(connection, "UPDATE embedders SET active = (id = ?1)", [id])?;
    note_change(connection, RELOAD)
}

/// The error of vectors that would be mixed, naming both embedders.
pub fn mismatch(stored: &EmbedderIdentity, given: &EmbedderIdentity) -> Error {
    let line = |e: &EmbedderIdentity| {
        format!(
            "{:?} (revision {:?}, {} dimensions, prefixes {:?} and {:?}, pooling {:?})",
            e.name, e.revision, e.dimension, e.query_prefix, e.passage_prefix, e.pooling
        )
    };
    Error::EmbedderMismatch(format!(
        "the bank's vectors were made by {}, the embedder given is {}: open the bank with the first, or call reembed()",
        line(stored),
        line(given)
    ))
}

/// The row number of an embedder, added as inactive when the bank does not know it.
///
/// # Errors
/// `Config` when it does not check.
pub fn find_or_add(connection: &Connection, embedder: &StoredEmbedder) -> Result<i64> {
    embedder.check()?;
    let text = |error: serde_json::Error| Error::Config(format!("embedder cannot be written: {error}"));
    let identity = serde_json::to_string(&embedder.identity).map_err(text)?;
    let thresholds = serde_json::to_string(&embedder.thresholds).map_err(text)?;
    let dimension = i64::try_from(embedder.identity.dimension).unwrap_or(i64::MAX);
    execute(
        connection,
        "INSERT INTO embedders (identity, dimension, thresholds, active) VALUES (?1, ?2, ?3, 0)
         ON CONFLICT (identity) DO NOTHING",
        params![identity, dimension, thresholds],
    )?;
    connection
        .query_row("SELECT id FROM embedders WHERE identity = ?1", [identity], |row| row.get(0))
        .map_err(sqlite_error)
}

/// Makes `embedder` the active one and drops every other with its vectors.
///
/// # Errors
/// As SQLite says.
pub fn adopt(connection: &Connection, embedder: &StoredEmbedder) -> Result<()> {
    let id = find_or_add(connection, embedder)?;
    execute(connection, "DELETE FROM vectors WHERE embedder_id <> ?1", [id])?;
    execute(connection, "DELETE FROM embedders WHERE id <> ?1", [id])?;
    execute(connection, "UPDATE embedders SET active = 1 WHERE id = ?1", [id])?;
    note_change(connection, RELOAD)
}

/// Stores one vector, in place of an older one of the same memory, facet and embedder.
///
/// # Errors
/// As SQLite says.
pub fn write_vector(
    connection: &Connection,
    seq: Seq,
    facet: Facet,
    embedder_id: i64,
    vector: &[f32],
) -> Result<()> {
    let bytes: Vec<u8> = vector.iter().flat_map(|value| value.to_le_bytes()).collect();
    execute(
        connection,
        "INSERT INTO vectors (seq, facet, embedder_id, vector) VALUES (?1, ?2, ?3, ?4)
         ON CONFLICT DO UPDATE SET vector = excluded.vector",
        params![seq, facet.0, embedder_id, bytes],
    )
    .map(drop)
}

/// The vectors of one memory under one embedder, by facet.
///
/// # Errors
/// `BankCorrupt` when a stored vector has another length than the embedder's.
pub fn read_vectors(
    connection: &Connection,
    seq: Seq,
    embedder_id: i64,
    dimension: usize,
) -> Result<Vec<(Facet, Vec<f32>)>> {
    let mut statement = connection
        .prepare_cached(
            "SELECT facet, vector FROM vectors WHERE seq = ?1 AND embedder_id = ?2 ORDER BY facet",
        )
        .map_err(sqlite_error)?;
    let found: rusqlite::Result<Vec<(u8, Vec<u8>)>> = statement
        .query_map([seq, embedder_id], |row| Ok((row.get(0)?, row.get(1)?)))
        .and_then(Iterator::collect);
    found
        .map_err(sqlite_error)?
        .into_iter()
        .map(|(facet, bytes)| Ok((Facet(facet), floats(&bytes, dimension)?)))
        .collect()
}

fn floats(bytes: &[u8], dimension: usize) -> Result<Vec<f32>> {
    let (chunks, rest) = bytes.as_chunks::<4>();
    if chunks.len() == dimension && rest.is_empty() {
        return Ok(chunks.iter().map(|chunk| f32::from_le_bytes(*chunk)).collect());
    }
    Err(Error::BankCorrupt(format!(
        "a stored vector has {} bytes, expected {} for {dimension} dimensions",
        bytes.len(),
        dimension * 4
    )))
}
