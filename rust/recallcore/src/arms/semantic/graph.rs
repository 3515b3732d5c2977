//! The HNSW graph (Malkov & Yashunin 2018) over many vectors. The only file that names usearch.
//!
//! A graph is built once and never changed: what is added later is scanned beside it, and deadness is the caller's
//! predicate. Its vectors are rounded; callers score what it finds again.

use std::num::NonZero;
use std::path::Path;

use super::matrix::Slot;
use super::quantisation::{self, Quantisation};
use crate::error::{Error, Result};
use parking_lot::{Condvar, Mutex};
use usearch::{Index, IndexOptions, MetricKind, ScalarKind};

/// Links of a node, in the upper levels; twice as many in the lowest.
const DEGREE: usize = 16;

/// Candidates considered while a node is linked.
const EXPANSION_ADD: usize = 128;

/// Searches that may run at the same time; further ones wait.
const CONCURRENT_SEARCHES: usize = 16;

/// Vectors by number, linked to their near ones.
pub(super) struct Graph {
    index: Index,
    quantisation: Quantisation,
    covered: Slot,
    permits: Permits,
}

impl Graph {
    /// Links vectors, which must be finite and no longer than 1, on every processor there is: what is found depends a
    /// little on which thread came first. A slot is known by its place in `slots` or, with `by_slot`, by itself.
    pub(super) fn build<'a>(
        (dimension, quantisation): (usize, Quantisation),
        slots: &[Slot],
        vector_of: impl Fn(Slot) -> Result<&'a [f32]> + Sync,
        by_slot: bool,
    ) -> Result<Self> {
        let index = empty(dimension, quantisation)?;
        let threads = std::thread::available_parallelism().map_or(1, NonZero::get);
        index.reserve_capacity_and_threads(slots.len(), threads.max(CONCURRENT_SEARCHES)).map_err(failed)?;
        let largest = match quantisation {
            Quantisation::I8 => slots
                .iter()
                .try_fold(0.0f32, |most, slot| Ok(most.max(quantisation::largest(vector_of(*slot)?))))?,
            Quantisation::Bf16 | Quantisation::F16 | Quantisation::F32 => 1.0,
        };
        let add = |key: u64, vector: &[f32]| {
            match quantisation {
                Quantisation::I8 => index.add(key, &quantisation::rounded(vector, largest)),
                Quantisation::Bf16 | Quantisation::F16 | Quantisation::F32 => index.add(key, vector),
            }
            .map_err(failed)
        };
        let share = slots.len().div_ceil(threads).max(1);
        let (add, vector_of) = (&add, &vector_of);
        std::thread::scope(|scope| {
            let shares = slots.chunks(share).enumerate().map(|(number, part)| {
                scope.spawn(move || {
                    part.iter().enumerate().try_for_each(|(place, slot)| {
                        let key = if by_slot { u64::from(*slot) } else { (number * share + place) as u64 };
                        add(key, vector_of(*slot)?)
                    })
                })
            });
            let running: Vec<_> = shares.collect();
            running.into_iter().try_for_each(|thread| {
                thread.join().unwrap_or_else(|_| Err(failed("a thread that was building it broke down")))
            })
        })?;
        let covered = if by_slot { slots.last().map_or(0, |last| *last + 1) } else { count(slots.len())? };
        Ok(Self { index, quantisation, covered, permits: Permits::new(CONCURRENT_SEARCHES) })
    }

    /// Writes the graph to a file.
    pub(super) fn save(&self, path: &Path) -> Result<()> {
        self.index.save(text(path)?).map_err(failed)
    }

    /// Maps what [`Self::save`] wrote, a file that is known to be whole.
    pub(super) fn view(dimension: usize, quantisation: Quantisation, path: &Path) -> Result<Self> {
        let index = empty(dimension, quantisation)?;
        // What is reserved now stays reserved; afterwards the mapped graph would have to be copied.
        index.reserve_capacity_and_threads(0, CONCURRENT_SEARCHES).map_err(failed)?;
        index.view(text(path)?).map_err(failed)?;
        if index.dimensions() != dimension {
            return Err(failed(format!("it has {} dimensions, expected {dimension}", index.dimensions())));
        }
        let covered = count(index.size())?;
        Ok(Self { index, quantisation, covered, permits: Permits::new(CONCURRENT_SEARCHES) })
    }

    pub(super) fn len(&self) -> usize {
        self.index.size()
    }

    /// The first slot that it does not know.
    pub(super) fn covered(&self) -> Slot {
        self.covered
    }

    /// About the `count` nearest slots that `may_return` accepts; fewer only if the walk ran out of nodes.
    pub(super) fn search(
        &self,
        unit: &[f32],
        count: usize,
        may_return: impl Fn(Slot) -> bool,
    ) -> Result<Vec<Slot>> {
        let accepts = |key: u64| Slot::try_from(key).is_ok_and(&may_return);
        let _permit = self.permits.acquire();
        let matches = match self.quantisation {
            Quantisation::I8 => {
                let rounded = quantisation::rounded(unit, quantisation::largest(unit));
                self.index.filtered_search(&rounded, count, accepts)
            }
            Quantisation::Bf16 | Quantisation::F16 | Quantisation::F32 => {
                self.index.filtered_search(unit, count, accepts)
            }
        }
        .map_err(failed)?;
        Ok(matches.keys.into_iter().filter_map(|key| Slot::try_from(key).ok()).collect())
    }
}

fn empty(dimension: usize, quantisation: Quantisation) -> Result<Index> {
    let options = IndexOptions {
        dimensions: dimension,
        metric: MetricKind::IP,
        quantization: match quantisation {
            Quantisation::I8 => ScalarKind::I8,
            Quantisation::Bf16 => ScalarKind::BF16,
            Quantisation::F16 => ScalarKind::F16,
            Quantisation::F32 => ScalarKind::F32,
        },
        connectivity: DEGREE,
        expansion_add: EXPANSION_ADD,
        // Only a lower bound: a search is as broad as the count it asks for.
        expansion_search: 1,
        multi: false,
    };
    Index::new(&options).map_err(failed)
}

fn count(size: usize) -> Result<Slot> {
    Slot::try_from(size).map_err(failed)
}

fn text(path: &Path) -> Result<&str> {
    path.to_str().ok_or_else(|| failed(format!("its path is no Unicode text: {}", path.display())))
}

fn failed(error: impl std::fmt::Display) -> Error {
    Error::Storage(format!("vector graph failed: {error}"))
}

/// A counting semaphore: usearch refuses a search for which it has no context left.
struct Permits {
    free: Mutex<usize>,
    freed: Condvar,
}

/// Held by a running search.
struct Permit<'a>(&'a Permits);

impl Permits {
    fn new(count: usize) -> Self {
        Self { free: Mutex::new(count), freed: Condvar::new() }
    }

    fn acquire(&self) -> Permit<'_> {
        let mut free = self.free.lock();
        while *free == 0 {
            self.freed.wait(&mut free);
        }
        *free -= 1;
        Permit(self)
    }
}

impl Drop for Permit<'_> {
    fn drop(&mut self) {
        *self.0.free.lock() += 1;
        self.0.freed.notify_one();
    }
}
