"""Draws cases, one function a stage: plain JSON from a seeded source of chance, and nothing else.

A case is what goes into a stage, in words of this project; `tests/peer/reference.py` and `tests/peer/ours.py`
say what comes out. What the two sides answer differently on purpose is never drawn here: those cases stand by
name in `tests/peer/differences.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Any

from tests.peer.dates import DAY, NOW, dated
from tests.peer.words import DEVANAGARI, drawn_groups, drawn_tags, drawn_text, drawn_vocabulary, near_miss

Case = dict[str, Any]  # JSON
ARMS = ("semantic", "keyword", "graph", "temporal")
LEVELS = ("low", "medium", "high")
RECENCY = {"decay": "linear", "window_days": 365.0, "half_life_days": 90.0, "floor": 0.1}
ALPHAS = {"recency": 0.2, "proximity": 0.2, "proof": 0.1}


# --- Fusion and boosts ------------------------------------------------------------------------


def in_order_of_sight(rankings: list[list[int]], cap_per_arm: int | None) -> list[list[int]]:
    """The same rankings, rows numbered as they are first seen.

    There ties keep the order in which rows were first seen, here the lower row goes first: numbered like this
    the two rules are one, and orders can be compared exactly.
    """
    seen: dict[int, int] = {}
    for ranking in rankings:
        for name in ranking[:cap_per_arm]:
            seen.setdefault(name, len(seen))
    return [[seen.setdefault(name, len(seen)) for name in ranking] for ranking in rankings]


def drawn_rankings(chance: Random, arms: int, deepest: int, names: int) -> list[list[int]]:
    return [
        chance.sample(range(names), chance.randint(0, min(deepest, names))) if chance.random() < 0.9 else []
        for _ in range(arms)
    ]


def fuse(chance: Random) -> Case:
    arms = chance.choice((0, 1, 2, 3, 4, 4, 4, 4, 6))
    rankings = drawn_rankings(chance, arms, chance.choice((3, 6, 10)), chance.choice((4, 9, 25)))
    case = {
        "rrf_k": chance.choice((60, 60, 60, 1, 10, 1000)),
        "cap_per_arm": chance.choice((None, None, None, 1, 3, 50)),
    }
    if chance.random() < 0.7:
        return {**case, "rankings": in_order_of_sight(rankings, case["cap_per_arm"])}
    # Rows in any order: their answer is put into our order where scores are equal, and only there.
    return {**case, "rankings": rankings, "ties": "lower row first"}


def interleave(chance: Random) -> Case:
    case = fuse(chance)
    return {"rankings": case["rankings"], "cap_per_arm": case["cap_per_arm"]}


def drawn_boosts(chance: Random) -> dict[str, str]:
    """Boosts in the order of the arms, so that both sides add them up in the same order."""
    likely = chance.choice((0.0, 0.3, 0.6, 1.0))
    return {arm: chance.choice(LEVELS) for arm in ARMS if chance.random() < likely}


def drawn_pool(chance: Random, size: int, rrf_k: int) -> Case:
    """A fused pool, best first, whose scores are those of its ranks.

    Some candidates have the ranks of another one in other arms: equal but for the order of the sum.
    """
    deepest = chance.choice((5, 40, 1200))
    pool: list[tuple[float, list[int]]] = []
    for _ in range(size):
        ranks = [chance.randint(1, deepest) if chance.random() < 0.5 else 0 for _ in ARMS]
        if not any(ranks):
            ranks[chance.randrange(4)] = chance.randint(1, deepest)
        if pool and chance.random() < 0.3:
            ranks = chance.sample(chance.choice(pool)[1], 4)
        pool.append((sum(1.0 / (rrf_k + rank) for rank in ranks if rank), ranks))
    pool.sort(key=lambda entry: -entry[0])
    return {"fused": [fused for fused, _ in pool], "ranks": [ranks for _, ranks in pool]}


def boosted(chance: Random) -> Case:
    rrf_k = chance.choice((60, 60, 1, 200))
    pool = drawn_pool(chance, chance.randint(0, 5), rrf_k)
    return {**pool, "boosts": drawn_boosts(chance), "rrf_k": rrf_k}


def cut(chance: Random) -> Case:
    pool = drawn_pool(chance, chance.randint(0, 14), 60)
    return {**pool, "boosts": drawn_boosts(chance), "depth": chance.choice((1, 2, 3, 5, 8, 14))}


def strategy_boost(chance: Random) -> Case:
    return {"ranks": drawn_pool(chance, chance.randint(0, 6), 60)["ranks"], "boosts": drawn_boosts(chance)}


# --- Scores -----------------------------------------------------------------------------------


def budget(chance: Random) -> Case:
    case: Case = {"level": chance.choice(("low", "mid", "high")), "max_tokens": chance.randint(0, 9000)}
    if chance.random() < 0.3:
        depths = [chance.randint(1, 3000) for _ in range(3)]
        return {**case, "budgets": {"fixed": dict(zip(("low", "mid", "high"), depths, strict=True))}}
    if chance.random() < 0.4:  # Halves, which round to the even neighbour.
        case["max_tokens"] = chance.randrange(1, 400, 2)
        shares = {"low": 0.5, "mid": 0.5, "high": 2.5}
    else:
        shares = {"low": 0.025, "mid": 0.075, "high": 0.25}
    bounds = chance.choice(((20, 2000), (1, 50), (1, 100_000), (7, 7)))
    return {**case, "budgets": {"adaptive": {**shares, "least": bounds[0], "most": bounds[1]}}}


def normalise(chance: Random) -> Case:
    low, high = chance.choice(((0.0, 1.0), (-12.0, 12.0), (-0.2, 1.0), (0.0, 1.2), (-800.0, 800.0)))
    scores = [
        round(chance.uniform(low, high), chance.choice((1, 4, 17))) for _ in range(chance.randint(0, 9))
    ]
    if scores and chance.random() < 0.3:
        scores[chance.randrange(len(scores))] = chance.choice((0.0, 1.0, float("inf"), float("-inf")))
    if len(scores) > 1 and chance.random() < 0.3:  # In first place it is a difference.
        scores[chance.randrange(1, len(scores))] = float("nan")
    return {"scores": scores}


def passthrough(chance: Random) -> Case:
    return {"count": chance.choice((0, 1, 2, 3, chance.randint(4, 40)))}


def drawn_recency(chance: Random) -> Case:
    if chance.random() < 0.4:
        return dict(RECENCY)
    return {
        "decay": chance.choice(("linear", "exponential", "none")),
        "window_days": chance.choice((365.0, 1.0, 30.5, 3650.0)),
        "half_life_days": chance.choice((90.0, 0.25, 7.0, 1000.0)),
        "floor": 0.1,
    }


def decay(chance: Random) -> Case:
    longest = chance.choice((1.0, 100.0, 400.0, 20_000.0))
    ages = [round(chance.uniform(-0.2 * longest, longest), 6) for _ in range(chance.randint(1, 6))]
    return {"age_days": [*ages, 0.0], "recency": drawn_recency(chance)}


def recency(chance: Random) -> Case:
    memories = [dated(chance) for _ in range(chance.randint(1, 4))]
    return {"memories": memories, "now": NOW, "recency": drawn_recency(chance)}


def proof(chance: Random) -> Case:
    return {"counts": [chance.choice((0, 1, 2, chance.randint(3, 400))) for _ in range(chance.randint(1, 9))]}


def scored(chance: Random) -> Case:
    memory = dated(chance) if chance.random() < 0.8 else {}
    if chance.random() < 0.4:
        memory["proximity"] = round(chance.random(), 4)
    if chance.random() < 0.3:
        memory["proof_count"] = chance.randint(1, 200)
    return memory


def combined(chance: Random) -> Case:
    scores = sorted(round(chance.random(), chance.choice((1, 6))) for _ in range(chance.randint(1, 5)))
    alphas = {name: chance.choice((0.0, 0.1, 0.5, 2.0)) for name in ALPHAS}
    return {
        "memories": [{**scored(chance), "rerank": score} for score in reversed(scores)],
        "now": NOW,
        "recency": drawn_recency(chance),
        "alphas": dict(ALPHAS) if chance.random() < 0.5 else alphas,
    }


def pack(chance: Random) -> Case:
    longest = chance.choice((5, 60, 900))
    sizes = [chance.randint(1, longest) for _ in range(chance.randint(0, 14))]
    return {"tokens": sizes, "max_tokens": chance.choice((0, 1, longest // 2, longest, 4 * longest))}


def tokens(chance: Random) -> Case:
    texts = [drawn_text(chance) for _ in range(chance.randint(1, 3))]
    return {"texts": [f"{text} {DEVANAGARI}" if chance.random() < 0.2 else text for text in texts]}


# --- Tags -------------------------------------------------------------------------------------


def drawn_rows(chance: Random) -> list[list[str]]:
    return [drawn_tags(chance, 3) for _ in range(chance.randint(1, 8))]


def tags(chance: Random) -> Case:
    match = chance.choice(("any", "all", "any_strict", "all_strict", "exact"))
    asked = None if chance.random() < 0.1 else drawn_tags(chance, 3)
    return {"rows": drawn_rows(chance), "tags": asked, "match": match}


def tag_groups(chance: Random) -> Case:
    return {"rows": drawn_rows(chance), "groups": drawn_groups(chance, drawn_tags)}


def resolve_tags(chance: Random) -> Case:
    vocabulary = drawn_vocabulary(chance)

    def asked(chance: Random, most: int) -> list[str]:
        return [near_miss(chance, chance.choice(vocabulary)) for _ in range(chance.randint(0, most))]

    groups = drawn_groups(chance, asked)
    for leaf in leaves(groups):
        if chance.random() < 0.8:
            leaf["resolve"] = "fuzzy"
    return {"groups": groups, "vocabulary": vocabulary}


def leaves(groups: list[Case]) -> Iterator[Case]:
    for group in groups:
        if "tags" in group:
            yield group
        elif "not" in group:
            yield from leaves([group["not"]])
        else:
            yield from leaves(group.get("and", []) or group.get("or", []))


def tag_similarity(chance: Random) -> Case:
    left = chance.choice(drawn_vocabulary(chance)) if chance.random() < 0.6 else drawn_text(chance)[:24]
    return {"left": left, "right": near_miss(chance, left)}


# --- Time and text ----------------------------------------------------------------------------


def coverage(chance: Random) -> Case:
    start = NOW - chance.randint(0, 900) * DAY
    length = chance.choice((0, 1, DAY, 7 * DAY, 365 * DAY))
    size = chance.randint(0, 16)
    return {
        "relevance": [place / 1000 for place in chance.sample(range(1000), size)],
        "dates": [
            None if chance.random() < 0.1 else start + round(chance.uniform(-0.1, 1.1) * length)
            for _ in range(size)
        ],
        "start": start,
        "end": start + length,
        "limit": chance.choice((1, 3, 6, 10)),
        "buckets": chance.choice((8, 8, 1, 3)),
    }


def document(chance: Random) -> Case:
    memory: Case = {"text": drawn_text(chance)}
    if chance.random() < 0.5:
        memory["context"] = "" if chance.random() < 0.2 else drawn_text(chance)
    if chance.random() < 0.7:
        # Without a beginning, and to the month or the year alone, it is a difference.
        memory |= {"occurred_start": NOW - chance.randint(-400, 20_000) * DAY + chance.randrange(DAY)}
        memory["precision"] = chance.choice((0, 1))
    return {"memory": memory}


# --- The whole ----------------------------------------------------------------------------------


def chain(chance: Random) -> Case:
    rankings = in_order_of_sight(drawn_rankings(chance, 4, 6, chance.choice((5, 9, 14))), None)
    count = len({name for ranking in rankings for name in ranking})
    scores = [round(chance.uniform(*chance.choice(((0, 1), (-6, 6)))), 3) for _ in range(count)]
    case: Case = {
        "rankings": rankings,
        "memories": [{**scored(chance), "tokens": chance.randint(1, 60)} for _ in range(count)],
        "boosts": drawn_boosts(chance),
        "rerank_depth": chance.choice((3, 6, 300)),
        "rerank": None if chance.random() < 0.3 else scores,
        "recency": drawn_recency(chance),
        "max_tokens": chance.choice((20, 80, 400)),
        "now": NOW,
    }
    # There boosts order what is equally fused, also where nothing judges: a difference that is shown by name.
    return {**case, "boosts": {}} if case["rerank"] is None and tied(rankings) else case


def tied(rankings: list[list[int]]) -> bool:
    """Whether two rows have the same fused score."""
    fused: dict[int, float] = {}
    for ranking in rankings:
        for rank, name in enumerate(ranking, start=1):
            fused[name] = fused.get(name, 0.0) + 1 / (60 + rank)
    return len(set(fused.values())) < len(fused)


DRAWN: dict[str, Callable[[Random], Case]] = {
    draw.__name__: draw
    for draw in (
        budget,
        fuse,
        interleave,
        boosted,
        cut,
        strategy_boost,
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
        resolve_tags,
        tag_similarity,
        coverage,
        document,
        chain,
    )
}


def draw_cases(stage: str, count: int, seed: int) -> list[Case]:
    """`count` cases of one stage, the same ones for the same seed."""
    chance = Random(f"{stage} {seed}")
    return [{"stage": stage, **DRAWN[stage](chance)} for _ in range(count)]
