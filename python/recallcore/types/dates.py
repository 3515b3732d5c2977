"""Reads a caller's dates: what is written becomes an aware UTC moment and the precision it was known to.

Naive datetimes are read as UTC; offsets are converted, never relabelled. A date without a time, a month and a
year stand for their first moment in UTC, and their precision remembers how much of that is known.
"""

import re
from datetime import UTC, date, datetime, timedelta
from typing import Literal, get_args

from recallcore.errors import InputError

Precision = Literal["instant", "day", "month", "year"]
"""How exactly a date is known, from finest to coarsest."""

PRECISIONS: tuple[Precision, ...] = get_args(Precision)

DateLike = datetime | date | str
"""A moment as callers write it: a datetime, a date, ``2023``, ``2023-05``, ``2023-05-07`` or ISO 8601."""

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND = timedelta(microseconds=1)
_BARE_DATE = re.compile(r"(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?", re.ASCII)
_WITH_TIME = re.compile(r"\d{4}-\d{2}-\d{2}[Tt ].+", re.ASCII | re.DOTALL)
_DECEMBER = 12
_SHOWN_CHARACTERS: dict[Precision, int] = {"year": 4, "month": 7, "day": 10, "instant": 16}


def read_date(value: object, *, name: str) -> tuple[datetime, Precision]:
    """Reads one date.

    Args:
        value: A ``datetime`` (naive is read as UTC), a ``date``, or text: ``2023``, ``2023-05``,
            ``2023-05-07``, or ISO 8601 with a time and optionally ``Z`` or an offset.
        name: The field, for the message.

    Returns:
        The moment, aware and in UTC, and how exactly it is known.

    Raises:
        InputError: The value is no date, or lies outside the years 1 to 9999 once it is in UTC.

    Example:
        >>> read_date("2026-01-01T00:00-05:00", name="occurred_start")[0].isoformat()
        '2026-01-01T05:00:00+00:00'
        >>> read_date("2023-05", name="occurred_start")
        (datetime.datetime(2023, 5, 1, 0, 0, tzinfo=datetime.timezone.utc), 'month')
    """
    if isinstance(value, datetime):
        return _in_utc(value, name), "instant"
    if isinstance(value, date):
        return datetime(value.year, value.month, value.day, tzinfo=UTC), "day"
    if isinstance(value, str):
        return _read_text(value, name)
    raise InputError(f"{name} is of type {type(value).__name__}, expected a datetime, a date or text")


def read_moment(value: object, *, name: str) -> datetime:
    """Reads one date as `read_date` does and forgets its precision."""
    return read_date(value, name=name)[0]


def coarser(one: Precision, other: Precision) -> Precision:
    """Returns the less exact of two precisions.

    Example:
        >>> coarser("day", "year")
        'year'
    """
    return max(one, other, key=PRECISIONS.index)


def period_end(start: datetime, precision: Precision) -> datetime:
    """Returns the first moment after the period that ``start`` begins.

    Raises:
        InputError: The period is the last one before the year 10000, or an instant, which has no length.

    Example:
        >>> period_end(datetime(2023, 12, 1, tzinfo=UTC), "month").isoformat()
        '2024-01-01T00:00:00+00:00'
    """
    try:
        if precision == "day":
            return start + timedelta(days=1)
        if precision == "month":
            year, month = (start.year + 1, 1) if start.month == _DECEMBER else (start.year, start.month + 1)
            return start.replace(year=year, month=month)
        if precision == "year":
            return start.replace(year=start.year + 1)
    except (OverflowError, ValueError):
        raise InputError(
            f"the {precision} that starts at {start.isoformat()} ends after the year 9999"
        ) from None
    raise InputError("an instant is no period; expected a day, a month or a year")


def shown_date(moment: datetime, precision: Precision) -> str:
    """Returns a moment in UTC as far as it is known, an instant to the minute and with its zone.

    Example:
        >>> shown_date(datetime(2023, 5, 1, tzinfo=UTC), "month")
        '2023-05'
        >>> shown_date(datetime(2023, 5, 1, 9, 30, tzinfo=UTC), "instant")
        '2023-05-01 09:30 UTC'
    """
    shown = moment.isoformat(sep=" ")[: _SHOWN_CHARACTERS[precision]]
    return f"{shown} UTC" if precision == "instant" else shown


def to_micros(moment: datetime) -> int:
    """Returns the microseconds from 1970-01-01T00:00Z to an aware moment in UTC, exactly.

    Example:
        >>> to_micros(datetime(1970, 1, 1, 0, 0, 1, tzinfo=UTC))
        1000000
    """
    return (moment - _EPOCH) // _MICROSECOND


def from_micros(micros: int) -> datetime:
    """Returns the aware moment in UTC that lies ``micros`` microseconds after 1970-01-01T00:00Z.

    Example:
        >>> from_micros(-1).isoformat()
        '1969-12-31T23:59:59.999999+00:00'
    """
    return _EPOCH + timedelta(microseconds=micros)


def _in_utc(value: datetime, name: str) -> datetime:
    offset = value.utcoffset()
    # Built field by field: a subclass (pandas.Timestamp) would carry its own arithmetic along.
    plain = datetime(
        value.year,
        value.month,
        value.day,
        value.hour,
        value.minute,
        value.second,
        value.microsecond,
        tzinfo=UTC,
    )
    if offset is None:
        return plain
    try:
        return plain - offset
    except OverflowError:
        raise InputError(f"{name} lies outside the years 1 to 9999 in UTC: {value.isoformat()}") from None


def _read_text(value: str, name: str) -> tuple[datetime, Precision]:
    bare = _BARE_DATE.fullmatch(value)
    try:
        if bare:
            year, month, day = bare.groups()
            precision: Precision = "day" if day else "month" if month else "year"
            return datetime(int(year), int(month or 1), int(day or 1), tzinfo=UTC), precision
        if _WITH_TIME.fullmatch(value):
            return _in_utc(datetime.fromisoformat(value), name), "instant"
    except InputError:
        raise
    except ValueError:
        pass
    raise InputError(
        f"{name} is no date; expected 2023, 2023-05, 2023-05-07 or ISO 8601 as in 2023-05-07T09:30+09:00, "
        f"given {value[:40]!r}"
    )
