"""Running a reranker: what it may answer, what it is sent, and what becomes of its failures."""

from __future__ import annotations

from asyncio import CancelledError
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import pytest

from recallcore.errors import ModelError
from recallcore.rerank import CallableReranker, rerank


def answering(values: Any) -> CallableReranker:
    return CallableReranker(lambda query, texts: values, name="odd")


@pytest.mark.parametrize(
    "values",
    [
        [0.5, 2],
        (0.5, 2.0),
        np.array([0.5, 2.0], dtype=np.float16),
        np.array([0.5, 2.0], dtype=np.float32),
        np.array([0.5, 2.0], dtype=np.longdouble),
        np.array([9.0, 0.5, 9.0, 2.0])[1::2],
        [[0.5], [2.0]],
        np.ma.masked_array([0.5, 2.0], mask=False),
    ],
    ids=repr,
)
def test_any_row_of_numbers_is_an_answer(values: Any) -> None:
    made = rerank(answering(values), "q", ["a", "b"])
    assert made.scores is not None
    assert made.scores.dtype == np.float64
    assert made.scores.tolist() == [0.5, 2.0]
    assert (made.scored, made.failure, made.notes) == (2, None, ())


def test_whole_numbers_and_negative_zeros_and_infinities_are_numbers() -> None:
    made = rerank(answering([-0.0, float("inf"), float("-inf")]), "q", ["a", "b", "c"])
    assert made.scores is not None
    assert made.scores.tolist() == [0.0, float("inf"), float("-inf")]
    assert made.notes == ()


@pytest.mark.parametrize(
    ("values", "complaint"),
    [
        ([0.5], "shape (1,), expected (2,)"),
        ([[0.5, 0.5]], "shape (1, 2), expected (2,)"),
        (0.5, "shape (), expected (2,)"),
        (None, "shape (), expected (2,)"),
        ([], "shape (0,), expected (2,)"),
        ([0.5, 0.5, 0.5], "shape (3,)"),
        (["0.5", "0.5"], "expected numbers"),
        ([True, True], "expected numbers"),
        ([None, None], "expected numbers"),
        (np.ma.masked_array([True, False], mask=[True, False]), "expected numbers"),
        ([0.5, None], "expected numbers"),
        ([1j, 0.5], "expected numbers"),
        ([[0.5], [0.5, 0.5]], "no row of numbers"),
        ("ab", "shape ()"),
        ({"a": 1, "b": 2}, "shape ()"),
    ],
    ids=repr,
)
def test_answer_of_another_form_is_a_failure_in_words(values: Any, complaint: str) -> None:
    made = rerank(answering(values), "q", ["a", "b"])
    assert made.scores is None
    assert made.failure is not None
    assert made.failure.startswith("reranker 'odd' failed: ModelError: scores")
    assert complaint in made.failure


@pytest.mark.parametrize(
    "error", [ValueError("no"), TimeoutError("no"), MemoryError("no"), StopIteration("no")]
)
def test_whatever_a_reranker_raises_is_a_failure_in_words(error: Exception) -> None:
    def fail(query: str, texts: list[str]) -> list[float]:
        raise error

    made = rerank(CallableReranker(fail), "q", ["a"])
    assert made.failure == f"reranker 'fail' failed: {type(error).__name__}: no"


class SpeechlessError(Exception):
    """An exception that cannot be told."""

    def __str__(self) -> str:
        raise RuntimeError("no words")


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (SpeechlessError(), "SpeechlessError"),
        (ValueError("bad \ud83d"), "ValueError: bad \ufffd"),
        (CancelledError("by itself"), "CancelledError: by itself"),
    ],
    ids=ascii,
)
def test_error_that_cannot_be_told_or_that_cancels_is_a_failure_in_words(
    error: BaseException, said: str
) -> None:
    def fail(query: str, texts: list[str]) -> list[float]:
        raise error

    made = rerank(CallableReranker(fail), "q", ["a"])
    assert made.failure == f"reranker 'fail' failed: {said}"
    assert made.error == type(error).__name__


