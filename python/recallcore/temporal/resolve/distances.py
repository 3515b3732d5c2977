"""Distances and lengths, counted from now or from another moment."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from recallcore.temporal.calendar import DAY, add_units, midnight, unit_end
from recallcore.temporal.meaning import Duration, Lasting, Now, Rolling, Shifted
from recallcore.temporal.resolve.core import ROUGH_LENGTHS, Clock, Span, closed, resolves

ROLLING_BY_CALENDAR: Final = frozenset(
    {"quarter", "half", "season", "decade", "century", "fiscal_year", "weekend"}
)
"""Units of which "the last two" are two whole ones, and not a length counted back from today."""
_CLOCK_UNITS: Final = ("hour", "minute")
"""Units that are counted in UTC: an hour is an hour, also where clocks are put forward or back."""
_ROUGH_BACK: Final = {"couple": (1, 3), "few": (3, 5)}


def _added(moment: datetime, length: Duration, sign: int) -> datetime:
    for unit, number in length.parts:
        moment = add_units(moment, unit, sign * number)
    return moment


@resolves(Shifted)
def _shifted(moment: Shifted, clock: Clock) -> Span:
    finest = moment.length.parts[-1][0]
    if finest in _CLOCK_UNITS and isinstance(moment.of, Now):
        return _hours_away(moment, clock)
    start, _, _ = closed(moment.of, clock)
    if moment.length.rough:
        near, far = _ROUGH_BACK[moment.length.rough]
        edges = sorted(add_units(start, finest, moment.sign * number) for number in (near, far))
        return Span(edges[0], edges[1] + DAY, finest)
    found = midnight(_added(start, moment.length, moment.sign))
    return Span(found, found + DAY, finest)


def _hours_away(moment: Shifted, clock: Clock) -> Span:
    unit, number = moment.length.parts[-1]
    now = clock.in_utc(clock.now)
    if moment.length.rough:
        near, far = _ROUGH_BACK[moment.length.rough]
        start, end = sorted(add_units(now, unit, moment.sign * each) for each in (near, far))
    else:
        found = _hours_from_now(moment.length, moment.sign, clock)
        margin = timedelta(minutes=30 if unit == "hour" else max(2, number // 4))
        start, end = found - margin, found + margin
        end = min(end, now) if moment.sign < 0 else end
    return Span(clock.local(start), clock.local(end), unit)


def _hours_from_now(length: Duration, sign: int, clock: Clock) -> datetime:
    """Returns in UTC what lies a length from now: days on the calendar first, then hours."""
    hours = tuple(part for part in length.parts if part[0] in _CLOCK_UNITS)
    days = _added(clock.now, Duration(length.parts[: len(length.parts) - len(hours)]), sign)
    return _added(clock.in_utc(days), Duration(hours), sign)


@resolves(Rolling)
def _rolling(moment: Rolling, clock: Clock) -> Span:
    length, sign = moment.length, moment.sign
    if length.rough:
        length = Duration(((length.parts[0][0], ROUGH_LENGTHS[length.rough]),))
    unit, number = length.parts[-1]
    if unit in _CLOCK_UNITS:
        now = clock.in_utc(clock.now)
        away = _hours_from_now(length, sign, clock)
        return Span(clock.local(min(away, now)), clock.local(max(away, now)), unit)
    if unit in ROLLING_BY_CALENDAR and len(length.parts) == 1:
        this = clock.start_of(clock.now, unit)
        if sign < 0:
            return Span(add_units(this, unit, -number), unit_end(add_units(this, unit, -1), unit), unit)
        following = add_units(this, unit, 1)
        return Span(following, unit_end(add_units(this, unit, number), unit), unit)
    if sign < 0:
        return Span(_added(clock.today, length, -1), clock.today + DAY, unit)
    return Span(clock.today + DAY, _added(clock.today, length, 1) + DAY, unit)


@resolves(Lasting)
def _lasting(moment: Lasting, clock: Clock) -> Span:
    start, _, _ = closed(moment.of, clock)
    return Span(start, _added(start, moment.length, 1), moment.length.parts[-1][0])
