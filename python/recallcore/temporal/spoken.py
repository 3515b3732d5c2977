"""In which languages a text may be: by its letters first, among the Latin ones by its words."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Final, NamedTuple

from recallcore.temporal.frequent import FREQUENT
from recallcore.temporal.lexicons import LANGUAGES, vocabulary
from recallcore.temporal.text import fold

_SCRIPTS: Final = re.compile(
    r"(?P<ko>[\uac00-\ud7a3\u1100-\u11ff])|(?P<ja>[\u3041-\u30ff])|(?P<zh>[\u3400-\u9fff〇])"
)
WORD: Final = re.compile(r"[a-z\u00df-\u024f]+")
LATIN: Final = ("en", "de", "fr", "es", "pt", "it", "nl")
_SURE: Final = 2
"""So many frequent words more than the next language settle which one it is."""


class Spoken(NamedTuple):
    """A language that a text may be in.

    Attributes:
        code: ISO 639-1.
        doubtful: Whether a likelier language knows the same words: then it must read more than one of them.
        settled: Whether its words or its letters, or the caller, leave no doubt.
    """

    code: str
    doubtful: bool = False
    settled: bool = False


def languages_of(text: str, languages: Sequence[str] | None) -> tuple[Spoken, ...]:
    """Returns the languages whose lexicons to try, most likely first.

    Args:
        text: The text.
        languages: The caller's choice, or None.

    Example:
        >>> [spoken.code for spoken in languages_of("지난주에 뭐 했지", None)]
        ['ko']
    """
    if languages is not None:
        return tuple(Spoken(code, settled=True) for code in dict.fromkeys(languages) if code in LANGUAGES)
    if text.isascii():
        return _latin_languages(text)
    scripts = {str(found.lastgroup) for found in _SCRIPTS.finditer(fold(text))}
    chosen: list[str] = []
    if "ko" in scripts:
        chosen.append("ko")
    if "ja" in scripts:
        chosen.append("ja")
    elif "zh" in scripts and "ko" not in scripts:
        chosen += ["zh", "ja"]
    latin = _latin_languages(text) if not chosen or _speaks_latin(text) else ()
    return (*(Spoken(code, settled=not latin) for code in chosen), *latin)


def _speaks_latin(text: str) -> bool:
    """Whether a text in another script holds words of time in the Latin one."""
    words = WORD.findall(fold(text))
    return bool(words) and any(word in _telling()[0] for word in words)


def _latin_languages(text: str) -> tuple[Spoken, ...]:
    words = WORD.findall(fold(text))
    frequent = _frequent()
    score: Counter[str] = Counter()
    for word in words:
        score.update(frequent.get(word, ()))
    top, second = _first_two(score)
    if score[top] - score[second] >= _SURE:
        return (Spoken(top, settled=True),)
    telling, beside = _telling()
    speaking: dict[str, set[str]] = {}
    for word in words:
        score.update(beside.get(word, ()))
        for code in telling.get(word, ()):
            speaking.setdefault(code, set()).add(word)
    top = max(LATIN, key=lambda code: score[code])
    chosen: list[Spoken] = []
    heard: set[str] = set()
    for code in sorted(speaking, key=lambda code: (-score[code], LATIN.index(code))):
        if score[top] - score[code] < _SURE:
            chosen.append(Spoken(code, doubtful=speaking[code] <= heard))
            heard |= speaking[code]
    # Without such a word numbers can still be a date, and the language says in which order to read them.
    return tuple(chosen) or ((Spoken(top),) if any(map(str.isdigit, text)) else ())


def _first_two(score: Counter[str]) -> tuple[str, str]:
    first, second, *_ = sorted(LATIN, key=lambda code: (-score[code], LATIN.index(code)))
    return first, second


@cache
def _frequent() -> Mapping[str, tuple[str, ...]]:
    """For each frequent word its languages."""
    return _by_word({code: FREQUENT[code].split() for code in LATIN})


@cache
def _telling() -> tuple[Mapping[str, tuple[str, ...]], Mapping[str, tuple[str, ...]]]:
    """For each word that may speak of time, the languages in which it does; the same for what stands by."""
    known = {code: vocabulary(code) for code in LATIN}
    return (
        _by_word({code: telling for code, (telling, _) in known.items()}),
        _by_word({code: beside for code, (_, beside) in known.items()}),
    )


def _by_word(languages: Mapping[str, Iterable[str]]) -> Mapping[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for code, words in languages.items():
        for word in words:
            found[word] = (*found.get(word, ()), code)
    return found
