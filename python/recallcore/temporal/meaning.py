"""What a time expression says, without a clock: small values that the calendar turns into a span of time.

A `Moment` is any of them. None of them knows what "now" is, so the same text always means the same value.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Unit = Literal[
    "minute",
    "hour",
    "day",
    "business_day",
    "week",
    "work_week",
    "weekend",
    "fortnight",
    "month",
    "quarter",
    "half",
    "season",
    "year",
    "fiscal_year",
    "decade",
    "century",
]
Season = Literal["spring", "summer", "autumn", "winter"]
Phase = Literal["early", "middle", "late", "end"]
DayPart = Literal["dawn", "morning", "noon", "afternoon", "evening", "night", "late_night", "daytime"]
Side = Literal["since", "after", "before", "until"]
Pick = Literal["near", "past", "last", "this", "next", "coming"]
"""Which one of those that return: the latest begun; the same, but never today's; the latest finished; this
one's; the next one's; the first one from now on."""


@dataclass(frozen=True, slots=True)
class Duration:
    """A length: numbers of units, and whether the number was only said roughly."""

    parts: tuple[tuple[Unit, float], ...]
    rough: Literal["", "couple", "few"] = ""


@dataclass(frozen=True, slots=True)
class Now:
    """This very moment."""


@dataclass(frozen=True, slots=True)
class Relative:
    """The calendar unit that lies ``step`` units from the one of now: last week is -1."""

    unit: Unit
    step: int


@dataclass(frozen=True, slots=True)
class Latest:
    """The latest unit of the calendar that has begun: "over the weekend"."""

    unit: Unit


@dataclass(frozen=True, slots=True)
class Year:
    """A year by its number."""

    number: int


@dataclass(frozen=True, slots=True)
class Years:
    """A decade or a century: ``length`` years from ``first``. Two digits ask for the century."""

    first: int
    length: int


@dataclass(frozen=True, slots=True)
class Annual:
    """What returns every year.

    ``what`` is ``month`` (a), ``date`` (month a, day b), ``quarter`` (a), ``half`` (a), ``season`` (name),
    ``week`` (number a) or ``holiday`` (name). Without a year, ``pick`` says which year's, and ``back`` how
    many years before that one.
    """

    what: Literal["month", "date", "quarter", "half", "season", "week", "holiday"]
    a: int = 0
    b: int = 0
    name: str = ""
    year: Moment | None = None
    pick: Pick = "near"
    back: int = 0


@dataclass(frozen=True, slots=True)
class MonthDay:
    """A day by its number alone ("the 18th"), of ``month`` or of the month that ``pick`` says."""

    day: int
    month: Moment | None = None
    weekday: int | None = None
    pick: Pick = "near"


@dataclass(frozen=True, slots=True)
class Weekday:
    """A day by its name, Monday is 0; of ``week``, or the one that ``pick`` says."""

    day: int
    week: Moment | None = None
    pick: Pick = "past"


@dataclass(frozen=True, slots=True)
class Nth:
    """The ``n``-th ``unit`` or weekday inside of another span; negative numbers count from its end."""

    of: Moment
    n: int
    unit: Unit | None = None
    weekday: int | None = None


@dataclass(frozen=True, slots=True)
class Run:
    """The first ``length`` of a span, or its last where ``at_end``."""

    of: Moment
    length: Duration
    at_end: bool


@dataclass(frozen=True, slots=True)
class Phased:
    """The early, middle or late part of a span."""

    of: Moment
    phase: Phase


@dataclass(frozen=True, slots=True)
class PartOfDay:
    """A part of a day, or the same part of several days' first."""

    of: Moment
    part: DayPart


@dataclass(frozen=True, slots=True)
class Enclosing:
    """The calendar unit in which another span begins: the week of the 18th."""

    of: Moment
    unit: Unit


@dataclass(frozen=True, slots=True)
class Shifted:
    """The day, or hour, that lies a length after another moment; before it where ``sign`` is -1."""

    of: Moment
    length: Duration
    sign: int


@dataclass(frozen=True, slots=True)
class Rolling:
    """The last (-1) or next (1) so-and-so many units, counted from now."""

    length: Duration
    sign: int


@dataclass(frozen=True, slots=True)
class Lasting:
    """A length that starts with another moment."""

    of: Moment
    length: Duration


@dataclass(frozen=True, slots=True)
class Elapsed:
    """What has passed of a span until now, or what is left of it."""

    of: Moment
    left: bool = False


@dataclass(frozen=True, slots=True)
class Between:
    """From the beginning of one span to the end of another."""

    a: Moment
    b: Moment


@dataclass(frozen=True, slots=True)
class Open:
    """One-sided: from its beginning until today, or after its end, before its beginning, until its end."""

    side: Side
    of: Moment


Moment = (
    Now
    | Relative
    | Latest
    | Year
    | Years
    | Annual
    | MonthDay
    | Weekday
    | Nth
    | Run
    | Phased
    | PartOfDay
    | Enclosing
    | Shifted
    | Rolling
    | Lasting
    | Elapsed
    | Between
    | Open
)
