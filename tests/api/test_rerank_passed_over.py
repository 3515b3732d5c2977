"""What a reranker could not read keeps its place and what was measured of it."""

from __future__ import annotations

import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any, cast

import numpy as np
import pytest

import recallcore

PLANTS = [f"Minji watered plant number {number} on the balcony" for number in range(5)]


def test_right_memory_in_an_unknown_script_is_found_first(tmp_path: Path) -> None:
    with recallcore.open(tmp_path) as bank:
        bank.retain(["Заказ A-20391 задерживается до пятницы", *PLANTS])
        plain = bank.recall("order A-20391 status", rerank=False)
        result = bank.recall("order A-20391 status", trace=True)
        assert result.rerank is not None
        assert result.rerank.ran
        assert not result.abstained
        assert result.texts[0] == plain.texts[0] == "Заказ A-20391 задерживается до пятницы"
        assert result.relevance == pytest.approx(plain.relevance)
        assert result.memories[0].scores.rerank is None
        keys = [memory.scores.combined for memory in result.memories]
        assert keys == sorted(keys, reverse=True)


def test_relevance_is_at_least_that_of_what_is_returned(tmp_path: Path) -> None:
    texts = ["Минджи живёт в Кройцберге", "Minji lives near the river", "민지는 강가에 산다", *PLANTS]
    with recallcore.open(tmp_path) as bank:
        bank.retain(texts)
        for query in (
            "who lives in Kreuzberg?",
            "where does Minji live?",
            "민지는 어디에 살지?",
            "plant number 3",
        ):
            result = bank.recall(query, min_relevance=0.0)
            assert result.relevance is not None
            assert result.relevance >= max(memory.scores.relevance or 0.0 for memory in result.memories[:3])


def test_memory_without_a_number_keeps_what_was_measured(tmp_path: Path) -> None:
    class Silent:
        name = "silent about tea"
        scale = "logit"

        def score(self, query: str, documents: Sequence[str]) -> list[float]:
            return [float("nan") if "tea" in text else -3.0 for text in documents]

    with recallcore.open(tmp_path, reranker=cast("Any", Silent())) as bank:
        bank.retain(["Minji drinks green tea", *PLANTS])
        result = bank.recall("what does Minji drink? green tea?")
        assert not result.abstained
        assert result.relevance is not None
        assert result.relevance > 0.9


def test_deadline_leaves_nothing_out_for_what_was_not_read(tmp_path: Path) -> None:
    class Slow:
        name = "slow"
        scale = "logit"
        least_slice = 1

        def score_batches(self, query: str, documents: Sequence[str]) -> object:
            for place in range(len(documents)):
                if place == 2:
                    time.sleep(4.0)
                yield recallcore.ScoredBatch(places=np.array([place]), scores=np.array([-5.0]))

        def score(self, query: str, documents: Sequence[str]) -> list[float]:
            return [-5.0] * len(documents)

    with recallcore.open(tmp_path, reranker=cast("Any", Slow())) as bank:
        bank.retain([*PLANTS, "The printer in the hall needs blue toner"])
        result = bank.recall("which plant number is it?", rerank={"deadline": 2.0})
        assert result.rerank is not None
        assert result.rerank.ended == "deadline"
        assert not result.abstained


def test_long_context_costs_no_more_than_its_end(tmp_path: Path) -> None:
    read: list[str] = []

    class Reading:
        name = "reading"
        scale = "logit"
        reads = "both"

        def score(self, query: str, documents: Sequence[str]) -> list[float]:
            read.extend(documents)
            return [0.0] * len(documents)

    context = " ".join(f"word{number}" for number in range(20_000))
    with recallcore.open(tmp_path, reranker=cast("Any", Reading()), embedder="hashing") as bank:
        bank.retain([{"text": text, "context": context} for text in PLANTS])
        bank.recall("plant number 3")
    wholes = [text for text in read if "\n" in text]
    assert len(wholes) == len(PLANTS)
    for whole in wholes:
        end, text = whole.split("\n")
        assert text in PLANTS
        assert context.endswith(f" {end}")
        assert 60 <= recallcore.count_tokens(end) <= 128
