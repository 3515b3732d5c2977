//! A bank: one directory, the truth in SQLite, and the indexes in memory that follow it.
//!
//! Every write goes to SQLite first; the indexes learn of it from the change log, by the same way whether
//! this process wrote it or another. So what a search sees is always what a fresh open would see. A large bank keeps
//! its indexes in generations beside SQLite, so that opening it reads only what came after the newest.

mod backup;
mod checking;
mod connection;
mod embedders;
mod folding;
mod generation;
mod indexes;
mod lease;
mod log;
mod read;
mod records;
mod salvage;
mod schema;
mod stop;
mod write;

use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use parking_lot::{Mutex, RwLock, RwLockReadGuard};
use rusqlite::Connection;
use serde::Deserialize;

pub use checking::{CheckReport, Problem};
pub use connection::Durability;
use connection::sqlite_error;
pub use embedders::{EmbedderIdentity, StoredEmbedder, Thresholds};
use folding::Folding;
pub use indexes::{Indexes, Origin};
pub use log::Pending;
pub use read::{Stats, Versioned};
pub use records::{IncomingMemory, Link, MAX_ID_BYTES, MAX_TEXT_BYTES, Record};
pub use salvage::{Salvaged, salvage};
pub use write::{LinkRequest, Retained, VectorBatch, VectorOf};

use crate::error::{Error, Result};
use stop::Stop;

/// The file that holds the truth.
pub const FILE_NAME: &str = "memories.sqlite";

/// Reading connections kept open between calls; more are opened while more callers read at once.
const IDLE_READERS: usize = 4;

/// How a bank is opened.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct BankOptions {
    /// Make the directory and the bank when they are not there.
    pub create: bool,
    /// Always scan vectors exactly (`true`), never (`false`), or by the bank's size (absent).
    pub exact: Option<bool>,
    /// With `exact` absent: scan exactly up to this many vectors.
    pub exact_below: usize,
    /// How long a writer waits for another, in milliseconds.
    pub busy_timeout_ms: u64,
    /// Threads for the arms of one recall; 1 runs them one after the other.
    pub threads: usize,
    /// Write nothing: neither memories nor indexes.
    pub read_only: bool,
    /// What a commit waits for.
    pub durability: Durability,
    /// Fold what was written into a generation when it has become much; without, only when asked.
    pub optimize: bool,
}

impl Default for BankOptions {
    fn default() -> Self {
        Self {
            create: true,
            exact: None,
            exact_below: 10_000,
            busy_timeout_ms: 5_000,
            threads: 1,
            read_only: false,
            durability: Durability::Normal,
            optimize: true,
        }
    }
}

/// One open bank. Safe to share between threads; not usable in a forked child, which may not open another
/// either while its parent's were open at the fork.
pub struct Bank {
    file: PathBuf,
    options: BankOptions,
    process: u32,
    lease: Mutex<Option<lease::Lease>>,
    closed: AtomicBool,
    writer: Mutex<Option<Connection>>,
    readers: Mutex<Vec<Connection>>,
    indexes: RwLock<Indexes>,
    id_clock: std::sync::Mutex<uuid::ContextV7>,
    pool: OnceLock<Option<rayon::ThreadPool>>,
    folding: Mutex<Option<Folding>>,
    /// How long the tail must be before it is folded.
    fold_from: AtomicUsize,
    fold_failed: Mutex<Option<String>>,
}

impl Bank {
    /// Opens the bank in `directory` and reads it into memory.
    ///
    /// # Errors
    /// `Storage` when the path is a file, cannot be made or cannot be written; `BankFormat` when it was
    /// written by a newer version; `BankCorrupt` when SQLite finds it damaged, or empty with `create` off;
    /// `NotFound` when it does not exist and `create` is off.
    pub fn open(directory: &Path, options: BankOptions) -> Result<Self> {
        let lease = lease::Lease::take()?;
        let file = prepare(directory, options.create && !options.read_only)?;
        let first = first_connection(&file, &options)?;
        let indexes = Indexes::open(&first, file.parent().unwrap_or(&file), &options, &Stop::default())?;
        let (writer, readers) =
            if options.read_only { (None, vec![first]) } else { (Some(first), Vec::new()) };
        let bank = Self {
            file,
            options,
            process: std::process::id(),
            lease: Mutex::new(Some(lease)),
            closed: AtomicBool::new(false),
            writer: Mutex::new(writer),
            readers: Mutex::new(readers),
            indexes: RwLock::new(indexes),
            id_clock: std::sync::Mutex::new(uuid::ContextV7::new()),
            pool: OnceLock::new(),
            folding: Mutex::new(None),
            fold_from: AtomicUsize::new(folding::LEAST_TAIL),
            fold_failed: Mutex::new(None),
        };
        bank.fold_when_due();
        Ok(bank)
    }

    /// Closes the bank; what comes after is an error. Closing twice is no error.
    pub fn close(&self) {
        self.closed.store(true, Ordering::SeqCst);
        if self.process != std::process::id() {
            // A child must not close its parent's SQLite handles: leave them to the parent.
            return;
        }
        if let Some(folding) = self.folding.lock().take() {
            folding.end();
        }
        self.readers.lock().clear();
        *self.writer.lock() = None;
        *self.indexes.write() = Indexes::empty();
        *self.lease.lock() = None;
    }

