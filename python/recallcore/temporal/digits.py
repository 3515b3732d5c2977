"""Reads numbers in digits: dates, months, days and years, and what only looks like one.

A number that touches letters, a currency, a percent sign or one separator too many is no part of a date: it
is a version, a price, an address, an identifier.
"""

from __future__ import annotations

import re
from typing import Final

from recallcore.temporal.chart import Edge
from recallcore.temporal.digit_dates import FIRST_YEAR, LAST_YEAR, DateOrder, read_date, read_spaced_date
from recallcore.temporal.meaning import Between, Duration, Unit, Year
from recallcore.temporal.text import Units

LONGEST_NUMBER: Final = 8
_LONGEST_SPAN: Final = 4
_LETTERS: Final[dict[str, Unit]] = {"h": "hour", "d": "day", "w": "week"}
_JOINTS: Final = frozenset("-/.~–—,:")
_DASHES: Final = frozenset("-~–—")
_UNCLEAN_BEFORE: Final = frozenset("$€£¥₩#@+&=%№")
_UNCLEAN_AFTER: Final = frozenset("$€£¥₩%°‰_")
_DATE_UNITS: Final = 5
"""Three numbers and two signs: enough to be a date wherever it stands, as in a file's name."""
FAR_YEAR: Final = 2160
_LAST_FAR_YEAR: Final = 2999
"""Up to here a number of four digits may be a year beside a month, a date, a season or a holiday."""


def mark_numbers(units: Units, marks: list[list[Edge]], *, order: DateOrder) -> None:
    """Adds to ``marks`` what the numbers of a text may be.

    Args:
        units: The text.
        marks: The edges that start at each unit; those of words must stand there already.
        order: In which order the language writes dates.
    """
    at = 0
    numbers = 0
    while at < len(units.words):
        if units.kinds[at] != "number":
            at += 1
            continue
        numbers += 1
        end = _chain_end(units, at)
        _mark_letter_span(units, marks, at)
        if _is_clean(units, marks, at, end):
            if end == at + 1:
                mark_number(units.words[at], marks, at, end)
            else:
                _mark_chain(units, marks, at, end, order=order)
        at = end
    if numbers > 1:
        _mark_spaced(units, marks, order=order)


def _mark_letter_span(units: Units, marks: list[list[Edge]], at: int) -> None:
    """Adds 24h, which is no number of its own: only "the last" makes it one of time."""
    digits, letter = units.words[at], at + 1
    if letter == len(units.words) or not units.glued[letter] or len(digits) > _LONGEST_SPAN:
        return
    unit = _LETTERS.get(units.words[letter])
    touched = letter + 1 < len(units.words) and units.glued[letter + 1]
    counted = int(digits) > (3 if unit == "day" else 0)  # 2d and 3d are pictures
    if unit and counted and not (touched and units.kinds[letter + 1] in ("number", "word")):
        marks[at].append(("LETTERSPAN", letter + 1, Duration(((unit, int(digits)),))))


def mark_number(digits: str, marks: list[list[Edge]], at: int, end: int) -> None:
    """Adds what a number may be that stands alone: a count, a day, a year, a decade."""
    if len(digits) > LONGEST_NUMBER:
        return
    number = int(digits)
    edges = marks[at]
    edges.append(("NUM", end, number))
    if len(digits) == 4:
        if FIRST_YEAR <= number <= FAR_YEAR:
            edges.append(("YEARNUM", end, number))
        elif number >= 1000:
            edges.append(("BIGYEAR", end, number))
            if number <= _LAST_FAR_YEAR:
                edges.append(("FARYEAR", end, number))
    elif len(digits) <= 2:
        if 1 <= number <= 31:
            edges.append(("DAYNUM", end, number))
        if 1 <= number <= 53:
            edges.append(("QNUM", end, number))
        if len(digits) == 2:
            edges.append(("YEAR2", end, number))
            if number > 31 or digits[0] == "0":
                edges.append(("SHORTYEAR", end, number))
    if number % 10 == 0 and len(digits) in (2, 4):
        edges.append(("DECADENUM", end, number))


def _chain_end(units: Units, at: int) -> int:
    """Where a chain of numbers ends that signs join without spaces."""
    end = at + 1
    words, kinds, glued = units.words, units.kinds, units.glued
    while (
        end + 1 < len(words)
        and words[end] in _JOINTS
        and glued[end]
        and kinds[end + 1] == "number"
        and glued[end + 1]
    ):
        end += 2
    return end


def _is_clean(units: Units, marks: list[list[Edge]], at: int, end: int) -> bool:
    return _is_clean_before(units, marks, at, end) and _is_clean_after(units, marks, at, end)


def _is_clean_before(units: Units, marks: list[list[Edge]], at: int, end: int) -> bool:
    words, kinds, glued = units.words, units.kinds, units.glued
    if at == 0:
        return True
    before = at - 1
    if words[before] in "$€£¥₩#" or (glued[at] and words[before] in _UNCLEAN_BEFORE):
        return False
    if not glued[at] or end - at == _DATE_UNITS:
        return not glued[at] or kinds[before] != "word"
    if kinds[before] == "sign" and words[before] in "-._/" and before and glued[before]:
        before -= 1
        return kinds[before] not in ("word", "number") or bool(marks[before])
    return kinds[before] != "word" or bool(marks[before])


