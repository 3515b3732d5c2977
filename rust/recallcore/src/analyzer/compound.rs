//! Words and identifiers: whole and in parts.
//!
//! Three levels, each a term where it differs from the next: the *compound* between separators
//! (`src/main.rs:42`), its *segments* between strong joiners (`main.rs`), and their *words* between weak
//! joiners (`main`, `rs`). A word that mixes cases or letters and digits gives sub-words as well
//! (`getUserById`, `gpt4`).
//!
//! Only words are stemmed, and only words count towards the field's length. A part that is a stop word stays a
//! stop word, so that `do_not_disturb` does not score for every `do`; a part that is a *one-letter* stop word
//! is no term at all, so that the `A` of `A-20391` is never taken for the article.

use rust_stemmers::{Algorithm, Stemmer};

use super::analysis::{Analysis, TermClass, cut};
use super::chars::{fold_into, is_strong_joiner, is_word};
use super::stop_words::is_stop_word;

/// Longer words are no English, and no name that a person wrote in camelCase: hashes and encoded data.
const MAX_ENGLISH_BYTES: usize = 64;

/// How many words are also joined to one: `wi-fi` and `wifi`, `node.js` and `nodejs`, `user_id` and `userId`.
const JOINED_WORDS: std::ops::RangeInclusive<usize> = 2..=3;

/// Where a word stands, which decides what a stop word is there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Place {
    /// By itself: a stop word is one.
    Alone,
    /// Glued to a dense script (`IT팀`): nothing is a stop word.
    Glued,
    /// In an identifier.
    Part,
}

/// Adds the terms of a compound; `glued` to a run of a dense script, its stop words are content.
pub(super) fn analyze(compound: &str, glued: bool, analysis: &mut Analysis) {
    let place = if glued { Place::Glued } else { Place::Alone };
    let mut writer = Writer { stemmer: Stemmer::create(Algorithm::English), folded: String::new(), analysis };
    // Joiners are ASCII: without one, the compound is one word, as most are.
    if compound.bytes().all(|byte| byte.is_ascii_alphanumeric() || !byte.is_ascii()) {
        writer.word(compound, place);
        return;
    }
    let Some(trimmed) = Trimmed::of(compound) else { return };
    if !trimmed.unprefixed.contains(is_strong_joiner) && date_end(trimmed.unprefixed).is_none() {
        writer.segment(&trimmed, place);
        return;
    }
    let words_before = writer.analysis.content_words();
    writer.whole(&trimmed);
    for part in compound.split(is_strong_joiner) {
        let (date, time) = part.split_at(date_end(part).unwrap_or(part.len()));
        for segment in [date, time.get(1..).unwrap_or_default()] {
            if let Some(trimmed) = Trimmed::of(segment) {
                writer.segment(&trimmed, Place::Part);
            }
        }
    }
    writer.count_if_wordless(words_before);
}

/// Where the date of a timestamp like `2026-06-10T12:30` ends: at the `T`.
fn date_end(text: &str) -> Option<usize> {
    let bytes = text.as_bytes().get(..13)?;
    let is_shape = bytes.iter().zip(b"dddd-dd-ddTdd").all(|(byte, shape)| match shape {
        b'd' => byte.is_ascii_digit(),
        _ => byte.eq_ignore_ascii_case(shape),
    });
    is_shape.then_some(10)
}

/// A compound or segment without the punctuation that is not its own.
struct Trimmed<'a> {
    /// With the mark before it (`.NET`, `-rf`, `@minji`) and after it (`C++`, `C#`).
    whole: &'a str,
    /// Without the mark before it.
    unprefixed: &'a str,
}

impl<'a> Trimmed<'a> {
    /// Nothing, if there is no word in `text`.
    fn of(text: &'a str) -> Option<Self> {
        let first = text.find(char::is_alphanumeric)?;
        let (last, last_char) = text.char_indices().rfind(|&(_, c)| is_word(c))?;
        let mut end = last + last_char.len_utf8();
        let start = first - prefix_len(&text[..first]);
        if let Some(base) = without_possessive(&text[first..end]) {
            end = first + base.len();
        } else {
            end += suffix_len(&text[end..]);
        }
        Some(Self { whole: &text[start..end], unprefixed: &text[first..end] })
    }

