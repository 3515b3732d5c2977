"""Days by their name."""

from __future__ import annotations

from recallcore.temporal.actions.amounts import UnitValue, duration, if_week
from recallcore.temporal.actions.dates import PICKS
from recallcore.temporal.actions.distances import relative_unit
from recallcore.temporal.meaning import DayPart, Moment, PartOfDay, Relative, Shifted, Weekday


def weekday(day: int) -> Moment:
    """Reads "Monday"."""
    return Weekday(day)


def weekday_on(day: int) -> Moment:
    """Reads "on Monday", which may be today."""
    return Weekday(day, pick="near")


def weekday_picked(step: int, day: int) -> Moment | None:
    """Reads "last Monday"."""
    pick = PICKS.get(step)
    return Weekday(day, pick=pick) if pick else Weekday(day, week=Relative("week", step))


def picked_weekday(day: int, step: int) -> Moment | None:
    """Reads "lundi dernier"."""
    return weekday_picked(step, day)


def weekday_in_week(step: int, day: int) -> Moment:
    """Reads 上周一: of last week, not the latest one."""
    return Weekday(day, week=Relative("week", step))


def past_weekday(day: int) -> Moment:
    """Reads "this past Monday"."""
    return Weekday(day, pick="last")


def weekday_back(number: float, day: int) -> Moment | None:
    """Reads "two Fridays ago"."""
    if number == 1:
        return Weekday(day, pick="last")
    length = duration(number - 1, "week")
    return Shifted(Weekday(day), length, -1) if length else None


def coming_weekday(day: int) -> Moment:
    """Reads "this coming Friday"."""
    return Weekday(day, pick="coming")


def weekday_of(day: int, week: Moment) -> Moment | None:
    """Reads "Tuesday of last week"."""
    return Weekday(day, week=week) if if_week(week) else None


def of_weekday(week: Moment, day: int) -> Moment | None:
    """Reads "last week Tuesday"."""
    return weekday_of(day, week)


def weekday_of_unit(day: int, unit: UnitValue, step: int) -> Moment | None:
    """Reads "vendredi la semaine dernière"."""
    whole = relative_unit(step, unit)
    return weekday_of(day, whole) if whole else None


def weekday_part(value: tuple[int, DayPart]) -> Moment:
    """Reads "Dienstagabend"."""
    return PartOfDay(Weekday(value[0]), value[1])


def part_of_weekday(day: int, part: DayPart) -> Moment:
    """Reads "segunda de manhã"."""
    return PartOfDay(Weekday(day), part)


def picked_weekday_part(step: int, value: tuple[int, DayPart]) -> Moment | None:
    """Reads "letzten Dienstagabend"."""
    day = weekday_picked(step, value[0])
    return PartOfDay(day, value[1]) if day else None
