//! Generations: the indexes of a bank as they were at one change, in files that nobody changes any more.
//!
//! ```text
//! <bank>/index/gen-000017-5f3a9c01/    manifest.json, and the files that it lists
//! <bank>/index/.tmp-1234-5f3a9c01/     one that is being written
//! ```
//!
//! A generation is written aside, synced and renamed; then the truth names it, together with the checksum of its
//! manifest. What the truth does not name is not read: the index of another history of the bank (a backup that was
//! laid back, a folder copied over) can never answer. Everything else in `index/` is litter, which the next fold
//! removes; where another process still has it mapped, the system keeps the bytes until that process lets go.

use std::path::Path;
use std::time::Duration;

use rusqlite::{Connection, OptionalExtension, TransactionBehavior, params};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::connection::sqlite_error;
use super::indexes::Indexes;
use super::log::execute;
use super::stop::Stop;
use crate::error::{Error, Result};
use crate::files::{FileEntry, Files, FilesWriter, sync_folder};

/// The layout of the files. Raise it with every change to what is written, or to how a text is analysed: older
/// generations are then made anew.
const LAYOUT: u32 = 1;

const FOLDER: &str = "index";
const MANIFEST: &str = "manifest.json";
const UNFINISHED: &str = ".tmp-";
const DAY: Duration = Duration::from_hours(24);

/// What a generation says of itself.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Manifest {
    /// Of the files.
    pub layout: u32,
    /// The newest change that is in it.
    pub applied: i64,
    /// Memories held.
    pub memories: usize,
    /// The row number and the dimension of the embedder whose vectors it holds.
    pub embedder: Option<(i64, usize)>,
    /// Every other file.
    pub files: Vec<FileEntry>,
}

/// What can be read of every manifest, whatever else its layout has.
#[derive(Deserialize)]
struct Layout {
    layout: u32,
}

/// A generation by the name that the truth has for it.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Named {
    name: String,
    crc32: u32,
}

/// The name of the newest generation.
///
/// # Errors
/// As SQLite says.
pub fn name(connection: &Connection) -> Result<Option<String>> {
    Ok(named(connection)?.map(|named| named.name))
}

/// The newest generation, found whole, or none where the truth names none.
///
/// # Errors
/// `Storage` saying what is wrong with the one that is named; as SQLite says.
pub fn newest(connection: &Connection, bank: &Path) -> Result<Option<(String, Manifest, Files)>> {
    let Some(named) = named(connection)? else { return Ok(None) };
    let folder = bank.join(FOLDER).join(&named.name);
    let manifest = manifest_of(&folder, &named)?;
    let files = Files::open(&folder, manifest.files.clone())?;
    Ok(Some((named.name, manifest, files)))
}

/// Writes the indexes as a generation and names it in the truth, unless a newer one is named there by now.
///
/// # Errors
/// `Storage` if the disk fails; as SQLite says. Nothing has changed then.
pub fn publish(connection: &mut Connection, bank: &Path, indexes: &Indexes, stop: &Stop) -> Result<()> {
    let all = bank.join(FOLDER);
    let unique = unique();
    let aside = all.join(unfinished(&unique));
    let name = format!("gen-{:06}-{unique}", indexes.applied());
    let published = write(&aside, indexes, stop).and_then(|crc32| {
        stop.check()?;
        adopt(connection, &all, &aside, &Named { name, crc32 }, indexes.applied())
    });
    if !matches!(published, Ok(true)) {
        remove(&aside);
    }
    published.map(drop)
}

/// Removes what the truth does not name, and what dead processes left behind.
///
/// # Errors
/// As SQLite says. What cannot be removed now (Windows, while another process has it mapped) waits for the next time.
pub fn clean(connection: &mut Connection, bank: &Path) -> Result<()> {
    let all = bank.join(FOLDER);
    // Under the lock of writers, so that no generation is taken for litter between its renaming and its naming.
    let transaction =
        connection.transaction_with_behavior(TransactionBehavior::Immediate).map_err(sqlite_error)?;
    let Some(named) = named(&transaction)? else { return Ok(()) };
    let Ok(entries) = std::fs::read_dir(&all) else { return Ok(()) };
    let mut litter = Vec::new();
    for entry in entries.flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        if let Some(writer) = name.strip_prefix(UNFINISHED) {
            if is_left_behind(writer, &entry) {
                litter.push(entry.path());
            }
        } else if name.starts_with("gen-") && name != named.name {
            // Out of the way now, and removed when nobody waits.
            let aside = all.join(unfinished(&unique()));
            if std::fs::rename(entry.path(), &aside).is_ok() {
                litter.push(aside);
            }
        }
    }
    transaction.commit().map_err(sqlite_error)?;
    for folder in litter {
        remove(&folder);
    }
    Ok(())
}