    fn is_one_word(&self) -> bool {
        self.whole.chars().all(is_word)
    }
}

/// How many bytes at the end of `head` belong to what follows: a single `.`, `-`, `#`, `@`, `/`, `$`, or `--`.
/// A repeated mark (`...and`) is punctuation.
fn prefix_len(head: &str) -> usize {
    let mut marks = head.bytes().rev();
    let (Some(last), before, second) = (marks.next(), marks.next(), marks.next()) else { return 0 };
    match (last, before == Some(last)) {
        (b'-', true) if second != Some(b'-') => 2,
        (b'.' | b'-' | b'#' | b'@' | b'/' | b'$', false) => 1,
        _ => 0,
    }
}

/// How many bytes at the start of `tail` belong to what is before: `++`, `+` or `#`.
fn suffix_len(tail: &str) -> usize {
    if tail.starts_with("++") { 2 } else { usize::from(tail.starts_with(['+', '#'])) }
}

/// `Minji` of `Minji's`, but nothing of `what's`.
fn without_possessive(text: &str) -> Option<&str> {
    let base = text.strip_suffix("'s").or_else(|| text.strip_suffix("'S"))?;
    // The longest contraction in the list is short; whatever is longer need not be folded to know.
    let is_contraction = text.len() <= 16 && is_stop_word(&text.to_lowercase());
    (!base.is_empty() && !is_contraction).then_some(base)
}

struct Writer<'a> {
    stemmer: Stemmer,
    /// The case-folded form at hand.
    folded: String,
    analysis: &'a mut Analysis,
}

impl Writer<'_> {
    fn segment(&mut self, trimmed: &Trimmed<'_>, place: Place) {
        if trimmed.is_one_word() {
            self.word(trimmed.whole, place);
            return;
        }
        fold_into(&mut self.folded, cut(trimmed.whole));
        if is_stop_word(&self.folded) {
            self.analysis.word(&self.folded, TermClass::Stop);
            return;
        }
        let words_before = self.analysis.content_words();
        self.whole(trimmed);
        self.joined(trimmed.unprefixed);
        for word in words(trimmed.unprefixed) {
            self.word(word, Place::Part);
        }
        self.count_if_wordless(words_before);
    }

    /// The whole form, with and without the mark before it.
    fn whole(&mut self, trimmed: &Trimmed<'_>) {
        fold_into(&mut self.folded, cut(trimmed.whole));
        self.analysis.form(&self.folded, TermClass::Content);
        let is_prefixed = trimmed.unprefixed.len() < trimmed.whole.len();
        if is_prefixed && !trimmed.unprefixed.chars().all(is_word) {
            fold_into(&mut self.folded, cut(trimmed.unprefixed));
            self.analysis.form(&self.folded, TermClass::Content);
        }
    }

    /// The words as one: letters joined by one `-`, `_`, `.` or `'` each, or a number without its commas.
    fn joined(&mut self, segment: &str) {
        if segment.len() > MAX_ENGLISH_BYTES {
            return;
        }
        if is_grouped_number(segment) {
            self.folded.clear();
            self.folded.extend(segment.split(','));
            self.analysis.form(&self.folded, TermClass::Content);
            return;
        }
        let is_letters = |word: &str| !word.is_empty() && word.chars().all(char::is_alphabetic);
        let joiners = ['-', '_', '.', '\''];
        let mut parts = segment.split(joiners);
        if JOINED_WORDS.contains(&parts.clone().count()) && parts.all(is_letters) {
            fold_into(&mut self.folded, &segment.replace(joiners, ""));
            if !is_stop_word(&self.folded) {
                self.stemmed();
            }
        }
    }

    fn word(&mut self, word: &str, place: Place) {
        fold_into(&mut self.folded, cut(word));
        if is_stop_word(&self.folded) {
            match place {
                Place::Alone => return self.analysis.word(&self.folded, TermClass::Stop),
                Place::Part => return self.stop_part(),
                Place::Glued => {}
            }
        }
        self.stemmed();
        self.analysis.count(TermClass::Content);
        for part in sub_words(word) {
            fold_into(&mut self.folded, part);
            if is_stop_word(&self.folded) {
                self.stop_part();
            } else {
                self.stemmed();
            }
        }
    }

    fn stop_part(&mut self) {
        if self.folded.len() > 1 {
            self.analysis.form(&self.folded, TermClass::Stop);
        }
    }

    /// Adds the folded form, stemmed if it can be English.
    fn stemmed(&mut self) {
        let is_english = (3..=MAX_ENGLISH_BYTES).contains(&self.folded.len())
            && self.folded.bytes().all(|byte| byte.is_ascii_lowercase());
        if is_english {
            self.analysis.form(&self.stemmer.stem(&self.folded), TermClass::Content);
        } else {
            self.analysis.form(&self.folded, TermClass::Content);
        }
    }

    /// An identifier of stop words alone (`and/or`, `-a`) counts as the one word that it is.
    fn count_if_wordless(&mut self, words_before: u32) {
        if self.analysis.content_words() == words_before {
            self.analysis.count(TermClass::Content);
        }
    }
}