    /// The indexes as of the newest commit of any process.
    ///
    /// # Errors
    /// `Storage` when the bank is closed or SQLite fails.
    pub fn indexes(&self) -> Result<RwLockReadGuard<'_, Indexes>> {
        self.catch_up()?;
        let indexes = self.indexes.read();
        // Closed meanwhile, the indexes are empty: that is an error, not an empty bank.
        self.check_usable()?;
        Ok(indexes)
    }

    /// Runs `work` with a reading connection.
    ///
    /// # Errors
    /// What `work` says, or what opening a connection says.
    pub fn read<T>(&self, work: impl FnOnce(&Connection) -> Result<T>) -> Result<T> {
        self.check_usable()?;
        let idle = self.readers.lock().pop();
        let reader = match idle {
            Some(reader) => reader,
            None => self.connect()?,
        };
        let result = work(&reader);
        let mut readers = self.readers.lock();
        if readers.len() < IDLE_READERS && !self.closed.load(Ordering::SeqCst) {
            readers.push(reader);
        }
        result
    }

    fn connect(&self) -> Result<Connection> {
        let timeout = Duration::from_millis(self.options.busy_timeout_ms);
        if self.options.read_only {
            return connection::open_to_read(&self.file, timeout);
        }
        connection::open(&self.file, false, timeout, self.options.durability)
    }

    /// The bank's own threads for running arms side by side, or none when it was opened with one thread.
    /// Made at first use, so that a small bank has none.
    pub fn threads(&self) -> Option<&rayon::ThreadPool> {
        self.pool
            .get_or_init(|| {
                if self.options.threads < 2 {
                    return None;
                }
                // Without threads (a container's limit, say) the arms run one after the other, as right.
                rayon::ThreadPoolBuilder::new()
                    .num_threads(self.options.threads)
                    .thread_name(|number| format!("recallcore-{number}"))
                    .build()
                    .ok()
            })
            .as_ref()
    }

    fn catch_up(&self) -> Result<()> {
        let newest = self.read(log::newest_change)?;
        if self.indexes.read().applied() >= newest {
            self.fold_when_due();
            return Ok(());
        }
        self.read(|reader| {
            // The write lock is taken inside, so that nobody waits for a connection while holding it.
            let mut indexes = self.indexes.write();
            self.check_usable()?;
            indexes.catch_up(reader, &self.options, &Stop::default())
        })?;
        self.fold_when_due();
        Ok(())
    }

    /// Refuses to write to a bank that was opened to be read.
    fn check_writable(&self) -> Result<()> {
        self.check_usable()?;
        if self.options.read_only {
            return Err(Error::Storage(format!(
                "the bank was opened read-only and takes no writes: {}",
                self.file.parent().unwrap_or(&self.file).display()
            )));
        }
        Ok(())
    }

    fn check_usable(&self) -> Result<()> {
        if self.process != std::process::id() {
            return Err(Error::Storage(format!(
                "this bank was opened by process {}, and this is process {}: open it again after a fork",
                self.process,
                std::process::id()
            )));
        }
        if self.closed.load(Ordering::SeqCst) {
            return Err(Error::Storage("the bank is closed".into()));
        }
        Ok(())
    }
}

impl Drop for Bank {
    fn drop(&mut self) {
        if self.process == std::process::id() {
            if let Some(folding) = self.folding.get_mut().take() {
                folding.end();
            }
            return;
        }
        // In a forked child SQLite's handles and the pool's threads are the parent's: closing them here
        // would drop the parent's locks, and joining threads that do not exist would hang.
        std::mem::forget(self.writer.get_mut().take());
        std::mem::forget(std::mem::take(self.readers.get_mut()));
        std::mem::forget(self.pool.take());
        std::mem::forget(self.folding.get_mut().take());
    }
}

/// The connection over which a bank is opened, its file led to the newest format.
fn first_connection(file: &Path, options: &BankOptions) -> Result<Connection> {
    let timeout = Duration::from_millis(options.busy_timeout_ms);
    if options.read_only {
        let reader = connection::open_to_read(file, timeout)?;
        schema::check(&reader)?;
        return Ok(reader);
    }
    let mut writer = connection::open(file, options.create, timeout, options.durability)?;
    schema::migrate(&mut writer)?;
    Ok(writer)
}

fn prepare(directory: &Path, create: bool) -> Result<PathBuf> {
    let file = directory.join(FILE_NAME);
    if directory.exists() && !directory.is_dir() {
        return Err(Error::Storage(format!(
            "bank path is a file, expected a directory: {}",
            directory.display()
        )));
    }
    if !create {
        return if file.metadata().is_ok_and(|file| file.len() == 0) {
            Err(Error::BankCorrupt("memories.sqlite is empty, expected a bank".into()))
        } else if file.is_file() {
            Ok(file)
        } else {
            Err(Error::NotFound(format!("no bank here: {}", directory.display())))
        };
    }
    std::fs::create_dir_all(directory).map_err(|error| {
        Error::Storage(format!("cannot make the bank's directory: {error}: {}", directory.display()))
    })?;
    Ok(file)
}
