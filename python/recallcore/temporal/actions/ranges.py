"""From one moment to another, and what is open at one side."""

from __future__ import annotations

from dataclasses import replace

from recallcore.temporal.actions.amounts import UnitValue, if_month
from recallcore.temporal.actions.dates import date, day_in_month, in_year, month, month_day
from recallcore.temporal.actions.distances import relative_unit
from recallcore.temporal.meaning import (
    Annual,
    Between,
    Duration,
    Moment,
    Now,
    Open,
    Rolling,
    Shifted,
    Side,
    Year,
)


def between(a: Moment, b: Moment) -> Moment | None:
    """Reads "from March to May"."""
    nested = (Open, Between)
    return Between(a, b) if not isinstance(a, nested) and not isinstance(b, nested) else None


def days_between(first: int, last: int, of: Moment) -> Moment | None:
    """Reads "4 to 22 January", "19-20 November": the month stands behind both."""
    a, b = day_in_month(first, of), day_in_month(last, of)
    return Between(a, b) if a and b and first < last else None


def between_days(of: Moment, first: int, last: int) -> Moment | None:
    """Reads "November 19-20"."""
    return days_between(first, last, of)


def day_until_date(first: int, last: Moment) -> Moment | None:
    """Reads "from the 4th to 22 January 1995"."""
    if isinstance(last, Annual) and last.what == "date" and 1 <= first < last.b:
        return Between(replace(last, b=first), last)
    return None


def date_until_day(first: Moment, last: int) -> Moment | None:
    """Reads "Nov 19 to 20"."""
    if isinstance(first, Annual) and first.what == "date" and first.b < last <= 31:
        return Between(first, replace(first, b=last)) if date(first.a, last) else None
    return None


def days_of_month(first: int, last: int, month_number: int) -> Moment | None:
    """Reads "zwischen dem 2. und dem 22. Oktober"."""
    of = month(month_number)
    return days_between(first, last, of) if of else None


def bare_days_between(first: int, last: int) -> Moment | None:
    """Reads "vom 4. bis zum 23."."""
    a, b = month_day(first), month_day(last)
    return Between(a, b) if a and b and first < last else None


def months_between(numbers: tuple[int, int]) -> Moment | None:
    """Reads 3~5월."""
    first, last = month(numbers[0]), month(numbers[1])
    return Between(first, last) if first and last else None


def range_in(days: tuple[int, int], of: Moment) -> Moment | None:
    """Reads "4-23 next month"."""
    return days_between(days[0], days[1], of)


def in_range(of: Moment, days: tuple[int, int]) -> Moment | None:
    """Reads "November 19-20"."""
    return days_between(days[0], days[1], of)


def in_range_of_year(of: Moment, days: tuple[int, int], number: Moment) -> Moment | None:
    """Reads "Feb 2-7 2018"."""
    whole = in_year(of, number)
    return days_between(days[0], days[1], whole) if whole else None


def range_in_of_year(days: tuple[int, int], of: Moment, number: Moment) -> Moment | None:
    """Reads "2-7 Feb 2018"."""
    return in_range_of_year(of, days, number)


def range_of_month(days: tuple[int, int], month_number: int) -> Moment | None:
    """Reads "19-20 de noviembre"."""
    return days_of_month(*days, month_number)


def days_of_relative(first: int, last: int, step: int, unit: UnitValue) -> Moment | None:
    """Reads "de 4 a 22 deste mes"."""
    whole = relative_unit(step, unit)
    return days_between(first, last, whole) if whole and if_month(whole) else None


def days_of_unit(first: int, last: int, unit: UnitValue, step: int) -> Moment | None:
    """Reads "4 au 22 le mois dernier"."""
    return days_of_relative(first, last, step, unit)


def since(of: Moment) -> Moment | None:
    """Reads "since Monday"."""
    return _opened("since", of)


def since_begun(of: Moment) -> Moment | None:
    """Reads 2018年开始; 两个月前开始 is the day on which something began."""
    return None if isinstance(of, Shifted) else since(of)


def after_moment(of: Moment) -> Moment | None:
    """Reads "after February"."""
    return _opened("after", of)


def before_moment(of: Moment) -> Moment | None:
    """Reads "before 2019"."""
    return _opened("before", of)


def before_dated(of: Moment) -> Moment | None:
    """Reads Dutch "voor 2020" as before it, and "voor volgend jaar" as for it."""
    return before_moment(of) if isinstance(of, (Year, Annual)) else of


def until(of: Moment) -> Moment | None:
    """Reads "until Friday"."""
    return _opened("until", of)


def since_ago(length: Duration) -> Moment:
    """Reads German "seit 3 Wochen", a length that began so long ago."""
    return Open("since", Shifted(Now(), length, -1))


def _opened(side: Side, of: Moment) -> Moment | None:
    if isinstance(of, (Open, Between)) or (isinstance(of, Rolling) and side != "since"):
        return None
    return Open(side, of)
