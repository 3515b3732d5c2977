"""What returns every year, and days by their number or name."""

from __future__ import annotations

from dataclasses import replace
from typing import Final, cast

from recallcore.temporal.actions.amounts import UnitValue, if_day, if_month, if_year, short_year, tens
from recallcore.temporal.actions.distances import relative_unit
from recallcore.temporal.meaning import (
    Annual,
    Duration,
    Moment,
    MonthDay,
    Now,
    Pick,
    Relative,
    Season,
    Weekday,
)

PICKS: Final[dict[int, Pick]] = {-1: "last", 0: "this", 1: "next"}
"""Which one of those that return a step of a word like "last" asks for."""
_LONGEST_MONTH: Final = (31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)


def month(number: int) -> Moment | None:
    """Reads a month by its name or number."""
    return Annual("month", a=number) if 1 <= number <= 12 else None


def date(month_number: int, day: int) -> Moment | None:
    """Reads a month and a day."""
    if not (1 <= month_number <= 12 and 1 <= day <= _LONGEST_MONTH[month_number - 1]):
        return None
    return Annual("date", a=month_number, b=day)


def date_of(day: int, month_number: int) -> Moment | None:
    """Reads a day and a month."""
    return date(month_number, day)


def no_day(number: int) -> bool | None:
    """Says that a number beside "day" is none."""
    return True if number > 31 else None


def no_week(number: int) -> bool | None:
    """Says that there is no week 54."""
    return None if 1 <= number <= 53 else True


def no_week_of(number: int, of: Moment) -> bool | None:
    """Says that 2020 has no week 54 either."""
    del of
    return no_week(number)


def no_date(of: Moment, day: int) -> bool | None:
    """Says that 2월 30일 is no day."""
    return True if isinstance(of, Annual) and of.year is None and date(of.a, day) is None else None


def no_month_day(month_number: int, day: int) -> bool | None:
    """Says that "February 30" is no day."""
    return True if 1 <= day <= 31 and date(month_number, day) is None else None


def no_day_of_month(day: int, month_number: int) -> bool | None:
    """Says that "30 February" is no day."""
    return no_month_day(month_number, day)


def no_month_day_in_year(month_number: int, day: int, year: Moment) -> bool | None:
    """Says that "May 32 2024" is no day; without the year it may be May 1932."""
    del month_number, year
    return True if 31 < day < 100 else None


def no_day_of_month_in_year(day: int, month_number: int, year: Moment) -> bool | None:
    """Says that "32 May 2024" is no day."""
    return no_month_day_in_year(month_number, day, year)


def month_and_day(of: Moment, day: int) -> Moment | None:
    """Reads 6월 3일."""
    return date(of.a, day) if isinstance(of, Annual) and of.year is None else None


def quarter(number: int) -> Moment | None:
    """Reads Q3."""
    return Annual("quarter", a=number) if 1 <= number <= 4 else None


def half(number: int) -> Moment | None:
    """Reads H2."""
    return Annual("half", a=number) if 1 <= number <= 2 else None


def of_half(of: Moment, number: int) -> Moment | None:
    """Reads 작년 전반."""
    found = half(number)
    return in_year(found, of) if found else None


def week_number(number: int) -> Moment | None:
    """Reads week 31."""
    return Annual("week", a=number) if 1 <= number <= 53 else None


def season(name: Season) -> Moment:
    """Reads a season."""
    return Annual("season", name=name)


def holiday(name: str) -> Moment:
    """Reads a holiday."""
    return Annual("holiday", name=name)


def in_year(annual: Moment, of: Moment) -> Moment | None:
    """Reads "March 2023", "summer of last year"."""
    if isinstance(annual, Annual) and annual.year is None and annual.pick == "near":
        return replace(annual, year=of)
    return None


def of_year(of: Moment, annual: Moment) -> Moment | None:
    """Reads 작년 여름."""
    return in_year(annual, of)


def picked(step: int, annual: Moment) -> Moment | None:
    """Reads "last March", "next Christmas", "this summer"."""
    pick = PICKS.get(step)
    if pick is None:
        if isinstance(annual, Annual) and annual.year is None and annual.what in ("season", "month"):
            return replace(annual, year=Relative("year", step))
        return None
    if isinstance(annual, Annual) and annual.year is None and annual.pick == "near":
        return replace(annual, pick=pick)
    if isinstance(annual, MonthDay) and annual.month is None and annual.pick == "near":
        return replace(annual, pick=pick)
    return None


def picked_after(annual: Moment, step: int) -> Moment | None:
    """Reads "l'été dernier"."""
    return picked(step, annual)


def year_week(of: Moment, number: int) -> Moment | None:
    """Reads 2015年第1周."""
    return week_of_year(number, of)


def of_year_end(of: Moment, number: int) -> Moment | None:
    """Reads 작년 연말."""
    found = month(number)
    return in_year(found, of) if found else None


def in_short_year(annual: Moment, number: int) -> Moment | None:
    """Reads "juillet 98"."""
    of = short_year(number)
    return in_year(annual, of) if of else None


def _dated(number: Moment | None, month_number: int, day: int) -> Moment | None:
    day_of = date(month_number, day)
    return in_year(day_of, number) if day_of and number else None


