//! The temporal arm: memories dated inside a window, spread over it, and what lies near them in time or in a
//! causal link.
//!
//! Selection, scores and spreading follow the temporal arm of Hindsight (`docs/differences.md` lists where
//! ours differs): the most relevant rows of the window enter, chosen over eight equal buckets so that "in
//! 2023" is not all December; each is scored by its nearness to the middle of the window; strength then
//! spreads from them along temporal and causal links.

mod index;
mod search;
mod select;
mod spread;

use crate::ranking::Row;
use crate::types::{Micros, TimeWindow};

pub use index::TemporalIndex;
pub use select::{Dated, select_over_buckets};
pub use spread::{Path, Reached, spread};

/// One search for memories of one kind.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct TemporalRequest {
    /// Half-open; equal edges mean that one moment; an end before the start finds nothing.
    pub window: TimeWindow,
    /// "Now": stands in for an open end where nearness to the middle is measured.
    pub query_time: Micros,
    /// The most memories to return.
    pub depth: usize,
    /// Rows less relevant to the query come after the others and are reached by nothing else; unknown relevance
    /// counts as just enough.
    pub relevance_floor: f64,
}

/// One memory that the window led to, and how.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct TemporalHit {
    /// The memory's row.
    pub row: Row,
    /// The larger of `proximity` and the strength that reached it; may pass 1 along causal links. Below 0 for a row
    /// of the window that is less relevant than the floor.
    pub arm_score: f64,
    /// Nearness of its own date to the middle of the window, in [0, 1].
    pub proximity: f64,
    /// What led to it.
    pub via: Via,
}

/// What led to a memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Via {
    /// Its date lies in the window.
    Window,
    /// It was said in the window, of something at another time.
    Mention,
    /// It is dated within a day of this row.
    Near(Row),
    /// It stands in a causal link with this row.
    Cause(Row),
}

#[cfg(test)]
mod tests;
