"""What counts as the scores of texts."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from recallcore.errors import ModelError

if TYPE_CHECKING:
    from numpy.typing import NDArray


def score_array(values: object, *, texts: int) -> NDArray[np.float64]:
    """Returns the answer of a reranker as float64, shape (texts,); a column of shape (texts, 1) is one too.

    What a masked array masks is NaN.

    Raises:
        ModelError: It is anything but one number for each text; NaN and infinity are numbers.

    Example:
        >>> score_array([1, 0.5], texts=2).tolist()
        [1.0, 0.5]
    """
    try:
        array = np.ma.asanyarray(values) if isinstance(values, np.ma.MaskedArray) else np.asarray(values)
    except (TypeError, ValueError) as error:
        raise ModelError(f"scores are no row of numbers: {error}") from error
    if array.shape == (texts, 1):
        array = array[:, 0]
    if array.shape != (texts,):
        raise ModelError(f"scores have shape {array.shape}, expected ({texts},)")
    if array.dtype.kind not in "fiu" and texts:
        raise ModelError(f"scores are of type {array.dtype}, expected numbers")
    with np.errstate(all="ignore"):
        numbers = array.astype(np.float64)
    return numbers.filled(np.nan) if isinstance(numbers, np.ma.MaskedArray) else numbers
