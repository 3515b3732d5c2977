"""Times the ranking beside the reference package's own functions, stage by stage and as a whole.

    make bench-ranking                                4 x 300 and 4 x 1000 candidates
    make bench-ranking ARGS="--turns 1000"            with more patience
    make bench-ranking ARGS="--least 50"              fails below fifty times the reference's speed

Runs in the reference package's environment, with the wheel of recallcore put into it, so that both sides are
timed in one process, turn by turn; what is printed are medians. Before anything is timed, both sides must
give the same answers. What would only slow the reference is left out of its time: its models, the texts for
the reranker, the counting of tokens (on a line of its own), and the garbage collector.
"""

from __future__ import annotations

import argparse
import gc
import json
import math
import os
import platform
import statistics
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

# Read when the package is imported: no model, no key and no server is wanted.
os.environ.setdefault("HINDSIGHT_API_LLM_PROVIDER", "mock")
os.environ.setdefault("HINDSIGHT_API_RERANKER_PROVIDER", "rrf")
os.environ.setdefault("HINDSIGHT_API_EMBEDDINGS_PROVIDER", "openai")

from hindsight_api.engine.fact_budget import select_facts_within_budget
from hindsight_api.engine.search.fusion import reciprocal_rank_fusion
from hindsight_api.engine.search.recall_boost import (
    apply_post_rerank_boost,
    trim_merged_candidates,
)
from hindsight_api.engine.search.reranking import apply_combined_scoring
from hindsight_api.engine.search.types import RetrievalResult, ScoredResult
from hindsight_api.engine.token_encoding import count_tokens

from recallcore import _core

ARMS = 4
DEPTHS = (300, 1000)
MAX_TOKENS = 4096
TURN_MICROS = 3000
WHOLE = "whole chain"
BOOSTS = {"keyword": "low", "graph": "high"}
THEIR_BOOSTS = {"bm25": "low", "graph": "high"}
RECENCY = {"decay": "linear", "window_days": 365.0, "half_life_days": 90.0, "floor": 0.1}
ALPHAS = {"recency": 0.2, "proximity": 0.2, "proof": 0.1}
MISSING = -(2**63)
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
NOW = datetime(2026, 8, 22, 12, tzinfo=UTC)
WORDS = "the ferry to Jeju leaves at nine and the kiln broke in April so Minji paid the invoice".split()
Rows = NDArray[np.int64]
Reals = NDArray[np.float64]


@dataclass(frozen=True, slots=True, kw_only=True)
class Drawn:
    """The same memories and rankings in both sides' forms."""

    rankings: list[list[RetrievalResult]]
    raw_scores: list[float]
    token_counts: dict[str, int]
    rows: Rows
    lengths: Rows
    columns: Rows  # start, end, mention, proof count; a column of memories each, so that one gather does
    reals: Reals  # raw rerank score, proximity
    precision: NDArray[np.uint8]
    tokens: Rows


def micros(moment: datetime | None) -> int:
    return MISSING if moment is None else (moment - EPOCH) // timedelta(microseconds=1)


def draw(depth: int, seed: int) -> Drawn:
    """`ARMS` rankings of `depth` rows out of three times as many, numbered as they are first seen.

    Numbered like this the tie rules of both sides agree: first seen there, lower row here.
    """
    chance = Random(seed)
    seen: dict[int, int] = {}
    places = [
        [seen.setdefault(name, len(seen)) for name in chance.sample(range(3 * depth), depth)]
        for _ in range(ARMS)
    ]
    memories = [memory(row, chance) for row in range(len(seen))]
    scores = [chance.random() for _ in memories]
    counted = {found.id: count_tokens(found.text) for found in memories}
    return Drawn(
        rankings=[[memories[row] for row in ranking] for ranking in places],
        raw_scores=scores,
        token_counts=counted,
        rows=np.array([row for ranking in places for row in ranking], dtype=np.int64),
        lengths=np.full(ARMS, depth, dtype=np.int64),
        columns=np.array(
            [
                [micros(found.occurred_start) for found in memories],
                [micros(found.occurred_end) for found in memories],
                [micros(found.mentioned_at) for found in memories],
                [found.proof_count or 0 for found in memories],
            ],
            dtype=np.int64,
        ),
        reals=np.array([scores, [found.temporal_proximity or 0.5 for found in memories]]),
        precision=np.zeros(len(memories), dtype=np.uint8),
        tokens=np.array([counted[found.id] for found in memories], dtype=np.int64),
    )


