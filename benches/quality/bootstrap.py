"""Paired bootstrap intervals: how sure a difference between two systems on the same questions is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

RESAMPLES: Final = 2_000
SEED: Final = 20_260_101
# Indices are drawn for this many resamples at once, so that thousands of questions fit in memory.
_BATCH: Final = 200


@dataclass(frozen=True, slots=True, kw_only=True)
class Interval:
    """A mean difference and the bounds of its 95 % interval, one value a metric."""

    difference: NDArray[np.float64]
    low: NDArray[np.float64]
    high: NDArray[np.float64]


def paired_bootstrap(
    scores: NDArray[np.float64],
    baseline: NDArray[np.float64],
    *,
    resamples: int = RESAMPLES,
    seed: int = SEED,
) -> Interval:
    """Resamples questions, the same ones for both systems, and takes the 2.5 and 97.5 percentiles.

    Args:
        scores: (questions, metrics) of the system.
        baseline: The same questions and metrics of the system to compare with.
        resamples: How many resamples to draw.
        seed: Equal seeds give equal intervals.

    Raises:
        ValueError: The shapes differ, or there is no question.
    """
    if scores.shape != baseline.shape or scores.ndim != 2:
        raise ValueError(
            f"scores must be (questions, metrics) of one shape, given {scores.shape} and {baseline.shape}"
        )
    if not len(scores):
        raise ValueError("no question to resample")
    differences = scores - baseline
    generator = np.random.default_rng(seed)
    means = np.empty((resamples, differences.shape[1]))
    for start in range(0, resamples, _BATCH):
        stop = min(start + _BATCH, resamples)
        drawn = generator.integers(0, len(differences), size=(stop - start, len(differences)))
        means[start:stop] = differences[drawn].mean(axis=1)
    low, high = np.percentile(means, [2.5, 97.5], axis=0)
    return Interval(difference=differences.mean(axis=0), low=low, high=high)
