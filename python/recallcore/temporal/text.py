"""Cuts a text into units: words of alphabets, single characters of Hangul, Han and kana, numbers, and signs.

Everything behind this module sees folded text (NFKC, lower case, digits 0 to 9). Every unit remembers where
it stands in the text that the caller gave, so that a match can be shown to a person.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from typing import Final

_GLYPHS: Final = (
    r"\u1100-\u11ff\u3005-\u3007\u3041-\u30ff\u3130-\u318f"
    r"\u3400-\u9fff\uac00-\ud7a3\uf900-\ufaff"
)
"""Hangul, Han, kana."""
_MARKS: Final = r"\u0300-\u036f\u0591-\u05c7\u064b-\u065f\u0900-\u0dff\u0e00-\u0eff"
"""Vowels and tones that belong to the letter before them, and scripts that are full of them."""
_UNIT: Final = re.compile(
    rf"([0-9]+)|([{_GLYPHS}])"
    rf"|((?:(?![{_GLYPHS}])[^\W0-9_]|[{_MARKS}])+)"
    r"|([^\w\s]|_)|(\S)"
)
_KINDS: Final = ("", "number", "glyph", "word", "sign", "other")
"""The groups of `_UNIT`, by their number."""
_SAME: Final = str.maketrans(
    {"’": "'", "‘": "'", "´": "'", "`": "'", "‐": "-", "‑": "-", "－": "-", "〜": "~"}
)
_DIGIT: Final = re.compile(r"(?![0-9])\d")
"""A decimal digit of another script: ٣, ३."""
_JAMO_BEHIND: Final = range(0x1160, 0x1200)
"""Vowels and closing consonants, which belong to the syllable that began before them."""
_KANA_MARKS: Final = "\uff9e\uff9f"
"""ﾞ and ﾟ behind half-width kana."""


@dataclass(frozen=True, slots=True)
class Units:
    """A text cut into units.

    Attributes:
        folded: The whole text, folded.
        words: What each unit says, folded.
        kinds: ``number``, ``word``, ``glyph`` (a syllable, or a character of a script without word borders),
            ``sign`` or ``other``.
        starts: Where each unit starts in the folded text.
        ends: Where each unit ends in the folded text.
        glued: Whether nothing stands between a unit and the one before it.
        places: For each character of the folded text, the first and the last place of what it was made from
            in the given one; None if they are equal.
    """

    folded: str
    words: list[str]
    kinds: list[str]
    starts: list[int]
    ends: list[int]
    glued: list[bool]
    places: list[tuple[int, int]] | None

    def span(self, first: int, last: int) -> tuple[int, int]:
        """Returns the place in the given text of the units from ``first`` up to, without, ``last``."""
        start, end = self.starts[first], self.ends[last - 1]
        if self.places is None:
            return start, end
        return self.places[start][0], self.places[end - 1][1] + 1


def fold(text: str) -> str:
    """Returns ``text`` as it is compared: NFKC, lower case, one kind of digit, apostrophe and hyphen.

    Example:
        >>> fold("２０２３年 L’ÉTÉ")
        "2023年 l'été"
    """
    if text.isascii():
        return text.lower()
    folded = unicodedata.normalize("NFKC", text).lower().translate(_SAME)
    return _DIGIT.sub(lambda digit: str(unicodedata.decimal(digit[0])), folded)


def cut(text: str) -> Units:
    """Cuts a text into units.

    Example:
        >>> cut("지난 주 call, 3pm").words
        ['지', '난', '주', 'call', ',', '3', 'pm']
    """
    folded, places = _fold_with_places(text)
    words: list[str] = []
    kinds: list[str] = []
    starts: list[int] = []
    ends: list[int] = []
    glued: list[bool] = []
    previous = -1
    for found in _UNIT.finditer(folded):
        start, end = found.span()
        words.append(folded[start:end])
        kinds.append(_KINDS[found.lastindex or 0])
        starts.append(start)
        ends.append(end)
        glued.append(start == previous)
        previous = end
    return Units(folded, words, kinds, starts, ends, glued, places)


def _fold_with_places(text: str) -> tuple[str, list[tuple[int, int]] | None]:
    whole = fold(text)
    if text.isascii() or (len(whole) == len(text) and unicodedata.is_normalized("NFKC", text)):
        return whole, None
    pieces: list[str] = []
    places: list[tuple[int, int]] = []
    at = 0
    while at < len(text):
        end = at + 1
        while end < len(text) and _continues(text[end]):
            end += 1
        piece = fold(text[at:end])
        pieces.append(piece)
        places.extend([(at, end - 1)] * len(piece))
        at = end
    return "".join(pieces), places


def _continues(character: str) -> bool:
    """Whether a character belongs to the one before it: an accent, a part of a syllable."""
    return unicodedata.combining(character) > 0 or ord(character) in _JAMO_BEHIND or character in _KANA_MARKS
