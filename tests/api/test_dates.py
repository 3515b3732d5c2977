"""Dates: what callers write is converted to UTC, and keeps the precision it had."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recallcore import InputError, Memory, TimeWindow
from recallcore.types.dates import from_micros, read_date, to_micros

KST = timezone(timedelta(hours=9))


@pytest.mark.parametrize(
    ("written", "moment", "precision"),
    [
        ("2023", "2023-01-01T00:00:00+00:00", "year"),
        ("2023-05", "2023-05-01T00:00:00+00:00", "month"),
        ("2023-05-07", "2023-05-07T00:00:00+00:00", "day"),
        ("2023-05-07T09:30Z", "2023-05-07T09:30:00+00:00", "instant"),
        ("2023-05-07 09:30:15.25", "2023-05-07T09:30:15.250000+00:00", "instant"),
        ("2026-01-01T00:00-05:00", "2026-01-01T05:00:00+00:00", "instant"),
        (date(2023, 5, 7), "2023-05-07T00:00:00+00:00", "day"),
        (datetime(2023, 5, 7, 9), "2023-05-07T09:00:00+00:00", "instant"),  # noqa: DTZ001  # naive is UTC
        (datetime(2023, 5, 7, 9, tzinfo=KST), "2023-05-07T00:00:00+00:00", "instant"),
        ("0001", "0001-01-01T00:00:00+00:00", "year"),
        ("9999-12-31T23:59:59.999999Z", "9999-12-31T23:59:59.999999+00:00", "instant"),
    ],
)
def test_dates_are_converted_to_utc_and_keep_their_precision(
    written: object, moment: str, precision: str
) -> None:
    read, known = read_date(written, name="occurred_start")
    assert (read.isoformat(), known) == (moment, precision)


@pytest.mark.parametrize(
    "written",
    ["", "yesterday", "23", "2023-13", "2023-02-30", "2023-5-7", "20230507", "2023-W05", "2023-05-07T25:00",
     " 2023", "２０２３", 1683450000, 2023.5, True,
     "0001-01-01T00:00+09:00", "9999-12-31T23:00-05:00", b"2023"],
)  # fmt: skip
def test_what_is_no_date_is_refused(written: object) -> None:
    with pytest.raises(InputError, match="occurred_start"):
        read_date(written, name="occurred_start")


@given(st.datetimes(min_value=datetime(1, 1, 2), max_value=datetime(9999, 12, 30)))  # noqa: DTZ001  # bounds
def test_microseconds_round_trip(naive: datetime) -> None:
    moment = naive.replace(tzinfo=UTC)
    assert from_micros(to_micros(moment)) == moment


def test_coarser_date_gives_the_precision() -> None:
    memory = Memory(text="x", occurred_start="2023", occurred_end="2023-05-07")
    assert memory.precision == "year"


def test_precision_finer_than_the_date_is_refused() -> None:
    with pytest.raises(InputError, match="known to the year only"):
        Memory(text="x", occurred_start="2023", precision="day")


def test_precision_coarser_than_the_date_is_kept() -> None:
    memory = Memory(text="x", occurred_start=datetime(2023, 5, 1, tzinfo=UTC), precision="month")
    assert memory.precision == "month"


def test_reversed_dates_are_refused() -> None:
    with pytest.raises(InputError, match="before"):
        Memory(text="x", occurred_start="2023-05-08", occurred_end="2023-05-07")


@pytest.mark.parametrize(
    ("period", "end"),
    [
        ("2023", "2024-01-01"),
        ("2023-12", "2024-01-01"),
        ("2024-02", "2024-03-01"),
        ("2024-02-29", "2024-03-01"),
    ],
)
def test_window_of_a_period_ends_where_the_next_begins(period: str, end: str) -> None:
    assert TimeWindow.during(period) == TimeWindow(start=period, end=end)


@pytest.mark.parametrize(
    ("start", "end"), [(None, None), ("2023-06", "2023-05"), ("2023-05", "2023-05")], ids=str
)
def test_window_without_extent_is_refused(start: str | None, end: str | None) -> None:
    with pytest.raises(InputError, match="time window"):
        TimeWindow(start=start, end=end)