def _is_clean_after(units: Units, marks: list[list[Edge]], at: int, end: int) -> bool:
    words, kinds, glued = units.words, units.kinds, units.glued
    if end == len(words) or not glued[end]:
        return True
    if words[end] in _UNCLEAN_AFTER:
        return False
    if kinds[end] == "word":
        return bool(marks[end]) or (words[end] == "t" and end - at == _DATE_UNITS)
    return True


def _mark_chain(units: Units, marks: list[list[Edge]], at: int, end: int, *, order: DateOrder) -> None:
    numbers = units.words[at:end:2]
    joints = units.words[at + 1 : end : 2]
    if max(map(len, numbers)) > 4:
        return
    if _joins_words(units, marks, at, end):
        for place in range(at, end, 2):
            mark_number(units.words[place], marks, place, place + 1)
        return
    if len(numbers) == 2 and joints[0] in _DASHES:
        _mark_two(numbers, marks, at, end)
    if order == "year" and joints[0] == "." and at and units.kinds[at - 1] == "word":
        order = "month"  # kernel 24.3.5 is a version
    found = read_date(numbers, joints, order=order)
    if found is not None:
        symbol, moment = found
        marks[at].append((symbol, end, moment))
        if symbol == "MD" and _is_sure(units, numbers, joints, at, end):
            marks[at].append(("SUREMD", end, moment))
        return
    for middle in range(1, len(numbers)):
        if joints[middle - 1] in _DASHES and len(numbers) > 2:
            a = read_date(numbers[:middle], joints[: middle - 1], order=order)
            b = read_date(numbers[middle:], joints[middle:], order=order)
            if a and b:
                marks[at].append(("NUMRANGE", end, Between(a[1], b[1])))
                return


def _is_sure(units: Units, numbers: list[str], joints: list[str], at: int, end: int) -> bool:
    """Whether two numbers need no word to be a date: at the end, or before a word that is not Latin."""
    if end - at == len(units.words):
        return joints[0] != "."  # 3.14 is pi
    last = end == len(units.words) or units.words[end] in ".?!,;" or units.kinds[end] == "glyph"
    return last and joints[0] == "/" and max(map(int, numbers)) > 12


def _mark_two(numbers: list[str], marks: list[list[Edge]], at: int, end: int) -> None:
    first, last = map(int, numbers)
    if max(map(len, numbers)) <= 2 and 1 <= first < last <= 31:
        marks[at].append(("DAYRANGE", end, (first, last)))
    if min(map(len, numbers)) == 4 and FIRST_YEAR <= first < last <= LAST_YEAR:
        marks[at].append(("NUMRANGE", end, Between(Year(first), Year(last))))


def _joins_words(units: Units, marks: list[list[Edge]], at: int, end: int) -> bool:
    """Whether a chain goes on in words: q1-2019, Sep-23-2020, 2020/23/Sep."""
    words, glued = units.words, units.glued
    if at and glued[at]:
        before = at - 2 if words[at - 1] in "-/" and at > 1 else at - 1
        if _names_part(units, marks, before):
            return True
    return (
        end + 1 < len(words)
        and words[end] in "-/"
        and glued[end]
        and glued[end + 1]
        and _names_part(units, marks, end + 1)
    )


def _names_part(units: Units, marks: list[list[Edge]], at: int) -> bool:
    """Whether a unit is the name of a month or the letter of a quarter or a half."""
    names = ("MONTH", "SUREMONTH", "q", "h")
    return units.kinds[at] == "word" and any(symbol in names for symbol, _, _ in marks[at])


_SPACED: Final = re.compile(
    r"(?<![\d.,/:-])(?<!\d )(?:(?P<first>\d{2}|\d{4})\. ?(?P<second>\d{1,2})\. ?(?P<third>\d{1,2})\.?"
    r"|(?P<year>\d{4}) ?[-/.] ?(?P<month>\d{1,2})"
    r"|(?P<month2>\d{1,2}) {0,2}[-/.] {0,2}(?P<year2>\d{4})"
    r"|(?P<a>\d{1,4}) (?P<b>\d{1,2}) (?P<c>\d{1,4}))(?![ \d.,/:-]*\d)"
)
"""2016. 11. 2., 2016 / 11, 11 - 2016, 2016 10 16, 18 8 1978."""


def _mark_spaced(units: Units, marks: list[list[Edge]], *, order: DateOrder) -> None:
    for found in _SPACED.finditer(units.folded):
        first = _unit_at(units, found.start())
        last = _unit_at(units, found.end() - 1)
        if first is None or last is None or not marks[first]:
            continue
        read = read_spaced_date(found.groupdict(), order=order)
        if read is not None:
            marks[first].append((read[0], last + 1, read[1]))


def _unit_at(units: Units, place: int) -> int | None:
    return next(
        (at for at, start in enumerate(units.starts) if start <= place < units.ends[at]),
        None,
    )
