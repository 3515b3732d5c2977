"""How well a relevance in [0, 1] tells questions that a bank answers from those that it does not.

Pure functions from two arrays of relevances, of answerable and of unanswerable questions. A recall abstains
where its relevance lies below a threshold.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from benches.quality.bootstrap import RESAMPLES, SEED

THRESHOLDS: Final = np.linspace(0.0, 1.0, 101)
"""Where the shares of recalls that abstain are told."""

_MOST_POINTS: Final = 201

Relevances = NDArray[np.float64]


@dataclass(frozen=True, slots=True, kw_only=True)
class Area:
    """An area under a ROC curve with the bounds of its 95 % interval."""

    auc: float
    low: float
    high: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Cut:
    """A threshold, and what it is worth: the mean of answerable answered and unanswerable abstained."""

    threshold: float
    balanced_accuracy: float


def auc(answerable: Relevances, unanswerable: Relevances) -> float:
    """Returns how often an answerable question has the larger relevance of a pair; equal counts half.

    That is the area under the ROC curve (Hanley and McNeil, 1982).

    Raises:
        ValueError: A side is empty.
    """
    codes, count = _codes(answerable, unanswerable)
    right, wrong = codes[: len(answerable)], codes[len(answerable) :]
    return _area(np.bincount(right, minlength=count), np.bincount(wrong, minlength=count))


def auc_interval(
    answerable: Relevances, unanswerable: Relevances, *, resamples: int = RESAMPLES, seed: int = SEED
) -> Area:
    """Resamples each side on its own and takes the 2.5 and 97.5 percentiles of the area.

    Raises:
        ValueError: A side is empty.
    """
    codes, count = _codes(answerable, unanswerable)
    right, wrong = codes[: len(answerable)], codes[len(answerable) :]
    generator = np.random.default_rng(seed)
    areas = np.empty(resamples)
    for place in range(resamples):
        drawn = (side[generator.integers(0, len(side), size=len(side))] for side in (right, wrong))
        areas[place] = _area(*(np.bincount(side, minlength=count) for side in drawn))
    low, high = np.percentile(areas, [2.5, 97.5])
    return Area(auc=auc(answerable, unanswerable), low=float(low), high=float(high))


def roc(answerable: Relevances, unanswerable: Relevances) -> list[tuple[float, float]]:
    """Returns points (share of unanswerable answered, share of answerable answered) from (0, 0) to (1, 1).

    One a distinct relevance, from the strictest threshold to the laxest; of more than 200 an even choice.
    """
    cuts = np.unique(np.concatenate([answerable, unanswerable]))[::-1]
    answered = [1.0 - abstained(side, cuts) for side in (unanswerable, answerable)]
    points = [(0.0, 0.0), *zip(*(side.tolist() for side in answered), strict=True)]
    if len(points) <= _MOST_POINTS:
        return points
    kept = np.linspace(0, len(points) - 1, _MOST_POINTS).round().astype(int)
    return [points[place] for place in kept]


def abstained(relevances: Relevances, thresholds: NDArray[np.float64]) -> NDArray[np.float64]:
    """Returns the share of `relevances` below each threshold."""
    return np.searchsorted(np.sort(relevances), thresholds, side="left") / len(relevances)


def best_cut(answerable: Relevances, unanswerable: Relevances) -> Cut:
    """Returns the threshold of the best balanced accuracy, the lowest of equal ones.

    Candidates are 0, which never abstains, and the middles between neighbouring relevances.
    """
    values = np.unique(np.concatenate([answerable, unanswerable]))
    cuts = np.concatenate([[0.0], (values[:-1] + values[1:]) / 2])
    accuracy = (1.0 - abstained(answerable, cuts) + abstained(unanswerable, cuts)) / 2
    best = int(np.argmax(accuracy))
    return Cut(threshold=float(cuts[best]), balanced_accuracy=float(accuracy[best]))


def _codes(answerable: Relevances, unanswerable: Relevances) -> tuple[NDArray[np.intp], int]:
    """Each relevance as its place among the distinct ones, answerable first, and how many there are."""
    if not len(answerable) or not len(unanswerable):
        raise ValueError(
            f"both sides need a question, given {len(answerable)} answerable and {len(unanswerable)} not"
        )
    values, codes = np.unique(np.concatenate([answerable, unanswerable]), return_inverse=True)
    return codes, len(values)


def _area(right: NDArray[np.intp], wrong: NDArray[np.intp]) -> float:
    """The share of pairs in the right order, from how often each distinct relevance occurs on each side."""
    below = np.cumsum(wrong) - wrong
    return float(np.dot(right, below + wrong / 2) / (right.sum() * wrong.sum()))
