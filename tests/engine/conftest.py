"""A hang for rerankers over listed candidates."""

from __future__ import annotations

import threading
from collections.abc import Iterator

import pytest

from tests.engine.judging import Hang


@pytest.fixture
def hang(monkeypatch: pytest.MonkeyPatch) -> Iterator[Hang]:
    """A hang that the end of the test ends."""
    made = Hang()
    monkeypatch.setattr("recallcore.engine.reranking.time", made)
    yield made
    made.free.set()
    for thread in threading.enumerate():
        if thread.name == "recallcore-rerank":
            thread.join(60)
