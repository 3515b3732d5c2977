"""Retrieval metrics over one ranking: pure functions, ranks from 1, a memory is relevant or it is not."""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from typing import Final

METRICS: Final = ("recall@5", "recall@10", "recall@20", "ndcg@10", "mrr", "hit@10")
"""The columns of every figure, in the order of `score`."""


def recall_at(ranking: Sequence[str], relevant: Collection[str], *, depth: int) -> float:
    """Returns the share of the relevant memories among the first `depth` of `ranking`."""
    _check(ranking, relevant)
    return len(set(ranking[:depth]) & set(relevant)) / len(set(relevant))


def ndcg_at(ranking: Sequence[str], relevant: Collection[str], *, depth: int) -> float:
    """Returns the normalised discounted cumulative gain of the first `depth`.

    A relevant memory at rank r gains 1 / log2(r + 1); the ideal has every relevant memory, up to `depth`
    of them, on top (Järvelin and Kekäläinen, 2002, with binary gain).
    """
    _check(ranking, relevant)
    wanted = set(relevant)
    gain = sum(_discount(rank) for rank, name in enumerate(ranking[:depth], start=1) if name in wanted)
    ideal = sum(_discount(rank) for rank in range(1, min(depth, len(wanted)) + 1))
    return gain / ideal


def reciprocal_rank(ranking: Sequence[str], relevant: Collection[str]) -> float:
    """Returns 1 / rank of the first relevant memory, and 0 if none is there."""
    _check(ranking, relevant)
    wanted = set(relevant)
    return next((1 / rank for rank, name in enumerate(ranking, start=1) if name in wanted), 0.0)


def hit_at(ranking: Sequence[str], relevant: Collection[str], *, depth: int) -> float:
    """Returns 1 if any relevant memory is among the first `depth`, otherwise 0."""
    _check(ranking, relevant)
    return float(not set(relevant).isdisjoint(ranking[:depth]))


def score(ranking: Sequence[str], relevant: Collection[str]) -> tuple[float, ...]:
    """Returns every metric of one question, in the order of `METRICS`."""
    return (
        recall_at(ranking, relevant, depth=5),
        recall_at(ranking, relevant, depth=10),
        recall_at(ranking, relevant, depth=20),
        ndcg_at(ranking, relevant, depth=10),
        reciprocal_rank(ranking, relevant),
        hit_at(ranking, relevant, depth=10),
    )


def _discount(rank: int) -> float:
    return 1 / math.log2(rank + 1)


def _check(ranking: Sequence[str], relevant: Collection[str]) -> None:
    if not relevant:
        raise ValueError("a question without relevant memories has no score")
    if len(set(ranking)) != len(ranking):
        raise ValueError("a memory stands twice in one ranking")
