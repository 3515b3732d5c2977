//! The truth in SQLite: every statement that reads or writes it stands here.
//!
//! A write returns after its transaction has committed, and leaves one row in `changes` for each memory
//! that it touched: whoever has read up to change N learns from the rows after N what to index again.

use std::collections::BTreeMap;

use rusqlite::{Connection, OptionalExtension, Row as SqlRow, params};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::value::RawValue;

use super::connection::sqlite_error;
use super::records::{IncomingMemory, Link, Record};
use crate::arms::semantic::Facet;
use crate::error::{Error, Result};
use crate::types::{Micros, Seq};

/// Changes kept for other processes; one that fell further behind reads the whole bank again.
const KEPT_CHANGES: i64 = 100_000;

/// The change that says: everything may have changed, read the whole bank again.
pub const RELOAD: Seq = 0;

/// The newest change, 0 for none.
///
/// # Errors
/// `Storage` and its kin, as all functions here.
pub fn newest_change(connection: &Connection) -> Result<i64> {
    one(connection, "SELECT coalesce(max(change), 0) FROM changes")
}

/// What changed after `applied`: the memories' numbers ascending, or none when the bank must be read whole.
///
/// # Errors
/// As SQLite says.
pub fn changed_since(connection: &Connection, applied: i64) -> Result<Option<Vec<Seq>>> {
    let oldest: i64 = one(connection, "SELECT coalesce(min(change), 0) FROM changes")?;
    if oldest > applied + 1 {
        return Ok(None);
    }
    let mut statement = connection
        .prepare_cached("SELECT DISTINCT seq FROM changes WHERE change > ?1 ORDER BY seq")
        .map_err(sqlite_error)?;
    let seqs: rusqlite::Result<Vec<Seq>> =
        statement.query_map([applied], |row| row.get(0)).and_then(Iterator::collect);
    let seqs = seqs.map_err(sqlite_error)?;
    Ok(if seqs.first() == Some(&RELOAD) { None } else { Some(seqs) })
}

/// Notes that a memory changed.
///
/// # Errors
/// As SQLite says.
pub fn note_change(connection: &Connection, seq: Seq) -> Result<()> {
    execute(connection, "INSERT INTO changes (seq) VALUES (?1)", params![seq])?;
    let change = connection.last_insert_rowid();
    if change % 1024 == 0 {
        execute(connection, "DELETE FROM changes WHERE change <= ?1", params![change - KEPT_CHANGES])?;
    }
    Ok(())
}

/// The number and version of the memory with that public id.
///
/// # Errors
/// As SQLite says.
pub fn find(connection: &Connection, id: &str) -> Result<Option<(Seq, i64)>> {
    connection
        .prepare_cached("SELECT seq, version FROM memories WHERE id = ?1")
        .and_then(|mut s| s.query_row([id], |row| Ok((row.get(0)?, row.get(1)?))).optional())
        .map_err(sqlite_error)
}

/// The version of the memory with that number.
///
/// # Errors
/// As SQLite says.
pub fn version_of(connection: &Connection, seq: Seq) -> Result<Option<i64>> {
    connection
        .prepare_cached("SELECT version FROM memories WHERE seq = ?1")
        .and_then(|mut s| s.query_row([seq], |row| row.get(0)).optional())
        .map_err(sqlite_error)
}

