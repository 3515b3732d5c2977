"""How long whole recalls took: the middle one, and the one that nineteen of twenty stay below."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True, slots=True, kw_only=True)
class Latency:
    """Milliseconds of one recall."""

    p50_ms: float
    p95_ms: float


def latency(times_ms: Sequence[float] | NDArray[np.float64]) -> Latency:
    """Returns the quantiles of some recalls' milliseconds; between two of them the line is straight.

    Raises:
        ValueError: There is no recall.
    """
    if not len(times_ms):
        raise ValueError("no recall was timed")
    p50, p95 = np.percentile(np.asarray(times_ms, dtype=np.float64), [50, 95])
    return Latency(p50_ms=float(p50), p95_ms=float(p95))
