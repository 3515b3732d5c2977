//! The HNSW graph (Malkov & Yashunin 2018) over many vectors. The only file that names usearch.
//!
//! Nothing is ever removed from it, since usearch leaves a removed node's place behind: deadness is the caller's
//! predicate. Vectors are kept as bf16, half the memory of `f32` and faster; callers score what it finds again.

use super::matrix::Slot;
use crate::error::{Error, Result};
use parking_lot::{Condvar, Mutex};
use usearch::{Index, IndexOptions, MetricKind, ScalarKind};

/// Links of a node, in the upper levels; twice as many in the lowest.
const DEGREE: usize = 16;

/// Candidates considered while a node is linked.
const EXPANSION_ADD: usize = 128;

/// Searches that may run at the same time; further ones wait.
const CONCURRENT_SEARCHES: usize = 16;

/// The capacity first reserved.
const LEAST_CAPACITY: usize = 1024;

/// Vectors by slot, linked to their near ones.
pub(super) struct Graph {
    index: Index,
    capacity: usize,
    permits: Permits,
}

impl Graph {
    pub(super) fn new(dimension: usize) -> Result<Self> {
        let options = IndexOptions {
            dimensions: dimension,
            metric: MetricKind::IP,
            quantization: ScalarKind::BF16,
            connectivity: DEGREE,
            expansion_add: EXPANSION_ADD,
            // Only a lower bound: a search is as broad as the count it asks for.
            expansion_search: 1,
            multi: false,
        };
        let index = Index::new(&options).map_err(failed)?;
        Ok(Self { index, capacity: 0, permits: Permits::new(CONCURRENT_SEARCHES) })
    }

    pub(super) fn len(&self) -> usize {
        self.index.size()
    }

    /// Adds finite unit vectors in the order given, each slot once.
    pub(super) fn extend<'a>(&mut self, vectors: impl Iterator<Item = (Slot, &'a [f32])>) -> Result<()> {
        // Each context of usearch has a random stream of its own for the levels. Adding through one alone makes
        // the graph a function of the order of its vectors, whatever was searched in between.
        self.index.reserve_capacity_and_threads(self.capacity.max(LEAST_CAPACITY), 1).map_err(failed)?;
        self.capacity = self.capacity.max(LEAST_CAPACITY);
        for (slot, vector) in vectors {
            if self.index.size() == self.capacity {
                self.capacity *= 2;
                self.index.reserve_capacity_and_threads(self.capacity, 1).map_err(failed)?;
            }
            self.index.add(u64::from(slot), vector).map_err(failed)?;
        }
        self.index.reserve_capacity_and_threads(self.capacity, CONCURRENT_SEARCHES).map_err(failed)
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
        let matches = self.index.filtered_search(unit, count, accepts).map_err(failed)?;
        Ok(matches.keys.into_iter().filter_map(|key| Slot::try_from(key).ok()).collect())
    }
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
