"""Turns the vectors of a text's tokens into one vector of the text."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray


class Pooling(StrEnum):
    """How token vectors become one.

    `MODEL` means that the model has already done it.
    """

    MEAN = "mean"
    CLS = "cls"
    LAST = "last"
    MODEL = "model"


def pool(hidden: NDArray[np.float32], mask: NDArray[np.int64], *, pooling: Pooling) -> NDArray[np.float32]:
    """Returns one row for each text.

    Args:
        hidden: Shape (texts, tokens, dimension), or (texts, dimension) for `Pooling.MODEL`.
        mask: Shape (texts, tokens); 1 for a token, 0 for padding on the right. Every row has a token.
        pooling: Which way.

    Example:
        >>> hidden = np.array([[[1.0], [3.0], [99.0]]], dtype=np.float32)
        >>> pool(hidden, np.array([[1, 1, 0]]), pooling=Pooling.MEAN).tolist()
        [[2.0]]
    """
    match pooling:
        case Pooling.MODEL:
            return hidden
        case Pooling.CLS:
            return hidden[:, 0]
        case Pooling.LAST:
            last: NDArray[np.float32] = hidden[np.arange(len(hidden)), mask.sum(axis=1) - 1]
            return last
        case Pooling.MEAN:
            weights = mask.astype(np.float32)
            sums = np.einsum("ntd,nt->nd", hidden, weights)
            means: NDArray[np.float32] = sums / weights.sum(axis=1, keepdims=True)
            return means
