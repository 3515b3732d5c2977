"""The circuit breaker over several recalls, with a clock that the test sets."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

import recallcore
from recallcore import Bank, Breaker, ConfigError, RecallResult
from tests.api.oaks import Forester, oaks, recalled


class Clock:
    """A clock that a test sets."""

    def __init__(self) -> None:
        self.now = 50.0

    def __call__(self) -> float:
        return self.now


class Patient(Forester):
    """Fails as long as it is ill."""

    def __init__(self) -> None:
        super().__init__()
        self.ill = True

    def score(self, query: str, texts: Sequence[str]) -> list[float]:
        made = super().score(query, texts)
        if self.ill:
            raise ConnectionError("no answer")
        return made


def states(bank: Bank, recalls: int) -> list[str | None]:
    return [recalled(bank).rerank.breaker for _ in range(recalls)]


def test_third_failure_opens_it_and_ten_minutes_later_one_recall_tries(tmp_path: Path) -> None:
    clock, patient = Clock(), Patient()
    with oaks(tmp_path, patient, 5, breaker=Breaker(clock=clock)) as bank:
        plain = recalled(bank, rerank=False)
        assert states(bank, 5) == ["closed", "closed", "closed", "open", "open"]
        assert len(patient.asked) == 3
        clock.now += 599
        left_alone = recalled(bank, trace=True)
        assert left_alone.ids == plain.ids
        reason = "it failed too often, and is left alone for a while"
        assert (left_alone.rerank.ran, left_alone.rerank.reason) == (False, reason)
        assert left_alone.notes == (f"reranker 'forester' was not asked: {reason}",)
        assert left_alone.trace is not None
        assert left_alone.trace.rerank.breaker == "open"
        clock.now += 1
        assert states(bank, 2) == ["trial", "open"]
        assert len(patient.asked) == 4
        patient.ill = False
        assert states(bank, 1) == ["open"]
        clock.now += 600
        assert states(bank, 3) == ["trial", "closed", "closed"]
        assert recalled(bank).rerank.ran


def test_success_begins_the_count_again(tmp_path: Path) -> None:
    patient = Patient()
    with oaks(tmp_path, patient, 5, breaker=Breaker(clock=Clock())) as bank:
        for _ in range(3):
            patient.ill = True
            assert states(bank, 2) == ["closed", "closed"]
            patient.ill = False
            assert states(bank, 1) == ["closed"]


def test_queries_of_one_call_count_one_by_one(tmp_path: Path) -> None:
    patient = Patient()
    with oaks(tmp_path, patient, 5, breaker=Breaker(failures=2, clock=Clock())) as bank:
        results: list[RecallResult] = bank.recall_many(["oak", "oak 001", "oak 002", "oak 003"])
    assert [result.rerank.breaker for result in results] == ["closed", "closed", "open", "open"]
    assert all(len(result) == 5 for result in results)
    assert len(patient.asked) == 2


def test_recalls_that_need_no_reranker_say_nothing_about_it_and_tell_its_state(tmp_path: Path) -> None:
    clock, patient = Clock(), Patient()
    with oaks(tmp_path, patient, 5, breaker=Breaker(clock=clock)) as bank:
        for _ in range(2):
            recalled(bank)
            # Neither what is off nor what the gate leaves out is a success between two failures.
            assert recalled(bank, rerank=False).rerank.breaker == "closed"
            assert recalled(bank, ordered=False).rerank.breaker == "closed"
        recalled(bank)
        assert recalled(bank, rerank=False).rerank.breaker == "open"
        gated = recalled(bank, ordered=False)
        assert (gated.rerank.breaker, gated.notes) == ("open", ())
        clock.now += 600
        assert recalled(bank, ordered=False).rerank.breaker == "open"
        assert states(bank, 1) == ["trial"]


def test_floor_of_a_reranker_that_is_left_alone_is_not_applied_and_told(tmp_path: Path) -> None:
    with oaks(tmp_path, Patient(), 5, breaker=Breaker(failures=1, clock=Clock())) as bank:
        recalled(bank)
        result = recalled(bank, min_scores={"reranker": 0.99})
    assert len(result) == 5
    assert any("min_scores of reranker was not applied" in note for note in result.notes)


def test_banks_may_share_one(tmp_path: Path) -> None:
    shared = Breaker(failures=2, clock=Clock())
    patients = [Patient(), Patient()]
    for patient, place in zip(patients, ("a", "b"), strict=True):
        with oaks(tmp_path / place, patient, 5, breaker=shared) as bank:
            recalled(bank)
    with oaks(tmp_path / "c", Patient(), 5, breaker=shared) as bank:
        assert states(bank, 1) == ["open"]


def test_banks_have_each_their_own_unless_they_share(tmp_path: Path) -> None:
    patient = Patient()
    with oaks(tmp_path / "a", patient, 5) as one, oaks(tmp_path / "b", patient, 5) as other:
        assert states(one, 4)[-1] == "open"
        assert states(other, 1) == ["closed"]


@pytest.mark.parametrize("breaker", [True, 3, "open", Breaker], ids=repr)
def test_anything_else_is_no_breaker(tmp_path: Path, breaker: object) -> None:
    options: Any = {"embedder": "hashing:64", "breaker": breaker}
    with pytest.raises(ConfigError, match=r"breaker is of type .*, expected a Breaker or None"):
        recallcore.open(tmp_path / "bank", **options)
    assert not (tmp_path / "bank").exists()
