"""What all resolvers share: the clock, a span of naive local time, the way from a meaning to its span."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, tzinfo
from typing import Final, TypeVar, cast

from recallcore.temporal.calendar import midnight, unit_start
from recallcore.temporal.meaning import (
    Annual,
    Enclosing,
    Moment,
    MonthDay,
    Nth,
    PartOfDay,
    Phased,
    Run,
    Unit,
    Weekday,
)

M = TypeVar("M")


@dataclass(frozen=True, slots=True)
class Span:
    """A half-open span of naive local time, either edge None where open, and the unit it was said in.

    The ``fold`` of an edge tells equal times apart.
    """

    start: datetime | None
    end: datetime | None
    grain: Unit


@dataclass(frozen=True, slots=True)
class Clock:
    """What "now" is and how a person counts.

    Attributes:
        now: Naive local time.
        week_start: First day of the week, Monday is 0.
        southern: Whether summer is in December.
        fiscal_year_start: The month in which quarters and halves begin to be counted.
        anchor: Where to look from for what returns ("in March"); None is now.
        forward: Whether to look for the first one from the anchor on, not the latest one before it.
        zone: Where ``now`` is local.
        fold: Which one now is of two equal times, where clocks are put back, as in ``datetime.fold``.
    """

    now: datetime
    week_start: int = 0
    southern: bool = False
    fiscal_year_start: int = 1
    anchor: datetime | None = None
    forward: bool = False
    zone: tzinfo = UTC
    fold: int = 0

    @property
    def today(self) -> datetime:
        """The beginning of today."""
        return midnight(self.now)

    def in_utc(self, moment: datetime) -> datetime:
        """Returns when a local time is; lengths in hours are counted there, for clocks change."""
        fold = self.fold if moment == self.now else moment.fold
        return moment.replace(tzinfo=self.zone, fold=fold).astimezone(UTC)

    def local(self, moment: datetime) -> datetime:
        """Returns what a clock shows at a time in UTC."""
        return moment.astimezone(self.zone).replace(tzinfo=None)

    def start_of(self, moment: datetime, unit: Unit) -> datetime:
        """Returns where the unit of the calendar begins in which a moment lies."""
        return unit_start(moment, unit, week_start=self.week_start, fiscal_year_start=self.fiscal_year_start)


ROUGH_LENGTHS: Final = {"couple": 2, "few": 3}
"""How many "the last few" are."""
_RESOLVERS: Final[dict[object, Callable[[Moment, Clock], Span]]] = {}


def resolves(kind: type[M]) -> Callable[[Callable[[M, Clock], Span]], Callable[[M, Clock], Span]]:
    """Makes a function the resolver of one kind of meaning."""

    def register(resolver: Callable[[M, Clock], Span]) -> Callable[[M, Clock], Span]:
        _RESOLVERS[kind] = cast("Callable[[Moment, Clock], Span]", resolver)
        return resolver

    return register


def resolve(moment: Moment, clock: Clock) -> Span:
    """Returns the span of time that is meant.

    Raises:
        ValueError: There is no such day, or it lies outside of the years 1 to 9999.
        OverflowError: As above.

    Example:
        >>> from recallcore.temporal.meaning import Relative
        >>> span = resolve(Relative("week", -1), Clock(datetime(2026, 6, 17, 15)))
        >>> span.start.isoformat(), span.end.isoformat()
        ('2026-06-08T00:00:00', '2026-06-15T00:00:00')
    """
    return _RESOLVERS[type(moment)](moment, clock)


def closed(moment: Moment, clock: Clock) -> tuple[datetime, datetime, Unit]:
    """Resolves what must have two edges.

    Raises:
        ValueError: One edge is open.
    """
    span = resolve(moment, clock)
    if span.start is None or span.end is None:
        raise ValueError("the span is open")
    return span.start, span.end, span.grain


def floats(moment: Moment) -> bool:
    """Whether an expression leaves open which of those that return it means: a neighbour may settle it."""
    if isinstance(moment, Annual):
        return moment.year is None and moment.pick == "near"
    if isinstance(moment, MonthDay):
        return moment.month is None and moment.pick == "near"
    if isinstance(moment, Weekday):
        return moment.week is None and moment.pick in ("near", "past")
    if isinstance(moment, (Phased, PartOfDay, Nth, Run, Enclosing)):
        return floats(moment.of)
    return False
