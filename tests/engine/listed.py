"""Candidates over a list of documents, in the order of the list: what the engine sees of a search."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import numpy as np

from recallcore.backend import Outline
from recallcore.config import RecallOptions
from recallcore.types import Reads, RecallResult

if TYPE_CHECKING:
    from numpy.typing import NDArray

Settled = Callable[["NDArray[np.float64]", "NDArray[np.bool_]", int], bool]


class ListedCandidates:
    """A head of documents, None for a memory that is gone; it notes which of them are read.

    Args:
        documents: A document for each candidate of the head.
        settled: Says whether scoring may stop, of the scores, what was judged, and where the newest slice
            begins.
        tokens: Tokens of each candidate, the head first; None is one for each of the head.
        similarities: Likeness to the query; None is unknown.
    """

    def __init__(
        self,
        documents: Sequence[str | None],
        *,
        settled: Settled = lambda scores, asked, newest: False,
        tokens: Sequence[int] | None = None,
        similarities: Sequence[float] | None = None,
    ) -> None:
        self._documents = tuple(documents)
        self._settled = settled
        self._tokens = np.array([1] * len(documents) if tokens is None else tokens, dtype=np.int64)
        given = [np.nan] * len(self._tokens) if similarities is None else similarities
        self._similarities = np.array(given, dtype=np.float64)
        self.read: list[range] = []

    def __len__(self) -> int:
        return len(self._tokens)

    def outline(self) -> Outline:
        memories = tuple((100 + place, 1) for place in range(len(self._documents)))
        return Outline(memories=memories, tokens=self._tokens, similarities=self._similarities)

    def documents(self, first: int, count: int, reads: Reads) -> tuple[tuple[str, ...], ...]:
        places = range(first, min(first + count, len(self._documents)))
        self.read.append(places)
        return tuple(() if text is None else (text,) for text in self._documents[places.start : places.stop])

    def settled(
        self,
        options: RecallOptions,
        rerank_scores: NDArray[np.float64],
        asked: NDArray[np.bool_],
        *,
        newest: int,
        scale: str,
    ) -> bool:
        return self._settled(rerank_scores, asked, newest)

    def finish(
        self,
        options: RecallOptions,
        rerank_scores: NDArray[np.float64] | None = None,
        asked: NDArray[np.bool_] | None = None,
        *,
        scale: str = "auto",
        reached: int | None = None,
        passed_over: Sequence[int] = (),
    ) -> RecallResult:
        raise AssertionError("what becomes of the scores is not asked here")