/// Writes one memory, new or in place of the one with its id; links come later, by [`write_link`].
/// Returns its number and whether it replaced another.
///
/// # Errors
/// As SQLite says.
pub fn write_memory(
    connection: &Connection,
    id: &str,
    memory: &IncomingMemory,
    tokens: i64,
    now: Micros,
) -> Result<(Seq, bool)> {
    let found = find(connection, id)?;
    let sql = match found {
        None => {
            "INSERT INTO memories (id, version, text, context, kind, occurred_start, occurred_end, precision,
                mentioned_at, tags, metadata, entities, entities_given, source_ids, proof_count, document_id,
                tokens, truncated, created_at, updated_at)
             VALUES (?1, 1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18, ?18)"
        }
        Some(_) => {
            "UPDATE memories SET version = version + 1, text = ?2, context = ?3, kind = ?4, occurred_start = ?5,
                occurred_end = ?6, precision = ?7, mentioned_at = ?8, tags = ?9, metadata = ?10, entities = ?11,
                entities_given = ?12, source_ids = ?13, proof_count = ?14, document_id = ?15, tokens = ?16,
                truncated = ?17, updated_at = ?18
             WHERE id = ?1"
        }
    };
    execute(
        connection,
        sql,
        params![
            id,
            memory.text,
            memory.context,
            word(&memory.kind)?,
            memory.occurred_start,
            memory.occurred_end,
            word(&memory.precision)?,
            memory.mentioned_at.unwrap_or(now),
            json(&memory.tags)?,
            memory.metadata.get(),
            json(&memory.entities)?,
            memory.entities_given,
            json(&memory.source_ids)?,
            memory.proof_count,
            memory.document_id,
            tokens,
            memory.truncated,
            now
        ],
    )?;
    let Some((seq, _)) = found else {
        return Ok((connection.last_insert_rowid(), false));
    };
    execute(connection, "DELETE FROM vectors WHERE seq = ?1", params![seq])?;
    execute(connection, "DELETE FROM links WHERE source_seq = ?1", params![seq])?;
    Ok((seq, true))
}

/// Writes one link; an equal one takes the new weight.
///
/// # Errors
/// `NotFound` when no memory has the target's id.
pub fn write_link(connection: &Connection, source: Seq, link: &Link) -> Result<()> {
    let Some((target, _)) = find(connection, &link.target)? else {
        return Err(Error::NotFound(format!("link target does not exist: {:?}", link.target)));
    };
    execute(
        connection,
        "INSERT INTO links (source_seq, target_seq, relation, weight) VALUES (?1, ?2, ?3, ?4)
         ON CONFLICT DO UPDATE SET weight = excluded.weight",
        params![source, target, word(&link.relation)?, link.weight],
    )
    .map(drop)
}

/// Deletes one memory with its vectors and the links to and from it. The memories that linked to it are
/// noted as changed too, for their links are gone.
///
/// # Errors
/// As SQLite says.
pub fn delete_memory(connection: &Connection, seq: Seq) -> Result<()> {
    let linking: Vec<Seq> =
        rows(connection, "SELECT DISTINCT source_seq FROM links WHERE target_seq = ?1", seq, |row| {
            row.get(0)
        })?;
    execute(connection, "DELETE FROM memories WHERE seq = ?1", params![seq])?;
    note_change(connection, seq)?;
    linking.into_iter().filter(|source| *source != seq).try_for_each(|source| note_change(connection, source))
}

/// The memory with that number.
///
/// # Errors
/// `BankCorrupt` when a stored value cannot be read.
pub fn read_record(connection: &Connection, seq: Seq) -> Result<Option<Record>> {
    let mut statement = connection
        .prepare_cached(
            "SELECT id, seq, version, text, context, kind, occurred_start, occurred_end, precision, mentioned_at,
                tags, metadata, entities, entities_given, source_ids, proof_count, document_id, tokens, truncated,
                created_at, updated_at,
                EXISTS (SELECT 1 FROM vectors JOIN embedders ON embedders.id = embedder_id
                        WHERE vectors.seq = memories.seq AND active)
             FROM memories WHERE seq = ?1",
        )
        .map_err(sqlite_error)?;
    let mut found = statement.query([seq]).map_err(sqlite_error)?;
    let Some(row) = found.next().map_err(sqlite_error)? else {
        return Ok(None);
    };
    let mut record = record_of(row)?;
    record.links = read_links(connection, seq)?;
    Ok(Some(record))
}

