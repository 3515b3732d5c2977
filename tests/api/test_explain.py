"""Explaining: why a memory came back, or the one reason why not."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import recallcore
from recallcore import AdaptiveBudgets, Bank, InputError, Memory, Not, Precomputed, Tags
from recallcore.backend.embedded import EmbeddedBackend, EmbeddedCandidates
from recallcore.config import RecallOptions
from recallcore.types import Arm, FindingState

NOW = "2026-06-01"


@pytest.fixture
def filled(bank: Bank) -> Bank:
    bank.retain(
        [
            Memory(text="Minji works at a bakery", id="job", tags=["minji"], occurred_start="2023-05"),
            Memory(text="The bakery burned down", id="fire", kind="experience", occurred_start="2026-04-15"),
            Memory(text="Jiho works at a bank in Seoul", id="bank"),
            Memory(text="A long story about a bakery " + "and more " * 200, id="long"),
        ],
        now="2026-05-01",
    )
    return bank


def states(bank: Bank, query: str, memory: str, **options: Any) -> Mapping[Arm, FindingState]:
    return {arm: each.state for arm, each in bank.explain(query, memory, **options).findings.items()}


def test_returned_memory_tells_its_way(filled: Bank) -> None:
    explanation = filled.explain("bakery", "job", query_time=NOW)
    assert explanation.returned
    assert (
        explanation.outcome
        == f"returned at rank {filled.recall('bakery', query_time=NOW).ids.index('job') + 1}"
    )
    assert explanation.findings["keyword"].state == "found"
    assert explanation.candidate is not None
    assert explanation.findings["keyword"].rank == explanation.candidate.arm_ranks["keyword"]
    assert [line.split(":")[0].split(" ")[0] for line in explanation.story] == [
        "fused",
        "no",
        "combined",
        "ordered",
        "packed",
    ]


def test_numbers_of_the_story_are_those_of_the_recall(filled: Bank) -> None:
    def by_length(query: str, texts: list[str]) -> list[float]:
        return [1 / len(text) for text in texts]

    filled.close()
    with recallcore.open(filled.path, reranker=by_length) as bank:
        options: Any = {
            "query_time": NOW,
            "time_window": ("2026-04", "2026-05"),
            "boosts": {"temporal": "high"},
        }
        explanation = bank.explain("bakery", "fire", **options)
        [found] = [each for each in bank.recall("bakery", **options) if each.id == "fire"]
        candidate = explanation.candidate
        assert candidate is not None
        assert candidate.combined == found.scores.combined
        factors = (candidate.recency_factor, candidate.proximity_factor, candidate.proof_factor)
        assert candidate.rerank is not None
        made = candidate.rerank * factors[0] * factors[1] * factors[2] + candidate.strategy_boost
        assert candidate.combined == pytest.approx(made, rel=1e-12)
        assert candidate.strategy_boost == 0.5
        assert any(f"combined {found.scores.combined:.4g}" in line for line in explanation.story)


def test_unknown_id_is_an_answer(filled: Bank) -> None:
    explanation = filled.explain("bakery", "nobody")
    assert not explanation.returned
    assert explanation.outcome == "the bank holds no memory with this id"
    assert {each.state for each in explanation.findings.values()} == {"absent"}


@pytest.mark.parametrize(
    ("options", "conditions"),
    [
        ({"kinds": ["experience"]}, "kinds"),
        ({"tags": ["jiho"], "tags_match": "any_strict"}, "tags"),
        ({"tags_match": "exact"}, "tags"),
        ({"tag_groups": Not(Tags("minji"))}, "tag_groups"),
        ({"updated_after": "2026-05-02"}, "updated_after"),
        ({"updated_before": "2026-04-01", "kinds": ["observation"]}, "kinds, updated_before"),
    ],
    ids=str,
)
def test_filter_is_named_by_the_conditions_that_do_not_hold(
    filled: Bank, options: dict[str, Any], conditions: str
) -> None:
    explanation = filled.explain("bakery", "job", **options)
    assert explanation.outcome == f"left out by the filter: {conditions}"
    assert {each.state for each in explanation.findings.values()} == {"filtered"}


def test_arms_say_why_they_passed_a_memory_over(filled: Bank) -> None:
    assert states(filled, "bakery", "bank")["keyword"] == "no_shared_word"
    assert states(filled, "bakery", "bank", budget=1)["semantic"] == "beyond_depth"
    assert states(filled, "bakery", "job")["temporal"] == "off"
    assert states(filled, "bakery", "job", arms=["semantic"])["keyword"] == "off"
    window: Any = {"time_window": ("2026-04", "2026-05"), "query_time": NOW}
    assert states(filled, "bakery", "bank", **window)["temporal"] == "not_in_window"
    assert states(filled, "bakery", "fire", **window)["temporal"] == "found"


def test_depth_is_compared_within_the_kind(filled: Bank) -> None:
    finding = filled.explain("bakery", "bank", budget=1).findings["semantic"]
    assert finding.arm_score is not None
    assert "the last of the 1 that it may return" in finding.why


@pytest.mark.parametrize(("arm", "floor"), [("semantic", 0.999), ("keyword", 99.0)])
def test_floor_of_an_arm_is_named_with_what_the_memory_has(filled: Bank, arm: Arm, floor: float) -> None:
    explanation = filled.explain("bakery", "job", min_scores={arm: floor})
    finding = explanation.findings[arm]
    assert finding.state == "below_floor"
    assert finding.arm_score is not None
    assert finding.arm_score < floor
    assert f"below min_scores {floor:g}" in finding.why


def test_memory_that_no_arm_found_says_so(filled: Bank) -> None:
    explanation = filled.explain("bakery", "bank", arms=["keyword"])
    assert (explanation.returned, explanation.candidate) == (False, None)
    assert explanation.outcome == "not found by any arm"


def test_cap_is_named(filled: Bank) -> None:
    keyword = filled.recall("bakery", arms=["keyword"], query_time=NOW)
    explanation = filled.explain("bakery", keyword.ids[-1], arms=["keyword"], cap_per_arm=1, query_time=NOW)
    assert explanation.outcome == "not found by any arm"
    assert explanation.findings["keyword"].state == "beyond_cap"


def test_adaptive_budget_is_as_deep_in_every_question(bank: Bank) -> None:
    bank.retain([Memory(text=f"tea {number}", id=f"tea{number}") for number in range(40)])
    options: Any = {
        "budgets": AdaptiveBudgets(low=0.01, least=1),
        "budget": "low",
        "max_tokens": 3000,
        "arms": ["semantic"],
        "query_time": NOW,
    }
    found = bank.recall("tea", **options).ids
    assert len(found) == 30
    left = next(memory.id for memory in bank.iterate() if memory.id not in found)
    finding = bank.explain("tea", left, **options).findings["semantic"]
    assert finding.state == "beyond_depth"
    assert "the last of the 30 that it may return" in finding.why


def test_memory_that_nothing_connects_is_told(filled: Bank) -> None:
    finding = filled.explain("what about Minji's bakery?", "bank").findings["graph"]
    assert (finding.state, finding.rank) == ("unconnected", None)


def test_memory_of_the_window_too_far_in_meaning_is_told(tmp_path: Path) -> None:
    with recallcore.open(tmp_path, embedder=Precomputed(name="own", dimension=2), reranker=False) as bank:
        bank.retain("tea", id="far", vector=[0.0, 1.0], occurred_start="2026-04-15", now=NOW)
        bank.retain("milk", id="near", vector=[1.0, 0.1], occurred_start="2026-04-15", now=NOW)
        said: Any = {"occurred_start": "2020", "mentioned_at": "2026-04-15"}
        bank.retain(Memory(text="oil", id="said", vector=[0.0, 1.0], **said), now=NOW)
        options: Any = {"vector": [1.0, 0.0], "time_window": ("2026-04", "2026-05"), "query_time": NOW}
        assert states(bank, "query", "near", **options)["temporal"] == "found"
        finding = bank.explain("query", "far", **options).findings["temporal"]
        assert (finding.state, finding.rank) == ("found", 2)
        assert finding.arm_score is not None
        assert finding.arm_score < 0.0
        assert "unlike the query" in finding.why
        finding = bank.explain("query", "said", **options).findings["temporal"]
        assert finding.state == "unrelated"
        assert "too far from the query in meaning" in finding.why


def test_memory_of_the_window_for_which_others_stand_is_told(bank: Bank) -> None:
    # Further apart than the day that leads from one to the next.
    bank.retain(
        [
            Memory(text="tea", id=f"{month}-{day}", occurred_start=f"2026-{month:02}-{day:02}")
            for month in range(1, 5)
            for day in range(1, 29, 3)
        ],
        now=NOW,
    )
    options: Any = {"arms": ["temporal"], "time_window": ("2026-01", "2026-05"), "query_time": NOW}
    found = bank.recall("tea", **options).ids
    assert len(found) == 10
    left = next(memory.id for memory in bank.iterate() if memory.id not in found)
    assert states(bank, "tea", left, **options)["temporal"] == "not_chosen"


@pytest.mark.parametrize(("exact", "state"), [(False, "missed"), (True, "absent"), (None, "absent")])
def test_only_an_approximate_search_is_said_to_have_missed_a_memory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, exact: bool | None, state: str
) -> None:
    searched = EmbeddedBackend.search

    def search_without_tea(
        self: EmbeddedBackend, query: str, vector: Any, options: RecallOptions, **more: Any
    ) -> EmbeddedCandidates:
        chosen = options.filter
        if chosen.ids is None:
            chosen = replace(chosen, ids=("milk",))
        return searched(self, query, vector, replace(options, filter=chosen), **more)

    monkeypatch.setattr(EmbeddedBackend, "search", search_without_tea)
    with recallcore.open(tmp_path, embedder="hashing:64", exact=exact, reranker=False) as bank:
        bank.retain([Memory(text="tea", id="tea"), Memory(text="milk", id="milk")])
        assert states(bank, "tea", "tea", arms=["semantic"])["semantic"] == state


def test_memory_without_a_vector_is_told(tmp_path: Path) -> None:
    with recallcore.open(tmp_path, embedder=Precomputed(name="own", dimension=2), reranker=False) as bank:
        bank.retain("tea", id="with", vector=[1.0, 0.0])
        bank.retain("coffee", id="without")
        finding = bank.explain("tea", "without", vector=[1.0, 0.0]).findings["semantic"]
        assert finding.state == "no_vector"


def test_window_comes_before_the_missing_vector(tmp_path: Path) -> None:
    with recallcore.open(tmp_path, embedder=False, reranker=False) as bank:
        bank.retain([Memory(text="tea", id="old", occurred_start="2020"), Memory(text="tea", id="undated")])
        for memory in ("old", "undated"):
            finding = bank.explain("tea", memory, time_window=("2023", "2024")).findings["temporal"]
            assert (finding.state, finding.why) == ("not_in_window", "it has no date in the window")


@pytest.mark.parametrize(
    ("memory", "options", "outcome"),
    [
        ("long", {"max_tokens": 50}, "tokens did not fit into what was left of max_tokens 50"),
        ("long", {"limit": 1, "arms": ["keyword"]}, "limit 1 was reached"),
        ("long", {"min_scores": {"final": 9.0}}, "its combined score lies below min_scores of final 9"),
    ],
    ids=str,
)
def test_candidate_that_was_left_out_says_why(
    filled: Bank, memory: str, options: dict[str, Any], outcome: str
) -> None:
    explanation = filled.explain("bakery", memory, query_time=NOW, **options)
    assert not explanation.returned
    assert outcome in explanation.outcome
    assert explanation.candidate is not None
    assert explanation.candidate.decision in filled.recall("bakery", query_time=NOW, **options).left_out


def test_memory_below_the_floor_of_the_reranker_says_so(filled: Bank) -> None:
    filled.close()
    with recallcore.open(filled.path, reranker=lambda query, texts: [0.25] * len(texts)) as bank:
        explanation = bank.explain("bakery", "job", min_scores={"reranker": 0.5})
        assert explanation.outcome == "left out: its rerank score lies below min_scores of reranker 0.5"
        assert explanation.candidate is not None
        assert explanation.candidate.decision == "reranker_floor"


def test_source_of_a_returned_observation_says_so(filled: Bank) -> None:
    filled.retain("Minji lost her bakery", kind="observation", source_ids=["job", "fire"], id="loss")
    explanation = filled.explain("bakery", "job", prefer_observations=True)
    assert explanation.outcome == "left out: an observation that was made from it was returned instead"


def test_tail_beyond_the_cut_says_so(filled: Bank) -> None:
    ids = filled.recall("bakery", query_time=NOW).ids
    explanation = filled.explain("bakery", ids[-1], rerank_depth=1, query_time=NOW)
    assert any("beyond rerank_depth 1" in line for line in explanation.story)


def test_explanation_is_readable_and_json(filled: Bank) -> None:
    explanation = filled.explain("bakery", "job")
    shown = str(explanation).split("\n")
    assert shown[0] == f"job: {explanation.outcome}"
    assert any(line.startswith("  keyword: rank ") for line in shown)
    assert json.loads(json.dumps(explanation.to_dict()))["candidate"]["id"] == "job"


def test_explaining_changes_nothing_and_agrees_with_itself(filled: Bank) -> None:
    before = filled.stats().change
    one, other = (filled.explain("bakery", "bank", budget=1, query_time=NOW) for _ in range(2))
    assert one == other
    assert filled.stats().change == before


@pytest.mark.parametrize("memory", [5, None, b"job"], ids=repr)
def test_id_that_is_no_text_is_refused(filled: Bank, memory: Any) -> None:
    with pytest.raises(InputError, match="id is of type"):
        filled.explain("bakery", memory)


def test_unknown_option_is_refused_with_the_nearest(filled: Bank) -> None:
    wrong: Any = {"max_token": 5}
    with pytest.raises(InputError, match='did you mean "max_tokens"'):
        filled.explain("bakery", "job", **wrong)


def test_twin_does_what_explain_does(filled: Bank) -> None:
    awaited = asyncio.run(filled.aexplain("bakery", "job", query_time=NOW))
    assert awaited == filled.explain("bakery", "job", query_time=NOW)
