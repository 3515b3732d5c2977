"""Every embedder of ours keeps every promise of the protocol, and the checks see a broken one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import pytest

from recallcore.embed import (
    CallableEmbedder,
    Embedder,
    EmbedderIdentity,
    Embeddings,
    HashingEmbedder,
    OnnxEmbedder,
    Role,
    Thresholds,
)
from recallcore.embed.conformance import CHECKS

EMBEDDERS: dict[str, Callable[[Any], Embedder]] = {
    "hashing": lambda _: HashingEmbedder(),
    "hashing in few dimensions": lambda _: HashingEmbedder(dimension=3),
    "callable": lambda _: CallableEmbedder(lengths_and_letters, name="letters"),
    "onnx, mean": lambda make: OnnxEmbedder(make()),
    "onnx, all inputs": lambda make: OnnxEmbedder(
        make(inputs=("input_ids", "attention_mask", "token_type_ids", "position_ids"), max_length=64)
    ),
    "onnx, prefixes": lambda make: OnnxEmbedder(
        make(files={"recallcore.json": {"query_prefix": "q ", "passage_prefix": "p ", "pooling": "last"}})
    ),
    "onnx, pooled": lambda make: OnnxEmbedder(make(output="sentence_embedding", pooled=True, max_length=8)),
}


def lengths_and_letters(texts: list[str]) -> list[list[float]]:
    return [[1.0, *(float(text.count(letter)) for letter in "aeiou 가나다")] for text in texts]


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
@pytest.mark.parametrize("name", EMBEDDERS)
def test_promise_is_kept(name: str, check: Callable[[Embedder], None], make_model: Any) -> None:
    # A maximum over padded tokens depends on the batch: this model cannot keep that promise.
    if name == "onnx, pooled" and check.__name__ == "check_order":
        with pytest.raises(AssertionError, match="alone has cosine"):
            check(EMBEDDERS[name](make_model))
        return
    check(EMBEDDERS[name](make_model))


class Broken:
    """Breaks one promise."""

    def __init__(self, how: str) -> None:
        self._how = how
        self._inner = HashingEmbedder(dimension=64)
        self._calls = 0

    @property
    def identity(self) -> EmbedderIdentity:
        return self._inner.identity

    def thresholds(self) -> Thresholds:
        self._calls += 1
        return Thresholds(seed=0.2, link=0.2 + 0.01 * self._calls, temporal=0.1)

    def embed(self, texts: Sequence[str], *, role: Role) -> Embeddings:
        made = self._inner.embed(texts, role=role)
        vectors = made.vectors
        self._calls += 1
        match self._how:
            case "shape":
                vectors = vectors[:, :10]
            case "length":
                vectors = vectors * np.float32(2)
            case "repeatable":
                vectors = np.roll(vectors, self._calls, axis=1)
            case "order":
                vectors = vectors[::-1].copy()
            case "no_texts" if not texts:
                vectors = np.zeros((0, 1), dtype=np.float32)
            case "strange_texts":
                vectors = np.where([[not text.strip()] for text in texts], np.float32(0), vectors)
            case _:
                pass
        return Embeddings(vectors=vectors, truncated=made.truncated)


@pytest.mark.parametrize(
    "how", ["shape", "length", "repeatable", "order", "no_texts", "strange_texts", "thresholds"]
)
def test_check_sees_the_broken_promise(how: str) -> None:
    check = next(check for check in CHECKS if check.__name__ == f"check_{how}")
    with pytest.raises(AssertionError):
        check(Broken(how))
