"""The examples of docs/text-analysis.md are what the analyzer gives."""

from __future__ import annotations

import json
import re
from pathlib import Path

from recallcore import _core


def examples(page: str) -> list[tuple[str, list[str]]]:
    """The rows of the page's table: a text and its terms, a stop word with an asterisk."""
    rows = re.findall(r"^\| `([^`]+)` \| (`.*`) \|$", page, re.MULTILINE)
    return [(text, re.findall(r"`([^`]+)`", terms)) for text, terms in rows]


def given(text: str) -> list[str]:
    return [term + ("*" if kind == "stop" else "") for term, kind in json.loads(_core.analyze(text))]


def test_examples_are_what_the_analyzer_gives(root: Path) -> None:
    shown = examples((root / "docs" / "text-analysis.md").read_text(encoding="utf-8"))
    assert len(shown) > 10
    assert [(text, given(text)) for text, _ in shown] == shown
