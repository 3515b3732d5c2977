"""Units of the calendar and numbered years."""

from __future__ import annotations

from datetime import datetime

from recallcore.temporal.calendar import DAY, add_months, add_units, unit_end
from recallcore.temporal.meaning import Latest, Now, Relative, Unit, Year, Years
from recallcore.temporal.resolve.core import Clock, Span, resolves


@resolves(Now)
def _now(moment: Now, clock: Clock) -> Span:
    del moment
    return Span(clock.today, clock.today + DAY, "day")


@resolves(Latest)
def _latest(moment: Latest, clock: Clock) -> Span:
    this = _relative(Relative(moment.unit, 0), clock)
    begun = this.start is not None and this.start <= clock.now
    return this if begun else _relative(Relative(moment.unit, -1), clock)


@resolves(Relative)
def _relative(moment: Relative, clock: Clock) -> Span:
    start = add_units(clock.start_of(clock.now, moment.unit), moment.unit, moment.step)
    if moment.unit == "business_day":
        start = add_units(clock.today, "business_day", moment.step)
    return Span(start, unit_end(start, moment.unit), moment.unit)


@resolves(Year)
def _year(moment: Year, clock: Clock) -> Span:
    del clock
    start = datetime(moment.number, 1, 1)
    return Span(start, add_months(start, 12), "year")


@resolves(Years)
def _years(moment: Years, clock: Clock) -> Span:
    del clock
    start = datetime(max(moment.first, 1), 1, 1)
    grain: Unit = "century" if moment.length > 10 else "decade"
    return Span(start, datetime(moment.first + moment.length, 1, 1), grain)
