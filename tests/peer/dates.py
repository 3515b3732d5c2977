"""Draws the dates of a memory: moments, days, spans, whole months and years, before now and after it."""

from __future__ import annotations

from datetime import UTC, datetime
from random import Random
from typing import Any

DAY = 86_400_000_000  # in microseconds, as everywhere
HOUR = DAY // 24
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def micros(moment: datetime) -> int:
    since = moment - EPOCH
    return since.days * DAY + since.seconds * 1_000_000 + since.microseconds


NOW = micros(datetime(2026, 8, 22, 12, tzinfo=UTC))


def drawn_moment(chance: Random) -> int:
    """Mostly past, now and then in the future, on the hour or anywhere between."""
    furthest = chance.choice((1, 30, 400, 400, 12_000))
    moment = NOW - round(chance.uniform(-0.1, 1.0) * furthest * DAY)
    return moment - moment % HOUR if chance.random() < 0.6 else moment


def drawn_period(chance: Random) -> tuple[int, int, int]:
    """First and last moment of a calendar month or year, and its precision."""
    year, month = chance.choice((1999, 2015, 2024, 2025, 2026, 2027)), chance.randint(1, 12)
    if chance.random() < 0.5:
        start, after, precision = (year, 1), (year + 1, 1), 3
    else:
        start, after, precision = (year, month), (year + month // 12, month % 12 + 1), 2
    first, end = (micros(datetime(*at, 1, tzinfo=UTC)) for at in (start, after))
    return first, end, precision


def dated(chance: Random) -> dict[str, Any]:
    """The date columns of a memory, absent ones left out.

    A period is either given by its precision or, with the precision of a moment, by both of its ends, the
    last one spelt in the three ways that occur in the wild.
    """
    kind = chance.choice(
        ("none", "moment", "moment", "day", "mention", "end", "span", "period", "whole period")
    )
    moment = drawn_moment(chance)
    mention = {"mentioned_at": drawn_moment(chance)} if chance.random() < 0.5 else {}
    if kind == "none":
        return {}
    if kind == "mention":
        return {"mentioned_at": moment}
    if kind == "moment":
        return {"occurred_start": moment, **mention}
    if kind == "day":
        return {"occurred_start": moment - moment % DAY, "precision": 1, **mention}
    if kind == "end":
        return {"occurred_end": moment, **mention}
    if kind == "span":
        return {"occurred_start": moment, "occurred_end": moment + chance.randint(0, 20 * DAY), **mention}
    first, end, precision = drawn_period(chance)
    if kind == "period":
        return {"occurred_start": first, "precision": precision, **mention}
    shift = chance.choice((0, 1, 250_000))
    short = chance.choice((0, 1_000_000, DAY))
    return {"occurred_start": first + shift, "occurred_end": end + shift - short, **mention}


# Written for "since forever" and "still ongoing".
YEAR_1, YEAR_9999 = micros(datetime(1, 1, 1, tzinfo=UTC)), micros(datetime(9999, 12, 31, tzinfo=UTC))