def memory(row: int, chance: Random) -> RetrievalResult:
    ago = timedelta(days=chance.uniform(0, 600))
    return RetrievalResult(
        id=str(row),
        text=" ".join(chance.choices(WORDS, k=chance.randint(5, 60))),
        fact_type="world",
        occurred_start=NOW - ago if chance.random() < 0.6 else None,
        mentioned_at=NOW - ago / 2,
        proof_count=chance.randint(1, 30) if chance.random() < 0.3 else None,
        temporal_proximity=chance.random() if chance.random() < 0.3 else None,
    )


# --- The reference's side ---------------------------------------------------------------------


def their_score(pool: list[Any], drawn: Drawn) -> list[Any]:
    results = []
    for found in pool:
        score = drawn.raw_scores[int(found.id)]
        results.append(
            ScoredResult(
                candidate=found, cross_encoder_score=score, cross_encoder_score_normalized=score, weight=score
            )
        )
    apply_combined_scoring(results, NOW)
    apply_post_rerank_boost(results, THEIR_BOOSTS, passthrough=False)
    results.sort(key=lambda found: found.weight, reverse=True)
    return results


def their_pack(results: list[Any], drawn: Drawn, *, counting: bool) -> Any:
    """Packs as they do, counting the tokens of every text, or by counts known already, as ours are."""
    return select_facts_within_budget(
        fact_ids_ordered=[found.id for found in results],
        text_by_id={found.id: found.retrieval.text if counting else found.id for found in results},
        max_tokens=MAX_TOKENS,
        count_tokens=count_tokens if counting else drawn.token_counts.__getitem__,
    )


def their_chain(drawn: Drawn, depth: int, *, counting: bool) -> Any:
    pool = trim_merged_candidates(reciprocal_rank_fusion(drawn.rankings), depth, THEIR_BOOSTS).kept
    return their_pack(their_score(pool, drawn), drawn, counting=counting)


# --- Our side ---------------------------------------------------------------------------------

OUR_BOOSTS, OUR_RECENCY, OUR_ALPHAS = (json.dumps(value).encode() for value in (BOOSTS, RECENCY, ALPHAS))
NOW_MICROS = micros(NOW)


def our_cut(fused: Reals, ranks: Rows, depth: int) -> Rows:
    boosts = len(fused) > depth  # Without a cut there is nothing to protect, there and here.
    return _core.cut(_core.boosted(fused, ranks, OUR_BOOSTS, 60.0) if boosts else fused, depth)


def our_score(rows: Rows, ranks: Rows, drawn: Drawn) -> tuple[Rows, Reals]:
    start, end, mention, counts = drawn.columns.take(rows, axis=1)
    raw, proximity = drawn.reals.take(rows, axis=1)
    rerank = _core.normalise(raw, "auto")
    recency = _core.recency(start, end, mention, drawn.precision.take(rows), NOW_MICROS, OUR_RECENCY)
    proof, boost = _core.proof(counts), _core.strategy_boost(ranks, OUR_BOOSTS)
    scores = _core.combined(rerank, recency, proximity, proof, OUR_ALPHAS, boost)
    return _core.order(scores, rerank), scores


def our_pack(rows: Rows, drawn: Drawn) -> tuple[Rows, int]:
    kept, _, _, used, _ = _core.pack(drawn.tokens.take(rows), MAX_TOKENS, None, "first")
    return kept, used


def our_chain(drawn: Drawn, depth: int) -> tuple[Rows, int]:
    rows, fused, ranks = _core.fuse(drawn.rows, drawn.lengths, 60.0)
    head = our_cut(fused, ranks, depth)
    rows = rows.take(head)
    order, _ = our_score(rows, ranks.take(head, axis=0), drawn)
    rows = rows.take(order)
    kept, used = our_pack(rows, drawn)
    return rows.take(kept), used


# --- Both -------------------------------------------------------------------------------------


def names(found: list[Any]) -> list[int]:
    return [int(one.id) for one in found]


def check(drawn: Drawn, depth: int) -> None:
    """Both sides give the same after every stage, or there is nothing to time."""
    pool = reciprocal_rank_fusion(drawn.rankings)
    rows, fused, ranks = _core.fuse(drawn.rows, drawn.lengths, 60.0)
    assert rows.tolist() == names(pool)
    np.testing.assert_allclose(fused, [found.rrf_score for found in pool], rtol=1e-12, atol=0)
    head = our_cut(fused, ranks, depth)
    pool = trim_merged_candidates(pool, depth, THEIR_BOOSTS).kept
    assert rows[head].tolist() == names(pool)
    results = their_score(pool, drawn)
    order, scores = our_score(rows[head], ranks[head], drawn)
    assert rows[head][order].tolist() == names(results)
    np.testing.assert_allclose(scores[order], [found.weight for found in results], rtol=1e-12, atol=0)
    kept, used = our_chain(drawn, depth)
    assert 0 < used <= MAX_TOKENS
    for counting in (False, True):
        theirs = their_chain(drawn, depth, counting=counting)
        assert (kept.tolist(), used) == ([int(name) for name in theirs.ids], theirs.total_tokens)


