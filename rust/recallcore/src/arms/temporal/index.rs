//! The date columns: which rows lie in a window, and which lie near one another.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::ops::Bound;

use serde::{Deserialize, Serialize};

use crate::calendar::{period_end, real};
use crate::filter::row_at;
use crate::ranking::{Row, RowSet};
use crate::types::{MICROS_PER_DAY, MemoryDates, Micros, Precision, TimeWindow};

/// The most temporal neighbours of one row.
const MAX_NEIGHBOURS: usize = 20;
/// A neighbour weighs at least this much, however long the hours between.
const MIN_NEIGHBOUR_WEIGHT: f64 = 0.3;
/// Fewer allowed rows than one in so many get a date column of their own.
const OWN_COLUMN_SHARE: usize = 16;

/// Rows by date, then row.
pub(super) type DateColumn = BTreeSet<(Micros, Row)>;

/// The dates of every live row.
#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(from = "KeptDates")]
pub struct TemporalIndex {
    rows: Vec<Option<Dates>>,
    /// Spans by [`length_class`], then start: a span that meets a window starts at most one longest length
    /// of its class before it, so that each class is one short range.
    #[serde(skip_serializing)]
    by_length: BTreeSet<(u32, Micros, Row)>,
    /// Dates known to the day or better.
    #[serde(skip_serializing)]
    by_date: DateColumn,
    /// When dated rows were mentioned.
    #[serde(skip_serializing)]
    by_mention: DateColumn,
}

/// What is kept of a [`TemporalIndex`]; its columns are made again.
#[derive(Deserialize)]
struct KeptDates {
    rows: Vec<Option<Dates>>,
}

impl From<KeptDates> for TemporalIndex {
    fn from(KeptDates { rows }: KeptDates) -> Self {
        let dated = || (0..).zip(&rows).filter_map(|(row, dates)| Some((row, (*dates)?)));
        let by_length =
            dated().map(|(row, dates)| (length_class(dates.span), dates.span.start, row)).collect();
        let by_date =
            dated().filter(|(_, dates)| dates.exact).map(|(row, dates)| (dates.span.start, row)).collect();
        let by_mention = dated().filter_map(|(row, dates)| Some((dates.mention?, row))).collect();
        Self { rows, by_length, by_date, by_mention }
    }
}

/// One row's dates as they count.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
pub(super) struct Dates {
    pub(super) span: Span,
    /// Whether the start is known to the day or better, so that hours from it mean something.
    exact: bool,
    /// Set only where the span comes from another date.
    mention: Option<Micros>,
}

/// `start <= t < end`, or the one moment where both are the same; never backwards.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Span {
    pub(super) start: Micros,
    pub(super) end: Micros,
}

/// A window as moments that are both inside; open edges reach to the ends of time.
#[derive(Debug, Clone, Copy)]
pub(super) struct Moments {
    first: Micros,
    last: Micros,
}

impl Moments {
    /// None where no moment is inside.
    pub(super) fn of(window: TimeWindow) -> Option<Self> {
        let first = window.start.unwrap_or(Micros::MIN);
        let last = match window.end {
            None => Micros::MAX,
            Some(end) if Some(end) == window.start => end,
            Some(end) => end.checked_sub(1)?,
        };
        (first <= last).then_some(Self { first, last })
    }

    pub(super) fn meets(self, span: Span) -> bool {
        let ends_inside =
            if span.start == span.end { span.start >= self.first } else { span.end > self.first };
        ends_inside && span.start <= self.last
    }
}

impl TemporalIndex {
    /// Adds `row`, or replaces its dates. A memory without any date is kept as undated.
    pub fn insert(&mut self, row: Row, memory: MemoryDates) {
        self.remove(row);
        let Some(dates) = Dates::of(memory) else { return };
        let place = row as usize;
        if self.rows.len() <= place {
            self.rows.resize_with(place + 1, || None);
        }
        self.rows[place] = Some(dates);
        self.by_length.insert((length_class(dates.span), dates.span.start, row));
        if dates.exact {
            self.by_date.insert((dates.span.start, row));
        }
        if let Some(mention) = dates.mention {
            self.by_mention.insert((mention, row));
        }
    }

    /// Takes `row` out; one that is absent is left alone.
    pub fn remove(&mut self, row: Row) {
        let Some(dates) = self.rows.get_mut(row as usize).and_then(Option::take) else { return };
        self.by_length.remove(&(length_class(dates.span), dates.span.start, row));
        self.by_date.remove(&(dates.span.start, row));
        if let Some(mention) = dates.mention {
            self.by_mention.remove(&(mention, row));
        }
    }

    /// The allowed rows nearest to `row` in time, within 24 hours, at most twenty, with their weight
    /// `max(0.3, 1 − hours / 24)`: nearest first, then row ascending.
    ///
    /// Dates known only to the month or year have no neighbours. Where many rows share the date of `row`,
    /// those whose row is nearest are taken: they were retained together.
    pub fn neighbours(&self, row: Row, allowed: &RowSet) -> Vec<(Row, f64)> {
        self.neighbours_in(&self.by_date, row, allowed)
    }

