"""Long-tail languages."""

from __future__ import annotations

from collections.abc import Sequence

from recallcore.temporal.scan import Found


def find_foreign(text: str, languages: Sequence[str] | None) -> Found | None:
    """Finds nothing."""
    del text, languages
    return None
