//! Folding what was written since the last generation into the next one, without anyone waiting for it.
//!
//! A fold works on indexes of its own, over a connection of its own: it maps the newest generation, applies what came
//! after, writes the result and maps that. Whoever asked then takes the mapped indexes over, caught up, under one short
//! write lock. Two processes that fold at once each write a generation; the truth names the newer one.

use std::path::Path;
use std::sync::atomic::Ordering;
use std::thread::JoinHandle;
use std::time::Duration;

use super::indexes::{Indexes, Origin};
use super::lease::Lease;
use super::stop::Stop;
use super::{Bank, BankOptions, connection, generation};
use crate::error::{Error, Result};

/// Fewer changes than this are read again from the truth in no time.
pub(super) const LEAST_TAIL: usize = 1024;
/// A fold costs about as much as the bank is large, so it waits for one change in so many memories.
const TAIL_SHARE: usize = 4;
/// A fold does not make `close` wait long for a writer.
const PATIENCE: Duration = Duration::from_secs(1);

/// A fold on a thread of its own.
pub(super) struct Folding {
    stop: Stop,
    thread: JoinHandle<Result<Indexes>>,
}

impl Folding {
    fn start(bank: &Bank) -> Option<Self> {
        let (stop, file, options) = (Stop::default(), bank.file.clone(), bank.options.clone());
        let stopped = stop.clone();
        let work = move || fold(&file, &options, (&stopped, PATIENCE), is_due);
        // Without a thread (a container's limit, say) the bank goes on unfolded, as right.
        let thread = std::thread::Builder::new().name("recallcore-fold".into()).spawn(work).ok()?;
        Some(Self { stop, thread })
    }

    /// Ends it and waits for that, which takes moments.
    pub(super) fn end(self) {
        self.stop.ask();
        drop(self.thread.join());
    }
}

impl Bank {
    /// Folds everything into one generation on this thread; readers and writers go on meanwhile. Returns whether
    /// there was anything to fold.
    ///
    /// # Errors
    /// `Storage` if the disk fails, `BankLocked` if another process writes for longer than the timeout; the bank is
    /// as it was then. As SQLite says.
    pub fn optimize(&self) -> Result<bool> {
        self.check_writable()?;
        let before = self.indexes()?.origin().clone();
        let has_tail = |origin: &Origin, _: usize| origin.generation.is_none() || origin.tail > 0;
        let patience = Duration::from_millis(self.options.busy_timeout_ms);
        let folded = fold(&self.file, &self.options, (&Stop::default(), patience), has_tail)?;
        let changed = folded.origin().generation != before.generation;
        self.take_over(folded)?;
        Ok(changed)
    }

    /// Starts a fold where one is due, and takes over what an earlier one has made.
    pub(super) fn fold_when_due(&self) {
        if !self.options.optimize || self.options.read_only {
            return;
        }
        // Whoever finds the lock taken leaves the work to the one who has it.
        let Some(mut folding) = self.folding.try_lock() else { return };
        if let Some(finished) = folding.take_if(|folding| folding.thread.is_finished()) {
            let made =
                finished.thread.join().unwrap_or_else(|_| Err(Error::Storage("a fold broke down".into())));
            if let Err(error) = made.and_then(|folded| self.take_over(folded)) {
                // Not again before the tail has doubled, or a full disk would keep a processor busy.
                let tail = self.indexes.read().origin().tail;
                self.fold_from.store(tail.saturating_mul(2).max(LEAST_TAIL), Ordering::Relaxed);
                *self.fold_failed.lock() = Some(error.to_string());
            } else {
                self.fold_from.store(LEAST_TAIL, Ordering::Relaxed);
                *self.fold_failed.lock() = None;
            }
        }
        let due = {
            let indexes = self.indexes.read();
            is_due(indexes.origin(), indexes.len())
                && indexes.origin().tail >= self.fold_from.load(Ordering::Relaxed)
        };
        if folding.is_none() && due && !self.closed.load(Ordering::SeqCst) {
            *folding = Folding::start(self);
        }
    }

    /// Exchanges the indexes for folded ones, caught up with the truth.
    fn take_over(&self, mut folded: Indexes) -> Result<()> {
        self.read(|reader| {
            folded.catch_up(reader, &self.options, &Stop::default())?;
            let mut indexes = self.indexes.write();
            self.check_usable()?;
            folded.catch_up(reader, &self.options, &Stop::default())?;
            *indexes = folded;
            Ok(())
        })
    }
}

fn is_due(origin: &Origin, memories: usize) -> bool {
    origin.tail >= LEAST_TAIL && origin.tail * TAIL_SHARE >= memories
}

/// Folds the bank in `file` where `wanted` says so of the newest generation and its tail; returns the mapped indexes.
fn fold(
    file: &Path,
    options: &BankOptions,
    (stop, patience): (&Stop, Duration),
    wanted: impl Fn(&Origin, usize) -> bool,
) -> Result<Indexes> {
    let _lease = Lease::take()?;
    let bank = file.parent().unwrap_or(file);
    let mut connection = connection::open(file, false, patience, options.durability)?;
    let mut indexes = Indexes::open(&connection, bank, options, stop)?;
    // A fold by another process may have made ours needless.
    if wanted(indexes.origin(), indexes.len()) {
        if indexes.is_mostly_dead() {
            indexes = Indexes::load(&connection, options, stop)?;
        }
        generation::publish(&mut connection, bank, &indexes, stop)?;
        drop(indexes);
        indexes = Indexes::open(&connection, bank, options, stop)?;
        if let Some(problem) = &indexes.origin().rebuilt {
            return Err(Error::Storage(format!("what was just written cannot be read: {problem}")));
        }
    }
    // Litter does no harm, and waits for the next fold where others write too long.
    drop(generation::clean(&mut connection, bank));
    Ok(indexes)
}
