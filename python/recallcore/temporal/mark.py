"""Marks the words of a language in a text: which symbols of the grammar may start at each unit."""

from __future__ import annotations

from dataclasses import replace

from recallcore.temporal.chart import Edge
from recallcore.temporal.digits import mark_numbers
from recallcore.temporal.han_numbers import mark_han_numbers
from recallcore.temporal.language import Entry, Lexicon
from recallcore.temporal.text import Units

Stretch = tuple[int, int]
"""From a unit up to, without, another."""


def mark(units: Units, lexicon: Lexicon) -> list[list[Edge]]:
    """Returns, for each unit, the words that start there: symbol, the unit after the last one, value.

    What a phrase covers that is no time ("spring boot") counts only as a part of something longer.
    """
    if lexicon.variants:
        variants = lexicon.variants
        units = replace(units, words=[variants.get(word, word) for word in units.words])
    blocked = _blocked(units, lexicon)
    marks: list[list[Edge]] = [[] for _ in units.words]
    for at, word in enumerate(units.words):
        known = lexicon.entries.get(word)
        if known is not None:
            marks[at] = _words_at(units, at, known, lexicon.glued, blocked)
    numbered = "number" in units.kinds
    if lexicon.language.alphabet == "han":
        numbered = mark_han_numbers(units, marks) or numbered
    if numbered:
        mark_numbers(units, marks, order=lexicon.language.date_order)
        for first, last in blocked:
            for at in range(first, last):
                marks[at] = [edge for edge in marks[at] if edge[1] > last]
    return marks


def _words_at(
    units: Units, at: int, known: list[Entry], glued: frozenset[str], blocked: list[Stretch]
) -> list[Edge]:
    found: list[Edge] = []
    following = units.words[at + 1] if at + 1 < len(units.words) else None
    for rest, symbol, value in known:
        if rest and (following != rest[0] or not _says(units, at, rest)):
            continue
        end = at + 1 + len(rest)
        if symbol in glued and not units.glued[at]:
            continue
        if blocked and _is_covered(at, end, blocked):
            continue
        found.append((symbol, end, value))
    return found


def _says(units: Units, at: int, rest: tuple[str, ...]) -> bool:
    """Whether the units behind ``at`` are ``rest``; letters must touch a number: "6a" is a Friday."""
    if tuple(units.words[at + 1 : at + 1 + len(rest)]) != rest:
        return False
    return units.kinds[at] != "number" or not rest[0].isalpha() or units.glued[at + 1]


def _is_covered(at: int, end: int, blocked: list[Stretch]) -> bool:
    """Whether a phrase that is no time overlaps these units without being a part of them."""
    return any(first < end and at < last and not at <= first < last <= end for first, last in blocked)


def _blocked(units: Units, lexicon: Lexicon) -> list[Stretch]:
    found = []
    for at, word in enumerate(units.words):
        for rest in lexicon.blocked.get(word, ()):
            end = at + 1 + len(rest)
            if tuple(units.words[at + 1 : end]) == rest and not (
                _is_crossed(units, lexicon, at, end)
                or _is_licensed(units, lexicon, at)
                or _ends_in_month(units, lexicon, end)
            ):
                found.append((at, end))
    return found


def _is_licensed(units: Units, lexicon: Lexicon, at: int) -> bool:
    """Whether a phrase begins with a month that "in" stands before: "in May we" speaks of no permission."""
    if not at or not any(symbol == "MONTH" for _, symbol, _ in lexicon.entries.get(units.words[at], ())):
        return False
    before = lexicon.entries.get(units.words[at - 1], ())
    return any(symbol == "in" and not rest for rest, symbol, _ in before)


def _ends_in_month(units: Units, lexicon: Lexicon, end: int) -> bool:
    """Whether a phrase ends in a month and a sentence with it: "this May" wants no verb then."""
    if end < len(units.words) and units.words[end] not in ".?!":
        return False
    return any(
        symbol == "MONTH" for rest, symbol, _ in lexicon.entries.get(units.words[end - 1], ()) if not rest
    )


def _is_crossed(units: Units, lexicon: Lexicon, first: int, last: int) -> bool:
    """Whether a word of time begins inside of a phrase and goes on behind it: 이번 일 in 이번 일요일."""
    return any(
        at + 1 + len(rest) > last and tuple(units.words[at + 1 : at + 1 + len(rest)]) == rest
        for at in range(first + 1, last)
        for rest, symbol, _ in lexicon.entries.get(units.words[at], ())
        if symbol[0].isupper()
    )
