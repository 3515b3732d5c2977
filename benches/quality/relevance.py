"""How relevant a recall says that its best memory is: one number in [0, 1]."""

from __future__ import annotations

from typing import Any


# `Any`: a result is read by what it offers, so that older releases can be measured too.
def relevance_of(result: Any) -> float:
    """Returns the result's relevance; where a release has none, the best memory's score, 0 without one."""
    stated = getattr(result, "relevance", None)
    if stated is not None:
        return float(stated)
    return float(result.memories[0].score) if result.memories else 0.0
