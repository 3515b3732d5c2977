"""The examples of docs/text-analysis.md are what the analyzer gives."""

from __future__ import annotations

import json
import re
from pathlib import Path

from recallcore import _core


def examples(page: str) -> list[tuple[str, list[str]]]:
    """The rows of the page's table: a text, and its terms without the mark of a stop word."""
    rows = re.findall(r"^\| `([^`]+)` \| (`.*`) \|$", page, re.MULTILINE)
    return [(text, re.findall(r"`([^`*]+)\*?`", terms)) for text, terms in rows]


def test_examples_are_what_the_analyzer_gives(root: Path) -> None:
    shown = examples((root / "docs" / "text-analysis.md").read_text(encoding="utf-8"))
    assert len(shown) > 10
    assert [(text, json.loads(_core.analyze(text))) for text, _ in shown] == shown