fn record_of(row: &SqlRow<'_>) -> Result<Record> {
    Ok(Record {
        id: field(row, 0)?,
        seq: field(row, 1)?,
        version: field(row, 2)?,
        text: field(row, 3)?,
        context: field(row, 4)?,
        kind: unword(&field::<String>(row, 5)?)?,
        occurred_start: field(row, 6)?,
        occurred_end: field(row, 7)?,
        precision: unword(&field::<String>(row, 8)?)?,
        mentioned_at: field(row, 9)?,
        tags: unjson(&field::<String>(row, 10)?)?,
        metadata: RawValue::from_string(field(row, 11)?).map_err(|error| unreadable(&error))?,
        entities: unjson(&field::<String>(row, 12)?)?,
        entities_given: field(row, 13)?,
        links: Vec::new(),
        source_ids: unjson(&field::<String>(row, 14)?)?,
        proof_count: field(row, 15)?,
        document_id: field(row, 16)?,
        tokens: field(row, 17)?,
        truncated: field(row, 18)?,
        created_at: field(row, 19)?,
        updated_at: field(row, 20)?,
        has_vector: field(row, 21)?,
    })
}

fn read_links(connection: &Connection, seq: Seq) -> Result<Vec<Link>> {
    let found: Vec<(String, String, f64)> = rows(
        connection,
        "SELECT id, relation, weight FROM links JOIN memories ON memories.seq = target_seq
         WHERE source_seq = ?1 ORDER BY target_seq, relation",
        seq,
        |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)),
    )?;
    found
        .into_iter()
        .map(|(target, relation, weight)| Ok(Link { target, relation: unword(&relation)?, weight }))
        .collect()
}

/// The numbers of at most `limit` memories after `after`, ascending.
///
/// # Errors
/// As SQLite says.
pub fn seqs_after(connection: &Connection, after: Seq, limit: i64) -> Result<Vec<Seq>> {
    let mut statement = connection
        .prepare_cached("SELECT seq FROM memories WHERE seq > ?1 ORDER BY seq LIMIT ?2")
        .map_err(sqlite_error)?;
    let found: rusqlite::Result<Vec<Seq>> =
        statement.query_map([after, limit], |row| row.get(0)).and_then(Iterator::collect);
    found.map_err(sqlite_error)
}

/// A memory that waits for a vector.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Pending {
    /// The memory's number.
    pub seq: Seq,
    /// Its version; a vector for another version is passed over.
    pub version: i64,
    /// Its text.
    pub text: String,
    /// What its text belongs to.
    pub context: Option<String>,
    /// The facets to embed, ascending.
    pub facets: Vec<u8>,
}

/// At most `limit` memories after `after` that lack a vector of the active embedder: of their text or, with
/// `context`, of the context that they have. With `all`, every memory and all its facets.
///
/// # Errors
/// As SQLite says.
pub fn pending(
    connection: &Connection,
    after: Seq,
    limit: i64,
    all: bool,
    context: bool,
) -> Result<Vec<Pending>> {
    connection
        .prepare_cached(
            "SELECT * FROM (
                 SELECT seq, version, text, context,
                     ?3 OR NOT EXISTS (
                         SELECT 1 FROM vectors JOIN embedders ON embedders.id = embedder_id
                         WHERE vectors.seq = memories.seq AND facet = ?5 AND active) AS lacks_text,
                     ?4 AND coalesce(context, '') <> '' AND (?3 OR NOT EXISTS (
                         SELECT 1 FROM vectors JOIN embedders ON embedders.id = embedder_id
                         WHERE vectors.seq = memories.seq AND facet = ?6 AND active)) AS lacks_context
                 FROM memories WHERE seq > ?1)
             WHERE lacks_text OR lacks_context ORDER BY seq LIMIT ?2",
        )
        .and_then(|mut statement| {
            let pending = |row: &SqlRow<'_>| {
                let facets = [(Facet::TEXT, row.get(4)?), (Facet::CONTEXT, row.get(5)?)];
                Ok(Pending {
                    seq: row.get(0)?,
                    version: row.get(1)?,
                    text: row.get(2)?,
                    context: row.get(3)?,
                    facets: facets.iter().filter(|(_, lacks)| *lacks).map(|(facet, _)| facet.0).collect(),
                })
            };
            let asked = params![after, limit, all, context, Facet::TEXT.0, Facet::CONTEXT.0];
            statement.query_map(asked, pending).and_then(Iterator::collect)
        })
        .map_err(sqlite_error)
}

