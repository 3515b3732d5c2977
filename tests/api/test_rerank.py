"""Recalling with a reranker: it decides the order, its failures cost nothing but its opinion."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

import recallcore
from recallcore import Bank, CallableReranker, ConfigError, Memory, Trace
from recallcore.backend.embedded import EmbeddedCandidates
from recallcore.rerank import Scale
from recallcore.types import Reads

TEXTS = {"one": "tea in the morning", "two": "tea at noon, with milk", "three": "tea"}


def favours(word: str) -> Callable[[str, list[str]], list[float]]:
    """A reranker that is sure of texts with a word."""
    return lambda query, texts: [0.9 if word in text else 0.2 for text in texts]


@contextmanager
def opened(path: Path, reranker: Any = None, *, scale: Scale = "auto") -> Iterator[Bank]:
    judge = CallableReranker(reranker, name="judge", scale=scale) if callable(reranker) else reranker
    with recallcore.open(path, embedder="hashing:64", reranker=judge) as bank:
        bank.retain([Memory(text=text, id=name) for name, text in TEXTS.items()], now="2026-01-01")
        yield bank


def traced(bank: Bank, **options: Any) -> Trace:
    trace = bank.recall("tea", trace=True, query_time="2026-01-02", **options).trace
    assert trace is not None
    return trace


@pytest.mark.parametrize(("word", "first"), [("morning", "one"), ("milk", "two")])
def test_reranker_decides_the_order(tmp_path: Path, word: str, first: str) -> None:
    with opened(tmp_path, favours(word)) as bank:
        result = bank.recall("tea")
        best = result.memories[0]
        assert best.id == first
        assert (best.score, best.basis, best.scores.rerank) == (0.9, "rerank", 0.9)
        assert [each.score for each in result.memories[1:]] == [0.2, 0.2]


def test_reranker_reads_date_context_and_text(tmp_path: Path) -> None:
    sent: list[str] = []

    def record(query: str, texts: list[str]) -> list[float]:
        sent.extend([query, *texts])
        return [0.5] * len(texts)

    with recallcore.open(tmp_path, embedder="hashing:64", reranker=record) as bank:
        bank.retain("Minji moved to Busan", context="diary", occurred_start="2023-05")
        bank.recall("where does Minji live?", rerank=True)
    assert sent == ["where does Minji live?", "[Date: May 2023 (2023-05)] diary: Minji moved to Busan"]


def test_what_the_reranker_did_is_in_the_trace(tmp_path: Path) -> None:
    with opened(tmp_path, favours("milk"), scale="probability") as bank:
        trace = traced(bank)
        assert (trace.rerank.ran, trace.rerank.name, trace.rerank.scale) == (True, "judge", "probability")
        assert (trace.rerank.scored, trace.rerank.reason) == (3, None)
        candidate = trace.candidate("two")
        assert candidate is not None
        assert (candidate.rerank_raw, candidate.rerank, candidate.rank) == (0.9, 0.9, 1)


def test_only_the_head_is_judged_and_the_tail_stays_below_it(tmp_path: Path) -> None:
    with opened(tmp_path, lambda query, texts: [0.0] * len(texts)) as bank:
        result = bank.recall("tea", rerank_depth=2)
        assert [each.scores.rerank for each in result] == [0.0, 0.0, None]
        assert traced(bank, rerank_depth=2).rerank.scored == 2


@pytest.mark.parametrize(
    ("scale", "raw", "score"),
    [
        ("auto", [0.9, 0.2, 0.2], 0.9),
        ("auto", [2.0, -1.0, -1.0], 0.8807970779778823),
        ("logit", [0.0, -1.0, -1.0], 0.5),
        ("probability", [1.5, 0.2, -0.5], 1.0),
        ("auto", [float("inf"), 0.0, float("-inf")], 1.0),
        ("logit", [1e300, -1e300, 0.0], 1.0),
    ],
)
def test_scores_are_brought_to_one_scale(
    tmp_path: Path, scale: Scale, raw: list[float], score: float
) -> None:
    with opened(tmp_path, lambda query, texts: raw, scale=scale) as bank:
        result = bank.recall("tea")
        assert result.memories[0].score == pytest.approx(score, abs=1e-12)
        assert all(0.0 <= each.score <= 1.0 for each in result)


def raises(query: str, texts: list[str]) -> list[float]:
    raise ConnectionError("no answer")


@pytest.mark.parametrize(
    "answer",
    [
        raises,
        lambda query, texts: [1.0],
        lambda query, texts: None,
        lambda query, texts: ["0.5"] * len(texts),
        lambda query, texts: [[0.5, 0.5]] * len(texts),
    ],
    ids=["raises", "short", "None", "strings", "two dimensions"],
)
def test_reranker_that_fails_costs_its_opinion_and_nothing_else(
    tmp_path: Path, answer: Callable[[str, list[str]], Any]
) -> None:
    with opened(tmp_path, answer) as bank:
        result = bank.recall("tea", min_scores={"reranker": 0.99})
        plain = bank.recall("tea", rerank=False)
        assert result.ids == plain.ids
        assert {each.basis for each in result} == {each.basis for each in plain}
        assert any(note.startswith("reranker 'judge' failed: ") for note in result.notes)
        assert any("was not applied" in note for note in result.notes)
        trace = traced(bank)
        assert not trace.rerank.ran
        assert trace.rerank.reason is not None


@pytest.mark.parametrize("values", [True, "0.5"], ids=repr)
def test_answers_that_are_no_numbers_fail_the_reranker_and_not_the_recall(
    tmp_path: Path, values: Any
) -> None:
    class Odd:
        name, scale = "odd", "probability"

        def score(self, query: str, texts: list[str]) -> list[Any]:
            return [values] * len(texts)

    with opened(tmp_path, Odd()) as bank:
        result = bank.recall("tea")
        assert len(result) == 3
        assert any(note.startswith("reranker 'odd' failed: ModelError: scores") for note in result.notes)


def test_none_says_that_there_is_no_number_for_a_memory(tmp_path: Path) -> None:
    def only_milk(query: str, texts: list[str]) -> list[float | None]:
        return [0.75 if "milk" in text else None for text in texts]

    with opened(tmp_path, only_milk) as bank:
        result = bank.recall("tea")
    assert [each.scores.rerank for each in result] == [0.75, 0.0, 0.0]
    assert result.notes == ("reranker 'judge' gave no number for 2 of 3 memories, which count as 0",)


def test_what_an_exception_says_is_in_a_note_and_not_in_the_trace(tmp_path: Path) -> None:
    def tell(query: str, texts: list[str]) -> list[float]:
        raise ValueError(f"cannot read {texts!r} for {query!r} \ud83d")

    with opened(tmp_path, tell) as bank:
        result = bank.recall("tea", limit=1, trace=True)
        assert any("cannot read" in note for note in result.notes)
        assert result.to_json().encode()
        assert result.trace is not None
        assert result.trace.rerank.reason == "the reranker failed: ValueError"
        assert "tea" not in json.dumps(result.trace.to_dict())


def test_cancellation_inside_of_a_reranker_is_not_one_of_the_caller(tmp_path: Path) -> None:
    def cancel(query: str, texts: list[str]) -> list[float]:
        raise asyncio.CancelledError

    with opened(tmp_path, cancel) as bank:
        for result in (bank.recall("tea"), asyncio.run(bank.arecall("tea"))):
            assert len(result) == 3
            assert "reranker 'judge' failed: CancelledError" in result.notes


def test_floor_of_a_reranker_whose_candidates_are_all_gone_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with opened(tmp_path, favours("milk")) as bank:
        head = bank.recall("tea", rerank=False).ids[0]
        read = EmbeddedCandidates.documents

        def forgotten_first(candidates: EmbeddedCandidates, first: int, count: int, reads: Reads) -> Any:
            bank.forget(head)
            return read(candidates, first, count, reads)

        monkeypatch.setattr(EmbeddedCandidates, "documents", forgotten_first)
        result = bank.recall("tea", rerank_depth=1, min_scores={"reranker": 0.99}, trace=True)
    assert len(result) == 2
    assert any("min_scores of reranker was not applied" in note for note in result.notes)
    assert result.trace is not None
    assert result.trace.rerank.reason == "the candidates that it was to judge were forgotten or replaced"


def test_missing_number_counts_as_nothing_and_is_told(tmp_path: Path) -> None:
    with opened(tmp_path, lambda query, texts: [float("nan"), 0.5, 0.4]) as bank:
        result = bank.recall("tea")
        assert [each.score for each in result] == [0.5, 0.4, 0.0]
        assert any("gave no number for 1 of 3" in note for note in result.notes)


@pytest.mark.parametrize("zero", [0.0, -0.0])
def test_zero_has_no_sign(tmp_path: Path, zero: float) -> None:
    with opened(tmp_path, lambda query, texts: [zero, 0.0, zero]) as bank:
        result = bank.recall("tea")
        assert [each.score for each in result] == [0.0, 0.0, 0.0]
        assert result.ids == bank.recall("tea").ids


def test_reranker_may_work_on_another_thread(tmp_path: Path) -> None:
    with ThreadPoolExecutor(1) as pool:

        def elsewhere(query: str, texts: list[str]) -> list[float]:
            return pool.submit(favours("milk"), query, texts).result()

        with opened(tmp_path, elsewhere) as bank:
            assert bank.recall("tea").ids[0] == "two"


def test_bank_goes_on_while_a_reranker_thinks(tmp_path: Path) -> None:
    asked, answer = threading.Event(), threading.Event()

    def wait(query: str, texts: list[str]) -> list[float]:
        asked.set()
        assert answer.wait(60)
        return [0.5] * len(texts)

    with opened(tmp_path, wait) as bank, ThreadPoolExecutor(1) as pool:
        waiting = pool.submit(bank.recall, "tea")
        assert asked.wait(60)
        bank.forget("one")
        bank.retain("tea with honey", id="two")
        assert bank.recall("tea", rerank=False).ids
        answer.set()
        result = waiting.result()
    assert result.ids == ("three",)
    assert dict(result.left_out) == {"forgotten": 1, "replaced": 1}


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        ({"min_scores": {"reranker": 0.5}}, "needs a reranker"),
        ({"rerank": True}, "opened without a reranker"),
        ({"rerank": 1}, "rerank is of type int"),
        ({"rerank_depth": 0}, "rerank_depth is 0"),
        ({"rerank_depth": 2.0}, "rerank_depth is of type float"),
    ],
    ids=str,
)
def test_wish_for_a_reranker_that_is_not_there_is_refused(
    bank: Bank, options: dict[str, Any], complaint: str
) -> None:
    with pytest.raises(ConfigError, match=complaint):
        bank.recall("tea", **options)


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        ({"rerank": False, "min_scores": {"reranker": 0.5}}, "needs a reranker"),
        ({"fusion": "interleave", "min_scores": {"reranker": 0.5}}, "needs a reranker"),
        ({"fusion": "interleave", "rerank": True}, "never reranked"),
    ],
    ids=str,
)
def test_floor_of_a_reranker_that_does_not_run_is_refused(
    tmp_path: Path, options: dict[str, Any], complaint: str
) -> None:
    with opened(tmp_path, favours("milk")) as bank, pytest.raises(ConfigError, match=complaint):
        bank.recall("tea", **options)


def test_reranker_runs_unless_a_setting_or_the_call_says_no(tmp_path: Path) -> None:
    with opened(tmp_path, favours("milk")) as bank:
        assert traced(bank, rerank=False).rerank.reason == "rerank is off"
        assert traced(bank, fusion="interleave").rerank.reason == (
            "candidates of fusion interleave are not reranked"
        )
        bank.configure(rerank=False)
        assert not traced(bank).rerank.ran
        assert traced(bank, rerank=True).rerank.ran
        assert bank.recall_many(["tea", "milk"], rerank=True)[0].memories[0].basis == "rerank"


def test_setting_that_wants_a_reranker_does_without_one(bank: Bank) -> None:
    bank.configure(rerank=True)
    assert not traced(bank).rerank.ran


def test_empty_bank_asks_no_reranker(tmp_path: Path) -> None:
    def never(query: str, texts: list[str]) -> list[float]:
        raise AssertionError("asked")

    with recallcore.open(tmp_path, embedder="hashing:64", reranker=never) as bank:
        result = bank.recall("tea", trace=True, min_scores={"reranker": 0.5, "final": 0.1})
        assert (result.ids, result.abstained) == ((), True)
        assert not any("reranker" in note for note in result.notes)
        assert result.trace is not None
        assert result.trace.rerank.reason == "there were no candidates"


def test_interrupt_while_the_reranker_runs_stops_the_recall(tmp_path: Path) -> None:
    def stop(query: str, texts: list[str]) -> list[float]:
        raise KeyboardInterrupt

    with opened(tmp_path, stop) as bank:
        with pytest.raises(KeyboardInterrupt):
            bank.recall("tea", rerank={"deadline": None})
        assert bank.recall("tea", rerank=False).ids
