"""Answers cases by the reference package: JSON lines in, JSON lines out, one an answer.

Runs inside the peer's own environment (`make peer-venv`) and knows nothing of recallcore. The forms of the
cases are those of `tests/peer/cases.py`; the words are ours (keyword, depth), the functions theirs.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

# Read when the package is imported: no model, no key and no server is wanted.
os.environ.setdefault("HINDSIGHT_API_LLM_PROVIDER", "mock")
os.environ.setdefault("HINDSIGHT_API_RERANKER_PROVIDER", "rrf")
os.environ.setdefault("HINDSIGHT_API_EMBEDDINGS_PROVIDER", "openai")

from hindsight_api.config import _parse_strategy_boosts
from hindsight_api.engine.fact_budget import select_facts_within_budget
from hindsight_api.engine.memories.pg.recall import (
    _select_with_temporal_coverage,
    retrieve_temporal_combined_sql,
)
from hindsight_api.engine.memory_engine import Budget, _resolve_thinking_budget
from hindsight_api.engine.search.fusion import (
    cap_per_source,
    interleave_fusion,
    reciprocal_rank_fusion,
)
from hindsight_api.engine.search.recall_boost import (
    additive_strategy_boost,
    apply_post_rerank_boost,
    boosted_rrf_score,
    trim_merged_candidates,
)
from hindsight_api.engine.search.reranking import (
    CrossEncoderReranker,
    apply_combined_scoring,
    compute_recency_decay,
)
from hindsight_api.engine.search.tag_resolution import TagResolutionError, resolve_tag_groups
from hindsight_api.engine.search.tags import (
    TagGroup,
    build_tag_groups_where_clause,
    filter_results_by_tag_groups,
    filter_results_by_tags,
)
from hindsight_api.engine.search.types import MergedCandidate, RetrievalResult, ScoredResult
from hindsight_api.engine.token_encoding import count_tokens
from hindsight_api.engine.trigram import trigram_similarity
from pydantic import TypeAdapter

Case = dict[str, Any]  # JSON, read by the one function that knows its stage
ARMS = {"semantic": "semantic", "keyword": "bm25", "graph": "graph", "temporal": "temporal"}
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
TAG_GROUPS = TypeAdapter(list[TagGroup])


# --- Their values from ours -------------------------------------------------------------------


def moment(micros: int | None) -> datetime | None:
    return None if micros is None else EPOCH + timedelta(microseconds=micros)


def period_end(start: datetime, precision: int) -> datetime:
    """The first moment after the month (2) or the year (3) that `start` begins."""
    if precision == 3 or start.month == 12:
        return start.replace(year=start.year + 1, month=start.month if precision == 3 else 1)
    return start.replace(month=start.month + 1)


def dates_of(memory: Case) -> dict[str, datetime | None]:
    """Dates as they are stored there: a month or a year is the whole of it, from first to last moment."""
    start, end = moment(memory.get("occurred_start")), moment(memory.get("occurred_end"))
    if memory.get("precision", 0) >= 2 and start is not None and end is None:
        end = period_end(start, memory["precision"])
    return {
        "occurred_start": start,
        "occurred_end": end,
        "mentioned_at": moment(memory.get("mentioned_at")),
    }


def row(name: object, memory: Case | None = None) -> RetrievalResult:
    memory = memory or {}
    return RetrievalResult(
        id=str(name),
        text=memory.get("text", ""),
        fact_type="world",
        context=memory.get("context"),
        tags=memory.get("tags"),
        proof_count=memory.get("proof_count"),
        temporal_proximity=memory.get("proximity"),
        **dates_of(memory),
    )


def strategies(boosts: dict[str, str]) -> dict[str, str]:
    return {ARMS[arm]: level for arm, level in boosts.items()}


def source_ranks(ranks: list[int]) -> dict[str, int]:
    return {f"{name}_rank": rank for name, rank in zip(ARMS.values(), ranks, strict=True) if rank}


def candidates(case: Case) -> list[MergedCandidate]:
    """The fused pool of a case, each candidate named by its place."""
    return [
        MergedCandidate(retrieval=row(place), rrf_score=fused, source_ranks=source_ranks(ranks))
        for place, (fused, ranks) in enumerate(zip(case["fused"], case["ranks"], strict=True))
    ]


def curve(recency: Case) -> dict[str, Any]:
    return {
        "recency_decay_function": recency["decay"],
        "recency_decay_linear_window_days": recency["window_days"],
        "recency_decay_halflife_days": recency["half_life_days"],
    }


class Recorded:
    """A cross-encoder that answers what it was given, and remembers what it was asked."""

    provider_name = "recorded"
    prunes_candidates = False

    def __init__(self, scores: list[float]) -> None:
        self.scores = scores
        self.documents: list[str] = []

    async def predict(self, pairs: list[tuple[str, str]]) -> list[float]:
        self.documents = [document for _, document in pairs]
        return self.scores


def rerank(pool: list[MergedCandidate], scores: list[float]) -> tuple[list[ScoredResult], list[str]]:
    model = Recorded(scores)
    reranker = CrossEncoderReranker(cross_encoder=model)
    reranker._initialized = True
    return asyncio.run(reranker.rerank("query", pool)).results, model.documents


# --- One function a stage ---------------------------------------------------------------------


def budget(case: Case) -> int:
    budgets = case["budgets"]
    if "fixed" in budgets:
        config = {f"recall_budget_fixed_{level}": depth for level, depth in budgets["fixed"].items()}
    else:
        adaptive = dict(budgets["adaptive"])
        config = {
            "recall_budget_function": "adaptive",
            "recall_budget_min": adaptive.pop("least"),
            "recall_budget_max": adaptive.pop("most"),
            **{f"recall_budget_adaptive_{level}": share for level, share in adaptive.items()},
        }
    depth: int = _resolve_thinking_budget(config, Budget(case["level"]), case["max_tokens"])
    return depth


def rankings(case: Case) -> list[list[RetrievalResult]]:
    cap = case.get("cap_per_arm")
    lists = [[row(name) for name in ranking] for ranking in case["rankings"]]
    return lists if cap is None else [cap_per_source(ranking, cap) for ranking in lists]


def merged(case: Case, pool: list[MergedCandidate]) -> list[list[Any]]:
    names = [*ARMS.values(), *(f"source_{place}" for place in range(4, 9))][: len(case["rankings"])]
    return [
        [int(found.id), found.rrf_score, [found.source_ranks.get(f"{name}_rank", 0) for name in names]]
        for found in pool
    ]


def fuse(case: Case) -> list[list[Any]]:
    pool = reciprocal_rank_fusion(rankings(case), k=case["rrf_k"])
    if case.get("ties") == "lower row first":
        pool.sort(key=lambda found: (-found.rrf_score, int(found.id)))
    return merged(case, pool)


def interleave(case: Case) -> list[list[Any]]:
    return merged(case, interleave_fusion(rankings(case)))


def boosted(case: Case) -> list[float]:
    boosts = strategies(case["boosts"])
    return [boosted_rrf_score(found, boosts, k=case["rrf_k"]) for found in candidates(case)]


def cut(case: Case) -> list[int]:
    trimmed = trim_merged_candidates(candidates(case), case["depth"], strategies(case["boosts"]))
    return [int(found.id) for found in trimmed.kept]


def strategy_boost(case: Case) -> list[float]:
    boosts = strategies(case["boosts"])
    return [additive_strategy_boost(source_ranks(ranks), boosts) for ranks in case["ranks"]]


def boost_setting(case: Case) -> dict[str, str]:
    written = ",".join(f"{arm}:{level}" for arm, level in case["boosts"].items())
    boosts: dict[str, str] = _parse_strategy_boosts(written)
    return boosts


def decay(case: Case) -> list[float]:
    recency = case["recency"]
    return [
        compute_recency_decay(days, recency["decay"], recency["window_days"], recency["half_life_days"])
        for days in case["age_days"]
    ]


def scored(case: Case, *, passthrough: bool) -> list[ScoredResult]:
    """The memories of a case after combined scoring, in the order of the case."""
    results = []
    for place, memory in enumerate(case["memories"]):
        found = MergedCandidate(retrieval=row(place, memory), rrf_score=-float(place))
        results.append(ScoredResult(found, cross_encoder_score_normalized=memory.get("rerank", 0.0)))
    alphas = case.get("alphas", {})
    apply_combined_scoring(
        results,
        moment(case["now"]),
        recency_alpha=alphas.get("recency", 0.2),
        temporal_alpha=alphas.get("proximity", 0.2),
        proof_count_alpha=alphas.get("proof", 0.1),
        is_passthrough_reranker=passthrough,
        **curve(case["recency"]),
    )
    return results


def recency(case: Case) -> list[float]:
    return [found.recency for found in scored(case, passthrough=False)]


def proof(case: Case) -> list[float]:
    plain = {"decay": "none", "window_days": 365.0, "half_life_days": 90.0}
    memories = [{"proof_count": count or None} for count in case["counts"]]
    return [
        found.proof_norm
        for found in scored({"memories": memories, "now": 0, "recency": plain}, passthrough=False)
    ]


def passthrough(case: Case) -> list[float]:
    plain = {"decay": "none", "window_days": 365.0, "half_life_days": 90.0}
    results = scored({"memories": [{}] * case["count"], "now": 0, "recency": plain}, passthrough=True)
    return [found.cross_encoder_score_normalized for found in results]


def combined(case: Case) -> dict[str, Any]:
    results = scored(case, passthrough=False)
    ordered = sorted(results, key=lambda found: found.weight, reverse=True)
    return {
        "combined": [found.weight for found in results],
        "order": [int(found.id) for found in ordered],
    }


def normalise(case: Case) -> list[float]:
    scores = case["scores"]
    pool = [MergedCandidate(retrieval=row(place), rrf_score=0.0) for place in range(len(scores))]
    results, _ = rerank(pool, scores)
    by_place = {int(found.id): found.cross_encoder_score_normalized for found in results}
    return [by_place[place] for place in range(len(scores))]


def document(case: Case) -> str:
    memory = case["memory"]
    _, documents = rerank([MergedCandidate(retrieval=row(0, memory), rrf_score=0.0)], [0.5])
    return documents[0]


def pack(case: Case) -> dict[str, Any]:
    tokens = {str(place): count for place, count in enumerate(case["tokens"])}
    chosen = select_facts_within_budget(
        fact_ids_ordered=list(tokens),
        text_by_id={name: name for name in tokens},
        max_tokens=case["max_tokens"],
        count_tokens=tokens.__getitem__,
    )
    return {"kept": [int(name) for name in chosen.ids], "tokens": chosen.total_tokens}


def tokens(case: Case) -> list[int]:
    return [count_tokens(text) for text in case["texts"]]


def tagged(case: Case) -> list[RetrievalResult]:
    return [row(place, {"tags": tags}) for place, tags in enumerate(case["rows"])]


def tags(case: Case) -> list[int]:
    return [int(found.id) for found in filter_results_by_tags(tagged(case), case["tags"], case["match"])]


def tag_groups(case: Case) -> list[int]:
    groups = TAG_GROUPS.validate_python(case["groups"])
    return [int(found.id) for found in filter_results_by_tag_groups(tagged(case), groups)]


def tag_groups_sql(case: Case) -> str:
    sql: str = build_tag_groups_where_clause(TAG_GROUPS.validate_python(case["groups"]), 1).sql
    return sql


def plain_group(group: Case) -> Case:
    """A group as the reference dumps it, without the word for how its tags were resolved."""
    if "tags" in group:
        return {"tags": group["tags"], "match": group["match"]}
    if "not" in group:
        return {"not": plain_group(group["not"])}
    name = "and" if "and" in group else "or"
    return {name: [plain_group(member) for member in group[name]]}


def resolve_tags(case: Case) -> Any:
    groups = TAG_GROUPS.validate_python(case["groups"])
    try:
        resolved = resolve_tag_groups(groups, case["vocabulary"])
    except TagResolutionError:
        return "refused"
    return [plain_group(group) for group in TAG_GROUPS.dump_python(resolved, by_alias=True)]


def tag_similarity(case: Case) -> float:
    similarity: float = trigram_similarity(case["left"], case["right"])
    return similarity


def coverage(case: Case) -> list[int]:
    pool = [
        {
            "place": place,
            "similarity": relevance,
            "occurred_start": moment(date),
            "mentioned_at": None,
            "occurred_end": None,
        }
        for place, (relevance, date) in enumerate(zip(case["relevance"], case["dates"], strict=True))
    ]
    chosen = _select_with_temporal_coverage(
        pool, moment(case["start"]), moment(case["end"]), case["limit"], case["buckets"]
    )
    return [found["place"] for found in chosen]


class OneRow:
    """A database that answers the search of entry points with one memory, and any other with none."""

    def __init__(self, found: dict[str, Any]) -> None:
        self.found = found
        self.asked: list[str] = []

    async def fetch(self, sql: str, *_: Any) -> list[dict[str, Any]]:
        self.asked.append(sql)
        return [self.found] if len(self.asked) == 1 else []


def nearness(case: Case) -> dict[str, Any]:
    memory = {"id": "0", "text": "", "fact_type": "world", "similarity": 1.0, "mentioned_at": None}
    memory |= {"occurred_start": moment(case["date"]), "occurred_end": None}
    database, window = OneRow(memory), (moment(case["start"]), moment(case["end"]))
    arms = asyncio.run(retrieve_temporal_combined_sql(database, "[]", "bank", ["world"], *window, 9))
    return {
        "proximity": arms["world"][0].temporal_proximity,
        "end inside": "occurred_start BETWEEN $3 AND $4" in database.asked[0],
    }


def chain(case: Case) -> dict[str, Any]:
    """Everything from the arms' rankings to the packed answer, as the recall there strings it together."""
    memories, boosts = case["memories"], strategies(case["boosts"])
    lists = []
    for arm, ranking in zip(ARMS, case["rankings"], strict=True):
        # There a memory's nearness to the window hangs on the row of the arm that found it first.
        forgets = case.get("proximity") == "temporal arm" and arm != "temporal"
        without = {"proximity": None} if forgets else {}
        lists.append([row(name, {**memories[name], **without}) for name in ranking])
    fused = reciprocal_rank_fusion(lists)
    pool = trim_merged_candidates(fused, case["rerank_depth"], boosts).kept
    passthrough = case["rerank"] is None
    scores = [0.5 if passthrough else case["rerank"][int(found.id)] for found in pool]
    results, _ = rerank(pool, scores)
    apply_combined_scoring(
        results, moment(case["now"]), is_passthrough_reranker=passthrough, **curve(case["recency"])
    )
    apply_post_rerank_boost(results, boosts, passthrough=passthrough)
    results.sort(key=lambda found: found.weight, reverse=True)
    packed = pack(
        {"tokens": [memories[int(found.id)]["tokens"] for found in results], "max_tokens": case["max_tokens"]}
    )
    return {
        "pool": [int(found.id) for found in pool],
        "order": [int(found.id) for found in results],
        "combined": [found.weight for found in results],
        "kept": [int(results[place].id) for place in packed["kept"]],
        "tokens": packed["tokens"],
    }


STAGES: dict[str, Callable[[Case], Any]] = {
    stage.__name__: stage
    for stage in (
        budget,
        fuse,
        interleave,
        boosted,
        cut,
        strategy_boost,
        boost_setting,
        normalise,
        passthrough,
        decay,
        recency,
        proof,
        combined,
        pack,
        tokens,
        tags,
        tag_groups,
        tag_groups_sql,
        resolve_tags,
        tag_similarity,
        coverage,
        document,
        nearness,
        chain,
    )
}


def answer(case: Case) -> Any:
    """The reference's answer, or the name of what it raises."""
    try:
        return STAGES[case["stage"]](case)
    except (ArithmeticError, LookupError, TypeError, ValueError) as error:
        return {"raises": type(error).__name__}


def main() -> None:
    for line in sys.stdin:
        sys.stdout.write(json.dumps(answer(json.loads(line)), ensure_ascii=False) + "\n")


if __name__ == "__main__":
    main()
