"""Dates in digits: which of two or three joined numbers is the year, the month, the day."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, Literal

from recallcore.temporal.actions.dates import date, month
from recallcore.temporal.meaning import Annual, Moment, Year

FIRST_YEAR: Final = 1900
LAST_YEAR: Final = 2100
_CENTURY_SPLIT: Final = 40
"""Two digits below this are years of 2000 in a full date, others of 1900."""

Symbol = str
DateOrder = Literal["day", "month", "year"]
"""What a language writes first in a date; without a year, the month where it is not the day."""


def read_date(
    numbers: Sequence[str], joints: Sequence[str], *, order: DateOrder
) -> tuple[Symbol, Moment] | None:
    """Reads joined numbers as a date; the symbol of the grammar says which kind.

    Example:
        >>> read_date(["14", "05", "2026"], ["/", "/"], order="day")[1].a
        5
        >>> read_date(["3", "11"], ["."], order="year")[0]  # weak: a word must say that it is a date
        'MD'
    """
    if len(numbers) == 3:
        found = _read_three(numbers, joints, order=order)
        return ("DATE", found) if found else None
    if len(numbers) != 2 or joints[0] not in "-/.~":
        return None
    first, second = numbers
    if len(first) == 4 and len(second) <= 2 and joints[0] != "~":
        return _month_of(second, first)
    if len(second) == 4 and len(first) <= 2 and joints[0] != "~":
        return _month_of(first, second)
    if len(first) <= 2 and len(second) <= 2 and joints[0] != "~":
        a, b = int(first), int(second)
        found = (date(a, b) or date(b, a)) if order != "day" else (date(b, a) or date(a, b))
        return ("MD", found) if found else None
    return None


def read_spaced_date(parts: Mapping[str, str | None], *, order: DateOrder) -> tuple[Symbol, Moment] | None:
    """Reads the parts of a date that spaces keep apart: a year and a month, or three numbers."""
    for year, number in ((parts["year"], parts["month"]), (parts["year2"], parts["month2"])):
        if year is not None and number is not None:
            return _month_of(number, year)
    if parts["first"] is not None:
        joined = [str(parts[name]) for name in ("first", "second", "third")]
        known = order == "year" or len(joined[0]) == 4
        return read_date(joined, [".", "."], order=order) if known else None
    numbers = [str(parts[name]) for name in "abc"]
    return read_date(numbers, ["/", "/"], order=order)


def _read_three(numbers: Sequence[str], joints: Sequence[str], *, order: DateOrder) -> Moment | None:
    if joints[0] not in "-/." or (joints[1] != joints[0] and joints[1] != ","):
        return None
    first, second, third = numbers
    if len(first) == 4:
        return _dated(first, second, third) or _dated(first, third, second)
    if order == "year" and len(first) == 2 and max(len(second), len(third)) <= 2:
        # A month and a day of 24.04.1 are not written alike: that is a version.
        alike = (second[0] == "0") <= (len(third) == 2)
        found = _dated(_full_year(first), second, third) if alike else None
        if found is not None or not alike:
            return found
    if max(len(first), len(second)) > 2 or len(third) not in (2, 4):
        return None
    if len(third) == 2 and joints[0] == "." and min(len(first), len(second)) < 2:
        return None  # 2.14.10 is a version
    year = _full_year(third)
    if order != "day" and joints[0] != ".":
        return _dated(year, first, second) or _dated(year, second, first)
    return _dated(year, second, first) or _dated(year, first, second)


def _full_year(digits: str) -> str:
    return str(int(digits) + (2000 if int(digits) < _CENTURY_SPLIT else 1900)) if len(digits) == 2 else digits


def _dated(year: str, month_number: str, day: str) -> Moment | None:
    if max(len(month_number), len(day)) > 2 or int(year) < 1:
        return None
    a, b = int(month_number), int(day)
    return Annual("date", a=a, b=b, year=Year(int(year))) if date(a, b) else None


def _month_of(number: str, year: str) -> tuple[Symbol, Moment] | None:
    if not FIRST_YEAR <= int(year) <= LAST_YEAR or month(int(number)) is None:
        return None
    return "YEARMONTH", Annual("month", a=int(number), year=Year(int(year)))
