"""Answers cases by the pure stages of `recallcore._core`, in the forms of `tests/peer/reference.py`."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
from numpy.typing import NDArray

from recallcore import _core
from tests.peer.cases import ALPHAS, RECENCY, Case
from tests.peer.dates import DAY, NOW

MISSING = -(2**63)
DATES = ("occurred_start", "occurred_end", "mentioned_at")


# --- Arrays from JSON -------------------------------------------------------------------------


def to_bytes(value: Any) -> bytes:
    return json.dumps(value, ensure_ascii=False).encode()


def floats(values: Sequence[float]) -> NDArray[np.float64]:
    return np.array(values, dtype=np.float64)


def whole(values: Sequence[int | None]) -> NDArray[np.int64]:
    return np.array([MISSING if value is None else value for value in values], dtype=np.int64)


def plain(array: NDArray[Any]) -> list[Any]:
    values: list[Any] = array.tolist()
    return values


def table(ranks: list[list[int]]) -> NDArray[np.int64]:
    return np.array(ranks, dtype=np.int64).reshape(len(ranks), 4)


def rankings(case: Case) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    lists = case["rankings"]
    return whole([name for ranking in lists for name in ranking]), whole([len(ranking) for ranking in lists])


def merged(rows: NDArray[np.int64], scores: NDArray[np.float64], ranks: NDArray[np.int64]) -> list[list[Any]]:
    return [
        [name, score, places]
        for name, score, places in zip(rows.tolist(), scores.tolist(), ranks.tolist(), strict=True)
    ]


# --- One function a stage ---------------------------------------------------------------------


def budget(case: Case) -> int:
    return _core.budget_depth(case["level"], case["max_tokens"], to_bytes(case["budgets"]))


def fuse(case: Case) -> list[list[Any]]:
    rows, lengths = rankings(case)
    return merged(*_core.fuse(rows, lengths, float(case["rrf_k"]), cap_per_arm=case["cap_per_arm"]))


def interleave(case: Case) -> list[list[Any]]:
    rows, lengths = rankings(case)
    return merged(*_core.interleave(rows, lengths, cap_per_arm=case["cap_per_arm"]))


def boosted(case: Case) -> list[float]:
    ranks, boosts = table(case["ranks"]), to_bytes(case["boosts"])
    return plain(_core.boosted(floats(case["fused"]), ranks, boosts, float(case["rrf_k"])))


def cut(case: Case) -> list[int]:
    return plain(_core.cut(floats(boosted({**case, "rrf_k": 60})), case["depth"]))


def strategy_boost(case: Case) -> list[float]:
    return plain(_core.strategy_boost(table(case["ranks"]), to_bytes(case["boosts"])))


def normalise(case: Case) -> list[float]:
    return plain(_core.normalise(floats(case["scores"]), case.get("scale", "auto")))


def passthrough(case: Case) -> list[float]:
    return plain(_core.passthrough(case["count"]))


def decay(case: Case) -> list[float]:
    return plain(_core.decay(floats(case["age_days"]), to_bytes(case["recency"])))


def recency(case: Case) -> list[float]:
    memories = case["memories"]
    start, end, mention = (whole([memory.get(name) for memory in memories]) for name in DATES)
    precision = np.array([memory.get("precision", 0) for memory in memories], dtype=np.uint8)
    settings = to_bytes(case.get("recency", RECENCY))
    return plain(_core.recency(start, end, mention, precision, case["now"], settings))


def proof(case: Case) -> list[float]:
    return plain(_core.proof(whole(case["counts"])))


def combined_scores(
    case: Case, rerank: NDArray[np.float64], boost: NDArray[np.float64] | None = None
) -> NDArray[np.float64]:
    memories = case["memories"]
    # A nearness that no arm has given is neutral.
    proximity = [0.5 if memory.get("proximity") is None else memory["proximity"] for memory in memories]
    counts = [memory.get("proof_count", 0) for memory in memories]
    return _core.combined(
        rerank,
        floats(recency(case)),
        floats(proximity),
        floats(proof({"counts": counts})),
        to_bytes(case.get("alphas", ALPHAS)),
        boost,
    )


def combined(case: Case) -> dict[str, Any]:
    rerank = floats([memory["rerank"] for memory in case["memories"]])
    scores = combined_scores(case, rerank)
    return {"combined": scores.tolist(), "order": _core.order(scores, rerank).tolist()}


def pack(case: Case) -> dict[str, Any]:
    kept, _, _, used, _ = _core.pack(whole(case["tokens"]), case["max_tokens"], None, "first")
    return {"kept": kept.tolist(), "tokens": used}


def tokens(case: Case) -> list[int]:
    return [_core.count_tokens(text) for text in case["texts"]]


def tags(case: Case) -> list[int]:
    asked = {"tags": case["tags"], "tags_match": case["match"]}
    return plain(_core.admitted(to_bytes(case["rows"]), to_bytes(asked)))


def tag_groups(case: Case) -> list[int]:
    return plain(_core.admitted(to_bytes(case["rows"]), to_bytes({"tag_groups": case["groups"]})))


def plain_group(group: Case) -> Case:
    """A group with its match written out, as the reference dumps it."""
    if "tags" in group:
        return {"tags": group["tags"], "match": group.get("match", "any_strict")}
    if "not" in group:
        return {"not": plain_group(group["not"])}
    name = "and" if "and" in group else "or"
    return {name: [plain_group(member) for member in group[name]]}


def resolve_tags(case: Case) -> Any:
    try:
        resolved = _core.resolve_tags(to_bytes(case["groups"]), to_bytes(case["vocabulary"]))
    except ValueError:
        return "refused"
    return [plain_group(group) for group in json.loads(resolved)]


def tag_similarity(case: Case) -> float:
    return _core.tag_similarity(case["left"], case["right"])


def coverage(case: Case) -> list[int]:
    relevance, dates = floats(case["relevance"]), whole(case["dates"])
    return plain(
        _core.select_over_window(relevance, dates, case["start"], case["end"], case["limit"], case["buckets"])
    )


def document(case: Case) -> str:
    memory = {"precision": 0, **case["memory"]}
    return _core.document(to_bytes({**memory, "precision": PRECISIONS[memory["precision"]]}))


PRECISIONS = ("instant", "day", "month", "year")


def nearness(case: Case) -> dict[str, Any]:
    """Through a bank of one memory, for nearness is the temporal arm's business and no stage of its own."""
    memory: Case = {name: [] for name in ("tags", "entities", "links", "source_ids")}
    memory |= {
        "text": "the kiln broke",
        "kind": "world",
        "occurred_start": case["date"],
        "precision": "instant",
        "metadata": {},
        "entities_given": True,
    }
    window = {"start": case["start"], "end": case["end"]}
    asked = {
        "arms": ["keyword", "temporal"],
        "depth": 9,
        "fusion": "rrf",
        "rrf_k": 60.0,
        "boosts": {},
        "rerank_depth": 300,
        "window": window,
        "query_time": NOW,
    }
    packed = {
        "max_tokens": 99,
        "overflow": "first",
        "recency": RECENCY,
        "alphas": ALPHAS,
        "passthrough_alphas": ALPHAS,
        "scale": "auto",
        "prefer_observations": False,
        "trace": False,
    }
    with TemporaryDirectory() as folder:
        bank = _core.Bank.open(folder, to_bytes({"create": True}))
        # Retained before the window, for the time of retaining is the date of its mention.
        bank.retain(to_bytes([memory]), None, None, None, None, case["start"] - DAY)
        selection = json.loads(
            bank.search("kiln", None, to_bytes(asked)).finish(to_bytes(packed), None, None)
        )
        bank.close()
    scores = selection["memories"][0]["scores"]
    return {"proximity": scores["proximity"], "end inside": scores["temporal"] is not None}


