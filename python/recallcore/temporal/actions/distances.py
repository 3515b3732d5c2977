"""What is counted from now, or from another moment."""

from __future__ import annotations

from typing import Final

from recallcore.temporal.actions.amounts import UnitValue, duration, one_unit, rough
from recallcore.temporal.meaning import (
    Between,
    Duration,
    Elapsed,
    Lasting,
    Latest,
    Moment,
    Now,
    Relative,
    Rolling,
    Shifted,
    Unit,
)

_A_DAY: Final = duration(1, "day")
_A_YEAR: Final = duration(1, "year")


def relative(value: tuple[Unit, int]) -> Moment:
    """Reads "yesterday", 작년."""
    return Relative(*value)


def relative_unit(step: int, unit: UnitValue) -> Moment | None:
    """Reads "last week"; a last half-year is counted by the calendar.

    "The next day" is counted from a day that the text does not name.
    """
    name = unit[0] if isinstance(unit, tuple) else unit
    if isinstance(unit, tuple) and name == "month":
        return Relative("half", step)
    if name == "day" and step in (-1, 1):
        return None
    return Relative(name, step) if name not in ("hour", "minute") else None


def unit_relative(unit: UnitValue, step: int) -> Moment | None:
    """Reads "la semaine dernière"."""
    return relative_unit(step, unit)


def next_unit(unit: UnitValue) -> Moment | None:
    """Reads 다가오는 주."""
    return relative_unit(1, unit)


def this_unit(unit: UnitValue) -> Moment | None:
    """Reads "the week", after "the rest of" or "the end of"."""
    return relative_unit(0, unit)


def same_unit(step: int, unit: UnitValue) -> Moment | None:
    """Reads "the same month", which is this one; the same day may be any."""
    return None if unit == "day" else relative_unit(step, unit)


def before_last(unit: UnitValue) -> Moment | None:
    """Reads "the week before last"."""
    return relative_unit(-2, unit)


def after_next(unit: UnitValue) -> Moment | None:
    """Reads "the month after next"."""
    return relative_unit(2, unit)


def if_weekend(unit: UnitValue) -> Moment | None:
    """Reads "over the weekend", 주말에: the latest one."""
    return Latest("weekend") if unit == "weekend" else None


def right_now() -> Moment:
    """Reads "now", as one end of a range."""
    return Now()


def week_weekend(week: Moment) -> Moment | None:
    """Reads 再来週の週末."""
    return Relative("weekend", week.step) if isinstance(week, Relative) else None


def rolling(step: int, length: Duration) -> Moment | None:
    """Reads "the last 3 weeks"."""
    return Rolling(length, step) if step in (-1, 1) else None


def rolling_after(length: Duration, step: int) -> Moment | None:
    """Reads "los 3 próximos meses"."""
    return rolling(step, length)


def rolling_if_many(step: int, length: Duration) -> Moment | None:
    """Reads 上两周, and not 上一年 as a length."""
    return rolling(step, length) if length.parts[0][1] > 1 or length.rough else None


def rolling_next(length: Duration) -> Moment:
    """Reads 앞으로 사흘."""
    return Rolling(length, 1)


def few_units(step: int, unit: UnitValue) -> Moment | None:
    """Reads "in the last weeks", more than one of them."""
    if step == 0:
        return None
    length = rough("few", unit)
    return rolling(step, length) if length else None


def units_few(unit: UnitValue, step: int) -> Moment | None:
    """Reads "las semanas pasadas"."""
    return few_units(step, unit)


def n_rolling(number: float, step: int, unit: UnitValue) -> Moment | None:
    """Reads "the 3 next weeks"."""
    length = duration(number, unit)
    return rolling(step, length) if length else None


def past_unit(unit: UnitValue) -> Moment | None:
    """Reads "the past week": the seven days before, not the week of the calendar."""
    length = one_unit(unit)
    return Rolling(length, -1) if length else None


def recent(length: Duration) -> Moment:
    """Reads "최근 3일"."""
    return Rolling(length, -1)


def recent_units(unit: UnitValue) -> Moment | None:
    """Reads "in recent weeks"."""
    length = rough("few", unit)
    return Rolling(length, -1) if length else None


def ago_rolled(step: int, length: Duration) -> Moment | None:
    """Reads "vor den letzten 3 Tagen"."""
    return rolling(step, length)


def coming(length: Duration) -> Moment:
    """Reads 앞으로 사흘, "within 5 days"."""
    return Lasting(Now(), length)


def lasting_of(of: Moment, length: Duration) -> Moment:
    """Reads 내일로부터 3일 이내."""
    return Lasting(of, length)


def ago(length: Duration) -> Moment:
    """Reads "3 days ago"; two weekends ago are whole ones."""
    (unit, number), *more = length.parts
    if unit == "weekend" and not more and not length.rough and number == int(number):
        return Relative("weekend", -int(number))
    return Shifted(Now(), length, -1)


def soon_later(length: Duration) -> Moment | None:
    """Reads "in 3 days"; "in a day" and "in a year" say how often."""
    return None if length in (_A_DAY, _A_YEAR) else later(length)


def ago_range(numbers: tuple[int, int], unit: UnitValue) -> Moment | None:
    """Reads "2-3 days ago"."""
    near, far = duration(numbers[0], unit), duration(numbers[1], unit)
    return Between(Shifted(Now(), far, -1), Shifted(Now(), near, -1)) if near and far else None


def later(length: Duration) -> Moment:
    """Reads "in 3 days"."""
    return Shifted(Now(), length, 1)


def before(length: Duration, of: Moment) -> Moment:
    """Reads "two weeks before May 13"."""
    return Shifted(of, length, -1)


def after(length: Duration, of: Moment) -> Moment:
    """Reads "3 days after tomorrow"."""
    return Shifted(of, length, 1)


def after_of(of: Moment, length: Duration) -> Moment:
    """Reads 내일부터 3일 후."""
    return Shifted(of, length, 1)


def before_of(of: Moment, length: Duration) -> Moment:
    """Reads 昨日の2日前."""
    return Shifted(of, length, -1)


def lasting(length: Duration, of: Moment) -> Moment:
    """Reads "3 days starting next Monday"."""
    return Lasting(of, length)


def elapsed(of: Moment) -> Moment:
    """Reads "earlier this month", "this year so far"."""
    return Elapsed(of)


def elapsed_of_this(unit: UnitValue) -> Moment | None:
    """Reads "earlier in the week"."""
    of = this_unit(unit)
    return elapsed(of) if of else None


def left(of: Moment) -> Moment:
    """Reads "the rest of the week"."""
    return Elapsed(of, left=True)


def left_of_this(unit: UnitValue) -> Moment | None:
    """Reads "the rest of the week"."""
    of = this_unit(unit)
    return left(of) if of else None


def year_to_date() -> Moment:
    """Reads "year to date"."""
    return Elapsed(Relative("year", 0))
