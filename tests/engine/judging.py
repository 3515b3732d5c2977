"""A reranker over listed candidates: what a test asks it with, and the ways in which it may fail."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime
from typing import Any

import numpy as np

from recallcore.config import RecallOptions, Settings, recall_options
from recallcore.engine.judgement import Reranking
from recallcore.engine.reranking import reranked
from recallcore.rerank import CallableReranker, ScoredBatch, resolve
from recallcore.rerank.reading import Judge
from tests.engine.listed import ListedCandidates

NAN = float("nan")


def options_of(*, trace: bool = False, limit: int | None = None, **rerank: Any) -> RecallOptions:
    """Options whose reranker always reads, without a deadline; a test says what it is about."""
    rules = {"gate": False, "deadline": None, **rerank}
    now = datetime(2026, 1, 1, tzinfo=UTC)
    return recall_options({"rerank": rules, "trace": trace, "limit": limit}, Settings(), now, reranker=True)


def judge_of(reranker: Any, **more: Any) -> Judge:
    chosen = resolve(reranker)
    assert chosen is not None
    return Judge(reranker=chosen, **more)


def told(
    reranker: Any,
    candidates: ListedCandidates | Sequence[str | None],
    options: RecallOptions | None = None,
    *,
    spent: float = 0.0,
    **more: Any,
) -> Reranking:
    """What a reranker made of documents."""
    judge = reranker if isinstance(reranker, Judge) else judge_of(reranker, **more)
    listed = candidates if isinstance(candidates, ListedCandidates) else ListedCandidates(candidates)
    return reranked(judge, "q", listed, options or options_of(), spent=spent)


def answering(values: Any) -> CallableReranker:
    return CallableReranker(lambda query, texts: values, name="odd")


def failing(error: BaseException) -> CallableReranker:
    def fail(query: str, texts: list[str]) -> list[float]:
        raise error

    return CallableReranker(fail)


class Batched:
    """Scores texts by their lengths, one a batch; after enough of them it does something else."""

    name, scale = "batched", "logit"

    def __init__(self, enough: int, *, then: Callable[[], None], revision: str | None = None) -> None:
        self.enough = enough
        self.then = then
        self.revision = revision
        self.scored = 0

    def score(self, query: str, texts: Sequence[str]) -> list[float]:
        raise AssertionError("it works in batches")

    def score_batches(self, query: str, texts: Sequence[str]) -> Iterator[ScoredBatch]:
        for place, text in enumerate(texts):
            if self.scored == self.enough:
                self.then()
            self.scored += 1
            yield ScoredBatch(places=np.array([place]), scores=np.array([float(len(text))]), tokens=len(text))


def refuse() -> None:
    raise ConnectionError("gone")


class Hang:
    """Where a reranker hangs; time stands still until it does, and then has passed every deadline."""

    def __init__(self) -> None:
        self.reached = threading.Event()
        self.free = threading.Event()
        self.candidates = ListedCandidates([])

    def __call__(self) -> None:
        self.reached.set()
        assert self.free.wait(60)
        refuse()

    def monotonic(self) -> float:
        if not self.candidates.read:
            return 0.0
        # The documents have been read, so that the reranker is being asked.
        assert self.reached.wait(60)
        return 10.0**6

    def over(self, documents: Sequence[str | None]) -> ListedCandidates:
        self.candidates = ListedCandidates(documents)
        return self.candidates
