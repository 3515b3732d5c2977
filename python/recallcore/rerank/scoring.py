"""Runs a reranker over the documents of a search: what goes wrong becomes a note, never a failed recall."""

from __future__ import annotations

from asyncio import CancelledError
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from recallcore.errors import ModelError
from recallcore.rerank.protocol import Reranker
from recallcore.types.failures import in_words

if TYPE_CHECKING:
    from numpy.typing import NDArray


@dataclass(frozen=True, slots=True, kw_only=True)
class Reranking:
    """What a reranker said about the documents of a search.

    Attributes:
        scores: Shape (documents,), NaN where nothing was asked or no number came; None if it did not run.
        scored: How many documents it scored.
        failure: How it failed, in words that may hold what it was given, or None.
        error: The class of the exception by which it failed, or None.
        notes: What else a careful reader should know.
    """

    scores: NDArray[np.float64] | None = None
    scored: int = 0
    failure: str | None = None
    error: str | None = None
    notes: tuple[str, ...] = ()


def rerank(reranker: Reranker, query: str, documents: Sequence[str | None]) -> Reranking:
    """Scores the documents that are there.

    Args:
        reranker: What scores.
        query: What was asked.
        documents: A text for each candidate, None for one that is gone and is not sent.

    Returns:
        The scores, or why there are none.
    """
    places = [place for place, text in enumerate(documents) if text is not None]
    texts = [text for text in documents if text is not None]
    if not texts:
        return Reranking()
    try:
        # A list of its own, for what it does to it must not change what its answer is held against.
        made = score_array(reranker.score(query, list(texts)), texts=len(texts))
    # It may raise anything, and a cancellation of its own is not one of the caller: the recall goes on.
    except (Exception, CancelledError) as error:  # noqa: BLE001
        failure = f"reranker {reranker.name!r} failed: {in_words(error)}"
        return Reranking(failure=failure, error=type(error).__name__)
    scores = np.full(len(documents), np.nan)
    scores[places] = made
    missing = int(np.isnan(made).sum())
    note = (
        f"reranker {reranker.name!r} gave no number for {missing} of {len(texts)} memories, which count as 0"
    )
    return Reranking(scores=scores, scored=len(texts), notes=(note,) if missing else ())


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
