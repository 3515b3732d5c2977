"""What a recall tells the circuit breaker, and what that tells the recall."""

from __future__ import annotations

from typing import Any

import pytest

from recallcore.rerank import Breaker
from recallcore.rerank.reading import Judge
from recallcore.types import BreakerState
from tests.engine.judging import NAN, Batched, Hang, answering, failing, judge_of, options_of, refuse, told
from tests.engine.listed import ListedCandidates


class Clock:
    """A clock that a test sets."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def opened(clock: Clock) -> Breaker:
    """A breaker that has opened, and whose trial is due."""
    breaker = Breaker(failures=1, clock=clock)
    breaker.failed()
    clock.now += 600
    return breaker


def test_open_breaker_leaves_the_reranker_alone_and_says_so() -> None:
    def never(query: str, texts: list[str]) -> list[float]:
        raise AssertionError("asked")

    breaker = Breaker(failures=1)
    breaker.failed()
    candidates = ListedCandidates(["a", "b"])
    made = told(never, candidates, breaker=breaker)
    reason = "it failed too often, and is left alone for a while"
    assert (made.report.ran, made.report.reason, made.report.breaker) == (False, reason, "open")
    assert made.notes == (f"reranker 'never' was not asked: {reason}",)
    assert candidates.read == []


@pytest.mark.parametrize(
    ("reranker", "after"),
    [
        (answering([0.5, 0.5]), "closed"),
        (answering([NAN, 0.5]), "closed"),
        (answering([NAN, NAN]), "open"),
        (answering([0.5]), "open"),
        (failing(ValueError()), "open"),
        (Batched(1, then=refuse), "open"),
    ],
    ids=["answers", "no number for one", "no number", "short", "raises", "fails in the middle"],
)
def test_trial_closes_the_breaker_or_opens_it_again(reranker: Any, after: BreakerState) -> None:
    clock = Clock()
    breaker = opened(clock)
    made = told(reranker, ["a", "bb"], breaker=breaker)
    assert made.report.breaker == "trial"
    assert breaker.admit() == after


def test_answer_in_part_is_an_answer_to_the_breaker(hang: Hang) -> None:
    breaker = opened(Clock())
    candidates = hang.over(["a", "bb", "ccc"])
    made = told(Batched(1, then=hang), candidates, options_of(deadline=5.0), breaker=breaker)
    assert (made.report.ended, made.report.scored) == ("deadline", 1)
    assert breaker.admit() == "closed"


def remembered(breaker: Breaker) -> tuple[Judge, Batched]:
    """A reranker that has scored ``a`` and ``bb`` and fails from then on."""
    batched = Batched(2, then=refuse, revision="1")
    judge = judge_of(batched, breaker=Breaker())
    assert told(judge, ["a", "bb"]).report.ran
    return judge_of(batched, breaker=breaker, cache=judge.cache), batched


def test_what_is_remembered_says_nothing_about_the_health_of_the_reranker() -> None:
    breaker = Breaker(failures=2)
    judge, batched = remembered(breaker)
    for documents in (["a", "bb", "ccc"], ["a", "bb"], ["a", "bb", "ccc"]):
        assert breaker.admit() == "closed"
        assert told(judge, documents).report.ran
    assert batched.scored == 2
    assert breaker.admit() == "open"


def test_trial_that_is_answered_from_memory_waits_for_the_next_question() -> None:
    clock = Clock()
    judge, _ = remembered(opened(clock))
    made = told(judge, ["a", "bb"])
    assert (made.report.ran, made.report.breaker) == (True, "trial")
    assert judge.breaker.admit() == "trial"


def test_hanging_reranker_has_failed_whatever_is_remembered_of_it(hang: Hang) -> None:
    breaker = Breaker(failures=1)
    judge, batched = remembered(breaker)
    batched.then = hang
    made = told(judge, hang.over(["a", "bb", "ccc"]), options_of(deadline=5.0))
    assert (made.report.ran, made.report.ended, made.report.scored) == (True, "deadline", 2)
    assert made.notes == (
        "reranker 'batched' gave no score within the deadline of 5 s",
        (
            "reranker 'batched' scored 2 of 3 candidates within the deadline of 5 s; the others stand below "
            "them, in fused order"
        ),
    )
    assert breaker.is_open


@pytest.mark.parametrize(("spent", "is_open"), [(0.0, True), (2.4, True), (2.6, False)])
def test_reranker_that_was_asked_when_most_of_the_time_had_passed_has_not_failed(
    hang: Hang, spent: float, is_open: bool
) -> None:
    breaker = Breaker(failures=1)
    options = options_of(deadline=5.0)
    made = told(Batched(0, then=hang), hang.over(["a", "bb", "ccc"]), options, spent=spent, breaker=breaker)
    assert not made.report.ran
    assert made.report.reason == "it gave no score within the deadline of 5 s"
    assert breaker.is_open == is_open
