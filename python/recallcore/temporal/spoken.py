"""In which languages a text may be: by its letters first, among the Latin ones by its words."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Final

from recallcore.temporal.lexicons import LANGUAGES, vocabulary
from recallcore.temporal.text import fold

_SCRIPTS: Final = re.compile(
    r"(?P<ko>[\uac00-\ud7a3\u1100-\u11ff])|(?P<ja>[\u3041-\u30ff])|(?P<zh>[\u3400-\u9fff〇])"
)
_WORDS: Final = re.compile(r"[^\W\d_]+")
_LATIN: Final = ("en", "de", "fr", "es", "pt", "it", "nl")
_LONE_COMMON: Final = 2
"""So many frequent words more than the next language settle which one it is."""


def languages_of(text: str, languages: Sequence[str] | None) -> tuple[str, ...]:
    """Returns the languages whose lexicons to try, most likely first.

    Args:
        text: The text.
        languages: The caller's choice, or None.

    Example:
        >>> languages_of("지난주에 뭐 했지", None), languages_of("qué hice la semana pasada", None)
        (('ko',), ('es',))
    """
    if languages is not None:
        return tuple(code for code in dict.fromkeys(languages) if code in LANGUAGES)
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
    return tuple(code for code in dict.fromkeys((*chosen, *latin)) if code in LANGUAGES)


def _speaks_latin(text: str) -> bool:
    """Whether a text in another script holds words of time in the Latin one."""
    words = _latin_words()
    return any(
        triggers for word in _WORDS.findall(fold(text)) for _, triggers in (words.get(word, ((), ())),)
    )


def _latin_languages(text: str) -> tuple[str, ...]:
    known = _latin_words()
    score: Counter[str] = Counter()
    speaking: dict[str, None] = {}
    for word in _WORDS.findall(fold(text)):
        if word in known:
            common, triggers = known[word]
            score.update(common)
            for code in triggers:
                speaking.setdefault(code)
    likely = max(score.values(), default=0)
    if not speaking:
        # Only numbers can be a date: the language says in which order to read them.
        return (max(_LATIN, key=lambda code: score[code]),) if any(map(str.isdigit, text)) else ()
    ranked = sorted(speaking, key=lambda code: -score[code])
    if likely >= _LONE_COMMON and score[ranked[0]] == 0:
        return ()
    return tuple(code for code in ranked if likely - score[code] < _LONE_COMMON)


@cache
def _latin_words() -> Mapping[str, tuple[tuple[str, ...], tuple[str, ...]]]:
    """For each word, the languages in which it is frequent, and those in which it speaks of time."""
    common: dict[str, list[str]] = {}
    triggers: dict[str, list[str]] = {}
    for code in _LATIN:
        if code in LANGUAGES:
            frequent, speaking = vocabulary(code)
            for word in frequent:
                common.setdefault(word, []).append(code)
            for word in speaking:
                triggers.setdefault(word, []).append(code)
    return {
        word: (tuple(common.get(word, ())), tuple(triggers.get(word, ()))) for word in {**common, **triggers}
    }
