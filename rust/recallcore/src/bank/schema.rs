//! The tables of `memories.sqlite`, their version, and the way from each version to the next.
//!
//! `docs/storage.md` describes every column. The first migration makes a bank from nothing; a later
//! version of the format appends one, and never edits an old one.

use rusqlite::{Connection, TransactionBehavior};

use super::sqlite_error;
use crate::error::{Error, Result};

/// Marks the file as ours in SQLite's header: the letters `rcl1`.
pub const APPLICATION_ID: i32 = 0x7263_6c31;

/// `MIGRATIONS[n]` leads from format `n` to format `n + 1`; format 0 is an empty file.
const MIGRATIONS: &[&str] = &[
    "
CREATE TABLE memories (
    seq            INTEGER PRIMARY KEY AUTOINCREMENT,
    id             TEXT    NOT NULL UNIQUE,
    version        INTEGER NOT NULL,
    text           TEXT    NOT NULL,
    context        TEXT,
    kind           TEXT    NOT NULL,
    occurred_start INTEGER,
    occurred_end   INTEGER,
    precision      TEXT    NOT NULL,
    mentioned_at   INTEGER NOT NULL,
    tags           TEXT    NOT NULL,
    metadata       TEXT    NOT NULL,
    entities       TEXT    NOT NULL,
    entities_given INTEGER NOT NULL,
    source_ids     TEXT    NOT NULL,
    proof_count    INTEGER,
    document_id    TEXT,
    tokens         INTEGER NOT NULL,
    truncated      INTEGER NOT NULL,
    created_at     INTEGER NOT NULL,
    updated_at     INTEGER NOT NULL
) STRICT;
CREATE TABLE links (
    source_seq INTEGER NOT NULL REFERENCES memories (seq) ON DELETE CASCADE,
    target_seq INTEGER NOT NULL REFERENCES memories (seq) ON DELETE CASCADE,
    relation   TEXT    NOT NULL,
    weight     REAL    NOT NULL,
    PRIMARY KEY (source_seq, target_seq, relation)
) STRICT, WITHOUT ROWID;
CREATE INDEX links_by_target ON links (target_seq);
CREATE TABLE embedders (
    id         INTEGER PRIMARY KEY,
    identity   TEXT    NOT NULL UNIQUE,
    dimension  INTEGER NOT NULL,
    thresholds TEXT    NOT NULL,
    active     INTEGER NOT NULL
) STRICT;
CREATE TABLE vectors (
    seq         INTEGER NOT NULL REFERENCES memories (seq) ON DELETE CASCADE,
    facet       INTEGER NOT NULL,
    embedder_id INTEGER NOT NULL REFERENCES embedders (id) ON DELETE CASCADE,
    vector      BLOB    NOT NULL,
    PRIMARY KEY (seq, facet, embedder_id)
) STRICT;
CREATE TABLE settings (
    id    INTEGER PRIMARY KEY CHECK (id = 1),
    value TEXT NOT NULL
) STRICT;
CREATE TABLE changes (
    change INTEGER PRIMARY KEY AUTOINCREMENT,
    seq    INTEGER NOT NULL
) STRICT;
",
    "
CREATE TABLE generations (
    name    TEXT PRIMARY KEY,
    applied INTEGER NOT NULL,
    crc32   INTEGER NOT NULL
) STRICT;
",
];

/// The newest format that this build reads and writes.
pub fn current_version() -> i32 {
    i32::try_from(MIGRATIONS.len()).unwrap_or(i32::MAX)
}

/// Brings the file to [`current_version`], one transaction for all steps.
///
/// # Errors
/// `BankFormat` when the file belongs to another program or to a newer format; it is left as it was.
pub fn migrate(connection: &mut Connection) -> Result<()> {
    migrate_with(connection, MIGRATIONS)
}

