"""Numbers, lengths and years: what is counted."""

from __future__ import annotations

from dataclasses import replace
from typing import Final, cast

from recallcore.temporal.meaning import (
    Annual,
    Duration,
    Moment,
    MonthDay,
    Now,
    Nth,
    Relative,
    Shifted,
    Unit,
    Weekday,
    Year,
    Years,
)

_SIZES: Final[dict[Unit, int]] = {
    "century": 13,
    "decade": 12,
    "year": 11,
    "fiscal_year": 11,
    "half": 10,
    "quarter": 9,
    "season": 9,
    "month": 8,
    "fortnight": 7,
    "week": 6,
    "work_week": 6,
    "weekend": 6,
    "day": 4,
    "business_day": 4,
    "hour": 2,
    "minute": 1,
}
"""Only the order matters: a length is said from its largest unit to its smallest."""
_CENTURY_SPLIT: Final = 30
"""Two digits up to this are years of 2000, others of 1900."""
UnitValue = Unit | tuple[Unit, float]
"""A unit, or a multiple of one."""


def take(value: object) -> object:
    """Hands a value on under another name."""
    return value


def tens(ten: int, one: int) -> int | None:
    """Reads "twenty two"."""
    return ten + one if ten in range(20, 100, 10) and 1 <= one <= 9 else None


def product(number: int, factor: int) -> int | None:
    """Reads "two thousand"."""
    return number * factor if 0 < number < factor else None


def total(large: int, small: int) -> int | None:
    """Reads "two thousand (and) eighteen"."""
    return (
        large + small
        if (large >= 100 and large % 100 == 0 and 0 < small < 100) or (large % 1000 == 0 and 0 < small < 1000)
        else None
    )


def year_by_halves(century: int, rest: int) -> Moment | None:
    """Reads "nineteen eighty six"."""
    return Year(century * 100 + rest) if 10 <= century <= 20 and 10 <= rest <= 99 else None


def duration(number: float, unit: UnitValue) -> Duration | None:
    """Reads "3 weeks"; a unit may be a multiple of another, as a half-year is."""
    name, factor = unit if isinstance(unit, tuple) else (unit, 1)
    if name == "year" and number >= 1000:
        return None
    return Duration(((name, number * factor),)) if 0 < number < 1_000_000 else None


def one_unit(unit: UnitValue) -> Duration | None:
    """Reads "a week" or 半年."""
    return duration(1, unit)


def rough_days(how: str) -> Duration | None:
    """Reads 며칠, a few days in one word."""
    return rough(how, "day")


def half_more(number: float, unit: UnitValue) -> Duration | None:
    """Reads "two and a half years"."""
    return duration(number + 0.5, unit)


def rough(how: str, unit: UnitValue) -> Duration | None:
    """Reads "a couple of weeks", "a few days"."""
    length = one_unit(unit)
    return replace(length, rough="couple" if how == "couple" else "few") if length else None


def joined(one: Duration, other: Duration) -> Duration | None:
    """Reads "1 month and 21 days": ever smaller units."""
    if one.rough or other.rough or _SIZES[one.parts[-1][0]] <= _SIZES[other.parts[0][0]]:
        return None
    return Duration(one.parts + other.parts)


def half_unit(*parts: object) -> Duration | None:
    """Reads "half a year"."""
    name, factor = parts[-1] if isinstance(parts[-1], tuple) else (parts[-1], 1)
    if name == "year":
        return Duration((("month", 6),))
    if name == "month":
        return Duration((("day", 15),))
    return duration(factor / 2, cast("Unit", name)) if name in ("day", "hour", "decade", "century") else None


def year(number: int) -> Moment | None:
    """Reads a year of four digits, or any that the word "year" stands beside."""
    return Year(number) if 1 <= number <= 9999 else None


def old_year(number: int) -> Moment | None:
    """Reads 247년, which is a year and not a length."""
    return year(number) if number >= 100 else None


def no_month(number: int) -> bool | None:
    """Says that a number beside "month" is none."""
    return True if number > 12 else None


def short_year(number: int) -> Moment | None:
    """Reads a year of two digits."""
    if number >= 100:
        return year(number)
    return Year(number + (2000 if number <= _CENTURY_SPLIT else 1900)) if number >= 0 else None


def big_year(number: int) -> Moment | None:
    """Reads "two thousand and eighteen", and not "the Hundred" of the war."""
    return year(number) if number >= 1000 else None


def sure_short_year(number: int) -> Moment | None:
    """Reads 98年 and 08年, and not 40年, which is a length."""
    return short_year(number) if number < 10 or number >= 80 else None


def year_of_era(base: int, number: int) -> Moment | None:
    """Reads 令和5年: ``base`` is the year before the first."""
    return year(base + number) if 1 <= number <= 199 else None


def first_of_era(base: int) -> Moment | None:
    """Reads 平成元年."""
    return year_of_era(base, 1)


def century_decade(number: int, years: int) -> Moment | None:
    """Reads 19世纪70年代."""
    return Years((number - 1) * 100 + years, 10) if 1 <= number <= 99 and years < 100 else None


def decade(number: int) -> Moment | None:
    """Reads the 90s, 80년대, the 1970s."""
    if number < 100:
        number += 2000 if number <= _CENTURY_SPLIT else 1900
    return Years(number, 10) if number % 10 == 0 else None


def no_decade(*said: object) -> bool:
    """Says that somebody's early thirties are an age."""
    return bool(said)


def decade_of(centuries: Moment, number: int) -> Moment | None:
    """Reads 19世纪70年代."""
    if isinstance(centuries, Years) and number < 100:
        return Years(centuries.first + number, 10)
    if isinstance(centuries, Relative) and centuries.unit == "century" and centuries.step in (0, -1):
        return Years(2000 + 100 * centuries.step + number, 10)
    return None


def century(number: int) -> Moment | None:
    """Reads the 21st century."""
    return Years((number - 1) * 100, 100) if 1 <= number <= 99 else None


def if_year(moment: Moment) -> Moment | None:
    """Lets only what is a year pass."""
    whole = isinstance(moment, Year) or (
        isinstance(moment, Relative) and moment.unit in ("year", "fiscal_year")
    )
    return moment if whole else None


def if_month(moment: Moment) -> Moment | None:
    """Lets only what is a month pass."""
    whole = (isinstance(moment, Relative) and moment.unit == "month") or (
        isinstance(moment, Annual) and moment.what == "month"
    )
    return moment if whole else None


def if_week(moment: Moment) -> Moment | None:
    """Lets only what is a week pass."""
    whole = isinstance(moment, Relative) and moment.unit in ("week", "weekend", "work_week")
    return moment if whole else None


def if_day(moment: Moment) -> Moment | None:
    """Lets only what is a single day pass."""
    whole = (
        isinstance(moment, (Weekday, MonthDay, Now))
        or (isinstance(moment, Relative) and moment.unit == "day")
        or (isinstance(moment, Annual) and moment.what in ("date", "holiday"))
        or (isinstance(moment, Nth) and (moment.unit == "day" or moment.weekday is not None))
        or (isinstance(moment, Shifted) and moment.length.parts[-1][0] == "day" and not moment.length.rough)
    )
    return moment if whole else None
