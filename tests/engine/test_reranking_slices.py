"""How far a reranker reads: slices of the head, and what ends them early."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from recallcore.rerank import Breaker
from tests.engine.judging import NAN, Batched, Hang, options_of, refuse, told
from tests.engine.listed import ListedCandidates


@given(head=st.integers(1, 80), first=st.integers(1, 30), step=st.integers(1, 30), full=st.booleans())
def test_slices_cover_the_head_exactly_once(head: int, first: int, step: int, full: bool) -> None:
    judged: list[int] = []

    def settled(scores: Any, asked: Any, newest: int) -> bool:
        judged.append(newest)
        return False

    candidates = ListedCandidates([f"text {place}" for place in range(head)], settled=settled)
    made = told(
        lambda query, texts: [float(text.split()[1]) for text in texts],
        candidates,
        options_of(first=first, step=step, full=full),
    )
    assert made.scores is not None
    assert made.scores.tolist() == list(range(head))
    assert [place for slice_ in candidates.read for place in slice_] == list(range(head))
    sizes = [len(slice_) for slice_ in candidates.read]
    assert sizes[0] == (head if full else min(first, head))
    assert all(size == step for size in sizes[1:-1])
    # Whoever has read everything, or only the first slice, need not ask whether that was enough.
    assert judged == [slice_.start for slice_ in candidates.read[1:-1]]


def test_it_reads_no_further_once_the_backend_says_that_it_is_settled() -> None:
    seen: list[tuple[list[bool], int]] = []

    def settled(scores: Any, asked: Any, newest: int) -> bool:
        seen.append((asked.tolist(), newest))
        return newest >= 4

    texts = ["a" * size for size in range(1, 10)]
    candidates = ListedCandidates(texts, settled=settled)
    made = told(lambda query, given: list(map(len, given)), candidates, options_of(first=2, step=2))
    assert candidates.read == [range(2), range(2, 4), range(4, 6)]
    assert seen == [([True] * 4 + [False] * 5, 2), ([True] * 6 + [False] * 3, 4)]
    assert (made.report.ended, made.report.scored, made.report.unscored) == ("settled", 6, 3)
    assert made.asked is not None
    assert made.asked.tolist() == [True] * 6 + [False] * 3
    assert made.notes == ()


class Dear:
    """A call costs it much, so that it wants many candidates at a time."""

    name, scale = "dear", "logit"

    def __init__(self, least_slice: Any) -> None:
        self.least_slice = least_slice

    def score(self, query: str, texts: Sequence[str]) -> list[float]:
        return [0.0] * len(texts)


class Secretive(Dear):
    """Does not say how many."""

    @property
    def least_slice(self) -> int:
        raise ConnectionError("no answer")

    @least_slice.setter
    def least_slice(self, value: object) -> None:
        pass


@pytest.mark.parametrize(
    ("least", "full", "edges"),
    [
        (5, False, [8, 13, 18, 20]),
        (12, False, [12, 20]),
        (10**9, False, [20]),
        (5, True, [20]),
    ],
)
def test_no_slice_is_smaller_than_the_reranker_wants(least: int, full: bool, edges: list[int]) -> None:
    candidates = ListedCandidates([f"text {place}" for place in range(20)])
    told(Dear(least), candidates, options_of(first=8, step=3, full=full))
    assert [places.stop for places in candidates.read] == edges


@pytest.mark.parametrize(
    "reranker", [Dear(None), Dear("12"), Dear(12.0), Dear(-12), Dear(True), Secretive(12)], ids=repr
)
def test_reranker_that_does_not_say_how_many_it_wants_gets_the_slices_of_the_options(reranker: Dear) -> None:
    candidates = ListedCandidates([f"text {place}" for place in range(20)])
    told(reranker, candidates, options_of(first=8, step=6))
    assert [places.stop for places in candidates.read] == [8, 14, 20]


def test_work_is_counted_in_a_traced_recall_alone() -> None:
    texts = ["aa", "b", "aa", "ccc"]
    made = told(Batched(-1, then=refuse), texts, options_of(first=3, step=1, trace=True))
    work = made.report.work
    assert work is not None
    assert (work.slices, work.batches, work.tokens, work.cached, work.repeated) == (2, 3, 6, 0, 1)
    assert told(Batched(-1, then=refuse), texts).report.work is None


def test_failure_after_some_scores_keeps_them_and_says_so() -> None:
    made = told(Batched(2, then=refuse), ["a", "bb", "ccc", "dddd"])
    assert made.scores is not None
    assert made.asked is not None
    np.testing.assert_array_equal(made.scores, [1.0, 2.0, NAN, NAN])
    assert made.asked.tolist() == [True, True, False, False]
    assert (made.report.ran, made.report.ended, made.report.scored, made.report.unscored) == (
        True,
        "failed",
        2,
        2,
    )
    assert made.report.reason is None
    assert made.notes == (
        "reranker 'batched' failed: ConnectionError: gone",
        (
            "reranker 'batched' scored 2 of 4 candidates before it failed; the others stand below them, in "
            "fused order"
        ),
    )


def test_hanging_reranker_is_left_with_what_it_has_said(hang: Hang) -> None:
    candidates = hang.over(["a", "bb", "ccc", "dddd"])
    made = told(Batched(2, then=hang), candidates, options_of(deadline=5.0))
    assert made.scores is not None
    np.testing.assert_array_equal(made.scores, [1.0, 2.0, NAN, NAN])
    assert (made.report.ended, made.report.scored, made.report.unscored) == ("deadline", 2, 2)
    assert made.notes == (
        (
            "reranker 'batched' scored 2 of 4 candidates within the deadline of 5 s; the others stand below "
            "them, in fused order"
        ),
    )


def test_reranker_that_hangs_before_its_first_score_has_failed(hang: Hang) -> None:
    breaker = Breaker(failures=1)
    candidates = hang.over(["a", "b"])
    made = told(Batched(0, then=hang), candidates, options_of(deadline=0.25), breaker=breaker)
    assert made.scores is None
    assert made.notes == ("reranker 'batched' gave no score within the deadline of 0.25 s",)
    assert made.report.reason == "it gave no score within the deadline of 0.25 s"
    assert breaker.is_open


def test_deadline_that_the_search_used_up_asks_nobody_and_is_nobodys_failure() -> None:
    def never(query: str, texts: list[str]) -> list[float]:
        raise AssertionError("asked")

    breaker = Breaker(failures=1)
    candidates = ListedCandidates(["a", "b"])
    made = told(never, candidates, options_of(deadline=5.0), spent=5.0, breaker=breaker)
    assert made.report.reason == "the deadline had passed before it was asked"
    assert made.notes == ("reranker 'never' was not asked: the deadline had passed before it was asked",)
    assert candidates.read == []
    assert not breaker.is_open
