"""What the reference and recallcore do differently between the stages: a test for each row of that table.

`docs/differences.md` gives the reasons. Where a pure function of the reference answers, its answer comes from
the committed sample; where only its server does, the comment says what version 1.1.0 does.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import recallcore
from recallcore import Bank, ConfigError, Memory
from recallcore.config.ranking import DEFAULT_ALPHAS
from tests.peer.comparing import unlike
from tests.peer.ours import answer
from tests.peer.sample import Answered, read

NOW = "2026-06-01"


def fails(query: str, texts: list[str]) -> list[float]:
    raise ConnectionError("no answer")


def certain(query: str, texts: list[str]) -> list[float]:
    return [1.0] * len(texts)


@pytest.fixture
def bank(tmp_path: Path) -> Iterator[Bank]:
    with recallcore.open(tmp_path / "bank", embedder=False, reranker=False) as opened:
        yield opened


def chains(*, rerank: bool) -> list[Answered]:
    return [entry for entry in read("chain") if (entry[0]["rerank"] is not None) == rerank]


def test_age_multiplies_a_passthrough_there_and_here_by_little_unless_somebody_asks(bank: Bank) -> None:
    aged = [entry for entry in chains(rerank=False) if entry[0]["recency"]["decay"] != "none"]
    assert aged
    for case, theirs in aged:
        assert unlike(theirs, answer(case)) is None  # by the alphas of a reranker
        little = {**DEFAULT_ALPHAS, "recency": 2 / 299}
        assert unlike(theirs["combined"], answer({**case, "alphas": little})["combined"])
    bank.retain([Memory(text=f"tea {number}", occurred_start="2020-01-01") for number in range(41)], now=NOW)
    for options, factor in (({}, 0.98), ({"alphas": {"recency": 0.2}}, 0.92)):
        chosen: Any = options
        trace = bank.recall("tea", query_time=NOW, trace=True, **chosen).trace
        assert trace is not None
        assert trace.pool[0].recency_factor == pytest.approx(factor, rel=1e-12)


def test_tail_behind_the_cut_is_gone_there_and_stays_below_here(bank: Bank) -> None:
    cut = [
        (case, theirs)
        for case, theirs in read("chain")
        if len({row for ranking in case["rankings"] for row in ranking}) > case["rerank_depth"]
    ]
    assert cut
    assert all(len(theirs["order"]) == case["rerank_depth"] for case, theirs in cut)
    bank.retain([Memory(text="tea " * number, id=f"tea{number}") for number in range(1, 6)], now=NOW)
    whole = bank.recall("tea", query_time=NOW)
    result = bank.recall("tea", query_time=NOW, rerank_depth=2)
    assert result.ids == whole.ids
    assert [each.scores.combined for each in result][2:] == [0.0, 0.0, 0.0]


def test_result_is_not_cut_to_twice_the_depth(bank: Bank) -> None:
    # There `results[: 2 * budget]` stands before the packing: two of these three.
    bank.retain(
        [
            Memory(text="tea", id="fact"),
            Memory(text="tea", id="deed", kind="experience"),
            Memory(text="tea", id="sum", kind="observation", source_ids=["fact"]),
        ],
        now=NOW,
    )
    assert set(bank.recall("tea", budget=1, arms=["keyword"]).ids) == {"fact", "deed", "sum"}


def test_only_an_observation_that_is_returned_takes_its_sources_away(bank: Bank) -> None:
    # There the sources go as soon as the observation is among the first, and then it does not fit itself.
    bank.retain(
        [
            Memory(text="Minji likes tea", id="source"),
            Memory(
                text="Minji likes tea, " + "and tea, " * 80,
                id="sum",
                kind="observation",
                source_ids=["source"],
            ),
        ],
        now=NOW,
    )
    options: Any = {"prefer_observations": True, "query_time": NOW}
    assert bank.recall("Minji likes tea", max_tokens=20, **options).ids == ("source",)
    assert bank.recall("Minji likes tea", **options).ids == ("sum",)


def test_floor_of_a_reranker_that_failed_is_told_and_of_none_is_refused(bank: Bank) -> None:
    # There the floor is ignored without a word wherever a provider served that only ranks.
    bank.retain("tea", id="tea", now=NOW)
    with pytest.raises(ConfigError, match="min_scores of reranker needs a reranker"):
        bank.recall("tea", min_scores={"reranker": 0.5})
    with recallcore.open(bank.path, embedder=False, reranker=fails) as failing:
        result = failing.recall("tea", min_scores={"reranker": 0.5})
    assert result.ids == ("tea",)
    assert any("min_scores of reranker was not applied" in note for note in result.notes)


def test_boosts_are_the_banks_or_the_calls_and_say_when_they_did_nothing(bank: Bank) -> None:
    # There they are a variable of the server's environment.
    bank.retain(["tea", "tea and milk"], now=NOW)
    bank.configure(boosts={"keyword": "high"})
    for options in ({}, {"boosts": {"graph": "low"}}):
        chosen: Any = options
        assert any("boosts" in note for note in bank.recall("tea", **chosen).notes)
    assert not any("boosts" in note for note in bank.recall("tea", boosts={}).notes)
    with recallcore.open(bank.path, embedder=False, reranker=certain) as judged:
        trace = judged.recall("tea", rerank=True, trace=True).trace
        assert trace is not None
        assert trace.pool[0].strategy_boost == 0.5


def test_reranker_that_fails_costs_its_opinion_and_not_the_recall(bank: Bank) -> None:
    # There the exception is that of the recall, unless a chain of providers ends in a passthrough.
    bank.retain(["tea", "tea and milk"], now=NOW)
    plain = bank.recall("tea", query_time=NOW)
    with recallcore.open(bank.path, embedder=False, reranker=fails) as failing:
        result = failing.recall("tea", rerank=True, query_time=NOW)
    assert result.ids == plain.ids
    assert [note for note in result.notes if "'fails' failed: ConnectionError: no answer" in note]


def test_score_stays_within_one_where_the_sort_key_does_not(bank: Bank) -> None:
    weights = [weight for _, theirs in chains(rerank=True) for weight in theirs["combined"]]
    assert max(weights) > 1.0  # which is what they return
    bank.retain(Memory(text="tea", occurred_start=NOW), now=NOW)
    with recallcore.open(bank.path, embedder=False, reranker=certain) as judged:
        [found] = judged.recall("tea", rerank=True, query_time=NOW)
    assert (found.score, found.basis) == (1.0, "rerank")
    assert found.scores.combined == pytest.approx(1.1)
