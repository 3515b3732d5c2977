"""When does a question ask about? Reads expressions of time in ten languages, without a clock of its own."""

from recallcore.temporal.parse import parse_time_window, read_time
from recallcore.temporal.window import Kind, ParsedWindow, TimeReading

__all__ = ["Kind", "ParsedWindow", "TimeReading", "parse_time_window", "read_time"]