fn words(segment: &str) -> impl Iterator<Item = &str> {
    segment.split(|c| !is_word(c)).filter(|word| !word.is_empty())
}

/// Whether commas part `text` into groups of three digits: `1,000`, `12,345.67`.
fn is_grouped_number(text: &str) -> bool {
    let digits = |group: &str| group.bytes().take_while(u8::is_ascii_digit).count();
    let mut groups = text.split(',');
    let Some(head) = groups.next() else { return false };
    text.contains(',')
        && (1..=3).contains(&head.len())
        && digits(head) == head.len()
        && groups.all(|group| digits(group) == 3)
}

/// The sub-words of a camelCase word or, failing that, the letters and digits of a word like `gpt4` or `10am`.
///
/// None for a word that begins with a single letter of another case (`iPhone`, `eBay`), for a plural
/// (`PDFs`), for a single letter with a number (`A002`, `v2`), and for hashes and encoded data.
fn sub_words(word: &str) -> Vec<&str> {
    let is_plain = !word.starts_with(|c: char| c.is_ascii_digit())
        && word.bytes().skip(1).all(|byte| byte.is_ascii_lowercase());
    if is_plain || !word.is_ascii() || word.len() > MAX_ENGLISH_BYTES {
        return Vec::new();
    }
    let by_case = split_where(word, is_case_boundary);
    match by_case.first() {
        Some(first) if first.len() > 1 => return by_case,
        Some(_) => return Vec::new(),
        None => {}
    }
    let is_kind_boundary =
        |bytes: &[u8], at: usize| bytes[at - 1].is_ascii_digit() != bytes[at].is_ascii_digit();
    let by_kind = split_where(word, is_kind_boundary);
    let is_name_and_number = by_kind.len() == 2
        && by_kind.iter().all(|part| part.len() > 1 || part.bytes().all(|byte| byte.is_ascii_digit()));
    if is_name_and_number { by_kind } else { Vec::new() }
}

/// The pieces of `word` between boundaries, or nothing if there is no boundary.
fn split_where(word: &str, is_boundary: impl Fn(&[u8], usize) -> bool) -> Vec<&str> {
    let mut parts = Vec::new();
    let mut start = 0;
    for at in 1..word.len() {
        if is_boundary(word.as_bytes(), at) {
            parts.push(&word[start..at]);
            start = at;
        }
    }
    if start > 0 {
        parts.push(&word[start..]);
    }
    parts
}

/// Before the `U` of `getUser`, and before the `S` of `HTTPServer` (two small letters after it: not `PDFs`).
fn is_case_boundary(bytes: &[u8], at: usize) -> bool {
    let is_lower = |place: usize| bytes.get(place).is_some_and(u8::is_ascii_lowercase);
    bytes[at].is_ascii_uppercase()
        && (is_lower(at - 1) || bytes[at - 1].is_ascii_uppercase() && is_lower(at + 1) && is_lower(at + 2))
}
