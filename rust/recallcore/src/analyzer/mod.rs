//! Turns text into search terms: one function, used when a memory is written and when a query is read.
//!
//! The steps: NFKC and a few look-alikes made equal (`chars`), the text cut into spans (`spans`), and each
//! span turned into terms: words and identifiers (`compound`), runs of scripts without spaces between
//! words (`runs`), and emoji. Any input is literal text; there is no query language. The work is linear in
//! the length of the text, whatever the text holds.

mod analysis;
mod chars;
mod compound;
mod korean_questions;
mod runs;
mod spans;
mod stop_words;
#[cfg(test)]
mod tests;
mod writing;

pub use analysis::{Analysis, MAX_TERM_BYTES, Term, TermClass};
pub use writing::writing;

use spans::{SpanKind, Spans};
use unicode_segmentation::UnicodeSegmentation;

/// Analyses `text` into terms, in text order.
///
/// - Words are case-folded; English words are stemmed; English stop words are marked, not removed.
/// - `'s` is stripped, `don’t` equals `don't`, zero-width characters are dropped, control characters
///   separate.
/// - Hangul, Han, kana and Thai-like runs give their overlapping pairs of characters beside the whole run,
///   which goes without a Korean particle at its end.
/// - An identifier (`RULE-A002`, `user_id`, `getUserById`, `C++`, `/etc/nginx/nginx.conf`) gives its whole
///   form and its parts, so that a part finds it and the exact form ranks first.
/// - An emoji is a term. Text without a letter, digit or emoji gives no term.
///
/// ```
/// let analysis = recallcore::analyzer::analyze("Minji's iPhone을 찾았다");
/// let terms: Vec<&str> = analysis.terms().map(|term| term.text).collect();
/// assert_eq!(terms, ["minji", "iphon", "을", "찾았다", "찾았", "았다"]);
/// ```
pub fn analyze(text: &str) -> Analysis {
    let text = chars::normalize(text);
    let mut analysis = Analysis::default();
    for span in Spans::new(&text) {
        match span.kind {
            SpanKind::Compound { glued } => compound::analyze(span.text, glued, &mut analysis),
            SpanKind::Run(script) => runs::analyze(span.text, script, &mut analysis),
            SpanKind::Pictographs => pictographs(span.text, &mut analysis),
        }
    }
    analysis
}

/// Each emoji is a word; the members of a joined emoji (a family, a profession) are further forms of it.
fn pictographs(text: &str, analysis: &mut Analysis) {
    for emoji in text.graphemes(true) {
        analysis.word(emoji, TermClass::Content);
        if emoji.contains(chars::ZERO_WIDTH_JOINER) {
            for member in emoji.split(chars::ZERO_WIDTH_JOINER) {
                analysis.form(member, TermClass::Content);
            }
        }
    }
}
