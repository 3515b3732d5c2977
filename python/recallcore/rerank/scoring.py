"""What counts as the scores of texts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from recallcore.errors import ModelError

if TYPE_CHECKING:
    from numpy.typing import NDArray


def score_array(values: object, *, texts: int) -> NDArray[np.float64]:
    """Returns the answer of a reranker as float64, shape (texts,); a column of shape (texts, 1) is one too.

    None is NaN, and so is what a masked array masks.

    Raises:
        ModelError: It is anything but one number for each text; None, NaN and infinity count as numbers.

    Example:
        >>> score_array([1, None], texts=2).tolist()
        [1.0, nan]
    """
    try:
        array = np.ma.asanyarray(values) if isinstance(values, np.ma.MaskedArray) else np.asarray(values)
        if array.shape == (texts, 1):
            array = array[:, 0]
        if array.shape != (texts,):
            raise ModelError(f"scores have shape {array.shape}, expected ({texts},)")
        array = _with_none_masked(array)
    except (TypeError, ValueError) as error:
        raise ModelError(f"scores are no row of numbers: {error}") from error
    if array.dtype.kind not in "fiu" and texts:
        raise ModelError(f"scores are of type {array.dtype}, expected numbers")
    with np.errstate(all="ignore"):
        numbers = array.astype(np.float64)
    return numbers.filled(np.nan) if isinstance(numbers, np.ma.MaskedArray) else numbers


def _with_none_masked(array: NDArray[Any]) -> NDArray[Any]:
    """The array with each None masked, of the type that the other entries have among themselves."""
    missing = np.array([array.dtype.kind == "O" and each is None for each in array], dtype=np.bool_)
    if not missing.any():
        return array
    others = np.asarray(array[~missing].tolist())
    if others.ndim != 1:
        raise ValueError(f"beside None they have shape {others.shape}")
    numbers = np.zeros(array.shape, dtype=others.dtype)
    numbers[~missing] = others
    return np.ma.masked_array(numbers, mask=missing)
