"""`parse_time_window` and `read_time`: from a text and a clock to a window."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, tzinfo
from typing import Final, Literal, NamedTuple, get_args
from zoneinfo import ZoneInfo

from recallcore.config.conventions import (
    Hemisphere,
    fiscal_year_start_of,
    hemisphere_of,
    tz_of,
    week_start_of,
)
from recallcore.config.conventions import languages_of as codes_of
from recallcore.errors import ConfigError, RecallCoreError
from recallcore.temporal.fallback import find_foreign, readable_codes
from recallcore.temporal.judge import alternatives_of, confidence_of, kind_of
from recallcore.temporal.meaning import Moment
from recallcore.temporal.resolve import Clock, Span, resolve
from recallcore.temporal.scan import Found, scan
from recallcore.temporal.spoken import languages_of
from recallcore.temporal.window import Kind, ParsedWindow, TimeReading
from recallcore.types.checks import checked_option, one_of, text_of

LONGEST_QUESTION: Final = 512
"""Longer texts are documents, in which a date is no question about time."""
_EDGE: Final = 256
_MOST_ALTERNATIVES: Final = 8
_OTHER_READING: Final = 0.3
_FOREIGN: Final = 0.8

Long = Literal["none", "edges"]


def parse_time_window(
    text: str,
    *,
    now: datetime,
    tz: str | tzinfo | None = None,
    languages: Sequence[str] | None = None,
    week_start: int = 0,
    hemisphere: Hemisphere = "north",
    fiscal_year_start: int = 1,
    long: Long = "none",
) -> ParsedWindow | None:
    """Finds the span of time that a question names: "last week", "지난봄", "2023年に".

    Args:
        text: The question.
        now: What "now" means; a naive one is local time in ``tz``.
        tz: The zone in which days begin: a name, a ``tzinfo``, or None for the one of ``now``, else UTC.
        languages: Codes of the languages to read (``en`` or ``en-GB``), most likely first; None for what
            letters and words suggest.
        week_start: First day of the week, Monday is 0 and Sunday 6.
        hemisphere: ``north`` or ``south``, for the seasons.
        fiscal_year_start: The month from which quarters, halves and fiscal years are counted.
        long: A text of more than 512 characters is a document: ``none`` reads nothing in it, ``edges`` its
            first and last 256 characters, cut at the nearest space.

    Returns:
        The window, in UTC and half-open, with the words it came from; None if no time is named, or an
        impossible one. No string makes it raise.

    Raises:
        ConfigError: An option is unknown or out of range, or names a language that cannot be read.
        InputError: ``text`` is no string.

    Example:
        >>> now = datetime(2026, 6, 17, 15, 20, tzinfo=UTC)
        >>> window = parse_time_window("what did Ana promise last week?", now=now)
        >>> window.start.date().isoformat(), window.end.date().isoformat(), window.matched
        ('2026-06-08', '2026-06-15', 'last week')
        >>> parse_time_window("who listens on port 9077?", now=now) is None
        True
    """
    return read_time(
        text,
        now=now,
        tz=tz,
        languages=languages,
        week_start=week_start,
        hemisphere=hemisphere,
        fiscal_year_start=fiscal_year_start,
        long=long,
    ).window


def read_time(
    text: str,
    *,
    now: datetime,
    tz: str | tzinfo | None = None,
    languages: Sequence[str] | None = None,
    week_start: int = 0,
    hemisphere: Hemisphere = "north",
    fiscal_year_start: int = 1,
    long: Long = "none",
) -> TimeReading:
    """Reads what `parse_time_window` reads, and whether a text asks for what is recent without naming a time.

    Takes and raises what `parse_time_window` does.

    Example:
        >>> read_time("최근에 무슨 얘기 했지", now=datetime(2026, 6, 17, tzinfo=UTC))
        TimeReading(window=None, recent=True)
    """
    text_of(text, name="text")
    with checked_option():
        week_start = week_start_of(week_start)
        fiscal_year_start = fiscal_year_start_of(fiscal_year_start)
        hemisphere = hemisphere_of(hemisphere)
        long = one_of(long, get_args(Long), name="long")
        codes = None if languages is None else codes_of(languages)
    zone = _zone(tz, now)
    try:
        local = _local(now, zone)
    except OverflowError:
        return TimeReading(window=None)  # within a day of the year 1 or 10000
    clock = Clock(
        local.replace(tzinfo=None, fold=0),
        week_start,
        hemisphere == "south",
        fiscal_year_start,
        zone=zone,
        fold=local.fold,
    )
    reader = _Reader(clock)
    windows: list[ParsedWindow] = []
    recent = False
    for piece, offset in _pieces(text, long):
        spoken = languages_of(piece, codes)
        scanned = scan(piece, spoken)
        recent = recent or scanned.recent
        found = [reader.window(each, piece, offset) for each in scanned.found]
        if not scanned.found:
            settled = codes is None and any(each.settled for each in spoken)
            found.append(
                reader.foreign(piece, offset, readable_codes(codes, settled=settled), scanned.refused)
            )
        windows.extend(window for window in found if window is not None)
    if not windows:
        return TimeReading(window=None, recent=recent)
    windows.sort(key=lambda window: window.span[0] - window.span[1])
    best = windows[0]
    if len(windows) > 1:
        best = replace(best, alternatives=(*best.alternatives, *windows[1:])[:_MOST_ALTERNATIVES])
    return TimeReading(window=best)


def _pieces(text: str, long: Long) -> list[tuple[str, int]]:
    if len(text) <= LONGEST_QUESTION:
        return [(text, 0)]
    if long == "none":
        return []
    first, last = _cut_near(text, _EDGE), _cut_near(text, len(text) - _EDGE)
    return [(text[:first], 0), (text[last:], last)]


def _cut_near(text: str, place: int) -> int:
    """Returns where a text can be cut near a place without cutting a word or a number in two."""
    for step in range(_EDGE // 2):
        for at in (place - step, place + step):
            if text[at - 1].isspace() or text[at].isspace():
                return at
    for step in range(_EDGE // 2):  # Japanese and Chinese have no spaces, but numbers
        if not (text[place - step].isdigit() and text[place - step - 1].isdigit()):
            return place - step
    return place


def _zone(tz: object, now: object) -> tzinfo:
    if not isinstance(now, datetime):
        raise ConfigError(f"now is of type {type(now).__name__}, expected a datetime")
    if tz is None:
        return UTC if now.tzinfo is None else now.tzinfo
    if isinstance(tz, tzinfo):
        return tz
    with checked_option():
        return ZoneInfo(tz_of(tz))


def _local(now: datetime, zone: tzinfo) -> datetime:
    """Returns what a clock in the zone shows."""
    try:
        local = now.replace(tzinfo=zone) if now.tzinfo is None else now.astimezone(zone)
        offsets = [each.utcoffset() for each in (now, local) if each.tzinfo is not None]
    except OverflowError:
        raise
    except Exception as error:
        raise _broken_zone(error) from error
    if None in offsets:
        raise ConfigError("tz cannot tell the time: it has no offset from UTC")
    return local


def _broken_zone(error: Exception) -> ConfigError:
    """Returns what to say of a tzinfo that raised, for it is the caller's code."""
    return ConfigError(f"tz cannot tell the time: {type(error).__name__}")


