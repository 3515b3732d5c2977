//! What each character means to the analyzer, and the normal form that the rest of it reads.

use std::borrow::Cow;

use caseless::Caseless;
use unicode_normalization::{IsNormalized, UnicodeNormalization, char::is_combining_mark, is_nfkc_quick};

/// Joins emoji into one.
pub(super) const ZERO_WIDTH_JOINER: char = '\u{200D}';

/// A script written without spaces between words, or (Hangul) with particles glued to nouns.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum DenseScript {
    /// Korean syllables and letters.
    Hangul,
    /// Chinese characters, in Chinese, Japanese and Korean.
    Han,
    /// Hiragana, katakana, bopomofo.
    Kana,
    /// Thai, Lao, Burmese, Khmer.
    SouthEastAsian,
}

/// What a character does to the span it stands in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum CharClass {
    /// A letter or digit of a script with spaces between words.
    Word,
    /// A character of a dense script.
    Dense(DenseScript),
    /// An emoji.
    Pictograph,
    /// A combining mark: belongs to what it follows.
    Mark,
    /// Punctuation that holds an identifier together.
    Joiner,
    /// A comma, which holds digits together and separates everything else.
    Comma,
    /// Everything else separates.
    Break,
}

/// The class of a character of a normalised text.
pub(super) fn classify(c: char) -> CharClass {
    match c {
        'a'..='z' | 'A'..='Z' | '0'..='9' => CharClass::Word,
        ',' => CharClass::Comma,
        _ if is_strong_joiner(c) || is_weak_joiner(c) => CharClass::Joiner,
        '\0'..='\x7F' | '\u{115F}' | '\u{1160}' => CharClass::Break,
        ZERO_WIDTH_JOINER => CharClass::Mark,
        _ if is_letter_or_digit(c) => dense_script(c).map_or(CharClass::Word, CharClass::Dense),
        _ if is_mark(c) => CharClass::Mark,
        _ if is_pictograph(c) => CharClass::Pictograph,
        _ => CharClass::Break,
    }
}

/// `char::is_alphanumeric`, with its search of a table spared for the commonest characters.
fn is_letter_or_digit(c: char) -> bool {
    match c {
        '\0'..='\x7F' => c.is_ascii_alphanumeric(),
        '\u{2000}'..='\u{206F}' | '\u{3000}'..='\u{3004}' => false,
        // Accented Latin, Cyrillic and Arabic.
        '\u{D8}'..='\u{F6}' | '\u{F8}'..='\u{24F}' | '\u{400}'..='\u{481}' | '\u{620}'..='\u{64A}' => true,
        _ => is_composed_letter(c) || c.is_alphanumeric(),
    }
}

/// Whether `c` combines with what it follows.
pub(super) fn is_mark(c: char) -> bool {
    c >= '\u{300}' && !is_composed_letter(c) && is_combining_mark(c)
}

/// Hangul syllables, the common Chinese characters and the kana: all letters, in normal form as they are.
fn is_composed_letter(c: char) -> bool {
    matches!(c, '\u{AC00}'..='\u{D7A3}' | '\u{4E00}'..='\u{9FFF}' | '\u{3041}'..='\u{3096}' | '\u{30A1}'..='\u{30FA}' | 'ー')
}

/// Joins the segments of a path, URL, address or assignment.
pub(super) fn is_strong_joiner(c: char) -> bool {
    matches!(c, '/' | '\\' | ':' | '@' | '=' | '&' | '$')
}

/// Joins the words of one name.
pub(super) fn is_weak_joiner(c: char) -> bool {
    matches!(c, '-' | '_' | '.' | '\'' | '+' | '#')
}

/// Whether `c` belongs to a word rather than to the punctuation around it.
pub(super) fn is_word(c: char) -> bool {
    is_letter_or_digit(c) || is_mark(c)
}

fn dense_script(c: char) -> Option<DenseScript> {
    match u32::from(c) {
        0x0E00..=0x0EFF | 0x1000..=0x109F | 0x1780..=0x17FF => Some(DenseScript::SouthEastAsian),
        0x1100..=0x11FF | 0x3130..=0x318F | 0xA960..=0xA97F | 0xAC00..=0xD7FF => Some(DenseScript::Hangul),
        0x3040..=0x312F | 0x31A0..=0x31BF | 0x31F0..=0x31FF | 0x1_B000..=0x1_B16F => Some(DenseScript::Kana),
        0x2E80..=0x303F | 0x3400..=0x4DBF | 0x4E00..=0x9FFF | 0xF900..=0xFAFF | 0x2_0000..=0x3_FFFF => {
            Some(DenseScript::Han)
        }
        _ => None,
    }
}

fn is_pictograph(c: char) -> bool {
    matches!(u32::from(c), 0x1_F000..=0x1_FAFF | 0x2600..=0x27BF | 0x231A..=0x231B | 0x23E9..=0x23FA | 0x2B50..=0x2B55)
}

/// NFKC, with look-alike apostrophes and hyphens made equal and invisible characters taken out.
pub(super) fn normalize(text: &str) -> Cow<'_, str> {
    let is_normal = |c: char| c.is_ascii() || is_composed_letter(c) || matches!(c, '\u{3001}' | '\u{3002}');
    if text.chars().all(is_normal) {
        return Cow::Borrowed(text);
    }
    let mut visible = String::with_capacity(text.len());
    let mut previous = ' ';
    for c in text.chars() {
        if let Some(kept) = visible_form(previous, c) {
            visible.push(kept);
            previous = kept;
        }
    }
    match is_nfkc_quick(visible.chars()) {
        IsNormalized::Yes => Cow::Owned(visible),
        IsNormalized::No | IsNormalized::Maybe => Cow::Owned(visible.nfkc().collect()),
    }
}

/// What is left of `c` after the kept character `previous`; nothing, if it is invisible.
fn visible_form(previous: char, c: char) -> Option<char> {
    match c {
        '\u{2018}' | '\u{2019}' | '\u{201B}' | '\u{02BC}' => Some('\''),
        '\u{2010}'..='\u{2013}' | '\u{2212}' => Some('-'),
        // A zero-width space separates, as its name says; so do control characters, by their class.
        '\u{200B}' => Some(' '),
        ZERO_WIDTH_JOINER => is_pictograph(previous).then_some(c),
        // A skin tone does not make another emoji.
        '\u{1F3FB}'..='\u{1F3FF}' => (!is_pictograph(previous)).then_some(c),
        // Soft hyphen, direction marks, word joiners, variation selectors, keycaps, tags.
        '\u{00AD}'
        | '\u{034F}'
        | '\u{061C}'
        | '\u{180B}'..='\u{180F}'
        | '\u{200C}'
        | '\u{200E}'
        | '\u{200F}'
        | '\u{202A}'..='\u{202E}'
        | '\u{2060}'..='\u{206F}'
        | '\u{20E3}'
        | '\u{FE00}'..='\u{FE0F}'
        | '\u{FEFF}'
        | '\u{E0000}'..='\u{E0FFF}' => None,
        _ => Some(c),
    }
}

/// Writes the case-folded form of `text` into `folded`, whose old content is lost.
pub(super) fn fold_into(folded: &mut String, text: &str) {
    folded.clear();
    if text.is_ascii() {
        folded.push_str(text);
        folded.make_ascii_lowercase();
        return;
    }
    folded.extend(text.chars().default_case_fold());
    // Folding can undo composition (as of Greek letters with iota below), so the form is restored.
    match is_nfkc_quick(folded.chars()) {
        IsNormalized::Yes => {}
        IsNormalized::No | IsNormalized::Maybe => *folded = folded.nfkc().collect(),
    }
}
