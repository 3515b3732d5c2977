"""Options that need reading: time windows and embedder names."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest

from recallcore.cli.options import embedder_of, numbers_of, pairs_of, value_of, window_of
from recallcore.cli.screen import printable


def utc(year: int, month: int, day: int) -> datetime:
    return datetime(year, month, day, tzinfo=UTC)


@pytest.mark.parametrize(
    ("window", "since", "until", "expected"),
    [
        ("2026-03..2026-06", None, None, (utc(2026, 3, 1), utc(2026, 6, 1))),
        ("2026-03-15..", None, None, (utc(2026, 3, 15), None)),
        ("..2026", None, None, (None, utc(2026, 1, 1))),
        ("2026-02", None, None, (utc(2026, 2, 1), utc(2026, 3, 1))),
        ("2026-12-31", None, None, (utc(2026, 12, 31), utc(2027, 1, 1))),
        ("2025", None, None, (utc(2025, 1, 1), utc(2026, 1, 1))),
        (None, "2026-03", "2026-06", (utc(2026, 3, 1), utc(2026, 6, 1))),
        (None, "2026-03", None, (utc(2026, 3, 1), None)),
        (None, None, "2026-06", (None, utc(2026, 6, 1))),
    ],
)
def test_window_is_half_open_and_a_lone_date_is_its_whole_period(
    window: str | None,
    since: str | None,
    until: str | None,
    expected: tuple[datetime | None, datetime | None],
) -> None:
    made = window_of(window, since=since, until=until)
    assert made is not None
    assert (made.start, made.end) == expected


def test_no_option_is_no_window() -> None:
    assert window_of(None, since=None, until=None) is None


def test_pairs_are_read_at_their_first_equals_sign_and_the_last_of_a_name_counts() -> None:
    assert pairs_of(["a=b=c", "d=", "a=e"], option="--x") == {"a": "e", "d": ""}
    assert pairs_of([], option="--x") is None
    assert numbers_of(["final=1e-3", "semantic=-1"], option="--x") == {"final": 0.001, "semantic": -1.0}
    assert numbers_of(None, option="--x") is None


@pytest.mark.parametrize(
    ("word", "value"),
    [
        ("", None),
        ("null", None),
        ("low", "low"),
        ('"low"', "low"),
        ("300", 300),
        ("0.5", 0.5),
        ("true", True),
        ('{"graph": "high"}', {"graph": "high"}),
        ('["semantic"]', ["semantic"]),
        ("{broken", "{broken"),
    ],
)
def test_value_is_json_or_a_word(word: str, value: object) -> None:
    assert value_of(word) == value


def test_embedder_is_a_name_a_directory_or_none(tmp_path: Path) -> None:
    assert embedder_of(None) is None
    assert embedder_of("none") is False
    assert embedder_of("hashing:256") == "hashing:256"
    assert embedder_of(str(tmp_path)) == tmp_path


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("한글 and\ttabs\n", "한글 and\ttabs\n"),
        ("\x1b[31mred\x07", "\ufffd[31mred\ufffd"),
        ("\x9b31m", "\ufffd31m"),
        ("lone \ud800 surrogate", "lone ? surrogate"),
    ],
)
def test_printable_text_moves_no_cursor(text: str, expected: str) -> None:
    assert printable(text) == expected