    /// The date column to look for neighbours in, when only `allowed` rows will be asked for: a column of
    /// their own where they are few, for in the common one they may lie far apart.
    pub(super) fn date_column(&self, allowed: &RowSet) -> Cow<'_, DateColumn> {
        if allowed.count_ones(..) * OWN_COLUMN_SHARE > self.by_date.len() {
            return Cow::Borrowed(&self.by_date);
        }
        let dated = allowed.ones().map(row_at).filter_map(|row| Some((self.dates(row)?, row)));
        Cow::Owned(dated.filter(|one| one.0.exact).map(|(dates, row)| (dates.span.start, row)).collect())
    }

    /// [`Self::neighbours`], looked for in a column from [`Self::date_column`].
    pub(super) fn neighbours_in(&self, column: &DateColumn, row: Row, allowed: &RowSet) -> Vec<(Row, f64)> {
        let Some(date) = self.dates(row).filter(|dates| dates.exact).map(|dates| dates.span.start) else {
            return Vec::new();
        };
        let inside = |entry: &&(Micros, Row)| allowed.contains(entry.1 as usize);
        let here = (date, row);
        let earliest = (date.saturating_sub(MICROS_PER_DAY), Row::MIN);
        let latest = (date.saturating_add(MICROS_PER_DAY), Row::MAX);
        let before = column.range((Bound::Included(earliest), Bound::Excluded(here))).rev();
        let after = column.range((Bound::Excluded(here), Bound::Included(latest)));
        let mut found: Vec<(u64, u32, Row)> = before
            .filter(inside)
            .take(MAX_NEIGHBOURS)
            .chain(after.filter(inside).take(MAX_NEIGHBOURS))
            .map(|(at, other)| (at.abs_diff(date), other.abs_diff(row), *other))
            .collect();
        found.sort_unstable_by_key(|(apart, rows_apart, other)| {
            (*apart, if *apart == 0 { *rows_apart } else { 0 }, *other)
        });
        found.truncate(MAX_NEIGHBOURS);
        found.sort_unstable_by_key(|(apart, _, other)| (*apart, *other));
        let weight = |other: Row| {
            let at = self.dates(other).map_or(date, |dates| dates.span.start);
            (1.0 - (number(at) - number(date)).abs() / number(MICROS_PER_DAY)).max(MIN_NEIGHBOUR_WEIGHT)
        };
        found.into_iter().map(|(_, _, other)| (other, weight(other))).collect()
    }

    pub(super) fn dates(&self, row: Row) -> Option<Dates> {
        self.rows.get(row as usize).copied().flatten()
    }

    /// The earliest start of any row.
    pub(super) fn earliest(&self) -> Option<Micros> {
        let class_start = |class: u32| self.by_length.range((class, Micros::MIN, Row::MIN)..).next();
        (0..=Micros::BITS)
            .filter_map(|class| class_start(class).filter(|entry| entry.0 == class))
            .map(|entry| entry.1)
            .min()
    }

    /// The allowed rows whose span meets the window.
    pub(super) fn dated_inside(&self, window: Moments, allowed: &RowSet) -> RowSet {
        let mut found = RowSet::with_capacity(allowed.len());
        for class in 0..=Micros::BITS {
            let longest = 1i64.checked_shl(class).filter(|longest| *longest > 0).unwrap_or(Micros::MAX);
            let reach = if class == 0 { 0 } else { longest };
            let from = (class, window.first.saturating_sub(reach), Row::MIN);
            for (_, start, row) in self.by_length.range(from..=(class, window.last, Row::MAX)) {
                // What starts inside needs no look at its end.
                let meets = || self.dates(*row).is_some_and(|dates| window.meets(dates.span));
                if allowed.contains(*row as usize) && (*start >= window.first || meets()) {
                    found.insert(*row as usize);
                }
            }
        }
        found
    }

    /// The allowed rows that were mentioned in the window but are dated outside it.
    pub(super) fn mentioned_inside(&self, window: Moments, allowed: &RowSet) -> RowSet {
        let mut found = RowSet::with_capacity(allowed.len());
        for (_, row) in self.by_mention.range((window.first, Row::MIN)..=(window.last, Row::MAX)) {
            let dated_inside = || self.dates(*row).is_some_and(|dates| window.meets(dates.span));
            if allowed.contains(*row as usize) && !dated_inside() {
                found.insert(*row as usize);
            }
        }
        found
    }
}

impl Dates {
    fn of(memory: MemoryDates) -> Option<Self> {
        let mention = real(memory.mentioned_at);
        let exact_start = match memory.precision {
            Precision::Instant | Precision::Day => true,
            Precision::Month | Precision::Year => false,
        };
        let (span, exact) = match (real(memory.occurred_start), real(memory.occurred_end)) {
            (Some(start), Some(end)) if period_end(end, memory.precision) >= start => {
                (Span { start, end: period_end(end, memory.precision) }, exact_start)
            }
            (Some(start), _) => (Span { start, end: period_end(start, memory.precision) }, exact_start),
            (None, Some(end)) => (Span { start: end, end: period_end(end, memory.precision) }, exact_start),
            (None, None) => {
                return mention.map(|at| Self {
                    span: Span { start: at, end: at },
                    exact: true,
                    mention: None,
                });
            }
        };
        Some(Self { span, exact, mention })
    }
}

/// 0 for a moment, else the number of bits of the length: lengths of class c are below 2^c.
fn length_class(span: Span) -> u32 {
    u64::BITS - span.end.abs_diff(span.start).leading_zeros()
}

/// A time as a number to calculate with; whole up to the year 2255.
#[expect(clippy::cast_precision_loss, reason = "a share of a window needs no more than 53 bits")]
pub(super) fn number(time: Micros) -> f64 {
    time as f64
}
