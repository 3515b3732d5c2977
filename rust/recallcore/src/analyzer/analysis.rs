//! The result of analysing a text: its terms, and how long the text counts as a field.

use serde::Serialize;

/// The most bytes of one term; a longer one is cut at a character boundary. Text and query are cut alike,
/// so that a longer form still finds itself.
pub const MAX_TERM_BYTES: usize = 256;

/// Whether a term carries meaning of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum TermClass {
    /// A term worth scoring.
    Content,
    /// A word so common that it only counts where nothing else is left: `the`, `don't`.
    Stop,
}

/// One term: never empty, at most [`MAX_TERM_BYTES`] long, folded.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Term<'a> {
    /// The text under which the term is indexed and looked up.
    pub text: &'a str,
    /// Its class where it stands. The same text may be a stop word in one place and content in another.
    pub class: TermClass,
}

/// The terms of one text, in text order; equal terms stay apart, so that counting them gives frequencies.
///
/// Write side: index every one of [`Self::terms`], with [`Self::field_length`] as the field's length.
/// Read side: score [`Self::scored_terms`].
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Analysis {
    /// Every term's text, one after another: one allocation instead of one a term.
    buffer: String,
    /// Where each term ends in `buffer`, and its class.
    ends: Vec<(usize, TermClass)>,
    content_words: u32,
    stop_words: u32,
    content_terms: usize,
}

impl Analysis {
    /// Every term, in text order.
    pub fn terms(&self) -> impl Iterator<Item = Term<'_>> {
        let mut start = 0;
        self.ends.iter().filter_map(move |&(end, class)| {
            let text = self.buffer.get(start..end)?;
            start = end;
            Some(Term { text, class })
        })
    }

    /// The terms that a query scores: its content terms or, if it has none, its stop words.
    /// Stop words thereby stay out of scoring and yet can never empty a query.
    pub fn scored_terms(&self) -> impl Iterator<Item = &str> {
        let class = if self.content_terms > 0 { TermClass::Content } else { TermClass::Stop };
        self.terms().filter(move |term| term.class == class).map(|term| term.text)
    }

    /// The field length for BM25: the number of content words or, if there is none, of stop words.
    ///
    /// Words are counted, not terms: the whole form of an identifier, the parts of a camelCase name and a
    /// whole run beside its pairs do not make a memory longer than the words that stand in it.
    pub fn field_length(&self) -> u32 {
        if self.content_words > 0 { self.content_words } else { self.stop_words }
    }

    /// How many terms there are, repeats counted.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether the text holds nothing to search by.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// Content words so far.
    pub(super) fn content_words(&self) -> u32 {
        self.content_words
    }

    /// Adds a word: a term that counts towards the field's length.
    pub(super) fn word(&mut self, folded: &str, class: TermClass) {
        self.form(folded, class);
        self.count(class);
    }

    /// Counts a word whose forms were added already.
    pub(super) fn count(&mut self, class: TermClass) {
        match class {
            TermClass::Content => self.content_words = self.content_words.saturating_add(1),
            TermClass::Stop => self.stop_words = self.stop_words.saturating_add(1),
        }
    }

    /// Adds a further form of a word: a term that does not count towards the field's length.
    pub(super) fn form(&mut self, folded: &str, class: TermClass) {
        let text = cut(folded);
        if text.is_empty() {
            return;
        }
        self.buffer.push_str(text);
        self.ends.push((self.buffer.len(), class));
        if class == TermClass::Content {
            self.content_terms += 1;
        }
    }
}

/// The longest head of `text` that fits into a term.
pub(super) fn cut(text: &str) -> &str {
    if text.len() <= MAX_TERM_BYTES { text } else { &text[..text.floor_char_boundary(MAX_TERM_BYTES)] }
}