def year_month_day(of: Moment, month_number: int, day: int) -> Moment | None:
    """Reads 2019/aug/01."""
    return _dated(of, month_number, day)


def day_month_year(day: int, month_number: int, of: Moment) -> Moment | None:
    """Reads 05-Aug-2016."""
    return _dated(of, month_number, day)


def day_month_short_year(day: int, month_number: int, number: int) -> Moment | None:
    """Reads 05-Aug-98."""
    return _dated(short_year(number), month_number, day)


def month_day_year(month_number: int, day: int, of: Moment) -> Moment | None:
    """Reads Sep-23-2020."""
    return _dated(of, month_number, day)


def month_year_day(month_number: int, of: Moment, day: int) -> Moment | None:
    """Reads September-2020-23."""
    return _dated(of, month_number, day)


def year_day_month(of: Moment, day: int, month_number: int) -> Moment | None:
    """Reads 2020/23/Sep."""
    return _dated(of, month_number, day)


def day_year_month(day: int, of: Moment, month_number: int) -> Moment | None:
    """Reads 23-2020-September."""
    return _dated(of, month_number, day)


def day_ordinal_month(day: int, month_number: int) -> Moment | None:
    """Reads "siebten vierten", the seventh of April."""
    return date(month_number, day)


def day_month_numbers(day: int, month_number: int) -> Moment | None:
    """Reads "el 17 del 11"."""
    return date(month_number, day)


def day_month_numbers_year(day: int, month_number: int, of: Moment) -> Moment | None:
    """Reads "9 de 8 de 1971"."""
    return _dated(of, month_number, day)


def week_of_year(number: int, of: Moment) -> Moment | None:
    """Reads "week 31 of 2019"."""
    found = week_number(number)
    return in_year(found, of) if found and (if_year(of)) else None


def annual_unit(n: int, unit: UnitValue) -> Moment | None:
    """Reads "the third quarter", "second half"."""
    if n < 1:
        return None
    return {"quarter": quarter, "half": half}.get(cast("str", unit), lambda _: None)(n)


def nth_annual_of(n: int, unit: UnitValue, of: Moment) -> Moment | None:
    """Reads "the third quarter 2020"."""
    found = annual_unit(n, unit)
    return in_year(found, of) if found else None


def of_nth_annual(of: Moment, n: int, unit: UnitValue) -> Moment | None:
    """Reads "2016 the third quarter"."""
    return nth_annual_of(n, unit, of)


def season_before_last(annual: Moment) -> Moment | None:
    """Reads "the summer before last"."""
    return picked(-2, annual)


def quarter_of_relative(annual: Moment, step: int, of: UnitValue) -> Moment | None:
    """Reads "Weihnachten letzten Jahres"."""
    whole = relative_unit(step, of)
    return in_year(annual, whole) if whole and if_year(whole) else None


def years_ago_annual(length: Duration, annual: Moment) -> Moment | None:
    """Reads 2년 전 여름."""
    unit, number = length.parts[0]
    if unit != "year" or len(length.parts) > 1 or length.rough or number != int(number):
        return None
    return in_year(annual, Relative("year", -int(number)))


def annual_years_ago(annual: Moment, length: Duration) -> Moment | None:
    """Reads "summer two years ago"."""
    return years_ago_annual(length, annual)


def month_day(day: int) -> Moment | None:
    """Reads "the 18th"."""
    return MonthDay(day) if 1 <= day <= 31 else None


def late_day(day: int) -> Moment | None:
    """Reads 29日 without a particle; a small number there is rather a length."""
    return month_day(day) if day > 10 else None


def month_day_in_words(ten: int, one: int) -> Moment | None:
    """Reads "the twenty second"."""
    number = tens(ten, one)
    return month_day(number) if number else None


def relative_season(value: tuple[int, Season]) -> Moment:
    """Reads 昨夏."""
    return Annual("season", name=value[1], year=Relative("year", value[0]))


def day_in_month(day: int, of: Moment) -> Moment | None:
    """Reads "the 20th of next month"."""
    if not 1 <= day <= 31:
        return None
    if isinstance(of, Annual) and of.what == "month":
        return replace(of, what="date", b=day) if date(of.a, day) else None
    return MonthDay(day, month=of) if if_month(of) else None


def month_then_date(of: Moment, day: Moment) -> Moment | None:
    """Reads 이번 달 27일."""
    return day_in_month(day.day, of) if isinstance(day, MonthDay) else None


def weekday_by_date(day: int, moment: Moment) -> Moment | None:
    """Reads "Friday, 14 June": the date decides. "Friday the 13th" needs both."""
    if isinstance(moment, MonthDay) and moment.month is None:
        return replace(moment, weekday=day)
    return moment if if_day(moment) and not isinstance(moment, (Weekday, Now)) else None


def date_by_weekday(moment: Moment, day: int) -> Moment | None:
    """Reads 1월 12일 월요일."""
    return weekday_by_date(day, moment)


def weekday_and_day(day: int, number: int) -> Moment | None:
    """Reads "Friday the 13th"."""
    return MonthDay(number, weekday=day) if 1 <= number <= 31 else None


def picked_weekday_by_date(step: int, day: int, moment: Moment) -> Moment | None:
    """Reads "this Friday, 15 June"."""
    del day
    return picked(step, moment)
