//! What a reranker reads of a memory: its text, with its date and its context in front.

use serde::Deserialize;

use crate::calendar::{Day, day_of, real};
use crate::types::{Micros, Precision};

const MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];

/// The parts of a memory that a reranker may see.
#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Document<'a> {
    /// What is remembered.
    pub text: &'a str,
    /// Words around it; empty counts as absent.
    #[serde(default)]
    pub context: Option<&'a str>,
    /// When what it tells of began.
    #[serde(default)]
    pub occurred_start: Option<Micros>,
    /// When it ended.
    #[serde(default)]
    pub occurred_end: Option<Micros>,
    /// When it was said.
    #[serde(default)]
    pub mentioned_at: Option<Micros>,
    /// How exactly the first two are known.
    pub precision: Precision,
}

/// The document, as `[Date: June 05, 2022 (2022-06-05)] context: text`.
///
/// Dated by what recency counts from: `occurred_start`, else `mentioned_at`, else `occurred_end`, in UTC, no more
/// exactly than it is known. Without a date or a context that part is missing.
///
/// ```
/// use recallcore::document::{Document, document};
/// use recallcore::types::Precision;
///
/// let memory = Document {
///     text: "She starts on Monday.",
///     context: Some("about Minji"),
///     occurred_start: Some(1_654_387_200_000_000),
///     occurred_end: None,
///     mentioned_at: None,
///     precision: Precision::Day,
/// };
/// assert_eq!(document(memory), "[Date: June 05, 2022 (2022-06-05)] about Minji: She starts on Monday.");
/// let month = Document { context: None, precision: Precision::Month, ..memory };
/// assert_eq!(document(month), "[Date: June 2022 (2022-06)] She starts on Monday.");
/// let undated = Document { context: None, occurred_start: None, ..memory };
/// assert_eq!(document(undated), "She starts on Monday.");
/// ```
pub fn document(memory: Document<'_>) -> String {
    let mut written = String::with_capacity(memory.text.len() + 64);
    if let Some(date) = dated(memory) {
        written.push_str(&date);
    }
    if let Some(context) = memory.context.filter(|context| !context.is_empty()) {
        written.push_str(context);
        written.push_str(": ");
    }
    written.push_str(memory.text);
    written
}

fn dated(memory: Document<'_>) -> Option<String> {
    let mentioned = || real(memory.mentioned_at).map(|at| (at, Precision::Instant));
    let (date, precision) = real(memory.occurred_start)
        .map(|start| (start, memory.precision))
        .or_else(mentioned)
        .or_else(|| real(memory.occurred_end).map(|end| (end, memory.precision)))?;
    let Day { year, month, of_month: day } = day_of(date);
    let name = MONTHS.get(usize::try_from(month - 1).ok()?)?;
    Some(match precision {
        Precision::Instant | Precision::Day => {
            format!("[Date: {name} {day:02}, {year:04} ({year:04}-{month:02}-{day:02})] ")
        }
        Precision::Month => format!("[Date: {name} {year:04} ({year:04}-{month:02})] "),
        Precision::Year => format!("[Date: {year:04}] "),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::MICROS_PER_DAY;

    const DAY: Micros = 19_148 * MICROS_PER_DAY; // 2022-06-05

    fn memory() -> Document<'static> {
        Document {
            text: "t",
            context: None,
            occurred_start: None,
            occurred_end: None,
            mentioned_at: None,
            precision: Precision::Day,
        }
    }

    #[test]
    fn the_start_dates_before_the_mention_and_the_mention_before_the_end() {
        let later = Some(DAY + MICROS_PER_DAY);
        let all =
            Document { occurred_start: Some(DAY), mentioned_at: later, occurred_end: later, ..memory() };
        assert_eq!(document(all), "[Date: June 05, 2022 (2022-06-05)] t");
        let said =
            Document { mentioned_at: Some(DAY), occurred_end: later, precision: Precision::Year, ..memory() };
        assert_eq!(document(said), "[Date: June 05, 2022 (2022-06-05)] t");
        let end = Document { occurred_end: Some(DAY), precision: Precision::Year, ..memory() };
        assert_eq!(document(end), "[Date: 2022] t");
    }

    #[test]
    fn placeholders_and_empty_contexts_are_left_out() {
        let none = Document { occurred_start: Some(Micros::MIN), context: Some(""), ..memory() };
        assert_eq!(document(none), "t");
        assert_eq!(document(Document { context: Some("c"), ..none }), "c: t");
    }
}
