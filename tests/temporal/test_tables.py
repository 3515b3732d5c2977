"""Every line of `tables/` is read as it says, with the language given and without."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest

from recallcore.temporal import ParsedWindow, parse_time_window
from recallcore.temporal.lexicons import LANGUAGES

TABLES = Path(__file__).parent / "tables"
NOW = datetime(2025, 11, 12, 10, 30, tzinfo=UTC)


def rows(language: str) -> list[tuple[str, str]]:
    lines = (TABLES / f"{language}.tsv").read_text(encoding="utf-8").splitlines()
    return [(text, expected) for text, _, expected in (line.partition("\t") for line in lines)]


CASES = [(language, text, expected) for language in LANGUAGES for text, expected in rows(language)]


def written(window: ParsedWindow | None) -> str:
    if window is None:
        return "-"
    edges = window.to_dict().values()
    return "/".join(".." if edge is None else str(edge)[:16].removesuffix("T00:00") for edge in edges)


@pytest.mark.parametrize("language", LANGUAGES)
def test_table_is_large_enough(language: str) -> None:
    expected = [window for _, window in rows(language)]
    assert len(expected) >= 60
    assert expected.count("-") >= 25


@pytest.mark.parametrize(("language", "text", "expected"), CASES)
def test_language_given(language: str, text: str, expected: str) -> None:
    assert written(parse_time_window(text, now=NOW, languages=[language])) == expected


@pytest.mark.parametrize(("language", "text", "expected"), CASES)
def test_language_found(language: str, text: str, expected: str) -> None:
    del language
    assert written(parse_time_window(text, now=NOW)) == expected


@pytest.mark.parametrize(("language", "text", "expected"), CASES)
def test_match_is_part_of_the_text(language: str, text: str, expected: str) -> None:
    window = parse_time_window(text, now=NOW, languages=[language])
    assert (window is None) == (expected == "-")
    if window is not None:
        assert text[slice(*window.span)] == window.matched
        assert 0 < window.confidence <= 1
        assert window.language == language
