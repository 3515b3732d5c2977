"""Rerankers that fail in every way there is: recall answers, and says what became of them."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import recallcore
from recallcore import Breaker, CallableReranker, ScoredBatch, StorageError
from recallcore.rerank import CrossEncoder, lazy
from tests.api.conftest import Hang
from tests.api.oaks import NOW, Forester, Slow, names_of, oaks, recalled, work_of
from tests.local_models.tiny_models import ModelMaker

SECRET = "the key is under the mat"
NAN = float("nan")


def raising(error: BaseException) -> Callable[[str, list[str]], list[float]]:
    def fail(query: str, texts: list[str]) -> list[float]:
        raise error

    return fail


class Batches:
    """Says what places and scores it is told to."""

    name, scale = "judge", "auto"

    def __init__(self, *batches: Any) -> None:
        self.batches = batches

    def score(self, query: str, texts: Sequence[str]) -> list[float]:
        raise AssertionError("it works in batches")

    def score_batches(self, query: str, texts: Sequence[str]) -> Iterator[Any]:
        yield from self.batches


def batch(*places: int) -> ScoredBatch:
    return ScoredBatch(places=np.array(places, dtype=np.int64), scores=np.full(len(places), 0.5))


class Falsely:
    """Has a score that is no function."""

    name, scale, score = "judge", "auto", 5


@pytest.mark.parametrize(
    ("reranker", "reason"),
    [
        (raising(ConnectionError(f"cannot send {SECRET}")), "the reranker failed: ConnectionError"),
        (raising(MemoryError(SECRET)), "the reranker failed: MemoryError"),
        (raising(RecursionError(SECRET)), "the reranker failed: RecursionError"),
        (raising(asyncio.CancelledError(SECRET)), "the reranker failed: CancelledError"),
        (lambda query, texts: [0.5], "the reranker failed: ModelError"),
        (lambda query, texts: [0.5] * (len(texts) + 1), "the reranker failed: ModelError"),
        (lambda query, texts: [[0.5, 0.5]] * len(texts), "the reranker failed: ModelError"),
        (lambda query, texts: np.zeros((len(texts), 1, 1)), "the reranker failed: ModelError"),
        (lambda query, texts: 0.5, "the reranker failed: ModelError"),
        (lambda query, texts: None, "the reranker failed: ModelError"),
        (lambda query, texts: texts, "the reranker failed: ModelError"),
        (lambda query, texts: [True] * len(texts), "the reranker failed: ModelError"),
        (lambda query, texts: iter([0.5] * len(texts)), "the reranker failed: ModelError"),
        (lambda query, texts: [NAN] * len(texts), "it gave no number for any of 5 memories"),
        (Batches(), "the reranker failed: ModelError"),
        (Batches(None), "the reranker failed: AttributeError"),
        (Batches(batch(5)), "the reranker failed: ModelError"),
        (Batches(batch(-1)), "the reranker failed: ModelError"),
        (Batches(batch(0, 0)), "the reranker failed: ModelError"),
        (Falsely(), "the reranker failed: TypeError"),
    ],
)
@pytest.mark.parametrize("deadline", [None, 60.0], ids=["no deadline", "deadline"])
def test_recall_answers_without_its_reranker_and_says_so(
    tmp_path: Path, reranker: Any, reason: str, deadline: float | None
) -> None:
    judge = CallableReranker(reranker, name="judge") if callable(reranker) else reranker
    with oaks(tmp_path, judge, 5) as bank:
        bank.configure(rerank={"deadline": deadline})
        plain = recalled(bank, rerank=False)
        for result in (
            recalled(bank, trace=True),
            asyncio.run(bank.arecall("oak", query_time=NOW, trace=True)),
        ):
            assert result.ids == plain.ids
            assert [each.score for each in result] == [each.score for each in plain]
            assert (result.rerank.ran, result.rerank.reason) == (False, reason)
            [note] = result.notes
            assert note.startswith("reranker 'judge' ")
            # What an exception says may quote what it was given: the trace names its class alone.
            assert result.trace is not None
            told = json.dumps(result.trace.to_dict())
            assert SECRET not in told
            assert "oak" not in told


@pytest.mark.parametrize("then", [raising(ConnectionError(SECRET)), None], ids=["raises", "repeats itself"])
def test_failure_in_the_middle_keeps_what_was_said_before(tmp_path: Path, then: Any) -> None:
    if then is None:
        judge: Any = Batches(batch(3), batch(1), batch(1))
    else:
        judge = Slow(2, then=lambda: then("", []))
    with oaks(tmp_path, judge, 6) as bank:
        result = recalled(bank, trace=True)
    assert result.ids == tuple(names_of(*([0, 1] if then else [1, 3]), *([2, 3] if then else [0, 2]), 4, 5))
    assert [each.scores.rerank is not None for each in result] == [True, True, False, False, False, False]
    assert (result.rerank.ran, result.rerank.ended) == (True, "failed")
    assert (result.rerank.scored, result.rerank.unscored) == (2, 4)
    failed, partly = result.notes
    assert " failed: " in failed
    assert "scored 2 of 6 candidates before it failed" in partly
    assert result.trace is not None
    assert SECRET not in json.dumps(result.trace.to_dict())


def test_slow_reranker_is_left_at_the_deadline_with_what_it_has_said(tmp_path: Path, hang: Hang) -> None:
    slow = Slow(3, then=hang)
    with oaks(tmp_path, slow, 8) as bank:
        result = recalled(bank, trace=True)
        assert result.ids == tuple(names_of(*range(8)))
        assert [each.basis == "rerank" for each in result] == [True] * 3 + [False] * 5
        assert (result.rerank.ended, result.rerank.scored, result.rerank.unscored) == ("deadline", 3, 5)
        assert result.notes == (
            (
                "reranker 'forester' scored 3 of 8 candidates within the deadline of 5 s; the others stand "
                "below them, in fused order"
            ),
        )
        work = work_of(result)
        assert (work.slices, work.batches, work.tokens) == (1, 3, 9)
        before = result.to_json()
        hang.end()
        # The batch that came too late is not in it, and no other was asked for.
        assert result.to_json() == before
    assert slow.scored == 4


def test_unscored_memories_stand_below_even_the_poorest_scored_one(tmp_path: Path, hang: Hang) -> None:
    slow = Slow(2, then=hang)
    slow.worth = lambda place: 0.0
    with oaks(tmp_path, slow, 5) as bank:
        result = recalled(bank, rerank_depth=4, min_relevance=0)
    assert result.ids == tuple(names_of(*range(5)))
    assert [each.scores.rerank for each in result] == [0.0, 0.0, None, None, None]
    assert [each.scores.combined for each in result] == [0.0] * 5


def test_hanging_reranker_is_left_behind_and_the_bank_closes(tmp_path: Path, hang: Hang) -> None:
    seen: list[BaseException] = []

    def asks_later(query: str, texts: list[str]) -> list[float]:
        hang()
        try:
            bank.recall("oak")
        except StorageError as error:
            seen.append(error)
            raise
        return [0.5] * len(texts)

    with oaks(tmp_path, asks_later, 5) as bank:
        result = recalled(bank)
        assert result.ids == recalled(bank, rerank=False).ids
        assert result.rerank.reason == "it gave no score within the deadline of 5 s"
        assert result.notes == ("reranker 'asks_later' gave no score within the deadline of 5 s",)
    hang.end()
    assert [str(error) for error in seen] == [f"bank is closed: {tmp_path}"]


def test_real_clock_ends_a_hang_too(tmp_path: Path) -> None:
    free = threading.Event()

    def never(query: str, texts: list[str]) -> list[float]:
        assert free.wait(60)
        return [0.5] * len(texts)

    with oaks(tmp_path, never, 5) as bank:
        result = recalled(bank, rerank={"deadline": 0.05})
        asynchronous = asyncio.run(bank.arecall("oak", rerank={"deadline": 0.05}))
        many = bank.recall_many(["oak", "oak 001"], rerank={"deadline": 0.05})
        free.set()
    for each in (result, asynchronous, *many):
        assert len(each) == 5
        assert not each.rerank.ran
        [note] = each.notes
        assert note.startswith("reranker 'never' ")
        assert "deadline" in note or "left alone" in note


def test_reranker_may_ask_the_same_bank_in_its_turn(tmp_path: Path) -> None:
    forester = Forester()

    def asking(query: str, texts: list[str]) -> list[float]:
        plain = asyncio.run(bank.arecall(query, rerank=False))
        assert len(plain) == len(bank.recall(query, rerank=False)) == len(texts)
        return forester.score(query, texts)

    async def several() -> list[Any]:
        return await asyncio.gather(*(bank.arecall("oak", rerank={"deadline": 60}) for _ in range(12)))

    with oaks(tmp_path, asking, 5) as bank:
        for result in (recalled(bank, rerank={"deadline": 60}), *asyncio.run(several())):
            assert (result.rerank.scored, result.notes) == (5, ())


def test_exit_on_the_thread_of_a_reranker_is_its_failure_and_not_that_of_the_recall(tmp_path: Path) -> None:
    with oaks(tmp_path, raising(SystemExit(3)), 5) as bank:
        result = recalled(bank, rerank={"deadline": 60.0})
        assert len(result) == 5
        assert any("failed: SystemExit: 3" in note for note in result.notes)
        with pytest.raises(SystemExit):
            recalled(bank, rerank={"deadline": None})


def test_failures_do_not_reach_what_find_similar_does(tmp_path: Path) -> None:
    breaker = Breaker(failures=1)
    with oaks(tmp_path, raising(ConnectionError()), 5, breaker=breaker) as bank:
        assert len(bank.find_similar("oak 001")) == 5
    assert not breaker.is_open


def test_model_that_is_still_being_loaded_has_not_failed(
    tmp_path: Path, hang: Hang, monkeypatch: pytest.MonkeyPatch
) -> None:
    directory = ModelMaker(tmp_path / "models").cross_encoder()

    def load(path: Path) -> CrossEncoder:
        hang()
        return CrossEncoder(path)

    monkeypatch.setattr(lazy, "CrossEncoder", load)
    breaker = Breaker(failures=1)
    with recallcore.open(
        tmp_path / "bank", embedder="hashing:64", reranker=directory, breaker=breaker
    ) as bank:
        bank.retain(["abc", "abd", "abe"])
        early = bank.recall("abc")
        assert not early.rerank.ran
        assert any("its model was still being loaded" in note for note in early.notes)
        assert not breaker.is_open
        hang.free.set()
        assert bank.recall("abc", rerank={"deadline": None}).rerank.ran
