"""What returns every year, month or week: which one of them is meant, and where it lies."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Final

from recallcore.temporal.calendar import DAY, add_months, add_units, days_in_month
from recallcore.temporal.holidays import holiday
from recallcore.temporal.meaning import Annual, MonthDay, Relative, Unit, Weekday, Year
from recallcore.temporal.resolve.core import Clock, Span, closed, resolves

_GRAINS: Final[dict[str, Unit]] = {
    "month": "month",
    "date": "day",
    "quarter": "quarter",
    "half": "half",
    "season": "season",
    "week": "week",
    "holiday": "day",
}
"""In which unit is said what returns every year."""
_NORTHERN_SEASONS: Final[dict[str, int]] = {"spring": 3, "summer": 6, "autumn": 9, "winter": 12}
_FAR: Final = 14
"""So many years away may the nearest one lie: leap days are eight years apart where a century turns."""
_RARE: Final = frozenset({("date", 2, 29), ("week", 53, 0)})
"""What many years do not have."""
_MONTHS_BACK: Final = 112
"""So many months back is a day of the month looked for that is a certain weekday."""


def _choose(
    candidates: Iterator[tuple[datetime, datetime]], pick: str, clock: Clock
) -> tuple[datetime, datetime]:
    """Picks among spans in ascending order."""
    if clock.anchor is not None and pick in ("near", "past"):
        reach, forward = clock.anchor, clock.forward
    else:
        reach, forward = clock.now, pick in ("next", "coming")
    best = None
    for start, end in candidates:
        if forward:
            if start > reach or (clock.anchor is not None and start == reach):
                return start, end
        elif pick == "last":
            best = (start, end) if end <= clock.now else best
        elif pick == "past" and clock.anchor is None:
            best = (start, end) if start < clock.today else best
        else:
            best = (start, end) if start <= reach else best
    if best is None:
        raise ValueError("there is none in reach")
    return best


@resolves(Annual)
def _annual(moment: Annual, clock: Clock) -> Span:
    grain = _GRAINS[moment.what]
    if moment.year is not None:
        start, end = _annual_in(moment, _year_number(moment, clock), clock)
        return Span(start, end, grain)
    if moment.pick == "this":
        start, end = _annual_in(moment, clock.now.year, clock)
        return Span(start, end, grain)
    start, end = _choose(_each_year(moment, clock), moment.pick, clock)
    if moment.back:
        start, end = _annual_in(moment, start.year - moment.back, clock)
    return Span(start, end, grain)


def _year_number(moment: Annual, clock: Clock) -> int:
    if isinstance(moment.year, Year):
        return moment.year.number
    assert moment.year is not None
    start, end, grain = closed(moment.year, clock)
    if grain not in ("year", "fiscal_year"):
        raise ValueError("only a year has months and seasons of its own")
    return (end - DAY).year if grain == "fiscal_year" and clock.fiscal_year_start > 6 else start.year


def _each_year(moment: Annual, clock: Clock) -> Iterator[tuple[datetime, datetime]]:
    middle = (clock.anchor or clock.now).year
    rare = (moment.what, moment.a, moment.b) in _RARE
    for year in range(max(middle - _FAR, 1), min(middle + _FAR, 9998) + 1) if rare else _near_years(middle):
        try:
            yield _annual_in(moment, year, clock)
        except ValueError:
            continue


def _near_years(middle: int) -> range:
    return range(max(middle - 2, 1), min(middle + 2, 9998) + 1)


def _annual_in(moment: Annual, year: int, clock: Clock) -> tuple[datetime, datetime]:
    if moment.what == "date":
        start = datetime(year, moment.a, moment.b)
        return start, start + DAY
    if moment.what == "month":
        start = datetime(year, moment.a, 1)
        return start, add_months(start, 1)
    if moment.what == "season":
        month = _NORTHERN_SEASONS[moment.name]
        start = datetime(year, (month + 5) % 12 + 1 if clock.southern else month, 1)
        return start, add_months(start, 3)
    if moment.what == "week":
        start = add_units(clock.start_of(datetime(year, 1, 4), "week"), "week", moment.a - 1)
        if (start + 3 * DAY).year != year or moment.a < 1:
            raise ValueError(f"{year} has no week {moment.a}")
        return start, start + 7 * DAY
    if moment.what == "holiday":
        first, end = holiday(moment.name, year)
        return datetime(first.year, first.month, first.day), datetime(end.year, end.month, end.day)
    length = 3 if moment.what == "quarter" else 6
    if not 1 <= moment.a <= 12 // length:
        raise ValueError(f"no {moment.what} {moment.a}")
    first_year = year - 1 if clock.fiscal_year_start > 6 else year
    start = add_months(datetime(first_year, clock.fiscal_year_start, 1), length * (moment.a - 1))
    return start, add_months(start, length)


@resolves(MonthDay)
def _month_day(moment: MonthDay, clock: Clock) -> Span:
    if moment.month is not None:
        start, end, _ = closed(moment.month, clock)
        found = start.replace(day=1) + timedelta(days=moment.day - 1)
        if not start.replace(day=1) <= found < max(end, add_months(start.replace(day=1), 1)):
            raise ValueError(f"no day {moment.day} in that month")
        if found.month != start.month:
            raise ValueError(f"no day {moment.day} in that month")
        return Span(found, found + DAY, "day")
    if moment.weekday is not None:
        # Friday the 13th is the nearest one, before or after.
        nearest = min(
            _each_month(moment, clock), key=lambda each: abs(each[0] - (clock.anchor or clock.today))
        )
        return Span(*nearest, "day")
    return Span(*_choose(_each_month(moment, clock), moment.pick, clock), "day")


def _each_month(moment: MonthDay, clock: Clock) -> Iterator[tuple[datetime, datetime]]:
    this = (clock.anchor or clock.now).replace(day=1, hour=0, minute=0, second=0, microsecond=0)
    for step in range(-_MONTHS_BACK, _FAR) if moment.weekday is not None else range(-3, 4):
        try:
            month = add_months(this, step)
        except ValueError:
            continue
        if not 1 <= moment.day <= days_in_month(month.year, month.month):
            continue
        start = month.replace(day=moment.day)
        if moment.weekday is None or start.weekday() == moment.weekday:
            yield start, start + DAY


@resolves(Weekday)
def _weekday(moment: Weekday, clock: Clock) -> Span:
    if moment.week is None and moment.pick not in ("this", "next"):
        day = (clock.anchor or clock.now).replace(hour=0, minute=0, second=0, microsecond=0)
        near = day - timedelta(days=(day.weekday() - moment.day) % 7)
        each = ((near + n * 7 * DAY, near + n * 7 * DAY + DAY) for n in (-2, -1, 0, 1))
        pick = "past" if moment.pick == "last" else moment.pick
        return Span(*_choose(each, pick, clock), "day")
    week = moment.week or Relative("week", 1 if moment.pick == "next" else 0)
    start, _, _ = closed(week, clock)
    found = start + timedelta(days=(moment.day - start.weekday()) % 7)
    return Span(found, found + DAY, "day")
