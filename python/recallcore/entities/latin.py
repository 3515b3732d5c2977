"""Names in scripts with capital letters: runs of capitalised words, without those that a rule capitalises."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from recallcore.entities.english_words import (
    COMMON_WORDS,
    FUNCTION_WORDS,
    LABELS,
    NAMES_LIKE_VERBS,
    NEVER_NAMES,
    TITLES,
)
from recallcore.entities.german import drop_german_nouns, is_german
from recallcore.entities.literals import Mention
from recallcore.entities.word_list import listed

_UPPER: Final = "A-ZÀ-ÖØ-ÞĀ-ŽΑ-ΩА-ЯЁ"
_LETTER: Final = "A-Za-zÀ-ÖØ-öø-žΑ-Ωα-ωА-яЁё"
# One word: letters, with apostrophes and hyphens inside and digits at the end. A word that goes on in digits
# or underscores is a literal's business.
_WORD: Final = re.compile(rf"[{_LETTER}]+(?:['’-][{_LETTER}]+)*")
_STARTS_UPPER: Final = re.compile(rf"[{_UPPER}]")
_CONNECTORS: Final = frozenset(listed("of de del della di da du van von der la le el bin"))
# At the head of a sentence these ends tell verbs, adverbs and abstract nouns from names.
_WORD_FORMS: Final = listed(
    """
        ing ly ed tion sion ness ment ments ship ence ance ity ous ful able ible ive est ings tions
        ities ism
        """
)
_SHORTEST_WORD_FORM: Final = 6
# No list of common words covers these scripts, so a lone word at the head of a sentence stays out.
_WITHOUT_WORD_LIST: Final = re.compile(r"[Α-Ωα-ωА-яЁё]")
_DRAWN_OUT: Final = re.compile(r"(.)\1\1")
_OPENERS: Final = frozenset(".!?:;…\n\r•*>|。！？(\"“‘'«—–\x01")
_LEADING: Final = frozenset(
    listed(
        """
        the a an my our your his her their its this that these those
        """
    )
)


@dataclass(frozen=True, slots=True)
class Word:
    """A word of a text: its form without a possessive ending, and where it stands."""

    text: str
    start: int
    end: int
    possessive: bool
    opens_sentence: bool


def find_names(text: str) -> list[Mention]:
    """Returns the names of `text` in order.

    A word at the head of a sentence is a name only if it is no common word. Titles (Dr., Ms.), months and
    weekdays are no part of a name.

    Example:
        >>> find_names("Yesterday Mary-Jane met Dr. Park at the Bank of America.")
        [(10, 'Mary-Jane'), (28, 'Park'), (40, 'Bank of America')]
    """
    words = _capitalised(text)
    if not words:
        return []
    if is_german(text):
        words = drop_german_nouns(text, words)
    runs: list[list[Word]] = []
    for word in words:
        if runs and _joins(text, runs[-1][-1], word):
            runs[-1].append(word)
        else:
            runs.append([word])
    shouting = sum(word.text.isupper() for word in words) >= 4 and text.isupper()
    mentions: list[Mention] = []
    for run in runs:
        trimmed = _trim(run, shouting=shouting)
        if trimmed and not (len(trimmed) == 1 and _is_exclaimed(text, trimmed[0])):
            mentions.append((trimmed[0].start, text[trimmed[0].start : trimmed[-1].end]))
    return mentions


def _capitalised(text: str) -> list[Word]:
    """Every word with a capital first letter that could belong to a name."""
    words: list[Word] = []
    for match in _WORD.finditer(text):
        form = match.group()
        if not _STARTS_UPPER.match(form):
            continue
        start = match.start()
        possessive = form.endswith(("'s", "’s"))
        base = form[:-2] if possessive else _without_lower_tail(form)
        if base:
            words.append(Word(base, start, start + len(base), possessive, _opens_sentence(text, start)))
    return words


def _without_lower_tail(form: str) -> str:
    """Cuts what hangs on a name by a hyphen or an apostrophe: "Spanish-speaking" gives "Spanish"."""
    base = form
    while True:
        at = max(base.rfind("-"), base.rfind("'"), base.rfind("’"))
        if at < 0 or _STARTS_UPPER.match(base[at + 1 :]):
            return base
        base = base[:at]


def _opens_sentence(text: str, start: int) -> bool:
    at = start - 1
    while at >= 0 and text[at] in " \t":
        at -= 1
    if at < 0:
        return True
    if text[at] == "-" and (at == 0 or text[at - 1] == "\n"):
        return True
    if text[at] == "." and _ends_in_title(text, at):
        return False
    return (text[at] in _OPENERS and not (text[at] == "\x01" and at != start - 1)) or text[at] == "\n"


def _ends_in_title(text: str, stop: int) -> bool:
    """Whether the full stop at `stop` belongs to a title or an initial, as in "Dr. Park" and "J. Smith"."""
    start = stop
    while start > 0 and text[start - 1].isalpha() and stop - start < 5:
        start -= 1
    word = text[start:stop]
    return word.lower() in TITLES or (len(word) == 1 and word.isupper() and word != "I")


def _joins(text: str, left: Word, right: Word) -> bool:
    """Whether two capitalised words belong to one run."""
    if left.possessive:
        return False
    gap = text[left.end : right.start]
    if gap in (" ", " & "):
        return True
    if gap in (". ", "."):
        return left.text.lower() in TITLES or (len(left.text) == 1 and left.text != "I")
    return len(gap) > 3 and gap[0] == gap[-1] == " " and gap[1:-1] in _CONNECTORS


def _trim(run: list[Word], *, shouting: bool) -> list[Word]:
    """Drops the words at both ends of a run that are capitalised for another reason than being a name."""
    first, last = 0, len(run)
    while first < last and not _may_begin(run, first, shouting=shouting):
        first += 1
    while first < last and run[last - 1].text.lower() in NEVER_NAMES:
        last -= 1
    return run[first:last]


def _is_exclaimed(text: str, word: Word) -> bool:
    """Whether a lone word is a cry ("Woohoo!") or a function word for emphasis ("it was SO good")."""
    if word.text.lower() in FUNCTION_WORDS or _DRAWN_OUT.search(word.text.lower()):
        return True
    return word.opens_sentence and text[word.end : word.end + 1] == "!"


def _may_begin(run: list[Word], at: int, *, shouting: bool) -> bool:
    word = run[at]
    lower = word.text.lower()
    head = lower.partition("'")[0].partition("’")[0]
    if lower in NEVER_NAMES or lower in TITLES or lower in _LEADING:
        return False
    if len(word.text) == 1:
        # An initial is followed by a full stop and the name: "J. Smith".
        return at + 1 < len(run) and word.text != "I" and run[at + 1].start <= word.end + 2
    if not (word.opens_sentence or shouting):
        # In the middle of a sentence a capital is a decision; only contractions such as "I'm" are left.
        return head not in NEVER_NAMES or head == lower
    if lower in LABELS and not word.possessive:
        return False
    if lower in COMMON_WORDS or (len(head) > 1 and head in COMMON_WORDS):
        return False
    if _WITHOUT_WORD_LIST.match(word.text) and len(run) == 1:
        return False
    if word.text.isupper() or lower in NAMES_LIKE_VERBS or word.possessive:
        return True
    return not (lower.endswith(_WORD_FORMS) and len(lower) >= _SHORTEST_WORD_FORM)
