"""Dates of languages without a lexicon, by dateparser: on a short span that was cut out, never on a question.

dateparser reads too much into whole sentences, and takes a second to start with all of its languages. It sees
at most 40 characters, which hold a number beside a month, or beside a counted unit and "ago", and at most two
languages.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cache
from typing import Final, cast

from recallcore.temporal.calendar import add_months, midnight
from recallcore.temporal.foreign_words import FOREIGN
from recallcore.temporal.meaning import Unit
from recallcore.temporal.resolve import Clock, Span
from recallcore.temporal.text import Units, cut, fold

LONGEST_SPAN: Final = 40
_MOST_LANGUAGES: Final = 2
_SIGNS: Final = frozenset(".,-/'")
_MONTHS_OF: Final = {"month": 1, "year": 12}


@dataclass(frozen=True, slots=True)
class Foreign:
    """A date in a language without a lexicon: its span of time, its place in the text, how it was said."""

    span: Span
    place: tuple[int, int]
    language: str
    distance: bool


def find_foreign(text: str, languages: Sequence[str] | None, clock: Clock) -> Foreign | None:
    """Reads the first date in a language that has no lexicon.

    Args:
        text: The question.
        languages: The caller's choice, or None for all.
        clock: What "now" is.

    Returns:
        The date, or None if there is none, or dateparser cannot read it.
    """
    if not any(map(str.isdigit, text)):
        return None
    units = cut(text)
    words = _words()
    heard = Counter(
        code for word in units.words for code in words.get(word, ()) if languages is None or code in languages
    )
    for code, _ in heard.most_common(_MOST_LANGUAGES):
        for first, last in _stretches(units, code):
            place = units.span(first, last)
            found = _read(text[place[0] : place[1]], code, clock)
            if found is not None:
                distance = any(word in FOREIGN[code].ago.split() for word in units.words[first:last])
                return Foreign(_span_of(*found, distance=distance), place, code, distance)
    return None


def _stretches(units: Units, code: str) -> list[tuple[int, int]]:
    """Where numbers stand beside words of a language, and nothing else between them."""
    table = FOREIGN[code]
    months, counted, ago = (set(fold(words).split()) for words in (table.months, table.units, table.ago))
    allowed = months | counted | ago | set(fold(table.fillers).split())
    found = []
    first = 0
    while first < len(units.words):
        last = first
        while last < len(units.words) and (
            units.kinds[last] == "number" or units.words[last] in allowed or units.words[last] in _SIGNS
        ):
            last += 1
        while last > first and units.words[last - 1] in _SIGNS:
            last -= 1
        said = set(units.words[first:last])
        dated = "number" in units.kinds[first:last] and (said & months or (said & counted and said & ago))
        if dated and units.ends[last - 1] - units.starts[first] <= LONGEST_SPAN:
            found.append((first, last))
        first = max(last, first + 1)
    return found


def _read(span: str, code: str, clock: Clock) -> tuple[datetime, str] | None:
    """Asks dateparser for one span: the moment, and how exactly it is meant."""
    settings = {
        "RELATIVE_BASE": clock.now,
        "PREFER_DATES_FROM": "past",
        "PREFER_DAY_OF_MONTH": "first",
        "RETURN_AS_TIMEZONE_AWARE": False,
    }
    try:
        from dateparser.date import DateDataParser

        data = DateDataParser(languages=[code], settings=settings).get_date_data(span)
    except Exception:  # noqa: BLE001  # a third-party parser that is missing, broken or stumbles must not cost a recall
        return None
    if data.date_obj is None:
        return None
    return cast("datetime", data.date_obj).replace(tzinfo=None), str(data.period)


def _span_of(moment: datetime, period: str, *, distance: bool) -> Span:
    start = midnight(moment)
    if not distance and period in _MONTHS_OF:
        start = start.replace(day=1, month=1 if period == "year" else start.month)
        return Span(start, add_months(start, _MONTHS_OF[period]), cast("Unit", period))
    grain = period if period in ("week", "month", "year") else "day"
    return Span(start, start + timedelta(days=1), cast("Unit", grain))


@cache
def _words() -> dict[str, tuple[str, ...]]:
    """For each month and each "ago" the languages that say so."""
    found: dict[str, tuple[str, ...]] = {}
    for code, table in FOREIGN.items():
        for word in {*fold(table.months).split(), *fold(table.ago).split()}:
            found[word] = (*found.get(word, ()), code)
    return found
