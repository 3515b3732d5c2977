//! Cuts a normalised text into spans: compounds of words and joiners, runs of a dense script, emoji.

use super::chars::{CharClass, DenseScript, classify, is_word};

/// What a span is made of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum SpanKind {
    /// Words and the punctuation that may hold them together.
    Compound {
        /// A dense script follows or precedes without a gap, as in `IT팀`.
        glued: bool,
    },
    /// A maximal run of one dense script.
    Run(DenseScript),
    /// Emoji.
    Pictographs,
}

/// A piece of the text, between separators.
#[derive(Debug, Clone, Copy)]
pub(super) struct Span<'a> {
    pub(super) text: &'a str,
    pub(super) kind: SpanKind,
}

/// The spans of a text, in order.
pub(super) struct Spans<'a> {
    rest: &'a str,
    /// The span before this one was a run that ended where `rest` begins.
    after_run: bool,
}

impl<'a> Spans<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        Self { rest: text, after_run: false }
    }
}

impl<'a> Iterator for Spans<'a> {
    type Item = Span<'a>;

    fn next(&mut self) -> Option<Span<'a>> {
        let (start, first) = self.rest.char_indices().find(|&(_, c)| starts_span(classify(c)))?;
        let before_is_run = self.after_run && start == 0;
        let text = &self.rest[start..];
        let class = classify(first);
        let end = span_end(text, class);
        let (text, rest) = text.split_at(end);
        self.rest = rest;
        self.after_run = matches!(class, CharClass::Dense(_));
        let kind = match class {
            CharClass::Dense(script) => SpanKind::Run(script),
            CharClass::Pictograph => SpanKind::Pictographs,
            CharClass::Word | CharClass::Joiner | CharClass::Mark | CharClass::Comma | CharClass::Break => {
                SpanKind::Compound { glued: is_glued(before_is_run, text, rest) }
            }
        };
        Some(Span { text, kind })
    }
}

fn starts_span(class: CharClass) -> bool {
    match class {
        CharClass::Word | CharClass::Dense(_) | CharClass::Pictograph | CharClass::Joiner => true,
        CharClass::Mark | CharClass::Comma | CharClass::Break => false,
    }
}

fn span_end(text: &str, first: CharClass) -> usize {
    text.char_indices()
        .find(|&(at, c)| !continues(first, text.as_bytes(), at, classify(c)))
        .map_or(text.len(), |(at, _)| at)
}

/// Whether the character at `at`, of class `class`, goes on with a span that began with `first`.
fn continues(first: CharClass, text: &[u8], at: usize, class: CharClass) -> bool {
    if class == CharClass::Mark {
        return true;
    }
    match first {
        CharClass::Dense(_) | CharClass::Pictograph => class == first,
        CharClass::Word | CharClass::Joiner | CharClass::Mark | CharClass::Comma | CharClass::Break => {
            let is_digit = |place: Option<&u8>| place.is_some_and(u8::is_ascii_digit);
            match class {
                CharClass::Word | CharClass::Joiner => true,
                CharClass::Comma => at > 0 && is_digit(text.get(at - 1)) && is_digit(text.get(at + 1)),
                CharClass::Dense(_) | CharClass::Pictograph | CharClass::Mark | CharClass::Break => false,
            }
        }
    }
}

fn is_glued(before_is_run: bool, text: &str, rest: &str) -> bool {
    let after_is_run = || rest.chars().next().is_some_and(|c| matches!(classify(c), CharClass::Dense(_)));
    before_is_run && text.chars().next().is_some_and(is_word)
        || text.chars().next_back().is_some_and(is_word) && after_is_run()
}
