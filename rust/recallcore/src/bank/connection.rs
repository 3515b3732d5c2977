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

/// Opens one connection that writes nothing, not even beside the file.
///
/// On media that cannot be written SQLite may not make the shared index of its log. Where the log is empty nobody needs
/// it, and the file is read as one that does not change.
///
/// # Errors
/// `Storage` where the folder cannot be written and the log holds commits; else as [`open`].
pub fn open_to_read(file: &Path, busy_timeout: Duration) -> Result<Connection> {
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let opened = Connection::open_with_flags(file, flags).and_then(|connection| {
        connection.query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get::<_, i64>(0))?;
        Ok(connection)
    });
    let connection = match opened {
        Err(error) if error.sqlite_error_code() == Some(ErrorCode::CannotOpen) => unchanging(file)?,
        opened => opened.map_err(sqlite_error)?,
    };
    connection.busy_timeout(busy_timeout).map_err(sqlite_error)?;
    connection.set_prepared_statement_cache_capacity(64);
    Ok(connection)
}

/// Opens a file that nobody writes.
fn unchanging(file: &Path) -> Result<Connection> {
    let mut log = file.as_os_str().to_owned();
    log.push("-wal");
    if std::fs::metadata(&log).is_ok_and(|log| log.len() > 0) {
        return Err(Error::Storage(format!(
            "the bank's last commits are in a log that cannot be read where nothing can be written: open it once where \
             it can, and close it: {}",
            file.display()
        )));
    }
    let escaped = file.display().to_string().replace('%', "%25").replace('?', "%3f").replace('#', "%23");
    let flags =
        OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX | OpenFlags::SQLITE_OPEN_URI;
    Connection::open_with_flags(format!("file:{escaped}?immutable=1"), flags).map_err(sqlite_error)
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
