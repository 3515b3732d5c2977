"""When two answers are the same: orders, names and counts exactly, real numbers to a relative 1e-12."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any

RELATIVE = 1e-12


def unlike(theirs: Any, ours: Any, at: str = "answer") -> str | None:
    """Says where two answers of the same stage part, and how; None if they are the same."""
    if isinstance(theirs, list) and isinstance(ours, list):
        if len(theirs) != len(ours):
            return f"{at}: {len(theirs)} there, {len(ours)} here"
        pairs = enumerate(zip(theirs, ours, strict=True))
        return first(unlike(left, right, f"{at}[{place}]") for place, (left, right) in pairs)
    if isinstance(theirs, dict) and isinstance(ours, dict):
        if theirs.keys() != ours.keys():
            return f"{at}: {sorted(theirs)} there, {sorted(ours)} here"
        return first(unlike(theirs[name], ours[name], f"{at}.{name}") for name in theirs)
    if isinstance(theirs, float) and isinstance(ours, float):
        same = theirs == ours or math.isclose(theirs, ours, rel_tol=RELATIVE, abs_tol=0.0)
    else:
        same = type(theirs) is type(ours) and theirs == ours
    return None if same else f"{at}: {theirs!r} there, {ours!r} here"


def first(found: Iterable[str | None]) -> str | None:
    return next((text for text in found if text is not None), None)
