"""What a reranker said is remembered within an open bank, and changes nothing but what a recall costs."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

import recallcore
from recallcore import Bank, Breaker, ConfigError
from recallcore.backend.embedded import EmbeddedCandidates
from tests.api.oaks import Forester, Slow, name_of, names_of, oaks, recalled, work_of


def cost(bank: Bank, **options: Any) -> tuple[int, int]:
    """How many scores a recall remembered, and how many calls it made."""
    work = work_of(recalled(bank, trace=True, **options))
    return work.cached, work.batches


def test_same_question_costs_nothing_the_second_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    forester = Forester(revision="1")
    with oaks(tmp_path, forester, 100) as bank:
        assert cost(bank, limit=5) == (0, 2)
        with monkeypatch.context() as patched:
            # No text is read from the disk for the reranker either.
            patched.setattr(EmbeddedCandidates, "documents", None)
            assert cost(bank, limit=5) == (32, 0)
        assert len(forester.asked) == 2
        # A longer look asks about the rest alone.
        assert cost(bank, rerank={"full": True}) == (32, 1)
        assert forester.asked[2] == list(range(32, 100))


def test_replaced_memory_is_asked_about_again_and_no_other(tmp_path: Path) -> None:
    forester = Forester(revision="1")
    with oaks(tmp_path, forester, 10) as bank:
        recalled(bank)
        bank.retain("oak 500", id=name_of(3), now="2026-01-01")
        bank.forget(name_of(4))
        assert cost(bank) == (8, 1)
        assert forester.asked[1:] == [[500]]
        assert cost(bank) == (9, 0)


@pytest.mark.parametrize("change", ["query", "revision", "reopened", "bytes"])
def test_score_is_remembered_for_one_query_model_and_open_bank(tmp_path: Path, change: str) -> None:
    forester: Any = Forester(revision="1")
    more: dict[str, Any] = {"score_cache_bytes": 0} if change == "bytes" else {}
    with oaks(tmp_path, forester, 5, **more) as bank:
        recalled(bank)
        if change == "query":
            assert work_of(bank.recall("oak oak", trace=True)).cached == 0
        if change == "revision":
            forester.revision = "2"
        if change != "reopened":
            assert cost(bank)[0] == (5 if change == "query" else 0)
    with recallcore.open(tmp_path, reranker=forester) as again:
        assert cost(again) == (0, 1)


def test_reranker_without_a_revision_is_asked_each_time(tmp_path: Path) -> None:
    with oaks(tmp_path, Forester(), 5) as bank:
        assert [cost(bank), cost(bank)] == [(0, 1), (0, 1)]


def test_equal_recalls_answer_equally_with_and_without_what_is_remembered(tmp_path: Path) -> None:
    def answers(bank: Bank) -> list[str]:
        options: list[dict[str, Any]] = [{}, {"limit": 3}, {"rerank": {"full": True}}, {"max_tokens": 20}, {}]
        told = [recalled(bank, **each).to_json() for each in options]
        told += [
            asyncio.run(bank.arecall("oak", query_time="2026-01-02", **each)).to_json() for each in options
        ]
        assert told[0] == told[4]
        return told

    with oaks(tmp_path / "a", Forester(revision="1"), 100) as remembering:
        first, second = answers(remembering), answers(remembering)
    with oaks(tmp_path / "b", Forester(), 100) as forgetful:
        third = answers(forgetful)
    assert first == second == third


def test_memory_without_a_number_is_asked_about_again(tmp_path: Path) -> None:
    forester = Forester(lambda place: float("nan") if place == 2 else 0.5, revision="1")
    with oaks(tmp_path, forester, 5) as bank:
        one, other = recalled(bank), recalled(bank)
    assert forester.asked == [[0, 1, 2, 3, 4], [2]]
    assert one.to_json() == other.to_json()
    assert other.notes == ("reranker 'forester' gave no number for 1 of 5 memories, which count as 0",)


def test_what_was_said_before_a_failure_is_remembered(tmp_path: Path) -> None:
    def fail() -> None:
        slow.enough = -1
        raise ConnectionError("gone")

    slow = Slow(2, then=fail, revision="1")
    with oaks(tmp_path, slow, 5) as bank:
        assert recalled(bank).rerank.scored == 2
        again = recalled(bank, trace=True)
        assert (again.rerank.scored, work_of(again).cached) == (5, 2)
        assert again.notes == ()
    assert [place for [place] in slow.asked] == [0, 1, 2, 3, 4]


def test_what_is_remembered_does_not_make_up_for_an_open_breaker(tmp_path: Path) -> None:
    breaker = Breaker(failures=1)
    with oaks(tmp_path, Forester(revision="1"), 5, breaker=breaker) as bank:
        recalled(bank)
        breaker.failed()
        assert not recalled(bank).rerank.ran


def test_memory_replaced_while_it_is_scored_leaves_no_score_for_its_successor(tmp_path: Path) -> None:
    class Meddling(Forester):
        def score(self, query: str, texts: Sequence[str]) -> list[float]:
            if not self.asked:
                bank.retain("oak 400", id=name_of(0), now="2026-01-01")
            return super().score(query, texts)

    meddling = Meddling(revision="1")
    with oaks(tmp_path, meddling, 4) as bank:
        assert recalled(bank).ids == tuple(names_of(1, 2, 3))
        assert recalled(bank).ids == tuple(names_of(1, 2, 3, 0))
    assert meddling.asked == [[0, 1, 2, 3], [400]]


def test_threads_that_ask_at_once_get_equal_answers(tmp_path: Path) -> None:
    with oaks(tmp_path, Forester(revision="1"), 40, score_cache_bytes=20_000) as bank:
        queries = ["oak", "oak 001", "oak 002"]
        alone = {query: bank.recall(query, query_time="2026-01-02").to_json() for query in queries}
        together = threading.Barrier(6)

        def ask(own: int) -> bool:
            together.wait(60)
            asked = [queries[(own + turn) % 3] for turn in range(20)]
            return all(
                bank.recall(query, query_time="2026-01-02").to_json() == alone[query] for query in asked
            )

        with ThreadPoolExecutor(6) as pool:
            assert all(pool.map(ask, range(6)))


@pytest.mark.parametrize("most_bytes", [-1, 1.5, True, None], ids=repr)
def test_bytes_of_the_cache_are_a_whole_number(tmp_path: Path, most_bytes: Any) -> None:
    with pytest.raises(ConfigError, match="score_cache_bytes"):
        recallcore.open(
            tmp_path / "bank", embedder="hashing:64", score_cache_bytes=most_bytes, reranker=False
        )
    assert not (tmp_path / "bank").exists()
