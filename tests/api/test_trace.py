"""Results and traces: `docs/trace.md` lists every key of a real one, and the numbers add up."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, get_args

import pytest

import recallcore
from recallcore import Bank, Memory, RecallResult, Trace
from recallcore.types import Arm, Decision, StoredMemory

ARMS = get_args(Arm)
# Here the page refers to another: what lies below is described there.
ENDS = {"memories[].memory", "trace.search.filter", "rerank.work"}
NOW = "2026-06-01"


def keys_of_page(page: str) -> set[str]:
    """The keys in the first columns of the tables of the result and of the trace."""
    tables = page.split("## Decisions", maxsplit=1)[0]
    return set(re.findall(r"^\| `([^`]+)` \|", tables, re.MULTILINE))


def keys_of(value: Any, path: str = "") -> Iterator[str]:
    """Every key of a result with its path, arms and reasons by their general name."""
    if path in ENDS:
        yield path
    elif isinstance(value, Mapping):
        for name, held in value.items():
            by_arm = name in ARMS and not path.endswith(".scores")
            general = "<arm>" if by_arm else "<reason>" if path == "left_out" else name
            yield from keys_of(held, f"{path}.{general}" if path else general)
    elif isinstance(value, list) and all(isinstance(each, Mapping) for each in value):
        yield path
        for each in value:
            yield from keys_of(each, f"{path}[]")
    else:
        yield path


@pytest.fixture
def filled(tmp_path: Path) -> Iterator[Bank]:
    def shared(query: str, texts: list[str]) -> list[float]:
        return [len(set(query) & set(text)) / 30 for text in texts]

    with recallcore.open(tmp_path, embedder="hashing:64", reranker=shared) as bank:
        bank.retain(
            [
                Memory(text="Minji's kiln broke", id="kiln", entities=["Minji"], occurred_start="2026-04-15"),
                Memory(text="Minji ordered a new kiln", id="order", entities=["Minji"]),
                Memory(text="Jiho plays the cello", id="cello", entities=["Jiho"]),
                Memory(text="The kiln is costly", id="cost", kind="observation", source_ids=["kiln"]),
            ],
            now="2026-05-01",
        )
        bank.link("kiln", "order", "causes")
        yield bank


def results(bank: Bank) -> list[RecallResult]:
    """Recalls that between them say everything that a result can say."""
    options: Any = {"trace": True, "query_time": NOW}
    window: Any = {**options, "time_window": ("2026-04", "2026-05")}
    return [
        bank.recall("what about Minji's kiln?", **window),
        bank.recall("what about Minji's kiln?", **window, boosts=dict.fromkeys(ARMS, "low"), rerank_depth=1),
        bank.recall("what about Minji's kiln?", **options, rerank=False),
        bank.recall("what about Minji's kiln?", **options, fusion="interleave", limit=1, max_tokens=6),
        bank.recall("kiln", query_time=NOW, max_tokens=0, overflow="strict"),
        bank.recall("kiln", **options, arms=["keyword"], min_scores={"keyword": 99}),
        bank.recall("what broke in April 2026?", **options),
    ]


def test_page_lists_every_key_of_real_results_and_no_other(filled: Bank, root: Path) -> None:
    found = {key for result in results(filled) for key in keys_of(json.loads(result.to_json()))}
    # Null or an object: where it is null the path ends early, and the page says so beside its members.
    found -= {"window", "trace.window", "trace.reading", "trace.search.window", "left_out"}
    found -= {"trace.rerank.work"}
    found -= {"trace.search.boosts"}
    found -= {"trace.finish.alphas", "trace.finish.boosts"}
    found -= {"trace.scales", "trace.pool[].fused_parts"}
    page = keys_of_page((root / "docs" / "trace.md").read_text(encoding="utf-8"))
    assert sorted(found - page) == []
    assert sorted(page - found) == []


def test_page_lists_every_decision(root: Path) -> None:
    section = (
        (root / "docs" / "trace.md").read_text(encoding="utf-8").split("## Decisions")[1].split("## ")[0]
    )
    listed = {name for row in re.findall(r"^\| (`.*?) \|", section, re.MULTILINE) for name in row.split(", ")}
    kept, reasons = get_args(Decision)
    assert {name.strip("`") for name in listed} == {*get_args(kept), *get_args(reasons)}


def traced(bank: Bank, query: str = "what about Minji's kiln?", **options: Any) -> tuple[RecallResult, Trace]:
    result = bank.recall(query, trace=True, query_time=NOW, **options)
    assert result.trace is not None
    return result, result.trace


def test_trace_echoes_the_anchor_and_the_window(filled: Bank) -> None:
    _, trace = traced(filled, time_window=("2026-04", None))
    assert trace.query_time == datetime(2026, 6, 1, tzinfo=UTC)
    assert trace.window is not None
    assert trace.window.to_dict() == {"start": "2026-04-01T00:00:00+00:00", "end": None}
    assert trace.window_source == "caller"
    _, trace = traced(filled)
    assert (trace.window, trace.window_source) == (None, None)


def test_trace_holds_no_text(filled: Bank) -> None:
    result, _ = traced(filled, "why did zanzibar's kiln break?", limit=1)
    shown = json.dumps(result.to_dict()["trace"])
    for text in ("zanzibar", "broke", "plays", "costly"):
        assert text not in shown


def test_pool_is_in_the_final_order_and_agrees_with_the_result(filled: Bank) -> None:
    result, trace = traced(filled, limit=2)
    assert [each.rank for each in trace.pool] == list(range(1, result.candidates + 1))
    assert [each.id for each in trace.pool if each.decision == "kept"] == list(result.ids)
    for each in result:
        candidate = trace.candidate(each.id)
        assert candidate is not None
        assert (candidate.rank, candidate.combined) == (each.rank, each.scores.combined)
        assert candidate.arm_ranks == {arm: said.rank for arm, said in each.evidence.items()}
    left = [each.decision for each in trace.pool if each.decision != "kept"]
    assert {reason: left.count(reason) for reason in left} == dict(result.left_out)


def test_rankings_are_what_the_arms_found(filled: Bank) -> None:
    result, trace = traced(filled)
    for arm, ranking in trace.rankings.items():
        assert [each.rank for each in ranking] == list(range(1, result.arms[arm].found + 1))
        scores = [each.arm_score for each in ranking]
        assert scores == sorted(scores, reverse=True)
    assert tuple(trace.rankings) == tuple(result.arms) == ARMS


def test_fused_score_is_the_sum_of_reciprocal_ranks(filled: Bank) -> None:
    _, trace = traced(filled, fusion="rrf", rrf_k=10)
    assert trace.scales is None
    for each in trace.pool:
        assert each.fused_parts is None
        assert each.fused == pytest.approx(
            sum(1 / (10 + rank) for rank in each.arm_ranks.values()), rel=1e-12
        )


def test_fused_score_is_the_sum_of_the_parts_of_the_arms(filled: Bank) -> None:
    _, trace = traced(filled, rrf_k=10)
    for each in trace.pool:
        assert each.fused_parts is not None
        assert each.fused == sum(each.fused_parts.values())
    scales: Any = trace.scales  # JSON
    typical = scales["semantic"]["typical"]
    for arm, ranking in trace.rankings.items():
        for found in ranking:
            candidate = trace.candidate(found.id)
            assert candidate is not None
            assert candidate.fused_parts is not None
            part = candidate.fused_parts.get(arm, 0.0)
            match arm:
                case "keyword":
                    assert part == found.arm_score / scales[arm]["full"]
                case "semantic":
                    assert part == (found.arm_score - typical) / (scales[arm]["full"] - typical)
                case "graph" | "temporal":
                    assert part == pytest.approx(scales[arm] * 11 / (10 + found.rank), rel=1e-12)


def test_rank_change_counts_the_places_risen(filled: Bank) -> None:
    _, trace = traced(filled)
    assert [each.rank_change for each in trace.pool] == [each.fused_rank - each.rank for each in trace.pool]


def test_stages_begin_with_the_whole_and_go_on_with_its_parts(filled: Bank, root: Path) -> None:
    _, trace = traced(filled)
    stages = [each.stage for each in trace.stages]
    assert stages[:5] == ["time", "embed", "search", "rerank", "finish"]
    assert stages[5:] == ["filter", "arms", "fuse", "gather", "score", "pack", "read"]
    page = (root / "docs" / "trace.md").read_text(encoding="utf-8").split("## Stages")[1].split("\n## ")[0]
    assert [name for name in stages if f"`{name}`" not in page] == []
    assert all(each.micros >= 0 for each in trace.stages)


def test_embedding_of_a_batch_is_timed_once_for_all(filled: Bank) -> None:
    traces = [result.trace for result in filled.recall_many(["kiln", "cello"], trace=True)]
    embeds = [next(each for each in trace.stages if each.stage == "embed") for trace in traces if trace]
    assert len(embeds) == 2
    assert embeds[0] == embeds[1]


def test_trace_says_what_steered_scoring_and_packing(filled: Bank) -> None:
    options: Any = {
        "alphas": {"proof": 0.5},
        "recency": recallcore.Recency(decay="exponential", half_life_days=30),
        "boosts": {"graph": "high"},
        "min_scores": {"final": 0.001},
        "max_tokens": 77,
        "limit": 3,
        "overflow": "strict",
        "prefer_observations": True,
    }
    _, trace = traced(filled, **options)
    assert trace.finish == {
        "alphas": {"recency": 0.2, "proximity": 0.2, "proof": 0.5},
        "recency": {"decay": "exponential", "window_days": 365.0, "half_life_days": 30.0, "floor": 0.1},
        "boosts": {"graph": "high"},
        "blend": 0.0,
        "min_relevance": 0.02,
        "order_only": False,
        "min_similarity": None,
        "min_reranker": None,
        "min_final": 0.001,
        "max_tokens": 77,
        "limit": 3,
        "overflow": "strict",
        "prefer_observations": True,
    }
    _, plain = traced(filled, rerank=False)
    alphas = {"recency": 2 / (len(plain.pool) - 1), "proximity": 0.2, "proof": 0.1}
    assert plain.finish["alphas"] == {**alphas, "recency": min(0.2, alphas["recency"])}
    _, chosen = traced(filled, rerank=False, alphas={"recency": 0.3})
    assert chosen.finish["alphas"] == {**alphas, "recency": 0.3}
    _, in_turn = traced(filled, fusion="interleave")
    assert in_turn.finish["alphas"] is None


@pytest.mark.parametrize("rerank", [True, False])
def test_factors_are_made_with_the_alphas_of_the_trace(filled: Bank, rerank: bool) -> None:
    _, trace = traced(filled, rerank=rerank, time_window=("2026-04", "2026-05"))
    alphas: Any = trace.finish["alphas"]
    for each in trace.pool:
        for signal in ("recency", "proximity", "proof"):
            factor = 1 + alphas[signal] * (getattr(each, signal) - 0.5)
            assert getattr(each, f"{signal}_factor") == pytest.approx(factor, rel=1e-12)


@pytest.mark.parametrize("rerank_depth", [300, 25, 2, 1])
def test_recency_of_the_trace_is_damped_by_how_many_were_scored(bank: Bank, rerank_depth: int) -> None:
    bank.retain([Memory(text=f"tea {number}", occurred_start="2020") for number in range(60)])
    _, trace = traced(bank, rerank_depth=rerank_depth)
    alphas: Any = trace.finish["alphas"]
    assert alphas["recency"] == min(0.2, 2 / max(1, min(60, rerank_depth) - 1))
    for each in trace.pool:
        assert each.recency_factor == pytest.approx(1 + alphas["recency"] * (each.recency - 0.5), rel=1e-12)


def test_untraced_recall_has_no_trace(filled: Bank) -> None:
    assert filled.recall("kiln").trace is None
    assert filled.recall("kiln").to_dict()["trace"] is None


def test_json_of_a_result_is_its_dictionary(filled: Bank) -> None:
    result, _ = traced(filled)
    assert json.loads(result.to_json()) == result.to_dict()
    assert json.loads(result.to_json(indent=2)) == result.to_dict()
    assert "\n" not in result.to_json()
    memory = result.to_dict()["memories"]
    assert isinstance(memory, list)
    assert isinstance(memory[0], dict)
    stored = memory[0]["memory"]
    assert isinstance(stored, dict)
    assert set(stored) == set(StoredMemory.__dataclass_fields__)
