"""The embedder that embeds a text once."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from benches.quality.remembering import RememberingEmbedder
from recallcore.embed import Embeddings, HashingEmbedder, Role


class CountingEmbedder(HashingEmbedder):
    """Counts the texts that reach it."""

    def __init__(self) -> None:
        super().__init__()
        self.seen: list[str] = []

    def embed(self, texts: Sequence[str], *, role: Role) -> Embeddings:
        self.seen.extend(texts)
        return super().embed(texts, role=role)


def test_text_is_asked_once_a_role_and_the_order_is_kept() -> None:
    inner = CountingEmbedder()
    remembering = RememberingEmbedder(inner)
    remembering.embed(["a", "b"], role="passage")
    again = remembering.embed(["b", "c", "b"], role="passage")
    assert inner.seen == ["a", "b", "c"]
    np.testing.assert_array_equal(
        again.vectors, HashingEmbedder().embed(["b", "c", "b"], role="passage").vectors
    )
    remembering.embed(["a"], role="query")
    assert inner.seen == ["a", "b", "c", "a"]


def test_questions_are_embedded_one_by_one_and_timed_once() -> None:
    inner = CountingEmbedder()
    remembering = RememberingEmbedder(inner)
    remembering.learn_questions(["a", "b", "a"])
    taken = remembering.question_ms("a")
    remembering.learn_questions(["a"])
    assert inner.seen == ["a", "b"]
    assert taken > 0
    assert remembering.question_ms("a") == taken
    with pytest.raises(KeyError):
        remembering.question_ms("c")


def test_wanted_questions_are_counted_and_passages_are_not() -> None:
    remembering = RememberingEmbedder(HashingEmbedder())
    remembering.embed(["a", "a"], role="query")
    remembering.embed(["a"], role="passage")
    assert remembering.questions_asked == 2