def chain(case: Case) -> dict[str, Any]:
    """Everything from the arms' rankings to the packed answer, one stage after the other."""
    boosts = to_bytes(case["boosts"])
    rows, fused, ranks = _core.fuse(*rankings(case), 60.0)
    head = _core.cut(_core.boosted(fused, ranks, boosts, 60.0), case["rerank_depth"])
    rows, ranks = rows[head], ranks[head]
    memories = [case["memories"][name] for name in rows.tolist()]
    if case["rerank"] is None:
        # A place among the fused is a fused rank, counted from 0.
        rerank, boost = _core.passthrough_in_order(head), None
    else:
        rerank = _core.normalise(floats(case["rerank"])[rows], "auto")
        boost = _core.strategy_boost(ranks, boosts)
    scores = combined_scores({**case, "memories": memories}, rerank, boost)
    order = _core.order(scores, rerank)
    sizes = whole([memory["tokens"] for memory in memories])
    kept, _, _, used, _ = _core.pack(sizes[order], case["max_tokens"], None, "first")
    return {
        "pool": rows.tolist(),
        "order": rows[order].tolist(),
        "combined": scores[order].tolist(),
        "kept": rows[order][kept].tolist(),
        "tokens": used,
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
        nearness,
        chain,
    )
}


def answer(case: Case) -> Any:
    """Our answer to a case, through JSON, as the other side's comes: numbers and lists of the same types."""
    return json.loads(json.dumps(STAGES[case["stage"]](case)))
