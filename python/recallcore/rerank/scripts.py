"""Which scripts a text is written in, and whether a model that states the scripts it knows can read it.

A model whose vocabulary was cut to some scripts reads any other letter by letter, and what it then says of a
text is worth less than the order that it stands in.
"""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Collection
from functools import lru_cache
from typing import Final

# A text says in its first lines what it is written in.
_MOST_CHARACTERS: Final = 512
_WIDTHS: Final = ("FULLWIDTH ", "HALFWIDTH ")
_NAMED_OTHERWISE: Final = {"Cjk": "Han"}


def unknown_script(text: str, known: Collection[str] | None) -> str | None:
    """Returns the script of most letters that a model does not know, or None if it can read the text.

    It can if at least half of the letters are in scripts that it knows. A text without letters is read by
    every model.

    Args:
        text: The text; its beginning counts.
        known: Names of scripts as Unicode has them, such as ``Latin``, ``Hangul`` or ``Han``; None for all.

    Example:
        >>> unknown_script("Где мои ключи?", ["Latin", "Hangul"])
        'Cyrillic'
        >>> unknown_script("열쇠 어디 있어? keys", ["Latin", "Hangul"]) is None
        True
    """
    if known is None or (text.isascii() and "Latin" in known):
        return None
    counts = Counter(filter(None, map(script_of, text[:_MOST_CHARACTERS])))
    unknown = [(script, count) for script, count in counts.most_common() if script not in known]
    if 2 * sum(count for _, count in unknown) <= counts.total():
        return None
    return unknown[0][0]


@lru_cache(maxsize=8192)
def script_of(character: str) -> str | None:
    """Returns the script of a letter, by the first word of its name, or None for what is no letter.

    Example:
        >>> script_of("é"), script_of("글"), script_of("語"), script_of("ｶ"), script_of("7")
        ('Latin', 'Hangul', 'Han', 'Katakana', None)
    """
    if not unicodedata.category(character).startswith("L"):
        return None
    name = unicodedata.name(character, "")
    for width in _WIDTHS:
        name = name.removeprefix(width)
    # MODIFIER LETTER and the like say nothing of a script.
    if not name or name.startswith("MODIFIER"):
        return None
    word = name.split()[0].split("-")[0].capitalize()
    return _NAMED_OTHERWISE.get(word, word)
