"""Parts of other spans."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from recallcore.temporal.calendar import DAY, add_months, add_units, unit_end
from recallcore.temporal.meaning import (
    Annual,
    DayPart,
    Elapsed,
    Enclosing,
    Nth,
    PartOfDay,
    Phase,
    Phased,
    Run,
    Unit,
)
from recallcore.temporal.resolve.core import ROUGH_LENGTHS, Clock, Span, closed, resolves

_QUARTERS: Final[dict[Phase, tuple[int, int]]] = {
    "early": (0, 1),
    "middle": (1, 2),
    "late": (2, 3),
    "end": (2, 3),
}
_PHASES_IN_MONTHS: Final[dict[Unit, dict[Phase, tuple[int, int]]]] = {
    "year": {"early": (0, 3), "middle": (4, 8), "late": (9, 12), "end": (11, 12)},
    "fiscal_year": {"early": (0, 3), "middle": (4, 8), "late": (9, 12), "end": (11, 12)},
    "quarter": _QUARTERS,
    "season": _QUARTERS,
    "half": {"early": (0, 2), "middle": (2, 4), "late": (4, 6), "end": (4, 6)},
    "decade": {"early": (0, 48), "middle": (48, 84), "late": (84, 120), "end": (84, 120)},
    "century": {"early": (0, 360), "middle": (360, 840), "late": (840, 1200), "end": (840, 1200)},
}
"""First month and the month after the last, counted from the beginning of the unit."""
PARTS_OF_DAY: Final[dict[DayPart, tuple[int, int]]] = {
    "dawn": (0, 6),
    "morning": (5, 12),
    "noon": (11, 14),
    "afternoon": (12, 18),
    "evening": (17, 22),
    "night": (18, 29),
    "late_night": (22, 29),
    "daytime": (6, 18),
}
"""First hour and the hour after the last; 29 is five in the morning of the next day."""


@resolves(Nth)
def _nth(moment: Nth, clock: Clock) -> Span:
    start, end, grain = closed(moment.of, clock)
    if moment.weekday is not None:
        return _nth_day(start, end, moment.n, 7, (moment.weekday - start.weekday()) % 7)
    unit = moment.unit
    assert unit is not None
    if unit == "day":
        return _nth_day(start, end, moment.n, 1, 0)
    if unit == "half" and grain != "year":
        return _half(start, end, moment.n)
    found = _inside(start, end, unit, moment.n, clock)
    return Span(found, unit_end(found, unit), unit)


def _nth_day(start: datetime, end: datetime, n: int, step: int, offset: int) -> Span:
    if n > 0:
        found = start + timedelta(days=offset + step * (n - 1))
    else:
        count = -((start + timedelta(days=offset) - end) // (step * DAY))
        found = start + timedelta(days=offset + step * (count + n))
    if not start <= found < end:
        raise ValueError("the span has fewer of those")
    return Span(found, found + DAY, "day")


def _half(start: datetime, end: datetime, n: int) -> Span:
    days = (end - start).days
    if abs(n) > 2 or days < 2:
        raise ValueError("a span has two halves")
    middle = start + timedelta(days=days // 2)
    return Span(start, middle, "half") if n in (1, -2) else Span(middle, end, "half")


def _inside(start: datetime, end: datetime, unit: Unit, n: int, clock: Clock) -> datetime:
    """Returns where the n-th unit of a span begins. A week belongs to the span that holds its fourth day."""
    if unit in ("week", "work_week", "weekend"):
        middle = 3 if unit == "week" else 0
        first = clock.start_of(start, unit)
        while first + middle * DAY < start:
            first += 7 * DAY
        last = clock.start_of(end - DAY, unit)
        while last + middle * DAY >= end:
            last -= 7 * DAY
    else:
        first, last = start, add_units(end, unit, -1)
    found = add_units(first, unit, n - 1) if n > 0 else add_units(last, unit, n + 1)
    if not first <= found <= last:
        raise ValueError("the span has fewer of those")
    return found


@resolves(Run)
def _run(moment: Run, clock: Clock) -> Span:
    start, end, _ = closed(moment.of, clock)
    (unit, number), *more = moment.length.parts
    if more:
        raise ValueError("only one unit can be counted off")
    if moment.length.rough:
        number = ROUGH_LENGTHS[moment.length.rough]
    if unit in ("week", "weekend", "work_week"):
        n = int(number)
        first = _inside(start, end, unit, -n if moment.at_end else 1, clock)
        return Span(first, unit_end(add_units(first, unit, n - 1), unit), unit)
    if moment.at_end:
        return Span(max(start, add_units(end, unit, -number)), end, unit)
    return Span(start, min(end, add_units(start, unit, number)), unit)


@resolves(Phased)
def _phased(moment: Phased, clock: Clock) -> Span:
    start, end, grain = closed(moment.of, clock)
    days = (end - start).days
    if days <= 1:
        cuts = {"early": (0, 8), "middle": (10, 15), "late": (18, 24), "end": (18, 24)}
        first, last = cuts[moment.phase]
        return Span(start + timedelta(hours=first), start + timedelta(hours=last), "hour")
    months = _PHASES_IN_MONTHS.get(grain)
    if months is not None:
        first, last = months[moment.phase]
        return Span(add_months(start, first), add_months(start, last), "month")
    if grain == "month":
        edges = {"early": (0, 10), "middle": (10, 20), "late": (20, days), "end": (20, days)}[moment.phase]
    elif grain in ("week", "work_week"):
        edges = {"early": (0, 2), "middle": (2, 4), "late": (3, days), "end": (4, days)}[moment.phase]
    else:
        third = days // 3
        edges = {"early": (0, third), "middle": (third, 2 * third)}.get(moment.phase, (2 * third, days))
    return Span(start + edges[0] * DAY, start + edges[1] * DAY, "day")


@resolves(PartOfDay)
def _part_of_day(moment: PartOfDay, clock: Clock) -> Span:
    start, end, grain = closed(moment.of, clock)
    if end - start > DAY:
        return Span(start, end, grain)
    first, last = PARTS_OF_DAY[moment.part]
    return Span(start + timedelta(hours=first), start + timedelta(hours=last), "hour")


@resolves(Enclosing)
def _enclosing(moment: Enclosing, clock: Clock) -> Span:
    start, _, _ = closed(moment.of, clock)
    first = clock.start_of(start, moment.unit)
    if isinstance(moment.of, Annual) and moment.unit == "weekend" and first > start + 3 * DAY:
        first -= 7 * DAY
    return Span(first, unit_end(first, moment.unit), moment.unit)


@resolves(Elapsed)
def _elapsed(moment: Elapsed, clock: Clock) -> Span:
    start, end, grain = closed(moment.of, clock)
    if moment.left:
        return Span(max(clock.today, start), end, grain)
    return Span(start, min(clock.today + DAY, end), grain)
