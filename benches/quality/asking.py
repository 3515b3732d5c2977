"""Asks one question of one system, through the public API of recallcore alone."""

from __future__ import annotations

import time
from collections.abc import Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

import recallcore
from benches.quality.relevance import relevance_of
from benches.quality.remembering import RememberingEmbedder
from benches.quality.systems import Reranking, System
from recallcore.types import Memory

# Packing must not cut: the deepest metric looks at 20 memories, whatever their length.
LIMIT: Final = 20
MAX_TOKENS: Final = 10_000_000
# A fixed clock keeps a run repeatable.
NOW: Final = datetime(2026, 1, 1, tzinfo=UTC)


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """What one recall said.

    Attributes:
        ids: The memories' ids, best first, of an abstaining recall too.
        relevance: How relevant the best one is, in [0, 1].
        abstained: Whether the recall says that it does not know.
        ms: Milliseconds of the whole recall, the query's vector remembered.
        embedding_ms: Milliseconds that embedding the query took, 0 where no vector was wanted.
        found: Memories that each arm found.
        notes: What a careful reader should know.
    """

    ids: tuple[str, ...]
    relevance: float
    abstained: bool
    ms: float
    embedding_ms: float
    found: dict[str, int]
    notes: tuple[str, ...]


def retain(memories: Sequence[Memory], folder: Path, *, embedder: RememberingEmbedder | None) -> None:
    """Makes a bank of `memories` in `folder`."""
    with opened(folder, embedder=embedder, reranking=None) as bank:
        bank.retain(memories, now=NOW)


def opened(
    folder: Path, *, embedder: RememberingEmbedder | None, reranking: Reranking | None
) -> AbstractContextManager[Any]:
    """Opens a bank with a reranker or without; no score is remembered, so that every recall pays for its own.

    The bank is `Any`: a system's options are checked by the recall, not here.
    """
    return recallcore.open(
        folder,
        embedder=False if embedder is None else embedder,
        reranker=False if reranking is None else reranking.model,
        score_cache_bytes=0,
    )


def ask(bank: Any, query: str, *, system: System, embedder: RememberingEmbedder | None) -> Answer:
    """Recalls with the system's arms alone, nothing cut; words for time are the temporal arm's business."""
    wanted_before = 0 if embedder is None else embedder.questions_asked
    began = time.perf_counter()
    wanted: dict[str, Any] = {
        "arms": system.arms,
        "fusion": system.fusion,
        "rerank": False if system.reranking is None else system.reranking.options,
        "limit": LIMIT,
        "max_tokens": MAX_TOKENS,
        "query_time": NOW,
        "read_time": "temporal" in system.arms,
    }
    result = bank.recall(query, **wanted)
    ms = (time.perf_counter() - began) * 1000
    # Whether to answer is measured beside how well: what was found is ranked all the same.
    ranked = bank.recall(query, **wanted, min_relevance=0.0) if result.abstained else result
    embedded = embedder is not None and embedder.questions_asked > wanted_before
    return Answer(
        ids=tuple(str(memory.id) for memory in ranked.memories),
        relevance=relevance_of(result),
        abstained=bool(result.abstained),
        ms=ms,
        embedding_ms=embedder.question_ms(query) if embedder is not None and embedded else 0.0,
        found={arm: result.arms[arm].found if arm in result.arms else 0 for arm in system.arms},
        notes=tuple(result.notes),
    )
