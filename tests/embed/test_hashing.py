"""Hashed vectors are the same everywhere and close for texts that share words or parts of words."""

from __future__ import annotations

import subprocess
import sys

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from recallcore.embed import HashingEmbedder
from recallcore.errors import ConfigError

GOLDEN = [0.21677704, -0.39538655, 0, 0.74641293, 0.13424936, -0.10470776, -0.077333026, 0.45230287]


def cosine(left: str, right: str) -> float:
    one, two = HashingEmbedder().embed([left, right], role="passage").vectors
    return float(one @ two)


def test_vectors_are_the_same_in_every_process_and_release() -> None:
    vector = HashingEmbedder(dimension=8).embed(["민지 moved to Lisbon 🎉"], role="passage").vectors[0]
    np.testing.assert_allclose(vector, GOLDEN, atol=1e-7)


def test_hash_seed_of_the_process_does_not_matter() -> None:
    code = (
        "from recallcore.embed import HashingEmbedder as H; "
        "print(H().embed(['한국어 and English'], role='query').vectors.tobytes().hex())"
    )
    outputs = {
        subprocess.run(
            [sys.executable, "-c", code], env={"PYTHONHASHSEED": seed}, capture_output=True, check=True
        ).stdout
        for seed in ("1", "2")
    }
    assert len(outputs) == 1


@pytest.mark.parametrize(
    ("query", "near", "far"),
    [
        ("where does Hannah work", "Hannah works at Siemens", "the cat sleeps all day"),
        ("민지의 직업", "민지가 직업을 바꿨다", "강아지가 산책을 좋아한다"),
        ("kubernets cluster", "our Kubernetes clusters", "a walk in the park"),
        ("三体", "我最近在读三体", "今天天气很好"),
        ("ＡＢＣ", "abc", "xyz"),
    ],
)
def test_shared_words_and_stems_are_near(query: str, near: str, far: str) -> None:
    assert cosine(query, near) > cosine(query, far) + 0.1


@given(
    st.text(alphabet=st.characters(exclude_categories=()), max_size=60),
    st.integers(min_value=1, max_value=40),
)
def test_every_text_has_a_unit_vector_in_any_dimension(text: str, dimension: int) -> None:
    vector = HashingEmbedder(dimension=dimension).embed([text], role="passage").vectors[0]
    assert abs(float(np.linalg.norm(vector)) - 1.0) < 1e-5


@given(st.lists(st.text(max_size=20), max_size=8))
def test_texts_do_not_touch_each_other(texts: list[str]) -> None:
    embedder = HashingEmbedder(dimension=32)
    together = embedder.embed(texts, role="passage").vectors
    for text, vector in zip(texts, together, strict=True):
        assert embedder.embed([text], role="query").vectors[0].tobytes() == vector.tobytes()


def test_dimension_below_one_is_refused() -> None:
    with pytest.raises(ConfigError, match="at least 1 dimension, got 0"):
        HashingEmbedder(dimension=0)
