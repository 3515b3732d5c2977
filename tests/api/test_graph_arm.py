"""When the graph arm runs, and what it says when it does not."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

import recallcore
from recallcore import Bank
from recallcore.types import Kind


@pytest.fixture
def bank(tmp_path: Path) -> Iterator[Bank]:
    with recallcore.open(tmp_path / "bank", embedder="hashing", reranker=False) as bank:
        bank.retain(
            [
                {"text": "Minji works at a hospital", "id": "work", "entities": ["Minji"]},
                {"text": "The landlord kept the deposit", "id": "deposit", "entities": ["Minji"]},
                {"text": "The kiln burnt out", "id": "kiln", "entities": []},
                {"text": "Forty bowls were lost", "id": "bowls", "entities": []},
            ]
        )
        yield bank


@pytest.mark.parametrize("query", ["Minji's hospital", "minji hospital", "민지 MINJI hospital"])
def test_a_name_in_any_case_wakes_the_graph_arm(bank: Bank, query: str) -> None:
    result = bank.recall(query, limit=4, arms=["semantic", "graph"])
    assert result.arms["graph"].state == "ran"


def test_a_memory_that_shares_an_entity_is_found_without_the_name(bank: Bank) -> None:
    bank.retain([{"text": f"filler {n}", "entities": []} for n in range(40)])
    result = bank.recall("Minji hospital", arms=["keyword", "graph"], vector=None)
    found = {each.id: each.evidence for each in result}
    assert found["deposit"]["graph"].shared_entities == ("Minji",)
    assert "keyword" not in found["deposit"]


def test_a_query_without_a_known_name_leaves_the_graph_arm_out_and_says_why(bank: Bank) -> None:
    report = bank.recall("what did the hospital say?").arms["graph"]
    assert (report.state, report.found) == ("empty", 0)
    assert report.reason is not None
    assert "names no entity" in report.reason


def test_a_cause_among_the_best_memories_wakes_the_graph_arm(bank: Bank) -> None:
    bank.link("kiln", "bowls", "causes")
    result = bank.recall("what about the kiln that burnt out?")
    assert result.arms["graph"].reason is None


def test_an_entity_of_every_other_memory_wakes_nothing(bank: Bank) -> None:
    bank.retain([{"text": f"note {n}", "entities": ["me"]} for n in range(60)])
    report = bank.recall("what about me?").arms["graph"]
    assert report.found == 0


def test_without_an_extractor_the_graph_arm_always_runs(tmp_path: Path) -> None:
    with recallcore.open(tmp_path / "bank", embedder="hashing", entities=False, reranker=False) as bank:
        bank.retain(
            [
                {"text": "the river rose in the night", "entities": ["Han"]},
                {"text": "a bridge was closed", "entities": ["Han"]},
            ]
        )
        assert bank.recall("the river rose").arms["graph"].reason is None


def test_an_observation_is_reached_through_its_sources_also_when_only_observations_are_asked_for(
    tmp_path: Path,
) -> None:
    with recallcore.open(tmp_path / "bank", embedder="hashing", entities=False, reranker=False) as bank:
        bank.retain(
            [
                {"text": "the river rose", "id": "rose", "entities": ["Han"]},
                {"text": "a bridge was closed", "id": "closed", "entities": ["Han"]},
                {
                    "text": "floods come in July",
                    "id": "floods",
                    "kind": "observation",
                    "source_ids": ["rose"],
                },
                {"text": "commuters walk", "id": "walk", "kind": "observation", "source_ids": ["closed"]},
            ]
        )
        kinds: Sequence[Kind] | None
        for kinds in (None, ("observation",)):
            result = bank.recall("floods come in July", kinds=kinds)
            (walk,) = (each for each in result if each.id == "walk")
            assert walk.evidence["graph"].shared_entities == ("Han",)
