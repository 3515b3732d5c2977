//! Korean words that ask: as common in questions, and as rare in memories, as `who` and `what` are in English.
//!
//! A memory that happens to hold one would otherwise outweigh those that hold what is asked for.

/// Question words without their particles and endings, sorted.
const WORDS: [&str; 21] = [
    "누가",
    "누구",
    "누굴",
    "몇",
    "무슨",
    "무얼",
    "무엇",
    "뭐",
    "뭔",
    "뭘",
    "어느",
    "어디",
    "어디서",
    "어딜",
    "어떠한",
    "어떤",
    "어떻게",
    "언제",
    "얼마",
    "얼마나",
    "왜",
];

/// What may follow a question word and its particle, sorted.
const COPULAS: [&str; 15] = [
    "",
    "냐",
    "니",
    "야",
    "예요",
    "이냐",
    "이니",
    "이야",
    "이에요",
    "인가",
    "인가요",
    "인데",
    "인지",
    "일까",
    "입니까",
];

/// How a verb ends in a question, sorted; two syllables and more, for one is too often part of a noun.
const ENDINGS: [&str; 13] =
    ["가요", "까요", "나요", "는가", "는지", "니까", "던가", "던지", "은가", "은지", "을까", "인가", "인지"];

/// Whether a run of Hangul is a question word, with a particle and an ending or without; `particles` are sorted.
pub(super) fn is_question_word(run: &str, particles: &[&str]) -> bool {
    let ends = |tail: &str| COPULAS.binary_search(&tail).is_ok();
    // Longest first is not needed: one way to cut it is enough.
    WORDS.iter().filter_map(|word| run.strip_prefix(word)).any(|tail| {
        ends(tail)
            || tail
                .char_indices()
                .map(|(at, syllable)| tail.split_at(at + syllable.len_utf8()))
                .take(2)
                .any(|(particle, rest)| particles.binary_search(&particle).is_ok() && ends(rest))
    })
}

/// Where the ending begins with which a verb asks: at the end of the run where it has none.
pub(super) fn verb_ending(run: &str) -> usize {
    const ENDING_BYTES: usize = 2 * '가'.len_utf8();
    match run.len().checked_sub(ENDING_BYTES).filter(|at| *at > 0) {
        Some(at) if ENDINGS.binary_search(&run.get(at..).unwrap_or_default()).is_ok() => at,
        Some(_) | None => run.len(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_sorted_and_without_repeats() {
        for list in [WORDS.as_slice(), COPULAS.as_slice(), ENDINGS.as_slice()] {
            assert!(list.is_sorted_by(|left, right| left < right), "{list:?}");
        }
    }
}
