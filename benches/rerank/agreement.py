"""How far two lists of scores agree: the largest difference, and the order."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


def largest_difference(ours: NDArray[np.float64], theirs: NDArray[np.float64]) -> float:
    """The largest difference of two scores of one text."""
    return float(np.abs(ours - theirs).max())


def kendall_tau(left: NDArray[np.float64], right: NDArray[np.float64]) -> float:
    """Kendall's tau-b: 1 where both put every two texts in the same order, -1 where in the opposite one."""
    pairs = np.triu_indices(len(left), 1)
    ups = np.sign(np.subtract.outer(left, left)[pairs])
    downs = np.sign(np.subtract.outer(right, right)[pairs])
    untied = np.sqrt(float(np.count_nonzero(ups)) * np.count_nonzero(downs))
    return float((ups * downs).sum() / untied)
