"""What the parser hands out: a window that remembers the words it came from."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from recallcore.temporal.meaning import Unit
from recallcore.types import TimeWindow

Kind = Literal["date", "period", "relative", "rolling", "distance", "part", "range", "open"]
"""How a window was said: a date; a named period (a month, a season, a holiday); by the calendar of now ("last
week"); as a length up to now; as a distance ("3 days ago"); as a part of another; from one to another;
one-sided."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ParsedWindow(TimeWindow):
    """A `TimeWindow` that was read in a text.

    Attributes:
        grain: The unit in which it was said; "two months ago" is one day, said in months.
        span: Where it stands in the text, as for slicing.
        matched: The text there.
        kind: How it was said.
        confidence: From 0 to 1: 1 for a full date, 0.9 for a named period, less the more had to be assumed.
        language: The language whose lexicon read it.
        alternatives: Other readings of the same words, then other expressions of the text, best first.
    """

    grain: Unit
    span: tuple[int, int]
    matched: str
    kind: Kind
    confidence: float
    language: str
    alternatives: tuple[ParsedWindow, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class TimeReading:
    """What a text says about time.

    Attributes:
        window: The window that it names, or None.
        recent: Whether it only asks for what is recent ("lately", 최근), which is a wish and no window.
    """

    window: ParsedWindow | None
    recent: bool = False