def medians(sides: list[Callable[[], object]], turns: int) -> list[float]:
    """The median microseconds of each side, timed turn by turn, each turn as many calls as fill it."""
    taken: list[list[float]] = [[] for _ in sides]
    calls = [max(1, round(TURN_MICROS / elapsed(side, 3))) for side in sides]
    gc.collect()
    gc.disable()
    for _ in range(turns):
        for side, count, times in zip(sides, calls, taken, strict=True):
            times.append(elapsed(side, count))
    gc.enable()
    return [statistics.median(times) for times in taken]


def elapsed(side: Callable[[], object], calls: int) -> float:
    """Microseconds a call."""
    began = time.perf_counter_ns()
    for _ in range(calls):
        side()
    return (time.perf_counter_ns() - began) / 1000 / calls


def stages(drawn: Drawn, depth: int) -> dict[str, list[Callable[[], object]]]:
    """Each stage on both sides, on what the stages before it have made."""
    pool = reciprocal_rank_fusion(drawn.rankings)
    rows, fused, ranks = _core.fuse(drawn.rows, drawn.lengths, 60.0)
    head = our_cut(fused, ranks, depth)
    kept = trim_merged_candidates(list(pool), depth, THEIR_BOOSTS).kept
    results = their_score(kept, drawn)
    head_rows, head_ranks = rows.take(head), ranks.take(head, axis=0)
    ordered = head_rows.take(our_score(head_rows, head_ranks, drawn)[0])
    return {
        "fuse": [
            lambda: reciprocal_rank_fusion(drawn.rankings),
            lambda: _core.fuse(drawn.rows, drawn.lengths, 60.0),
        ],
        # They sort in place: a second sort of the same list would be of a sorted one.
        "boost and cut": [
            lambda: trim_merged_candidates(pool.copy(), depth, THEIR_BOOSTS),
            lambda: our_cut(fused, ranks, depth),
        ],
        "score and order": [
            lambda: their_score(kept, drawn),
            lambda: our_score(head_rows, head_ranks, drawn),
        ],
        "pack": [
            lambda: their_pack(results, drawn, counting=False),
            lambda: our_pack(ordered, drawn),
        ],
        "pack, counting": [
            lambda: their_pack(results, drawn, counting=True),
            lambda: our_pack(ordered, drawn),
        ],
        WHOLE: [
            lambda: their_chain(drawn, depth, counting=False),
            lambda: our_chain(drawn, depth),
        ],
        "whole, counting": [
            lambda: their_chain(drawn, depth, counting=True),
            lambda: our_chain(drawn, depth),
        ],
    }


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--turns", type=int, default=200, help="turns of each side (default 200)")
    parser.add_argument("--seed", type=int, default=1, help="seed of the rankings (default 1)")
    parser.add_argument(
        "--least",
        type=float,
        metavar="RATIO",
        help="fail if a whole chain is not at least so many times as fast as the reference's",
    )
    arguments = parser.parse_args()
    slowest = math.inf
    print(f"Python {platform.python_version()}, {platform.machine()}, {os.cpu_count()} cores")
    for arm_depth in DEPTHS:
        drawn = draw(arm_depth, arguments.seed)
        pool = len(drawn.tokens)
        for depth, name in ((300, "the best 300 scored"), (pool, "all scored")):
            check(drawn, depth)
            print(f"\n{ARMS} x {arm_depth} candidates, {pool} different, {name}")
            print(f"{'stage':18}{'there, µs':>12}{'here, µs':>12}{'ratio':>9}")
            for stage, sides in stages(drawn, depth).items():
                theirs, ours = medians(sides, arguments.turns)
                print(f"{stage:18}{theirs:12.1f}{ours:12.1f}{theirs / ours:8.0f}x")
                if stage == WHOLE:
                    slowest = min(slowest, theirs / ours)
    if arguments.least is not None and slowest < arguments.least:
        sys.exit(f"the slowest whole chain is {slowest:.1f} times as fast, expected {arguments.least:g}")


if __name__ == "__main__":
    main()