/// The caller's settings, a JSON object.
///
/// # Errors
/// As SQLite says.
pub fn read_settings(connection: &Connection) -> Result<String> {
    connection
        .query_row("SELECT value FROM settings WHERE id = 1", [], |row| row.get(0))
        .optional()
        .map(|value| value.unwrap_or_else(|| "{}".to_owned()))
        .map_err(sqlite_error)
}

/// Replaces the caller's settings.
///
/// # Errors
/// As SQLite says.
pub fn write_settings(connection: &Connection, value: &str) -> Result<()> {
    execute(
        connection,
        "INSERT INTO settings (id, value) VALUES (1, ?1) ON CONFLICT DO UPDATE SET value = excluded.value",
        params![value],
    )
    .map(drop)
}

/// Row counts by name, for `stats`.
///
/// # Errors
/// As SQLite says.
pub fn counts(connection: &Connection) -> Result<BTreeMap<&'static str, i64>> {
    let mut counts = BTreeMap::new();
    for (name, sql) in [
        ("memories", "SELECT count(*) FROM memories"),
        ("world", "SELECT count(*) FROM memories WHERE kind = 'world'"),
        ("experience", "SELECT count(*) FROM memories WHERE kind = 'experience'"),
        ("observation", "SELECT count(*) FROM memories WHERE kind = 'observation'"),
        ("links", "SELECT count(*) FROM links"),
        ("tokens", "SELECT coalesce(sum(tokens), 0) FROM memories"),
        (
            "vectors",
            "SELECT count(DISTINCT seq) FROM vectors JOIN embedders ON embedders.id = embedder_id WHERE active",
        ),
    ] {
        counts.insert(name, one(connection, sql)?);
    }
    Ok(counts)
}

/// Runs one statement that changes something.
///
/// # Errors
/// As SQLite says.
pub fn execute(connection: &Connection, sql: &str, values: impl rusqlite::Params) -> Result<usize> {
    connection.prepare_cached(sql).and_then(|mut statement| statement.execute(values)).map_err(sqlite_error)
}

fn one(connection: &Connection, sql: &str) -> Result<i64> {
    connection
        .prepare_cached(sql)
        .and_then(|mut statement| statement.query_row([], |row| row.get(0)))
        .map_err(sqlite_error)
}

fn rows<T>(
    connection: &Connection,
    sql: &str,
    key: Seq,
    read: impl FnMut(&SqlRow<'_>) -> rusqlite::Result<T>,
) -> Result<Vec<T>> {
    connection
        .prepare_cached(sql)
        .and_then(|mut statement| statement.query_map([key], read).and_then(Iterator::collect))
        .map_err(sqlite_error)
}

fn field<T: rusqlite::types::FromSql>(row: &SqlRow<'_>, column: usize) -> Result<T> {
    row.get(column).map_err(|error| match error {
        rusqlite::Error::SqliteFailure(..) => sqlite_error(error),
        other => unreadable(&other),
    })
}

fn json<T: serde::Serialize>(value: &T) -> Result<String> {
    serde_json::to_string(value).map_err(|error| Error::Input(format!("cannot be written as JSON: {error}")))
}

fn unjson<T: DeserializeOwned>(text: &str) -> Result<T> {
    serde_json::from_str(text).map_err(|error| unreadable(&error))
}

/// The one word by which serde names a variant, as it stands in a column.
fn word<T: serde::Serialize>(value: &T) -> Result<String> {
    match serde_json::to_value(value) {
        Ok(serde_json::Value::String(word)) => Ok(word),
        other => Err(Error::Input(format!("cannot be written as a word: {other:?}"))),
    }
}

fn unword<T: DeserializeOwned>(word: &str) -> Result<T> {
    serde_json::from_value(serde_json::Value::String(word.to_owned())).map_err(|error| unreadable(&error))
}

fn unreadable(error: &dyn std::fmt::Display) -> Error {
    Error::BankCorrupt(format!("memories.sqlite holds a value that cannot be read: {error}"))
}
