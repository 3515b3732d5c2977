//! The script in which most of a text is written.

use unicode_script::{Script, UnicodeScript};

/// How much of a long text is looked at, in characters.
const ENOUGH: usize = 2048;

/// What most letters of a text are written in; none of a text without letters. Chinese characters and kana count as one.
///
/// ```
/// use recallcore::analyzer::writing;
///
/// assert_eq!(writing("where is the key?"), writing("Minji의 house rules"));
/// assert_ne!(writing("where is the key?"), writing("열쇠는 어디에 있지?"));
/// assert_eq!(writing("鍵はどこ？"), writing("钥匙在哪里"));
/// assert_eq!(writing("12:30 🙂"), None);
/// ```
pub fn writing(text: &str) -> Option<Script> {
    let mut counts: Vec<(Script, usize)> = Vec::new();
    for script in text.chars().take(ENOUGH).filter_map(script_of) {
        match counts.iter_mut().find(|(known, _)| *known == script) {
            Some((_, count)) => *count += 1,
            None => counts.push((script, 1)),
        }
    }
    // Of equal counts the script that comes first in the text.
    counts.iter().rev().max_by_key(|(_, count)| *count).map(|(script, _)| *script)
}

fn script_of(character: char) -> Option<Script> {
    match character.script() {
        Script::Common | Script::Inherited | Script::Unknown => None,
        Script::Hiragana | Script::Katakana | Script::Bopomofo => Some(Script::Han),
        script => character.is_alphabetic().then_some(script),
    }
}
