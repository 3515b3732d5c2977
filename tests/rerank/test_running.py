"""Asking a reranker until a deadline: what is there by then counts, what does not return is left behind."""

from __future__ import annotations

import threading
import time
from asyncio import CancelledError
from collections.abc import Callable, Generator, Sequence
from contextvars import ContextVar
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from recallcore.errors import ModelError
from recallcore.rerank import ScoredBatch
from recallcore.rerank.running import ask

FAR = 10**6.0
Batches = Generator[ScoredBatch, None, None]


def batch(places: Any, scores: Any = None, *, tokens: Any = 0, padding: Any = 0) -> ScoredBatch:
    """Some places, each with itself as its score unless other scores are given."""
    chosen = np.asarray(places, dtype=np.int64 if len(places) == 0 else None)
    said = chosen.astype(np.float64) if scores is None else scores
    return ScoredBatch(places=chosen, scores=said, tokens=tokens, padding=padding)


def yielding(*batches: ScoredBatch) -> Batches:
    yield from batches


def never() -> float:
    raise AssertionError("nobody waits, so that nobody looks at the clock")


def threads_left() -> list[threading.Thread]:
    """The threads of asking that are alive once each had its time to end."""
    own = [thread for thread in threading.enumerate() if thread.name == "recallcore-rerank"]
    for thread in own:
        thread.join(60)
    return [thread for thread in own if thread.is_alive()]


class Stuck:
    """Answers about two texts of four, then waits to be let go, then would answer about the others."""

    def __init__(self) -> None:
        self.waiting = threading.Event()
        self.free = threading.Event()
        self.closed = threading.Event()
        self.answers = 0

    def batches(self) -> Batches:
        try:
            self.answers += 1
            yield batch([0, 1], tokens=5, padding=1)
            self.waiting.set()
            assert self.free.wait(60)
            self.answers += 1
            yield batch([2])
            self.answers += 1
            yield batch([3])
        finally:
            self.closed.set()

    def clock(self) -> float:
        """Passes every deadline as soon as it waits."""
        assert self.waiting.wait(60)
        return FAR


@pytest.mark.parametrize("until", [None, FAR])
def test_batches_may_come_in_any_order_and_are_added_up(until: float | None) -> None:
    made = yielding(
        batch([3, 0], tokens=7, padding=1), batch([], []), batch([1], [[np.nan]]), batch([2], tokens=1)
    )
    answer = ask(made, 4, until=until, clock=lambda: 0.0)
    np.testing.assert_array_equal(answer.scores, [0.0, np.nan, 2.0, 3.0])
    assert answer.answered.all()
    assert (answer.batches, answer.tokens, answer.padding, answer.error) == (4, 8, 1, None)


@given(
    places=st.integers(0, 30).flatmap(lambda count: st.permutations(range(count))),
    cuts=st.lists(st.integers(0, 30)),
)
def test_however_texts_are_batched_each_gets_its_own_score(places: list[int], cuts: list[int]) -> None:
    edges = [0, *sorted(cut for cut in cuts if cut <= len(places)), len(places)]
    parts = [places[start:end] for start, end in pairwise(edges)]
    answer = ask(yielding(*map(batch, parts)), len(places), until=None, clock=never)
    assert answer.error is None
    assert answer.scores.tolist() == list(range(len(places)))
    assert answer.batches == len(parts)


@pytest.mark.parametrize(
    ("batches", "complaint"),
    [
        ([batch([0, 0, 1])], "name a text twice"),
        ([batch([0]), batch([1, 0])], "name a text twice"),
        ([batch([0, 2])], "not among 2"),
        ([batch([-1, 0])], "not among 2"),
        ([batch([0.0, 1.0])], "places have shape .* expected integers"),
        ([batch([[0], [1]])], "places have shape .* expected integers"),
        ([batch([True, False])], "expected integers"),
        ([batch([0, 1], [0.5])], r"scores have shape \(1,\)"),
        ([batch([0, 1], ["a", "b"])], "expected numbers"),
        ([batch([0])], "scores came for 1 of 2 texts"),
        ([], "scores came for 0 of 2 texts"),
    ],
    ids=lambda value: None if isinstance(value, list) else value,
)
def test_places_that_are_repeated_invented_or_missing_are_a_failure(
    batches: Sequence[ScoredBatch], complaint: str
) -> None:
    answer = ask(yielding(*batches), 2, until=None, clock=never)
    with pytest.raises(ModelError, match=complaint):
        raise answer.error or AssertionError("no failure")


