"""The reranker that recallcore-models carries, as it is: what its card promises of it."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import recallcore
import recallcore_models
from recallcore.rerank import CrossEncoder, CrossEncoderOptions
from recallcore.rerank.default import DEFAULT_MODEL

QUESTION = "Where did Hannah move in spring?"
TEXTS = [
    "Tom: we could meet at the pier on Sunday",
    "Hannah: I moved to Lisbon in March, the flat is tiny",
    "Hannah: no",
    "Tom: how is the new job going? Did they give you the laptop that you wanted, or the old one again?",
    "Hannah: the cat hates the stairs",
    "",
]


@pytest.fixture(scope="module")
def directory() -> Path:
    return Path(recallcore_models.path(DEFAULT_MODEL))


@pytest.fixture(scope="module")
def reranker(directory: Path) -> CrossEncoder:
    return CrossEncoder(directory)


def test_text_that_answers_is_the_most_relevant(reranker: CrossEncoder) -> None:
    assert int(reranker.score(QUESTION, TEXTS).argmax()) == 1


def test_korean_is_read_though_none_was_trained_on(reranker: CrossEncoder) -> None:
    texts = ["수진: 오늘은 비가 온다", "수진: 열쇠는 서랍 안에 넣어 뒀어", "민호: 저녁은 뭐 먹을까"]
    assert int(reranker.score("열쇠는 어디에 있어?", texts).argmax()) == 1


def test_score_is_the_same_alone_in_any_order_and_in_any_batch(directory: Path) -> None:
    alone = CrossEncoder(directory, options=CrossEncoderOptions(batch_tokens=1))
    together = CrossEncoder(directory, options=CrossEncoderOptions(batch_tokens=4096))
    expected = alone.score(QUESTION, TEXTS)
    np.testing.assert_allclose(together.score(QUESTION, TEXTS), expected, rtol=0, atol=1e-6)
    np.testing.assert_allclose(together.score(QUESTION, TEXTS[::-1])[::-1], expected, rtol=0, atol=1e-6)


def test_it_states_what_it_was_made_for(reranker: CrossEncoder) -> None:
    assert reranker.name == DEFAULT_MODEL
    assert reranker.scale == "logit"
    assert reranker.scripts is not None
    assert {"Latin", "Hangul"} <= set(reranker.scripts)
    assert reranker.longest_text == 128


def test_bank_finds_it_by_its_name(tmp_path: Path) -> None:
    with recallcore.open(tmp_path, embedder="hashing:64", reranker=DEFAULT_MODEL) as bank:
        bank.retain(TEXTS[:-1])
        found = bank.recall(QUESTION, rerank={"deadline": None})
    assert found.rerank.ran
    assert found.memories[0].text == TEXTS[1]
