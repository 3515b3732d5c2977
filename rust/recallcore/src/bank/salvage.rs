//! Bringing out of a damaged file what SQLite can still read, memory by memory. The file is not changed.

use std::path::Path;
use std::time::Duration;

use rusqlite::Connection;
use serde::Serialize;

use super::connection::{open_to_read, sqlite_error};
use super::records::Record;
use super::{FILE_NAME, log};
use crate::error::Result;
use crate::types::Seq;

/// A part of what could be read.
#[derive(Debug, Clone, Serialize)]
pub struct Salvaged {
    /// The memories, in the order of their numbers.
    pub memories: Vec<Record>,
    /// The numbers of memories that are there and cannot be read, or of which that cannot be known.
    pub lost: Vec<Seq>,
    /// Where to go on; none at the end.
    pub next: Option<Seq>,
}

/// Looks for the memories with a number above `after`, `limit` numbers at most.
///
/// Each is looked up by itself, so that a damaged page costs the memories on it and no others. Text that was changed
/// inside a page is not noticed: SQLite keeps no checksums.
///
/// # Errors
/// `BankCorrupt` when not even the list of tables can be read; `Storage` when the file cannot be opened.
pub fn salvage(bank: &Path, after: Seq, limit: Seq) -> Result<Salvaged> {
    let connection = open_to_read(&bank.join(FILE_NAME), Duration::from_secs(5))?;
    let largest = largest_number(&connection)?;
    let last = largest.min(after.saturating_add(limit.max(1)));
    let mut found =
        Salvaged { memories: Vec::new(), lost: Vec::new(), next: (last < largest).then_some(last) };
    for seq in after.saturating_add(1)..=last {
        match log::read_record(&connection, seq) {
            Ok(Some(record)) => found.memories.push(record),
            Ok(None) => {}
            Err(_) => found.lost.push(seq),
        }
    }
    Ok(found)
}

/// The largest number that a memory may have, from the places that can still be read.
fn largest_number(connection: &Connection) -> Result<Seq> {
    let mut failure = None;
    let mut ask = |sql: &str| match connection.query_row(sql, [], |row| row.get::<_, Option<Seq>>(0)) {
        Ok(found) => found,
        Err(rusqlite::Error::QueryReturnedNoRows) => None,
        Err(error) => {
            failure = Some(error);
            None
        }
    };
    let given = ask("SELECT seq FROM sqlite_sequence WHERE name = 'memories'");
    let seen =
        ["SELECT max(seq) FROM memories", "SELECT max(seq) FROM changes", "SELECT max(seq) FROM vectors"];
    let seen = seen.into_iter().filter_map(&mut ask).max();
    // Each memory that came in left a change: a larger number is damage, and would be counted up to for ever.
    let changes = ask("SELECT seq FROM sqlite_sequence WHERE name = 'changes'").unwrap_or(Seq::MAX);
    match (given.filter(|given| *given <= changes).max(seen), failure) {
        (None, Some(error)) => Err(sqlite_error(error)),
        (largest, _) => Ok(largest.unwrap_or(0)),
    }
}
