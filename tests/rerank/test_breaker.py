"""The circuit breaker: closed until it has failed often enough, then open, then one trial at a time."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from recallcore import ConfigError
from recallcore.rerank import Breaker


class Clock:
    """A clock that a test sets."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def breaker(clock: Clock) -> Breaker:
    return Breaker(clock=clock)


def fail(breaker: Breaker, times: int) -> None:
    for _ in range(times):
        breaker.failed()


def test_three_failures_in_a_row_open_it_for_ten_minutes(breaker: Breaker, clock: Clock) -> None:
    for _ in range(3):
        assert breaker.admit() == "closed"
        assert not breaker.is_open
        breaker.failed()
    assert breaker.is_open
    assert breaker.admit() == "open"
    clock.now += 599.999
    assert breaker.admit() == "open"
    clock.now += 0.001
    assert breaker.is_open
    assert breaker.admit() == "trial"


def test_success_between_failures_begins_the_count_again(breaker: Breaker) -> None:
    for _ in range(5):
        fail(breaker, 2)
        breaker.succeeded()
    assert breaker.admit() == "closed"
    fail(breaker, 3)
    assert breaker.admit() == "open"


def test_trial_that_succeeds_closes_it_with_a_count_of_nothing(breaker: Breaker, clock: Clock) -> None:
    fail(breaker, 3)
    clock.now += 600
    assert breaker.admit() == "trial"
    breaker.succeeded()
    assert not breaker.is_open
    fail(breaker, 2)
    assert breaker.admit() == "closed"


def test_trial_that_fails_opens_it_for_as_long_again(breaker: Breaker, clock: Clock) -> None:
    fail(breaker, 3)
    for _ in range(3):
        clock.now += 600
        assert breaker.admit() == "trial"
        clock.now += 5
        breaker.failed()
        clock.now += 599.5
        assert breaker.admit() == "open"
        clock.now += 0.5 - 600


@pytest.mark.parametrize("outcome", [Breaker.succeeded, Breaker.failed, None], ids=str)
def test_nobody_else_is_admitted_while_the_trial_runs(
    breaker: Breaker, clock: Clock, outcome: Callable[[Breaker], None] | None
) -> None:
    fail(breaker, 3)
    clock.now += 600
    assert [breaker.admit() for _ in range(4)] == ["trial", "open", "open", "open"]
    if outcome is not None:
        outcome(breaker)
    assert breaker.admit() == ("closed" if outcome is Breaker.succeeded else "open")


def test_trial_that_never_reports_is_followed_by_another_after_as_long(
    breaker: Breaker, clock: Clock
) -> None:
    fail(breaker, 3)
    clock.now += 600
    assert breaker.admit() == "trial"
    clock.now += 599
    assert breaker.admit() == "open"
    clock.now += 1
    assert [breaker.admit(), breaker.admit()] == ["trial", "open"]


def test_trial_that_was_not_made_is_the_next_ones(breaker: Breaker, clock: Clock) -> None:
    fail(breaker, 3)
    clock.now += 600
    assert breaker.admit() == "trial"
    breaker.spare()
    assert breaker.is_open
    assert [breaker.admit(), breaker.admit()] == ["trial", "open"]
    breaker.succeeded()
    breaker.spare()
    assert breaker.admit() == "closed"


def test_success_that_was_admitted_before_it_opened_closes_it(breaker: Breaker) -> None:
    assert breaker.admit() == "closed"
    fail(breaker, 3)
    breaker.succeeded()
    assert breaker.admit() == "closed"


def test_exactly_one_of_many_threads_gets_the_trial(clock: Clock) -> None:
    for _ in range(20):
        breaker = Breaker(failures=1, clock=clock)
        breaker.failed()
        clock.now += 600
        together = threading.Barrier(8)

        def admit(together: threading.Barrier = together, breaker: Breaker = breaker) -> list[str]:
            together.wait(60)
            return [breaker.admit() for _ in range(10)]

        with ThreadPoolExecutor(8) as pool:
            asked = [pool.submit(admit) for _ in range(8)]
            states = [state for each in asked for state in each.result()]
        assert sorted(set(states)) == ["open", "trial"]
        assert states.count("trial") == 1


def test_failures_of_many_threads_are_all_counted(clock: Clock) -> None:
    breaker = Breaker(failures=800, clock=clock)
    together = threading.Barrier(8)

    def failing() -> None:
        together.wait(60)
        fail(breaker, 100)

    fail(breaker, 0)
    with ThreadPoolExecutor(8) as pool:
        for each in [pool.submit(failing) for _ in range(8)]:
            each.result()
    assert breaker.admit() == "open"


def test_numbers_are_the_callers(clock: Clock) -> None:
    breaker = Breaker(failures=1, seconds=0, clock=clock)
    breaker.failed()
    # Open for no time at all: every call is a trial.
    assert [breaker.admit(), breaker.admit()] == ["trial", "trial"]


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        ({"failures": 0}, "failures of a breaker is 0"),
        ({"failures": 2.5}, "failures of a breaker is of type float"),
        ({"failures": True}, "failures of a breaker is of type bool"),
        ({"seconds": -1}, "seconds of a breaker is -1, expected 0 or more"),
        ({"seconds": float("nan")}, "seconds of a breaker"),
        ({"seconds": "600"}, "seconds of a breaker is of type str"),
    ],
    ids=str,
)
def test_numbers_that_make_no_sense_are_refused(options: dict[str, Any], complaint: str) -> None:
    with pytest.raises(ConfigError, match=complaint):
        Breaker(**options)
