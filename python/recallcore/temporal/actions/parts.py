"""Parts of spans."""

from __future__ import annotations

from dataclasses import replace

from recallcore.temporal.actions.amounts import UnitValue, decade, duration, if_day, if_year
from recallcore.temporal.actions.dates import half, in_year, quarter
from recallcore.temporal.actions.distances import relative_unit, this_unit
from recallcore.temporal.meaning import (
    Annual,
    Between,
    DayPart,
    Duration,
    Enclosing,
    Moment,
    MonthDay,
    Now,
    Nth,
    Open,
    PartOfDay,
    Phase,
    Phased,
    Relative,
    Rolling,
    Run,
    Shifted,
    Unit,
)


def nth_unit(n: int, unit: UnitValue, of: Moment) -> Moment | None:
    """Reads "the third week of January", "the second quarter of 2021"."""
    if (
        isinstance(unit, tuple)
        or n == 0
        or if_day(of)
        or isinstance(of, (Open, Between, Shifted, Rolling, PartOfDay))
    ):
        return None
    if unit in ("quarter", "half") and n > 0 and if_year(of):
        return in_year(quarter(n) or Now(), of) if unit == "quarter" else in_year(half(n) or Now(), of)
    if unit in ("hour", "minute", "business_day", "fortnight", "fiscal_year"):
        return None
    if unit == "year" and isinstance(of, (Annual, Phased)):
        return None
    return Nth(of, n, unit=unit)


def of_nth_unit(of: Moment, n: int, unit: UnitValue) -> Moment | None:
    """Reads 1월의 세 번째 주."""
    return nth_unit(n, unit, of)


def nth_weekday(n: int, day: int, of: Moment) -> Moment | None:
    """Reads "the second Monday of next month"."""
    return Nth(of, n, weekday=day) if n else None


def of_nth_weekday(of: Moment, n: int, day: int) -> Moment | None:
    """Reads 来月の第2月曜日."""
    return nth_weekday(n, day, of)


def of_nth_week_weekday(of: Moment, n: int, unit: UnitValue, day: int) -> Moment | None:
    """Reads 7월 첫째주 금요일: the first Friday, whichever week it lies in."""
    if unit != "week":
        return None
    return nth_weekday(n, day, of)


def nth_of_relative(n: int, unit: UnitValue, step: int, of: UnitValue) -> Moment | None:
    """Reads "dritten Quartal letzten Jahres", where the case stands for "of"."""
    whole = relative_unit(step, of)
    return nth_unit(n, unit, whole) if whole else None


def nth_of_unit(n: int, unit: UnitValue, of: UnitValue, step: int) -> Moment | None:
    """Reads "premier trimestre l'an dernier"."""
    return nth_of_relative(n, unit, step, of)


def first_of(n: int, length: Duration, of: Moment) -> Moment | None:
    """Reads "the first 10 days of last year", "the last 3 weeks of this year"."""
    return Run(of, length, at_end=n < 0) if n in (1, -1) else None


def n_first_of(number: float, n: int, unit: UnitValue, of: Moment) -> Moment | None:
    """Reads "les deux premières semaines de mai"."""
    length = duration(number, unit)
    return first_of(n, length, of) if length else None


def of_first(of: Moment, n: int, length: Duration) -> Moment | None:
    """Reads 今年的最后3周."""
    return first_of(n, length, of)


def phased(phase: Phase, of: Moment) -> Moment | None:
    """Reads "early March", "the end of last year"."""
    if isinstance(of, PartOfDay) and phase in ("late", "end"):
        return _late(of)
    return Phased(of, phase) if not isinstance(of, (Open, Between, Phased, MonthDay, Now)) else None


def of_phase(of: Moment, phase: Phase) -> Moment | None:
    """Reads 작년 말."""
    return phased(phase, of)


def phase_of_decade(phase: Phase, number: int) -> Moment | None:
    """Reads "a finales de los 80"."""
    of = decade(number)
    return phased(phase, of) if of else None


def phase_of_this(phase: Phase, unit: UnitValue) -> Moment | None:
    """Reads "the start of the quarter"."""
    of = this_unit(unit)
    return phased(phase, of) if of else None


def phase_of_month(phase: Phase) -> Moment:
    """Reads 월말, which is this month's."""
    return Phased(Relative("month", 0), phase)


def phase_of_relative(phase: Phase, step: int, of: UnitValue) -> Moment | None:
    """Reads "Ende letzten Monats"."""
    whole = relative_unit(step, of)
    return phased(phase, whole) if whole else None


def part_of_day(of: Moment, part: DayPart) -> Moment | None:
    """Reads "yesterday morning"."""
    return PartOfDay(of, part) if if_day(of) else None


def day_of_part(part: DayPart, of: Moment) -> Moment | None:
    """Reads "the morning of 3 May"."""
    return part_of_day(of, part)


def today_part(part: DayPart) -> Moment:
    """Reads "this morning"."""
    return PartOfDay(Relative("day", 0), part)


def relative_part(value: tuple[Unit, int, DayPart]) -> Moment:
    """Reads "last night", 昨夜."""
    return PartOfDay(Relative(value[0], value[1]), value[2])


def late_part(value: tuple[Unit, int, DayPart]) -> Moment:
    """Reads "late last night": of a night, its part from ten on."""
    return _late(PartOfDay(Relative(value[0], value[1]), value[2]))


def part_late(value: tuple[Unit, int, DayPart]) -> Moment:
    """Reads 昨夜遅く."""
    return late_part(value)


def late_part_of_day(of: Moment, part: DayPart) -> Moment | None:
    """Reads "late Monday night"."""
    found = part_of_day(of, part)
    return _late(found) if isinstance(found, PartOfDay) else None


def part_of_day_late(of: Moment, part: DayPart) -> Moment | None:
    """Reads 월요일 밤늦게."""
    return late_part_of_day(of, part)


def _late(moment: PartOfDay) -> Moment:
    return replace(moment, part="late_night") if moment.part == "night" else moment


def enclosing(unit: UnitValue, of: Moment) -> Moment | None:
    """Reads "the week of the 18th"."""
    return Enclosing(of, unit) if unit in ("week", "weekend", "month") and if_day(of) else None


def of_enclosing(of: Moment, unit: UnitValue) -> Moment | None:
    """Reads 4月10日の週."""
    return enclosing(unit, of)


def phase_of_year(phase: Phase) -> Moment:
    """Reads 연초, which is this year's."""
    return Phased(Relative("year", 0), phase)
