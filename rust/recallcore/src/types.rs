//! The values that every layer speaks: memories, kinds, links, dates and windows.

use serde::{Deserialize, Serialize};

/// Microseconds since 1970-01-01T00:00:00Z.
pub type Micros = i64;

/// Microseconds in a day.
pub const MICROS_PER_DAY: i64 = 86_400_000_000;

/// The bank's own number of a memory: ascending, kept when the memory is replaced, never used again.
pub type Seq = i64;

/// What sort of thing a memory is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MemoryKind {
    /// A fact about the world.
    World,
    /// Something the agent itself did or saw.
    Experience,
    /// Distilled from other memories, its sources.
    Observation,
}

impl MemoryKind {
    /// Every kind, in the fixed order in which rankings of kinds are put together.
    pub const ALL: [Self; 3] = [Self::World, Self::Experience, Self::Observation];

    /// The kind's place in [`Self::ALL`].
    pub fn column(self) -> usize {
        match self {
            Self::World => 0,
            Self::Experience => 1,
            Self::Observation => 2,
        }
    }
}

/// How much of a memory is compared with a query.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reading {
    /// Its text alone.
    Text,
    /// Its text, and what it belongs to where that is known.
    InContext,
}

/// How one memory bears on another.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Relation {
    /// This memory brought the target about.
    Causes,
    /// The target brought this memory about.
    CausedBy,
    /// This memory made the target possible.
    Enables,
    /// This memory kept the target from happening.
    Prevents,
}

/// How exactly a memory's date is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Precision {
    /// To the moment.
    #[default]
    Instant,
    /// To the day.
    Day,
    /// To the month.
    Month,
    /// To the year.
    Year,
}

/// The dates of one memory.
///
/// Years up to 1 and from 9999 are placeholders for "unknown" and count as absent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct MemoryDates {
    /// When what it tells of began.
    pub occurred_start: Option<Micros>,
    /// The first moment after it or, known only to the day, month or year, the start of its last such
    /// period; one before the start counts as absent.
    pub occurred_end: Option<Micros>,
    /// How exactly these two are known: the memory covers its last day, month or year whole.
    pub precision: Precision,
    /// When it was said; the memory's date where it has no other.
    pub mentioned_at: Option<Micros>,
}

/// A half-open span of time, `start <= t < end`; an absent edge is open.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TimeWindow {
    /// First moment inside, or open.
    pub start: Option<Micros>,
    /// First moment outside, or open.
    pub end: Option<Micros>,
}