@dataclass(frozen=True, slots=True)
class _Reader:
    """Puts what was found into a zone; what does not exist there is None."""

    clock: Clock

    def window(self, found: Found, text: str, offset: int) -> ParsedWindow | None:
        """Returns the window of an expression, with its other readings."""
        span = self._resolved(found.moment)
        if span is None:
            return None
        others = tuple(
            other
            for moment in alternatives_of(found.moment)
            if self._resolved(moment) != span
            and (other := self._reading(found, moment, _OTHER_READING, text, offset)) is not None
        )
        sure = confidence_of(found.moment, weak=found.weak)
        said = _Said(kind_of(found.moment), sure, found.language, found.span, others)
        return self._placed(span, said, text, offset)

    def foreign(
        self, text: str, offset: int, languages: Collection[str], refused: Sequence[tuple[int, int]]
    ) -> ParsedWindow | None:
        """Returns the window of a date in a language without a lexicon."""
        try:
            found = find_foreign(text, languages, self.clock, refused=refused)
        except (ValueError, OverflowError):
            return None
        if found is None:
            return None
        kind: Kind = "distance" if found.distance else "date"
        return self._placed(found.span, _Said(kind, _FOREIGN, found.language, found.place), text, offset)

    def _reading(
        self, found: Found, moment: Moment, confidence: float, text: str, offset: int
    ) -> ParsedWindow | None:
        span = self._resolved(moment)
        if span is None:
            return None
        said = _Said(kind_of(moment), confidence, found.language, found.span)
        return self._placed(span, said, text, offset)

    def _resolved(self, moment: Moment) -> Span | None:
        try:
            return resolve(moment, self.clock)
        except (ValueError, OverflowError):
            return None
        except Exception as error:
            raise _broken_zone(error) from error

    def _placed(self, span: Span, said: _Said, text: str, offset: int) -> ParsedWindow | None:
        first, last = said.place
        try:
            return ParsedWindow(
                start=span.start and span.start.replace(tzinfo=self.clock.zone),
                end=span.end and span.end.replace(tzinfo=self.clock.zone),
                grain=span.grain,
                span=(first + offset, last + offset),
                matched=text[first:last],
                kind=said.kind,
                confidence=said.confidence,
                language=said.language,
                alternatives=said.others,
            )
        except (RecallCoreError, OverflowError, ValueError):
            return None  # outside of the years 1 to 9999 in UTC, or empty where a clock was put forward
        except Exception as error:
            raise _broken_zone(error) from error


class _Said(NamedTuple):
    """How a window was said, and where."""

    kind: Kind
    confidence: float
    language: str
    place: tuple[int, int]
    others: tuple[ParsedWindow, ...] = ()
