"""From one moment to another, and spans with one edge."""

from __future__ import annotations

from dataclasses import replace

from recallcore.temporal.calendar import DAY
from recallcore.temporal.meaning import Annual, Between, MonthDay, Open
from recallcore.temporal.resolve.core import Clock, Span, closed, floats, resolves


@resolves(Between)
def _between(moment: Between, clock: Clock) -> Span:
    day_alone = isinstance(moment.a, MonthDay) and isinstance(moment.b, Annual)
    if floats(moment.a) and (not floats(moment.b) or day_alone):
        b_start, end, grain = closed(moment.b, clock)
        start, _, _ = closed(moment.a, replace(clock, anchor=b_start, forward=False))
        return Span(start, end, grain)
    start, _, _ = closed(moment.a, clock)
    settled = replace(clock, anchor=start, forward=True) if floats(moment.b) else clock
    _, end, grain = closed(moment.b, settled)
    if end <= start:
        raise ValueError("it ends before it begins")
    return Span(start, end, grain)


@resolves(Open)
def _open(moment: Open, clock: Clock) -> Span:
    start, end, grain = closed(moment.of, clock)
    tomorrow = clock.today + DAY
    if moment.side == "since":
        return Span(start, tomorrow if start < tomorrow else None, grain)
    if moment.side == "after":
        return Span(end, None, grain)
    return Span(None, start if moment.side == "before" else end, grain)
