"""Dates of languages without a lexicon, by dateparser: on a short span that was cut out, never on a question.

dateparser reads too much into whole sentences, and takes a second to start with all of its languages. It sees
at most 40 characters, which hold a number beside a month, or beside a counted unit and "ago", at most two
languages, and three such stretches of a text.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
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
_MOST_STRETCHES: Final = 3
_LATIN_END: Final = "\u0250"
"""What sorts before it is a Latin letter."""
_SIGNS: Final = frozenset(".,-/'")
_MONTHS_OF: Final = {"month": 1, "year": 12}


@dataclass(frozen=True, slots=True)
class Foreign:
    """A date in a language without a lexicon: its span of time, its place in the text, how it was said."""

    span: Span
    place: tuple[int, int]
    language: str
    distance: bool


def readable_codes(languages: Sequence[str] | None, *, settled: bool) -> Collection[str]:
    """Returns the languages to look for: the caller's, or those in which a text can be.

    Args:
        languages: The caller's choice, or None for all.
        settled: Whether the text is surely in a language with a lexicon. Then it may quote other scripts, but
            words in Latin letters are its own: "Mars 2020" is no Norwegian.
    """
    if languages is not None:
        return [code for code in languages if code in FOREIGN]
    return [code for code, table in FOREIGN.items() if not settled or table.months.strip() > _LATIN_END]


def find_foreign(
    text: str, languages: Collection[str], clock: Clock, *, refused: Sequence[tuple[int, int]] = ()
) -> Foreign | None:
    """Reads the first date in a language that has no lexicon.

    Args:
        text: The question.
        languages: The languages to look for.
        clock: What "now" is.
        refused: Places in the text where a lexicon says that there is no time.

    Returns:
        The date, or None if there is none, or dateparser cannot read it.
    """
    if not any(map(str.isdigit, text)):
        return None
    units = cut(text)
    words = _words()
    heard = Counter(code for word in units.words for code in words.get(word, ()) if code in languages)
    asked = 0
    for code, _ in heard.most_common(_MOST_LANGUAGES):
        for first, last in _stretches(units, code):
            place = units.span(first, last)
            if any(start < place[1] and place[0] < end for start, end in refused):
                continue
            if asked == _MOST_STRETCHES:
                return None
            asked += 1
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
            _may_be_dated(units, last, counted)
            if units.kinds[last] == "number"
            else units.words[last] in allowed or units.words[last] in _SIGNS
        ):
            last += 1
        stop = last
        while last > first and units.words[last - 1] in _SIGNS:
            last -= 1
        said = set(units.words[first:last])
        dated = "number" in units.kinds[first:last] and (said & months or (said & counted and said & ago))
        short = dated and units.ends[last - 1] - units.starts[first] <= LONGEST_SPAN
        if short and not _has_loose_number(units, first, stop):
            found.append((first, last))
        first = max(stop, first + 1)
    return found


def _may_be_dated(units: Units, at: int, counted: set[str]) -> bool:
    """Whether a number is a day or a year of four digits, or counts something."""
    digits = units.words[at]
    if len(digits) <= 2 and 1 <= int(digits) <= 31:
        return True
    if len(digits) == 4 and "1000" <= digits <= "2999":
        return True
    return len(digits) <= 3 and at + 1 < len(units.words) and units.words[at + 1] in counted


def _has_loose_number(units: Units, first: int, stop: int) -> bool:
    """Whether a number that is no part of a date touches a stretch: it is none of it either then."""
    before = first > 0 and units.kinds[first - 1] == "number"
    return before or (stop < len(units.words) and units.kinds[stop] == "number")


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