fn unique() -> String {
    let mut unique = Uuid::new_v4().simple().to_string();
    unique.truncate(8);
    unique
}

/// The name of a folder that this process is writing, or removing.
fn unfinished(unique: &str) -> String {
    format!("{UNFINISHED}{}-{unique}", std::process::id())
}

fn named(connection: &Connection) -> Result<Option<Named>> {
    connection
        .query_row("SELECT name, crc32 FROM generations ORDER BY applied DESC LIMIT 1", [], |row| {
            Ok(Named { name: row.get(0)?, crc32: row.get(1)? })
        })
        .optional()
        .map_err(sqlite_error)
}

/// Renames a finished generation and names it in the truth; false where a newer one is named, and nothing was done.
fn adopt(connection: &mut Connection, all: &Path, aside: &Path, named: &Named, applied: i64) -> Result<bool> {
    let transaction =
        connection.transaction_with_behavior(TransactionBehavior::Immediate).map_err(sqlite_error)?;
    let newer: bool = transaction
        .query_row("SELECT EXISTS (SELECT 1 FROM generations WHERE applied > ?1)", [applied], |row| {
            row.get(0)
        })
        .map_err(sqlite_error)?;
    if newer {
        return Ok(false);
    }
    std::fs::rename(aside, all.join(&named.name)).map_err(|error| failed("rename", aside, &error))?;
    sync_folder(all)?;
    execute(&transaction, "DELETE FROM generations", [])?;
    execute(
        &transaction,
        "INSERT INTO generations (name, applied, crc32) VALUES (?1, ?2, ?3)",
        params![named.name, applied, named.crc32],
    )?;
    transaction.commit().map_err(sqlite_error)?;
    Ok(true)
}

fn write(folder: &Path, indexes: &Indexes, stop: &Stop) -> Result<u32> {
    let mut files = FilesWriter::new(folder)?;
    indexes.save(&mut files, stop)?;
    let (applied, memories, embedder) = (indexes.applied(), indexes.len(), indexes.embedder_place());
    let manifest = Manifest { layout: LAYOUT, applied, memories, embedder, files: files.finish()? };
    let text = serde_json::to_vec_pretty(&manifest)
        .map_err(|error| Error::Storage(format!("a manifest cannot be written: {error}")))?;
    let mut last = FilesWriter::new(folder)?;
    last.write(MANIFEST, &text)?;
    last.finish()?;
    Ok(crc32fast::hash(&text))
}

fn manifest_of(folder: &Path, named: &Named) -> Result<Manifest> {
    let path = folder.join(MANIFEST);
    let text = std::fs::read(&path).map_err(|error| failed("read", &path, &error))?;
    if crc32fast::hash(&text) != named.crc32 {
        return Err(Error::Storage(format!("derived file {MANIFEST} is damaged: {}", path.display())));
    }
    let unreadable = |error: serde_json::Error| Error::Storage(format!("{MANIFEST} cannot be read: {error}"));
    let Layout { layout } = serde_json::from_slice(&text).map_err(unreadable)?;
    if layout != LAYOUT {
        return Err(Error::Storage(format!("the index has layout {layout}, expected {LAYOUT}")));
    }
    serde_json::from_slice(&text).map_err(unreadable)
}

/// Whether what `<process>-<unique>` was writing will not be finished: the process is gone or, where that cannot be
/// known, a day has passed.
fn is_left_behind(writer: &str, entry: &std::fs::DirEntry) -> bool {
    let process = writer.split_once('-').and_then(|(process, _)| process.parse::<u32>().ok());
    let gone = |process: u32| cfg!(target_os = "linux") && !Path::new(&format!("/proc/{process}")).exists();
    let old = || {
        let written = entry.metadata().and_then(|data| data.modified()).ok();
        written.and_then(|written| written.elapsed().ok()).is_some_and(|age| age > DAY)
    };
    process.is_none_or(gone) || old()
}

fn remove(folder: &Path) {
    // Litter that cannot be removed does no harm, and the next fold tries again.
    drop(std::fs::remove_dir_all(folder));
}

fn failed(what: &str, path: &Path, error: &std::io::Error) -> Error {
    Error::Storage(format!("cannot {what} a part of the index: {error}: {}", path.display()))
}
