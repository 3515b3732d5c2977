"""When a question asks about: its words for time become a window, or a wish for what is new."""

from __future__ import annotations

from dataclasses import replace

from recallcore.config import RecallOptions
from recallcore.temporal import ParsedWindow, read_time
from recallcore.types import WindowReading

RECENT_ALPHA = 0.4
"""The alpha of recency for a question that only says "lately": between the newest memory and one a year old
it makes a difference of two fifths, where it is otherwise a fifth, or without a reranker two places."""


def with_time(query: str, options: RecallOptions) -> tuple[RecallOptions, tuple[str, ...]]:
    """Returns the options of one query with what its words say about time, and notes.

    A window that the caller gave stands, and then nothing is read. A query that only asks for what is recent
    gets no window; recency weighs more, unless the caller or the bank says how much. Should the reading fail,
    the query is one without words for time, and a note says so.
    """
    conventions = options.conventions
    if conventions is None:
        return options, ()
    try:
        reading = read_time(
            query,
            now=options.query_time,
            tz=conventions.tz,
            languages=conventions.languages,
            week_start=conventions.week_start,
            hemisphere=conventions.hemisphere,
            fiscal_year_start=conventions.fiscal_year_start,
        )
    except Exception as error:  # noqa: BLE001  # whatever goes wrong with words for time, the rest answers
        return options, (f"words for time were not read: {type(error).__name__}",)
    if reading.window is not None:
        window = reading.window
        return replace(options, window=window, window_source="query", reading=_told(window)), ()
    if reading.recent and options.passthrough_alphas is None:
        recent = {**options.alphas, "recency": RECENT_ALPHA}
        return replace(options, alphas=recent, passthrough_alphas=recent), ()
    return options, ()


def _told(window: ParsedWindow) -> WindowReading:
    return WindowReading(
        matched=window.matched,
        span=window.span,
        kind=window.kind,
        grain=window.grain,
        confidence=window.confidence,
        language=window.language,
    )
