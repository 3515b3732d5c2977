"""A bank that needs no model, and a reranker that hangs until the test is over."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

import recallcore
from recallcore.backend.embedded import EmbeddedCandidates
from recallcore.types import Reads


@pytest.fixture
def bank(tmp_path: Path) -> Iterator[recallcore.Bank]:
    with recallcore.open(tmp_path / "bank", embedder="hashing:64", reranker=False) as opened:
        yield opened


class Hang:
    """Where a reranker hangs; time stands still until it does, and then has passed every deadline."""

    def __init__(self) -> None:
        self.asked = threading.Event()
        self.reached = threading.Event()
        self.free = threading.Event()

    def __call__(self) -> None:
        self.reached.set()
        assert self.free.wait(60)

    def monotonic(self) -> float:
        if self.asked.is_set():
            assert self.reached.wait(60)
        return 10.0**6 if self.reached.is_set() else 0.0

    def end(self) -> None:
        """Ends it, and waits for the threads that were left behind."""
        self.free.set()
        for thread in threading.enumerate():
            if thread.name == "recallcore-rerank":
                thread.join(60)
                assert not thread.is_alive()


@pytest.fixture
def hang(monkeypatch: pytest.MonkeyPatch) -> Iterator[Hang]:
    """A hang for one recall, from whose first documents on the clock waits for it."""
    made = Hang()
    read = EmbeddedCandidates.documents

    def documents(
        candidates: EmbeddedCandidates, first: int, count: int, reads: Reads
    ) -> tuple[tuple[str, ...], ...]:
        found = read(candidates, first, count, reads)
        made.asked.set()
        return found

    monkeypatch.setattr(EmbeddedCandidates, "documents", documents)
    monkeypatch.setattr("recallcore.engine.reranking.time", made)
    yield made
    made.end()
