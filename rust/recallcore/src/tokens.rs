//! Counts tokens as the encoding `o200k_base` of the `tiktoken` family does, with its table inside the build.

/// The number of `o200k_base` tokens in `text`; 0 for the empty text.
///
/// The names of special tokens (`<|endoftext|>`) are ordinary text: a memory that holds one counts what it
/// says. The table is read once, on the first call (a tenth of a second or so); any thread may call.
///
/// ```
/// assert_eq!(recallcore::tokens::count_tokens("hello world"), 2);
/// ```
pub fn count_tokens(text: &str) -> usize {
    bpe_openai::o200k_base().count(text)
}

/// The end of `text`, of at most `limit` tokens, from a word on where it is cut.
///
/// ```
/// use recallcore::tokens::last_tokens;
///
/// assert_eq!(last_tokens("one two three", 2), "three");
/// assert_eq!(last_tokens("one two three", 9), "one two three");
/// ```
pub fn last_tokens(text: &str, limit: usize) -> &str {
    // Hardly a token is longer; what is before that need not be counted.
    let mut kept = suffix(text, limit.saturating_mul(LONG_TOKEN));
    loop {
        let count = count_tokens(kept);
        if count <= limit {
            break;
        }
        kept = suffix(kept, (kept.len() * limit / count).min(kept.len() - 1));
    }
    if kept.len() == text.len() {
        return kept;
    }
    kept.split_once(char::is_whitespace).map_or(kept, |(_, rest)| rest)
}

/// Bytes of a long token.
const LONG_TOKEN: usize = 16;

/// The last `bytes` of a text, fewer where that would cut a letter.
fn suffix(text: &str, bytes: usize) -> &str {
    let mut start = text.len().saturating_sub(bytes);
    while !text.is_char_boundary(start) {
        start += 1;
    }
    text.get(start..).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn counts_equal_the_published_encoding() {
        let cases = [
            ("", 0),
            ("hello world", 2),
            ("Hello, world!", 4),
            ("안녕하세요", 2),
            ("민지는 서울에 산다", 6),
            ("  spaces   kept ", 5),
            ("<|endoftext|>", 7),
        ];
        for (text, expected) in cases {
            assert_eq!(count_tokens(text), expected, "{text:?}");
        }
    }

    #[test]
    fn one_letter_repeated_for_a_mebibyte_is_counted_in_linear_work() {
        // Eight letters make one token, as long as any run of `a` goes.
        assert_eq!(count_tokens(&"a".repeat(1 << 20)), (1 << 20) / 8);
    }

    #[test]
    fn threads_share_one_table() {
        let counts: Vec<usize> = std::thread::scope(|scope| {
            let workers: Vec<_> = (0..4).map(|_| scope.spawn(|| count_tokens("hello world"))).collect();
            workers.into_iter().map(|worker| worker.join().unwrap()).collect()
        });
        assert_eq!(counts, [2; 4]);
    }

    proptest! {
        #[test]
        fn the_end_of_a_text_is_short_enough_and_its_end(text in "\\PC{0,300}", limit in 0usize..40) {
            let end = last_tokens(&text, limit);
            prop_assert!(text.ends_with(end));
            prop_assert!(count_tokens(end) <= limit);
            if count_tokens(&text) <= limit {
                prop_assert_eq!(end, text.as_str());
            }
        }

        #[test]
        fn text_has_between_one_token_and_one_a_byte(text in "\\PC{1,40}") {
            prop_assert!((1..=text.len()).contains(&count_tokens(&text)));
        }
    }
}
