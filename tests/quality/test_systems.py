"""What is compared: names, switches, and what a choice of names brings along."""

from __future__ import annotations

import pytest

from benches.quality.systems import ARMS, Reranking, catalogue, choose

RERANKING = Reranking(model="cross")


def test_baselines_are_always_run_and_first() -> None:
    chosen = choose("all,keyword", reranking=None)
    assert [system.name for system in chosen] == ["keyword", "semantic", "all"]


def test_each_ablation_leaves_one_arm_out() -> None:
    systems = catalogue(None)
    for arm in ARMS:
        assert set(systems[f"without-{arm}"].arms) == set(ARMS) - {arm}
        assert systems[arm].arms == (arm,)


def test_name_says_how_a_system_differs_from_the_library() -> None:
    for name, system in catalogue(RERANKING).items():
        _, *ways = name.split("/")
        assert system.name == name
        assert (system.fusion == "rrf") == ("rrf" in ways)
        assert system.context == ("text" not in ways)
        assert (system.reranking == RERANKING) == ("rerank" in ways)


def test_without_a_reranker_no_system_needs_one() -> None:
    assert all(system.reranking is None for system in catalogue(None).values())
    with pytest.raises(ValueError, match="no system is called all/rerank; there are: keyword, "):
        choose("all/rerank", reranking=None)
