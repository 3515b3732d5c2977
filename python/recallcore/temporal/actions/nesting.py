"""What lies inside of a named unit, beside a named day, or at the same place of another year."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from recallcore.temporal.actions.amounts import UnitValue, duration, if_day, if_month, if_week, if_year
from recallcore.temporal.actions.dates import date, day_in_month, in_year
from recallcore.temporal.actions.distances import week_weekend
from recallcore.temporal.meaning import (
    Annual,
    Between,
    Duration,
    Enclosing,
    Lasting,
    Latest,
    Moment,
    MonthDay,
    Now,
    Nth,
    Open,
    PartOfDay,
    Phased,
    Relative,
    Shifted,
    Weekday,
    Year,
)

_A_WEEK: Final = Duration((("week", 1),))


def if_frame(moment: Moment) -> Moment | None:
    """Lets a year, a month or a week pass, also one said by its distance: "two years ago"."""
    if isinstance(moment, Shifted):
        return _unit_at(moment)
    framing = ("year", "fiscal_year", "month", "week")
    whole = isinstance(moment, Year) or (isinstance(moment, Relative) and moment.unit in framing)
    return moment if whole else None


def _unit_at(moment: Shifted) -> Moment | None:
    (unit, number), *more = moment.length.parts
    if more or moment.length.rough or not isinstance(moment.of, Now) or number != int(number):
        return None
    return Relative(unit, int(number) * moment.sign) if unit in ("year", "month", "week") else None


def inside(frame: Moment, inner: Moment) -> Moment | None:
    """Reads "last year in May", "last month on the 5th", "a year ago today"."""
    if isinstance(inner, (Phased, PartOfDay)):
        of = inside(frame, inner.of)
        return replace(inner, of=of) if of else None
    if isinstance(inner, Between):
        first, last = inside(frame, inner.a), inside(frame, inner.b)
        return Between(first, last) if first and last else None
    if isinstance(inner, Relative):
        return same_then(frame, inner)
    if isinstance(inner, Annual):
        return in_year(inner, frame) if if_year(frame) else None
    if isinstance(inner, MonthDay):
        lone = inner.month is None and inner.weekday is None and inner.pick == "near"
        return day_in_month(inner.day, frame) if lone and if_month(frame) else None
    if isinstance(inner, Latest):
        return week_weekend(frame) if if_week(frame) else None
    if isinstance(inner, Weekday) and inner.week is None and inner.pick in ("near", "past"):
        return replace(inner, week=frame, pick="past") if if_week(frame) else None
    return None


def inside_day(frame: Moment, day: int) -> Moment | None:
    """Reads "le mois dernier le 5"."""
    return day_in_month(day, frame) if if_month(frame) and isinstance(frame, Relative) else None


def same_then(year: Moment, moment: Moment) -> Moment | None:
    """Reads 작년 오늘, "this month last year": where now lies, in another year."""
    if not (isinstance(year, Relative) and year.unit == "year" and year.step):
        return None
    length = duration(abs(year.step), "year")
    if length is None or not isinstance(moment, Relative) or moment.step:
        return None
    day = Shifted(Now(), length, 1 if year.step > 0 else -1)
    if moment.unit == "day":
        return day
    return Enclosing(day, moment.unit) if moment.unit in ("week", "weekend", "month") else None


def time_then(year: Moment) -> Moment | None:
    """Reads 작년 이맘때: the month a year ago."""
    return same_then(year, Relative("month", 0))


def coming_weekend(unit: UnitValue) -> Moment | None:
    """Reads "the coming weekend": the first one after today."""
    return Enclosing(Weekday(5, pick="coming"), "weekend") if unit == "weekend" else None


def then_same(moment: Moment, year: Moment) -> Moment | None:
    """Reads "this month last year"."""
    return same_then(year, moment)


def beside(unit: UnitValue, sign: int, of: Moment) -> Moment | None:
    """Reads "the day after Christmas", "the week before Easter"."""
    if unit not in ("day", "week") or not if_day(of):
        return None
    if unit == "day" or sign > 0:
        day = Shifted(of, Duration((("day", 1),)), sign)
        return day if unit == "day" else Lasting(day, _A_WEEK)
    return Lasting(Shifted(of, Duration((("day", 7),)), -1), _A_WEEK)


def unit_after(unit: UnitValue, of: Moment) -> Moment | None:
    """Reads "the day after Christmas"."""
    return beside(unit, 1, of)


def unit_before(unit: UnitValue, of: Moment) -> Moment | None:
    """Reads "the week before Easter"."""
    return beside(unit, -1, of)


def weekday_after(day: int, of: Moment) -> Moment | None:
    """Reads "the Tuesday after Easter"."""
    week = beside("week", 1, of)
    return Nth(week, 1, weekday=day) if week else None


def weekday_before(day: int, of: Moment) -> Moment | None:
    """Reads "the Friday before Christmas"."""
    week = beside("week", -1, of)
    return Nth(week, 1, weekday=day) if week else None


def nth_month_week(n: int, month_number: int) -> Moment:
    """Reads "erste Oktoberwoche"."""
    return Nth(Annual("month", a=month_number), n, unit="week")


def day_beside(of: Moment, sign: int) -> Moment | None:
    """Reads クリスマスの翌日."""
    return beside("day", sign, of)


def beside_day(sign: int, of: Moment) -> Moment | None:
    """Reads "le lendemain de Noël"."""
    return beside("day", sign, of)


def of_nth_week(of: Moment, n: int) -> Moment | None:
    """Reads 3월 2주차."""
    return Nth(of, n, unit="week") if 1 <= n <= 5 else None


def nearer(length: Duration) -> Moment:
    """Reads "less than a week ago"."""
    return Between(Shifted(Now(), length, -1), Now())


def farther(length: Duration) -> Moment:
    """Reads "more than two weeks ago"."""
    return Open("before", Shifted(Now(), length, -1))


def seasons_ago(number: float, name: Moment) -> Moment | None:
    """Reads "two summers ago": the one before the latest that is over."""
    if not isinstance(name, Annual) or number != int(number) or not 1 <= number <= 100:
        return None
    return replace(name, pick="last", back=int(number) - 1)


def neighbours(first: Moment, last: Moment) -> Moment | None:
    """Reads "Sept and Oct": two months of which one follows the other."""
    if not (isinstance(first, Annual) and isinstance(last, Annual) and last.a - first.a == 1):
        return None
    return Between(first, last)


def same_month_days(of: Moment, days: tuple[int, int]) -> Moment | None:
    """Reads 10월 2~5일."""
    if not isinstance(of, Annual) or date(of.a, days[0]) is None:
        return None
    first, last = day_in_month(days[0], of), day_in_month(days[1], of)
    return Between(first, last) if first and last else None
