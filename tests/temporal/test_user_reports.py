"""What users of other memories reported about time, each as the smallest question that went wrong there."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from recallcore.temporal import ParsedWindow, parse_time_window

NOW = datetime(2025, 11, 12, 10, 30, tzinfo=UTC)


def edges(window: ParsedWindow | None) -> list[object]:
    assert window is not None
    return list(window.to_dict().values())


def test_we_is_not_wednesday() -> None:
    window = parse_time_window("what have we discussed in May", now=NOW)
    assert edges(window) == ["2025-05-01T00:00:00+00:00", "2025-06-01T00:00:00+00:00"]


@pytest.mark.parametrize(
    "text", ["listening on port 9077", "port 1999 is closed", "id 2024 of the table", "8080"]
)
def test_bare_number_is_no_year(text: str) -> None:
    assert parse_time_window(text, now=NOW) is None


@pytest.mark.parametrize(
    "text", ["十万年前", "100,000 years ago", "100000 years ago", "10만 년 전", "vor 100000 Jahren"]
)
def test_distance_before_all_dates_is_dropped(text: str) -> None:
    assert parse_time_window(text, now=NOW) is None


def test_chinese_range_is_not_the_point_of_the_same_words() -> None:
    assert edges(parse_time_window("前两天说过什么", now=NOW)) == [
        "2025-11-10T00:00:00+00:00",
        "2025-11-13T00:00:00+00:00",
    ]
    assert edges(parse_time_window("两天前说过什么", now=NOW)) == [
        "2025-11-10T00:00:00+00:00",
        "2025-11-11T00:00:00+00:00",
    ]


def test_offset_is_converted_and_not_relabelled() -> None:
    now = datetime.fromisoformat("2026-01-01T00:00-05:00")
    assert edges(parse_time_window("today", now=now)) == [
        "2026-01-01T05:00:00+00:00",
        "2026-01-02T05:00:00+00:00",
    ]


def test_yesterday_is_the_zone_s_and_not_the_machine_s(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TZ", "America/Los_Angeles")
    now = datetime(2025, 11, 12, 20, 0, tzinfo=UTC)  # the 13th in Shanghai
    assert edges(parse_time_window("yesterday", now=now, tz="Asia/Shanghai")) == [
        "2025-11-11T16:00:00+00:00",
        "2025-11-12T16:00:00+00:00",
    ]
