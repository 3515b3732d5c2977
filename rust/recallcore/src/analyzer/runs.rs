//! Runs of scripts in which spaces do not part words: overlapping pairs beside the whole run.
//!
//! Pairs let a noun be found whatever particle is glued to it (`민지` in `민지의`) and a word inside a
//! sentence without spaces, with no dictionary; the whole run lets the exact form rank first.

use unicode_normalization::char::is_combining_mark;

use super::analysis::{Analysis, TermClass};
use super::chars::DenseScript;

/// The longest run, in characters, that is also a term as a whole: longer ones are sentences, not words.
const MAX_WHOLE_CHARS: usize = 16;

/// Korean particles that leave a one-syllable noun without a pair of its own (`집에`, `집에서`), sorted.
const PARTICLES: [&str; 40] = [
    "가", "과", "까지", "께", "께서", "나", "는", "도", "들", "라도", "랑", "로", "를", "마다", "마저", "만",
    "만큼", "밖에", "보다", "부터", "야", "에", "에게", "에는", "에도", "에만", "에서", "에선", "와", "으로",
    "은", "을", "의", "이", "이나", "이랑", "조차", "처럼", "하고", "한테",
];

pub(super) fn analyze(run: &str, script: DenseScript, analysis: &mut Analysis) {
    // A character here is a base with its marks, so that no pair begins with a vowel sign.
    let mut starts = run.char_indices().filter(|&(_, c)| !is_combining_mark(c)).map(|(at, _)| at).skip(1);
    let Some(mut second) = starts.next() else {
        analysis.word(run, single_class(run, script));
        return;
    };
    if starts.clone().take(MAX_WHOLE_CHARS - 1).count() < MAX_WHOLE_CHARS - 1 {
        if starts.clone().next().is_some() {
            analysis.form(run, TermClass::Content);
        }
        if script == DenseScript::Hangul && PARTICLES.binary_search(&&run[second..]).is_ok() {
            analysis.form(&run[..second], TermClass::Content);
        }
    }
    let mut first = 0;
    for end in starts.chain([run.len()]) {
        analysis.word(&run[first..end], TermClass::Content);
        first = second;
        second = end;
    }
}

/// One hiragana between other scripts is a particle or an ending, as common as an English stop word.
fn single_class(run: &str, script: DenseScript) -> TermClass {
    let is_hiragana = run.starts_with(|c| ('\u{3041}'..='\u{309F}').contains(&c));
    if script == DenseScript::Kana && is_hiragana { TermClass::Stop } else { TermClass::Content }
}