@pytest.mark.parametrize("odd", [None, 5, batch([0, 1], tokens="many"), batch([0, 1], padding=None)])
def test_batch_of_another_form_is_a_failure_and_counts_for_nothing(odd: Any) -> None:
    answer = ask(yielding(odd), 2, until=None, clock=never)
    assert isinstance(answer.error, Exception)
    assert not answer.answered.any()
    assert answer.batches == 0


def test_what_came_before_a_failure_counts() -> None:
    def failing() -> Batches:
        yield batch([1], tokens=3)
        raise ConnectionError("gone")

    answer = ask(failing(), 2, until=FAR, clock=lambda: 0.0)
    np.testing.assert_array_equal(answer.scores, [np.nan, 1.0])
    assert answer.answered.tolist() == [False, True]
    assert (answer.batches, answer.tokens) == (1, 3)
    assert isinstance(answer.error, ConnectionError)


def test_whoever_waits_leaves_with_what_is_there_at_the_deadline() -> None:
    stuck = Stuck()
    answer = ask(stuck.batches(), 4, until=FAR, clock=stuck.clock)
    try:
        assert answer.answered.tolist() == [True, True, False, False]
        np.testing.assert_array_equal(answer.scores, [0.0, 1.0, np.nan, np.nan])
        assert (answer.batches, answer.tokens, answer.padding, answer.error) == (1, 5, 1, None)
    finally:
        stuck.free.set()
    # What comes later is neither added nor asked for, and the thread ends.
    assert stuck.closed.wait(60)
    assert threads_left() == []
    assert stuck.answers == 2
    assert answer.answered.tolist() == [True, True, False, False]
    np.testing.assert_array_equal(answer.scores, [0.0, 1.0, np.nan, np.nan])


def test_failure_after_the_deadline_is_nobodys_business() -> None:
    waiting, free = threading.Event(), threading.Event()

    def failing() -> Batches:
        yield batch([0])
        waiting.set()
        assert free.wait(60)
        raise ConnectionError("gone")

    def clock() -> float:
        assert waiting.wait(60)
        return FAR

    answer = ask(failing(), 2, until=0.0, clock=clock)
    free.set()
    assert threads_left() == []
    assert answer.error is None


def test_deadline_that_has_passed_waits_for_nobody() -> None:
    free = threading.Event()

    def waiting() -> Batches:
        assert free.wait(60)
        yield batch([0])

    answer = ask(waiting(), 1, until=0.0, clock=lambda: 0.0)
    free.set()
    assert not answer.answered.any()
    assert threads_left() == []
    assert not answer.answered.any()


def test_tiny_deadline_of_the_real_clock_ends_a_wait() -> None:
    free = threading.Event()

    def waiting() -> Batches:
        assert free.wait(60)
        yield batch([0])

    answer = ask(waiting(), 1, until=time.monotonic() + 0.05, clock=time.monotonic)
    free.set()
    assert (answer.batches, answer.error) == (0, None)
    assert threads_left() == []


def test_only_a_deadline_needs_a_thread_and_that_never_keeps_the_process_alive() -> None:
    ran: list[threading.Thread] = []

    def noting() -> Batches:
        ran.append(threading.current_thread())
        yield batch([0])

    ask(noting(), 1, until=None, clock=never)
    ask(noting(), 1, until=FAR, clock=lambda: 0.0)
    assert ran[0] is threading.current_thread()
    assert ran[1] is not threading.current_thread()
    assert ran[1].daemon
    assert threads_left() == []


def test_what_the_caller_set_for_its_context_holds_on_the_thread_too() -> None:
    asker = ContextVar("asker", default="nobody")
    seen: list[str] = []

    def noting() -> Batches:
        seen.append(asker.get())
        asker.set("the reranker")
        yield batch([0])

    token = asker.set("the caller")
    try:
        ask(noting(), 1, until=FAR, clock=lambda: 0.0)
        assert asker.get() == "the caller"
    finally:
        asker.reset(token)
    assert seen == ["the caller"]


