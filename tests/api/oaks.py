"""A bank of oaks that the keyword arm finds all alike, so that fusion leaves them in their order."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np

import recallcore
from recallcore import Bank, Memory, RecallResult, ScoredBatch
from recallcore.types import RerankWork

NOW = "2026-01-02"


def name_of(place: int) -> str:
    return f"m{place:03}"


def names_of(*places: int) -> list[str]:
    return [name_of(place) for place in places]


@contextmanager
def oaks(path: Path, reranker: Any, count: int = 100, **opening: Any) -> Iterator[Bank]:
    """A bank whose memories are numbered from 0."""
    with recallcore.open(path, embedder="hashing:64", reranker=reranker, **opening) as bank:
        memories = [Memory(text=f"oak {place:03}", id=name_of(place)) for place in range(count)]
        bank.retain(memories, now="2026-01-01")
        bank.configure(arms=["keyword"])
        yield bank


def recalled(bank: Bank, **options: Any) -> RecallResult:
    return bank.recall("oak", query_time=NOW, **options)


def work_of(result: RecallResult) -> RerankWork:
    """What the scores of a traced recall cost."""
    assert result.trace is not None
    assert result.trace.rerank.work is not None
    return result.trace.rerank.work


class Forester:
    """Scores an oak by its number, and notes which oaks it was asked about, call by call.

    Args:
        worth: From a number to a score; the first oak is the best, if none is given.
        revision: What its scores are remembered under, or None.
    """

    name, scale = "forester", "probability"

    def __init__(
        self, worth: Callable[[int], float] = lambda place: 0.9 - place / 1000, *, revision: str | None = None
    ) -> None:
        self.worth = worth
        self.revision = revision
        self.asked: list[list[int]] = []

    def score(self, query: str, texts: Sequence[str]) -> list[float]:
        places = [_number_in(text) for text in texts]
        self.asked.append(places)
        return [self.worth(place) for place in places]


class Slow(Forester):
    """Scores one oak a batch; after enough of them it does something else, before the next."""

    def __init__(self, enough: int, *, then: Callable[[], None], revision: str | None = None) -> None:
        super().__init__(revision=revision)
        self.enough = enough
        self.then = then
        self.scored = 0

    def score_batches(self, query: str, texts: Sequence[str]) -> Iterator[ScoredBatch]:
        for place, text in enumerate(texts):
            if self.scored == self.enough:
                self.then()
            self.scored += 1
            [score] = self.score(query, [text])
            yield ScoredBatch(places=np.array([place]), scores=np.array([score]), tokens=3)


def _number_in(text: str) -> int:
    found = re.search(r"oak (\d+)", text)
    assert found is not None
    return int(found[1])
