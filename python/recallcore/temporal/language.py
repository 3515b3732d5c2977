"""What a lexicon says of a language, and what the scanner makes of it."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final, Literal

from recallcore.temporal.actions import ACTIONS
from recallcore.temporal.chart import Rules, read_rules
from recallcore.temporal.digit_dates import DateOrder
from recallcore.temporal.frequent import FREQUENT
from recallcore.temporal.grammar import SHARED
from recallcore.temporal.text import cut, fold

Alphabet = Literal["latin", "hangul", "han"]
Words = Mapping[str, Mapping[object, str] | str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Language:
    """A lexicon: plain tables, so that whoever speaks the language can mend them.

    Some symbols of ``words`` are no part of any rule. After a word of ``refuse_before`` no expression counts
    ("every Monday"), after one of ``label`` none that begins with a number ("room 5"), before one of
    ``refuse_after`` none that needed a licence ("in 2000 euros"). ``recent`` asks for what is recent.

    Attributes:
        code: ISO 639-1.
        alphabet: Which letters it is written in; Japanese counts as ``han``.
        words: For each symbol of the grammar, its words: for each value a list of words parted by commas, or
            one such list where the symbol has no value. A word may consist of several, parted by spaces.
        rules: The grammar's rules for this language, in chunks, see `recallcore.temporal.chart.read_rules`.
        blocked: Phrases that are no time, parted by semicolons; a word inside of one is not looked at.
        date_order: What comes first in 1/2/26; without a year, the month where it is not the day.
        tails: What may follow directly on an expression where words are not parted by spaces (particles),
            parted by spaces; empty where anything may.
        glued: Symbols, parted by spaces, whose words count only where they touch what stands before them.
        variants: Pairs of characters: the first is read as the second.
    """

    code: str
    alphabet: Alphabet
    words: Words
    rules: tuple[str, ...]
    blocked: str = ""
    date_order: DateOrder = "day"
    tails: str = ""
    glued: str = ""
    variants: str = ""


Entry = tuple[tuple[str, ...], str, object]
"""The units of a word after its first, its symbol and its value."""


@dataclass(frozen=True, slots=True)
class Lexicon:
    """A language, made ready for scanning.

    Attributes:
        language: What it was made from.
        entries: For each first unit, the words that begin with it.
        blocked: For each first unit, the rest of the phrases that are no time.
        rules: The rules by first symbol.
        tails: Allowed tails.
        glued: Symbols that must touch what stands before them.
        variants: Characters that are read as others.
        frequent: Frequent words, of languages in Latin letters.
    """

    language: Language
    entries: Mapping[str, list[Entry]]
    blocked: Mapping[str, list[tuple[str, ...]]]
    rules: Rules
    tails: frozenset[str]
    glued: frozenset[str]
    variants: Mapping[str, str]
    frequent: frozenset[str]


_BESIDE: Final = frozenset({"WORDNUM", "ORDINAL", "DIR", "DIRS", "DIRAFTER", "SAME", "ROUGH", "PHASE"})
"""Symbols whose words are no sign of time by themselves, but of the language."""
_LONG: Final = 4
"""Shorter ones ("un", "end", "fin") are words of too many languages."""
_SILENT: Final = frozenset({"A", "FACTOR", "ROMAN"})
"""Symbols whose words are no sign of either."""
_ASCII_LETTERS: Final = re.compile(r"[a-z0-9]")
_PLAIN_WORD: Final = re.compile(r"[^\W\d_]+")


def prepare(language: Language) -> Lexicon:
    """Makes a language ready for scanning."""
    frequent = frozenset(FREQUENT.get(language.code, "").split())
    entries: dict[str, list[Entry]] = {}
    for symbol, value, word in _words(language):
        for first, *rest in _spellings(word, language.alphabet, frequent):
            entries.setdefault(first, []).append((tuple(rest), symbol, value))
    blocked: dict[str, list[tuple[str, ...]]] = {}
    for phrase in _listed(language.blocked, ";"):
        for first, *rest in _spellings(phrase, language.alphabet, frequent):
            blocked.setdefault(first, []).append(tuple(rest))
    return Lexicon(
        language,
        entries,
        blocked,
        read_rules((SHARED, *language.rules), ACTIONS),
        frozenset(language.tails.split()),
        frozenset(language.glued.split()),
        {pair[0]: pair[1] for pair in language.variants.split()},
        frequent,
    )


def telling_words(language: Language) -> tuple[set[str], set[str]]:
    """Returns the words by which the times of a language are known, and those that stand beside them."""
    telling: set[str] = set()
    beside: set[str] = set()
    for symbol, table in language.words.items():
        if symbol in _SILENT or (isinstance(table, str) and symbol != "recent"):
            continue
        known = beside if symbol in _BESIDE else telling
        shortest = _LONG if symbol in _BESIDE else 1
        for words in (table,) if isinstance(table, str) else table.values():
            for word in words.split(","):
                # "the day before yesterday" is known by its longest word: "the" stands in every text.
                bare = word.strip()
                longest = bare if bare.isalpha() else max(_PLAIN_WORD.findall(bare), key=len, default="")
                if len(longest) < shortest:
                    continue
                if longest.isascii():
                    known.add(longest)
                else:
                    known.update(each[0] for each in _spellings(longest, language.alphabet, frozenset()))
    return telling, beside


def _words(language: Language) -> Iterator[tuple[str, object, str]]:
    for symbol, table in language.words.items():
        values = {None: table} if isinstance(table, str) else table
        for value, words in values.items():
            for word in _listed(words, ","):
                yield symbol, value, word


def _listed(words: str, separator: str) -> list[str]:
    if words == separator:
        return [words]
    return [" ".join(word.split()) for word in words.split(separator) if word and not word.isspace()]


def _spellings(word: str, alphabet: Alphabet, taken: frozenset[str]) -> list[list[str]]:
    """How a word may be written: also without accents, unless that is another word, and with ä as ae."""
    if word.isascii() and word.replace(" ", "").isalpha():
        return [word.lower().split()]
    plain = fold(word)
    if alphabet != "latin" and not _ASCII_LETTERS.search(plain):
        return [list(plain.replace(" ", ""))]
    spellings = [plain]
    if alphabet == "latin" and not plain.isascii():
        umlauts = plain.replace("ä", "ae").replace("ö", "oe").replace("ü", "ue").replace("ß", "ss")
        bare = "".join(
            each for each in unicodedata.normalize("NFD", plain) if not unicodedata.combining(each)
        )
        spellings += [each for each in dict.fromkeys((umlauts, bare)) if each != plain]
    cuts = [cut(each).words for each in spellings]
    return cuts[:1] + [words for words in cuts[1:] if words[0] not in taken or words[0] == cuts[0][0]]