@pytest.mark.parametrize("error", [KeyboardInterrupt, SystemExit])
def test_interrupt_on_the_callers_thread_is_no_failure_of_the_reranker(error: type[BaseException]) -> None:
    def interrupted() -> Batches:
        yield batch([0])
        raise error

    with pytest.raises(error):
        ask(interrupted(), 2, until=None, clock=lambda: 0.0)


class PanicError(BaseException):
    """As the libraries in Rust have it."""


@pytest.mark.parametrize("error", [KeyboardInterrupt, SystemExit, GeneratorExit, PanicError])
def test_whatever_ends_a_thread_of_ours_is_a_failure_of_the_reranker(error: type[BaseException]) -> None:
    def ending() -> Batches:
        yield batch([0])
        raise error

    answer = ask(ending(), 2, until=FAR, clock=lambda: 0.0)
    assert type(answer.error) is error
    assert answer.answered.tolist() == [True, False]


@pytest.mark.parametrize("until", [None, FAR])
@pytest.mark.parametrize("error", [CancelledError(), StopIteration(), MemoryError(), RecursionError()])
def test_whatever_else_it_raises_is_a_failure(error: BaseException, until: float | None) -> None:
    def failing() -> Batches:
        yield batch([0])
        raise error

    answer = ask(failing(), 2, until=until, clock=lambda: 0.0)
    # Python turns a StopIteration of a generator into a RuntimeError.
    expected = RuntimeError if isinstance(error, StopIteration) else type(error)
    assert type(answer.error) is expected
    assert answer.answered.tolist() == [True, False]


def test_whoever_is_interrupted_while_waiting_stops_the_work_too() -> None:
    stuck = Stuck()

    def interrupted() -> float:
        assert stuck.waiting.wait(60)
        raise KeyboardInterrupt

    try:
        with pytest.raises(KeyboardInterrupt):
            ask(stuck.batches(), 4, until=FAR, clock=interrupted)
    finally:
        stuck.free.set()
    assert stuck.closed.wait(60)
    assert threads_left() == []
    assert stuck.answers == 2


def ends(batches: list[ScoredBatch]) -> list[str]:
    """What a generator does that is asked for these batches of two texts, and never ends by itself."""
    said: list[str] = []

    def endless() -> Batches:
        try:
            yield from batches
            said.append("asked for more")
            raise ConnectionError("gone")
        finally:
            said.append("closed")

    answer = ask(endless(), 2, until=None, clock=never)
    # The failure, and with it what it remembers of the generator, is still there.
    assert answer.error is not None
    return said


@pytest.mark.parametrize(
    ("batches", "said"),
    [([batch([0])], ["asked for more", "closed"]), ([batch([0]), batch([0]), batch([1])], ["closed"])],
)
def test_reranker_is_closed_when_it_fails_and_when_its_answer_does(
    batches: list[ScoredBatch], said: list[str]
) -> None:
    assert ends(batches) == said


def test_reranker_that_fails_to_close_has_failed() -> None:
    def failing() -> Batches:
        try:
            yield batch([0])
        finally:
            raise ConnectionError("gone")

    answer = ask(failing(), 1, until=None, clock=never)
    assert isinstance(answer.error, ConnectionError)


def test_system_without_threads_is_a_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(thread: threading.Thread) -> None:
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(threading.Thread, "start", refuse)
    answer = ask(yielding(batch([0])), 1, until=FAR, clock=lambda: 0.0)
    assert isinstance(answer.error, RuntimeError)
    assert not answer.answered.any()


@pytest.mark.parametrize("wait", [None, FAR], ids=["no deadline", "deadline"])
def test_no_thread_is_left_after_many_questions(wait: float | None) -> None:
    def one(place: int) -> Callable[[], Batches]:
        return lambda: yielding(batch([0], [float(place)]))

    answers = [ask(one(place)(), 1, until=wait, clock=lambda: 0.0) for place in range(50)]
    assert [answer.scores.tolist() for answer in answers] == [[float(place)] for place in range(50)]
    assert threads_left() == []