/// Checks that a file which cannot be migrated has the newest format.
///
/// # Errors
/// `BankFormat` if not.
pub fn check(connection: &Connection) -> Result<()> {
    let (found, newest) = (read_version(connection, current_version())?, current_version());
    if found == newest {
        return Ok(());
    }
    Err(Error::BankFormat(format!(
        "bank has format {found}, expected {newest}: open it once so that it can be written, which migrates it"
    )))
}

fn migrate_with(connection: &mut Connection, migrations: &[&str]) -> Result<()> {
    let newest = i32::try_from(migrations.len()).unwrap_or(i32::MAX);
    if read_version(connection, newest)? == newest {
        return Ok(());
    }
    let transaction =
        connection.transaction_with_behavior(TransactionBehavior::Immediate).map_err(sqlite_error)?;
    // Read again inside the write transaction: another process may have migrated meanwhile.
    let version = read_version(&transaction, newest)?;
    for step in migrations.iter().skip(usize::try_from(version).unwrap_or(0)) {
        transaction.execute_batch(step).map_err(sqlite_error)?;
    }
    transaction.pragma_update(None, "application_id", APPLICATION_ID).map_err(sqlite_error)?;
    transaction.pragma_update(None, "user_version", newest).map_err(sqlite_error)?;
    transaction.commit().map_err(sqlite_error)
}

fn read_version(connection: &Connection, newest: i32) -> Result<i32> {
    let pragma = |name: &str| -> Result<i32> {
        connection.pragma_query_value(None, name, |row| row.get(0)).map_err(sqlite_error)
    };
    let (application, version) = (pragma("application_id")?, pragma("user_version")?);
    let tables: i64 = connection
        .query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0))
        .map_err(sqlite_error)?;
    if application != APPLICATION_ID && (tables > 0 || version != 0) {
        return Err(Error::BankFormat(format!(
            "memories.sqlite is not a recallcore bank: application id {application}, expected {APPLICATION_ID}"
        )));
    }
    if version > newest {
        return Err(Error::BankFormat(format!(
            "bank has format {version}, this version of recallcore reads formats up to {newest}: upgrade recallcore"
        )));
    }
    if version < 0 {
        return Err(Error::BankFormat(format!("bank has format {version}, expected 1 to {newest}")));
    }
    Ok(version)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_older_bank_is_led_to_the_newest_format_and_keeps_its_rows() {
        let mut connection = Connection::open_in_memory().unwrap();
        migrate(&mut connection).unwrap();
        connection.execute("INSERT INTO settings (id, value) VALUES (1, '{}')", []).unwrap();
        let with_next = [MIGRATIONS, &["ALTER TABLE settings ADD COLUMN note TEXT;"]].concat();
        migrate_with(&mut connection, &with_next).unwrap();
        let rows: i64 = connection
            .query_row("SELECT count(*) FROM settings WHERE note IS NULL", [], |r| r.get(0))
            .unwrap();
        assert_eq!(rows, 1);
        assert_eq!(read_version(&connection, 9).unwrap(), current_version() + 1);
    }

    #[test]
    fn a_newer_bank_is_refused_and_left_alone() {
        let mut connection = Connection::open_in_memory().unwrap();
        migrate(&mut connection).unwrap();
        connection.pragma_update(None, "user_version", 99).unwrap();
        let error = migrate(&mut connection).unwrap_err();
        assert!(matches!(&error, Error::BankFormat(message) if message.contains("format 99")), "{error}");
    }

    #[test]
    fn a_failed_step_leaves_the_old_format() {
        let mut connection = Connection::open_in_memory().unwrap();
        migrate(&mut connection).unwrap();
        let with_next = [MIGRATIONS, &["CREATE TABLE x (a); nonsense;"]].concat();
        assert!(migrate_with(&mut connection, &with_next).is_err());
        assert_eq!(read_version(&connection, 9).unwrap(), current_version());
    }

    #[test]
    fn another_programs_database_is_refused() {
        let mut connection = Connection::open_in_memory().unwrap();
        connection.execute_batch("CREATE TABLE theirs (a)").unwrap();
        assert!(matches!(migrate(&mut connection), Err(Error::BankFormat(_))));
    }
}
