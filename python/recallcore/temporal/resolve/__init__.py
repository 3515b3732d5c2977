"""From what an expression says to a span of time: calendar arithmetic with a clock and conventions.

Pure: the clock is an argument. Everything is naive local time; the caller puts it into a zone. What is
impossible (31 February, the year 10000) raises ``ValueError`` or ``OverflowError``.
"""

from recallcore.temporal.resolve import distances, parts, ranges, returning, units
from recallcore.temporal.resolve.core import Clock, Span, resolve

__all__ = ["Clock", "Span", "distances", "parts", "ranges", "resolve", "returning", "units"]
