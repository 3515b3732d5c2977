//! What a reranker reads of a memory: its text, with its date and its context in front, or what it asks for.

use serde::Deserialize;

use crate::calendar::{Day, day_of, effective_date};
use crate::tokens::last_tokens;
use crate::types::{MemoryDates, Precision};

/// How much of a memory a reranker reads.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Reads {
    /// Date, context and text in a line, see [`document`].
    #[default]
    Document,
    /// The end of the context, [`CONTEXT_TOKENS`] at most, and the text in a line below it.
    Context,
    /// The text alone.
    Text,
    /// Two readings, [`Reads::Text`] and [`Reads::Context`], of which the mean score counts; one where there is no
    /// context.
    Both,
}

impl Reads {
    /// What is read of a memory: each reading by itself.
    ///
    /// ```
    /// use recallcore::document::Reads;
    /// use recallcore::types::MemoryDates;
    ///
    /// let of = |reads: Reads| reads.of("Yes, on Monday.", Some("Will she start?"), MemoryDates::default());
    /// assert_eq!(of(Reads::Document), ["Will she start?: Yes, on Monday."]);
    /// assert_eq!(of(Reads::Context), ["Will she start?\nYes, on Monday."]);
    /// assert_eq!(of(Reads::Text), ["Yes, on Monday."]);
    /// assert_eq!(of(Reads::Both), ["Yes, on Monday.", "Will she start?\nYes, on Monday."]);
    /// ```
    pub fn of(self, text: &str, context: Option<&str>, dates: MemoryDates) -> Vec<String> {
        match (self, context.filter(|context| !context.is_empty())) {
            (Self::Document, context) => vec![document(text, context, dates)],
            (Self::Context, Some(context)) => vec![in_context(text, context)],
            (Self::Both, Some(context)) => vec![text.to_owned(), in_context(text, context)],
            (Self::Context | Self::Both, None) | (Self::Text, _) => vec![text.to_owned()],
        }
    }
}

/// How much of a context is read, from its end: two turns of a conversation or so. A reranker takes time for every
/// token, and cuts off the end of what is too long for it, which is the text.
pub const CONTEXT_TOKENS: usize = 128;

fn in_context(text: &str, context: &str) -> String {
    format!("{}\n{text}", last_tokens(context, CONTEXT_TOKENS))
}

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

/// The document, as `[Date: June 05, 2022 (2022-06-05)] context: text`.
///
/// Dated by what recency counts from: `occurred_start`, else `mentioned_at`, else `occurred_end`, in UTC, no more
/// exactly than it is known. Without a date or a context that part is missing; an empty context counts as absent.
///
/// ```
/// use recallcore::document::document;
/// use recallcore::types::{MemoryDates, Precision};
///
/// let day = MemoryDates {
///     occurred_start: Some(1_654_387_200_000_000),
///     precision: Precision::Day,
///     ..MemoryDates::default()
/// };
/// let text = "She starts on Monday.";
/// assert_eq!(
///     document(text, Some("about Minji"), day),
///     "[Date: June 05, 2022 (2022-06-05)] about Minji: She starts on Monday."
/// );
/// let month = MemoryDates { precision: Precision::Month, ..day };
/// assert_eq!(document(text, None, month), "[Date: June 2022 (2022-06)] She starts on Monday.");
/// assert_eq!(document(text, None, MemoryDates::default()), "She starts on Monday.");
/// ```
pub fn document(text: &str, context: Option<&str>, dates: MemoryDates) -> String {
    let mut written = dated(dates).unwrap_or_default();
    if let Some(context) = context.filter(|context| !context.is_empty()) {
        written.push_str(context);
        written.push_str(": ");
    }
    written.push_str(text);
    written
}

fn dated(dates: MemoryDates) -> Option<String> {
    let (date, precision) = effective_date(dates)?;
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
    use crate::types::{MICROS_PER_DAY, Micros};

    const DAY: Micros = 19_148 * MICROS_PER_DAY; // 2022-06-05

    fn of(
        occurred_start: Option<Micros>,
        mentioned_at: Option<Micros>,
        occurred_end: Option<Micros>,
    ) -> String {
        let dates = MemoryDates { occurred_start, occurred_end, precision: Precision::Year, mentioned_at };
        document("t", None, dates)
    }

    #[test]
    fn the_start_dates_before_the_mention_and_the_mention_before_the_end() {
        let (day, later) = (Some(DAY), Some(DAY + 400 * MICROS_PER_DAY));
        assert_eq!(of(day, later, later), "[Date: 2022] t");
        assert_eq!(of(None, day, later), "[Date: June 05, 2022 (2022-06-05)] t");
        assert_eq!(of(None, None, day), "[Date: 2022] t");
    }

    #[test]
    fn placeholders_and_empty_contexts_are_left_out() {
        assert_eq!(of(Some(Micros::MIN), None, Some(Micros::MAX)), "t");
        assert_eq!(document("t", Some(""), MemoryDates::default()), "t");
        assert_eq!(document("t", Some("c"), MemoryDates::default()), "c: t");
    }
}