@pytest.mark.parametrize("values", [[0.5, 2], np.array([[0.5], [2.0]])], ids=repr)
def test_masked_numbers_are_missing(values: Any) -> None:
    mask = np.zeros(np.shape(values), dtype=bool)
    mask.flat[1] = True
    made = rerank(answering(np.ma.masked_array(values, mask=mask)), "q", ["a", "b"])
    assert made.scores is not None
    np.testing.assert_array_equal(made.scores, [0.5, np.nan])
    assert any("gave no number for 1 of 2" in note for note in made.notes)


class InPlace:
    """A reranker that works on the list that it is given."""

    name, scale = "in place", "probability"

    def __init__(self, kept: int) -> None:
        self.kept = kept
        self.texts: list[str] = []

    def score(self, query: str, texts: list[str]) -> list[float]:
        del texts[self.kept :]
        self.texts = texts
        return [0.9] * len(texts)


@pytest.mark.parametrize("kept", [0, 1])
def test_reranker_that_drops_texts_from_its_list_fails_and_changes_nothing(kept: int) -> None:
    documents = ["a", None, "b", "c"]
    judge: Any = InPlace(kept)
    made = rerank(judge, "q", documents)
    assert made.scores is None
    assert made.failure is not None
    assert f"shape ({kept},), expected (3,)" in made.failure
    assert documents == ["a", None, "b", "c"]


def test_long_complaint_is_cut() -> None:
    def fail(query: str, texts: list[str]) -> list[float]:
        raise ValueError("x" * 10_000)

    made = rerank(CallableReranker(fail), "q", ["a"])
    assert made.failure is not None
    assert len(made.failure) <= 300


def test_interrupt_is_no_failure_of_the_reranker() -> None:
    def stop(query: str, texts: list[str]) -> list[float]:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        rerank(CallableReranker(stop), "q", ["a"])


def test_documents_that_are_gone_are_not_sent_and_keep_their_place() -> None:
    sent: list[str] = []

    def lengths(query: str, texts: list[str]) -> list[float]:
        sent.extend(texts)
        return [len(text) for text in texts]

    made = rerank(CallableReranker(lengths), "q", ["aa", None, "b"])
    assert sent == ["aa", "b"]
    assert made.scores is not None
    np.testing.assert_array_equal(made.scores, [2.0, np.nan, 1.0])
    assert (made.scored, made.notes) == (2, ())


@pytest.mark.parametrize("documents", [[], [None], [None, None]], ids=repr)
def test_nothing_to_score_asks_nobody(documents: list[None]) -> None:
    def never(query: str, texts: list[str]) -> list[float]:
        raise AssertionError("asked")

    made = rerank(CallableReranker(never), "q", documents)
    assert (made.scores, made.scored, made.failure) == (None, 0, None)


def test_missing_numbers_are_told() -> None:
    made = rerank(answering([float("nan"), 0.5]), "q", ["a", "b"])
    assert made.scores is not None
    assert made.notes == ("reranker 'odd' gave no number for 1 of 2 memories, which count as 0",)


def test_reranker_that_works_on_threads_of_its_own_is_waited_for() -> None:
    def elsewhere(query: str, texts: list[str]) -> list[float]:
        with ThreadPoolExecutor(2) as pool:
            return list(pool.map(len, texts))

    made = rerank(CallableReranker(elsewhere), "q", ["aa", "b"])
    assert made.scores is not None
    assert made.scores.tolist() == [2.0, 1.0]


@pytest.mark.parametrize("change", [list.clear, list.reverse, list.sort])
def test_reranker_that_changes_its_list_harms_nobody(change: Callable[[list[str]], None]) -> None:
    documents = ["b", "a"]

    def careless(query: str, texts: list[str]) -> list[float]:
        scores = [1.0 for _ in texts]
        change(texts)
        return scores

    assert rerank(CallableReranker(careless), "q", documents).scores is not None
    assert documents == ["b", "a"]


def test_callable_itself_refuses_a_wrong_answer() -> None:
    with pytest.raises(ModelError, match="shape"):
        answering([1.0]).score("q", ["a", "b"])
    assert answering(None).score("q", []).shape == (0,)
