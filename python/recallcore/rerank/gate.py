"""When a reranker cannot help: pure rules over what is known before any text is read.

The rules over scores are those of memvault, with its thresholds. They read a likeness on a scale that
embedders share; a fused score never reaches 0.55, and the scores that stand for ranks always look alike.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

FEW = 2
DOMINANT = 0.55
LEAD = 0.25
ALIKE = 5
SPREAD = 0.03


def too_few(count: int) -> str | None:
    """Says why so many candidates need no reranker, or None.

    Example:
        >>> too_few(2), too_few(3)
        ('there were no more than 2 candidates', None)
    """
    return f"there were no more than {FEW} candidates" if count <= FEW else None


def all_fit(tokens: NDArray[np.int64], *, max_tokens: int, limit: int | None) -> str | None:
    """Says that every candidate is returned in any order, or None.

    Args:
        tokens: Shape (candidates,), tokens of the texts.
        max_tokens: The packing budget.
        limit: The most memories to return, or None.

    Example:
        >>> all_fit(np.array([20, 30]), max_tokens=50, limit=None)
        'everything is returned, and the order does not matter'
    """
    fits = int(tokens.sum()) <= max_tokens and (limit is None or len(tokens) <= limit)
    return "everything is returned, and the order does not matter" if fits else None


def too_long(tokens: NDArray[np.int64], *, longest: int | None) -> str | None:
    """Says that most candidates are longer than what a reranker was made for, or None.

    A small cross-encoder that learned on sentences and turns of a conversation loses what answers among all
    else that a long text says, and orders such texts worse than fusion does.

    Args:
        tokens: Shape (candidates,), tokens of the texts.
        longest: Tokens of the longest text that it was made for, or None for any.

    Example:
        >>> too_long(np.array([30, 300, 400]), longest=128)
        'most candidates are longer than the 128 tokens that it was made for'
        >>> too_long(np.array([30, 40, 400]), longest=128) is None
        True
    """
    if longest is None or not len(tokens) or 2 * int((tokens > longest).sum()) <= len(tokens):
        return None
    return f"most candidates are longer than the {longest} tokens that it was made for"


def decided_by_likeness(similarities: NDArray[np.float64]) -> str | None:
    """Says why the likeness to the query has decided already, or None.

    Args:
        similarities: Shape (candidates,), in fused order, in [0, 1]; NaN where there is no vector.

    Example:
        >>> decided_by_likeness(np.array([0.9, 0.6, 0.5]))
        'the first candidate is far more like the query than the others'
        >>> decided_by_likeness(np.array([0.6, 0.6, 0.59, 0.6, 0.6]))
        'the first 5 candidates are equally like the query'
        >>> decided_by_likeness(np.array([0.54, 0.2, 0.1])) is None
        True
    """
    if len(similarities) < 2 or not np.isfinite(similarities).all():
        return None
    first, others = similarities[0], similarities[1:]
    if first >= DOMINANT and first - others.max() >= LEAD:
        return "the first candidate is far more like the query than the others"
    head = similarities[:ALIKE]
    if len(head) == ALIKE and head.std() <= SPREAD and head.mean() >= DOMINANT:
        return f"the first {ALIKE} candidates are equally like the query"
    return None
