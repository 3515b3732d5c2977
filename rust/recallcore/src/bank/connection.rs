//! Opening SQLite the way a bank needs it, and turning its errors into ours.

use std::path::Path;
use std::time::Duration;

use rusqlite::{Connection, ErrorCode, OpenFlags};
use serde::Deserialize;

use crate::error::{Error, Result};

/// What a commit waits for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Durability {
    /// For the operating system: a killed process loses nothing that was committed; a power loss may take the last
    /// commits, never half of one.
    #[default]
    Normal,
    /// For the disk: a power loss takes nothing either, as far as the disk keeps its word.
    Full,
}

impl Durability {
    fn synchronous(self) -> &'static str {
        match self {
            Self::Normal => "NORMAL",
            Self::Full => "FULL",
        }
    }
}

/// Opens one connection: write-ahead log, foreign keys on.
///
/// Deleted content is overwritten with zeros (`secure_delete`): what was forgotten shall not be read out of
/// the file later.
///
/// # Errors
/// `Storage`, `BankLocked` or `BankCorrupt`, as SQLite says.
pub fn open(file: &Path, create: bool, busy_timeout: Duration, durability: Durability) -> Result<Connection> {
    let mut flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    if create {
        flags |= OpenFlags::SQLITE_OPEN_CREATE;
    }
    let connection = Connection::open_with_flags(file, flags).map_err(sqlite_error)?;
    connection.busy_timeout(busy_timeout).map_err(sqlite_error)?;
    connection.set_prepared_statement_cache_capacity(64);
    connection
        .query_row("PRAGMA journal_mode = WAL", [], |row| row.get::<_, String>(0))
        .map_err(sqlite_error)?;
    connection
        .execute_batch("PRAGMA foreign_keys = ON; PRAGMA secure_delete = ON; PRAGMA cache_size = -8192;")
        .map_err(sqlite_error)?;
    connection.pragma_update(None, "synchronous", durability.synchronous()).map_err(sqlite_error)?;
    Ok(connection)
}

/// The engine's error for one of SQLite's, by meaning.
#[expect(clippy::needless_pass_by_value, reason = "it is a map_err adapter")]
pub fn sqlite_error(error: rusqlite::Error) -> Error {
    match error.sqlite_error_code() {
        Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => {
            Error::BankLocked(format!("another writer held the bank for longer than busy_timeout: {error}"))
        }
        Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase) => {
            Error::BankCorrupt(format!("memories.sqlite is damaged: {error}"))
        }
        _ => Error::Storage(format!("SQLite: {error}")),
    }
}
