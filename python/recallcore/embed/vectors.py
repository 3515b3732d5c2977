"""Proves that what a model returned are vectors, and brings them to length 1."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from recallcore.errors import ModelError

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray


def unit_rows(values: ArrayLike, *, texts: int, dimension: int | None, source: str) -> NDArray[np.float32]:
    """Returns `values` as float32 rows of length 1.

    Lengths are taken in float64, so that a row's direction does not depend on its scale.

    Args:
        values: Whatever the model returned for `texts` texts.
        texts: Rows that are expected.
        dimension: Components that are expected, or None for any number above 0.
        source: Who returned them, for the message.

    Raises:
        ModelError: The shape is not (texts, dimension), or a row is not finite or has no direction.

    Example:
        >>> unit_rows([[3.0, 4.0]], texts=1, dimension=2, source="example").tolist()
        [[0.6000000238418579, 0.800000011920929]]
    """
    try:
        rows = np.asarray(values, dtype=np.float64)
    except (TypeError, ValueError) as error:
        raise ModelError(f"{source} returned no array of numbers: {error}") from error
    if texts == 0 and rows.size == 0:
        return np.zeros((0, dimension or 0), dtype=np.float32)
    if rows.ndim != 2 or rows.shape[0] != texts or rows.shape[1] == 0:
        raise ModelError(
            f"{source} returned shape {rows.shape}, expected ({texts}, {dimension or 'dimension'})"
        )
    if dimension is not None and rows.shape[1] != dimension:
        raise ModelError(f"{source} returned {rows.shape[1]} dimensions, expected {dimension}")
    if not np.isfinite(rows).all():
        bad = int(np.flatnonzero(~np.isfinite(rows).all(axis=1))[0])
        raise ModelError(f"{source} returned a vector that is not finite, for text {bad} of {texts}")
    # Dividing by the largest component first keeps squares inside the range of float64.
    largest = np.abs(rows).max(axis=1, keepdims=True)
    if not largest.all():
        bad = int(np.flatnonzero(largest[:, 0] == 0.0)[0])
        raise ModelError(
            f"{source} returned a zero vector, which has no direction, for text {bad} of {texts}"
        )
    scaled = rows / largest
    lengths = np.sqrt(np.einsum("ij,ij->i", scaled, scaled))[:, np.newaxis]
    return np.ascontiguousarray(scaled / lengths, dtype=np.float32)
