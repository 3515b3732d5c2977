"""The options that steer the ranking: their names, their defaults, and a check for each.

A recall and a bank's settings take the same options, so that each is checked in one place. A check returns
the value in its one form, or raises `InputError` and says what was expected.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Literal, get_args

from recallcore.errors import InputError
from recallcore.types.checks import names_of, number_of, one_of
from recallcore.types.ranking import ARMS, LEVELS, Arm, Level, depth_of

Budget = Literal["low", "mid", "high"]
"""How deep the arms look; in memories it means what the budgets say."""

BUDGETS: tuple[Budget, ...] = get_args(Budget)

Overflow = Literal["first", "strict"]
"""If not even one memory fits, ``first`` returns the best one whole and says so, ``strict`` none."""

OVERFLOWS: tuple[Overflow, ...] = get_args(Overflow)

Fusion = Literal["auto", "rrf", "interleave"]
"""How rankings become one: by the sum of the arms' scores on one scale, by the sum of reciprocal ranks, or by
taking turns."""

FUSIONS: tuple[Fusion, ...] = get_args(Fusion)

Alpha = Literal["recency", "proximity", "proof"]
"""A secondary signal of the combined score."""

Alphas = Mapping[Alpha, float]
"""How much each secondary signal may move a score: 0 turns it off, 0.2 moves it by at most a tenth."""

SCORE_FLOORS = ("semantic", "keyword", "similarity", "reranker", "final")
"""What `min_scores` may name: the scores of two arms, the likeness to the query on the scale that embedders
share, the normalised rerank score, the combined score."""

DEFAULT_BUDGET: Budget = "mid"
DEFAULT_MAX_TOKENS = 4096
DEFAULT_RERANK_DEPTH = 300
DEFAULT_FUSION: Fusion = "auto"
DEFAULT_ALPHAS: Alphas = {"recency": 0.2, "proximity": 0.2, "proof": 0.1}
RRF_K = 60.0
DEFAULT_MIN_RELEVANCE = 0.02
"""Fewer than 1 in 100 questions that a bank can answer lie below it; see `docs/relevance.md`."""

_MOST_ALPHA = 2.0
_FLOOR_RANGES: Mapping[str, tuple[float, float]] = {
    "semantic": (-1.0, 1.0),
    "similarity": (0.0, 1.0),
    "reranker": (0.0, 1.0),
}


def budget_of(value: object) -> Budget | int:
    """Returns ``low``, ``mid``, ``high`` or a number of memories from 1 to 100,000.

    Raises:
        InputError: It is none of these.

    Example:
        >>> budget_of("high"), budget_of(42)
        ('high', 42)
    """
    if isinstance(value, str):
        return one_of(value, BUDGETS, name="budget")
    return depth_of(value, name="budget")


def rerank_depth_of(value: object) -> int:
    """Returns a number of candidates from 1 to 100,000.

    Raises:
        InputError: It is none.
    """
    return depth_of(value, name="rerank_depth")


def arms_of(value: object) -> tuple[Arm, ...]:
    """Returns the arms that are named, each once, in the fixed order.

    Raises:
        InputError: There are none, or one is unknown.
    """
    chosen = {one_of(arm, ARMS, name="arm") for arm in names_of(value, name="arms")}
    if not chosen:
        raise InputError(f"arms is empty, expected some of {', '.join(ARMS)}")
    return tuple(arm for arm in ARMS if arm in chosen)


def boosts_of(value: object) -> Mapping[Arm, Level]:
    """Returns a level for each boosted arm, in the fixed order.

    Raises:
        InputError: It is no mapping from arm to level, or an arm or a level is unknown.

    Example:
        >>> boosts_of({"graph": "high"})
        {'graph': 'high'}
    """
    if not isinstance(value, Mapping):
        raise InputError(f"boosts is of type {type(value).__name__}, expected a mapping from arm to level")
    levels = {
        one_of(arm, ARMS, name="arm in boosts"): one_of(level, LEVELS, name=f"level of the {arm} boost")
        for arm, level in value.items()
    }
    return {arm: levels[arm] for arm in ARMS if arm in levels}


def alphas_of(value: object) -> Alphas:
    """Returns a number for each signal that is named.

    Raises:
        InputError: It is no mapping, a signal is unknown, or a number lies outside [0, 2].
    """
    if not isinstance(value, Mapping):
        raise InputError(
            f"alphas is of type {type(value).__name__}, expected a mapping from signal to number"
        )
    alphas: dict[Alpha, float] = {}
    for name, given in value.items():
        signal = one_of(name, get_args(Alpha), name="signal in alphas")
        number = number_of(given, name=f"alpha of {signal}")
        if not 0.0 <= number <= _MOST_ALPHA:
            raise InputError(f"alpha of {signal} is {number}, expected a number from 0 to {_MOST_ALPHA:g}")
        alphas[signal] = number
    return alphas


def floor_of(score: str, value: object) -> float:
    """Returns a floor as a number that its score can have.

    Raises:
        InputError: It is no number, or lies outside of what the score can be.

    Example:
        >>> floor_of("similarity", 0.3)
        0.3
    """
    number = number_of(value, name=f"min_scores of {score}")
    least, most = _FLOOR_RANGES.get(score, (-math.inf, math.inf))
    if not least <= number <= most:
        raise InputError(f"min_scores of {score} is {number:g}, expected a number from {least:g} to {most:g}")
    return number


def rrf_k_of(value: object) -> float:
    """Returns a number above 0.

    Raises:
        InputError: It is none.
    """
    number = number_of(value, name="rrf_k")
    if number <= 0.0:
        raise InputError(f"rrf_k is {number}, expected a number above 0")
    return number


def min_relevance_of(value: object) -> float:
    """Returns a number from 0 to 1.

    Raises:
        InputError: It is none.
    """
    number = number_of(value, name="min_relevance")
    if not 0.0 <= number <= 1.0:
        raise InputError(f"min_relevance is {number:g}, expected a number from 0 to 1")
    return number
