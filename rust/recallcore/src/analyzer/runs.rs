//! Runs of scripts in which spaces do not part words: overlapping pairs beside the whole run.
//!
//! Pairs let a noun be found whatever particle is glued to it (`민지` in `민지의`) and a word inside a
//! sentence without spaces, with no dictionary. The whole run lets the exact form rank first; a Korean one goes
//! without its particle, so that `대통령은` and `대통령이` share it and a noun of one syllable, which has no pair
//! of its own, is found as well (`집` in `집에서`). With the particle left on, a rare ending would outweigh the
//! noun: nDCG@10 on KorQuAD falls from .942 to .934.

use super::analysis::{Analysis, TermClass};
use super::chars::{DenseScript, is_mark};
use super::korean_questions;

/// The longest run, in characters, that is also a term as a whole: longer ones are sentences, not words.
const MAX_WHOLE_CHARS: usize = 16;

/// Korean particles of one or two syllables, sorted.
const PARTICLES: [&str; 40] = [
    "가", "과", "까지", "께", "께서", "나", "는", "도", "들", "라도", "랑", "로", "를", "마다", "마저", "만",
    "만큼", "밖에", "보다", "부터", "야", "에", "에게", "에는", "에도", "에만", "에서", "에선", "와", "으로",
    "은", "을", "의", "이", "이나", "이랑", "조차", "처럼", "하고", "한테",
];

pub(super) fn analyze(run: &str, script: DenseScript, analysis: &mut Analysis) {
    // A character here is a base with its marks, so that no pair begins with a vowel sign.
    let mut starts = run.char_indices().filter(|&(_, c)| !is_mark(c)).map(|(at, _)| at).skip(1);
    let Some(mut second) = starts.next() else {
        analysis.word(run, single_class(run, script));
        return;
    };
    let asks = script == DenseScript::Hangul && korean_questions::is_question_word(run, &PARTICLES);
    let class = if asks { TermClass::Stop } else { TermClass::Content };
    let ending = if script == DenseScript::Hangul { korean_questions::verb_ending(run) } else { run.len() };
    let whole = without_particle(run, script);
    let whole_chars = whole.chars().filter(|&c| !is_mark(c)).take(MAX_WHOLE_CHARS + 1).count();
    // A whole of two characters is a pair already.
    if whole_chars != 2 && whole_chars <= MAX_WHOLE_CHARS {
        analysis.form(whole, class);
    }
    let mut first = 0;
    for end in starts.chain([run.len()]) {
        analysis.word(&run[first..end], if first >= ending { TermClass::Stop } else { class });
        first = second;
        second = end;
    }
}

/// A Korean run without the particle at its end, any other run as it is.
fn without_particle(run: &str, script: DenseScript) -> &str {
    const SYLLABLE_BYTES: usize = '가'.len_utf8();
    if script != DenseScript::Hangul {
        return run;
    }
    for particle_bytes in [2 * SYLLABLE_BYTES, SYLLABLE_BYTES] {
        let split = run.len().checked_sub(particle_bytes).and_then(|at| run.split_at_checked(at));
        match split {
            Some((noun, tail)) if !noun.is_empty() && PARTICLES.binary_search(&tail).is_ok() => return noun,
            Some(_) | None => {}
        }
    }
    run
}

/// One hiragana between other scripts is a particle or an ending, as common as an English stop word; so are the
/// question words of one syllable.
fn single_class(run: &str, script: DenseScript) -> TermClass {
    let is_stop = match script {
        DenseScript::Kana => run.starts_with(|c| ('\u{3041}'..='\u{309F}').contains(&c)),
        DenseScript::Hangul => korean_questions::is_question_word(run, &PARTICLES),
        DenseScript::Han | DenseScript::SouthEastAsian => false,
    };
    if is_stop { TermClass::Stop } else { TermClass::Content }
}
